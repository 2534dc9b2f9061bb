"""Games by the names and signs that people know them by: presets, house rules, typed names."""

from dataclasses import asdict, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games import (
    ABOUT_KEYS,
    GAME_KEYS,
    HOUSE_FIELDS,
    game_name,
    house_sign,
    preset_of,
    read_deal,
    rule_lines,
    with_house_rule,
)
from bot.i18n import LANGUAGES, texts
from bot.panels import games_panel
from bot.refusals import Refusal, Refused
from engine import MAX_DEAL, VARIANTS, Game, Rules
from engine.deals import deals_stock
from engine.variants import CHOICES
from tests.bot.helpers import WORDS, Talk, buttons, check_board, dealt, new_talk, refused, says
from tests.bot.strategies import PRESETS, any_rules

HOUSE = [(field, value) for field in HOUSE_FIELDS for value in CHOICES[field]]

RULES = {
    "classic": [],
    "three-piles": ["three-wastes"],
    "strict": ["waste-pair", "clear-all"],
    "relaxed": ["waste-pair"],
    "par": ["redeals", "waste-pair", "clear-all"],
    "tut": ["king-at-apex", "draw-three", "redeals-unlimited"],
    "apophis": ["three-wastes", "redeals", "clear-all"],
    "giza": ["giza", "clear-all"],
    "triangle": ["triangle7", "redeals", "waste-pair", "clear-all"],
    "reserve": ["reserve", "waste-pair"],
    "six-reserve": ["pyramid6", "reserve", "waste-pair"],
    "cell": ["cell", "waste-pair"],
    "covering": ["covering-pair", "waste-pair"],
    "spanish": ["short-deck"],
    "six-rows": ["pyramid6", "waste-pair"],
    "open-stock": ["redeals", "open-stock"],
}
"""What the rule book says to be different in each preset."""


def house_rules() -> st.SearchStrategy[Rules]:
    """Any preset with any house rules."""
    fields = {field: st.sampled_from(CHOICES[field]) for field in HOUSE_FIELDS}
    changes: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries({}, optional=fields)
    presets = st.sampled_from(PRESETS)
    return st.builds(lambda name, change: replace(VARIANTS[name], **change), presets, changes)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_called_by_its_own_name(name: str) -> None:
    assert preset_of(VARIANTS[name]) == name
    assert game_name(VARIANTS[name], WORDS) == WORDS.say(f"game.{name}")


@given(house_rules())
def test_a_preset_with_house_rules_is_a_form_of_the_nearest_preset(rules: Rules) -> None:
    name = preset_of(rules)
    assert name is not None
    ours, theirs = asdict(rules), asdict(VARIANTS[name])
    assert {field for field in ours if ours[field] != theirs[field]} <= set(HOUSE_FIELDS)


@given(any_rules())
def test_a_name_begins_with_the_preset_and_tells_every_house_rule(rules: Rules) -> None:
    name = preset_of(rules)
    said = game_name(rules, WORDS)
    if name is None:
        assert said == WORDS.say("board.game")
        return
    assert said.startswith(WORDS.say(GAME_KEYS[name]))
    for field in HOUSE_FIELDS:
        value = getattr(rules, field)
        differs = value != getattr(VARIANTS[name], field)
        assert (house_sign(field, value, WORDS) in said.split(" ", 1)[-1]) == differs


@given(house_rules(), house_rules())
def test_different_games_have_different_names(one: Rules, other: Rules) -> None:
    assert (game_name(one, WORDS) == game_name(other, WORDS)) == (one == other)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (Rules(redeals=2), "Pyramid 🔁2"),
        (Rules(redeals=None), "Pyramid 🔁∞"),
        (replace(VARIANTS["par"], redeals=0), "Strict"),
        (replace(VARIANTS["tut"], redeals=1), "King Tut 🔁1"),
        (replace(VARIANTS["giza"], clear_all=False), "Giza -clear all"),
        (replace(VARIANTS["cell"], waste_pair=False, redeals=1), "Cell 🔁1 -waste pairs"),
        (replace(VARIANTS["spanish"], covering_pair=True), "Spanish pack +covering pairs"),
        (Rules(cells=1, open_stock=True), "Pyramid, own rules"),
    ],
)
def test_house_rules_are_told_shortly(rules: Rules, said: str) -> None:
    assert game_name(rules, WORDS) == said


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize(("field", "value"), HOUSE)
def test_any_house_rule_that_has_an_effect_goes_with_any_preset(
    name: str, field: str, value: Any
) -> None:
    rules = VARIANTS[name]
    if name == "giza" and field in ("redeals", "waste_pair"):
        with pytest.raises(Refused) as error:
            with_house_rule(rules, field, value)
        assert error.value.refusal is Refusal.HOUSE_NEEDS_STOCK
    else:
        assert with_house_rule(rules, field, value) == replace(rules, **{field: value})


@given(any_rules())
def test_a_game_has_a_stock_when_its_deal_leaves_cards(rules: Rules) -> None:
    assert deals_stock(rules) == (Game.deal(rules, 2).stock_count > 0)


@pytest.mark.parametrize("name", PRESETS)
def test_what_is_different_in_a_preset_is_what_the_rule_book_says(name: str) -> None:
    lines = rule_lines(VARIANTS[name])
    assert [line.key.removeprefix("rule.") for line in lines] == RULES[name]


@given(any_rules())
def test_every_rule_that_differs_from_the_classic_one_is_told(rules: Rules) -> None:
    told = {WORDS.read(line) for line in rule_lines(rules)}
    for field, value in asdict(rules).items():
        changed = {**asdict(rules), field: getattr(Rules(), field)}
        if value == changed[field] or (field == "draw" and rules.wastes == 3):
            continue
        without = {WORDS.read(line) for line in rule_lines(Rules(**changed))}
        silent = not deals_stock(rules) and field not in ("layout", "cells", "covering_pair")
        if not silent or field in ("clear_all", "king_at_apex"):
            assert told - without, field


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_dealt_by_either_name_with_or_without_a_number(
    preset: str, language: str
) -> None:
    words = texts(language)
    own = words.say(GAME_KEYS[preset])
    for name in (preset, preset.upper(), preset.replace("-", " "), preset.replace("-", "_"), own):
        assert read_deal(name, words) == (VARIANTS[preset], None)
        for typed in (f"{name} 48151", f"48151 {name}", f"  {name}   #48151 "):
            assert read_deal(typed, words) == (VARIANTS[preset], 48151)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("gizza", "giza"),
        ("GIZAA 5", "giza 5"),
        ("triangel", "triangle"),
        ("strickt", "strict"),
        ("opnstock", "open-stock"),
        ("King Tutt", "tut"),
        ("par pyramids #7", "par 7"),
        ("six-row", "six-rows"),
        ("spanisch", "spanish"),
        ("apofis", "apophis"),
    ],
)
def test_a_mistyped_name_is_answered_by_the_nearest_one(typed: str, meant: str) -> None:
    talk = new_talk()
    refused(talk, lambda: talk.command("new", typed), "refused.did-you-mean")
    assert talk.notice == WORDS.say("refused.did-you-mean", game=meant)
    talk.command("new", meant)
    assert talk.game.rules == VARIANTS[meant.split()[0]]


@pytest.mark.parametrize("typed", ["klondike", "x", "spider 5", "ماذا", "?!a", "q" * 5000])
def test_a_name_that_is_near_none_is_unknown(typed: str) -> None:
    talk = new_talk()
    refused(talk, lambda: talk.command("new", typed), "refused.unknown-game")


@pytest.mark.parametrize(
    "typed", ["giza 0", "tut 2147483648", "giza 1 2", "5 tut 6", "0", "##5", "giza -1", "?!"]
)
def test_a_number_that_is_none_deals_no_game(typed: str) -> None:
    talk = new_talk()
    talk.command("new", typed)
    assert dealt(talk, 2)
    assert talk.game.rules == Rules()


@given(st.text(max_size=60))
def test_any_text_names_a_deal_or_gets_a_sentence(text: str) -> None:
    try:
        rules, number = read_deal(text, WORDS)
    except Refused as error:
        names = Refusal.UNKNOWN_GAME, Refusal.DID_YOU_MEAN, Refusal.BAD_DEAL_NUMBER
        if error.refusal not in names:
            raise
        return
    assert rules is None or rules in VARIANTS.values()
    assert number is None or 1 <= number <= MAX_DEAL


def test_new_without_a_name_deals_the_game_played_last() -> None:
    talk = Talk(31, 32)
    talk.command("new", "tut 48151")
    assert dealt(talk, 48151)
    talk.command("new")
    assert dealt(talk, 31)
    talk.command("new", "7")
    assert dealt(talk, 7)
    assert talk.game.rules == VARIANTS["tut"]
    talk.command("start", "giza")
    assert talk.game.rules == VARIANTS["giza"]
    assert dealt(talk, 32)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_panel_of_games_has_a_line_and_a_button_for_each(language: str) -> None:
    words = texts(language)
    panel = games_panel(words)
    check_board(panel)
    names = [words.say(GAME_KEYS[preset]) for preset in VARIANTS]
    assert [button.label for button in buttons(panel)] == names
    assert len(set(names)) == len(names)
    assert len({words.say(about) for about in ABOUT_KEYS.values()}) == len(names)
    title, *lines = panel.text.split("\n")
    assert title == words.say("text.games")
    assert lines == [
        f"{name}: {words.say(ABOUT_KEYS[preset])}"
        for name, preset in zip(names, VARIANTS, strict=True)
    ]


@pytest.mark.parametrize("name", PRESETS)
def test_a_press_on_the_panel_of_games_deals_that_game_in_place(name: str) -> None:
    talk = Talk(31, 32)
    talk.command("games")
    talk.press(WORDS.say(GAME_KEYS[name]))
    assert dealt(talk, 31)
    assert talk.game.rules == VARIANTS[name]
    assert len(talk.messages) == 1
    talk.command("new")
    assert dealt(talk, 32)
    assert talk.game.rules == VARIANTS[name]


def test_a_double_press_on_the_panel_of_games_deals_once() -> None:
    talk = Talk(31, 32)
    talk.command("games")
    press = talk.button("Giza")
    talk.send(press.payload)
    talk.send(press.payload)
    assert dealt(talk, 31)
    assert says(talk.notice, "refused.outdated")


def test_a_second_panel_of_games_deals_again() -> None:
    talk = Talk(31, 32)
    for number, name in ((31, "Giza"), (32, "Triangle")):
        talk.command("games")
        talk.press(name)
        assert dealt(talk, number)
    assert talk.game.rules == VARIANTS["triangle"]


def test_the_panel_of_games_works_after_a_restart_of_the_process() -> None:
    talk = Talk(31)
    talk.command("games")
    talk.restart_process()
    talk.press("King Tut")
    assert dealt(talk, 31)
    assert talk.game.rules == VARIANTS["tut"]
