"""From a deal number, or from given cards, to the order in which the cards are dealt."""

import random

import pytest

from engine import Card, Draw, Game, InvalidDeal, InvalidDeck, Rules, UnknownCard
from tests.engine.referee import DECK, lay, picture, plain, shuffled

CLASSIC_12345 = """
    QC TS QD 7H 6C QH 4S 4D 9C 4C 2S JC AS 3D 9H 5C 2H 8S TD 6H 3H 5D 5H AD 2C TH KH KS
    3C AC TC JH 8C AH JS 9S 8H 7C 6D 6S 8D JD KC KD 4H 9D 7S 3S 2D 5S 7D QS
"""
# The first deal of the numbered FreeCell deals, which PySol FC's numbers up to 32000 repeat.
FREECELL_1 = """
    JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S KS 9D QD JS AS AH 3C 4C 5C TS QH
    4H AC 4D 7S 3S TD 4S TH 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H
"""
BOUNDS = [1, 2, 3, 31999, 32000, 32001, 32002, 65535, 65536, 999999, 1000017, 2147483647]


def dealt(game: Game) -> list[str]:
    """All cards in the order in which they were dealt, learned by drawing one after the other."""
    tableau = [str(card) for row in game.tableau for card in row]
    while game.stock_count:
        game.play(Draw())
    return [*tableau, *plain(game.reserve), *plain(game.waste)[0]]


@pytest.mark.parametrize(("number", "cards"), [(12345, CLASSIC_12345), (1, FREECELL_1)])
def test_known_deals(number: int, cards: str) -> None:
    assert dealt(Game.deal("classic", number)) == cards.split()


@pytest.mark.parametrize("number", [*BOUNDS, *random.Random(7).sample(range(1, 2**31), 40)])
def test_a_numbered_deal_is_the_shuffle_of_that_number(number: int) -> None:
    game = Game.deal("classic", number)
    assert game.number == number
    assert dealt(game) == shuffled(number)


def test_different_numbers_give_different_deals() -> None:
    numbers = [*range(1, 300), *range(31900, 32100), *range(1000000, 1000200)]
    assert len({Game.deal("classic", number).tableau for number in numbers}) == len(numbers)


@pytest.mark.parametrize("number", [0, -1, -12345, 2147483648, 2**32 + 1, 10**30])
@pytest.mark.parametrize("name", ["classic", "giza", "spanish"])
def test_a_number_out_of_range_is_refused(name: str, number: int) -> None:
    with pytest.raises(InvalidDeal):
        Game.deal(name, number)


def test_refused_deals_are_value_errors() -> None:
    assert issubclass(InvalidDeal, ValueError)
    assert issubclass(InvalidDeck, ValueError)


@pytest.mark.parametrize("number", [1, 12345, 2147483647])
def test_a_short_deck_is_the_same_order_without_its_tens(number: int) -> None:
    expected = [card for card in shuffled(number) if card[0] != "T"]
    assert dealt(Game.deal("spanish", number)) == expected
    assert dealt(Game.deal(Rules(short_deck=True, reserve=7), number)) == expected


@pytest.mark.parametrize(
    "rules", [Rules(), Rules(reserve=7), Rules(layout="pyramid6"), Rules(layout="triangle7")]
)
def test_given_cards_are_dealt_first_card_first(rules: Rules) -> None:
    game = Game.from_cards(rules, CLASSIC_12345)
    assert game.number is None
    assert dealt(game) == CLASSIC_12345.split()


@pytest.mark.parametrize("name", ["classic", "spanish", "giza", "tut", "triangle", "six-reserve"])
def test_given_cards_play_like_the_numbered_deal(name: str) -> None:
    numbered = Game.deal(name, 12345)
    cards = [card for card in CLASSIC_12345.split() if name != "spanish" or card[0] != "T"]
    given = Game.from_cards(name, " ".join(cards))
    assert picture(given, Card.parse) == picture(numbered, Card.parse)


@pytest.mark.parametrize(
    "cards",
    [
        "",
        "KS",
        " ".join(DECK[:51]),
        " ".join([*DECK[:51], DECK[0]]),
        " ".join([*DECK, "KS"]),
        " ".join([*DECK, *DECK]),
        " ".join(card for card in DECK if card[0] != "T"),
    ],
)
def test_given_cards_have_to_be_the_whole_deck(cards: str) -> None:
    with pytest.raises(InvalidDeck):
        Game.from_cards("classic", cards)


def test_a_short_deck_has_to_be_given_without_tens() -> None:
    short = [card for card in DECK if card[0] != "T"]
    assert Game.from_cards("spanish", " ".join(short)).stock_count == 20
    for cards in (DECK, short[:47], [*short[:47], "TS"], [*short[:47], short[0]]):
        with pytest.raises(InvalidDeck):
            Game.from_cards("spanish", " ".join(cards))


@pytest.mark.parametrize("wrong", ["10S", "1S", "Ts?", "KX", "K", "joker"])
def test_given_cards_have_to_be_cards(wrong: str) -> None:
    with pytest.raises(UnknownCard):
        Game.from_cards("classic", " ".join([*DECK[:51], wrong]))


@pytest.mark.parametrize(
    ("layout", "size", "row"), [("pyramid7", 28, 0), ("pyramid6", 21, 0), ("triangle7", 28, 6)]
)
@pytest.mark.parametrize("where", [0, 1, 5, 20, 27, 28, 33, 40, 51])
def test_the_king_of_spades_changes_places_with_the_card_at_the_apex(
    layout: str, size: int, row: int, where: int
) -> None:
    cards = [card for card in DECK if card != "KS"]
    cards.insert(where, "KS")
    apex = 0 if row == 0 else 27
    swapped = list(cards)
    swapped[where], swapped[apex] = swapped[apex], swapped[where]
    for reserve in (0, 6):
        rules = Rules(layout=layout, king_at_apex=True, reserve=reserve)
        game = Game.from_cards(rules, " ".join(cards))
        assert plain(game.tableau[row]) == ["KS"]
        assert dealt(game) == swapped


@pytest.mark.parametrize("where", [0, 7, 8, 23, 24, 25, 51])
def test_the_king_of_spades_comes_to_the_apex_of_the_giza_pyramid(where: int) -> None:
    cards = [card for card in DECK if card != "KS"]
    cards.insert(where, "KS")
    swapped = list(cards)
    swapped[where], swapped[24] = swapped[24], swapped[where]
    game = Game.from_cards(Rules(layout="giza", king_at_apex=True), " ".join(cards))
    assert plain(game.tableau[0]) == ["KS"]
    assert plain(game.tableau) == plain(Game.from_cards("giza", " ".join(swapped)).tableau)


def test_in_a_short_deck_the_king_changes_places_after_the_tens_are_gone() -> None:
    rules = Rules(short_deck=True, king_at_apex=True)
    number = next(number for number in range(1, 1000) if shuffled(number)[0][0] == "T")
    cards = [card for card in shuffled(number) if card[0] != "T"]
    king = cards.index("KS")
    cards[0], cards[king] = cards[king], cards[0]
    assert dealt(Game.deal(rules, number)) == cards


def test_tut_deals_the_king_of_spades_to_the_apex() -> None:
    game = Game.deal("tut", 12345)
    assert plain(game.tableau[0]) == ["KS"]
    assert plain(game.tableau[6]) == ["5D", "5H", "AD", "2C", "TH", "KH", "QC"]


def test_the_order_of_given_cards_does_not_depend_on_the_blanks_between_them() -> None:
    cards = lay("KS 9H 4D")
    spaced = Game.from_cards("classic", "\n  " + cards.replace(" ", "\n\t ") + "  \n")
    assert spaced.tableau == Game.from_cards("classic", cards).tableau
