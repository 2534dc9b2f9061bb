"""The solver's outlook: what a set of cards allows at best, whatever the order of play.

It looks at pairs alone: a line removes each card with at most one partner, so its pairs are a
matching, and what no matching can cover no line can remove.
"""

from engine.solver_cards import EDGES, GROUPS, KINGS, Pack
from engine.solver_match import edges_among, prospects

_ALL_CARDS = (1 << 8 * (GROUPS + 1)) - 1
_ALL_EDGES = (1 << EDGES * GROUPS) - 1
_FORCED_SHIFT = 64
_BAN_SHIFT = _FORCED_SHIFT + EDGES * GROUPS
_LOST_SHIFT = _BAN_SHIFT + EDGES * GROUPS


class Groups:
    """What each group can still do, by its present cards and its banned edges.

    It remembers every answer: few of the bytes and bans that a group could have do occur.
    """

    __slots__ = ("_edges", "_known", "_required", "_same", "_strict")

    def __init__(self, pack: Pack, goal: int, strict: bool) -> None:
        self._same, self._strict = pack.same, strict
        self._required = goal.to_bytes(GROUPS + 1, "little")
        self._edges = [
            [among & pairable for among in edges_among(same)]
            for same, pairable in zip(pack.same, pack.pairable, strict=True)
        ]
        self._known: tuple[dict[int, int], ...] = tuple({} for _ in range(GROUPS))

    def outlook(self, cards: int, ban: int) -> tuple[int, int, int, int]:
        """For a set of cards and the banned edges (as in `Pack.edge_of`): how many cards of the
        goal are lost at least, the live cards (Kings are), the forced edges, and those banned
        edges that both of their cards are still there for."""
        total = cards & KINGS
        for known, edges, byte in zip(
            self._known, self._edges, cards.to_bytes(GROUPS + 1, "little"), strict=False
        ):
            key = byte | (ban & edges[byte]) << 8
            ban >>= EDGES
            if key not in known:
                known[key] = self._work_out(known, key)
            total += known[key]
        return (
            total >> _LOST_SHIFT,
            total & _ALL_CARDS,
            total >> _FORCED_SHIFT & _ALL_EDGES,
            total >> _BAN_SHIFT & _ALL_EDGES,
        )

    def _work_out(self, known: dict[int, int], key: int) -> int:
        """One group's part of the outlook, all in one integer so that the parts can be added."""
        group = next(index for index, each in enumerate(self._known) if each is known)
        byte, banned = key & 255, key >> 8
        lost, live, forced = prospects(
            self._required[group] & byte,
            self._edges[group][byte] & ~banned,
            self._same[group],
            self._strict,
        )
        edges = forced << _FORCED_SHIFT | banned << _BAN_SHIFT
        return live << 8 * group | edges << EDGES * group | lost << _LOST_SHIFT
