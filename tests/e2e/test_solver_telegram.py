"""The solver in Telegram: hints that win, solutions with a replay, and chats that do not wait."""

import re
from collections.abc import AsyncIterator
from importlib.resources import files
from pathlib import Path

import pytest
import pytest_asyncio

from bot.i18n import FALLBACK, texts
from tests.e2e.bot_process import BotProcess
from tests.e2e.scripts import LOST, WON
from tests.e2e.telegram_play import FINISHED, Table, assert_clean, deal, serving
from tests.standins.telegram_api import BotApi
from tests.workers import held, kill, runs

pytestmark = pytest.mark.asyncio(loop_scope="module")

WORDS = texts(FALLBACK)
HINT, THINKING = WORDS.say("button.hint"), WORDS.say("notice.thinking")
ON_THE_WAY = WORDS.say("notice.winning", move="")
DEEP = "/new six-rows 1"
"""A deal that keeps a worker busy for seconds."""
PATIENT = {"SEARCH_SECONDS": "60"}

Served = tuple[BotApi, BotProcess]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    async with (
        BotApi() as api,
        serving(api, tmp_path_factory.mktemp("bot"), **PATIENT) as bot,
    ):
        yield api, bot
        assert_clean(api, bot)


@pytest.fixture
def api(served: Served) -> BotApi:
    return served[0]


def newcomer(api: BotApi) -> Table:
    person = api.person("Ada", language_code="en")
    chat = api.private(person)
    return Table(person, chat, chat.state.world.add_message(chat.record, person, text="hello"))


async def shown(table: Table, words: str) -> None:
    """Wait until the board in front says this."""
    await table.chat.until(lambda: words in table.board.text, what=words)


async def ask(table: Table, words: str) -> None:
    """Press Hint twice, and wait for what the board then says."""
    await table.press(HINT)
    await table.chat.press(table.person, table.board, HINT)
    await shown(table, words)


async def thinking(api: BotApi, bot: BotProcess) -> tuple[Table, list[int]]:
    """A chat whose board thinks about a position that is too deep for it, and the workers at it."""
    table = newcomer(api)
    await table.command(DEEP)
    await ask(table, THINKING)
    return table, await held(bot.process.pid)


async def test_whoever_follows_the_hints_of_the_solver_wins(api: BotApi) -> None:
    table = await deal(api, WON.deal)
    for move in range(1, 49):
        await ask(table, ON_THE_WAY)
        for label in table.styled("success"):
            await table.press(label)
        assert ("Won" in table.notice) == (move == 48)
    assert table.status.startswith("28/28")
    assert table.board.labels == FINISHED
    assert len(table.chat.messages) == 1


async def test_no_chat_waits_for_the_search_of_another_and_a_move_ends_it(
    served: Served,
) -> None:
    (table, workers), other = await thinking(*served), await deal(served[0], WON.deal)
    await other.press("🎴 24")
    assert "stock 23" in other.status
    assert await table.told(HINT) == WORDS.say("refused.thinking")
    await other.press("↩️ Undo")
    assert table.notice == THINKING
    draw = next(label for label in table.board.labels if label.startswith("🎴"))
    await table.press(draw)
    assert "stock" in table.status
    assert THINKING not in table.board.text
    await ask(other, ON_THE_WAY)
    assert THINKING not in table.board.text
    assert not any(map(runs, workers))


async def test_a_killed_worker_is_told_and_replaced(served: Served) -> None:
    table, workers = await thinking(*served)
    kill(workers)
    await shown(table, WORDS.say("refused.solver-failed"))
    await table.command(f"/new classic {WON.deal}")
    await ask(table, ON_THE_WAY)


async def test_a_typed_hint_is_answered_by_another_message(api: BotApi) -> None:
    table = await deal(api, WON.deal)
    first = await table.command("/hint")
    assert WORDS.say("notice.hint", move="") in first.text
    assert (await table.command("/hint")).text.endswith(THINKING)
    table.board = await table.chat.next_message()
    assert ON_THE_WAY in table.notice
    assert len(table.styled("success")) == 2


async def test_a_lost_game_is_compared_with_the_best_and_replayed(api: BotApi) -> None:
    table = await deal(api, LOST.deal)
    await table.play(LOST.steps)
    result = table.notice
    assert THINKING in (await table.command("/solve")).text
    table.board = await table.chat.next_message()
    assert table.notice == WORDS.say("solution.lost", best=3, score=3, full=28)
    assert [*table.board.labels] == ["⏮", "◀", "▶", "⏭", WORDS.say("button.back")]
    beginning = table.board.text
    await table.press("⏭")
    assert table.status.startswith("3/28")
    end = re.match(r"(\d+)/(\d+): ", table.notice)
    assert end
    assert end[1] == end[2]
    await table.press("◀")
    assert table.notice.startswith(f"{int(end[2]) - 1}/{end[2]}: ")
    await table.press("⏮")
    assert table.board.text == beginning
    await table.press("▶")
    assert table.notice.startswith(f"1/{end[2]}: ")
    await table.press(WORDS.say("button.back"))
    assert table.notice == result
    assert table.board.labels == FINISHED


async def test_a_game_is_given_up_once_and_can_be_played_on(api: BotApi) -> None:
    table = await deal(api, WON.deal)
    await table.press("🎴 24")
    status = table.status
    question = await table.command("/solve")
    assert question.text.endswith(WORDS.say("board.confirm-solve"))
    await table.press(WORDS.say("button.keep"))
    assert table.status == status
    await table.command("/solve")
    sure = WORDS.say("button.solve-sure")
    await table.chat.press(table.person, table.board, sure)
    await shown(table, WORDS.say("solution.won", count=48, score=0, full=28))
    await table.press("⏭")
    assert table.status.startswith("28/28")
    await table.press(WORDS.say("button.back"))
    assert table.status == status
    await table.press("↩️ Undo")
    assert "stock 24" in table.status


async def test_forged_steps_of_a_replay_are_answered(api: BotApi) -> None:
    table = await deal(api, WON.deal)
    ref = (table.board.button(HINT).data or "")[1:]
    shown_before = table.board.text
    for payload in (f"O01{ref}", "O01", f"Fzz{ref}", f"A--{ref}", "B", f"W{ref}x", "W", "w!"):
        assert await table.told(payload), payload
    assert table.board.text == shown_before
    stranger = newcomer(api)
    await stranger.command("/start")
    assert await stranger.told(f"Azz{ref}")
    assert await stranger.told("O99")


async def test_bad_input_gets_a_sentence(api: BotApi) -> None:
    table = newcomer(api)
    assert await table.ask("/solve") == WORDS.say("refused.no-game")
    assert await table.ask("/winnable tricky") == WORDS.say("refused.unknown-grade")
    assert await table.ask("/solve now") == WORDS.say("refused.takes-no-argument", command="/solve")


@pytest.mark.parametrize(("grade", "letter"), [("easy", "e"), ("medium", "m"), ("hard", "h")])
async def test_winnable_deals_come_from_the_list(api: BotApi, grade: str, letter: str) -> None:
    table = newcomer(api)
    listed = files("bot.winnable_deals").joinpath("classic.txt").read_text("ascii").split()
    await table.command(f"/winnable {grade}")
    for _ in range(3):
        number = table.board.text.splitlines()[0].partition("#")[2]
        assert f"{number}{letter}" in listed
        await table.press("🆕 New")


async def test_a_stop_while_it_thinks_leaves_nothing_behind(tmp_path: Path) -> None:
    async with BotApi() as api, serving(api, tmp_path, **PATIENT) as bot:
        _, workers = await thinking(api, bot)
        assert await bot.stop() == 0
        assert not any(map(runs, workers))
        assert_clean(api, bot)
