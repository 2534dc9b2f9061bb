"""Logging: one event a line and one line an incident, without tracebacks and without secrets."""

import logging
import re
import traceback
from collections.abc import Callable, Iterable
from time import monotonic

from cachetools import LRUCache

_CHATTER = {
    "httpx": logging.WARNING,
    "httpcore": logging.WARNING,
    "telegram": logging.WARNING,
    "discord": logging.WARNING,
    "asyncio": logging.WARNING,
    "aiohttp": logging.WARNING,
    # They tell of failures at length; who asked tells of them in a line of its own.
    "telegram.ext": logging.CRITICAL,
    "telegram.request": logging.CRITICAL,
    # They miss what is not needed: voice, and the intent to see guilds.
    "discord.client": logging.ERROR,
    "discord.state": logging.ERROR,
}
"""From which level on the libraries are heard."""
_REPEATED_AFTER = 60.0
_REMEMBERED = 1_000
_NUMBERS = re.compile(r"\d+(?:\.\d+)?")


class OneLine(logging.Formatter):
    """A record as one line: an exception becomes its type, message and last place in the code.

    The given secrets are blotted out wherever they stand: HTTP libraries log addresses, and
    Telegram's hold the token.
    """

    def __init__(self, secrets: Iterable[str]) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")
        self._secrets = tuple(secrets)

    def format(self, record: logging.LogRecord) -> str:
        record.message = record.getMessage()
        record.asctime = self.formatTime(record)
        text = self.formatMessage(record)
        if record.exc_info and record.exc_info[1] is not None:
            text = f"{text}: {_told(record.exc_info[1])}"
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return text.replace("\n", "\\n").replace("\r", "\\r")


class NotAgain(logging.Filter):
    """Holds a line back that was written within the last minute, whatever numbers it tells.

    So trouble that strikes a thousand chats is one line, and the next one counts those held back.
    `timer` gives seconds.
    """

    def __init__(self, timer: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._timer = timer
        # When each line was last written, and how often it was held back since.
        self._written: LRUCache[tuple[object, ...], tuple[float, int]] = LRUCache(_REMEMBERED)

    def filter(self, record: logging.LogRecord) -> bool:
        raised = record.exc_info[0] if record.exc_info else None
        line = (record.name, record.levelno, _NUMBERS.sub("#", record.getMessage()), raised)
        now = self._timer()
        written, held = self._written.get(line, (now - _REPEATED_AFTER, 0))
        if now - written < _REPEATED_AFTER:
            self._written[line] = written, held + 1
            return False
        self._written[line] = now, 0
        if held:
            record.msg, record.args = f"{record.getMessage()} ({held} more like it before)", ()
        return True


def _told(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({frames[-1].name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{place}"


def set_up(level: str, secrets: Iterable[str]) -> None:
    """Log to standard error at a level, the libraries' chatter from WARNING on.

    Repeated lines are held back unless the level is DEBUG, which is for whoever wants them all.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine(secrets))
    if level != "DEBUG":
        handler.addFilter(NotAgain())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for library, from_level in _CHATTER.items():
        logging.getLogger(library).setLevel(max(from_level, logging.getLevelName(level)))
