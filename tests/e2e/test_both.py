"""Telegram and Discord side by side in one process: neither is in the other's way."""

import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio

from tests.e2e import discord_play, telegram_play
from tests.e2e.bot_process import BotProcess, bot_process
from tests.e2e.scripts import LOST, WON
from tests.standins.discord_api import DiscordApi
from tests.standins.discord_faults import Trouble
from tests.standins.telegram_api import BotApi

WRONG = "1234567890:AAHwrongwrongwrongwrongwrongwrongwr"


@pytest_asyncio.fixture
async def discord() -> AsyncIterator[DiscordApi]:
    async with DiscordApi(token="a-token-for-discord") as running:
        yield running


@pytest_asyncio.fixture
async def telegram() -> AsyncIterator[BotApi]:
    async with BotApi() as running:
        yield running


@asynccontextmanager
async def serving_both(
    telegram: BotApi, discord: DiscordApi, directory: Path
) -> AsyncIterator[BotProcess]:
    """A bot that serves both stand-ins, from the moment when it is connected to both."""
    environment = telegram.environment | discord.environment
    async with bot_process(directory, **environment) as bot:
        await discord.ready()
        updates = telegram.state.updates
        await telegram.until(lambda: updates.polls > 0 and updates.waiting, what="a poll")
        yield bot


async def test_both_are_played_at_once_and_one_signal_ends_both(
    telegram: BotApi, discord: DiscordApi, tmp_path: Path
) -> None:
    async with serving_both(telegram, discord, tmp_path) as bot:
        here = await telegram_play.deal(telegram, WON.deal)
        there = await discord_play.deal(discord, LOST.deal)
        for count in range(max(len(WON.steps), len(LOST.steps))):
            await here.play(WON.steps[count : count + 1])
            await there.play(LOST.steps[count : count + 1])
        assert "Won" in here.notice
        assert "Lost" in there.notice
        discord.fault("callback", Trouble.SERVER_ERROR, chat=there.chat)
        held = there.press_soon("↩️ Undo")
        # What the gateway said before the command that is answered here has arrived as well.
        await discord_play.deal(discord, WON.deal)
        assert await bot.stop() == 0
        assert (await held.acknowledged()).kind == "update"
        assert "🎴 1" in there.board.labels
        telegram_play.assert_clean(telegram, bot)
        discord_play.assert_clean(discord, bot)


async def test_an_outage_of_one_does_not_touch_the_other(
    telegram: BotApi, discord: DiscordApi, tmp_path: Path
) -> None:
    async with serving_both(telegram, discord, tmp_path) as bot:
        here = await telegram_play.deal(telegram, WON.deal)
        there = await discord_play.deal(discord, WON.deal)
        async with discord.outage(rest=True):
            await bot.errors.until("reconnect")
            await here.play(WON.steps[:6])
        await discord.until(lambda: discord.gateway.identified, within=20)
        await telegram.stop()
        await there.play(WON.steps[:6])
        assert here.status.split("·")[0] == there.status.split("·")[0]
        assert bot.process.returncode is None
        assert await bot.stop() == 0
        assert "Traceback" not in bot.errors.text


@pytest.mark.parametrize("wrong", ["TELEGRAM_BOT_TOKEN", "DISCORD_BOT_TOKEN"])
async def test_one_wrong_token_ends_the_start_of_both_and_is_named(
    telegram: BotApi, discord: DiscordApi, tmp_path: Path, wrong: str
) -> None:
    environment = telegram.environment | discord.environment
    async with bot_process(tmp_path, **environment | {wrong: WRONG}) as bot:
        assert await bot.exit_code(within=15) not in (0, -signal.SIGKILL)
        assert bot.errors.lines[-1].startswith("pyramid-bot: ")
        assert wrong in bot.errors.lines[-1]
        assert len(bot.errors.lines) <= 3
        assert "Traceback" not in bot.errors.text
        for secret in (WRONG, telegram.token, discord.token):
            assert secret not in bot.errors.text
    assert discord.violations == []
    assert telegram.violations == []
