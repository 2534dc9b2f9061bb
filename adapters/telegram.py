"""Telegram by long polling: how serving it starts, goes on and ends."""

import asyncio
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from telegram import Bot, Update
from telegram.constants import UpdateType
from telegram.error import Conflict, InvalidToken, NetworkError, TelegramError
from telegram.ext import ApplicationBuilder, ContextTypes, TypeHandler

from adapters.telegram_polling import PollingRequest
from adapters.telegram_profile import register_profile
from adapters.telegram_request import AiohttpRequest, proxy_of, reason
from adapters.telegram_updates import App, TelegramAdapter
from bot.pyramid_bot import PyramidBot
from bot.stopping import StartRefused

_UPDATES_AT_ONCE = 256
_CONNECTIONS = _UPDATES_AT_ONCE
_STOP_POLLING, _STOP_HANDLERS, _STOP_SENDING = 1.0, 1.5, 1.5
_log = logging.getLogger(__name__)


async def run_telegram(bot: PyramidBot, token: str, api_url: str, stop: asyncio.Event) -> None:
    """Serve Telegram until `stop` is set, then finish what is under way within five seconds.

    `api_url` is the Bot API server's root. Raises `StartRefused` when the token is refused, the
    server cannot be reached at the start, or another process polls with the token.
    """
    # Without it the library warns of each wait that a limit asks for.
    os.environ.setdefault("PTB_TIMEDELTA", "true")
    root = api_url.rstrip("/")
    refused: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    proxy = proxy_of(root)
    calls, polls = AiohttpRequest(_CONNECTIONS, proxy), PollingRequest(refused, proxy)
    app = (
        ApplicationBuilder()
        .token(token)
        .base_url(f"{root}/bot")
        .base_file_url(f"{root}/file/bot")
        .request(calls)
        .get_updates_request(polls)
        .concurrent_updates(_UPDATES_AT_ONCE)
        .build()
    )
    adapter = TelegramAdapter(bot, app)
    app.add_handler(TypeHandler(Update, adapter.on_update))
    app.add_error_handler(_log_error)
    try:
        await _start(app)
        # Play need not wait for what is shown outside of chats.
        profile = asyncio.create_task(register_profile(app.bot, bot))
        try:
            await _until_told(stop, refused)
        finally:
            profile.cancel()
    finally:
        await _finish(app, adapter)
        # A start that failed half way leaves them open.
        await calls.shutdown()
        await polls.shutdown()


async def check_telegram(token: str, api_url: str) -> str:
    """Whose token this is, as Telegram says. Raises `StartRefused` as `run_telegram` does."""
    calls = AiohttpRequest(1, proxy_of(api_url))
    bot = Bot(token, f"{api_url.rstrip('/')}/bot", request=calls, get_updates_request=calls)
    try:
        with _refusals():
            await bot.initialize()
            return f"@{bot.username}"
    finally:
        await calls.shutdown()


async def _start(app: App) -> None:
    with _refusals():
        await app.initialize()
        await app.start()
        if app.updater is not None:
            await app.updater.start_polling(
                bootstrap_retries=0,
                allowed_updates=[UpdateType.MESSAGE, UpdateType.CALLBACK_QUERY],
                # `PollingRequest` tells the log of every incident, once.
                error_callback=lambda _: None,
            )


@contextmanager
def _refusals() -> Iterator[None]:
    """What Telegram's errors mean at the start."""
    try:
        yield
    except InvalidToken as error:
        raise StartRefused("Telegram refuses the token in TELEGRAM_BOT_TOKEN") from error
    except Conflict as error:
        raise StartRefused("another process serves Telegram with this token") from error
    except NetworkError as error:
        raise StartRefused(f"Telegram cannot be reached: {reason(error)}") from error
    except TelegramError as error:
        raise StartRefused(f"Telegram refuses the start: {reason(error)}") from error


async def _until_told(stop: asyncio.Event, refused: "asyncio.Future[str]") -> None:
    stopped = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((stopped, refused), return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopped.cancel()
    if refused.done():
        raise StartRefused(refused.result())


async def _finish(app: App, adapter: TelegramAdapter) -> None:
    """Take no more updates, answer those that were taken, send the last boards, and leave."""
    if app.updater is not None and app.updater.running:
        # It raises again what ended the polling, which was told already.
        with suppress(TimeoutError, TelegramError):
            async with asyncio.timeout(_STOP_POLLING):
                await app.updater.stop()
    if app.running:
        with suppress(TimeoutError):
            async with asyncio.timeout(_STOP_HANDLERS):
                await app.stop()
    await adapter.sender.drain(_STOP_SENDING)
    # Only an application whose stop ran out of time still counts as running.
    with suppress(RuntimeError):
        await app.shutdown()


async def _log_error(_: object, context: ContextTypes.DEFAULT_TYPE) -> None:
    _log.error("an update failed", exc_info=context.error)
