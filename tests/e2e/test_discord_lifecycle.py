"""Starts, restarts and stops with Discord: what the operator sees, and what players keep."""

import asyncio
import copy
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.e2e.bot_process import BotProcess, bot_process
from tests.e2e.discord_play import Table, assert_clean, assert_quiet, deal, serving
from tests.e2e.scripts import DRAW, WON
from tests.standins.discord_api import DiscordApi
from tests.standins.discord_errors import Json
from tests.standins.discord_faults import Trouble

HOLD = 1.5
"""Longer than a press waits for its turn, shorter than a call that acknowledges may take."""
SECRET = "MTIzNDU2Nzg5.wrong-token.aaaaaaaaaaaaaaaaaaaaaaaaaaa"


@pytest_asyncio.fixture
async def api() -> AsyncIterator[DiscordApi]:
    async with DiscordApi() as running:
        yield running
        assert running.violations == []


async def assert_refused_start(bot: BotProcess, *words: str) -> None:
    """The process ended by itself with one clear line, which is free of secrets."""
    code = await bot.exit_code(within=15)
    assert code not in (0, -signal.SIGKILL)
    last = bot.errors.lines[-1]
    for word in words:
        assert word in last
    assert last.startswith("pyramid-bot: ")
    assert len(bot.errors.lines) <= 3
    assert_quiet(bot, SECRET)
    assert_quiet(bot, "stand-in-token")


async def press_until_nothing_answers(table: Table) -> int:
    """Draw and take back in turns; gives how often that was answered."""
    for count in range(200):
        answer = table.press_soon(DRAW if count % 2 == 0 else "↩️ Undo")
        # The last one comes to a bot that is gone.
        answer.interaction.excused = True
        if not await answer.interaction.acknowledged:
            return count
        await asyncio.sleep(0.05)
    raise AssertionError("still answers")


def definitions(api: DiscordApi) -> list[Json]:
    """What Discord knows of the commands, without its own version marks."""
    kept = [{key: one[key] for key in one.keys() - {"id", "version"}} for one in api.commands]
    return copy.deepcopy(kept)


async def test_commands_are_told_once_and_again_only_when_they_changed(
    api: DiscordApi, tmp_path: Path
) -> None:
    def limit() -> None:
        options = next(one["options"] for one in api.commands if one["name"] == "new")
        next(one for one in options if one["name"] == "deal")["max_value"] = 1000

    def forbid_private_channels() -> None:
        api.commands[0]["contexts"] = [0, 1]

    def forget() -> None:
        del api.commands[-1]

    async with serving(api, tmp_path) as bot:
        assert api.sync_count == 1
        await bot.kill()
    told = definitions(api)
    async with serving(api, tmp_path) as bot:
        assert api.sync_count == 1
        await bot.kill()
    for count, change in enumerate((limit, forbid_private_channels, forget), start=2):
        change()
        async with serving(api, tmp_path):
            assert api.sync_count == count
            assert definitions(api) == told


async def test_after_a_crash_any_button_brings_the_game_back_with_its_history(
    api: DiscordApi, tmp_path: Path
) -> None:
    async with serving(api, tmp_path) as bot:
        table, won = await deal(api, WON.deal), await deal(api, WON.deal)
        dealt = table.picture
        await table.play(WON.steps[:4])
        before = table.lines
        await won.play(WON.steps)
        assert "Won" in won.notice
        await bot.kill()
    async with serving(api, tmp_path, LOG_LEVEL="DEBUG") as bot:
        await table.press("↩️ Undo")
        await table.play(WON.steps[3:4])
        assert table.lines[:-1] == before[:-1]
        for _ in range(4):
            await table.press("↩️ Undo")
        assert table.picture == dealt
        assert table.status.startswith("0/28")
        refused = await table.press("↩️ Undo")
        assert "no move" in await table.told(refused)
        await won.press("↩️ Undo")
        assert won.status.startswith("27/28")
        await won.play(WON.steps[-1:])
        assert "Won" in won.notice
        assert "48 moves" in won.notice
        assert won.chat.messages == [won.board]
        assert await bot.stop(signal.SIGINT) == 0
        assert_clean(api, bot)


async def test_a_stop_answers_what_is_under_way_and_gives_up_the_hopeless(
    api: DiscordApi, tmp_path: Path
) -> None:
    async with serving(api, tmp_path) as bot:
        quick, hopeless, *slow = [await deal(api, WON.deal + count) for count in range(8)]
        for table in slow:
            api.fault("callback", Trouble.SERVER_ERROR, chat=table.chat)
        api.fault("callback", Trouble.RATE_LIMIT, times=9, seconds=60, chat=hopeless.chat)
        hopeless.press_soon(DRAW)
        pressed = [table.press_soon(DRAW) for table in slow]
        # What the gateway said before the press that is answered here has arrived as well.
        await quick.press(DRAW)
        for number in (signal.SIGTERM, signal.SIGINT):
            bot.send(number)
        assert await bot.stop() == 0
        for answer in pressed:
            assert (await answer.acknowledged()).kind == "update"
        assert all("🎴 23" in table.board.labels for table in slow)
        assert_quiet(bot, api.token)


async def test_a_stop_under_load_sends_the_board_of_every_acknowledged_move(
    api: DiscordApi, tmp_path: Path
) -> None:
    troubles = [(Trouble.DELAY, HOLD), (Trouble.DELAY, 0.4), (Trouble.RATE_LIMIT, 0.5)]
    async with serving(api, tmp_path) as bot:
        quick, endless, *crowded = [await deal(api, WON.deal) for _ in range(11)]
        for count, table in enumerate(crowded):
            trouble, seconds = troubles[count % len(troubles)]
            api.fault("callback", trouble, seconds=seconds, chat=table.chat)
        people = [api.user(name) for name in ("Bob", "Cleo", "Dan")]
        pressed = [
            table.press_soon(name, person)
            for table in crowded
            for name, person in zip((DRAW, "6S", "7D"), people, strict=True)
        ]
        await quick.press(DRAW)
        bot.send(signal.SIGTERM)
        answered = await press_until_nothing_answers(endless)
        assert await bot.exit_code(within=5) == 0
        assert answered
        assert f"🎴 {24 - answered % 2}" in endless.board.labels
        for answer in pressed:
            await answer.acknowledged()
        for table in crowded:
            assert table.status.startswith("2/28")
            assert "🎴 23" in table.board.labels
        assert_quiet(bot, api.token)


async def test_a_stop_in_the_middle_of_an_outage_ends_at_once(
    api: DiscordApi, tmp_path: Path
) -> None:
    async with serving(api, tmp_path) as bot, api.outage(rest=True):
        await bot.errors.until("reconnect")
        assert await bot.stop() == 0
        assert_quiet(bot, api.token)


async def test_a_wrong_token_ends_the_start(api: DiscordApi, tmp_path: Path) -> None:
    environment = api.environment | {"DISCORD_BOT_TOKEN": SECRET}
    async with bot_process(tmp_path, **environment) as bot:
        await assert_refused_start(bot, "DISCORD_BOT_TOKEN")
    assert api.gateway.connections == 0


async def test_a_token_that_the_gateway_refuses_ends_the_start(
    api: DiscordApi, tmp_path: Path
) -> None:
    async with DiscordApi(token="another") as elsewhere:
        environment = api.environment | {"DISCORD_GATEWAY_URL": elsewhere.gateway_url}
        async with bot_process(tmp_path, **environment) as bot:
            await assert_refused_start(bot, "Discord", "4004")


async def test_a_token_that_is_withdrawn_later_ends_the_process(
    api: DiscordApi, tmp_path: Path
) -> None:
    async with serving(api, tmp_path) as bot:
        api.gateway.close(4004)
        await assert_refused_start(bot, "Discord", "4004")


@pytest.mark.parametrize("missing", ["rest", "gateway"])
async def test_a_discord_that_cannot_be_reached_ends_the_start(
    api: DiscordApi, tmp_path: Path, missing: str
) -> None:
    async with (
        api.outage(rest=missing == "rest", gateway=missing == "gateway"),
        bot_process(tmp_path, **api.environment) as bot,
    ):
        await assert_refused_start(bot, "Discord", "reached")


@pytest.mark.parametrize(
    ("route", "trouble"),
    [
        ("me", Trouble.DROP),
        ("application", 50001),
        ("commands.sync", Trouble.LOST_RESPONSE),
        ("commands.sync", 50035),
    ],
)
async def test_a_discord_that_fails_at_the_start_ends_it(
    api: DiscordApi, tmp_path: Path, route: str, trouble: Trouble | int
) -> None:
    api.fault(route, trouble, times=99)
    async with bot_process(tmp_path, **api.environment) as bot:
        await assert_refused_start(bot, "Discord")
        assert len(bot.errors.lines) == 1


async def test_what_passes_at_the_start_is_waited_out_and_told_in_one_line(
    api: DiscordApi, tmp_path: Path
) -> None:
    for route, trouble in (
        ("me", Trouble.SERVER_ERROR),
        ("application", Trouble.BAD_GATEWAY),
        ("commands.get", Trouble.DROP),
        ("commands.get", Trouble.RATE_LIMIT),
        ("commands.sync", Trouble.RATE_LIMIT),
        ("commands.sync", Trouble.GLOBAL_RATE_LIMIT),
    ):
        api.fault(route, trouble)
    api.fault("commands.get", Trouble.DELAY, seconds=5)
    async with serving(api, tmp_path) as bot:
        assert api.sync_count == 1
        table = await deal(api, WON.deal)
        await table.press(DRAW)
        (line,) = bot.errors.lines
        assert "429" in line
        assert "it took" in line


async def test_a_stop_during_the_start_is_a_stop(api: DiscordApi, tmp_path: Path) -> None:
    api.fault("application", Trouble.DELAY, seconds=5)
    async with bot_process(tmp_path, **api.environment) as bot:
        # The first call's answer is what wakes this wait: the second one hangs then.
        await api.until(lambda: any(one.status == 200 for one in api.calls))
        assert await bot.stop() == 0
        assert_clean(api, bot)
