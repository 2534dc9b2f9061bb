"""Logging: one event a line, without tracebacks and without secrets."""

import logging
import traceback
from collections.abc import Iterable

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


def _told(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({frames[-1].name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{place}"


def set_up(level: str, secrets: Iterable[str]) -> None:
    """Log to standard error at a level, the libraries' chatter from WARNING on."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine(secrets))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for library, from_level in _CHATTER.items():
        logging.getLogger(library).setLevel(max(from_level, logging.getLevelName(level)))
