"""Turns: pressing cards, pairs and selections, the cell, undo, restart and the hint."""

from collections.abc import Callable

import pytest

from bot import turns
from bot.chat import Mark
from bot.refusals import Refusal, Refused
from bot.sessions import Session
from engine import Card, Draw, Status
from tests.bot.helpers import WINNING, WORDS, Talk, new_talk, refused, state, told

NINE_FOUR = WORDS.say("notice.removed", cards="9♦️ + 4♠️")


@pytest.mark.parametrize("move", ["draw", "ks"])
def test_a_move_ends_the_selection(move: str) -> None:
    talk = new_talk()
    talk.press("9♦️")
    talk.play(move)
    assert talk.marked(Mark.SELECTED) == []
    assert talk.session.selected is None


def test_undo_ends_the_selection() -> None:
    talk = new_talk()
    talk.play("draw")
    talk.press("9♦️")
    talk.tap("button.undo")
    assert talk.session.selected is None


def test_restart_ends_the_selection() -> None:
    talk = new_talk()
    talk.play("draw")
    talk.press("9♦️")
    talk.tap("button.restart")
    assert talk.session.selected is None


def test_a_draw_tells_what_was_drawn() -> None:
    talk = new_talk()
    talk.press("🎴 24")
    assert WORDS.say("notice.drew", cards="6♠️") in talk.board.text
    assert talk.game.stock_count == 23


def test_a_draw_on_three_wastes_tells_their_tops() -> None:
    talk = new_talk(rules="three-piles")
    talk.press("🎴 24")
    assert WORDS.say("notice.drew", cards="6♠️ 4♥️ A♣️") in talk.board.text


def test_a_redeal_makes_the_waste_the_stock_again() -> None:
    talk = new_talk(rules="par")
    talk.play(*["draw"] * 24)
    talk.press("🔁 2")
    assert talk.game.stock_count == 24
    assert WORDS.say("notice.redealt") in talk.board.text


def test_removals_in_a_row_are_a_combo() -> None:
    talk = new_talk()
    talk.play("9d 4s", "ks")
    assert WORDS.say("notice.removed-combo", cards="K♠️", combo=2) in talk.board.text


def test_the_cell_takes_the_selected_card() -> None:
    talk = new_talk(rules="cell")
    talk.press("9♦️")
    talk.press("📥")
    assert talk.game.cells == (Card.parse("9D"),)
    assert WORDS.say("notice.stored", card="9♦️") in talk.board.text
    talk.press("📦 9♦️")
    talk.press("4♠️")
    assert talk.game.score == 2


def test_the_cell_waits_for_a_card_when_none_is_selected() -> None:
    talk = new_talk(rules="cell")
    talk.press("📥")
    assert talk.marked(Mark.SELECTED) == ["📥"]
    assert WORDS.say("notice.store-which") in talk.board.text
    talk.press("K♠️")
    assert talk.game.cells == (Card.parse("KS"),)


def test_pressing_the_waiting_cell_again_lets_it_be() -> None:
    talk = new_talk(rules="cell")
    talk.press("📥")
    talk.press("📥")
    assert talk.marked(Mark.SELECTED) == []
    assert WORDS.say("notice.store-not") in talk.board.text
    talk.press("K♠️")
    assert talk.game.score == 1


def test_another_move_ends_the_waiting_for_a_card_to_store() -> None:
    talk = new_talk(rules="cell")
    talk.press("📥")
    talk.press("🎴 24")
    assert talk.marked(Mark.SELECTED) == []
    talk.press("K♠️")
    assert talk.game.score == 1


def test_a_full_cell_takes_no_other_card() -> None:
    talk = new_talk(rules="cell")
    talk.play("store ks")
    refused(talk, lambda: talk.command("play", "store 9d"), "refused.cell-full")
    with pytest.raises(Refused) as full:
        turns.store(talk.session, 0)
    assert full.value.refusal is Refusal.CELL_FULL


def test_undo_takes_moves_back_one_by_one_to_the_deal() -> None:
    talk = new_talk()
    before = [told(talk.game)]
    for move in ("draw", "9d 4s", "ks"):
        talk.play(move)
        before.append(told(talk.game))
    while talk.game.moves_played:
        assert told(talk.game) == before.pop()
        talk.tap("button.undo")
    assert told(talk.game) == before.pop()
    refused(talk, lambda: talk.tap("button.undo"), "refused.nothing-to-undo")


@pytest.mark.parametrize(("move", "label"), [("9d 4s", "9♦️ + 4♠️"), ("draw", "🎴 24"), ("ks", "K♠️")])
def test_undo_tells_the_move_by_its_buttons(move: str, label: str) -> None:
    talk = new_talk()
    talk.play(move)
    talk.tap("button.undo")
    assert WORDS.say("notice.undone", move=label) in talk.board.text


def test_a_win_can_be_taken_back() -> None:
    talk = Talk()
    talk.command("new", "1000021")
    talk.play(*WINNING)
    talk.tap("button.undo")
    assert talk.game.status is Status.PLAYING
    assert talk.game.score < 28
    assert talk.session.ended is None


def test_restart_deals_the_same_cards_and_forgets_the_moves() -> None:
    talk = new_talk()
    dealt = told(talk.game)
    talk.play("draw", "9d 4s")
    talk.clock += 50
    talk.tap("button.restart")
    assert told(talk.game) == dealt
    assert talk.session.started == talk.clock
    assert WORDS.say("notice.restarted") in talk.board.text


def test_a_hint_plays_nothing_and_names_its_buttons() -> None:
    talk = new_talk()
    before = told(talk.game)
    talk.tap("button.hint")
    assert told(talk.game) == before
    assert WORDS.say("notice.hint", move="9♦️ + 4♠️") in talk.board.text
    assert talk.marked(Mark.HINT) == ["4♠️", "9♦️"]


def test_a_hint_lasts_until_the_next_move() -> None:
    talk = new_talk()
    talk.tap("button.hint")
    talk.press("5♦️")
    assert talk.marked(Mark.HINT) == ["4♠️", "9♦️"]
    talk.press("K♠️")
    assert talk.marked(Mark.HINT) == []


def test_a_turn_without_a_game_is_refused() -> None:
    session = Session()
    steps: list[Callable[[], object]] = [
        lambda: turns.undo(session),
        lambda: turns.hint(session),
        lambda: turns.restart(session, 0),
        lambda: turns.store(session, 0),
        lambda: turns.play(session, Draw(), 0),
        lambda: turns.press_card(session, Card.parse("KS"), 0),
    ]
    for step in steps:
        with pytest.raises(Refused) as refusal:
            step()
        assert refusal.value.refusal is Refusal.NO_GAME
    assert state(session) == state(Session())


def test_a_finished_game_has_a_length() -> None:
    talk = Talk()
    talk.command("new", "1000021")
    talk.clock += 65
    talk.play(*WINNING[:-1])
    assert talk.session.ended is None
    talk.clock += 1
    talk.play(WINNING[-1])
    assert talk.session.ended == talk.clock
    assert talk.board.below.endswith("1:06")
