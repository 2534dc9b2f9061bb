"""`python -m bot`: every adapter that has a token, side by side in one loop; else the terminal."""

import argparse
import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial

from bot.log import set_up
from bot.pyramid_bot import PyramidBot
from bot.searches import Searches
from bot.sessions import Sessions
from bot.settings import InvalidSettings, Settings, read_settings
from bot.stopping import StartRefused

_STOP_SECONDS = 7.5
_log = logging.getLogger(__name__)

Adapter = Callable[[asyncio.Event], Coroutine[None, None, None]]


def main() -> None:
    """The console script: runs until it is told to stop and exits with the process's code."""
    parser = argparse.ArgumentParser(
        prog="pyramid-bot",
        description="Pyramid Solitaire in Telegram, in Discord and in a terminal.",
        epilog="Settings come from the environment and from .env; .env.example lists them.",
    )
    parser.parse_args()
    try:
        settings = read_settings()
        set_up(settings.log_level, settings.secrets)
        asyncio.run(_run(settings))
    except InvalidSettings as refusal:
        sys.exit(f"pyramid-bot: {refusal}")
    except StartRefused:
        # `_run` has told why.
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(0)


async def _run(settings: Settings) -> None:
    sessions = Sessions(settings.max_sessions, settings.session_idle)
    searches = Searches(seconds=settings.search_seconds)
    bot = PyramidBot(sessions, searches=searches, language=settings.default_language)
    adapters = _adapters(settings, bot)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        # Windows has no such handlers: there Ctrl-C raises KeyboardInterrupt.
        with suppress(NotImplementedError):
            loop.add_signal_handler(name, _stop, stop)
    try:
        async with asyncio.TaskGroup() as group:
            for adapter in adapters:
                group.create_task(_told(adapter(stop)))
    except* StartRefused as refused:
        raise StartRefused(str(refused.exceptions[0])) from refused
    finally:
        await bot.close()


def _stop(stop: asyncio.Event) -> None:
    stop.set()
    _end_within(_STOP_SECONDS, 0)


async def _told(running: Coroutine[None, None, None]) -> None:
    """Run an adapter; why it cannot go on is told at once, and then the process ends."""
    try:
        await running
    except Exception as error:
        if not isinstance(error, StartRefused):
            _log.exception("an adapter failed")
            error = StartRefused("it cannot go on, as the log tells")
        print(f"pyramid-bot: {error}", file=sys.stderr, flush=True)
        _end_within(_STOP_SECONDS, 1)
        raise error from None


def _end_within(seconds: float, code: int) -> None:
    """End the process after so many seconds, if a library has not let it end by itself."""
    timer = threading.Timer(seconds, os._exit, (code,))
    timer.daemon = True
    timer.start()


def _adapters(settings: Settings, bot: PyramidBot) -> list[Adapter]:
    """The adapters whose token is set, else the terminal; each runs until the event is set.

    A platform's library is loaded only where its adapter runs.
    """
    adapters: list[Adapter] = []
    if settings.telegram_bot_token is not None:
        from adapters.telegram import run_telegram

        token = settings.telegram_bot_token.get_secret_value()
        adapters.append(partial(run_telegram, bot, token, str(settings.telegram_api_url)))
    if settings.discord_bot_token is not None:
        from adapters.discord import run_discord

        token = settings.discord_bot_token.get_secret_value()
        api, gateway = str(settings.discord_api_url), str(settings.discord_gateway_url)
        adapters.append(partial(run_discord, bot, token, api, gateway))
    if not adapters:
        from adapters.terminal import run_terminal

        adapters.append(partial(run_terminal, bot))
    return adapters


if __name__ == "__main__":
    main()
