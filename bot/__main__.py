"""`python -m bot`: every adapter that has a token, side by side in one loop; else the terminal."""

import argparse
import asyncio
import gc
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass

from bot.health import keep_health_file
from bot.log import set_up
from bot.pyramid_bot import PyramidBot
from bot.searches import Searches
from bot.sessions import Sessions
from bot.settings import InvalidSettings, Settings, read_settings
from bot.stopping import StartRefused

_STOP_SECONDS = 7.5
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Platform:
    """An adapter: `run` serves until the event is set, `check` tells whose token it has."""

    name: str
    run: Callable[[PyramidBot, asyncio.Event], Coroutine[None, None, None]]
    check: Callable[[], Coroutine[None, None, str]]


def main() -> None:
    """The console script: runs until it is told to stop and exits with the process's code."""
    parser = argparse.ArgumentParser(
        prog="pyramid-bot",
        description="Pyramid Solitaire in Telegram, in Discord and in a terminal.",
        epilog="Settings come from the environment and from .env; .env.example lists them.",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="say what would start, after trying settings and tokens, and start nothing",
    )
    check = parser.parse_args().check
    try:
        settings = read_settings()
        set_up(settings.log_level, settings.secrets)
        asyncio.run(_check(settings) if check else _run(settings))
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
    platforms = _platforms(settings)
    _spare_collections()
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        # Windows has no such handlers: there Ctrl-C raises KeyboardInterrupt.
        with suppress(NotImplementedError):
            loop.add_signal_handler(name, _stop, stop)
    try:
        async with asyncio.TaskGroup() as group:
            serving = [group.create_task(_told(one.run(bot, stop))) for one in platforms]
            if settings.health_file is not None:
                names = [one.name for one in platforms]
                keeping = keep_health_file(settings.health_file, names, sessions)
                health = group.create_task(_told(keeping))
                await asyncio.wait(serving)
                health.cancel()
    except* StartRefused as refused:
        raise StartRefused(str(refused.exceptions[0])) from refused
    finally:
        await bot.close()


async def _check(settings: Settings) -> None:
    """Say for each platform as whom it would start, or why it would not."""
    refused: StartRefused | None = None
    for platform in _platforms(settings):
        try:
            print(f"{platform.name}: would start as {await platform.check()}")
        except StartRefused as error:
            refused = error
            print(f"{platform.name}: {error}", file=sys.stderr)
    if refused is not None:
        raise refused


def _spare_collections() -> None:
    """Let the garbage collector look at what presses leave behind, not at the libraries each time.

    What a press makes is freed by reference counts; the few cycles in it can wait for each other.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10, 5)


def _stop(stop: asyncio.Event) -> None:
    stop.set()
    _end_within(_STOP_SECONDS, 0)


async def _told(running: Coroutine[None, None, None]) -> None:
    """Run a part of the whole; why it cannot go on is told at once, and then the process ends."""
    try:
        await running
    except Exception as error:
        if not isinstance(error, StartRefused):
            _log.exception("a part failed")
            error = StartRefused("it cannot go on, as the log tells")
        print(f"pyramid-bot: {error}", file=sys.stderr, flush=True)
        _end_within(_STOP_SECONDS, 1)
        raise error from None


def _end_within(seconds: float, code: int) -> None:
    """End the process after so many seconds, if a library has not let it end by itself."""
    timer = threading.Timer(seconds, os._exit, (code,))
    timer.daemon = True
    timer.start()


def _platforms(settings: Settings) -> list[Platform]:
    """The platforms whose token is set, else the terminal.

    A platform's library is loaded only where its adapter runs.
    """
    platforms: list[Platform] = []
    if settings.telegram_bot_token is not None:
        from adapters.telegram import check_telegram, run_telegram

        token, api = settings.telegram_bot_token.get_secret_value(), str(settings.telegram_api_url)
        platforms.append(
            Platform(
                "telegram",
                lambda bot, stop: run_telegram(bot, token, api, stop),
                lambda: check_telegram(token, api),
            )
        )
    if settings.discord_bot_token is not None:
        platforms.append(_discord(settings, settings.discord_bot_token.get_secret_value()))
    if not platforms:
        from adapters.terminal import run_terminal

        platforms.append(Platform("terminal", run_terminal, _no_account))
    return platforms


def _discord(settings: Settings, token: str) -> Platform:
    from adapters.discord import check_discord, run_discord

    api, gateway = str(settings.discord_api_url), str(settings.discord_gateway_url)
    return Platform(
        "discord",
        lambda bot, stop: run_discord(bot, token, api, gateway, stop),
        lambda: check_discord(token, api),
    )


async def _no_account() -> str:
    return "nobody: no token is set, so the game is played here"


if __name__ == "__main__":
    main()
