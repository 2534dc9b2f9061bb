"""The solver in Discord: hints that win, solutions with a replay, and chats that do not wait."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.i18n import FALLBACK, texts
from tests.e2e.bot_process import BotProcess
from tests.e2e.discord_play import FINISHED, HINTED, Table, assert_clean, deal, serving
from tests.e2e.scripts import LOST, WON
from tests.standins.discord_api import DiscordApi
from tests.standins.discord_faults import Trouble
from tests.workers import held, kill, runs, until

pytestmark = pytest.mark.asyncio(loop_scope="module")

WORDS = texts(FALLBACK)
HINT, THINKING = WORDS.say("button.hint"), WORDS.say("notice.thinking")
ON_THE_WAY = WORDS.say("notice.winning", move="")
DEEP = 1
"""The number of a deal of six rows that keeps a worker busy for seconds."""
PATIENT = {"SEARCH_SECONDS": "60"}

Served = tuple[DiscordApi, BotProcess]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    async with (
        DiscordApi() as api,
        serving(api, tmp_path_factory.mktemp("bot"), **PATIENT) as bot,
    ):
        yield api, bot
        assert_clean(api, bot)


@pytest.fixture
def api(served: Served) -> DiscordApi:
    return served[0]


async def ask(table: Table, words: str) -> None:
    """Press Hint twice, and wait for what the board then says."""
    await table.press(HINT)
    await table.press(HINT)
    await table.until_shown(words)


async def thinking(api: DiscordApi, bot: BotProcess, channel: str) -> tuple[Table, list[int]]:
    """A channel whose board thinks about a position that is too deep, and the workers at it."""
    chat, person = api.guild_channel(channel), api.user("Ada")
    answer = await chat.slash(person, "new", game="six-rows", deal=DEEP)
    assert answer.message is not None
    table = Table(person, chat, answer.message)
    await ask(table, THINKING)
    return table, await held(bot.process.pid)


async def test_whoever_follows_the_hints_of_the_solver_wins(api: DiscordApi) -> None:
    # People do not press this fast, and what they may send in a second is tested elsewhere.
    api.enforce_rate_limits(False)
    table = await deal(api, WON.deal)
    for move in range(1, 49):
        await ask(table, ON_THE_WAY)
        for label in table.styled(HINTED):
            await table.press(label)
        assert ("Won" in table.notice) == (move == 48)
    assert table.status.startswith("28/28")
    assert table.board.labels == FINISHED
    assert table.chat.messages == [table.board]
    api.enforce_rate_limits(True)


async def test_no_chat_waits_for_the_search_of_another_and_a_move_ends_it(
    served: Served,
) -> None:
    (table, workers), other = await thinking(*served, "deep"), await deal(served[0], WON.deal)
    await other.press("draw")
    assert "stock 23" in other.status
    assert await table.told(await table.press(HINT)) == WORDS.say("refused.thinking")
    await other.press("↩️ Undo")
    assert table.notice == THINKING
    await table.press("draw")
    assert THINKING not in table.board.content
    await ask(other, ON_THE_WAY)
    assert THINKING not in table.board.content
    assert not any(map(runs, workers))


async def test_a_killed_worker_is_told_and_replaced(served: Served) -> None:
    table, workers = await thinking(*served, "killed")
    kill(workers)
    await table.until_shown(WORDS.say("refused.solver-failed"))
    await table.ask("new", game="classic", deal=WON.deal)
    await ask(table, ON_THE_WAY)


async def test_a_used_hint_command_gets_its_answer_in_place(api: DiscordApi) -> None:
    table = await deal(api, WON.deal)
    await table.ask("hint")
    assert WORDS.say("notice.hint", move="") in table.notice
    await table.ask("hint")
    await table.until_shown(ON_THE_WAY)
    assert table.styled(HINTED)
    assert table.board is table.chat.last


async def test_a_late_answer_of_the_solver_does_not_cover_a_newer_board(api: DiscordApi) -> None:
    table = await deal(api, WON.deal)
    edits = table.board.edit_count
    slow = api.fault("original.edit", Trouble.DELAY, seconds=0.3, chat=table.chat)
    await table.press(HINT)
    await table.press(HINT)
    await until(lambda: slow.hits)
    await table.press("draw")
    # Two hints, the answer, the draw.
    await table.chat.until(lambda: table.board.edit_count == edits + 4)
    assert "stock 23" in table.status


async def test_a_lost_game_is_compared_with_the_best_and_replayed(api: DiscordApi) -> None:
    table = await deal(api, LOST.deal)
    await table.play(LOST.steps)
    result = table.notice
    await table.ask("solve")
    await table.until_shown(WORDS.say("solution.lost", best=3, score=3, full=28))
    assert table.board.labels == ["⏮", "◀", "▶", "⏭", WORDS.say("button.back")]
    beginning = table.board.content
    await table.press("⏭")
    assert table.status.startswith("3/28")
    end = re.match(r"(\d+)/(\d+): ", table.notice)
    assert end
    assert end[1] == end[2]
    await table.press("◀")
    assert table.notice.startswith(f"{int(end[2]) - 1}/{end[2]}: ")
    await table.press("⏮")
    assert table.board.content == beginning
    await table.press("▶")
    assert table.notice.startswith(f"1/{end[2]}: ")
    await table.press(WORDS.say("button.back"))
    assert table.notice == result
    assert table.board.labels == FINISHED


async def test_a_game_is_given_up_once_and_can_be_played_on(api: DiscordApi) -> None:
    table = await deal(api, WON.deal)
    await table.press("draw")
    status = table.status
    await table.ask("solve")
    assert table.notice == WORDS.say("board.confirm-solve")
    await table.press(WORDS.say("button.keep"))
    assert table.status == status
    await table.ask("solve")
    await table.press(WORDS.say("button.solve-sure"))
    await table.until_shown(WORDS.say("solution.won", count=48, score=0, full=28))
    await table.press("⏭")
    assert table.status.startswith("28/28")
    await table.press(WORDS.say("button.back"))
    assert table.status == status
    await table.press("↩️ Undo")
    assert "stock 24" in table.status


async def test_forged_steps_of_a_replay_are_answered(api: DiscordApi) -> None:
    table = await deal(api, WON.deal)
    ref, content = table.id_of(HINT)[1:], table.board.content
    for payload in (f"O01{ref}", "O01", f"Fzz{ref}", f"A--{ref}", "B", f"W{ref}x", "W", "w!"):
        answer = await table.chat.forge_press(table.person, table.board, payload)
        assert await table.told(answer), payload
    assert table.board.content == content


async def test_bad_input_gets_a_sentence(api: DiscordApi) -> None:
    chat, ada = api.guild_channel("bad-input"), api.user("Ada")
    answer = await chat.slash(ada, "solve")
    assert answer.notice == WORDS.say("refused.no-game")
    answer = await chat.forge_slash_soon(ada, "winnable", grade="tricky").acknowledged()
    assert answer.notice == WORDS.say("refused.unknown-grade")


async def test_winnable_offers_the_grades_by_name(api: DiscordApi) -> None:
    (command,) = [one for one in api.commands if one["name"] == "winnable"]
    (grade,) = command["options"]
    assert [one["value"] for one in grade["choices"]] == ["easy", "medium", "hard", "off"]
    table = await deal(api, WON.deal)
    for chosen in ("easy", "medium", "hard"):
        await table.ask("winnable", grade=chosen)
        assert "🎴 24" in table.board.labels
    await table.ask("winnable", grade="off")
    assert f"✅ {WORDS.say('button.winnable-off')}" in table.board.labels


async def test_a_stop_while_it_thinks_leaves_nothing_behind(tmp_path: Path) -> None:
    async with DiscordApi() as api, serving(api, tmp_path, **PATIENT) as bot:
        _, workers = await thinking(api, bot, "stopped")
        assert await bot.stop() == 0
        assert not any(map(runs, workers))
        assert_clean(api, bot)
