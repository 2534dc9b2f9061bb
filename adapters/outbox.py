"""Outbox: what still has to be shown, one delivery at a time in each chat, newest wins.

A board that was not sent yet is worth nothing once a newer one exists. So a chat keeps at most one
waiting item for each target (a message, or the end of a topic), and while one delivery runs or
waits out a limit, newer items take the place of older ones. No chat waits for another.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

Target = Hashable
Item = TypeVar("Item")

_MAX_WAITING = 32


@dataclass(frozen=True, slots=True)
class Again(Generic[Item]):
    """A delivery to be repeated after so many seconds, unless a newer item takes its place."""

    seconds: float
    item: Item


class Outbox(Generic[Item]):
    """Items on their way to chats.

    `deliver(chat, target, item)` sends one. It returns None when that is done with, well or not,
    else when to try again; until then nothing is sent to that chat. It must not raise.
    """

    def __init__(
        self, deliver: Callable[[int, Target, Item], Awaitable[Again[Item] | None]]
    ) -> None:
        self._deliver = deliver
        self._waiting: dict[int, dict[Target, Item]] = {}
        self._workers: dict[int, asyncio.Task[None]] = {}

    def put(self, chat: int, target: Target, item: Item) -> None:
        """Have an item shown, in place of one for the same target that still waits.

        Of more than 32 waiting items in one chat the oldest is dropped.
        """
        waiting = self._waiting.setdefault(chat, {})
        waiting.pop(target, None)
        waiting[target] = item
        if len(waiting) > _MAX_WAITING:
            del waiting[next(iter(waiting))]
        if chat not in self._workers:
            self._workers[chat] = asyncio.create_task(self._work(chat, waiting))

    async def drain(self, seconds: float) -> None:
        """Wait until all is delivered, at most so long; what is left then is given up."""
        workers = list(self._workers.values())
        if not workers:
            return
        _, late = await asyncio.wait(workers, timeout=seconds)
        for worker in late:
            worker.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    async def _work(self, chat: int, waiting: dict[Target, Item]) -> None:
        try:
            while waiting:
                target = next(iter(waiting))
                again = await self._deliver(chat, target, waiting.pop(target))
                if again is None:
                    continue
                await asyncio.sleep(again.seconds)
                if target not in waiting:
                    # It keeps its place before what came later for other targets.
                    later = dict(waiting)
                    waiting.clear()
                    waiting[target] = again.item
                    waiting.update(later)
        finally:
            del self._workers[chat]
            del self._waiting[chat]
