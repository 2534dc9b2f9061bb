"""Codes: moves as small integers, so that histories and legal moves stay compact.

`a << 6 | b` removes the cards of places a and b, in board order (a == b: one card alone);
`STORE | a` stores the card of place a; `DRAW` and `REDEAL` are themselves.
"""

from functools import lru_cache

from engine.cards import CARDS
from engine.moves import Draw, Move, Redeal, Remove, Store

STORE = 1 << 12
DRAW = 1 << 13
REDEAL = DRAW + 1
_NOWHERE = -1


def move_of(deck: bytes, code: int) -> Move:
    """The move that a code means with this deck."""
    if code == DRAW:
        return Draw()
    if code == REDEAL:
        return Redeal()
    if code & STORE:
        return Store(CARDS[deck[code ^ STORE]])
    return _removal(deck[code >> 6], deck[code & 63])


def codes_of(deck: bytes, move: Move) -> tuple[int, ...]:
    """The codes that a move could have: a pair has two, by which card comes first in board
    order; a move with a card that is not in the deck, or with too many, has none."""
    match move:
        case Draw():
            return (DRAW,)
        case Redeal():
            return (REDEAL,)
        case Store(card):
            place = deck.find(card.index)
            return () if place == _NOWHERE else (STORE | place,)
        case Remove(cards):
            places = [deck.find(card.index) for card in cards]
            if len(places) not in (1, 2) or _NOWHERE in places:
                return ()
            return places[0] << 6 | places[-1], places[-1] << 6 | places[0]


def places_of(code: int) -> tuple[int, ...]:
    """The places of the cards that a code names."""
    if code >= DRAW:
        return ()
    return (code ^ STORE,) if code & STORE else (code >> 6, code & 63)


@lru_cache(maxsize=512)
def _removal(first: int, second: int) -> Remove:
    """One value for each pair of card indices: there are few, and boards name them often."""
    return Remove(frozenset((CARDS[first], CARDS[second])))
