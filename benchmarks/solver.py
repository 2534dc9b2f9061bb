"""How fast the solver decides deals, beside a plain depth-first search in the same run.

`python -m benchmarks.solver` takes about a minute. With `--counts` it counts the winnable deals
of the rule book's table instead, and with `--list` it prints the winnable numbers of one game.
Times are of the processor, so that other programs disturb little.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from statistics import median

from benchmarks.plain_solver import PlainSearch
from engine import VARIANTS, Game, Rules
from engine.solver import Result, solve

GAMES = ("classic", "relaxed", "par", "tut")
FIRST_DEAL = 1_000_001
TABLE = {
    "classic": (VARIANTS["classic"], 86),
    "relaxed": (VARIANTS["relaxed"], 190),
    "classic + clear_all": (Rules(clear_all=True), 2),
    "classic + redeals 2": (Rules(redeals=2), 1295),
    "classic + covering_pair": (Rules(covering_pair=True), 254),
    "covering": (VARIANTS["covering"], 473),
    "strict": (VARIANTS["strict"], 139),
    "relaxed + redeals 2": (Rules(waste_pair=True, redeals=2), 1305),
    "par": (VARIANTS["par"], 1297),
    "classic + clear_all + redeals 2": (Rules(clear_all=True, redeals=2), 96),
}
"""The rule book's measured odds: winnable deals of the 2,000 from `FIRST_DEAL` on."""


@dataclass(frozen=True, slots=True)
class Timed:
    """One deal: what was found, in which processor time in milliseconds."""

    winnable: bool | None
    states: int
    milliseconds: float


def timed(rules: Rules, number: int, max_states: int) -> Timed:
    """Solve one deal."""
    game = Game.deal(rules, number)
    begin = time.process_time()
    result = solve(game, max_states)
    return Timed(result.winnable, result.states, 1000 * (time.process_time() - begin))


def timed_plainly(rules: Rules, number: int, max_states: int) -> Timed:
    """The same by the plain search."""
    begin = time.process_time()
    winnable, states = PlainSearch(rules, number).winnable(max_states)
    return Timed(winnable, states, 1000 * (time.process_time() - begin))


def measure(name: str, deals: int, max_states: int, seconds: float) -> None:
    """Print one game's figures, over as many deals as the time allows.

    Half of the time is for the solver; the plain search takes the first deals of those, as far
    as it comes, and both are compared on these.
    """
    rules = VARIANTS[name]
    numbers = range(FIRST_DEAL, FIRST_DEAL + deals)
    middle = time.monotonic() + seconds / 2
    ours = [timed(rules, number, max_states) for number in _until(middle, numbers)]
    plain = [
        timed_plainly(rules, number, max_states)
        for number in _until(middle + seconds / 2, numbers[: len(ours)])
    ]
    print(f"{name}: at most {max_states} states each")
    report("solver", ours)
    report("- winnable", [each for each in ours if each.winnable])
    report("plain search", plain)
    both = list(zip(ours, plain, strict=False))
    for one, other in both:
        assert one.winnable == other.winnable or None in (one.winnable, other.winnable), name
    ratios = [one.milliseconds / other.milliseconds for one, other in both]
    whole = sum(one.milliseconds for one, _ in both) / sum(each.milliseconds for each in plain)
    print(f"  solver / plain, {len(both)} deals: total {whole:.3f}, median {median(ratios):.3f}")


def _until(end: float, numbers: range) -> Iterator[int]:
    """The first number, and the others as long as the clock has not reached `end`."""
    for number in numbers:
        if number != numbers[0] and time.monotonic() > end:
            return
        yield number


def report(title: str, runs: list[Timed]) -> None:
    """Print one line of figures."""
    if not runs:
        return
    times = sorted(each.milliseconds for each in runs)
    states = sorted(each.states for each in runs)
    found = Counter(each.winnable for each in runs)
    p99 = times[len(times) * 99 // 100]
    print(
        f"  {title:12} {len(runs):4} deals, ms: median {median(times):.1f}, p99 {p99:.0f},"
        f" max {times[-1]:.0f}; states: median {median(states):.0f}, max {states[-1]};"
        f" won {found[True]}, not {found[False]}, open {found[None]}"
    )


def count_winnable(name: str, deals: int, max_states: int) -> None:
    """Count the winnable deals under rules of `TABLE`, playing every line through."""
    rules, expected = TABLE[name]
    found: Counter[bool | None] = Counter()
    begin = time.process_time()
    for number in range(FIRST_DEAL, FIRST_DEAL + deals):
        result = solve(Game.deal(rules, number), max_states)
        check(rules, number, result)
        found[result.winnable] += 1
    print(
        f"{name}: winnable {found[True]}, not {found[False]}, open {found[None]} of {deals}"
        f" (rule book: {expected} of 2000), {time.process_time() - begin:.0f} s",
        flush=True,
    )


def check(rules: Rules, number: int, result: Result) -> None:
    """Play a line through, else `AssertionError`."""
    game = Game.deal(rules, number)
    for move in result.line:
        game.play(move)
    won = game.status.value == "won"
    assert won == (result.winnable is True), f"deal {number}: the line does not win"


def winnable_numbers(rules: Rules, first: int, max_states: int) -> Iterator[int]:
    """The deal numbers from `first` on that are shown to be winnable within the bound."""
    for number in count(first):
        if solve(Game.deal(rules, number), max_states).winnable:
            yield number


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, help=f"default: {' '.join(GAMES)}")
    parser.add_argument("--deals", type=int, help="default 200, with --counts 2000")
    parser.add_argument(
        "--max-states", type=int, help="default 100000, with --counts 500000, with --list 2000"
    )
    parser.add_argument("--seconds", type=float, default=80, help="bound on all games together")
    parser.add_argument("--counts", action="store_true", help=f"games: {', '.join(TABLE)}")
    parser.add_argument("--list", type=int, metavar="N", help="N winnable numbers of each game")
    parser.add_argument("--first", type=int, default=1, help="where --list begins")
    options = parser.parse_args()
    for name in options.games:
        if options.counts:
            count_winnable(name, options.deals or 2000, options.max_states or 500_000)
        elif options.list:
            bound = options.max_states or 2000
            print(
                name, *islice(winnable_numbers(VARIANTS[name], options.first, bound), options.list)
            )
        else:
            share = options.seconds / len(options.games)
            measure(name, options.deals or 200, options.max_states or 100_000, share)


if __name__ == "__main__":
    main()
