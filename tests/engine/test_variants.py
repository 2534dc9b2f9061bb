"""The table of rules, the table of presets, and what each of them lets a player do."""

from dataclasses import FrozenInstanceError, asdict, replace
from typing import Any

import pytest

from engine import VARIANTS, Card, Game, InvalidRules, Rules
from tests.engine.referee import Book, cards_of, lay, plain
from tests.engine.test_moves import listed, play

PRESETS = {
    "classic": Book(),
    "three-piles": Book(draw=3, wastes=3),
    "strict": Book(waste_pair=True, clear_all=True),
    "relaxed": Book(waste_pair=True),
    "par": Book(waste_pair=True, clear_all=True, redeals=2),
    "tut": Book(draw=3, redeals=None, king_at_apex=True),
    "apophis": Book(draw=3, wastes=3, redeals=2, clear_all=True),
    "giza": Book(layout="giza", clear_all=True),
    "triangle": Book(layout="triangle7", waste_pair=True, clear_all=True, redeals=2),
    "reserve": Book(reserve=7, waste_pair=True),
    "six-reserve": Book(layout="pyramid6", reserve=6, waste_pair=True),
    "cell": Book(cells=1, waste_pair=True),
    "covering": Book(covering_pair=True, waste_pair=True),
    "spanish": Book(short_deck=True),
    "six-rows": Book(layout="pyramid6", waste_pair=True),
    "open-stock": Book(open_stock=True, redeals=2),
}

HOUSE_RULES = ("covering_pair", "clear_all", "waste_pair")

GOOD: list[dict[str, Any]] = [
    *({"layout": layout} for layout in ("pyramid7", "pyramid6", "triangle7", "giza")),
    *({"reserve": count} for count in (0, 6, 7)),
    *({"cells": count} for count in (0, 1)),
    *({"draw": count} for count in (1, 3)),
    {"draw": 3, "wastes": 3},
    *({"redeals": count} for count in (0, 1, 2, None)),
    *({"layout": "giza", "cells": 1, "redeals": count} for count in (0, 2, None)),
    {"layout": "giza", "draw": 3, "wastes": 3, "open_stock": True, "waste_pair": True},
    {"layout": "triangle7", "short_deck": True, "reserve": 7, "cells": 1, "king_at_apex": True},
    {"layout": "pyramid6", "draw": 3, "wastes": 3, "open_stock": True, "clear_all": True},
]

REFUSED: list[dict[str, Any]] = [
    {"layout": "giza", "short_deck": True},
    {"layout": "giza", "reserve": 6},
    {"layout": "giza", "reserve": 7},
    {"draw": 1, "wastes": 3},
    *({"layout": layout} for layout in ("", "pyramid", "pyramid8", "Giza", "triangle")),
    *({"reserve": count} for count in (-1, 1, 5, 8)),
    *({"cells": count} for count in (-1, 2)),
    *({"draw": count} for count in (-3, 0, 2, 4)),
    *({"draw": 3, "wastes": count} for count in (-1, 0, 2, 4)),
    *({"redeals": count} for count in (-1, 3, 100)),
]


def test_the_rules_without_arguments_are_the_classic_game() -> None:
    assert asdict(Rules()) == Book()._asdict()
    assert VARIANTS["classic"] == Rules()


def test_there_are_these_presets_and_no_others() -> None:
    assert set(VARIANTS) == set(PRESETS)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_has_the_rules_of_the_table(name: str) -> None:
    assert VARIANTS[name] == Rules(**PRESETS[name]._asdict())
    assert asdict(VARIANTS[name]) == PRESETS[name]._asdict()


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_dealt_by_its_name_or_by_its_rules(name: str) -> None:
    named, ruled = Game.deal(name, 12345), Game.deal(VARIANTS[name], 12345)
    assert named.rules == ruled.rules == VARIANTS[name]
    assert named.number == 12345
    assert named.tableau == ruled.tableau
    assert named.legal_moves() == ruled.legal_moves()


@pytest.mark.parametrize("fields", GOOD)
def test_good_combinations_can_be_dealt(fields: dict[str, Any]) -> None:
    game = Game.deal(Rules(**fields), 12345)
    assert {name: getattr(game.rules, name) for name in fields} == fields


@pytest.mark.parametrize("fields", REFUSED)
def test_other_combinations_are_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(InvalidRules):
        Rules(**fields)


@pytest.mark.parametrize("fields", REFUSED)
def test_rules_that_are_changed_are_checked_again(fields: dict[str, Any]) -> None:
    with pytest.raises(InvalidRules):
        replace(Rules(), **fields)


@pytest.mark.parametrize("name", ["", "Classic", "klondike", "classic ", "pyramid7"])
def test_an_unknown_preset_is_refused(name: str) -> None:
    with pytest.raises(InvalidRules):
        Game.deal(name, 1)
    with pytest.raises(InvalidRules):
        Game.from_cards(name, lay(""))


def test_refused_rules_are_a_value_error() -> None:
    assert issubclass(InvalidRules, ValueError)


def test_rules_are_frozen_values() -> None:
    assert len({Rules(), Rules(), Rules(draw=3)}) == 2
    with pytest.raises(FrozenInstanceError):
        Rules().draw = 3  # type: ignore[misc]


@pytest.mark.parametrize(
    ("short_deck", "target", "values"),
    [
        (False, 13, {"A": 1, "2": 2, "9": 9, "T": 10, "J": 11, "Q": 12, "K": 13}),
        (True, 12, {"A": 1, "2": 2, "9": 9, "J": 10, "Q": 11, "K": 12}),
    ],
)
def test_the_target_and_the_values(short_deck: bool, target: int, values: dict[str, int]) -> None:
    rules = Rules(short_deck=short_deck)
    assert rules.target == target
    assert {rank: rules.value(Card.parse(rank + "S")) for rank in values} == values


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize(
    "change",
    [
        *({"redeals": count} for count in (0, 1, 2, None)),
        *({rule: on} for rule in HOUSE_RULES for on in (False, True)),
    ],
)
def test_any_preset_takes_the_house_rules(name: str, change: dict[str, Any]) -> None:
    house = Rules(**{**PRESETS[name]._asdict(), **change})
    game = Game.deal(house, 12345)
    assert asdict(game.rules) == {**PRESETS[name]._asdict(), **change}
    assert game.legal_moves()


@pytest.mark.parametrize(
    ("name", "rows", "reserve", "cells", "stock", "piles", "redeals"),
    [
        ("classic", 7, 0, 0, 24, 1, 0),
        ("three-piles", 7, 0, 0, 24, 3, 0),
        ("strict", 7, 0, 0, 24, 1, 0),
        ("relaxed", 7, 0, 0, 24, 1, 0),
        ("par", 7, 0, 0, 24, 1, 2),
        ("tut", 7, 0, 0, 24, 1, None),
        ("apophis", 7, 0, 0, 24, 3, 2),
        ("triangle", 7, 0, 0, 24, 1, 2),
        ("reserve", 7, 7, 0, 17, 1, 0),
        ("six-reserve", 6, 6, 0, 25, 1, 0),
        ("cell", 7, 0, 1, 24, 1, 0),
        ("covering", 7, 0, 0, 24, 1, 0),
        ("spanish", 7, 0, 0, 20, 1, 0),
        ("six-rows", 6, 0, 0, 31, 1, 0),
        ("open-stock", 7, 0, 0, 24, 1, 2),
    ],
)
def test_what_lies_on_the_table_at_the_start(
    name: str, rows: int, reserve: int, cells: int, stock: int, piles: int, redeals: int | None
) -> None:
    game = Game.deal(name, 12345)
    assert (len(game.tableau), len(game.reserve), len(game.cells)) == (rows, reserve, cells)
    assert (game.stock_count, game.waste) == (stock, ((),) * piles)
    assert game.redeals_left == redeals
    assert (game.stock_top is not None) is (name == "open-stock")


def test_giza_has_fifteen_rows_and_no_stock() -> None:
    game = Game.deal("giza", 12345)
    assert [len(row) for row in game.tableau] == [1, 2, 3, 4, 5, 6, 7] + [3] * 8
    assert (game.stock_count, game.stock_top) == (0, None)


@pytest.mark.parametrize(
    "change",
    [
        {"draw": 3},
        {"draw": 3, "wastes": 3},
        *({"redeals": count} for count in (1, 2, None)),
        {"open_stock": True},
        {"waste_pair": True},
    ],
)
@pytest.mark.parametrize("number", [1, 12345, 1000017])
def test_what_concerns_the_stock_has_no_effect_in_giza(change: dict[str, Any], number: int) -> None:
    usual, changed = (
        Game.deal("giza", number),
        Game.deal(replace(VARIANTS["giza"], **change), number),
    )
    while usual.legal_moves():
        assert usual.legal_moves() == changed.legal_moves()
        assert (usual.status, usual.hint()) == (changed.status, changed.hint())
        move = usual.legal_moves()[0]
        usual.play(move)
        changed.play(move)
    assert (usual.status, usual.score) == (changed.status, changed.score)
    assert changed.legal_moves() == ()


@pytest.mark.parametrize("name", ["classic", "spanish", "six-rows", "strict", "cell"])
def test_one_draw_turns_one_card(name: str) -> None:
    game = Game.deal(name, 12345)
    stock = cards_of(PRESETS[name], 12345)[len([card for row in game.tableau for card in row]) :]
    for turned in range(1, game.stock_count + 1):
        play(game, "Draw")
        assert plain(game.waste) == [stock[:turned]]
        assert game.moves_played == turned


def test_tut_draws_three_with_the_third_on_top() -> None:
    game = Game.deal("tut", 12345)
    play(game, "Draw")
    assert plain(game.waste) == [["3C", "AC", "TC"]]
    play(game, "Draw")
    assert plain(game.waste) == [["3C", "AC", "TC", "JH", "8C", "AH"]]
    assert (game.stock_count, game.moves_played) == (18, 2)


@pytest.mark.parametrize("name", ["three-piles", "apophis"])
def test_three_piles_get_one_card_each_from_left_to_right(name: str) -> None:
    game = Game.deal(name, 12345)
    play(game, "Draw", "Draw")
    assert plain(game.waste) == [["3C", "JH"], ["AC", "8C"], ["TC", "AH"]]
    assert (game.stock_count, game.moves_played) == (18, 2)


@pytest.mark.parametrize(
    ("rules", "waste"),
    [
        (Rules(draw=3, reserve=7), [["2S", "2H"]]),
        (Rules(draw=3, wastes=3, reserve=7), [["2S"], ["2H"], []]),
        (Rules(draw=3, layout="pyramid6"), [["2H"]]),
    ],
)
def test_the_last_draw_turns_fewer_if_fewer_remain(rules: Rules, waste: list[list[str]]) -> None:
    game = Game.from_cards(rules, lay("", ".. " * 22 + "2S 2H"))
    while game.stock_count > 2:
        play(game, "Draw")
    before = plain(game.waste)
    play(game, "Draw")
    assert [pile[len(old) :] for pile, old in zip(plain(game.waste), before, strict=True)] == waste
    assert game.stock_count == 0


def test_the_open_stock_shows_its_top_card_alone() -> None:
    game = Game.deal("open-stock", 12345)
    assert (str(game.stock_top), game.stock_count) == ("3C", 24)
    assert "Remove 3C TH" in listed(game)
    play(game, "Remove 3C TH")
    assert (str(game.stock_top), game.stock_count) == ("AC", 23)
    assert (game.score, game.waste) == (1, ((),))


def test_the_reserve_cards_are_all_playable() -> None:
    game = Game.from_cards("reserve", lay("2S 2H 2D 2C 3S 3H 3D", "4S 9S KH TS 5S 8S 6S"))
    assert listed(game) == [
        *("Remove 3S TS", "Remove 3H TS", "Remove 3D TS"),
        *("Remove 4S 9S", "Remove KH", "Remove 5S 8S", "Draw"),
    ]
    play(game, "Remove 5S 8S", "Remove KH")
    assert plain(game.reserve) == ["4S", "9S", None, "TS", None, None, "6S"]
    assert game.score == 0
