"""The terminal as people use it: through a pipe, by numbers and by words, until told to end."""

import asyncio
import os
import re
import signal
import sys
import tomllib
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from types import MappingProxyType

import pytest
import pytest_asyncio

from tests.e2e.bot_process import REPOSITORY, BotProcess, bot_process
from tests.e2e.scripts import DRAW, LOST, WON, Script, button, presses

pytestmark = pytest.mark.asyncio(loop_scope="module")

ENTRY = "import sys; sys.argv = ['pyramid-bot']; from bot.__main__ import main; sys.exit(main())"
HOSTILE = [
    b"\x00\x00\x00",
    b"/play \x00k",
    b"\xff\xfe\x80\xc0\xaf",
    b"/\xff",
    b"9" * 1_000_000,
    b"/play " + b"9 4 " * 250_000,
    b"/" + b"x" * 1_000_000,
    "\u202e\u2066/play 9\u2069\u200f".encode(),
    "/play \u202e4 9\u202c".encode(),
    b"\x1b[2J\x1b]0;owned\x07",
    "\u00b2".encode(),
    b"0",
    b"-1",
    b"999",
    b"1e3",
    b"/",
    b"//",
    b"/ new 5",
    b"/new 99999999999999999999999999",
    b"/play",
    b"{count}",
    b"%s%n",
]


async def talk(
    directory: Path,
    typed: bytes,
    *arguments: str,
    code: int | None = 0,
    into: int = asyncio.subprocess.PIPE,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> tuple[str, str]:
    """What a bot without tokens writes, to both streams, when all this is typed at once.

    The process ends with the exit code, or with any if that is None.
    """
    inherited = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *(arguments or ("-m", "bot")),
        cwd=directory,
        env={**inherited, "PYTHONPATH": str(REPOSITORY), "PYTHONUTF8": "1", **environment},
        stdin=asyncio.subprocess.PIPE,
        stdout=into,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(20):
        written, errors = await process.communicate(typed)
    encoding = environment.get("PYTHONIOENCODING", "utf-8")
    text = (written or b"").decode(encoding), errors.decode()
    assert "Traceback" not in text[1]
    assert code in (None, process.returncode), text
    return text


def boards(text: str) -> list[str]:
    """The answers in a text that show a board, each with its buttons."""
    return [f"Pyramid #{part}" for part in text.split("Pyramid #")[1:]]


def labels(board: str) -> list[str]:
    """The labels of a board's buttons in the order of their numbers."""
    buttons = re.split(r"  |\n", "1:" + board.strip().partition("\n\n1:")[2])
    found = [re.fullmatch(r"(\d+):[*!]?(.+)", one) for one in buttons]
    assert [one and int(one[1]) for one in found] == list(range(1, len(found) + 1))
    return [one[2] for one in found if one]


def as_words(script: Script) -> list[str]:
    """A script as it is typed: cards with their suits, or draw."""
    return [step if step == DRAW else " ".join(presses(step)) for step in script.steps]


async def answer(bot: BotProcess, line: bytes) -> str:
    """Type a line and wait for the answer to it: a board with its buttons, or a notice."""
    seen = len(bot.output.text)
    assert bot.process.stdin is not None
    bot.process.stdin.write(line + b"\n")
    await bot.output.until("\n\n", after=seen)
    if bot.output.text.startswith("Pyramid #", seen):
        await bot.output.until("⚙️\n\n", after=seen)
    return bot.output.text[seen:]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def talking(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[BotProcess]:
    """A bot that several tests talk with, from the moment when it has dealt."""
    async with bot_process(tmp_path_factory.mktemp("bot")) as bot:
        await bot.output.until("⚙️\n\n")
        yield bot
        assert bot.errors.text == ""


async def test_without_a_token_it_says_so_and_deals_at_once(tmp_path: Path) -> None:
    text, errors = await talk(tmp_path, b"")
    assert errors == ""
    assert "TELEGRAM_BOT_TOKEN" in text
    assert "DISCORD_BOT_TOKEN" in text
    assert len(boards(text)) == 1
    assert labels(boards(text)[0])[-5:] == ["💡 Hint", "↩️ Undo", "🔄 Restart", "🆕 New", "⚙️"]


async def test_a_deal_is_won_by_the_numbers_of_the_buttons(talking: BotProcess) -> None:
    board = await answer(talking, b"/new %d" % WON.deal)
    for step in WON.steps:
        for name in presses(step):
            assert "Won" not in board
            shown = labels(board)
            board = await answer(talking, b"%d" % (shown.index(button(name, shown)) + 1))
    for words in ("28/28", "Won", "48 moves", "longest combo 5"):
        assert words in board
    assert labels(board) == ["↩️ Undo", "🔄 Restart", "🆕 New", "⚙️"]
    assert "27/28" in await answer(talking, b"1")


@pytest.mark.parametrize(
    ("script", "words", "prefix"), [(WON, "Won", "/play "), (LOST, "Lost", "")]
)
async def test_a_deal_is_played_to_its_end_by_words(
    tmp_path: Path, script: Script, words: str, prefix: str
) -> None:
    lines = [f"/new {script.deal}", *(prefix + line for line in as_words(script)), "/undo", "/quit"]
    text, errors = await talk(tmp_path, "\n".join(lines).encode())
    assert errors == ""
    shown = boards(text)
    assert len(shown) == len(lines)
    assert [words in board for board in shown] == [False] * (len(lines) - 2) + [True, False]
    assert f"{len(script.steps)} moves" in shown[-2]


@pytest.mark.parametrize("end", ["/quit", "/QUIT now\nk", ""])
async def test_quit_and_the_end_of_the_input_end_it(tmp_path: Path, end: str) -> None:
    text, errors = await talk(tmp_path, f"/new 5\n{end}".encode())
    assert errors == ""
    assert len(boards(text)) == 2


@pytest.mark.parametrize(
    ("number", "typed"),
    [(signal.SIGTERM, ""), (signal.SIGINT, ""), (signal.SIGTERM, "/new 5\n/hi")],
)
async def test_a_signal_ends_it_while_nobody_types(
    tmp_path: Path, number: signal.Signals, typed: str
) -> None:
    async with bot_process(tmp_path) as bot:
        await bot.output.until("⚙️\n\n")
        assert bot.process.stdin is not None
        bot.process.stdin.write(typed.encode())
        if typed:
            await bot.output.until("#5\n")
        assert await bot.stop(number) == 0
        assert bot.errors.text == ""


@pytest.mark.parametrize("line", HOSTILE, ids=lambda line: ascii(line[:12]))
async def test_a_hostile_line_is_answered_and_loses_nothing(
    talking: BotProcess, line: bytes
) -> None:
    await answer(talking, b"/new 1000021")
    await answer(talking, b"draw")
    told = await answer(talking, line)
    assert 1 < len(told.strip()) < 2000
    assert "went wrong" not in told
    assert not re.search(r"[\x00-\x09\x0b-\x1f\u202a-\u202e]", told)
    after = await answer(talking, b"/board")
    assert after.startswith("Pyramid #1000021")
    assert "stock 23" in after


async def test_arabic_digits_are_numbers_too(talking: BotProcess) -> None:
    assert (await answer(talking, "/new \u0665".encode())).startswith("Pyramid #5\n")
    assert "stock 23" in await answer(talking, "\u0668".encode())


async def test_an_empty_line_means_nothing(tmp_path: Path) -> None:
    text, _ = await talk(tmp_path, b"/new 5\n\n   \n\t\n\r\n")
    assert len(boards(text)) == 2


async def test_lines_may_end_as_on_windows_and_the_last_may_not_end_at_all(
    tmp_path: Path,
) -> None:
    text, _ = await talk(tmp_path, b"/new 1000021\r\n6 7\r\n/undo\r\n/hint")
    assert len(boards(text)) == 5
    assert "Hint" in boards(text)[-1]


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
async def test_an_output_without_emoji_costs_signs_and_not_the_game(
    tmp_path: Path, encoding: str
) -> None:
    typed = "\n".join([f"/new {WON.deal}", *as_words(WON), "/settings", "/rules"])
    environment = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "LC_ALL": "C"}
    text, errors = await talk(tmp_path, typed.encode(), environment=environment)
    assert errors == ""
    assert "Won!" in text
    assert "28/28" in text


async def test_a_reader_that_goes_away_ends_it_without_a_traceback(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        _, errors = await talk(tmp_path, b"/board\n", code=None, into=writing)
    finally:
        os.close(writing)
    assert len(errors.splitlines()) <= 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MAX_SESSIONS", "0"),
        ("SESSION_IDLE_HOURS", "nan"),
        ("SEARCH_SECONDS", "0"),
        ("DEFAULT_LANGUAGE", "tlh"),
        ("LOG_LEVEL", "LOUD"),
        ("TELEGRAM_API_URL", "not an address"),
        ("DISCORD_API_URL", "ftp://127.0.0.1"),
        ("DISCORD_GATEWAY_URL", "http://127.0.0.1"),
        ("DISCORD_BOT_TOKEN", "se cret"),
    ],
)
async def test_a_bad_setting_stops_the_start_with_one_line_that_names_it(
    tmp_path: Path, name: str, value: str
) -> None:
    text, errors = await talk(tmp_path, b"", code=1, environment={name: value})
    assert text == ""
    assert len(errors.splitlines()) == 1
    assert errors.startswith(f"pyramid-bot: {name}")
    assert "cret" not in errors


async def test_settings_come_from_the_file_too_and_the_environment_wins(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("LOG_LEVEL=LOUD\n", encoding="utf-8")
    assert "LOG_LEVEL" in (await talk(tmp_path, b"", code=1))[1]
    assert boards((await talk(tmp_path, b"", environment={"LOG_LEVEL": "debug"}))[0])


async def test_the_console_script_does_the_same(tmp_path: Path) -> None:
    scripts = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    assert scripts["project"]["scripts"]["pyramid-bot"] == "bot.__main__:main"
    text, errors = await talk(tmp_path, b"/new 1000021\n6 7\n/quit\n", "-c", ENTRY)
    assert errors == ""
    assert "2/28" in boards(text)[-1]
