"""Turning the waste over: in which order the cards come again, and how often."""

import pytest

from engine import Game, Rules
from tests.engine.referee import lay, plain
from tests.engine.test_endings import PYRAMID
from tests.engine.test_moves import play

STOCK_12345 = "3C AC TC JH 8C AH JS 9S 8H 7C 6D 6S 8D JD KC KD 4H 9D 7S 3S 2D 5S 7D QS"


def test_one_waste_is_turned_over_and_comes_in_the_same_order_again() -> None:
    game = Game.deal("par", 12345)
    stock = STOCK_12345.split()
    for left in (1, 0):
        play(game, *["Draw"] * 24)
        assert plain(game.waste) == [stock]
        play(game, "Redeal")
        assert (game.waste, game.stock_count, game.redeals_left) == (((),), 24, left)
        play(game, "Draw")
        assert plain(game.waste) == [["3C"]]
        game.undo()


def test_three_wastes_are_put_on_each_other_and_the_top_of_the_third_comes_first() -> None:
    game = Game.deal("apophis", 12345)
    play(game, *["Draw"] * 8)
    piles = ["3C JH JS 7C 8D KD 7S 5S", "AC 8C 9S 6D JD 4H 3S 7D", "TC AH 8H 6S KC 9D 2D QS"]
    assert plain(game.waste) == [pile.split() for pile in piles]
    play(game, "Redeal")
    assert (game.waste, game.stock_count, game.redeals_left) == (((), (), ()), 24, 1)
    order = " ".join(piles).split()[::-1]
    for turn in range(1, 9):
        play(game, "Draw")
        turned = order[: 3 * turn]
        assert plain(game.waste) == [turned[pile::3] for pile in range(3)]


def test_three_wastes_of_different_heights_are_redealt_as_they_lie() -> None:
    cards = lay("2S 2H 2D 2C 3S 3H KC", "KS KH KD")
    game = Game.from_cards(Rules(draw=3, wastes=3, redeals=1), cards)
    play(game, "Draw", "Remove KD", "Remove KS")
    while game.stock_count:
        play(game, "Draw")
    order = [card for pile in plain(game.waste) for card in pile][::-1]
    assert len(order) == 22
    assert "KH" in order
    play(game, "Redeal", "Draw")
    assert plain(game.waste) == [[card] for card in order[:3]]


def test_a_removal_from_the_waste_leaves_the_others_in_their_order_for_the_redeal() -> None:
    game = Game.from_cards(Rules(redeals=1), lay("2S 2H 2D 2C 3S 3H KC", "4H KH 5H KD 6H"))
    play(game, *["Draw"] * 4, "Remove KD", "Draw")
    assert plain(game.waste) == [["4H", "KH", "5H", "6H"]]
    while game.stock_count:
        play(game, "Draw")
    play(game, "Redeal", *["Draw"] * 4)
    assert plain(game.waste) == [["4H", "KH", "5H", "6H"]]


@pytest.mark.parametrize(("name", "left"), [("classic", 0), ("par", 2), ("tut", None)])
def test_the_redeals_that_are_left(name: str, left: int | None) -> None:
    assert Game.deal(name, 12345).redeals_left == left


def test_unlimited_redeals_never_run_out() -> None:
    game = Game.from_cards(Rules(redeals=None, draw=3), lay(PYRAMID))
    for _ in range(20):
        play(game, *["Draw"] * 8, "Redeal")
        assert game.redeals_left is None
    assert game.moves_played == 180
