"""The solution of a deal, asked for after the end or instead of it, and its replay by buttons."""

from dataclasses import replace

import pytest

from bot.board import picture_with
from bot.payloads import Action, carried, reference
from bot.searches import Searches
from engine import VARIANTS, Game, Remove, Status
from engine.solver import best_score, solve
from tests.bot.helpers import WORDS, Talk, check_board, refused, says, state, to_the_end, told
from tests.bot.solving import LOST, WON, last_line, result, sits_at, solved

pytestmark = pytest.mark.asyncio(loop_scope="module")

STEPS = ["⏮", "◀", "▶", "⏭"]


async def test_a_game_in_play_is_only_given_up_after_a_question(searches: Searches) -> None:
    talk = sits_at(WON, searches)
    talk.play("draw")
    talk.press("9♠️")
    board, before = talk.board, state(talk.session)
    assert talk.command("solve").search is None
    assert says(last_line(talk), "board.confirm-solve")
    talk.tap("button.keep")
    assert (talk.board, state(talk.session)) == (board, before)
    talk.command("solve")
    reply = talk.tap("button.solve-sure")
    assert last_line(talk) == WORDS.say("notice.thinking")
    await talk.found(reply)
    assert last_line(talk) == WORDS.say("solution.won", count=48, score=0, full=28)


@pytest.mark.parametrize("deal", [LOST, ("classic", 2), WON])
async def test_a_finished_game_is_solved_at_once_and_compared(
    searches: Searches, deal: tuple[str, int]
) -> None:
    talk = sits_at(deal, searches)
    talk.clock += 75
    to_the_end(talk)
    before, board, shown = result(talk), talk.board, Game.deal(*deal)
    talk.clock += 500
    await solved(talk)
    own, found = talk.game.score, solve(shown)
    best = best_score(shown).score
    said = (
        WORDS.say("solution.won", count=len(found.line), score=own, full=28)
        if found.winnable
        else WORDS.say("solution.lost", best=best, score=own, full=28)
    )
    assert last_line(talk) == said
    for sign in (*STEPS, "◀", "⏮"):
        talk.press(sign)
        assert result(talk) == before
    talk.tap("button.back")
    assert talk.board == board


@pytest.mark.parametrize("skin", ["text", "emoji"])
async def test_the_buttons_step_through_the_line_that_wins(searches: Searches, skin: str) -> None:
    talk = sits_at(WON, searches)
    talk.session.skin = skin
    await solved(talk)
    assert talk.labels() == [*STEPS, WORDS.say("button.back")]
    game, line, message = Game.deal(*WON), solve(Game.deal(*WON)).line, talk.last

    def check(place: int) -> None:
        check_board(talk.board)
        expected = picture_with(talk.session, game, WORDS, last_line(talk), talk.board.rows)
        assert talk.board == expected
        if place:
            assert last_line(talk).startswith(f"{place}/{len(line)}: ")

    check(0)
    for place, move in enumerate(line, 1):
        game.play(move)
        talk.press("▶")
        check(place)
    assert game.status is Status.WON
    for sign in ("▶", "⏭"):
        talk.press(sign)
        check(len(line))
    game.undo()
    talk.press("◀")
    check(len(line) - 1)
    game.restart()
    for sign in ("⏮", "⏮", "◀"):
        talk.press(sign)
        check(0)
    assert talk.last == message


async def test_the_replay_outlives_moves_and_ends_with_the_deal(searches: Searches) -> None:
    talk = sits_at(WON, searches)
    await solved(talk)
    replay, message = talk.button("▶").payload, talk.last
    talk.command("play", "draw")
    talk.send(replay, message)
    assert last_line(talk) != WORDS.say("refused.outdated")
    assert talk.messages[message].text.splitlines()[-1].startswith("1/48: ")
    assert talk.game.moves_played == 1
    talk.begin(*LOST)
    assert talk.send(replay, message).retire


async def test_forged_steps_are_answered_and_touch_nothing(searches: Searches) -> None:
    talk = sits_at(WON, searches)
    refused(talk, lambda: talk.send(carried(Action.REPLAY_ON, "", "01")), "refused.broken-button")
    ref = reference(talk.game)
    refused(talk, lambda: talk.send(carried(Action.REPLAY_ON, ref, "01")), "refused.outdated")
    await solved(talk)
    before = state(talk.session)
    talk.send(carried(Action.REPLAY_BACK, ref, "zz"))
    assert last_line(talk).startswith("48/48: ")
    for code in ("0A", "--", "0", ""):
        payload = f"F{code}{'' if len(code) < 2 else ref}"
        assert says(talk.send(payload).notice, "refused.broken-button")
    assert state(talk.session) == before
    talk.restart_process()
    assert talk.send(carried(Action.REPLAY_ON, ref, "01")).notice
    assert told(talk.game) == told(Game.deal(*WON))


async def test_a_game_too_long_to_be_written_down_can_still_be_solved(searches: Searches) -> None:
    talk = Talk(searches=searches)
    talk.begin(replace(VARIANTS["classic"], redeals=None), 1000021)
    while talk.game.moves_played < 1_000:
        turns = [move for move in talk.game.legal_moves() if not isinstance(move, Remove)]
        talk.game.play(turns[-1])
    talk.command("board")
    await solved(talk)
    assert says(last_line(talk), "solution.won")
