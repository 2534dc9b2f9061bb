"""Searches: real worker processes that are asked, run out of time, are ended and replaced."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from hypothesis import given

from bot.chat import ChatKey, Search
from bot.searches import Findings, Searches
from bot.searching import read_move, write_move
from engine import Game, Move, Status
from engine.solver import solve
from tests.bot.solving import DEEP, LONG, LOST, WON
from tests.bot.strategies import any_rules, games
from tests.workers import environment_of, held, kill, until, workers_of

QUICK_NO = ("apophis", 12)
"""A deal that is seen to be lost at once, and whose best score takes seconds."""


def chat(number: int = 1) -> ChatKey:
    return ChatKey("test", number)


def asked(deal: tuple[str, int], kind: str = "hint", by: ChatKey | None = None) -> Search:
    return Search(by or chat(), kind, Game.deal(*deal).to_token())


def played(deal: tuple[str, int], moves: tuple[Move, ...]) -> Game:
    game = Game.deal(*deal)
    for move in moves:
        game.play(move)
    return game


def mine() -> list[int]:
    return workers_of(os.getpid())


async def answered(searches: Searches, search: Search) -> Findings:
    findings = await searches.run(search)
    assert findings is not None
    return findings


@pytest_asyncio.fixture
async def make() -> AsyncIterator[Callable[..., Searches]]:
    """Makes searches that a test has for itself; afterwards no process may be left of them."""
    before, made = set(mine()), []

    def of(seconds: float = LONG, workers: int = 1, waiting: int = 32) -> Searches:
        made.append(Searches(seconds=seconds, workers=workers, waiting=waiting))
        return made[-1]

    yield of
    for searches in made:
        await searches.close()
    await until(lambda: set(mine()) <= before)


async def running(
    searches: Searches, search: Search
) -> tuple["asyncio.Task[Findings | None]", int]:
    """A search that a worker has begun, and that worker."""
    before = mine()
    task = asyncio.create_task(searches.run(search))
    (worker,) = await held(os.getpid(), before)
    return task, worker


async def idle(searches: Searches) -> int:
    """The worker that has answered a first search and waits for the next."""
    before = set(mine())
    await answered(searches, asked(LOST))
    (worker,) = set(mine()) - before
    return worker


@pytest.mark.asyncio(loop_scope="module")
async def test_a_hint_is_a_line_that_wins_from_the_position(searches: Searches) -> None:
    game = played(WON, solve(Game.deal(*WON)).line[:9])
    found = await answered(searches, Search(chat(), "hint", game.to_token()))
    assert found.winnable is True
    for move in found.line:
        game.play(move)
    assert game.status is Status.WON


@pytest.mark.asyncio(loop_scope="module")
async def test_a_lost_position_says_how_many_moves_to_take_back(searches: Searches) -> None:
    game = Game.deal(*WON)
    while game.status is Status.PLAYING:
        hinted = game.hint()
        assert hinted is not None
        game.play(hinted)
    game.undo()
    found = await answered(searches, Search(chat(), "hint", game.to_token()))
    assert (found.winnable, found.back_known, found.line) == (False, True, ())
    assert found.back is not None
    for _ in range(found.back):
        assert solve(game).winnable is False
        game.undo()
    assert solve(game).winnable is True


@pytest.mark.asyncio(loop_scope="module")
async def test_a_deal_that_nobody_can_win_has_no_way_back(searches: Searches) -> None:
    game = Game.deal(*LOST)
    game.play(game.legal_moves()[-1])
    found = await answered(searches, Search(chat(), "hint", game.to_token()))
    assert (found.winnable, found.back, found.back_known) == (False, None, True)


@pytest.mark.asyncio(loop_scope="module")
async def test_a_solution_begins_with_the_deal_wherever_the_game_stands(searches: Searches) -> None:
    game = played(WON, solve(Game.deal(*WON)).line)
    found = await answered(searches, Search(chat(), "solve", game.to_token()))
    assert (found.winnable, found.score, found.exact) == (True, 28, True)
    assert played(WON, found.line).status is Status.WON


@pytest.mark.asyncio(loop_scope="module")
async def test_the_solution_of_a_lost_deal_is_its_best_score(searches: Searches) -> None:
    found = await answered(searches, asked(LOST, "solve"))
    assert (found.winnable, found.score, found.exact) == (False, 3, True)
    assert played(LOST, found.line).score == 3


@pytest.mark.asyncio(loop_scope="module")
async def test_a_worker_is_used_again(searches: Searches) -> None:
    await answered(searches, asked(LOST))
    worker = mine()
    await answered(searches, asked(WON))
    assert mine() == worker
    assert len(worker) == 1


async def test_when_the_time_is_over_nothing_is_claimed(make: Callable[..., Searches]) -> None:
    assert await answered(make(0.2), asked(DEEP)) == Findings()


async def test_a_worker_out_of_time_is_ended_and_replaced(make: Callable[..., Searches]) -> None:
    searches = make()
    late = await idle(searches)
    searches.seconds = 0.05
    await answered(searches, asked(DEEP))
    assert late not in mine()
    searches.seconds = LONG
    assert (await answered(searches, asked(WON))).winnable is True


async def test_a_score_that_is_told_is_one_that_the_line_reaches(
    make: Callable[..., Searches],
) -> None:
    searches = make()
    await idle(searches)
    searches.seconds = 0.5
    found = await answered(searches, asked(QUICK_NO, "solve"))
    assert found.winnable is False
    if found.score is not None:
        assert played(QUICK_NO, found.line).score == found.score


async def test_a_killed_worker_is_told_and_replaced(make: Callable[..., Searches]) -> None:
    searches = make()
    task, worker = await running(searches, asked(DEEP))
    kill([worker])
    assert await task == Findings(failed=True)
    assert (await answered(searches, asked(WON))).winnable is True
    assert worker not in mine()


async def test_a_worker_that_died_while_idle_costs_one_answer_at_most(
    make: Callable[..., Searches],
) -> None:
    searches = make()
    worker = await idle(searches)
    kill([worker])
    found = await answered(searches, asked(WON))
    assert found.failed or found.winnable
    assert (await answered(searches, asked(WON))).winnable is True


async def test_a_worker_that_cannot_be_started_is_a_failure_like_others(
    make: Callable[..., Searches], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    searches = make()
    with monkeypatch.context() as broken:
        broken.setattr(sys, "executable", str(tmp_path / "nothing"))
        assert await answered(searches, asked(WON)) == Findings(failed=True)
    assert (await answered(searches, asked(WON))).winnable is True


@pytest.mark.parametrize("said", ['{"winnable": tr', "{", "no sense\\n", "\\377\\n"])
async def test_a_worker_that_breaks_off_in_a_line_is_a_failure_like_others(
    make: Callable[..., Searches], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, said: str
) -> None:
    program = tmp_path / "worker"
    program.write_text(f"#!/bin/sh\nread request\nprintf '{said}'\n")
    program.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(program))
    assert await answered(make(), asked(WON)) == Findings(failed=True)


async def test_a_newer_event_ends_the_search_and_its_worker(make: Callable[..., Searches]) -> None:
    searches = make()
    task, worker = await running(searches, asked(DEEP))
    searches.keep_only(chat(2), None)
    searches.keep_only(chat(), asked(DEEP))
    assert worker in mine()
    searches.keep_only(chat(), None)
    assert await task is None
    assert worker not in mine()


async def test_a_chat_may_search_again_as_soon_as_it_ended_a_search(
    make: Callable[..., Searches],
) -> None:
    searches = make()
    task, _ = await running(searches, asked(DEEP))
    searches.keep_only(chat(), asked(WON))
    assert (await answered(searches, asked(WON))).winnable is True
    assert await task is None


async def test_a_chat_has_one_search_at_a_time(make: Callable[..., Searches]) -> None:
    searches = make(workers=2)
    task, _ = await running(searches, asked(DEEP))
    assert await answered(searches, asked(WON)) == Findings(busy=True)
    assert (await answered(searches, asked(WON, by=chat(2)))).winnable is True
    assert not task.done()
    searches.keep_only(chat(), None)
    assert await task is None


async def test_no_more_than_so_many_searches_wait_and_each_has_its_turn(
    make: Callable[..., Searches],
) -> None:
    searches = make(waiting=2)
    first, _ = await running(searches, asked(DEEP, by=chat(0)))
    waiting = [asyncio.create_task(searches.run(asked(WON, by=chat(n)))) for n in (1, 2)]
    await asyncio.sleep(0)
    assert await answered(searches, asked(WON, by=chat(3))) == Findings(busy=True)
    searches.keep_only(chat(0), None)
    found = await asyncio.gather(first, *waiting)
    assert found[0] is None
    assert [one is not None and one.winnable for one in found[1:]] == [True, True]
    assert (await answered(searches, asked(WON, by=chat(3)))).winnable is True


async def test_one_that_waits_can_be_ended_too(make: Callable[..., Searches]) -> None:
    searches = make()
    first, worker = await running(searches, asked(DEEP))
    second = asyncio.create_task(searches.run(asked(WON, by=chat(2))))
    await asyncio.sleep(0)
    searches.keep_only(chat(2), None)
    assert await second is None
    assert worker in mine()
    searches.keep_only(chat(), None)
    assert await first is None


async def test_closing_leaves_no_process_behind(make: Callable[..., Searches]) -> None:
    searches = make(workers=2)
    before = set(mine())
    await idle(searches)
    tasks = [asyncio.create_task(searches.run(asked(DEEP, by=chat(n)))) for n in range(3)]
    await until(lambda: len(set(mine()) - before) == 2)
    await searches.close()
    assert set(mine()) <= before
    assert await asyncio.gather(*tasks) == [None] * 3


async def test_a_worker_gets_no_token_and_no_signal_of_the_terminal(
    make: Callable[..., Searches], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", "1:secret")
    monkeypatch.setenv("DISCORD_BOT_TOKEN", "secret")
    task, worker = await running(searches := make(), asked(DEEP))
    assert "PATH" in environment_of(worker)
    assert not [name for name in environment_of(worker) if "TOKEN" in name]
    assert os.getsid(worker) != os.getsid(0)
    searches.keep_only(chat(), None)
    assert await task is None


@given(games(any_rules()))
def test_a_move_is_read_as_it_was_written(game: Game) -> None:
    for move in (*game.legal_moves(), *game.moves):
        assert read_move(write_move(move)) == move
