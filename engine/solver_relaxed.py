"""A quick refutation: what cannot be cleared even with every stock card at hand cannot be won.

The relaxed game has no stock and no waste: their cards lie open beside the tableau. Every line of
the real game, without its draws and redeals, is a line of the relaxed one, so a relaxed game that
cannot be won shows that the real one cannot. The reverse does not hold.
"""

from engine.solver_cards import KINGS, bits
from engine.solver_search import Search
from engine.solver_tableau import Tableau


class Refutation:
    """One look at the relaxed game: `refuted` when it has no win, after `states` positions.

    Not for rules with a cell, where cards of the talon can turn into tableau cards, and useless
    without a talon, where it would be the game itself.
    """

    def __init__(self, search: Search, max_states: int) -> None:
        self._search = search
        self._loose = search.start.talon.cards
        self.states = 0
        self.refuted = self._refute(max_states)

    def _refute(self, max_states: int) -> bool:
        stack = [self._settled(self._search.start.tableau.cards | self._loose)]
        seen = set(stack)
        goal = self._search.goal & ~self._loose
        while stack:
            cards = stack.pop()
            if not cards & goal or self.states >= max_states:
                return False
            self.states += 1
            for child in self._children(cards):
                settled = self._settled(child)
                if settled not in seen:
                    seen.add(settled)
                    stack.append(settled)
        return True

    def _tableau(self, cards: int) -> Tableau:
        return self._search.tableaus.of(cards & ~self._loose, 0)

    def _settled(self, cards: int) -> int:
        """The cards once every free King has gone."""
        while kings := self._tableau(cards).free & KINGS:
            cards &= ~kings
        return cards

    def _children(self, cards: int) -> list[int]:
        """What is left after each removal that takes a tableau card.

        Loose cards of one value are alike, so one stands for all: each of them can pair with all
        tableau cards of its partner's value and lies on nothing. Two loose cards free nothing by
        going together; that is put off to the end, where a matching has to cover them.
        """
        if self._search.hopeless(cards):
            return []
        tableau, partners = self._tableau(cards), self._search.pack.partners
        children = [cards & ~pair for pair in tableau.pairs]
        for card in bits(tableau.free & ~KINGS):
            loose = cards & self._loose & partners[card]
            if loose:
                children.append(cards & ~card & ~(loose & -loose))
        return children
