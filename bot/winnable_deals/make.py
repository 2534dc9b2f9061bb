"""Makes the lists of winnable deals: `python -m bot.winnable_deals.make [PRESET ...]`.

Deal numbers that people can type are gone through in a fixed, scattered order until enough were
found that the solver wins within a small bound. How hard a deal is, is told by 20 games at random
and one by the hints: the mean share of the pyramid that they clear. The third that they clear most
of is easy, the third that they clear least of is hard.
"""

import argparse
import random
from collections.abc import Callable, Iterator
from pathlib import Path

from engine import VARIANTS, Game, Move, Status
from engine.solver import solve

HERE = Path(__file__).parent
HOW_MANY = {"classic": 2_000}
OTHERS = 200
MAX_NUMBER, STRIDE = 999_999, 618_031
MAX_STATES, MAX_MOVES, RANDOM_GAMES = 1_000, 300, 20


def numbers() -> Iterator[int]:
    """Every number from 1 to `MAX_NUMBER` once: the stride shares no factor with their count."""
    number = 1
    for _ in range(MAX_NUMBER):
        yield number
        number = (number + STRIDE - 1) % MAX_NUMBER + 1


def ease(preset: str, number: int) -> float:
    """The mean share of the pyramid that unknowing play clears; a win counts a whole more."""
    chance = random.Random(number)

    def at_random(game: Game) -> Move:
        return chance.choice(game.legal_moves())

    def by_hint(game: Game) -> Move:
        move = game.hint()
        assert move is not None
        return move

    games = [cleared(preset, number, at_random) for _ in range(RANDOM_GAMES)]
    return sum(games) / RANDOM_GAMES + cleared(preset, number, by_hint)


def cleared(preset: str, number: int, choose: Callable[[Game], Move]) -> float:
    game = Game.deal(preset, number)
    while game.status is Status.PLAYING and game.moves_played < MAX_MOVES:
        game.play(choose(game))
    return game.score / game.full_score + (game.status is Status.WON)


def make(preset: str) -> str:
    """The list of a preset: a deal a line, its number and e, m or h, in the order of numbers."""
    wanted = HOW_MANY.get(preset, OTHERS)
    found: list[int] = []
    for number in numbers():
        if solve(Game.deal(preset, number), MAX_STATES).winnable:
            found.append(number)
            if len(found) == wanted:
                break
    by_ease = sorted(found, key=lambda number: (-ease(preset, number), number))
    grades = {number: "emh"[3 * place // len(found)] for place, number in enumerate(by_ease)}
    return "".join(f"{number}{grades[number]}\n" for number in sorted(found))


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the lists of winnable deals.")
    parser.add_argument("preset", nargs="*", choices=[*VARIANTS, []], help="default: all of them")
    for preset in parser.parse_args().preset or VARIANTS:
        path = HERE / f"{preset}.txt"
        path.write_text(make(preset), "ascii")
        print(path.name, flush=True)


if __name__ == "__main__":
    main()
