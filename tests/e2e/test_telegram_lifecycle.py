"""The process in Telegram's company: starts that fail, outages, stops, crashes and restarts."""

import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.i18n import LANGUAGES
from tests.e2e.bot_process import bot_process
from tests.e2e.scripts import WON, face
from tests.e2e.telegram_play import FINISHED, assert_clean, deal, serving
from tests.standins.telegram_api import BotApi


@pytest.fixture
async def api() -> AsyncIterator[BotApi]:
    async with BotApi() as running:
        yield running
        assert running.violations == []


async def refused_start(directory: Path, **environment: str) -> str:
    """What a bot that cannot start says: one line, and an exit code that tells of it."""
    async with bot_process(directory, **environment) as bot:
        assert await bot.exit_code(within=20) > 0
        assert len(bot.errors.lines) == 1, bot.errors.text
        assert bot.output.text == ""
        assert environment["TELEGRAM_BOT_TOKEN"] not in bot.errors.text
        return bot.errors.lines[0]


@pytest.mark.parametrize("token", ["110201543:AAHwrongwrongwrongwrongwrong", "nonsense"])
async def test_a_wrong_token_ends_the_start_with_a_line_about_it(
    api: BotApi, tmp_path: Path, token: str
) -> None:
    said = await refused_start(tmp_path, **api.environment | {"TELEGRAM_BOT_TOKEN": token})
    assert "TELEGRAM_BOT_TOKEN" in said


async def test_an_unreachable_server_ends_the_start_with_a_line_about_it(
    api: BotApi, tmp_path: Path
) -> None:
    await api.stop()
    assert "cannot be reached" in await refused_start(tmp_path, **api.environment)


@pytest.mark.parametrize("method", ["getMe", "deleteWebhook"])
async def test_a_server_that_fails_at_the_start_ends_it_with_a_line_about_it(
    api: BotApi, tmp_path: Path, method: str
) -> None:
    api.fault(method, "http_500", None)
    assert "Telegram" in await refused_start(tmp_path, **api.environment)


@pytest.mark.parametrize("method", ["getMyDescription", "setMyCommands", "setMyName"])
async def test_a_profile_that_is_refused_costs_a_line_and_not_the_game(
    api: BotApi, tmp_path: Path, method: str
) -> None:
    api.fault(method, "http_500", None)
    async with serving(api, tmp_path) as bot:
        table = await deal(api, 12345)
        await table.play(["KH"])
        assert table.status.startswith("1/28")
        await bot.errors.until("profile")
        assert await bot.stop() == 0
        assert len(bot.errors.lines) == 1
        assert_clean(api, bot)


async def test_commands_are_registered_though_telegram_does_not_tell_which_there_are(
    api: BotApi, tmp_path: Path
) -> None:
    api.fault("getMyCommands", "http_500", None)
    commands = api.state.profile.commands
    async with serving(api, tmp_path):
        await api.until(lambda: len(commands) == 1 + len(LANGUAGES), what="all commands")


async def test_a_poller_that_is_there_already_ends_the_start_with_a_line_about_it(
    api: BotApi, tmp_path: Path
) -> None:
    api.conflict()
    assert "another process" in await refused_start(tmp_path, **api.environment)


async def test_a_second_process_gives_way_to_the_one_that_serves(
    api: BotApi, tmp_path: Path
) -> None:
    async with serving(api, tmp_path) as bot:
        table = await deal(api, 12345)
        assert "another process" in await refused_start(tmp_path, **api.environment)
        await table.play(["KH", "KS"])
        assert table.status.startswith("2/28")
        assert await bot.stop() == 0
        assert len(bot.errors.lines) <= 2
        assert_clean(api, bot)


async def test_a_token_that_is_revoked_ends_the_process_with_a_line_about_it(
    api: BotApi, tmp_path: Path
) -> None:
    async with serving(api, tmp_path) as bot:
        table = await deal(api, 12345)
        await api.polling()
        api.fault("getUpdates", "refuse", None, code=401, description="Unauthorized")
        await table.play(["KH"])
        assert await bot.exit_code() > 0
        assert len(bot.errors.lines) == 1, bot.errors.text
        assert "TELEGRAM_BOT_TOKEN" in bot.errors.lines[0]


async def test_an_outage_is_ridden_out_with_few_lines(api: BotApi, tmp_path: Path) -> None:
    async with serving(api, tmp_path) as bot:
        table = await deal(api, 12345)
        # The outage would be an incident of its own to a profile that is being registered.
        await api.until(lambda: len(api.state.profile.short_descriptions) >= len(LANGUAGES))
        await api.stop()
        press = table.chat.tap(table.person, table.board, face("KH"))
        await bot.errors.until("\n")
        await api.start()
        await press.answer()
        await table.chat.edited(table.board, 1)
        await table.play(["KS", "draw"])
        assert table.status.startswith("2/28 · combo 0 · stock 23")
        assert await bot.stop() == 0
        assert len(bot.errors.lines) <= 3
        assert_clean(api, bot)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_the_process_in_peace(
    api: BotApi, tmp_path: Path, number: signal.Signals
) -> None:
    async with serving(api, tmp_path) as bot:
        table = await deal(api, 12345)
        await table.play(["KH"])
        assert await bot.stop(number) == 0
        assert bot.errors.lines == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_stop_in_the_midst_of_presses_shows_what_it_acknowledged_and_loses_none(
    api: BotApi, tmp_path: Path, number: signal.Signals
) -> None:
    async with serving(api, tmp_path) as bot:
        tables = [await deal(api, 12345) for _ in range(12)]
        slow = api.fault("editMessageText", "delay", None, seconds=0.3)
        presses = [one.chat.tap(one.person, one.board, "🎴 24") for one in tables[:8]]
        await presses[0].answer()
        bot.send(number)
        presses += [one.chat.tap(one.person, one.board, "🎴 24") for one in tables[8:]]
        assert await bot.exit_code(within=5) == 0
        assert_clean(api, bot)
    for one, press in zip(tables, presses, strict=True):
        assert one.board.edits == press.done
    slow.left = 0
    async with serving(api, tmp_path) as bot:
        for one, press in zip(tables, presses, strict=True):
            await press.answer()
            await one.chat.edited(one.board, 1)
            assert one.status.startswith("0/28 · combo 0 · stock 23")
        assert_clean(api, bot)


async def test_a_stop_does_not_wait_for_chats_that_cannot_be_shown_anything(
    api: BotApi, tmp_path: Path
) -> None:
    async with serving(api, tmp_path) as bot:
        limited, stuck, mute = [await deal(api, 12345) for _ in range(3)]
        api.fault("editMessageText", "flood", chat=limited.chat, seconds=60)
        api.fault("editMessageText", "delay", chat=stuck.chat, seconds=60)
        for one in (limited, stuck):
            await one.told(face("KH"))
        await api.until(lambda: len(api.calls_of("editMessageText")) == 2)
        hangs = api.fault("answerCallbackQuery", "delay", seconds=60)
        mute.chat.tap(mute.person, mute.board, face("KH"))
        await mute.chat.edited(mute.board, 1)
        await api.until(lambda: hangs.struck)
        assert await bot.stop() == 0
        assert_clean(api, bot)


async def test_a_stop_does_not_keep_back_the_board_of_a_chat_that_was_limited_before(
    api: BotApi, tmp_path: Path
) -> None:
    async with serving(api, tmp_path) as bot:
        table = await deal(api, 12345, api.group("Friends", api.person("Bob")))
        api.fault("editMessageText", "flood", chat=table.chat, seconds=1)
        await table.press(face("KH"))
        assert await table.told(face("KS")) == ""
        assert table.status.startswith("1/28")
        assert await bot.stop() == 0
        assert table.status.startswith("2/28")
        assert_clean(api, bot)


async def test_a_game_goes_on_after_a_crash_with_all_its_moves(api: BotApi, tmp_path: Path) -> None:
    async with serving(api, tmp_path) as bot:
        table = await deal(api, WON.deal)
        await table.play(WON.steps[:20])
        shown = table.board.text.splitlines()[:9]
        await api.polling()
        await bot.kill()
    async with serving(api, tmp_path) as bot:
        await table.press("⚙️")
        await table.press("⬅️ Board")
        assert table.board.text.splitlines()[:9] == shown
        await table.play(WON.steps[20:])
        assert "Won" in table.notice
        assert "48 moves" in table.notice
        assert "longest combo 5" in table.notice
        await api.polling()
        await bot.kill()
    async with serving(api, tmp_path) as bot:
        for _ in WON.steps:
            await table.press("↩️ Undo")
        assert table.status.startswith("0/28 · combo 0 · stock 24")
        assert await table.told("↩️ Undo") == "There is no move to take back."
        assert_clean(api, bot)


async def test_presses_made_while_the_bot_was_away_count_once(api: BotApi, tmp_path: Path) -> None:
    async with serving(api, tmp_path) as bot:
        group = await deal(api, 12345, api.group("Friends", api.person("Bob")))
        await group.play(["KH"])
        won = await deal(api, WON.deal)
        await won.play(WON.steps)
        await api.polling()
        await bot.kill()
    draws = [group.chat.tap(group.person, group.board, "🎴 24") for _ in range(2)]
    edits = group.board.edits, won.board.edits
    won.chat.tap(won.person, won.board, "↩️ Undo")
    async with serving(api, tmp_path) as bot:
        assert [(await draw.answer()).text for draw in draws] == [
            "",
            "The board has changed meanwhile: here it is as it stands.",
        ]
        await group.chat.edited(group.board, edits[0] + 1)
        await group.press("↩️ Undo")
        assert group.status.startswith("1/28 · combo 1 · stock 24")
        await won.chat.edited(won.board, edits[1] + 1)
        assert won.status.startswith("27/28")
        await won.play(WON.steps[-1:])
        assert won.board.labels == FINISHED
        assert_clean(api, bot)


async def test_the_log_never_holds_the_token(api: BotApi, tmp_path: Path) -> None:
    async with serving(api, tmp_path, LOG_LEVEL="DEBUG") as bot:
        table, blocked = await deal(api, 12345), await deal(api, 12345)
        api.fault("editMessageText", "drop_before", chat=table.chat)
        await table.press(face("TH"))
        blocked.chat.block()
        await blocked.told(face("KH"))
        await api.stop()
        await bot.errors.until("polled")
        await api.start()
        await table.command("/board")
        assert await bot.stop() == 0
        assert len(bot.errors.lines) >= 3
        assert_clean(api, bot)
