"""What goes wrong on Telegram's side: limits, lost calls, closed doors, upgrades, stray updates."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import cycle
from typing import Literal

import pytest
import pytest_asyncio

from tests.e2e.bot_process import BotProcess
from tests.e2e.scripts import face
from tests.e2e.telegram_play import assert_clean, deal, serving
from tests.standins.telegram_api import BotApi
from tests.standins.telegram_chat import Press

pytestmark = pytest.mark.asyncio(loop_scope="module")

Served = tuple[BotApi, BotProcess]
Notes = Sequence[Literal["old", "new"]]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    directory = tmp_path_factory.mktemp("bot")
    async with BotApi() as running, serving(running, directory) as bot:
        yield running, bot


@pytest.fixture
def api(served: Served) -> Iterator[BotApi]:
    api, bot = served
    before = len(bot.errors.text)
    yield api
    log = bot.errors.text[before:]
    assert_clean(api, bot, log)
    assert len(log.splitlines()) <= 3


async def test_a_limited_chat_waits_alone_and_then_shows_the_newest_board(api: BotApi) -> None:
    limited, other = await deal(api, 12345), await deal(api, 12345)
    fault = api.fault("editMessageText", "flood", chat=limited.chat, seconds=2)
    for card in ("KH", "KS", "TH"):
        assert await limited.told(face(card)) == ""
    await other.play(["KH", "KS", "draw", "draw", "draw"])
    assert (fault.struck, limited.board.edits) == (1, 0)
    await limited.chat.edited(limited.board, 1)
    assert limited.status.startswith("2/28")
    assert limited.styled("primary") == [face("TH")]
    await limited.press(face("TH"))
    assert limited.board.edits == 2
    assert api.calls_while_limited == []


async def test_a_busy_group_is_limited_once_and_ends_with_the_right_board(api: BotApi) -> None:
    people = [api.person(name, language_code="en") for name in ("Bob", "Cy", "Di", "Eve", "Flo")]
    table = await deal(api, 12345, api.group("Friends", *people))
    chat, board, gate = table.chat, table.board, api.state.flood
    limits = gate.refused
    cards = [*["5D", "5H"] * 3, "KH", *["5D", "5H"] * 4, "KS", *["5D", "5H"] * 5, "TH"]
    api.limit(4, per=2)
    presses: list[Press] = []
    try:
        for card, person in zip(cards, cycle(people)):
            presses.append(chat.tap(person, board, face(card)))
            if gate.refused > limits and len(presses) <= 10:
                await presses[-1].answer()
                assert board.edits == 4
            # Three times as many as the limit lets through.
            await asyncio.sleep(2 / 12)
        assert [(await press.answer()).expired for press in presses] == [False] * len(cards)
        await chat.until(lambda: table.styled("primary") == [face("TH")])
    finally:
        api.limit(None)
    assert table.status.startswith("2/28")
    assert gate.refused == limits + 1
    assert board.edits < 8


async def test_texts_that_wait_in_a_limited_group_do_not_hold_up_its_board(api: BotApi) -> None:
    bob = api.person("Bob", language_code="en")
    table = await deal(api, 12345, api.group("Friends", bob))
    texts = 12
    api.limit(4, per=1)
    try:
        for _ in range(texts):
            await table.chat.say(table.person, "/rules")
        await table.chat.press(bob, table.board, face("KH"))
        await table.chat.edited(table.board)
        assert len(table.chat.messages) < 1 + texts
    finally:
        api.limit(None)


async def test_of_commands_in_a_limited_chat_one_new_board_comes(api: BotApi) -> None:
    table = await deal(api, 12345)
    api.fault("sendMessage", "flood", chat=table.chat, seconds=1)
    for text in ("/board", "/play kh", "/play ks"):
        await table.chat.say(table.person, text)
    table.board = await table.chat.next_message()
    assert table.status.startswith("2/28")
    await table.command("/undo")
    assert table.status.startswith("1/28")
    assert len(table.chat.messages) == 3


async def test_a_board_is_right_even_if_a_panel_before_it_seemed_lost(api: BotApi) -> None:
    table = await deal(api, 12345)
    await table.play(["KH"])
    api.fault("editMessageText", "drop_after", chat=table.chat)
    await table.press("🆕 New")
    await table.told("⬅️ Keep playing")
    await table.chat.until(lambda: "💡 Hint" in table.board.labels, what="the board again")
    assert table.status.startswith("1/28")


async def test_an_answer_that_comes_too_late_keeps_the_move(api: BotApi) -> None:
    table = await deal(api, 12345)
    late = table.chat.tap_data(table.person, table.board, table.data_of("KH"), expired=True)
    assert (await late.answer()).expired
    await table.chat.edited(table.board, 1)
    assert table.status.startswith("1/28")


async def test_for_a_deleted_board_a_fresh_one_is_posted(api: BotApi) -> None:
    table = await deal(api, 12345)
    press = table.chat.tap(table.person, table.board, face("KH"))
    await table.chat.remove(table.board)
    await press.answer()
    table.board = await table.chat.next_message()
    await table.play(["KS"])
    await table.press("↩️ Undo")
    assert table.status.startswith("1/28")
    assert len(table.chat.messages) == 1


async def test_a_blocked_bot_is_silent_and_plays_on_when_let_in_again(api: BotApi) -> None:
    table, other = await deal(api, 12345), await deal(api, 12345)
    with api.holding():
        press = table.chat.tap(table.person, table.board, face("KH"))
        table.chat.block()
    await press.answer()
    await table.chat.until(lambda: bool(api.calls_of("editMessageText", table.chat)))
    await other.play(["KH", "KS", "draw"])
    assert len(api.calls_of("editMessageText", table.chat)) == 1
    table.chat.block(blocked=False)
    await table.command("/board")
    assert table.status.startswith("1/28")


async def test_a_kicked_and_a_muted_bot_plays_on_when_let_in_again(api: BotApi) -> None:
    bob = api.person("Bob")
    table = await deal(api, 12345, api.group("Friends", bob))
    with api.holding():
        press = table.chat.tap(bob, table.board, face("KH"))
        table.chat.kick(bob)
    await press.answer()
    await table.chat.until(lambda: bool(api.calls_of("editMessageText", table.chat)))
    table.chat.kick(bob, kicked=False)
    table.chat.mute()
    await table.told(face("KS"))
    await table.chat.say(bob, "/board")
    await table.chat.until(lambda: len(api.calls_of("sendMessage", table.chat)) == 2)
    table.chat.mute(muted=False)
    await table.command("/board")
    assert table.status.startswith("2/28")


async def test_a_closed_topic_is_left_alone_and_others_go_on(api: BotApi) -> None:
    forum = api.supergroup("Club", api.person("Bob"), forum=True)
    table, other = await deal(api, 12345, forum.topic("A")), await deal(api, 8, forum.topic("B"))
    table.chat.close_topic()
    await table.chat.say(table.person, "/play kh")
    await table.chat.until(lambda: len(api.calls_of("sendMessage", table.chat)) == 3)
    await other.command("/play draw")
    assert other.status.startswith("0/28 · combo 0 · stock 23")
    table.chat.close_topic(closed=False)
    await table.command("/board")
    assert table.status.startswith("1/28")
    assert len(table.chat.messages) == 2


@pytest.mark.parametrize("tell", [("old", "new"), ("new", "old"), ("old", "new", "old"), ()])
async def test_an_upgraded_group_keeps_its_game_its_history_and_its_settings(
    api: BotApi, tell: Notes
) -> None:
    table = await deal(api, 12345, api.group("Friends", api.person("Bob")))
    await table.play(["KH"])
    await table.press("⚙️")
    await table.press("Emoji board")
    group, table.chat = table.chat, table.chat.upgrade(table.person, tell)
    if not tell:
        await group.say(table.person, "/hint")
        assert "1/28" in (await table.chat.next_message()).text
    await table.command("/board")
    assert table.status.startswith("1/28")
    assert table.picture[0].startswith("⬛")
    await table.press("↩️ Undo")
    assert table.status.startswith("0/28")


async def test_a_word_in_the_new_chat_before_the_news_of_it_costs_no_game(api: BotApi) -> None:
    table = await deal(api, 12345, api.group("Friends", api.person("Bob")))
    await table.play(["KH"])
    with api.holding() as held:
        table.chat = table.chat.upgrade(table.person)
        await table.chat.say(table.person, "/hint")
        held.reverse()
    assert (await table.chat.next_message()).text.startswith("No game is being played here.")
    await table.command("/board")
    assert table.status.startswith("1/28")


async def test_a_press_on_a_board_left_behind_in_the_old_group_leaves_one_game(
    api: BotApi,
) -> None:
    table = await deal(api, 12345, api.group("Friends", api.person("Bob")))
    await table.play(["KH"])
    group, table.chat = table.chat, table.chat.upgrade(table.person)
    await group.press(table.person, table.board, face("KS"))
    table.board = await table.chat.next_message()
    shown = table.status
    await table.command("/board")
    assert table.status == shown


async def test_a_press_that_is_delivered_twice_draws_once(api: BotApi) -> None:
    table = await deal(api, 12345)
    await table.press("🎴 24")
    api.redeliver(api.updates[-1])
    await table.command("/board")
    assert "🎴 23" in table.board.labels
    await table.press("↩️ Undo")
    assert table.status.startswith("0/28 · combo 0 · stock 24")


async def test_presses_that_arrive_in_another_order_play_the_same_cards(api: BotApi) -> None:
    table = await deal(api, 5)
    with api.holding() as held:
        taps = [table.chat.tap(table.person, table.board, face(card)) for card in ("5H", "8D")]
        held.reverse()
    assert [(await tap.answer()).text for tap in taps] == ["", ""]
    await table.chat.until(lambda: table.status.startswith("2/28"))
