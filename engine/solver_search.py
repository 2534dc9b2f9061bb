"""The search: every position that could still matter, each once, up to a bound.

Depth first, with a memory of the states met. What is left out is proven not to matter at the method
that leaves it out: `_settle`, `_children`, `_ahead` and `Search.run`.
"""

from typing import NamedTuple

from engine.position import Position
from engine.solver_cards import KINGS, Pack, bits
from engine.solver_outlook import Groups
from engine.solver_tableau import Tableau, Tableaus
from engine.solver_talon import Talon, Talons

REDEAL = 0
STORE = 1 << 60
Link = tuple["Link", int] | None
"""The way to a state, last step first. A step is a mask of removed cards, `STORE` with a card,
`REDEAL`, or minus the number of draws."""


class State(NamedTuple):
    """One position, the pairs it must not remove any more (edges as in `Pack.edge_of`) and the
    way to it."""

    tableau: Tableau
    talon: Talon
    ban: int
    way: Link


class Search:
    """One search from one position for a line that removes all cards of `goal`.

    `strict`: only a full line counts, and branches without one end. Otherwise the line that leaves
    the fewest cards of the goal is sought. `left` tells how many the best line leaves, `way` the
    line, `states` the work done, `complete` whether nothing was left to look at.
    """

    def __init__(self, position: Position, clear_all: bool, strict: bool) -> None:
        pack = self.pack = Pack(position)
        self.tableaus, self.talons = Tableaus(pack), Talons(pack)
        self.goal = sum(pack.of_place) if clear_all else pack.pyramid
        self.groups = Groups(pack, self.goal, strict)
        self.strict = strict
        held = 0 if position.cell < 0 else pack.of_place[position.cell]
        self.start = State(
            self.tableaus.of(pack.cards_at(position.present) | held, held),
            self.talons.of(
                tuple(pack.of_place[place] for place in position.stock),
                tuple(tuple(pack.of_place[place] for place in pile) for pile in position.wastes),
                position.redeals,
            ),
            0,
            None,
        )
        self.left = ((self.start.tableau.cards | self.start.talon.cards) & self.goal).bit_count()
        self.way: Link = None
        self.states = 0
        self.complete = False

    def run(self, max_states: int) -> None:
        """Search until the goal is reached, nothing is left, or `states` is `max_states`.

        A state met again is left out unless it now may remove pairs that it had to leave before:
        with more pairs forbidden it reaches nothing new. Then it is searched with what was
        forbidden both times, so it is met less often than it has pairs.
        """
        stack = [self.start]
        seen = {self.start.tableau.number + self.start.talon.number: 0}
        while stack and self.left:
            state = stack.pop()
            if seen[state.tableau.number + state.talon.number] != state.ban:
                continue
            if self.states >= max_states:
                return
            self.states += 1
            for child in reversed(self._settle(state)):
                key = child.tableau.number + child.talon.number
                before = seen.get(key)
                if before is None:
                    seen[key] = child.ban
                    stack.append(child)
                elif before & ~child.ban:
                    seen[key] = before & child.ban
                    stack.append(child._replace(ban=before & child.ban))
        self.complete = True

    def _settle(self, state: State) -> list[State]:
        """The states that follow once all that is safe has been done; none from a hopeless one.

        Kings go at once: removing one hides nothing and no other card needs it, so whatever was
        possible stays possible. Only a `timed` one may have to wait.

        A branch ends when it must leave more cards of the goal than is worth while: in a strict
        search any, else as many as the best line known leaves. `Groups` counts the cards that no
        matching of the pairs left covers. With no cell, which could take it away, a tableau card
        without any partner stays for good, and so does all that lies under it.

        In the last pass a waste card that can never go buries all under it: see
        `Talons.unburied`. That may take partners from other cards, so it is all looked at again.
        """
        tableau, talon, ban, way = state
        cells, hidden = self.pack.rules.cells, 0
        while True:
            cards = tableau.cards | talon.cards
            if not self._is_worth_going_on(cards, way):
                return []
            kings = (tableau.free | talon.tops & ~talon.timed) & KINGS
            if kings:
                king = kings & -kings
                tableau = self.tableaus.without(tableau, king)
                talon = self.talons.without(talon, king)
                way = (way, king)
                continue
            lost, live, forced, banned = self.groups.outlook(cards & ~hidden, ban)
            lost += (hidden & self.goal).bit_count()
            if lost and (self.strict or lost >= self.left):
                return []
            if not cells:
                stuck = self.pack.under(tableau.lying & ~live) & cards
                if stuck & ~hidden:
                    hidden |= stuck
                    continue
                if talon.redeals == 0:
                    shorter = self.talons.unburied(talon, ~live)
                    if shorter is not talon:
                        talon = shorter
                        continue
            return self._children(State(tableau, talon, banned, way), live, forced)

    def hopeless(self, cards: int) -> bool:
        """Whether no matching of these cards alone covers what has to go."""
        return self.groups.outlook(cards, 0)[0] > 0

    def _is_worth_going_on(self, cards: int, way: Link) -> bool:
        """Note a line that leaves fewer cards than any before; False once nothing can beat it."""
        left = (cards & self.goal).bit_count()
        if left < self.left:
            self.left, self.way = left, way
        return bool(self.left)

    def _children(self, state: State, live: int, forced: int) -> list[State]:
        """The states one move further, in the order to look at them.

        A removal without a `timed` card loses nothing by being made as soon as it can be: it only
        uncovers, and the other moves of any line stay legal without its cards. So every line can
        be put in an order in which each pair goes at the first moment both cards may: a pair that
        is passed over here is forbidden from here on (the ban). For the same reason, when a card
        of the goal has one partner left and both may go together, that is the only move to look
        at. Neither is said of pairs with a `timed` card.
        """
        tableau, talon, ban, way = state
        children: list[State] = []
        edge_of = self.pack.edge_of
        for removed in self._removals(tableau, talon, live):
            edge = edge_of.get(removed, 0)
            if edge & ban:
                continue
            child = State(
                self.tableaus.without(tableau, removed),
                self.talons.without(talon, removed),
                ban & self.pack.others(removed),
                (way, removed),
            )
            if not removed & talon.timed:
                if edge & forced:
                    return [child._replace(ban=state.ban & self.pack.others(removed))]
                ban |= edge
            children.append(child)
        turned = self._ahead(talon, live)
        if turned is not None:
            children.append(State(tableau, turned[0], ban, (way, turned[1])))
        for card in bits(0 if tableau.held else tableau.storable | talon.storable):
            rest = self.talons.without(talon, card)
            stored = self.tableaus.storing(tableau, card)
            children.append(State(stored, rest, ban, (way, STORE | card)))
        return children

    def _removals(self, tableau: Tableau, talon: Talon, live: int) -> list[int]:
        """The legal removals of live cards: those with a waste or stock card come first.

        Any other pair holds a card that no line worth looking at removes (see `Groups`).
        """
        partners = self.pack.partners
        removals = [
            card | other
            for card in bits(talon.tops & live & ~KINGS)
            for other in bits(tableau.free & partners[card] & live)
        ]
        removals += bits(talon.tops & KINGS)
        removals += [pair for pair in talon.pairs if pair & live == pair]
        removals += [pair for pair in tableau.pairs if pair & live == pair]
        return removals

    def _ahead(self, talon: Talon, live: int) -> tuple[Talon, int] | None:
        """The talon after the next draws that can matter, or after a redeal, with its step.

        Draws go on past tops that can never be removed: a stop there allows only moves that were
        there before. With a cell it also allows to store the top, so nothing is passed over then.
        """
        turned = self.talons.turned(talon)
        if turned is None:
            return None
        if not talon.stock:
            return turned, REDEAL
        draws = 1
        if not self.pack.rules.cells:
            while not turned.tops & live and turned.stock:
                further = self.talons.turned(turned)
                assert further is not None
                turned, draws = further, draws + 1
        return turned, -draws
