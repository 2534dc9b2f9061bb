"""How updates come from Telegram: what a failing poll means, and the order within a chat."""

import asyncio
import logging
from collections.abc import Awaitable
from typing import Any
from weakref import WeakValueDictionary

from telegram import Update
from telegram.error import TelegramError
from telegram.ext import BaseUpdateProcessor

from adapters.telegram_request import AiohttpRequest

_UNAUTHORIZED, _CONFLICT = 401, 409
_log = logging.getLogger(__name__)


class PollingRequest(AiohttpRequest):
    """The connection that polls. It knows whether polling has ever worked.

    `refused` gets a sentence when going on is useless: the token is not valid (any more), or
    another process polls with it and this one never could. Any other trouble is an outage, which
    the library rides out with growing pauses; its beginning and its end are told to the log once.
    """

    def __init__(self, refused: "asyncio.Future[str]") -> None:
        super().__init__(connections=1)
        self._refused = refused
        self._worked = False
        self._troubled = False

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
            if self._troubled:
                self._troubled = False
                _log.warning("Telegram answers again")
        return code, body

    def _give_up(self, why: str) -> None:
        if not self._refused.done():
            self._refused.set_result(why)

    def _trouble(self, what: str) -> None:
        if not self._troubled:
            self._troubled = True
            _log.warning("Telegram cannot be polled, trying again: %s", what)


class ChatOrder(BaseUpdateProcessor):
    """Updates of one chat one after the other, chats side by side."""

    def __init__(self, max_concurrent_updates: int) -> None:
        super().__init__(max_concurrent_updates)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def do_process_update(self, update: object, coroutine: Awaitable[Any]) -> None:
        """Run the library's coroutine for an update when its chat's turn comes."""
        chat = update.effective_chat if isinstance(update, Update) else None
        lock = self._locks.setdefault(0 if chat is None else chat.id, asyncio.Lock())
        async with lock:
            await coroutine

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to give back."""
