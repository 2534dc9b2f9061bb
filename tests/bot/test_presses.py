"""Presses: a button acts on the game that it was made for, and on no other."""

import pytest

from bot.payloads import REPLAY, Action, carried, reference
from engine import Game, Rules
from tests.bot.helpers import Talk, dealt, new_talk, refused, says, short, state, told

KING_FREE_TOO = 3
"""A deal in which the King of spades is free, as in deal 2."""
CHOICE = {
    **{Action.GAME: "00", Action.HOUSE: "r1", Action.LANGUAGE: "it"},
    **dict.fromkeys(REPLAY, "01"),
}
LONG = Rules(reserve=7, waste_pair=True, redeals=None)


def long_talk() -> Talk:
    """A chat whose game has outgrown its buttons."""
    talk = new_talk(2, LONG)
    while not reference(talk.game).startswith("~"):
        (label,) = [one for one in talk.labels() if one.startswith("🔁") or is_draw(one)]
        talk.press(label)
    return talk


def is_draw(label: str) -> bool:
    return label.startswith("🎴")


def test_a_press_edits_the_message_in_place() -> None:
    talk = new_talk()
    reply = talk.press("🎴 24")
    assert reply.board is not None
    assert not reply.post
    assert len(talk.messages) == 1


def test_a_double_press_never_draws_twice() -> None:
    talk = new_talk()
    draw = talk.button("🎴 24")
    talk.send(draw.payload)
    talk.send(draw.payload)
    assert talk.game.stock_count == 23
    assert says(talk.notice, "refused.outdated")


@pytest.mark.parametrize("action", [Action.UNDO, Action.RESTART, Action.DRAW])
def test_an_outdated_press_changes_nothing_and_heals_its_message(action: Action) -> None:
    talk = new_talk()
    talk.play("draw")
    outdated = carried(action, reference(talk.game))
    message = talk.last
    talk.play("draw", "9d 4s")
    before = state(talk.session)
    reply = talk.send(outdated, message)
    assert state(talk.session) == before
    assert says(reply.notice, "refused.outdated")
    assert talk.messages[message] == talk.board


def test_an_outdated_redeal_does_not_redeal_again() -> None:
    talk = new_talk(rules="par")
    talk.play(*["draw"] * 24)
    redeal = talk.button("🔁 2")
    talk.send(redeal.payload)
    talk.play(*["draw"] * 24)
    talk.send(redeal.payload)
    assert talk.game.redeals_left == 1
    assert says(talk.notice, "refused.outdated")


def test_an_outdated_press_on_the_cell_stores_nothing() -> None:
    talk = new_talk(rules="cell")
    store = talk.button("📥")
    talk.play("draw")
    talk.press("9♦️")
    talk.send(store.payload)
    assert talk.game.cells == (None,)
    assert says(talk.notice, "refused.outdated")


def test_a_card_on_an_outdated_board_is_judged_by_the_game_as_it_stands() -> None:
    talk = new_talk()
    king = talk.button("K♠️")
    talk.play("draw")
    talk.send(king.payload)
    assert talk.game.score == 1
    assert talk.notice is None


def test_a_card_that_has_gone_since_is_refused_and_the_message_healed() -> None:
    talk = new_talk()
    message, king = talk.last, talk.button("K♠️")
    talk.play("ks")
    before = state(talk.session)
    reply = talk.send(king.payload, message)
    assert says(reply.notice, "refused.gone")
    assert state(talk.session) == before
    assert talk.messages[message] == talk.board


def test_of_two_players_who_press_the_same_king_one_is_told() -> None:
    talk = new_talk()
    king = talk.button("K♠️")
    talk.send(king.payload)
    assert talk.notice is None
    talk.send(king.payload)
    assert says(talk.notice, "refused.gone")
    assert talk.game.score == 1


def test_a_press_on_an_old_board_is_answered_and_that_board_loses_its_buttons() -> None:
    talk = Talk()
    talk.command("new", "2")
    old = talk.last
    text = talk.board.text
    talk.command("new", "3")
    before = state(talk.session)
    for label in talk.labels(old):
        if talk.messages[old].rows:
            reply = talk.press(label, old)
    assert reply.retire
    assert reply.board is None
    assert says(reply.notice, "refused.old-board")
    assert talk.messages[old].rows == ()
    assert talk.messages[old].text == text
    assert state(talk.session) == before


def test_the_board_played_last_is_old_too_once_another_deal_was_posted() -> None:
    talk = new_talk()
    old = talk.last
    talk.press("9♦️")
    talk.command("new", "3")
    assert talk.press("K♠️", old).retire
    assert talk.messages[old].rows == ()
    assert dealt(talk, 3)


@pytest.mark.parametrize("action", [action for action in Action if action is not Action.CARD])
def test_no_button_of_an_old_board_does_anything(action: Action) -> None:
    talk = Talk()
    talk.command("new", "2")
    old = talk.last
    ref = reference(talk.game)
    talk.command("new", "3")
    before = state(talk.session)
    assert talk.send(carried(action, ref, CHOICE.get(action, "")), old).retire
    assert state(talk.session) == before


def test_an_old_board_of_the_same_number_but_other_rules_is_old() -> None:
    talk = new_talk()
    old = talk.last
    talk.begin("strict", 2)
    assert talk.press("K♠️", old).retire


def test_a_card_of_the_last_deal_is_not_played_on_the_next_one() -> None:
    talk = Talk(KING_FREE_TOO)
    talk.command("new", "2")
    king = talk.button("K♠️")
    talk.tap("button.new")
    assert dealt(talk, KING_FREE_TOO)
    assert "K♠️" in talk.labels()
    reply = talk.send(king.payload)
    assert dealt(talk, KING_FREE_TOO)
    assert reply.notice is not None
    assert reply.board == talk.board


def test_a_game_that_outgrew_its_buttons_is_played_on() -> None:
    talk = long_talk()
    played = talk.game.moves_played
    (label,) = [label for label in talk.labels() if label.startswith("🔁") or is_draw(label)]
    stale = talk.button(label)
    talk.send(stale.payload)
    assert talk.game.moves_played == played + 1
    talk.send(stale.payload)
    assert talk.game.moves_played == played + 1
    assert says(talk.notice, "refused.outdated")


def test_a_game_that_outgrew_its_buttons_comes_back_as_its_deal_alone() -> None:
    talk = long_talk()
    talk.restart_process()
    reply = talk.tap("button.undo")
    assert told(talk.game) == told(Game.deal(LONG, 2))
    assert says(reply.notice, "refused.deal-alone")
    assert reply.board is not None


@pytest.mark.parametrize(
    "payload",
    [
        "",
        "y",
        "d",
        "u!!!!",
        "cKS",
        "dAAAA",
        "h~",
        "h~abcdef",
        "cKSAAAA",
        "\u202edAAAA",
        "d" * 64,
        "d" * 10_000,
        "n\x00",
        "\ud800",
    ],
    ids=short,
)
@pytest.mark.parametrize("playing", [True, False])
def test_data_that_no_button_carries_changes_nothing(payload: str, playing: bool) -> None:
    talk = new_talk() if playing else Talk()
    refused(talk, lambda: talk.send(payload, "m1"), "refused.broken-button")


def test_a_forged_button_can_only_bring_a_game_that_legal_play_reaches() -> None:
    talk = Talk()
    ref = reference(Game.deal("cell", 77))
    talk.send(carried(Action.HINT, ref), "m1")
    assert told(talk.game) == told(Game.deal("cell", 77))
