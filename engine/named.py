"""Named: the cards that moves can name, by where they lie."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.cards import CARDS, Card
from engine.codes import places_of
from engine.position import NOWHERE, Position, bits


@dataclass(frozen=True, slots=True)
class Named:
    """Cards that moves name, by where they lie, each group in board order.

    `wastes` has one entry for each pile, its top card first.
    """

    tableau: tuple[Card, ...]
    reserve: tuple[Card, ...]
    cells: tuple[Card, ...]
    wastes: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]

    def __len__(self) -> int:
        beside = len(self.reserve) + len(self.cells) + len(self.stock)
        return len(self.tableau) + beside + sum(map(len, self.wastes))


def named_cards(position: Position, legal: Iterable[int]) -> Named:
    """The playable cards, and those that the codes of `legal` name besides."""
    free, others = position.free, set()
    for code in legal:
        for place in places_of(code):
            if position.is_present(place):
                free |= 1 << place
            else:
                others.add(place)
    size = position.layout.size
    deck = position.deck
    places = list(bits(free))
    stock_top = position.stock[-1:] if position.rules.open_stock else b""
    return Named(
        tuple([CARDS[deck[place]] for place in places if place < size]),
        tuple([CARDS[deck[place]] for place in places if place >= size]),
        () if position.cell == NOWHERE else (CARDS[deck[position.cell]],),
        tuple(
            tuple([CARDS[deck[p]] for p in pile[:-3:-1] if p == pile[-1] or p in others])
            for pile in position.wastes
        ),
        tuple([CARDS[deck[place]] for place in stock_top]),
    )
