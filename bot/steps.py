"""Step: what the answer to one event works with."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.i18n import Texts
from bot.sessions import Session


@dataclass(frozen=True, slots=True)
class Step:
    """One event's session, the language of its board, the clock's reading in seconds, and where
    the number of a new deal comes from."""

    session: Session
    texts: Texts
    now: float
    fresh_number: Callable[[], int]
