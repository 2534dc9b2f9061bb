"""How updates come from Telegram, and what a failing poll means."""

import asyncio
import logging
from typing import Any

from telegram.error import TelegramError

from adapters.telegram_request import AiohttpRequest

_UNAUTHORIZED, _CONFLICT = 401, 409
_log = logging.getLogger(__name__)


class PollingRequest(AiohttpRequest):
    """The connection that polls. It knows whether polling has ever worked.

    `refused` gets a sentence when going on is useless: the token is not valid (any more), or
    another process polls with it and this one never could. Any other trouble is an outage, which
    the library rides out with growing pauses; its beginning is told to the log, and its end where
    it cost more than one poll.
    """

    def __init__(self, refused: "asyncio.Future[str]", proxy: str | None) -> None:
        super().__init__(1, proxy)
        self._refused = refused
        self._worked = False
        self._failures = 0

    async def do_request(self, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        """One request, as the library defines it."""
        try:
            code, body = await super().do_request(*args, **kwargs)
        except TelegramError as error:
            self._trouble(str(error))
            raise
        if code == _UNAUTHORIZED:
            self._give_up("Telegram refuses the token in TELEGRAM_BOT_TOKEN")
        elif code == _CONFLICT and not self._worked:
            self._give_up("another process serves Telegram with this token")
        elif code >= 400:
            self._trouble(f"status {code}")
        else:
            self._worked = True
            if self._failures > 1:
                _log.warning("Telegram answers again")
            self._failures = 0
        return code, body

    def _give_up(self, why: str) -> None:
        if not self._refused.done():
            self._refused.set_result(why)

    def _trouble(self, what: str) -> None:
        self._failures += 1
        if self._failures == 1:
            _log.warning("Telegram cannot be polled, trying again: %s", what)
