"""Layouts: which slots a tableau has, and which slot covers which.

Slots are numbered in board order, from the top row down and left to right, so that bit `s` of a
mask stands for slot `s`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Layout:
    """One tableau.

    `rows`: the slots of each row; the columns of Giza follow its pyramid as rows of their own.
    `dealt`: the slot that each card goes to, in the order of dealing.
    `on`: for each slot, the mask of the slots that lie on it.
    `under`: for each slot, the slots that it lies on.
    `pyramid`: the mask of the slots that count for the score and the win; they are the first
    `pyramid_rows` rows.
    `apex`: the slot of the row that has one card.
    """

    rows: tuple[tuple[int, ...], ...]
    dealt: tuple[int, ...]
    on: tuple[int, ...]
    under: tuple[tuple[int, ...], ...]
    pyramid: int
    pyramid_rows: int
    apex: int

    @property
    def size(self) -> int:
        """How many slots there are."""
        return len(self.on)

    @property
    def free(self) -> int:
        """The mask of the slots that nothing covers when all cards are there."""
        return sum(1 << slot for slot, mask in enumerate(self.on) if not mask)


def _numbered(lengths: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    starts = [sum(lengths[:row]) for row in range(len(lengths))]
    return tuple(tuple(range(start, start + n)) for start, n in zip(starts, lengths, strict=True))


def _layout(
    rows: tuple[tuple[int, ...], ...],
    covers: list[tuple[int, int]],
    dealt: tuple[int, ...],
    pyramid_rows: int,
) -> Layout:
    """A layout from its rows and its (covering slot, covered slot) pairs."""
    size = sum(len(row) for row in rows)
    on = [0] * size
    under: list[tuple[int, ...]] = [()] * size
    for upper, lower in covers:
        on[lower] |= 1 << upper
        under[upper] += (lower,)
    pyramid = sum(1 << slot for row in rows[:pyramid_rows] for slot in row)
    apex = next(row[0] for row in rows if len(row) == 1)
    return Layout(rows, dealt, tuple(on), tuple(under), pyramid, pyramid_rows, apex)


def _pyramid_covers(rows: tuple[tuple[int, ...], ...]) -> list[tuple[int, int]]:
    return [
        (below[place + side], slot)
        for row, below in pairwise(rows)
        for place, slot in enumerate(row)
        for side in (0, 1)
    ]


def _pyramid(height: int) -> Layout:
    rows = _numbered(tuple(range(1, height + 1)))
    slots = tuple(slot for row in rows for slot in row)
    return _layout(rows, _pyramid_covers(rows), slots, height)


def _triangle(height: int) -> Layout:
    """The pyramid on its head: the longest row is dealt first and lies under all others."""
    rows = _numbered(tuple(range(height, 0, -1)))
    covers = [
        (below[place - side], slot)
        for row, below in pairwise(rows)
        for place, slot in enumerate(row)
        for side in (1, 0)
        if 0 <= place - side < len(below)
    ]
    slots = tuple(slot for row in rows for slot in row)
    return _layout(rows, covers, slots, height)


def _giza() -> Layout:
    """A pyramid of seven rows and eight columns of three that take the whole deck."""
    rows = _numbered((*range(1, 8), *[3] * 8))
    pyramid, columns = rows[:7], rows[7:]
    covers = _pyramid_covers(pyramid) + [
        (column[depth + 1], column[depth]) for column in columns for depth in (0, 1)
    ]
    round_robin = tuple(column[depth] for depth in range(3) for column in columns)
    return _layout(rows, covers, round_robin + tuple(s for row in pyramid for s in row), 7)


LAYOUTS: Mapping[str, Layout] = MappingProxyType(
    {
        "pyramid7": _pyramid(7),
        "pyramid6": _pyramid(6),
        "triangle7": _triangle(7),
        "giza": _giza(),
    }
)
"""The layouts by the name that `Rules.layout` holds."""
