"""Sessions: each chat's game, selection and settings, in process memory and bounded.

They are bounded by count (the least recently used goes first) and by idle time. A session that went
is no loss of a game: the board's buttons bring it back.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from time import monotonic

from cachetools import TTLCache

from bot.chat import ChatKey, Search
from bot.i18n import Line
from engine import VARIANTS, Card, Game, Move, Rules


@dataclass(frozen=True, slots=True)
class Replay:
    """A line of moves from the deal, and what is said at its beginning."""

    moves: tuple[Move, ...]
    verdict: Line


@dataclass(slots=True)
class Session:
    """What one chat has: its game with its undo history, and how it likes to play.

    `rules` are those of the next deal: a preset, or one with house rules. `selected`, `storing`
    (the cell waits for a card), `hint` and `notice` are the board's passing state; `answer` is what
    the solver last said of this position, which a finished board shows too. `search` is the
    question to the solver whose answer the board waits for, `replay` the line that can be stepped
    through. `board_id` is the message that last showed the board, where it is known. `started` and
    `ended` are readings of the bot's clock in seconds; `started` is None for a game that a button
    brought back. `opener` is the id of the player who opened the last panel. `language` is the one
    that the chat chose, `starter` that of whoever started the game. `winnable` is the grade that
    new deals have ("any" for all grades), None where they may be deals that cannot be won.
    """

    game: Game | None = None
    rules: Rules = VARIANTS["classic"]
    selected: Card | None = None
    storing: bool = False
    hint: Move | None = None
    search: Search | None = None
    replay: Replay | None = None
    notice: Line | None = None
    answer: Line | None = None
    board_id: str | None = None
    started: float | None = None
    ended: float | None = None
    opener: int | None = None
    language: str | None = None
    starter: str | None = None
    winnable: str | None = None
    skin: str = "text"
    one_tap: bool = False


class Sessions:
    """The sessions of all chats. `open` is the only door for whoever does not run in one step.

    `max_count` sessions are kept, each for `idle` after its last use; `timer` gives seconds.
    """

    def __init__(
        self,
        max_count: int = 10_000,
        idle: timedelta = timedelta(hours=72),
        timer: Callable[[], float] = monotonic,
    ) -> None:
        self._cache: TTLCache[ChatKey, Session] = TTLCache(max_count, idle.total_seconds(), timer)

    @asynccontextmanager
    async def open(self, chat: ChatKey) -> AsyncIterator[Session]:
        """The chat's session for the length of the block, made if there is none."""
        yield self.current(chat)

    def current(self, chat: ChatKey) -> Session:
        """The chat's session within one synchronous step, made if there is none."""
        try:
            session = self._cache[chat]
        except KeyError:
            session = Session()
        # Storing it anew starts its idle time again.
        self._cache[chat] = session
        return session

    def move(self, platform: str, old: int, new: int) -> None:
        """A chat got another id: its sessions go along, unless the new one has a game already.

        Harmless when repeated.
        """
        for chat in [key for key in self._cache if (key.platform, key.chat) == (platform, old)]:
            session = self._cache.pop(chat, None)
            target = replace(chat, chat=new)
            there = self._cache.get(target)
            if session is not None:
                # The answer to it would come to the old id.
                session.search = None
            if session is not None and (there is None or there.game is None):
                self._cache[target] = session

    def __len__(self) -> int:
        return len(self._cache)
