"""Outbox: what still has to be shown, one delivery at a time in each chat, newest wins.

A board that was not sent yet is worth nothing once a newer one exists. So a chat keeps at most one
waiting item for each target (a message, or the end of a topic), and while one delivery runs or
waits out a limit, newer items take the place of older ones. No chat waits for another.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Target = Hashable
Item = TypeVar("Item")
Tried = asyncio.Future[None]
"""Done when an item, or one in its place, was delivered, or when that is going to take a second."""

_MAX_WAITING = 32
_LONG_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Again(Generic[Item]):
    """A delivery to be repeated after so many seconds, unless a newer item takes its place."""

    seconds: float
    item: Item


@dataclass(slots=True)
class _Waiting(Generic[Item]):
    item: Item
    first: bool
    askers: list[Tried] = field(default_factory=list)

    def tell(self) -> None:
        """Let go whoever waits for the delivery."""
        for asker in self.askers:
            if not asker.done():
                asker.set_result(None)


class Outbox(Generic[Item]):
    """Items on their way to chats.

    `deliver(chat, target, item)` sends one. It returns None when that is done with, well or not,
    else when to try again; until then nothing is sent to that chat. It must not raise.
    `pause(chat)` gives the seconds that a chat has to be left alone before its next delivery.
    """

    def __init__(
        self,
        deliver: Callable[[int, Target, Item], Awaitable[Again[Item] | None]],
        pause: Callable[[int], float],
    ) -> None:
        self._deliver = deliver
        self._pause = pause
        self._waiting: dict[int, dict[Target, _Waiting[Item]]] = {}
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._held: set[int] = set()
        self._draining = asyncio.Event()

    def put(self, chat: int, target: Target, item: Item, *, first: bool = True) -> Tried:
        """Have an item shown, in place of one for the same target that still waits.

        Those that are not `first` go after all others. Of more than 32 waiting items in one chat
        one is dropped: the oldest of those, else the oldest of all.
        """
        waiting = self._waiting.setdefault(chat, {})
        older = waiting.pop(target, None)
        tried: Tried = asyncio.get_running_loop().create_future()
        entry = _Waiting(item, first, [tried] if older is None else [*older.askers, tried])
        waiting[target] = entry
        if len(waiting) > _MAX_WAITING:
            waiting.pop(_oldest(waiting, first=False)).tell()
        if chat in self._held:
            entry.tell()
        if chat not in self._workers:
            self._workers[chat] = asyncio.create_task(self._work(chat, waiting))
        return tried

    async def drain(self, seconds: float) -> None:
        """Wait until all is delivered, at most so long; what is left then is given up.

        Pauses are cut short, limits are not.
        """
        self._draining.set()
        workers = list(self._workers.values())
        if not workers:
            return
        _, late = await asyncio.wait(workers, timeout=seconds)
        for worker in late:
            worker.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    async def _work(self, chat: int, waiting: dict[Target, _Waiting[Item]]) -> None:
        try:
            while waiting:
                if (pause := self._pause(chat)) and not self._draining.is_set():
                    with self._holding(chat), suppress(TimeoutError):
                        async with asyncio.timeout(pause):
                            await self._draining.wait()
                target = _oldest(waiting, first=True)
                entry = waiting.pop(target)
                again = await self._deliver(chat, target, entry.item)
                if again is None or again.seconds >= _LONG_SECONDS:
                    entry.tell()
                if again is None:
                    continue
                await self._wait(chat, again.seconds)
                if target in waiting:
                    waiting[target].askers += entry.askers
                else:
                    # It keeps its place before what came later for other targets.
                    later = dict(waiting)
                    waiting.clear()
                    waiting[target] = _Waiting(again.item, entry.first, entry.askers)
                    waiting.update(later)
        finally:
            del self._workers[chat]
            del self._waiting[chat]

    async def _wait(self, chat: int, seconds: float) -> None:
        """Wait until a delivery may be tried again."""
        if seconds < _LONG_SECONDS:
            await asyncio.sleep(seconds)
            return
        with self._holding(chat):
            await asyncio.sleep(seconds)

    @contextmanager
    def _holding(self, chat: int) -> Iterator[None]:
        """Nothing is sent to the chat meanwhile, so nobody need wait to see it sent."""
        self._held.add(chat)
        for entry in self._waiting[chat].values():
            entry.tell()
        try:
            yield
        finally:
            self._held.discard(chat)


def _oldest(waiting: dict[Target, _Waiting[Item]], *, first: bool) -> Target:
    """The target that has waited longest, of those that go first or last if there is one."""
    here = (target for target, entry in waiting.items() if entry.first == first)
    return next(here, next(iter(waiting)))
