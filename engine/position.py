"""Position: what lies where, as a few integers, and how moves change it. For `Game` alone.

Cards are named by their place (see `deals`), moves by their code (see `codes`).
"""

from collections.abc import Iterator

from engine.cards import CARDS
from engine.codes import DRAW, REDEAL, STORE
from engine.layouts import LAYOUTS, Layout
from engine.variants import Rules

NOWHERE = -1

_VALUES = bytes(card.rank for card in CARDS)
_SHORT_VALUES = bytes(card.rank - (card.rank > 10) for card in CARDS)


def bits(mask: int) -> Iterator[int]:
    """The numbers of the mask's bits, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Position:
    """The cards on the table.

    `present` and `free` are masks of places, over the tableau and then the reserve; a reserve card
    is always free. Piles are `bytes` of places from bottom to top, the stock's next card last.
    """

    __slots__ = (
        "_ahead",
        "cell",
        "deck",
        "exhausted",
        "free",
        "present",
        "redeals",
        "rules",
        "stock",
        "wastes",
    )

    def __init__(self, rules: Rules, deck: bytes) -> None:
        self.rules = rules
        self.deck = deck
        self.deal()

    def deal(self) -> None:
        """Every card back to where it was dealt."""
        layout, reserve = self.layout, self.rules.reserve
        reserve_mask = ((1 << reserve) - 1) << layout.size
        self.present = (1 << layout.size) - 1 | reserve_mask
        self.free = layout.free | reserve_mask
        self.cell = NOWHERE
        self.stock = bytes(range(len(self.deck) - 1, layout.size + reserve - 1, -1))
        self.wastes = (b"",) * self.rules.wastes
        self.redeals = self.rules.redeals
        self.exhausted = not self.stock
        self._ahead = 0

    @property
    def layout(self) -> Layout:
        return LAYOUTS[self.rules.layout]

    @property
    def values(self) -> bytes:
        """The value of each card by place."""
        return self.deck.translate(_TRANSLATION[self.rules.short_deck])

    @property
    def score(self) -> int:
        """Pyramid cards removed; one that waits in the cell is not."""
        pyramid = self.layout.pyramid
        left = (self.present & pyramid).bit_count()
        if self.cell != NOWHERE and pyramid >> self.cell & 1:
            left += 1
        return pyramid.bit_count() - left

    @property
    def cards_left(self) -> int:
        """How many cards of the deck are not removed yet."""
        piles = len(self.stock) + sum(map(len, self.wastes))
        return self.present.bit_count() + piles + (self.cell != NOWHERE)

    @property
    def won(self) -> bool:
        if self.rules.clear_all:
            return not self.cards_left
        return self.score == self.layout.pyramid.bit_count()

    def playable(self) -> list[int]:
        """The places of the playable cards, in board order."""
        places = list(bits(self.free))
        if self.cell != NOWHERE:
            places.append(self.cell)
        places.extend(pile[-1] for pile in self.wastes if pile)
        if self.rules.open_stock and self.stock:
            places.append(self.stock[-1])
        return places

    def legal(self) -> list[int]:
        """The codes of the legal moves: removals in board order, stores, draw, redeal."""
        if self.won:
            return []
        codes = self.removals()
        if self.rules.cells and self.cell == NOWHERE:
            tableau = self.free & ((1 << self.layout.size) - 1)
            codes += [STORE | place for place in bits(tableau)]
            codes += [STORE | pile[-1] for pile in self.wastes if pile]
        turns = self._turn()
        if turns and not codes and self._is_stuck():
            return []
        return codes + turns

    def removals(self) -> list[int]:
        """The codes of the legal removals in board order.

        A card of `only` is not playable but goes with the one card that it names.
        """
        only: dict[int, int] = {}
        covered = self._coverable(only) if self.rules.covering_pair else 0
        places = list(bits(self.free | covered))
        if self.cell != NOWHERE:
            places.append(self.cell)
        for pile in self.wastes:
            if pile:
                places.append(pile[-1])
                if self.rules.waste_pair and len(pile) > 1:
                    places.append(pile[-2])
                    only[pile[-2]] = pile[-1]
        if self.rules.open_stock and self.stock:
            places.append(self.stock[-1])
        all_values, target = self.values, self.rules.target
        values = bytes([all_values[place] for place in places])
        codes = []
        for index, place in enumerate(places):
            value = values[index]
            if value == target:
                if place not in only:
                    codes.append(place << 6 | place)
                continue
            other = values.find(target - value, index + 1)
            while other > 0:
                partner = places[other]
                if not only or _may_pair(only, place, partner):
                    codes.append(place << 6 | partner)
                other = values.find(target - value, other + 1)
        return codes

    def play(self, code: int) -> None:
        """Make the move of a code that `legal` gave."""
        if code == DRAW:
            self._draw()
        elif code == REDEAL:
            self.stock = self.wastes[0][::-1] if len(self.wastes) == 1 else b"".join(self.wastes)
            self.wastes = (b"",) * len(self.wastes)
            if self.redeals is not None:
                self.redeals -= 1
        elif code & STORE:
            self._take(code ^ STORE)
            self.cell = code ^ STORE
        else:
            first, second = code >> 6, code & 63
            self._take(first)
            if second != first:
                self._take(second)
        self._ahead = max(0, self._ahead - 1) if code >= DRAW else 0
        self.exhausted = self.exhausted or not self.stock

    def is_present(self, place: int) -> bool:
        """Whether the card still lies in its tableau slot or its reserve place."""
        return bool(self.present >> place & 1)

    def _turn(self) -> list[int]:
        if self.stock:
            return [DRAW]
        if self.redeals != 0 and any(self.wastes):
            return [REDEAL]
        return []

    def _coverable(self, only: dict[int, int]) -> int:
        """The mask of covered cards with a single, free card on them; `only` learns which."""
        layout, mask = self.layout, 0
        for place in bits(self.free & ((1 << layout.size) - 1)):
            for slot in layout.under[place]:
                if layout.on[slot] & self.present == 1 << place:
                    mask |= 1 << slot
                    only[slot] = place
        return mask

    def _take(self, place: int) -> None:
        """Lift the card of a place from wherever it lies."""
        bit = 1 << place
        if self.present & bit:
            self.present ^= bit
            self.free &= ~bit
            layout = self.layout
            if place < layout.size:
                for slot in layout.under[place]:
                    if self.present >> slot & 1 and not layout.on[slot] & self.present:
                        self.free |= 1 << slot
        elif place == self.cell:
            self.cell = NOWHERE
        else:
            card = bytes((place,))
            if place in self.stock:
                self.stock = self.stock.replace(card, b"")
            else:
                self.wastes = tuple(pile.replace(card, b"") for pile in self.wastes)

    def _draw(self) -> None:
        piles = list(self.wastes)
        for turn in range(min(self.rules.draw, len(self.stock))):
            piles[turn % len(piles)] += self.stock[-1:]
            self.stock = self.stock[:-1]
        self.wastes = tuple(piles)

    def _is_stuck(self) -> bool:
        """The rule book's loss with unlimited redeals, for a position without a removal or store:
        whether drawing and redealing alone would never reach one.

        `_ahead` remembers how many turns away the nearest one is, so that a run of draws searches
        once. The search ends where a stock and wastes come again.
        """
        if self.redeals is not None or not self.exhausted or self._ahead:
            return False
        if self.rules.cells and self.cell == NOWHERE:
            return False
        probe = Position(self.rules, self.deck)
        probe.present, probe.free, probe.cell = self.present, self.free, self.cell
        probe.stock, probe.wastes = self.stock, self.wastes
        seen = set()
        while (probe.stock, probe.wastes) not in seen:
            seen.add((probe.stock, probe.wastes))
            probe.play(probe._turn()[0])
            if probe.removals():
                self._ahead = len(seen)
                return False
        return True


def _may_pair(only: dict[int, int], first: int, second: int) -> bool:
    """Whether two cards, each of them playable or bound to one other, may go together."""
    if first in only:
        return only[first] == second and second not in only
    return second not in only or only[second] == first


_TRANSLATION = tuple(values + bytes(256 - len(values)) for values in (_VALUES, _SHORT_VALUES))
