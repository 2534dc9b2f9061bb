"""Moves: the four things a player can do, and every reason why one is refused."""

from dataclasses import dataclass
from enum import Enum

from engine.cards import Card


@dataclass(frozen=True, slots=True)
class Remove:
    """Take one card of the target's value, or two that sum to the target, off the table."""

    cards: frozenset[Card]


@dataclass(frozen=True, slots=True)
class Store:
    """Put a free tableau card or a waste top into the empty cell."""

    card: Card


@dataclass(frozen=True, slots=True)
class Draw:
    """Turn one or three cards from the stock onto the waste."""


@dataclass(frozen=True, slots=True)
class Redeal:
    """Turn the waste over into the empty stock."""


Move = Remove | Store | Draw | Redeal


class Reason(Enum):
    """Why a card cannot be played or a move cannot be made: the whole list."""

    COVERED = "covered"
    """A tableau card on which another one lies."""
    BURIED = "buried"
    """A waste card under another one."""
    IN_STOCK = "in-stock"
    """Not drawn yet."""
    GONE = "gone"
    """Removed already."""
    NOT_IN_DECK = "not-in-deck"
    """A ten in a game without tens."""
    NEEDS_PARTNER = "needs-partner"
    """One card alone that is not of the target's value."""
    KING_GOES_ALONE = "king-goes-alone"
    """A pair with a card of the target's value in it."""
    WRONG_SUM = "wrong-sum"
    """Two cards that do not sum to the target."""
    TOO_MANY_CARDS = "too-many-cards"
    """A removal of no card or of more than two."""
    NO_STOCK = "no-stock"
    """The layout leaves no cards for a stock."""
    STOCK_EMPTY = "stock-empty"
    STOCK_NOT_EMPTY = "stock-not-empty"
    """A redeal before the last card was drawn."""
    WASTE_EMPTY = "waste-empty"
    """A redeal with nothing to turn over."""
    NO_REDEALS_LEFT = "no-redeals-left"
    NO_CELL = "no-cell"
    """The rules have no cell."""
    CELL_FULL = "cell-full"
    NOT_STORABLE = "not-storable"
    """A reserve or stock card, or the cell's own: the cell takes tableau cards and waste tops."""
    NOTHING_TO_UNDO = "nothing-to-undo"
    GAME_OVER = "game-over"


class IllegalMove(ValueError):
    """A move that the position does not allow. The game is as it was.

    `reason` says why; `card` is the card it speaks of, where it speaks of one.
    """

    def __init__(self, reason: Reason, card: Card | None = None) -> None:
        super().__init__(reason.value if card is None else f"{card}: {reason.value}")
        self.reason = reason
        self.card = card
