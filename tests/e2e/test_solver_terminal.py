"""The solver in the terminal: hints that win, solutions with a replay, an end at any time."""

import re
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.i18n import FALLBACK, texts
from tests.e2e.bot_process import BotProcess, bot_process
from tests.e2e.scripts import LOST, WON
from tests.e2e.test_terminal import as_words, labels
from tests.workers import held, kill, runs, until

pytestmark = pytest.mark.asyncio(loop_scope="module")

WORDS = texts(FALLBACK)
HINT, THINKING = WORDS.say("button.hint"), WORDS.say("notice.thinking")
ON_THE_WAY = WORDS.say("notice.winning", move="")
BACK = WORDS.say("button.back")
DEEP = "/new six-rows 1"
"""A deal that keeps a worker busy for seconds."""
TITLE = re.compile(r"(?m)^(?=.+ #\d+$)")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def talking(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[BotProcess]:
    """A bot that several tests talk with, from the moment when it has dealt."""
    async with bot_process(tmp_path_factory.mktemp("bot"), SEARCH_SECONDS="60") as bot:
        await bot.output.until("⚙️\n\n")
        yield bot
        assert bot.errors.text == ""


@pytest_asyncio.fixture(loop_scope="module")
async def own(tmp_path: Path) -> AsyncIterator[BotProcess]:
    """A bot for one test, which may leave it at any point."""
    async with bot_process(tmp_path, SEARCH_SECONDS="60") as bot:
        await bot.output.until("⚙️\n\n")
        yield bot


async def answer(bot: BotProcess, line: str, words: str = "", last: str = "⚙️") -> str:
    """Type a line; the newest board once these words have come and its last button after them."""
    seen = len(bot.output.text)
    assert bot.process.stdin is not None
    bot.process.stdin.write(line.encode() + b"\n")
    await bot.output.until(words or "\n\n", after=seen)
    found = bot.output.text.index(words, seen) if words else seen
    await bot.output.until(f"{last}\n\n", after=found)
    return TITLE.split(bot.output.text[seen:])[-1]


async def press(bot: BotProcess, board: str, label: str, words: str = "", last: str = "⚙️") -> str:
    return await answer(bot, str(labels(board).index(label) + 1), words, last)


async def ask(bot: BotProcess, board: str, words: str) -> str:
    """Press Hint twice; the board that says these words."""
    return await press(bot, await press(bot, board, HINT), HINT, words)


async def thinking(bot: BotProcess) -> list[int]:
    """Ask about a position that is too deep; the workers that are at it."""
    await ask(bot, await answer(bot, DEEP), THINKING)
    return await held(bot.process.pid)


async def test_whoever_follows_the_hints_of_the_solver_wins(talking: BotProcess) -> None:
    board = await answer(talking, f"/new classic {WON.deal}")
    for move in range(1, 49):
        board = await ask(talking, board, ON_THE_WAY)
        for label in re.findall(r"\d+:!(.+?)(?=  |\n)", board):
            board = await press(talking, board, label)
        assert ("Won" in board) == (move == 48)
    assert "28/28" in board


async def test_a_move_that_is_typed_meanwhile_ends_the_search(own: BotProcess) -> None:
    workers = await thinking(own)
    board = await answer(own, "draw", "stock 30")
    assert THINKING not in board
    await until(lambda: not any(map(runs, workers)))
    board = await answer(own, f"/new classic {WON.deal}")
    assert ON_THE_WAY in await ask(own, board, ON_THE_WAY)


async def test_a_killed_worker_is_told_and_replaced(own: BotProcess) -> None:
    workers, seen = await thinking(own), len(own.output.text)
    kill(workers)
    await own.output.until(WORDS.say("refused.solver-failed"), after=seen)
    board = await answer(own, f"/new classic {WON.deal}")
    assert ON_THE_WAY in await ask(own, board, ON_THE_WAY)


async def test_a_lost_game_is_compared_with_the_best_and_replayed(talking: BotProcess) -> None:
    board = await answer(talking, f"/new classic {LOST.deal}")
    for words in as_words(LOST):
        board = await answer(talking, words)
    result = board
    said = WORDS.say("solution.lost", best=3, score=3, full=28)
    board = await answer(talking, "/solve", said, BACK)
    assert labels(board) == ["⏮", "◀", "▶", "⏭", BACK]
    board = await press(talking, board, "⏭", last=BACK)
    assert re.search(r"(?m)^(\d+)/\1: ", board)
    assert "3/28" in board
    assert await press(talking, board, BACK) == result


async def test_a_game_is_given_up_only_after_a_question(talking: BotProcess) -> None:
    await answer(talking, f"/new classic {WON.deal}")
    keep, sure = WORDS.say("button.keep"), WORDS.say("button.solve-sure")
    board = await answer(talking, "/solve", WORDS.say("board.confirm-solve"), keep)
    said = WORDS.say("solution.won", count=48, score=0, full=28)
    board = await press(talking, board, sure, said, BACK)
    assert "0/28" in await press(talking, board, BACK)


async def test_bad_input_gets_a_sentence(talking: BotProcess) -> None:
    seen = len(talking.output.text)
    assert talking.process.stdin is not None
    talking.process.stdin.write(b"/winnable tricky\n")
    await talking.output.until(WORDS.say("refused.unknown-grade"), after=seen)


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT, "/quit"])
async def test_it_can_be_ended_while_it_thinks(own: BotProcess, end: signal.Signals | str) -> None:
    workers = await thinking(own)
    if isinstance(end, str):
        assert own.process.stdin is not None
        own.process.stdin.write(f"{end}\n".encode())
        assert await own.exit_code() == 0
    else:
        assert await own.stop(end) == 0
    assert own.errors.text == ""
    assert not any(map(runs, workers))
