"""The hint: the first thing that can be done, never the best one, and never done by itself."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import VARIANTS, Card, Draw, Game, Redeal, Remove, Rules, Store
from tests.engine.referee import lay, picture, words
from tests.engine.test_moves import LISTED, drawn_out, listed, play

NO_PAIRS = "KC KS KH KD QC QS QH QD JC JS JH JD .. .. .. .. .. .. .. .. .. AC AS AH AD 2C 2S 2H"


def hint(game: Game) -> str | None:
    move = game.hint()
    return None if move is None else words(move)


@pytest.mark.parametrize(
    ("bottom", "stock", "expected"),
    [
        ("KS 9H 4D QC AC 5S 6H", "2H", "Remove KS"),
        ("9H 4D QC AC KS 5S 6H", "2H", "Remove 4D 9H"),
        ("5S QC 9H AC 4D KS 6H", "2H", "Remove AC QC"),
        ("5S 6H 9H QC AC 4D KS", "2H", "Remove 4D 9H"),
        ("5S 6H 9H 9C 4C 4D KS", "2H", "Remove 4C 9H"),
        ("5S 5H 5D 5C 4C 4D KS", "2H", "Remove KS"),
        ("5S 5H 5D 5C 4C 4D 4H", "8H", "Draw"),
    ],
)
def test_the_hint_is_the_first_removal_in_board_order(
    bottom: str, stock: str, expected: str
) -> None:
    assert hint(Game.from_cards("classic", lay(bottom, stock))) == expected


@pytest.mark.parametrize(
    ("stock", "expected"), [("8H", "Remove 5S 8H"), ("KH", "Remove KH"), ("2H", "Draw")]
)
def test_the_waste_top_comes_after_the_tableau(stock: str, expected: str) -> None:
    game = Game.from_cards("classic", lay("5S 5H 5D 5C 4C 4D 4H", stock))
    play(game, "Draw")
    assert hint(game) == expected


def test_the_reserve_the_cell_the_wastes_and_the_open_stock_follow_in_this_order() -> None:
    rules = Rules(reserve=6, cells=1, draw=3, wastes=3, open_stock=True)
    cards = lay("2S 2H 2D 2C 3S 3H 3D", "4S 9S KC 5S 5H 5D 7S KH 6S 8H QS")
    game = Game.from_cards(rules, cards)
    play(game, "Draw", "Store 6S")
    hints = ["Remove 4S 9S", "Remove KC", "Remove 5S 8H", "Remove 6S 7S", "Remove KH", "Draw"]
    for expected in hints:
        assert hint(game) == expected
        play(game, expected)


def test_the_hint_names_a_covered_card_that_its_cover_takes_along() -> None:
    game = Game.from_cards("covering", lay("9H 2S 2H 2D 2C 3S / KS 4D 4S 5S 5H 5D 5C"))
    play(game, "Remove KS")
    assert hint(game) == "Remove 4D 9H"


def test_without_a_removal_a_draw_goes_before_a_store() -> None:
    game = Game.from_cards("cell", lay("5S 5H 5D 5C 4C 4D 4H", "2H"))
    assert listed(game)[0] == "Store 5S"
    assert hint(game) == "Draw"


def test_without_a_draw_the_hint_is_the_redeal_even_when_a_store_is_legal() -> None:
    game = drawn_out(Rules(redeals=1, cells=1), lay(NO_PAIRS))
    assert {"Store AC", "Redeal"} <= set(listed(game))
    assert game.hint() == Redeal()


def test_without_anything_else_the_hint_is_the_first_store() -> None:
    game = drawn_out(Rules(cells=1), lay(NO_PAIRS))
    assert listed(game)[0] == "Store AC"
    assert game.hint() == Store(Card.parse("AC"))


def test_there_is_no_hint_when_the_game_is_over() -> None:
    assert drawn_out("classic", lay(NO_PAIRS)).hint() is None


def test_the_hint_plays_nothing() -> None:
    game = Game.from_cards("classic", LISTED)
    before = picture(game, Card.parse)
    assert [game.hint() for _ in range(3)] == [game.legal_moves()[0]] * 3
    assert picture(game, Card.parse) == before


def test_the_hint_may_be_a_bad_move() -> None:
    game = Game.from_cards("classic", lay("5S 6H 9H 4C 8H 9C 4D", "2H"))
    assert hint(game) == "Remove 5S 8H"


@settings(deadline=None, max_examples=50)
@given(st.sampled_from(sorted(VARIANTS)), st.integers(1, 2**31 - 1))
def test_following_the_hint_ends_every_preset(name: str, number: int) -> None:
    game = Game.deal(name, number)
    for _ in range(400):
        move = game.hint()
        assert (move is None) is (game.legal_moves() == ())
        if move is None:
            break
        removals = [legal for legal in game.legal_moves() if isinstance(legal, Remove)]
        assert move in (removals[:1] or game.legal_moves())
        assert isinstance(move, Remove | Store | Redeal) or move == Draw()
        game.play(move)
    assert game.hint() is None


def test_the_hint_of_an_unlimited_game_goes_round_until_a_card_fits() -> None:
    game = drawn_out(Rules(redeals=None), lay(NO_PAIRS.replace("QD", ".."), ".. .. QD"))
    seen: list[str] = []
    while (move := game.hint()) is not None and len(seen) < 5:
        seen.append(words(move))
        game.play(move)
    assert seen == ["Redeal", "Draw", "Draw", "Draw", "Remove AC QD"]
