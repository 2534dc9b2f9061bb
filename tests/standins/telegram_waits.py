"""Waiting on changes of the pretended world: woken by each change, bounded, never polling."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(slots=True, eq=False)
class _Wait:
    """One waiter: what it looks at and what it wakes."""

    look: Callable[[], Any]
    seen: asyncio.Future[Any]


@dataclass(slots=True)
class Waits:
    """Everyone who waits, by the id of the chat they watch; None watches all chats."""

    dump: Callable[[int | None], str]
    waiting: dict[int | None, list[_Wait]] = field(default_factory=dict)

    async def until(
        self, chat_id: int | None, look: Callable[[], T | None], within: float, what: str
    ) -> T:
        """The first truthy value of ``look()``, which is asked now and after each change.

        Raises `AssertionError` with a dump of what happened after ``within`` seconds, and
        whatever ``look`` raises.
        """
        value = look()
        if value:
            return value
        seen: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        wait = _Wait(look, seen)
        self.waiting.setdefault(chat_id, []).append(wait)
        try:
            async with asyncio.timeout(within):
                return await seen
        except TimeoutError:
            raise AssertionError(self.failure(chat_id, what, within)) from None
        finally:
            self.waiting[chat_id].remove(wait)

    async def answer(self, future: asyncio.Future[T], chat_id: int, within: float, what: str) -> T:
        """The result of ``future``, waited for like `until`."""
        try:
            async with asyncio.timeout(within):
                return await asyncio.shield(future)
        except TimeoutError:
            raise AssertionError(self.failure(chat_id, what, within)) from None

    def changed(self, chat_id: int) -> None:
        """Wakes those for whom the change made their condition true."""
        for watched in (chat_id, None):
            for wait in self.waiting.get(watched, ()):
                if wait.seen.done():
                    continue
                try:
                    value = wait.look()
                except Exception as error:
                    wait.seen.set_exception(error)
                else:
                    if value:
                        wait.seen.set_result(value)

    def failure(self, chat_id: int | None, what: str, within: float) -> str:
        """The text of a failed wait."""
        return f"waited {within:g} s for {what}\n{self.dump(chat_id)}"
