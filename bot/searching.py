"""The worker process that searches games: one request a line in, its findings as lines out.

Run as `python -m bot.searching`. It speaks JSON over its standard input and output, so that whoever
started it can end it in the middle of a search and loses nothing but that search.
"""

import json
import sys
from collections.abc import Iterator
from typing import Any

from engine import Card, Draw, Game, Move, Redeal, Remove, Store
from engine.solver import best_score, solve

MAX_STATES = 3_000_000
"""A bound on the memory of one search; the time is bounded from outside."""


def main() -> None:
    for line in sys.stdin:
        request = json.loads(line)
        game = Game.from_token(request["token"])
        findings = hinted(game) if request["kind"] == "hint" else solved(game)
        for finding in findings:
            print(json.dumps(finding), flush=True)
        print("{}", flush=True)


def hinted(game: Game) -> Iterator[dict[str, Any]]:
    """Whether the position can be won, and if not, how many moves back it still could."""
    result = solve(game, MAX_STATES)
    yield {"winnable": result.winnable, "line": [write_move(move) for move in result.line]}
    if result.winnable is False:
        yield {"back": _moves_back(game)}


def _moves_back(game: Game) -> int | None:
    """How many moves to take back until the position can be won; None if not even the deal can.

    What can be won can be won from every position before it, so the place is found by halving.
    """
    played = list(game.moves)
    known_lost, known_won = len(played), -1
    while known_lost - known_won > 1:
        middle = (known_won + known_lost) // 2
        game.restart()
        for move in played[:middle]:
            game.play(move)
        if solve(game, MAX_STATES).winnable:
            known_won = middle
        else:
            known_lost = middle
    return None if known_won < 0 else len(played) - known_won


def solved(game: Game) -> Iterator[dict[str, Any]]:
    """Whether the deal can be won, with a line that does; else the best score and its line."""
    game.restart()
    result = solve(game, MAX_STATES)
    line = [write_move(move) for move in result.line]
    yield {"winnable": result.winnable, "line": line, "score": game.full_score, "exact": True}
    if not result.winnable:
        best = best_score(game, MAX_STATES)
        line = [write_move(move) for move in best.line]
        yield {"line": line, "score": best.score, "exact": best.exact}


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
