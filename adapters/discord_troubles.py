"""What goes wrong with calls to Discord, told to the log in one line for each incident."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import SimpleNamespace

import aiohttp

_TOO_MANY, _SERVER_ERROR = 429, 500
_ATTEMPT = "Attempting a reconnect"
_found: ContextVar[list[str] | None] = ContextVar("_found", default=None)
_log = logging.getLogger(__name__)


@contextmanager
def one_line(what: str) -> Iterator[None]:
    """Whatever goes wrong in the block, and in tasks that it starts, is one line at its end."""
    found: list[str] = []
    outside = _found.set(found)
    try:
        yield
    finally:
        _found.reset(outside)
        if found:
            _log.info("%s: %s", what, "; ".join(dict.fromkeys(found)))


def note(trouble: object) -> None:
    """Something went wrong: it is told with what else does in this block, or else at once."""
    told = str(trouble) or type(trouble).__name__
    found = _found.get()
    if found is None:
        _log.info("%s", told)
    else:
        found.append(told)


def watch() -> aiohttp.TraceConfig:
    """What makes the library's connections note refusals that the library tries again after.

    The library itself tells of each of its attempts in a line, or of none.
    """
    logging.getLogger("discord.client").addFilter(_is_no_attempt)
    config = aiohttp.TraceConfig()
    config.on_request_end.append(_note_status)
    return config


def _is_no_attempt(record: logging.LogRecord) -> bool:
    return _ATTEMPT not in str(record.msg)


async def _note_status(
    _session: aiohttp.ClientSession,
    _context: SimpleNamespace,
    ended: aiohttp.TraceRequestEndParams,
) -> None:
    status = ended.response.status
    if status == _TOO_MANY or status >= _SERVER_ERROR:
        note(f"{status} {ended.response.reason}")
