"""Which slots there are, what is dealt to them, and which slot covers which."""

import pytest

from engine import Card, Game, Rules
from tests.engine.referee import lay, plain
from tests.engine.test_moves import play

DEAL_12345 = {
    "pyramid7": """
        QC
        TS QD
        7H 6C QH
        4S 4D 9C 4C
        2S JC AS 3D 9H
        5C 2H 8S TD 6H 3H
        5D 5H AD 2C TH KH KS
    """,
    "pyramid6": """
        QC
        TS QD
        7H 6C QH
        4S 4D 9C 4C
        2S JC AS 3D 9H
        5C 2H 8S TD 6H 3H
    """,
    "triangle7": """
        QC TS QD 7H 6C QH 4S
        4D 9C 4C 2S JC AS
        3D 9H 5C 2H 8S
        TD 6H 3H 5D
        5H AD 2C
        TH KH
        KS
    """,
    "giza": """
        2C
        TH KH
        KS 3C AC
        TC JH 8C AH
        JS 9S 8H 7C 6D
        6S 8D JD KC KD 4H
        9D 7S 3S 2D 5S 7D QS
        QC 9C 2H
        TS 4C 8S
        QD 2S TD
        7H JC 6H
        6C AS 3H
        QH 3D 5D
        4S 9H 5H
        4D 5C AD
    """,
}

FREE_AT_THE_START = {
    "pyramid7": "5D 5H AD 2C TH KH KS",
    "pyramid6": "5C 2H 8S TD 6H 3H",
    "triangle7": "KS",
    "giza": "9D 7S 3S 2D 5S 7D QS 2H 8S TD 6H 3H 5D 5H AD",
}


def free(game: Game) -> list[str]:
    """The free cards of the tableau in board order, by what the game says of each."""
    cards = [card for row in game.tableau for card in row if card is not None]
    return [str(card) for card in cards if game.why_not(card) is None]


@pytest.mark.parametrize("layout", DEAL_12345)
def test_the_rows_are_dealt_from_the_first_row_left_to_right(layout: str) -> None:
    rows = DEAL_12345[layout].strip().splitlines()
    assert plain(Game.deal(Rules(layout=layout), 12345).tableau) == [row.split() for row in rows]


@pytest.mark.parametrize("layout", FREE_AT_THE_START)
def test_a_card_is_free_when_nothing_lies_on_it(layout: str) -> None:
    assert " ".join(free(Game.deal(Rules(layout=layout), 12345))) == FREE_AT_THE_START[layout]


@pytest.mark.parametrize(
    ("rules", "stock"),
    [
        (Rules(), 24),
        (Rules(reserve=6), 18),
        (Rules(reserve=7), 17),
        (Rules(layout="pyramid6"), 31),
        (Rules(layout="pyramid6", reserve=6), 25),
        (Rules(layout="pyramid6", reserve=7, short_deck=True), 20),
        (Rules(layout="triangle7"), 24),
        (Rules(layout="triangle7", reserve=7), 17),
        (Rules(short_deck=True), 20),
        (Rules(cells=1), 24),
        (Rules(layout="giza"), 0),
    ],
)
def test_what_the_tableau_and_the_reserve_leave_is_the_stock(rules: Rules, stock: int) -> None:
    game = Game.deal(rules, 12345)
    assert game.stock_count == stock
    assert game.stock_top is None
    assert not any(game.waste)


@pytest.mark.parametrize(
    ("layout", "cards"),
    [
        ("pyramid7", "3C AC TC JH 8C AH JS"),
        ("pyramid6", "5D 5H AD 2C TH KH KS"),
        ("triangle7", "3C AC TC JH 8C AH JS"),
    ],
)
def test_the_reserve_is_dealt_after_the_tableau_left_to_right(layout: str, cards: str) -> None:
    seven, six = (Game.deal(Rules(layout=layout, reserve=count), 12345) for count in (7, 6))
    assert plain(seven.reserve) == cards.split()
    assert plain(six.reserve) == cards.split()[:6]


def test_the_stock_follows_the_reserve_with_its_next_card_first() -> None:
    game = Game.deal(Rules(reserve=7), 12345)
    play(game, "Draw")
    assert plain(game.waste) == [["9S"]]


def test_without_reserve_and_cell_there_are_no_such_places() -> None:
    game = Game.deal("classic", 12345)
    assert (game.reserve, game.cells) == ((), ())


def test_an_empty_cell_is_a_place_without_a_card() -> None:
    assert Game.deal("cell", 12345).cells == (None,)


def test_a_pyramid_card_is_covered_until_both_cards_on_it_are_gone() -> None:
    game = Game.from_cards("classic", lay("8S 8H 8D 9S 9H 9D / KS KH 4S 9C 4H TS KD"))
    assert free(game) == ["KS", "KH", "4S", "9C", "4H", "TS", "KD"]
    play(game, "Remove KH")
    assert free(game) == ["KS", "4S", "9C", "4H", "TS", "KD"]
    play(game, "Remove KS")
    assert free(game) == ["8S", "4S", "9C", "4H", "TS", "KD"]
    play(game, "Remove KD")
    assert free(game) == ["8S", "4S", "9C", "4H", "TS"]
    play(game, "Remove 4S 9C")
    assert free(game) == ["8S", "8H", "8D", "4H", "TS"]


def test_a_triangle_card_is_covered_by_two_of_the_shorter_row_and_an_edge_card_by_one() -> None:
    game = Game.from_cards("triangle", lay("2S 3S 4S 5S / 9D 8S TH / KS 4D / KH", "5D"))
    assert free(game) == ["KH"]
    play(game, "Remove KH")
    assert free(game) == ["KS", "4D"]
    play(game, "Remove KS")
    assert free(game) == ["9D", "4D"]
    play(game, "Remove 4D 9D")
    assert free(game) == ["2S", "8S", "TH"]
    play(game, "Draw", "Remove 5D 8S")
    assert free(game) == ["2S", "3S", "TH"]
    play(game, "Remove 3S TH")
    assert free(game) == ["2S", "4S", "5S"]


def test_the_later_card_of_a_giza_column_covers_the_earlier_one() -> None:
    columns = ".. .. .. .. .. .. .. QS / .. .. .. .. .. .. .. KH / .. .. .. .. .. .. .. KS"
    game = Game.from_cards("giza", lay(columns, size=24))
    assert plain(game.tableau[14]) == ["QS", "KH", "KS"]
    assert "KS" in free(game)
    assert "KH" not in free(game)
    play(game, "Remove KS")
    assert "KH" in free(game)
    assert "QS" not in free(game)
    play(game, "Remove KH")
    assert "QS" in free(game)


def test_a_giza_column_covers_no_pyramid_card_and_is_covered_by_none() -> None:
    game = Game.deal("giza", 12345)
    assert "QS" in free(game)
    assert game.why_not(Card.parse("4H")) is not None
    play(game, "Remove 3H TD")
    assert {"AS", "2S"} <= set(free(game))
    assert plain(game.tableau[6]) == ["9D", "7S", "3S", "2D", "5S", "7D", "QS"]
