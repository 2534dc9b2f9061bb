"""PyramidBot: the one place where an event becomes an answer."""

import asyncio
import logging
import random
from collections.abc import Callable
from dataclasses import replace
from time import monotonic, perf_counter

from bot.board import live_board
from bot.chat import ChatKey, Command, Event, Player, Press, Reply, Search
from bot.commands import COMMANDS, run_command
from bot.i18n import FALLBACK, Line, Texts, known_language, texts
from bot.pace import Pace
from bot.presses import run_press
from bot.refusals import Refusal, Refused
from bot.searches import Searches
from bot.sessions import Session, Sessions
from bot.solutions import replay_board, take_findings
from bot.steps import Step
from bot.turns import game_of

MAX_FRESH_NUMBER = 999_999
"""New games get numbers that people can type and tell each other."""

_log = logging.getLogger(__name__)


class PyramidBot:
    """The chat application over the sessions of all chats.

    `clock` gives seconds, `fresh_number` the number of a new deal; tests replace both.
    """

    def __init__(
        self,
        sessions: Sessions | None = None,
        *,
        searches: Searches | None = None,
        language: str = FALLBACK,
        clock: Callable[[], float] = monotonic,
        fresh_number: Callable[[], int] = lambda: random.randint(1, MAX_FRESH_NUMBER),
    ) -> None:
        self.sessions = Sessions() if sessions is None else sessions
        self._searches = Searches() if searches is None else searches
        self._language = language
        self._clock = clock
        self._fresh_number = fresh_number
        self._pace = Pace()

    async def admit(self, press: Press) -> Reply | None:
        """Let a press come before `answer` is asked for it: None, else the reply that refuses it.

        A player who floods a chat waits here for a third of a second at most, and nobody else does.
        """
        wait = self._pace.wait(press.chat, press.player.id)
        if wait is None:
            session = self.sessions.current(press.chat)
            step = self._step(session, press.chat, press.player, aside=True)
            return Reply(notice=_read(step, Refused(Refusal.TOO_FAST).line))
        if wait:
            await asyncio.sleep(wait)
        return None

    async def answer(self, event: Event) -> Reply:
        """The reply to an event, with its chat's session open meanwhile.

        A search whose position is gone is ended.
        """
        async with self.sessions.open(event.chat) as session:
            reply = self._reply(event, session)
            self._searches.keep_only(event.chat, session.search)
            return reply

    async def follow(self, search: Search) -> Reply | None:
        """The reply to a search that an earlier reply began, when it has been found.

        None when nobody waits for it any more. It never raises for what the solver does.
        """
        if self.sessions.current(search.chat).search != search:
            return None
        findings = await self._searches.run(search)
        async with self.sessions.open(search.chat) as session:
            if findings is None or session.search != search:
                return None
            take_findings(session, search, findings)
            step = self._step(session, search.chat, Player(0, search.language))
            if session.replay is not None and search.kind == "solve":
                board = replay_board(session, 0, step.texts)
            else:
                board = live_board(session, game_of(session), step.texts)
            return Reply(board, post=search.board_id is None)

    async def close(self) -> None:
        """End all searches."""
        await self._searches.close()

    def handle(self, event: Event) -> Reply:
        """The reply to an event, as one atomic step; it never raises.

        A refused event changes nothing and its sender is told why.
        """
        return self._reply(event, self.sessions.current(event.chat))

    def _reply(self, event: Event, session: Session) -> Reply:
        aside = isinstance(event, Press) or event.aside
        step = self._step(session, event.chat, event.player, aside=aside)
        began = perf_counter()
        reply, outcome = _answered(step, event)
        if _log.isEnabledFor(logging.DEBUG):
            _log.debug(
                "event=%s platform=%s chat=%s outcome=%s ms=%.2f",
                _what(event),
                event.chat.platform,
                "private" if event.chat.private else "shared",
                outcome,
                (perf_counter() - began) * 1000,
            )
        return reply

    def _step(
        self, session: Session, chat: ChatKey, player: Player, *, aside: bool = False
    ) -> Step:
        return Step(
            session=session,
            chat=chat,
            player=player,
            default_language=self._language,
            aside=aside,
            now=self._clock(),
            fresh_number=self._fresh_number,
        )

    def texts(self, language: str | None = None) -> Texts:
        """The texts of a language tag, or of the one to fall back to."""
        return texts(known_language(language) or self._language)


def _answered(step: Step, event: Event) -> tuple[Reply, str]:
    """The reply, and its outcome in a word for the log."""
    admins_may = False
    try:
        match event:
            case Command():
                return run_command(step, event.name, event.args), "done"
            case Press():
                reply, told = run_press(step, event)
                return (reply if told is None else replace(reply, notice=_read(step, told))), "done"
    except Refused as error:
        line, outcome = error.line, error.refusal.name.lower()
        admins_may = error.refusal is Refusal.NOT_YOURS
    except Exception:
        # Whoever pressed gets an answer all the same, and the log the cause.
        _log.exception("an event failed: %s", _what(event))
        line, outcome = Refused(Refusal.FAILED).line, "failed"
    notice, post = _read(step, line), isinstance(event, Command)
    return Reply(notice=notice, post=post, admins_may=admins_may), outcome


def _what(event: Event) -> str:
    """An event for the log, without anything that a person wrote."""
    if isinstance(event, Press):
        return "press"
    return f"/{event.name}" if event.name in COMMANDS else "unknown-command"


def _read(step: Step, line: Line) -> str:
    return step.own_texts.read(line)
