"""The worker process that searches games: one request a line in, its findings as lines out.

Run as `python -m bot.searching`. It speaks JSON over its standard input and output, so that whoever
started it can end it in the middle of a search and loses nothing but that search.
"""

import json
import os
import queue
import sys
import threading
from collections.abc import Iterator
from typing import Any

from engine import Card, Draw, Game, Move, Redeal, Remove, Store
from engine.solver import Best, best_score, solve

MAX_STATES = 3_000_000
"""A bound on the memory of one search; the time is bounded from outside."""

_NICENESS = 10

FIRST_STATES = 3_000
"""How far a first look at the best score goes, so that there is one in any case."""


def main() -> None:
    # Presses go before searches, where the system knows such a thing.
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    for line in iter(_requests().get, ""):
        request = json.loads(line)
        game = Game.from_token(request["token"])
        findings = hinted(game) if request["kind"] == "hint" else solved(game)
        for finding in findings:
            print(json.dumps(finding), flush=True)
        print("{}", flush=True)


def _requests() -> "queue.SimpleQueue[str]":
    """The request lines as they come. With the end of the input the process ends, in the middle of
    a search too: whoever asked is gone."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    return lines


def hinted(game: Game) -> Iterator[dict[str, Any]]:
    """Whether the position can be won, and if not, how many moves back it still could."""
    result = solve(game, MAX_STATES)
    yield {"winnable": result.winnable, "line": [write_move(move) for move in result.line]}
    if result.winnable is False:
        yield from _moves_back(game)


def _moves_back(game: Game) -> Iterator[dict[str, Any]]:
    """How many moves to take back until the position can be won: None if not even the deal can,
    and nothing at all if the solver could not tell.

    What can be won can be won from every position before it, so the place is found by halving.
    """
    played = list(game.moves)
    known_lost, known_won = len(played), -1
    while known_lost - known_won > 1:
        middle = (known_won + known_lost) // 2
        game.restart()
        for move in played[:middle]:
            game.play(move)
        winnable = solve(game, MAX_STATES).winnable
        if winnable is None:
            return
        if winnable:
            known_won = middle
        else:
            known_lost = middle
    yield {"back": None if known_won < 0 else len(played) - known_won}


def solved(game: Game) -> Iterator[dict[str, Any]]:
    """Whether the deal can be won, with a line that does; else the best score and its line."""
    game.restart()
    best = best_score(game, FIRST_STATES)
    yield {"winnable": None, **_best(best)}
    result = solve(game, MAX_STATES)
    yield {"winnable": result.winnable}
    if result.winnable:
        line = [write_move(move) for move in result.line]
        yield {"line": line, "score": game.full_score, "exact": True}
    elif not best.exact:
        yield _best(best_score(game, MAX_STATES))


def _best(best: Best) -> dict[str, Any]:
    line = [write_move(move) for move in best.line]
    return {"line": line, "score": best.score, "exact": best.exact}


def write_move(move: Move) -> str:
    """A move as a word: "draw", "redeal", "store KS", "KS" or "9H 4D"."""
    match move:
        case Draw():
            return "draw"
        case Redeal():
            return "redeal"
        case Store(card):
            return f"store {card}"
        case Remove(cards):
            return " ".join(sorted(map(str, cards)))


def read_move(word: str) -> Move:
    """The move that `write_move` wrote."""
    match word.split():
        case ["draw"]:
            return Draw()
        case ["redeal"]:
            return Redeal()
        case ["store", card]:
            return Store(Card.parse(card))
        case cards:
            return Remove(frozenset(map(Card.parse, cards)))


if __name__ == "__main__":
    main()
