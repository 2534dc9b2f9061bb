"""Solutions: the hint of the solver, and what a chat sees while it is asked."""

import asyncio
import os
from dataclasses import replace

import pytest

from bot.chat import ChatKey, Command, Mark, Player, Press
from bot.i18n import texts
from bot.searches import Searches
from engine import Status
from engine.solver import solve
from tests.bot.helpers import PLAYER, WORDS, says, told
from tests.bot.solving import DEEP, LONG, LOST, WON, asks, last_line, result, sits_at, solved
from tests.workers import held, kill, workers_of

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_the_first_hint_is_the_first_legal_move_and_asks_nobody(searches: Searches) -> None:
    talk = sits_at(WON, searches)
    assert talk.tap("button.hint").search is None
    assert talk.session.hint == talk.game.hint()
    assert says(last_line(talk), "notice.hint")


async def test_a_hint_asked_for_again_is_thought_about_and_then_shown(searches: Searches) -> None:
    talk = sits_at(WON, searches)
    before = told(talk.game)
    reply = asks(talk)
    assert last_line(talk) == WORDS.say("notice.thinking")
    found = await talk.found(reply)
    assert found is not None
    assert not found.post
    assert says(last_line(talk), "notice.winning")
    assert len(talk.marked(Mark.HINT)) in (1, 2)
    assert talk.session.hint == solve(talk.game).line[0]
    assert told(talk.game) == before
    assert asks(talk).search == reply.search


async def test_the_answer_goes_to_the_board_that_was_posted_meanwhile(searches: Searches) -> None:
    talk = sits_at(WON, searches)
    first = asks(talk)
    waiting = asyncio.create_task(talk.found(first))
    await asyncio.sleep(0)
    for _ in range(2):
        posted = await talk.bot.answer(Command(talk.chat, PLAYER, "board"))
        assert posted.board is not None
        assert WORDS.say("notice.thinking") in posted.board.text
    found = await talk.found(posted)
    assert await waiting is None
    assert found is not None
    assert found.post
    assert says(last_line(talk), "notice.winning")


async def test_the_answer_goes_to_the_message_that_shows_the_board_by_now(
    searches: Searches,
) -> None:
    talk = sits_at(WON, searches)
    old = talk.last
    talk.command("board")
    asks(talk)
    shown = talk.press("5♠️", old)
    assert shown.search is not None
    found = await talk.found(shown)
    assert found is not None
    assert not found.post
    assert "5♠️" in talk.labels(old)
    assert says(talk.messages[old].text.splitlines()[-1], "notice.winning")


@pytest.mark.parametrize("deal", [WON, ("cell", 1), ("par", 4), ("covering", 39)], ids=str)
async def test_whoever_follows_the_hints_of_the_solver_wins(
    searches: Searches, deal: tuple[str, int]
) -> None:
    talk = sits_at(deal, searches)
    while talk.game.status is Status.PLAYING:
        await talk.found(asks(talk))
        hinted, moves = talk.session.hint, talk.game.moves_played
        for label in talk.marked(Mark.HINT):
            talk.press(label)
        assert talk.game.moves_played == moves + 1
        assert talk.game.moves[-1] == hinted
    assert talk.game.status is Status.WON


async def test_a_lost_position_says_how_many_moves_to_take_back(searches: Searches) -> None:
    talk = sits_at(WON, searches)
    while solve(talk.game).winnable:
        hinted = talk.game.hint()
        assert hinted is not None
        talk.game.play(hinted)
    talk.play("draw", "draw")
    await talk.found(asks(talk))
    assert last_line(talk) == WORDS.say("notice.won-before", count=3)
    for _ in range(3):
        talk.tap("button.undo")
    await talk.found(asks(talk))
    assert says(last_line(talk), "notice.winning")


async def test_a_deal_that_nobody_can_win_says_so(searches: Searches) -> None:
    talk = sits_at(LOST, searches)
    talk.play("draw")
    await talk.found(asks(talk))
    assert last_line(talk) == WORDS.say("notice.never-won")


@pytest.mark.parametrize("over", [False, True])
async def test_a_search_without_an_answer_gets_a_sentence(hasty: Searches, over: bool) -> None:
    talk = sits_at(DEEP, hasty)
    if over:
        while talk.game.status is Status.PLAYING:
            talk.game.play(talk.game.legal_moves()[0])
    before = result(talk)
    await solved(talk)
    assert WORDS.say("refused.too-deep") in talk.board.text
    assert result(talk) == before


async def test_what_is_pressed_meanwhile_stays_as_it_was_pressed(searches: Searches) -> None:
    talk = sits_at(WON, searches)
    reply = asks(talk)
    talk.press("9♠️")
    await talk.found(reply)
    assert talk.marked(Mark.SELECTED) == ["9♠️"]
    assert says(last_line(talk), "notice.winning")


async def test_a_move_ends_the_search_and_other_chats_do_not_wait_for_it() -> None:
    searches = Searches(seconds=LONG)
    one, other = sits_at(DEEP, searches), sits_at(WON, searches, chat=2)
    other.bot, before = one.bot, workers_of(os.getpid())
    other.begin(*WON)
    reply = asks(one)
    assert reply.search is not None
    following = asyncio.create_task(one.bot.follow(reply.search))
    await held(os.getpid(), before)
    pressed = await one.bot.answer(Press(other.chat, PLAYER, other.button("🎴 24").payload, "m"))
    assert pressed.board is not None
    assert not following.done()
    draw = next(label for label in one.labels() if label.startswith("🎴"))
    moved = await one.bot.answer(Press(one.chat, PLAYER, one.button(draw).payload, one.last))
    assert moved.board is not None
    assert says(moved.board.text.splitlines()[-1], "notice.drew")
    assert await following is None
    await one.bot.close()


async def test_a_killed_worker_is_told_and_the_question_can_be_asked_again() -> None:
    searches = Searches(seconds=LONG)
    talk, before = sits_at(DEEP, searches), workers_of(os.getpid())
    reply = asks(talk)
    following = asyncio.create_task(talk.found(reply))
    kill(await held(os.getpid(), before))
    await following
    assert last_line(talk) == WORDS.say("refused.solver-failed")
    talk.begin(*WON)
    await talk.found(asks(talk))
    assert says(last_line(talk), "notice.winning")
    await searches.close()


async def test_where_no_more_searches_may_wait_the_board_says_so() -> None:
    searches = Searches(seconds=LONG, waiting=0)
    one, other = sits_at(DEEP, searches), sits_at(WON, searches, chat=2)
    following = asyncio.create_task(one.found(asks(one)))
    await asyncio.sleep(0)
    await other.found(asks(other))
    assert last_line(other) == WORDS.say("refused.solver-busy")
    await searches.close()
    assert await following is None


async def test_the_answer_speaks_the_language_of_whoever_asked(searches: Searches) -> None:
    talk, ada = sits_at(WON, searches), Player(7, "it")
    talk.chat = ChatKey("test", 5, private=True)
    talk.bot.handle(Command(talk.chat, ada, "new", "1000021"))
    talk.bot.handle(Command(talk.chat, ada, "hint"))
    asked = talk.bot.handle(Command(talk.chat, ada, "hint"))
    assert asked.board is not None
    found = await talk.found(asked)
    assert found is not None
    assert found.board is not None
    own = texts("it").say("button.undo")
    for board in (asked.board, found.board):
        assert own in [button.label for row in board.rows for button in row]


async def test_a_group_that_moves_meanwhile_can_ask_again(searches: Searches) -> None:
    talk = sits_at(WON, searches)
    reply = asks(talk)
    talk.bot.sessions.move("test", 1, 99)
    talk.chat = replace(talk.chat, chat=99)
    assert reply.search is not None
    await talk.bot.follow(reply.search)
    talk.command("board")
    again = asks(talk)
    assert not says(again.notice, "refused.thinking")
    await talk.found(again)
    assert says(last_line(talk), "notice.winning")
