"""The solver's cards: one bit each, so that a set of cards is one integer.

Cards are numbered by groups of partners (see `solver_match`): byte g of a mask holds group g,
and byte 6 the Kings, or whatever goes alone.
"""

from collections.abc import Iterator

from engine.cards import CARDS, Card
from engine.position import Position
from engine.solver_match import edge_numbers, edge_pair

GROUPS = 6
EDGES = 16
KINGS = 15 << 8 * GROUPS


def bits(mask: int) -> Iterator[int]:
    """The mask's bits, each as a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


class Pack:
    """The cards of one game: where each was dealt and whom it can pair with.

    `of_place`: the card's bit by place. `partners`: by card, all cards of its partner's value.
    `on`: by tableau card, the cards that were dealt onto it. `below`: by tableau card, all that lie
    under it, however deep. `pairable`: for each group, the edges that some legal play could remove.
    """

    __slots__ = (
        "_deck",
        "_others",
        "_place",
        "below",
        "edge_of",
        "of_place",
        "on",
        "pairable",
        "partners",
        "pyramid",
        "rules",
        "same",
        "tableau",
    )

    def __init__(self, position: Position) -> None:
        self.rules = position.rules
        self._deck = position.deck
        self.of_place = _numbered(position.values, self.rules.target)
        self._place = {card: place for place, card in enumerate(self.of_place)}
        self.same = tuple(2 * (group + 1) == self.rules.target for group in range(GROUPS))
        self.partners = self._partners()
        layout = position.layout
        self.tableau = sum(self.of_place[: layout.size])
        self.pyramid = self.cards_at(layout.pyramid)
        self.on = {self.of_place[slot]: self.cards_at(on) for slot, on in enumerate(layout.on)}
        self.below = self._below(layout.under)
        dealt = sum(self.of_place[place] for pile in position.wastes for place in pile)
        self.edge_of: dict[int, int] = {}
        self._others: dict[int, int] = {}
        self.pairable = self._pairable(dealt + sum(self.of_place[p] for p in position.stock))

    def card(self, bit: int) -> Card:
        return CARDS[self._deck[self._place[bit]]]

    def cards_at(self, places: int) -> int:
        """The cards that were dealt to a mask of places."""
        return sum(card for place, card in enumerate(self.of_place) if places >> place & 1)

    def under(self, cards: int) -> int:
        """All that was dealt under these tableau cards."""
        mask = 0
        for card in bits(cards):
            mask |= self.below[card]
        return mask

    def others(self, removed: int) -> int:
        """The edges of all the cards but these."""
        found = self._others.get(removed)
        if found is None:
            found = ~sum(edge for pair, edge in self.edge_of.items() if pair & removed)
            self._others[removed] = found
        return found

    def _partners(self) -> dict[int, int]:
        partners = dict.fromkeys(self.of_place, 0)
        for card in self.of_place:
            if card & KINGS:
                continue
            group, place = divmod(card.bit_length() - 1, 8)
            if self.same[group]:
                partners[card] = (15 << 8 * group) ^ card
            else:
                partners[card] = (15 if place > 3 else 15 << 4) << 8 * group
        return partners

    def _below(self, under: tuple[tuple[int, ...], ...]) -> dict[int, int]:
        below: dict[int, int] = {}
        # A covered slot comes before those that lie on it in board order.
        for slot, covered in enumerate(under):
            mask = 0
            for other in covered:
                mask |= self.of_place[other] | below[self.of_place[other]]
            below[self.of_place[slot]] = mask
        return below

    def _pairable(self, talon: int) -> tuple[int, ...]:
        """The edges by group, and `edge_of`: the ban bit of every pair (`EDGES` for each group).

        A tableau card and one deep under it can never go together: the upper one has to go first.
        The rule of `covering_pair` excepts a card directly under it, and a cell excepts all, since
        it can hold the upper card meanwhile. Two cards of one stock or waste can meet only where
        the rules say so: under `waste_pair` or `open_stock`, in a cell, or on several wastes.
        """
        rules = self.rules
        meet = rules.waste_pair or rules.open_stock or rules.wastes > 1 or rules.cells
        edges = []
        for group, same in enumerate(self.same):
            mask = 0
            for edge in edge_numbers(same):
                pair = edge_pair(edge, same) << 8 * group
                self.edge_of[pair] = 1 << EDGES * group + edge
                if (not rules.cells and self._in_line(pair)) or (pair & talon == pair and not meet):
                    continue
                mask |= 1 << edge
            edges.append(mask)
        return tuple(edges)

    def _in_line(self, pair: int) -> bool:
        """Whether one card of a pair has to be gone before the other one can be removed."""
        first = pair & -pair
        second = pair ^ first
        for upper, lower in ((first, second), (second, first)):
            if self.below.get(upper, 0) & lower:
                return not (self.rules.covering_pair and self.on[lower] & upper)
        return False


def _numbered(values: bytes, target: int) -> tuple[int, ...]:
    """A bit for each place, by the value of the card dealt there."""
    count = [0] * (target + 1)
    cards = []
    for value in values:
        low = min(value, target - value)
        first = 8 * GROUPS if not low else 8 * (low - 1) + (0 if value == low else 4)
        cards.append(1 << first + count[value])
        count[value] += 1
    return tuple(cards)
