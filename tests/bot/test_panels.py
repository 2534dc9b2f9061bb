"""Panels: the question before a new game, the welcome, the settings, house rules."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat import Mark
from bot.games import GAME_KEYS, HOUSE_KEYS, game_name
from engine import VARIANTS, Rules
from tests.bot.helpers import (
    WORDS,
    Talk,
    buttons,
    check_board,
    dealt,
    label_rows,
    new_talk,
    refused,
    says,
    state,
    to_the_end,
)
from tests.bot.strategies import PRESETS

REDEALS = ["🔁 0", "🔁 1", "🔁 2", "🔁 ∞"]
TOGGLES = {WORDS.say(key): field for field, key in HOUSE_KEYS.items()}


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


@pytest.mark.parametrize("name", PRESETS)
def test_the_panel_of_house_rules_shows_those_of_the_preset(name: str) -> None:
    talk = new_talk(rules=name)
    talk.command("house")
    check_board(talk.board)
    rules = VARIANTS[name]
    assert talk.board.text == WORDS.say("text.house", game=WORDS.say(GAME_KEYS[name]))
    redeals, toggles, begin = label_rows(talk.board)
    place = [0, 1, 2, None].index(rules.redeals)
    assert redeals == [f"✅ {one}" if at == place else one for at, one in enumerate(REDEALS)]
    chosen = {WORDS.say(HOUSE_KEYS[field]): getattr(rules, field) for field in HOUSE_KEYS}
    assert toggles == [f"✅ {label}" if chosen[label] else label for label in TOGGLES]
    assert begin == [WORDS.say("button.new")]
    assert talk.marked(Mark.SELECTED) == [one for one in talk.labels() if one.startswith("✅")]


def toggled(rules: Rules, field: str) -> Rules:
    changed: dict[str, Any] = {field: not getattr(rules, field)}
    return replace(rules, **changed)


@given(
    st.sampled_from([name for name in PRESETS if name != "giza"]),
    st.lists(st.sampled_from([*REDEALS, *TOGGLES]), max_size=8),
)
def test_house_rules_are_toggled_on_top_of_the_preset(name: str, pressed: list[str]) -> None:
    talk = Talk(31, 32)
    talk.command("new", name)
    before, rules = state(talk.session), VARIANTS[name]
    talk.command("house")
    for label in pressed:
        talk.press(next(one for one in talk.labels() if one.removeprefix("✅ ") == label))
        if label in REDEALS:
            rules = replace(rules, redeals=[0, 1, 2, None][REDEALS.index(label)])
        else:
            rules = toggled(rules, TOGGLES[label])
        assert talk.session.rules == rules
        assert talk.board.text == WORDS.say("text.house", game=game_name(rules, WORDS))
    opener = talk.session.opener
    assert state(talk.session) == {**before, "rules": rules, "opener": opener}
    talk.tap("button.new")
    assert dealt(talk, 32)
    assert talk.game.rules == rules
    assert talk.board.above == f"{game_name(rules, WORDS)} #32"


def test_a_toggle_pressed_twice_at_once_is_toggled_once() -> None:
    talk = new_talk()
    talk.command("house")
    press = talk.button("clear all")
    talk.send(press.payload)
    talk.send(press.payload)
    assert talk.session.rules == Rules(clear_all=True)


@pytest.mark.parametrize("label", [*REDEALS, "waste pairs"])
def test_a_house_rule_that_contradicts_the_game_is_refused_with_the_reason(label: str) -> None:
    talk = new_talk(rules="giza")
    talk.command("house")
    shown = next(one for one in talk.labels() if one.removeprefix("✅ ") == label)
    refused(talk, lambda: talk.press(shown), "refused.house-needs-stock")


def test_house_rules_wait_for_the_next_deal_and_leave_the_game_alone() -> None:
    talk = Talk(31)
    talk.command("new", "2")
    board = talk.board
    talk.command("house")
    talk.press("🔁 ∞")
    assert talk.game.rules == Rules()
    talk.command("board")
    assert talk.board == board


@pytest.mark.parametrize("command", ["restart", "undo"])
def test_house_rules_for_the_next_deal_outlive_moves_of_the_game(command: str) -> None:
    talk = new_talk()
    talk.play("draw")
    talk.command("house")
    talk.press("clear all")
    talk.command(command)
    talk.command("new")
    assert talk.game.rules == Rules(clear_all=True)


def test_the_panel_of_house_rules_asks_before_it_gives_a_game_up() -> None:
    talk = Talk(31)
    talk.command("new", "2")
    talk.play("draw")
    talk.command("house")
    talk.press("🔁 1")
    talk.tap("button.new")
    assert WORDS.say("board.confirm-new") in talk.board.text
    assert talk.game.number == 2
    talk.tap("button.new-sure")
    assert dealt(talk, 31)
    assert talk.game.rules == Rules(redeals=1)
