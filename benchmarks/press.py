"""`python -m benchmarks.press`: time and memory of one press through `PyramidBot.handle`."""

import argparse
import gc
import sys
import tracemalloc
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter_ns

from benchmarks.games import BOARD_ID, PLAYER, Recording, begin, chat_of, record
from bot.chat import Press
from bot.payloads import Action, carried, reference
from bot.pyramid_bot import PyramidBot
from bot.sessions import Sessions
from engine import Game, Status

SESSION_BYTES_MAX = 4096
MOVES_OF_A_SESSION = 30
_ALL = "all"


@dataclass(frozen=True, slots=True)
class Allocations:
    """What one press allocates: the most at one moment, with its reply alive, and for good."""

    peak_bytes: int
    reply_blocks: int
    reply_bytes: int
    retained_blocks: int
    retained_bytes: int


def times(games: Sequence[Recording], rounds: int) -> Mapping[str, float]:
    """Microseconds a press, all together and by action: the median of the rounds' medians.

    Each round replays all games in a new bot. One more round before them warms up.
    """
    medians: defaultdict[str, list[float]] = defaultdict(list)
    for number in range(rounds + 1):
        taken = _round(games)
        taken[_ALL] = [time for kind in taken.values() for time in kind]
        for kind, nanoseconds in taken.items():
            if number:
                medians[kind].append(median(nanoseconds) / 1000)
    return {kind: median(values) for kind, values in medians.items()}


def _round(games: Iterable[Recording]) -> dict[str, list[int]]:
    taken: defaultdict[str, list[int]] = defaultdict(list)
    bot = PyramidBot()
    for game in games:
        begin(bot, game.deal)
        for kind, press in game.events():
            before = perf_counter_ns()
            bot.handle(press)
            taken[kind].append(perf_counter_ns() - before)
    return dict(taken)


def allocations(games: Iterable[Recording]) -> Allocations:
    """Medians over all presses of the games."""
    bot = PyramidBot()
    taken: list[tuple[int, ...]] = []
    tracemalloc.start()
    for game in games:
        begin(bot, game.deal)
        for _, press in game.events():
            taken.append(_allocated(bot, press))
    tracemalloc.stop()
    return Allocations(*(round(median(column)) for column in zip(*taken, strict=True)))


def _allocated(bot: PyramidBot, press: Press) -> tuple[int, ...]:
    size, blocks = _held()
    tracemalloc.reset_peak()
    reply = bot.handle(press)
    _, peak = tracemalloc.get_traced_memory()
    reply_size, reply_blocks = _held()
    del reply
    left_size, left_blocks = _held()
    return (
        peak - size,
        reply_blocks - blocks,
        reply_size - size,
        left_blocks - blocks,
        left_size - size,
    )


def _held() -> tuple[int, int]:
    """Bytes and blocks in use now."""
    # A full collection also empties the interpreter's lists of freed objects, which count as held.
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    return size, len(tracemalloc.take_snapshot().traces)


def session_bytes(count: int) -> float:
    """Bytes a live session after 30 moves: each chat's game is brought back by a button.

    All deals differ and no board is kept. The sessions' index by chat is counted too.
    """
    payloads = _payloads(count)
    sessions = Sessions(count)
    bot = PyramidBot(sessions)
    gc.collect()
    tracemalloc.start()
    for number, payload in enumerate(payloads):
        bot.handle(Press(chat_of(number), PLAYER, payload, BOARD_ID))
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    games = [sessions.current(chat_of(number)).game for number in range(count)]
    assert all(game and game.moves_played == MOVES_OF_A_SESSION for game in games)
    return size / count


def _payloads(count: int) -> list[str]:
    """Hint buttons of so many games that have come to their 30th move."""
    payloads: list[str] = []
    deal = 0
    while len(payloads) < count:
        deal += 1
        game = Game.deal("classic", deal)
        while game.moves_played < MOVES_OF_A_SESSION and (move := game.hint()):
            game.play(move)
        if game.moves_played == MOVES_OF_A_SESSION and game.status is Status.PLAYING:
            payloads.append(carried(Action.HINT, reference(game)))
    return payloads


def main() -> None:
    """Measure, print, and exit with 1 when a session takes more than its bar."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.press", description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="how many deals are replayed")
    parser.add_argument("--rounds", type=int, default=9, help="how often they are replayed")
    parser.add_argument("--sessions", type=int, default=3000, help="how many sessions are held")
    options = parser.parse_args()
    games = [record(deal) for deal in range(1, options.games + 1)]
    presses = sum(len(game.presses) for game in games)

    print(f"One press through PyramidBot.handle, board and payloads included ({presses} presses")
    print(f"of {len(games)} games, {options.rounds} rounds, median of the rounds' medians)")
    for kind, microseconds in sorted(times(games, options.rounds).items()):
        print(f"  {kind:10} {microseconds:8.1f} µs")

    found = allocations(games[:2])
    print("Allocated by one press (tracemalloc, median)")
    print(f"  at most    {found.peak_bytes:8} bytes at one moment")
    print(f"  reply      {found.reply_bytes:8} bytes in {found.reply_blocks} blocks")
    print(f"  retained   {found.retained_bytes:8} bytes in {found.retained_blocks} blocks")

    size = session_bytes(options.sessions)
    holds = size <= SESSION_BYTES_MAX
    print(f"A live session after {MOVES_OF_A_SESSION} moves ({options.sessions} sessions)")
    print(
        f"  session    {size:8.0f} bytes; bar {SESSION_BYTES_MAX}: {'holds' if holds else 'MISSED'}"
    )
    sys.exit(0 if holds else 1)


if __name__ == "__main__":
    main()
