"""The outbox: one delivery at a time in a chat, newest wins, and nobody waits for a held chat."""

import asyncio

import pytest

from adapters.outbox import Again, Outbox, Target

PATIENCE = 5.0
CHAT, OTHER = 1, 2


class Post:
    """Takes deliveries, each of which lasts until it is let go; the chats' pauses are given."""

    def __init__(self) -> None:
        self.delivered: list[str] = []
        self.again: dict[str, float] = {}
        self.pauses: dict[int, float] = {}
        self._open = asyncio.Event()
        self._open.set()
        self._delivery = asyncio.Event()
        self.outbox: Outbox[str] = Outbox(self._deliver, lambda chat: self.pauses.pop(chat, 0.0))

    def hold(self) -> None:
        self._open.clear()

    def let_go(self) -> None:
        self._open.set()

    async def _deliver(self, chat: int, target: Target, item: str) -> Again[str] | None:
        await self._open.wait()
        self.delivered.append(item)
        self._delivery.set()
        seconds = self.again.pop(item, None)
        return None if seconds is None else Again(seconds, item)

    async def until_delivered(self, count: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while len(self.delivered) < count:
                self._delivery.clear()
                await self._delivery.wait()


@pytest.fixture
async def post() -> Post:
    return Post()


async def finished(*awaited: "asyncio.Future[None]") -> None:
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*awaited)


async def test_of_boards_for_one_message_the_newest_is_delivered(post: Post) -> None:
    post.hold()
    first = post.outbox.put(CHAT, "m", "first")
    await asyncio.sleep(0)
    older, newer = post.outbox.put(CHAT, "m", "older"), post.outbox.put(CHAT, "m", "newer")
    post.let_go()
    await finished(first, older, newer)
    assert post.delivered == ["first", "newer"]


async def test_who_asks_waits_until_the_delivery_is_made(post: Post) -> None:
    post.hold()
    first = post.outbox.put(CHAT, "m", "first")
    await asyncio.sleep(0.01)
    second = post.outbox.put(CHAT, "m", "second")
    assert not first.done()
    assert not second.done()
    post.let_go()
    await finished(second)
    assert first.done()


async def test_nobody_waits_for_a_chat_that_is_held(post: Post) -> None:
    post.again["first"] = 60
    first, other = post.outbox.put(CHAT, "m", "first"), post.outbox.put(CHAT, "n", "other")
    await finished(first, other)
    assert post.outbox.put(CHAT, "m", "second").done()
    elsewhere = post.outbox.put(OTHER, "m", "elsewhere")
    await finished(elsewhere)
    assert post.delivered == ["first", "elsewhere"]
    await post.outbox.drain(0)


async def test_a_delivery_that_failed_is_made_again_before_later_ones(post: Post) -> None:
    post.again["first"] = 0.01
    post.outbox.put(CHAT, "m", "first")
    post.outbox.put(CHAT, "n", "other")
    await post.until_delivered(3)
    assert post.delivered == ["first", "first", "other"]


async def test_what_came_meanwhile_takes_the_place_of_a_failed_delivery(post: Post) -> None:
    post.again["first"] = 0.05
    first = post.outbox.put(CHAT, "m", "first")
    await post.until_delivered(1)
    newer = post.outbox.put(CHAT, "m", "newer")
    assert not first.done()
    await finished(first, newer)
    assert post.delivered == ["first", "newer"]


async def test_what_is_not_first_goes_after_all_others_and_is_dropped_before_them(
    post: Post,
) -> None:
    post.hold()
    post.outbox.put(CHAT, "t", "text", first=False)
    await asyncio.sleep(0)
    texts = [post.outbox.put(CHAT, place, f"text {place}", first=False) for place in range(2)]
    boards = [post.outbox.put(CHAT, -place, f"board {place}") for place in range(1, 32)]
    assert [text.done() for text in texts] == [True, False]
    post.let_go()
    await finished(*texts, *boards)
    assert post.delivered == ["text", *(f"board {place}" for place in range(1, 32)), "text 1"]


async def test_a_pause_holds_its_chat_alone_and_the_newest_follows_it(post: Post) -> None:
    post.pauses[CHAT] = 0.05
    first = post.outbox.put(CHAT, "m", "first")
    await finished(first, post.outbox.put(OTHER, "m", "elsewhere"))
    assert post.outbox.put(CHAT, "m", "newer").done()
    await post.until_delivered(2)
    assert post.delivered == ["elsewhere", "newer"]


async def test_at_the_end_pauses_are_cut_short_and_limits_are_not(post: Post) -> None:
    post.pauses[CHAT], post.again["limited"] = 60, 60
    post.outbox.put(CHAT, "m", "paused")
    await finished(post.outbox.put(OTHER, "m", "limited"))
    await post.outbox.drain(0.05)
    assert post.delivered == ["limited", "paused"]


async def test_of_very_many_waiting_items_the_oldest_is_dropped(post: Post) -> None:
    post.hold()
    tried = [post.outbox.put(CHAT, place, str(place)) for place in range(40)]
    assert [one.done() for one in tried] == [True] * 8 + [False] * 32
    post.let_go()
    await finished(*tried)
    assert post.delivered == [str(place) for place in range(8, 40)]
