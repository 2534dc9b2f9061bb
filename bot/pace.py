"""Pace: how fast one player's presses are taken, so that a flood slows nobody but its maker."""

from collections.abc import Callable
from time import monotonic

from cachetools import LRUCache

from bot.chat import ChatKey

BURST = 150
"""Presses of one player in one chat that are taken however fast they come."""

PER_SECOND = 25
"""Presses a second that are taken beyond the burst; a quick finger makes ten."""

WAITING = 8
"""Presses that may wait for their turn; what comes on top is refused."""

_STEP = 1 / PER_SECOND
_AHEAD = BURST * _STEP
_MAX_PLAYERS = 10_000


class Pace:
    """When each press may be taken, by player and chat. `timer` gives seconds.

    A player's presses are booked one `_STEP` apart; a booking may lie so far ahead of the clock as
    the burst allows, and a press that would lie further ahead waits for the difference. Whoever
    waits for an answer before pressing again waits for one step at most.
    """

    def __init__(self, timer: Callable[[], float] = monotonic) -> None:
        self._timer = timer
        # The next free booking. One that lies in the past means no more than none at all.
        self._next: LRUCache[tuple[ChatKey, int], float] = LRUCache(_MAX_PLAYERS)

    def wait(self, chat: ChatKey, player: int) -> float | None:
        """Seconds until this press may be taken, which books it; None refuses it."""
        now = self._timer()
        booked = max(now, self._next.get((chat, player), now))
        wait = booked - _AHEAD - now + _STEP
        if wait > WAITING * _STEP:
            return None
        self._next[chat, player] = booked + _STEP
        return max(0.0, wait)
