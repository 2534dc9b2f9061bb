"""Solver: whether a game can still be won, by which moves, and the best score within reach.

It answers for every position of every game that `Rules` describes. See `solver_search` for how.
"""

from dataclasses import dataclass

from engine.game import Game
from engine.moves import Draw, Move, Redeal, Remove, Store
from engine.solver_cards import Pack, bits
from engine.solver_relaxed import Refutation
from engine.solver_search import REDEAL, STORE, Link, Search

MAX_STATES = 200_000
"""The default bound on a search, in positions looked at: some seconds and 0.1 GB at the most."""


@dataclass(frozen=True, slots=True)
class Result:
    """Whether a position can be won.

    `winnable` is None when the bound was reached before the answer was known. `line` wins when
    played from the position, and is empty unless `winnable` is True. `states` counts the positions
    looked at.
    """

    winnable: bool | None
    line: tuple[Move, ...]
    states: int


@dataclass(frozen=True, slots=True)
class Best:
    """The highest score that a position can still reach.

    `line` reaches `score`, in the words of `Game.score`. Unless `exact`, the bound was reached
    and a higher score may be possible.
    """

    score: int
    line: tuple[Move, ...]
    exact: bool
    states: int


def solve(game: Game, max_states: int = MAX_STATES) -> Result:
    """Whether a game can be won from where it stands, looking at `max_states` positions at most.

    The game is not changed. The same position and bound always give the same result, and a higher
    bound never contradicts it.
    """
    search = Search(game._position, game.rules.clear_all, strict=True)
    if search.left and search.start.talon.cards and not game.rules.cells:
        # Half of the bound, so that what a search finds within it is also found with a higher one.
        refutation = Refutation(search, max_states // 2)
        search.states = refutation.states
        if refutation.refuted:
            return Result(False, (), search.states)
    search.run(max_states)
    if not search.left:
        return Result(True, _line(search.pack, search.way), search.states)
    return Result(False if search.complete else None, (), search.states)


def best_score(game: Game, max_states: int = MAX_STATES) -> Best:
    """The most that `Game.score` can still become, looking at `max_states` positions at most.

    The game is not changed. A higher bound never gives a lower score.
    """
    search = Search(game._position, clear_all=False, strict=False)
    search.run(max_states)
    line = _line(search.pack, search.way)
    return Best(game.full_score - search.left, line, search.complete, search.states)


def _line(pack: Pack, way: Link) -> tuple[Move, ...]:
    """The moves of a way, first one first."""
    steps = []
    while way is not None:
        way, step = way
        steps.append(step)
    moves: list[Move] = []
    for step in reversed(steps):
        moves += _moves(pack, step)
    return tuple(moves)


def _moves(pack: Pack, step: int) -> list[Move]:
    if step == REDEAL:
        return [Redeal()]
    if step < 0:
        return [Draw()] * -step
    if step & STORE:
        return [Store(pack.card(step ^ STORE))]
    return [Remove(frozenset(map(pack.card, bits(step))))]
