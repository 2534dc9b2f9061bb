"""What a card is: two letters in, the same two letters out."""

import pytest

from engine import Card, UnknownCard
from tests.engine.referee import DECK


@pytest.mark.parametrize("text", DECK)
def test_a_card_is_written_as_it_is_read(text: str) -> None:
    assert str(Card.parse(text)) == text


def test_there_are_52_different_cards() -> None:
    assert len({Card.parse(text) for text in DECK}) == 52


def test_the_same_card_read_twice_is_equal_and_has_one_hash() -> None:
    assert Card.parse("QH") == Card.parse("QH")
    assert hash(Card.parse("QH")) == hash(Card.parse("QH"))
    assert Card.parse("QH") != Card.parse("QD")


@pytest.mark.parametrize(
    "text",
    [
        *("", "K", "S", "KSS", "10H", "1S", "0S", "13S", "KX", "SK", "XS", "??", "--"),
        *(
            " KS",
            "KS ",
            "KS\n",
            "K S",
            "K♠",
            "\N{FULLWIDTH DIGIT TWO}S",
            "\N{CYRILLIC CAPITAL LETTER A}S",
        ),
        *("\N{ARABIC-INDIC DIGIT TWO}S", "K\0", "\0\0"),
    ],
)
def test_any_other_text_is_an_unknown_card(text: str) -> None:
    with pytest.raises(UnknownCard):
        Card.parse(text)


def test_an_unknown_card_is_a_value_error() -> None:
    assert issubclass(UnknownCard, ValueError)


def test_a_card_cannot_be_changed() -> None:
    card = Card.parse("KS")
    with pytest.raises(AttributeError):
        setattr(card, "rank", 1)  # noqa: B010 - the checker would refuse the plain assignment
    assert str(card) == "KS"
