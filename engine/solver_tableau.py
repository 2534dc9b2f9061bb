"""The solver's tableau: each set of cards that still lie there, with what can be done with it.

Tableaus are met again and again with other stocks, so what depends on the tableau alone is found
out once. The reserve and the cell belong to it: their cards are always free.
"""

from engine.solver_cards import KINGS, Pack, bits


class Tableau:
    """One set of cards of the tableau, the reserve and the cell.

    `cards`: all of them. `lying`: those of the tableau, not in the cell. `held`: the cell's card.
    `free`: what may be played. `pairs`: the removals of two, as masks. `storable`: what may go
    to the cell (never a King: removing it does more). `number` tells tableaus apart.
    """

    __slots__ = ("cards", "free", "held", "lying", "number", "pairs", "storable")

    def __init__(self, pack: Pack, number: int, cards: int, held: int) -> None:
        self.number = number
        self.cards = cards
        self.held = held
        lying = self.lying = cards & pack.tableau & ~held
        free = cards & ~lying
        on, partners = pack.on, pack.partners
        for card in bits(lying):
            if not on[card] & lying:
                free |= card
        self.free = free
        self.pairs = [
            card | other
            for card in bits(free & ~KINGS)
            for other in bits(free & partners[card])
            if card < other
        ]
        if pack.rules.covering_pair:
            self.pairs += self._covering_pairs(pack)
        stores = pack.rules.cells and not held
        self.storable = free & lying & ~KINGS if stores else 0

    def _covering_pairs(self, pack: Pack) -> list[int]:
        pairs = []
        for card in bits(self.lying & ~self.free):
            cover = pack.on[card] & self.lying
            if not cover & (cover - 1) and cover & self.free & pack.partners[card]:
                pairs.append(card | cover)
        return pairs


class Tableaus:
    """All tableaus met so far."""

    __slots__ = ("_known", "_pack")

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._known: dict[tuple[int, int], Tableau] = {}

    def of(self, cards: int, held: int) -> Tableau:
        """The tableau of these cards, one of which may lie in the cell."""
        key = cards, held
        tableau = self._known.get(key)
        if tableau is None:
            tableau = self._known[key] = Tableau(self._pack, len(self._known), cards, held)
        return tableau

    def without(self, tableau: Tableau, removed: int) -> Tableau:
        """The tableau once these cards have gone."""
        return self.of(tableau.cards & ~removed, tableau.held & ~removed)

    def storing(self, tableau: Tableau, card: int) -> Tableau:
        """The tableau once the empty cell has taken a card, from wherever it lay."""
        return self.of(tableau.cards | card, card)
