"""`python -m bot`: every adapter that has a token, side by side in one loop; else the terminal."""

import argparse
import asyncio
import logging
import signal
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial

from bot.log import set_up
from bot.pyramid_bot import PyramidBot
from bot.searches import Searches
from bot.sessions import Sessions
from bot.settings import InvalidSettings, Settings, read_settings
from bot.stopping import StartRefused

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
    except (InvalidSettings, StartRefused) as refusal:
        sys.exit(f"pyramid-bot: {refusal}")
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
            loop.add_signal_handler(name, stop.set)
    try:
        async with asyncio.TaskGroup() as group:
            for adapter in adapters:
                group.create_task(adapter(stop))
    except* StartRefused as refused:
        raise StartRefused(str(refused.exceptions[0])) from refused
    except* Exception as failed:
        _log.exception("an adapter failed", exc_info=failed.exceptions[0])
        raise StartRefused("it cannot go on, as the log tells") from failed
    finally:
        await bot.close()


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
