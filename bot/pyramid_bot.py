"""PyramidBot: the one place where an event becomes an answer."""

import logging
import random
from collections.abc import Callable
from dataclasses import replace
from time import monotonic

from bot.chat import Command, Event, Press, Reply
from bot.commands import run_command
from bot.i18n import FALLBACK, Line, Texts, known_language, texts
from bot.presses import run_press
from bot.refusals import Refusal, Refused
from bot.sessions import Sessions
from bot.steps import Step

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
        language: str = FALLBACK,
        clock: Callable[[], float] = monotonic,
        fresh_number: Callable[[], int] = lambda: random.randint(1, MAX_FRESH_NUMBER),
    ) -> None:
        self.sessions = Sessions() if sessions is None else sessions
        self._language = language
        self._clock = clock
        self._fresh_number = fresh_number

    async def answer(self, event: Event) -> Reply:
        """The reply to an event, with its chat's session open meanwhile."""
        async with self.sessions.open(event.chat):
            return self.handle(event)

    def handle(self, event: Event) -> Reply:
        """The reply to an event, as one atomic step; it never raises.

        A refused event changes nothing and its sender is told why.
        """
        step = Step(
            session=self.sessions.current(event.chat),
            chat=event.chat,
            own_language=known_language(event.player.language),
            default_language=self._language,
            aside=isinstance(event, Press) or event.aside,
            now=self._clock(),
            fresh_number=self._fresh_number,
        )
        try:
            match event:
                case Command():
                    return run_command(step, event.name, event.args)
                case Press():
                    reply, told = run_press(step, event)
                    return reply if told is None else replace(reply, notice=_read(step, told))
        except Refused as error:
            line = error.line
        except Exception:
            # Whoever pressed gets an answer all the same, and the log the cause.
            _log.exception("an event failed: %s", type(event).__name__)
            line = Refused(Refusal.FAILED).line
        return Reply(notice=_read(step, line), post=isinstance(event, Command))

    def texts(self, language: str | None = None) -> Texts:
        """The texts of a language tag, or of the one to fall back to."""
        return texts(known_language(language) or self._language)


def _read(step: Step, line: Line) -> str:
    return step.own_texts.read(line)
