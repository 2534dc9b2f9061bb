"""Waiting for a change without polling: every wait is bounded and fails with a readable dump."""

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

DISCORD_EPOCH_MS = 1_420_070_400_000
DEFAULT_WAIT = 5.0


class Signal:
    """Wakes everybody who waits for a condition, each time something has changed."""

    def __init__(self, parent: "Signal | None" = None) -> None:
        self._parent = parent
        self._waiting: set[asyncio.Future[None]] = set()

    def notify(self) -> None:
        """Lets all waiters (and the parent's) look at their conditions again."""
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
        self._waiting.clear()
        if self._parent is not None:
            self._parent.notify()

    async def until(self, condition: Callable[[], T], within: float, dump: Callable[[], str]) -> T:
        """Waits until `condition()` is true and returns its value.

        Raises AssertionError with `dump()` after `within` seconds.
        """
        deadline = time.monotonic() + within
        while not (value := condition()):
            future = asyncio.get_running_loop().create_future()
            self._waiting.add(future)
            try:
                await asyncio.wait_for(future, max(0.0, deadline - time.monotonic()))
            except TimeoutError:
                raise AssertionError(f"not true within {within:g} s\n{dump()}") from None
            finally:
                self._waiting.discard(future)
        return value


class Clock:
    """The stand-in's own time in seconds since 1970, which tests can advance."""

    def __init__(self, offset: float = 0.0) -> None:
        self._offset = offset

    def now(self) -> float:
        """The present moment."""
        return time.time() + self._offset

    def advance(self, seconds: float) -> None:
        """Moves the clock forward; it never goes back."""
        if seconds < 0:
            raise ValueError("the clock only moves forward")
        self._offset += seconds


class Ids:
    """Hands out snowflakes: unique, ascending, with the clock's time in their upper bits."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def new(self) -> int:
        """The next id."""
        moment = int(self._clock.now() * 1000) - DISCORD_EPOCH_MS
        self._last = max(self._last + 1, moment << 22)
        return self._last
