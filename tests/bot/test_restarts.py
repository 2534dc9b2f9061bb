"""Restarts: what a chat gets back from its buttons when the process knows nothing of it."""

import pytest

from bot.chat import Mark, Player, Press
from bot.payloads import carried_card
from engine import Card, Game, Remove
from tests.bot.helpers import Talk, dealt, new_talk, says, to_the_end, told


def ref_of(talk: Talk) -> str:
    """What the last board's buttons carry of the game."""
    return talk.button("⚙️").payload[1:]


def test_a_press_after_a_restart_of_the_process_brings_the_game_back() -> None:
    talk = new_talk()
    talk.play("draw", "9d 4s", "ks")
    before = told(talk.game)
    talk.restart_process()
    talk.press("6♣️")
    assert told(talk.game) == before
    assert talk.marked(Mark.SELECTED) == ["6♣️"]
    assert talk.notice is None


def test_the_undo_history_comes_back_too() -> None:
    talk = new_talk()
    talk.play("draw", "9d 4s", "ks")
    for left in (2, 1, 0):
        talk.restart_process()
        talk.tap("button.undo")
        assert talk.game.moves_played == left
    assert told(talk.game) == told(Game.deal("classic", 2))


@pytest.mark.parametrize("name", ["giza", "cell", "spanish", "tut"])
def test_any_game_of_the_family_comes_back(name: str) -> None:
    talk = new_talk(12345, name)
    for _ in range(4):
        talk.game.play(talk.game.legal_moves()[-1])
    talk.command("board")
    before = told(talk.game)
    talk.restart_process()
    talk.tap("button.hint")
    assert told(talk.game) == before


def test_a_finished_game_comes_back_too() -> None:
    talk = new_talk()
    to_the_end(talk)
    played = talk.game.moves_played
    talk.restart_process()
    talk.tap("button.undo")
    assert talk.game.moves_played == played - 1


def test_a_pair_that_was_begun_before_a_restart_is_completed_after_it() -> None:
    talk = new_talk()
    talk.press("9♦️")
    talk.restart_process()
    talk.press("4♠️")
    assert talk.game.last_move == Remove(frozenset(map(Card.parse, ("9D", "4S"))))


def test_a_pair_whose_second_press_comes_again_after_a_restart_stays_removed() -> None:
    talk = new_talk()
    talk.press("9♦️")
    second = talk.button("4♠️").payload
    talk.send(second)
    before = told(talk.game)
    talk.restart_process()
    talk.send(second)
    assert told(talk.game) == before


def test_after_a_restart_a_press_on_a_lagging_picture_takes_nothing_back() -> None:
    talk = new_talk()
    king, draw = talk.button("K♠️").payload, talk.button("🎴 24").payload
    talk.press("🎴 24")
    talk.restart_process()
    talk.send(draw)
    assert says(talk.notice, "refused.outdated")
    assert talk.game.stock_count == 23
    talk.restart_process()
    talk.send(king)
    assert (talk.game.score, talk.game.stock_count) == (1, 23)


def test_after_a_restart_the_deal_that_a_message_shows_by_now_is_the_one_being_played() -> None:
    talk = Talk(3)
    talk.command("new", "2")
    old = talk.button("🎴 24").payload
    talk.tap("button.new")
    talk.restart_process()
    talk.send(old)
    assert dealt(talk, 3)
    assert says(talk.notice, "refused.outdated")


@pytest.mark.parametrize("shown", ["", "?", "c9Dnonsense", "T", "~" * 60])
def test_of_a_message_that_shows_no_game_the_pressed_button_tells_it(shown: str) -> None:
    talk = new_talk()
    draw = talk.button("🎴 24").payload
    talk.restart_process()
    talk.bot.handle(Press(talk.chat, Player(7), draw, "m1", (shown,)))
    assert talk.game.stock_count == 23


def test_the_selected_card_itself_is_deselected_after_a_restart_too() -> None:
    talk = new_talk()
    talk.press("9♦️")
    talk.restart_process()
    talk.press("9♦️")
    assert talk.marked(Mark.SELECTED) == []


def test_a_cell_that_waited_before_a_restart_takes_the_card_after_it() -> None:
    talk = new_talk(2, "cell")
    talk.press("📥")
    talk.restart_process()
    talk.press("9♦️")
    assert talk.game.cells == (Card.parse("9D"),)


def test_a_selection_in_memory_counts_for_more_than_the_buttons() -> None:
    talk = new_talk()
    talk.press("9♦️")
    stale = talk.button("4♠️").payload
    talk.press("9♦️")
    talk.send(stale)
    assert talk.game.moves_played == 0
    assert talk.marked(Mark.SELECTED) == ["4♠️"]


@pytest.mark.parametrize("storing", [True, False])
def test_a_forged_selection_of_a_covered_card_is_nothing(storing: bool) -> None:
    talk = new_talk()
    covered = Card.parse("TD")
    talk.restart_process()
    talk.send(carried_card(ref_of(talk), Card.parse("9D"), covered, storing=storing))
    assert talk.marked(Mark.SELECTED) == ["9♦️"]


def test_after_a_restart_the_pressed_message_is_the_live_board() -> None:
    talk = new_talk()
    talk.restart_process()
    talk.press("🎴 24")
    assert talk.session.board_id == talk.last
