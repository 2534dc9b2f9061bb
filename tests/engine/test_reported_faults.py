"""Faults that other programs of this game had, each checked here for its whole kind."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import VARIANTS, Card, Draw, Game, Reason, Redeal, Remove, Rules, Status, Store
from tests.engine.referee import lay, picture, plain, words
from tests.engine.test_endings import CLEARING, PYRAMID, shown, status
from tests.engine.test_hints import NO_PAIRS
from tests.engine.test_moves import LISTED, drawn_out, listed, play, refusal, remove

NAMES = sorted(VARIANTS)
games = given(
    st.sampled_from(NAMES), st.integers(1, 2**31 - 1), st.lists(st.integers(0, 999), max_size=60)
)
NO_FREE_KING = "KH 4H 5C 5S 5H KD / 2S 2H 2D 2C 3S 3H 3D"
quickly = settings(deadline=None, max_examples=40)


def played(name: str, number: int, choices: list[int]) -> Game:
    game = Game.deal(name, number)
    for choice in choices:
        if moves := game.legal_moves():
            game.play(moves[choice % len(moves)])
    return game


def on_table(game: Game) -> set[Card]:
    places = [*game.tableau, *game.waste, game.reserve, game.cells]
    return {card for place in places for card in place if card is not None}


def test_a_nine_does_not_take_two_fours_with_it() -> None:
    game = Game.from_cards("classic", lay("9H 4D 4S 2S 2H 2D 2C"))
    assert refusal(game, remove("9H", "4D", "4S")) is Reason.TOO_MANY_CARDS
    play(game, "Remove 9H 4D")
    assert plain(game.tableau[6]) == [None, None, "4S", "2S", "2H", "2D", "2C"]
    assert game.score == 2


@quickly
@games
def test_a_removal_takes_exactly_the_cards_that_it_names(
    name: str, number: int, choices: list[int]
) -> None:
    game = played(name, number, choices)
    for move in [move for move in game.legal_moves() if isinstance(move, Remove)]:
        before, stock, top = on_table(game), game.stock_count, game.stock_top
        game.play(move)
        taken_from_stock = {top} & move.cards
        assert before - on_table(game) == move.cards - taken_from_stock
        assert stock - game.stock_count == len(taken_from_stock)
        assert len(move.cards) in {1, 2}
        game.undo()


@quickly
@games
def test_every_move_is_exactly_one_undo(name: str, number: int, choices: list[int]) -> None:
    game = played(name, number, choices)
    before = picture(game, Card.parse)
    for move in game.legal_moves():
        game.play(move)
        assert game.moves_played == before["moves_played"] + 1
        game.undo()
        assert picture(game, Card.parse) == before


def test_undoing_a_pair_brings_both_cards_back() -> None:
    game = Game.from_cards("classic", LISTED)
    play(game, "Draw", "Remove 5S 8D")
    assert (plain(game.tableau[6][5]), game.waste) == (None, ((),))
    game.undo()
    assert (plain(game.tableau[6][5]), plain(game.waste)) == ("5S", [["8D"]])
    assert game.moves_played == 1


@pytest.mark.parametrize("name", [name for name in NAMES if name not in {"giza", "open-stock"}])
def test_undoing_a_draw_turns_the_cards_back(name: str) -> None:
    game = Game.deal(name, 12345)
    stock = game.stock_count
    play(game, "Draw")
    turned = [card for pile in game.waste for card in pile]
    game.undo()
    assert (game.stock_count, game.stock_top) == (stock, None)
    assert not any(game.waste)
    for card in turned:
        assert game.why_not(card) is Reason.IN_STOCK
        assert not any(str(card) in move for move in listed(game))


def test_a_card_turned_back_is_not_playable() -> None:
    game = Game.from_cards("cell", LISTED)
    play(game, "Draw", "Draw")
    game.undo()
    assert refusal(game, remove("KD")) is Reason.IN_STOCK
    game.undo()
    assert refusal(game, remove("5S", "8D")) is Reason.IN_STOCK
    assert refusal(game, Store(Card.parse("8D"))) in {Reason.IN_STOCK, Reason.NOT_STORABLE}


@pytest.mark.parametrize("name", [name for name in NAMES if name not in {"giza", "triangle"}])
def test_a_covered_king_is_not_removable(name: str) -> None:
    size = 21 if VARIANTS[name].layout == "pyramid6" else 28
    bottom = "KH 2S 2H 2D KD / 2C 3S 3H 3D 4C 4S" if size == 21 else NO_FREE_KING
    deck = lay(bottom, size=size).split()
    cards = [card for card in deck if card[0] != "T" or name != "spanish"]
    game = Game.from_cards(name, " ".join(cards))
    for king in ("KH", "KD"):
        assert game.why_not(Card.parse(king)) is Reason.COVERED
        assert refusal(game, remove(king)) is Reason.COVERED


def test_a_king_is_covered_by_a_single_card_too() -> None:
    for rules in (Rules(), Rules(covering_pair=True), Rules(cells=1)):
        game = Game.from_cards(rules, lay("KH 2S 2H 2D 2C 3S / KS 4D 4S 5S 5H 5D 5C"))
        play(game, "Remove KS")
        assert refusal(game, remove("KH")) is Reason.COVERED


@pytest.mark.parametrize("covering_pair", [False, True])
@pytest.mark.parametrize("layout", ["pyramid7", "pyramid6", "triangle7", "giza"])
def test_a_covered_card_cannot_go_to_a_cell(layout: str, covering_pair: bool) -> None:
    game = Game.deal(Rules(layout=layout, cells=1, covering_pair=covering_pair), 12345)
    cards = [card for row in game.tableau for card in row if card is not None]
    offered = {move.card for move in game.legal_moves() if isinstance(move, Store)}
    covered = [card for card in cards if card not in offered]
    assert len(covered) == {"pyramid7": 21, "pyramid6": 15, "triangle7": 27, "giza": 37}[layout]
    for card in covered:
        assert refusal(game, Store(card)) in {Reason.COVERED, Reason.NOT_STORABLE}


@pytest.mark.parametrize("place", range(7))
def test_every_reserve_card_counts_as_a_partner(place: int) -> None:
    reserve = ["6S", "6H", "6D", "6C", "5H", "5D", "5C"]
    reserve[place] = "9S"
    game = Game.from_cards("reserve", lay("4D 2S 2H 2D 2C 3S 3H", " ".join(reserve)))
    assert listed(game) == ["Remove 4D 9S", "Draw"]
    play(game, "Remove 4D 9S")
    assert game.reserve[place] is None
    assert len([card for card in game.reserve if card]) == 6


def test_the_cell_card_counts_as_a_partner_for_a_card_of_any_place() -> None:
    rules = Rules(cells=1, reserve=7, open_stock=True)
    cards = lay("4D 2S 2H 2D 2C 3S 9H", "6S 6H 6D 4S 5H 5D 5C / 4H 4C")
    game = Game.from_cards(rules, cards)
    play(game, "Store 9H", "Draw")
    partners = [move for move in listed(game) if move.endswith("9H")]
    assert partners == ["Remove 4D 9H", "Remove 4S 9H", "Remove 4H 9H", "Remove 4C 9H"]
    for move in partners:
        play(game, move)
        assert game.cells == (None,)
        game.undo()


@pytest.mark.parametrize("name", NAMES)
def test_drawing_without_a_stock_is_refused_and_changes_nothing(name: str) -> None:
    rules = replace(VARIANTS[name], redeals=2, king_at_apex=False)
    size = 21 if rules.layout == "pyramid6" else 28
    free = "KS 2S 2H 2D 2C 3S 3H" if rules.layout != "triangle7" else "KS"
    deck = lay(free, size=52 if rules.layout == "giza" else size).split()
    cards = " ".join(card for card in deck if not rules.short_deck or card[0] != "T")
    game = drawn_out(rules, cards)
    assert status(game) == "PLAYING"
    expected = Reason.NO_STOCK if name == "giza" else Reason.STOCK_EMPTY
    assert refusal(game, Draw()) is expected


@pytest.mark.parametrize(("rules", "passes"), [(Rules(), 1), (Rules(redeals=2), 3)])
def test_the_last_waste_card_of_the_last_pass_does_not_keep_a_lost_game_going(
    rules: Rules, passes: int
) -> None:
    game = Game.from_cards(rules, lay(NO_PAIRS))
    for left in range(passes - 1, -1, -1):
        play(game, *["Draw"] * 23)
        assert (game.status, listed(game)) == (Status.PLAYING, ["Draw"])
        play(game, "Draw")
        assert game.status is (Status.PLAYING if left else Status.LOST)
        play(game, *["Redeal"] * bool(left))
    assert (game.legal_moves(), game.hint()) == ((), None)
    assert refusal(game, Redeal()) in {Reason.GAME_OVER, Reason.NO_REDEALS_LEFT}


@pytest.mark.parametrize("wastes", [1, 3])
def test_undoing_a_three_card_draw_restores_the_order(wastes: int) -> None:
    game = Game.deal(Rules(draw=3, wastes=wastes), 12345)
    piles = []
    while game.stock_count:
        piles.append(plain(game.waste))
        play(game, "Draw")
    once = plain(game.waste)
    while piles:
        game.undo()
        assert plain(game.waste) == piles.pop()
    play(game, *["Draw"] * 8)
    assert plain(game.waste) == once


@pytest.mark.parametrize("draw", [1, 3])
def test_a_redeal_brings_the_same_order_again(draw: int) -> None:
    game = Game.deal(Rules(draw=draw, redeals=2), 12345)
    passes = []
    for again in range(3):
        seen = []
        while game.stock_count:
            play(game, "Draw")
            seen.append(plain(game.waste))
        passes.append(seen)
        play(game, *["Redeal"] * (again < 2))
    assert passes[0] == passes[1] == passes[2]


def test_undoing_a_redeal_brings_the_waste_back() -> None:
    for rules in (Rules(redeals=1), Rules(draw=3, wastes=3, redeals=1)):
        game = drawn_out(rules, LISTED)
        before = picture(game, Card.parse)
        play(game, "Redeal")
        game.undo()
        assert picture(game, Card.parse) == before


@pytest.mark.parametrize("redeals", [0, None])
def test_the_win_is_tested_before_the_loss(redeals: int | None) -> None:
    game = drawn_out(Rules(redeals=redeals), lay(PYRAMID))
    assert game.stock_count == 0
    play(game, *CLEARING)
    assert shown(game) == (28, 16, "WON")


@quickly
@games
def test_no_more_moves_is_said_exactly_when_there_is_none(
    name: str, number: int, choices: list[int]
) -> None:
    game = Game.deal(name, number)
    for choice in choices:
        moves = game.legal_moves()
        assert bool(moves) is (status(game) == "PLAYING")
        assert bool(moves) is (game.hint() is not None)
        if not moves:
            break
        game.play(moves[choice % len(moves)])


def test_no_more_moves_is_not_forgotten_after_the_last_removal() -> None:
    game = drawn_out("classic", lay(NO_PAIRS.replace("QD", ".."), ".. " * 23 + "QD"))
    assert status(game) == "PLAYING"
    play(game, "Remove AC QD")
    assert status(game) == "LOST"
    game.undo()
    assert status(game) == "PLAYING"


def test_with_only_a_draw_left_the_hint_is_the_stock() -> None:
    game = Game.from_cards("classic", lay(NO_PAIRS))
    for _ in range(24):
        assert game.hint() == Draw()
        play(game, "Draw")
    assert game.hint() is None


@pytest.mark.parametrize("name", NAMES)
def test_restart_deals_the_very_same_cards(name: str) -> None:
    game = Game.deal(name, 12345)
    start = picture(game, Card.parse)
    moves: list[Any] = []
    while (move := game.hint()) is not None and len(moves) < 80:
        moves.append(move)
        game.play(move)
    end = picture(game, Card.parse)
    game.restart()
    assert picture(game, Card.parse) == start
    assert game.number == 12345
    for move in moves:
        assert words(move) in listed(game)
        game.play(move)
    assert picture(game, Card.parse) == end


def test_restart_deals_given_cards_again_too() -> None:
    game = Game.from_cards("tut", LISTED)
    start = picture(game, Card.parse)
    play(game, "Draw", "Remove 9H 4D")
    game.restart()
    assert picture(game, Card.parse) == start
    assert plain(game.tableau[0]) == ["KS"]


@pytest.mark.parametrize("rules", [Rules(), Rules(redeals=None), Rules(cells=1), Rules(draw=3)])
def test_a_game_is_not_won_while_the_apex_is_still_there(rules: Rules) -> None:
    game = Game.from_cards(rules, lay(PYRAMID))
    play(game, *CLEARING[:-1])
    assert plain([row for row in game.tableau if any(row)]) == [["KC"]]
    assert shown(game) == (27, 15, "PLAYING")
    play(game, "Remove KC")
    assert shown(game) == (28, 16, "WON")
