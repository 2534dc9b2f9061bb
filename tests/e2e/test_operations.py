"""What an operator sees: a check before the start, a health file, and a line for each event."""

import asyncio
import json
from pathlib import Path

from tests.e2e.bot_process import BotProcess, bot_process
from tests.e2e.telegram_play import serving
from tests.standins.discord_api import DiscordApi
from tests.standins.telegram_api import BotApi


async def checked(directory: Path, **environment: str) -> tuple[int, str, str]:
    """The exit code, output and errors of `--check`."""
    bot = await BotProcess.start(directory, "--check", **environment)
    code = await bot.exit_code()
    return code, bot.output.text, bot.errors.text


async def test_a_check_says_as_whom_each_platform_would_start(tmp_path: Path) -> None:
    async with BotApi() as telegram, DiscordApi() as discord:
        code, output, errors = await checked(
            tmp_path, **telegram.environment, **discord.environment
        )
        assert (code, errors) == (0, "")
        names = [line.partition(":")[0] for line in output.splitlines()]
        assert names == ["telegram", "discord"]
        assert f"@{telegram.bot.username}" in output
        assert discord.gateway.identifies == 0
        assert telegram.calls_of("deleteWebhook") == []


async def test_a_check_names_each_token_that_is_refused(tmp_path: Path) -> None:
    async with BotApi() as telegram, DiscordApi() as discord:
        wrong = {"TELEGRAM_BOT_TOKEN": "1:of-another", "DISCORD_BOT_TOKEN": "of-another-too"}
        code, output, errors = await checked(
            tmp_path, **telegram.environment | discord.environment | wrong
        )
        assert (code, output) == (1, "")
        assert [line.partition(":")[0] for line in errors.splitlines()] == ["telegram", "discord"]
        assert "TELEGRAM_BOT_TOKEN" in errors
        assert "DISCORD_BOT_TOKEN" in errors
        assert "of-another" not in errors


async def test_a_check_without_a_token_tells_of_the_terminal(tmp_path: Path) -> None:
    code, output, errors = await checked(tmp_path)
    assert (code, errors) == (0, "")
    assert output.startswith("terminal:")


async def test_a_check_refuses_a_setting_that_cannot_be(tmp_path: Path) -> None:
    code, _, errors = await checked(tmp_path, MAX_SESSIONS="many")
    assert code == 1
    assert "MAX_SESSIONS" in errors
    assert len(errors.splitlines()) == 1


async def test_the_health_file_tells_what_is_served_and_goes_with_the_process(
    tmp_path: Path,
) -> None:
    file = tmp_path / "health.json"
    async with BotApi() as api, serving(api, tmp_path, HEALTH_FILE=str(file)) as bot:
        ada = api.person("Ada")
        chat = api.private(ada)
        await chat.say(ada, "/new")
        await chat.next_message()
        state = json.loads(await asyncio.to_thread(file.read_text, "utf-8"))
        assert state["platforms"] == ["telegram"]
        assert state["pid"] == bot.process.pid
        assert await bot.stop() == 0
        assert not await asyncio.to_thread(file.exists)


async def test_a_health_file_that_cannot_be_written_ends_the_start(tmp_path: Path) -> None:
    async with bot_process(tmp_path, HEALTH_FILE=str(tmp_path / "no" / "such")) as bot:
        assert await bot.exit_code() == 1
        assert "FileNotFoundError" in bot.errors.text
        assert "Traceback" not in bot.errors.text


async def test_a_debug_log_has_a_line_for_each_event_and_no_word_of_anybody(
    tmp_path: Path,
) -> None:
    async with BotApi() as api, serving(api, tmp_path, LOG_LEVEL="DEBUG") as bot:
        ada = api.person("Adelaide", username="adelaide_plays")
        chat = api.private(ada)
        await chat.say(ada, "/new 1000021")
        board = await chat.next_message()
        await chat.press(ada, board, "🎴 24")
        await chat.say(ada, "/play secret words")
        await chat.next_message()
        assert await bot.stop() == 0
        events = [line for line in bot.errors.lines if "event=" in line]
        assert [line.partition("event=")[2].split()[0] for line in events] == [
            "/new",
            "press",
            "/play",
        ]
        assert "outcome=play_what" in events[-1]
        for private in ("Adelaide", "adelaide", "secret", api.token):
            assert private not in "\n".join(events)
        assert api.token not in bot.errors.text
