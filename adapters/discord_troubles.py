"""What goes wrong with calls to Discord, told to the log in one line for each incident."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_SLOW_SECONDS = 0.9
"""The library rests at least one second before it tries a call again, and does not tell of that."""
_LIMITED = ("discord.http", "discord.webhook.async_")
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


@contextmanager
def timed() -> Iterator[None]:
    """A call, or the start; where it ends well, but late, that is noted."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    yield
    seconds = loop.time() - began
    if seconds > _SLOW_SECONDS:
        note(f"it took {seconds:.1f} s")


def note(trouble: object) -> None:
    """Something went wrong: it is told with what else does in this block, or else at once."""
    told = str(trouble) or type(trouble).__name__
    found = _found.get()
    if found is None:
        _log.info("%s", told)
    else:
        found.append(told)


def watch() -> None:
    """Have limits that the library waits out noted, which it tells of in a line for each attempt.

    What it says of each attempt to reconnect is left out.
    """
    for name in _LIMITED:
        logging.getLogger(name).addFilter(_note_limit)
    logging.getLogger("discord.client").addFilter(_is_no_attempt)


def _note_limit(record: logging.LogRecord) -> bool:
    if record.levelno == logging.WARNING:
        note("429 Too Many Requests")
    return record.levelno > logging.WARNING


def _is_no_attempt(record: logging.LogRecord) -> bool:
    return _ATTEMPT not in str(record.msg)
