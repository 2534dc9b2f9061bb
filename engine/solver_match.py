"""Which cards can still find partners: matchings within one group of at most eight cards.

A *group* holds the cards of two values that sum to the target, in one byte: the lower value in
bits 0 to 3, its partners in bits 4 to 7. Sixes without tens pair among themselves: bits 0 to 3.
An *edge* is a pair of a group as one bit of 16: bit 4 * i + j pairs card i with partner j.
"""

from functools import lru_cache

_ROW, _COLUMN = 0xF, 0x1111


def edge_pair(edge: int, same: bool) -> int:
    """The two cards of an edge (given as its bit's number) as a mask of the group's byte."""
    first, second = divmod(edge, 4)
    return 1 << first | 1 << (second if same else second + 4)


def edge_numbers(same: bool) -> tuple[int, ...]:
    """The numbers of all the edges that a group has."""
    return tuple(edge for edge in range(16) if not same or edge // 4 < edge % 4)


@lru_cache(maxsize=2)
def edges_among(same: bool) -> tuple[int, ...]:
    """For each byte of present cards, the edges that have both of their cards there."""
    pairs = [(1 << edge, edge_pair(edge, same)) for edge in edge_numbers(same)]
    return tuple(
        sum(bit for bit, pair in pairs if pair & byte == pair)
        for byte in range(16 if same else 256)
    )


def _touching(card: int, same: bool) -> int:
    """The edges of a card, given by its bit's number."""
    if same:
        return _ROW << 4 * card | _COLUMN << card
    return _ROW << 4 * card if card < 4 else _COLUMN << card - 4


@lru_cache(maxsize=1 << 15)
def lost(required: int, edges: int, same: bool) -> int:
    """How many of the required cards stay without a partner at least, with these edges alone."""
    if not required:
        return 0
    low = required & -required
    touching = edges & _touching(low.bit_length() - 1, same)
    rest, best = required ^ low, 9
    for edge in _numbers(touching):
        best = min(best, lost(*_without(rest, edges, edge, same), same))
        if not best:
            return 0
    return min(best, 1 + lost(rest, edges & ~touching, same))


@lru_cache(maxsize=1 << 15)
def prospects(required: int, edges: int, same: bool, strict: bool) -> tuple[int, int, int]:
    """What a group can still do: (cards lost at least, live cards, forced edges).

    Strict: every required card has to go. Live are the cards of some matching that covers all the
    required ones; forced are the edges that are the only one of a required card.
    Not strict: live are the cards with any edge, and nothing is forced.
    """
    missing = lost(required, edges, same)
    if strict and missing:
        return missing, 0, 0
    good = [
        edge
        for edge in _numbers(edges)
        if not (strict and lost(*_without(required, edges, edge, same), same))
    ]
    pairs = [edge_pair(edge, same) for edge in good]
    once = twice = 0
    for pair in pairs:
        twice |= once & pair
        once |= pair
    single = once & ~twice & required if strict else 0
    forced = sum(1 << edge for edge, pair in zip(good, pairs, strict=True) if pair & single)
    return missing, once, forced


def _numbers(mask: int) -> list[int]:
    return [number for number in range(16) if mask >> number & 1]


def _without(required: int, edges: int, edge: int, same: bool) -> tuple[int, int]:
    """What is required and which edges are left once the edge's two cards have gone."""
    first, second = divmod(edge, 4)
    gone = _touching(first, same) | _touching(second if same else second + 4, same)
    return required & ~edge_pair(edge, same), edges & ~gone
