"""Deals: from a deal number, or from given cards, to which card lies where.

A *place* is where a card was dealt to: the tableau's slots in board order, then the reserve from
left to right, then the stock, next card first. A deck is `bytes`: the card's index by place.
"""

from pysol_cards.cards import createCards
from pysol_cards.random import shuffle
from pysol_cards.random_base import RandomBase

from engine.cards import CARDS, SUITS, TEN, Card
from engine.layouts import LAYOUTS
from engine.variants import Rules

MAX_DEAL = 2_147_483_647
_KING_OF_SPADES = Card.parse("KS").index
_PYSOL_SUITS = "CSHD"


class InvalidDeal(ValueError):
    """A deal number that is no whole number from 1 to `MAX_DEAL`."""


class InvalidDeck(ValueError):
    """Given cards that are not each card of the deck exactly once."""


def check_number(number: int) -> int:
    """The deal number itself when it is one, else `InvalidDeal`."""
    if type(number) is not int or not 1 <= number <= MAX_DEAL:
        raise InvalidDeal(f"a deal number is a whole number from 1 to {MAX_DEAL}")
    return number


def deals_stock(rules: Rules) -> bool:
    """Whether a deal by these rules leaves cards for a stock."""
    deck = len(CARDS) - len(SUITS) if rules.short_deck else len(CARDS)
    return LAYOUTS[rules.layout].size + rules.reserve < deck


def numbered_deck(rules: Rules, number: int) -> bytes:
    """The deck of a numbered deal, dealt as PySol FC deals that number.

    Raises `InvalidDeal` for a number out of range.
    """
    cards = shuffle(createCards(1), check_number(number), RandomBase.DEALS_PYSOLFC)
    order = bytes(
        13 * SUITS.index(_PYSOL_SUITS[card.suit]) + card.rank - 1
        for card in reversed(cards)
        if not (rules.short_deck and card.rank == TEN)
    )
    return _placed(rules, order)


def given_deck(rules: Rules, text: str) -> bytes:
    """The deck of cards given in the order of dealing, separated by blanks.

    Raises `UnknownCard` for a word that names none, `InvalidDeck` unless every card of the
    rules' deck (52, or 48 without the tens) is there exactly once.
    """
    cards = [Card.parse(word) for word in text.split()]
    wanted = {card for card in CARDS if not (rules.short_deck and card.rank == TEN)}
    if len(cards) != len(wanted) or set(cards) != wanted:
        raise InvalidDeck(f"needs each of the deck's {len(wanted)} cards exactly once")
    return _placed(rules, bytes(card.index for card in cards))


def _placed(rules: Rules, order: bytes) -> bytes:
    """The dealing order laid out by place, with the rule of the King at the apex."""
    layout = LAYOUTS[rules.layout]
    deck = bytearray(order)
    for position, slot in enumerate(layout.dealt):
        deck[slot] = order[position]
    if rules.king_at_apex:
        king = deck.index(_KING_OF_SPADES)
        deck[king], deck[layout.apex] = deck[layout.apex], deck[king]
    return bytes(deck)
