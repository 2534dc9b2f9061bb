"""Panels: the question before a new game, the welcome and the settings, in place of the board."""

import pytest

from tests.bot.helpers import WORDS, Talk, buttons, dealt, new_talk, says, state, to_the_end


def test_new_on_a_board_without_moves_deals_at_once() -> None:
    talk = Talk(31, 32)
    talk.command("new")
    talk.tap("button.new")
    assert dealt(talk, 32)
    assert len(talk.messages) == 1


def test_new_on_a_board_with_moves_asks_once_more_in_place() -> None:
    talk = Talk(31)
    talk.command("new", "2")
    talk.play("draw")
    messages = len(talk.messages)
    talk.tap("button.new")
    assert talk.game.number == 2
    assert WORDS.say("board.confirm-new") in talk.board.text
    talk.tap("button.new-sure")
    assert dealt(talk, 31)
    assert len(talk.messages) == messages
    assert "#31" in talk.board.above


def test_keep_playing_brings_the_board_back_as_it_was() -> None:
    talk = new_talk()
    talk.play("draw")
    talk.press("9♦️")
    board, before = talk.board, state(talk.session)
    talk.tap("button.new")
    talk.tap("button.keep")
    assert talk.board == board
    assert state(talk.session) == before


def test_new_on_a_finished_board_does_not_ask() -> None:
    talk = Talk(31)
    talk.command("new", "2")
    to_the_end(talk)
    talk.tap("button.new")
    assert dealt(talk, 31)


@pytest.mark.parametrize("key", ["button.new", "button.new-sure"])
def test_a_double_press_deals_once(key: str) -> None:
    talk = Talk(31, 32)
    talk.command("new", "2")
    if key == "button.new-sure":
        talk.play("draw")
        talk.tap("button.new")
    press = talk.button(WORDS.say(key))
    talk.send(press.payload)
    talk.send(press.payload)
    assert dealt(talk, 31)
    assert says(talk.notice, "refused.outdated")


def test_the_welcome_deals_once_too() -> None:
    talk = Talk(31, 32)
    talk.command("start")
    press = talk.button(WORDS.say("button.new"))
    talk.send(press.payload)
    assert dealt(talk, 31)
    talk.send(press.payload)
    assert dealt(talk, 31)


def test_the_welcome_does_not_give_up_a_game_unasked() -> None:
    talk = new_talk()
    talk.play("draw")
    talk.command("start")
    talk.tap("button.new")
    assert talk.game.moves_played == 1
    assert WORDS.say("board.confirm-new") in talk.board.text


def test_settings_open_in_place_and_lead_back() -> None:
    talk = new_talk()
    board = talk.board
    talk.press("⚙️")
    assert WORDS.say("settings.text") in talk.board.text
    talk.tap("button.back")
    assert talk.board == board


def test_the_skin_is_changed_in_the_settings() -> None:
    talk = new_talk()
    talk.press("⚙️")
    talk.tap("button.skin-emoji")
    assert talk.session.skin == "emoji"
    assert f"✅ {WORDS.say('button.skin-emoji')}" in talk.labels()
    assert not talk.board.monospace
    talk.tap("button.skin-text")
    assert talk.session.skin == "text"


def test_one_tap_pairs_are_switched_in_the_settings() -> None:
    talk = new_talk()
    talk.press("⚙️")
    talk.tap("button.one-tap-on")
    assert talk.session.one_tap
    talk.tap("button.one-tap-off")
    assert not talk.session.one_tap


def test_settings_outlive_the_game() -> None:
    talk = Talk()
    talk.command("settings")
    talk.tap("button.skin-emoji")
    talk.tap("button.one-tap-on")
    talk.command("new", "2")
    assert not talk.board.monospace
    assert talk.session.one_tap


def test_a_panel_made_for_an_earlier_position_still_works() -> None:
    talk = new_talk()
    panel = talk.last
    talk.press("⚙️")
    talk.play("draw")
    talk.tap("button.skin-emoji", panel)
    assert talk.session.skin == "emoji"
    talk.tap("button.back", panel)
    assert talk.messages[panel].below == talk.board.below


def test_every_button_of_every_board_is_answered() -> None:
    talk = new_talk(rules="cell")
    talk.tap("button.hint")
    talk.press("⚙️")
    for index in range(len(talk.labels())):
        reply = talk.send(buttons(talk.board)[index].payload)
        assert reply.board is not None or reply.notice
        talk.command("board")
        talk.press("⚙️")
