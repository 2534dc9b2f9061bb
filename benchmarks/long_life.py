"""`python -m benchmarks.long_life`: games without end in more chats than sessions are kept."""

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from benchmarks.games import BOARD_ID, PLAYER, chat_of
from bot.chat import Board, Command, Press
from bot.payloads import MAX_CARRIED_MOVES, Action, carried, parse, reference
from bot.pyramid_bot import PyramidBot
from bot.sessions import Sessions
from bot.turns import MAX_MOVES
from engine import VARIANTS

MAX_SESSIONS = 500
CHATS = 2000
PRESSES = 12
_IDLE = timedelta(hours=72)
_SAMPLES = 20
_QUIET_AT = 5
_BLOCKS_MORE, _BYTES_MORE = 0.02, 4 << 20
_GOES_ON = frozenset({Action.CARD, Action.DRAW, Action.REDEAL, Action.STORE, Action.HINT})


@dataclass(frozen=True, slots=True)
class Sample:
    """What the process holds: resident bytes (0 where there is no /proc) and allocated blocks."""

    resident: int
    blocks: int

    def __str__(self) -> str:
        return f"{self.resident / 2**20:8.1f} MiB resident {self.blocks:9} blocks"


def sample() -> Sample:
    """What the process holds now, garbage excepted."""
    gc.collect()
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        pages = 0
    return Sample(pages * os.sysconf("SC_PAGE_SIZE"), sys.getallocatedblocks())


def grew(samples: Sequence[Sample]) -> bool:
    """Whether the last half of the samples, of a load that stays the same, holds more."""
    middle = len(samples) // 2
    before, after = samples[:middle], samples[middle:]
    blocks = [median(one.blocks for one in half) for half in (before, after)]
    resident = [median(one.resident for one in half) for half in (before, after)]
    more = blocks[1] - blocks[0] > blocks[0] * _BLOCKS_MORE
    return more or resident[1] - resident[0] > _BYTES_MORE


class Chats:
    """People in many chats: each visit goes on with the last game, then plays another one."""

    def __init__(self, seed: int) -> None:
        self.now = 0.0
        self.sessions = Sessions(MAX_SESSIONS, _IDLE, lambda: self.now)
        self.came_back = self.lost = self.presses = 0
        self._chance = Random(seed)
        self._bot = PyramidBot(self.sessions, clock=lambda: self.now)
        self._refs: dict[int, str] = {}

    def visit(self, number: int) -> None:
        """Press an old board's button in that chat, then play a game of a dozen presses."""
        self.now += 1
        self._return_to(number)
        preset = self._chance.choice(list(VARIANTS))
        reply = self._bot.handle(Command(chat_of(number), PLAYER, "new", preset))
        board = reply.board
        for _ in range(PRESSES):
            payload = self._wish(board)
            board = self._press(number, payload) or board
        game = self.sessions.current(chat_of(number)).game
        assert game is not None
        self._refs[number] = reference(game)

    def _return_to(self, number: int) -> None:
        """See that an expired game comes back by its button, with its moves."""
        ref = self._refs.get(number)
        if ref is None or self.sessions.current(chat_of(number)).game is not None:
            return
        self._press(number, carried(Action.BOARD, ref))
        game = self.sessions.current(chat_of(number)).game
        if game is not None and reference(game) == ref:
            self.came_back += 1
        else:
            self.lost += 1

    def _wish(self, board: Board | None) -> str:
        """A button that goes on with the game, else any."""
        assert board is not None
        payloads = [button.payload for row in board.rows for button in row]
        going = [payload for payload in payloads if parse(payload).action in _GOES_ON]
        return self._chance.choice(going or payloads)

    def _press(self, number: int, payload: str) -> Board | None:
        self.presses += 1
        return self._bot.handle(Press(chat_of(number), PLAYER, payload, BOARD_ID)).board


def drawn_out(turns: int) -> tuple[float, float]:
    """Milliseconds that a draw and an undo take in a game of so many draws and redeals."""
    bot, chat = PyramidBot(), chat_of(0)
    bot.handle(Command(chat, PLAYER, "new", "tut 2"))
    game = bot.sessions.current(chat).game
    assert game is not None
    taken = 0.0
    for action in (*[Action.DRAW] * turns, Action.UNDO):
        turn = Action.REDEAL if action is Action.DRAW and not game.stock_count else action
        press = Press(chat, PLAYER, carried(turn, reference(game)), BOARD_ID)
        before, taken = taken, perf_counter()
        bot.handle(press)
        taken = perf_counter() - taken
    assert game.moves_played == turns - 1
    return before * 1000, taken * 1000


def main() -> None:
    """Play, print what the process holds, and exit with 1 when that grew or a game was lost."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.long_life", description=__doc__)
    parser.add_argument("--games", type=int, default=200_000, help="how many games are played")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chats, chance = Chats(options.seed), Random(options.seed)
    for number in range(CHATS):
        chats.visit(number)
    samples: list[Sample] = []
    part = max(1, options.games // _SAMPLES)
    for played in range(1, options.games + 1):
        chats.visit(chance.randrange(CHATS))
        if played % part == 0:
            samples.append(sample())
            print(f"{played:8} games {samples[-1]} {len(chats.sessions):5} sessions", flush=True)
        if played % (part * _QUIET_AT) == 0:
            chats.now += _IDLE.total_seconds()
            print(f"{'':8} after a long silence {len(chats.sessions)} sessions are left")
    print(
        f"{chats.presses} presses; {chats.came_back} expired games came back, {chats.lost} did not"
    )
    for turns in (MAX_CARRIED_MOVES, MAX_MOVES):
        draw, undo = drawn_out(turns)
        print(f"a game of {turns} moves: a draw takes {draw:.2f} ms, an undo {undo:.2f} ms")
    growing = grew(samples)
    print("memory grew" if growing else "memory is flat")
    sys.exit(1 if growing or chats.lost or len(chats.sessions) > MAX_SESSIONS else 0)


if __name__ == "__main__":
    main()
