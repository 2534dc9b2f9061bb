"""A plain depth-first search for one waste and no cell: what the engine's solver is measured by.

Integers and a memory of positions as well, free Kings at once, and one thing left out: what
follows once a card that has to go has no partner left, or only such as lie over or under it.
"""

from collections.abc import Iterator

from engine import Rules
from engine.deals import numbered_deck
from engine.layouts import LAYOUTS, Layout
from engine.position import Position, bits


class PlainSearch:
    """One deal and the moves in it. A state is (present places, places drawn, redeals left)."""

    def __init__(self, rules: Rules, number: int) -> None:
        if rules.wastes > 1 or rules.cells or rules.open_stock or rules.covering_pair:
            raise ValueError("the plain search knows one waste, and neither cells nor open stock")
        self.rules, self.layout = rules, LAYOUTS[rules.layout]
        position = Position(rules, numbered_deck(rules, number))
        self.size = self.layout.size + rules.reserve
        self.everything = (1 << len(position.deck)) - 1
        self.goal = self.everything if rules.clear_all else self.layout.pyramid
        self.fits = [
            sum(
                1 << place
                for place, other in enumerate(position.values)
                if value + other == rules.target
            )
            for value in position.values
        ]
        self.kings = sum(
            1 << place for place, value in enumerate(position.values) if value == rules.target
        )
        below = _below(self.layout)
        self.needs = [
            self.fits[place]
            & ~sum(1 << other for other in range(len(below)) if _in_line(below, place, other))
            for place in range(len(position.deck))
        ]

    def winnable(self, max_states: int) -> tuple[bool | None, int]:
        """Whether the deal can be won (None: not known within the bound), and the states seen."""
        stack = [(self.everything, self.size, self.rules.redeals)]
        seen = set(stack)
        states = 0
        while stack:
            if states == max_states:
                return None, states
            states += 1
            present, drawn, redeals = stack.pop()
            if not present & self.goal:
                return True, states
            if self._is_dead(present):
                continue
            for child in self._children(present, drawn, redeals):
                if child not in seen:
                    seen.add(child)
                    stack.append(child)
        return False, states

    def _is_dead(self, present: int) -> bool:
        return any(
            not self.needs[place] & present for place in bits(present & self.goal & ~self.kings)
        )

    def _children(
        self, present: int, drawn: int, redeals: int | None
    ) -> Iterator[tuple[int, int, int | None]]:
        free = present >> self.layout.size << self.layout.size & ((1 << self.size) - 1)
        for slot in bits(present & ((1 << self.layout.size) - 1)):
            if not self.layout.on[slot] & present:
                free |= 1 << slot
        if free & self.kings:
            yield present & ~(free & self.kings), drawn, redeals
            return
        waste = present & ((1 << drawn) - 1) & -(1 << self.size)
        stock = present & -(1 << drawn)
        if stock:
            turned = list(bits(stock))[: self.rules.draw]
            yield present, turned[-1] + 1, redeals
        elif waste and redeals != 0:
            yield present, self.size, None if redeals is None else redeals - 1
        top = 1 << waste.bit_length() - 1 if waste else 0
        if top & self.kings:
            yield present & ~top, drawn, redeals
        playable = free | top
        for place in bits(playable & ~self.kings):
            for other in bits(playable & self.fits[place] & -(2 << place)):
                yield present & ~(1 << place | 1 << other), drawn, redeals
        second = 1 << (waste ^ top).bit_length() - 1 if waste ^ top else 0
        if self.rules.waste_pair and second and self.fits[top.bit_length() - 1] & second:
            yield present & ~(top | second), drawn, redeals


def _below(layout: Layout) -> list[int]:
    below: list[int] = []
    for covered in layout.under:
        mask = 0
        for slot in covered:
            mask |= 1 << slot | below[slot]
        below.append(mask)
    return below


def _in_line(below: list[int], place: int, other: int) -> bool:
    if place >= len(below):
        return False
    return bool(below[place] >> other & 1 or below[other] >> place & 1)
