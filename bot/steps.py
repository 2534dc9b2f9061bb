"""Step: what the answer to one event works with."""

from collections.abc import Callable
from dataclasses import dataclass

from bot import turns
from bot.chat import ChatKey, Player
from bot.i18n import Texts, known_language, line, texts
from bot.refusals import Refusal, Refused
from bot.sessions import Session
from bot.winnable import winnable_number
from engine import Game, Rules


@dataclass(frozen=True, slots=True)
class Step:
    """One event's session, chat and player, the language to fall back to, whether notices are for
    that player alone, the clock's reading in seconds, and where the number of a new deal comes
    from."""

    session: Session
    chat: ChatKey
    player: Player
    default_language: str
    aside: bool
    now: float
    fresh_number: Callable[[], int]

    @property
    def own_language(self) -> str | None:
        """The player's language, where there is a catalogue for it."""
        return known_language(self.player.language)

    @property
    def texts(self) -> Texts:
        """The board's language: the chat's choice, else in a private chat the person's own, in a
        shared one that of whoever started the game."""
        started = None if self.chat.private else self.session.starter
        return self._first(self.session.language, started, self.own_language)

    @property
    def own_texts(self) -> Texts:
        """The language of notices: where they are for one player alone that player's own."""
        if not self.aside:
            return self.texts
        own = None if self.chat.private else self.own_language
        return self._first(own, self.session.language, self.own_language, self.session.starter)

    def open_panel(self) -> None:
        """Remember who opens a panel: in a shared chat it obeys nobody else but administrators."""
        self.session.opener = self.player.id

    def check_panel(self) -> None:
        """See that the player may change what the open panel holds, else `Refused`."""
        if self.session.opener is None:
            self.open_panel()
        mine = self.session.opener == self.player.id
        if not (mine or self.chat.private or self.player.admin):
            raise Refused(Refusal.NOT_YOURS)

    def deal(self, rules: Rules, number: int | None = None) -> None:
        """Deal a numbered game, by default one of those that the chat wants to have."""
        wanted = self.session.winnable
        listed = True
        if number is None:
            number = self.fresh_number()
            if wanted is not None:
                winnable = winnable_number(rules, wanted, number)
                listed = winnable is not None
                number = number if winnable is None else winnable
        self.begin(Game.deal(rules, number))
        if not listed:
            self.session.notice = line("notice.no-winnable")

    def begin(self, game: Game, *, known_start: bool = True) -> None:
        """Put a game on the table, started now by whoever sent the event."""
        turns.begin(self.session, game, self.now if known_start else None)
        self.session.starter = self.own_language or self.default_language

    def _first(self, *languages: str | None) -> Texts:
        for code in languages:
            if code:
                return texts(code)
        return texts(self.default_language)
