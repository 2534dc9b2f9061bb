"""The solver's talon: stock, wastes and redeals left, each state of them known once.

Numbers of talons leave the low bits to tableaus, so that the sum of both numbers is a state.
"""

from engine.solver_cards import KINGS, Pack
from engine.variants import Rules

TABLEAU_BITS = 40
Pile = tuple[int, ...]


class Talon:
    """One state of the stock (next card last), the wastes (top last) and the redeals.

    `cards`: all of them. `tops`: what may be played. `pairs`: the removals of two of them, as
    masks. `storable`: what may go to a cell.
    `timed`: the cards whose removal changes which cards later draws turn, so that doing it sooner
    is not the same. `after` and `next` belong to `Talons`.
    """

    __slots__ = (
        "after",
        "cards",
        "next",
        "number",
        "pairs",
        "redeals",
        "stock",
        "storable",
        "timed",
        "tops",
        "wastes",
    )

    def __init__(
        self, pack: Pack, number: int, stock: Pile, wastes: tuple[Pile, ...], redeals: int | None
    ) -> None:
        rules = pack.rules
        self.number = number << TABLEAU_BITS
        self.stock, self.wastes, self.redeals = stock, wastes, redeals
        self.cards = sum(stock) + sum(map(sum, wastes))
        tops = [pile[-1] for pile in wastes if pile]
        self.storable = sum(tops) & ~KINGS if rules.cells else 0
        if rules.open_stock and stock:
            tops.append(stock[-1])
        self.tops = sum(tops)
        self.pairs = [
            card | other
            for index, card in enumerate(tops)
            for other in tops[index + 1 :]
            if pack.partners[card] & other
        ]
        if rules.waste_pair:
            self.pairs += [
                pile[-1] | pile[-2]
                for pile in wastes
                if len(pile) > 1 and pack.partners[pile[-1]] & pile[-2]
            ]
        self.timed = _timed(rules, redeals, self.cards, sum(stock))
        self.after: dict[int, Talon] = {}
        self.next: Talon | None = None


def _timed(rules: Rules, redeals: int | None, cards: int, stock: int) -> int:
    """One card a draw: every card is turned whatever goes before it, so nothing is timed.

    Three a draw: a card taken from the stock shifts the threes, and while a redeal is left one
    taken from the waste shifts those of the next pass.
    """
    if rules.draw == 1:
        return 0
    return cards if redeals != 0 else stock


class Talons:
    """All talons met so far, and how one leads to another."""

    __slots__ = ("_known", "_pack")

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._known: dict[tuple[Pile, tuple[Pile, ...], int | None], Talon] = {}

    def of(self, stock: Pile, wastes: tuple[Pile, ...], redeals: int | None) -> Talon:
        """The talon of these piles."""
        key = stock, wastes, redeals
        talon = self._known.get(key)
        if talon is None:
            talon = self._known[key] = Talon(self._pack, len(self._known), *key)
        return talon

    def without(self, talon: Talon, removed: int) -> Talon:
        """The talon once these cards have gone; the same one when none of them is its own."""
        removed &= talon.cards
        if not removed:
            return talon
        found = talon.after.get(removed)
        if found is None:
            stock = tuple(card for card in talon.stock if not card & removed)
            wastes = tuple(
                tuple(card for card in pile if not card & removed) for pile in talon.wastes
            )
            found = talon.after[removed] = self.of(stock, wastes, talon.redeals)
        return found

    def turned(self, talon: Talon) -> Talon | None:
        """The talon after a draw, or with an empty stock after a redeal; None without either."""
        if talon.next is None:
            if talon.stock:
                talon.next = self._drawn(talon)
            elif talon.redeals != 0 and talon.cards:
                wastes = talon.wastes
                stock = wastes[0][::-1] if len(wastes) == 1 else sum(wastes, ())
                left = None if talon.redeals is None else talon.redeals - 1
                talon.next = self.of(stock, ((),) * len(wastes), left)
        return talon.next

    def _drawn(self, talon: Talon) -> Talon:
        piles = list(talon.wastes)
        count = min(self._pack.rules.draw, len(talon.stock))
        for turn in range(count):
            piles[turn % len(piles)] += (talon.stock[-1 - turn],)
        return self.of(talon.stock[:-count], tuple(piles), talon.redeals)

    def unburied(self, talon: Talon, dead: int) -> Talon:
        """The talon without the waste cards that never leave, nor any that lie under them.

        For the last pass alone: a card of the waste moves only when all above it have gone. It
        holds for no rules with a cell, which takes dead cards away.
        """
        cut = sum(map(sum, talon.wastes)) & dead
        if not cut:
            return talon
        for pile in talon.wastes:
            highest = max((place for place, card in enumerate(pile) if card & dead), default=-1)
            for card in pile[: highest + 1]:
                cut |= card
        return self.without(talon, cut)
