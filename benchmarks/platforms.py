"""`python -m benchmarks.platforms`: presses a second end to end, beside null bots that do nothing.

Both bots run as processes of their own on the same library against the stand-in, in turns.
"""

import argparse
import asyncio
import gc
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from statistics import median

from benchmarks import null_boards
from benchmarks.clients import DiscordHall, Hall, Table, TelegramHall, play
from benchmarks.games import Recording, record
from benchmarks.processes import processor_seconds, running
from tests.standins.discord_api import DiscordApi
from tests.standins.telegram_api import BotApi

RATIO_MIN = 0.9
_ROUND_SECONDS = 1.5
_WARM_UP = 4
_MOST = {"presses": 5000, "chats": 256, "rounds": 50}


@dataclass(frozen=True, slots=True)
class Platform:
    """What to measure: the calls that one press costs, and the most buttons in a row and rows."""

    name: str
    null_bot: str
    open_hall: Callable[[], AbstractAsyncContextManager[Hall]]
    calls: Mapping[str, int]
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Round:
    """One round of one bot. Times are in seconds; `bot` and `hall` are processor time."""

    presses: int
    wall: float
    bot: float
    hall: float
    calls: Counter[str]
    bytes_sent: int

    @property
    def rate(self) -> float:
        return self.presses / self.wall


@dataclass(frozen=True, slots=True)
class Seat:
    """A bot at work: its process, its stand-in and the tables there."""

    pid: int
    hall: Hall
    tables: Sequence[Table]

    async def round(self, presses: int) -> Round:
        """Make so many presses, or as many as the time allows."""
        self.hall.forget_calls()
        # A collection of what both stand-ins keep would strike one of the rounds by chance.
        gc.collect()
        gc.disable()
        bot, hall, wall = processor_seconds(self.pid), time.process_time(), time.perf_counter()
        made = await play(self.tables, presses, _ROUND_SECONDS)
        gc.enable()
        wall, hall = time.perf_counter() - wall, time.process_time() - hall
        bot = processor_seconds(self.pid) - bot
        return Round(made, wall, bot, hall, self.hall.calls(), self.hall.bytes_sent())


@asynccontextmanager
async def _telegram() -> AsyncIterator[Hall]:
    async with BotApi(keep_calls=3 * _MOST["presses"]) as api:
        yield TelegramHall(api)


@asynccontextmanager
async def _discord() -> AsyncIterator[Hall]:
    async with DiscordApi() as api:
        yield DiscordHall(api)


PLATFORMS = (
    Platform(
        "telegram",
        "benchmarks.null_telegram",
        _telegram,
        {"answerCallbackQuery": 1, "editMessageText": 1},
        width=8,
        height=12,
    ),
    Platform("discord", "benchmarks.null_discord", _discord, {"callback": 1}, width=5, height=5),
)


async def measure(
    platform: Platform, games: Sequence[Recording], presses: int, rounds: int
) -> tuple[list[Round], list[Round], list[str]]:
    """The rounds of our bot and of the null bot, made in turns, and what either did wrong."""
    boards = [board for game in games for board in game.boards]
    null = null_boards.environment(boards, platform.width, platform.height)
    async with AsyncExitStack() as stack:
        seats: list[Seat] = []
        for module, settings in (("bot", {}), (platform.null_bot, null)):
            hall = await stack.enter_async_context(platform.open_hall())
            pid = await stack.enter_async_context(running(module, hall.environment() | settings))
            await hall.ready()
            tables = [await hall.sit_down(game) for game in games]
            await play(tables, _WARM_UP * len(tables), _ROUND_SECONDS)
            seats.append(Seat(pid, hall, tables))
        ours, theirs = seats
        made = [(await ours.round(presses), await theirs.round(presses)) for _ in range(rounds)]
        faults = [fault for seat in seats for fault in seat.hall.faults()]
    return [pair[0] for pair in made], [pair[1] for pair in made], faults


def report(platform: Platform, ours: list[Round], theirs: list[Round], faults: list[str]) -> bool:
    """Print the rounds; whether the bar holds and both bots made the same calls."""
    ratios = [our.rate / their.rate for our, their in zip(ours, theirs, strict=True)]
    for number, (our, their, ratio) in enumerate(zip(ours, theirs, ratios, strict=True), 1):
        print(f"  {number:6} {our.rate:9.0f} {their.rate:9.0f} {ratio:8.2f}")
    ratio = median(ratios)
    holds = ratio >= RATIO_MIN
    rates = [median(one.rate for one in rounds) for rounds in (ours, theirs)]
    bar = f"bar {RATIO_MIN:.2f}: {'holds' if holds else 'MISSED'}"
    print(f"  median {rates[0]:9.0f} {rates[1]:9.0f} {ratio:8.2f}   {bar}")
    costs = [median(one.bot / one.presses for one in rounds) * 1000 for rounds in (ours, theirs)]
    for name, rounds, own in (("bot", ours, costs[0]), ("null", theirs, costs[1])):
        other = median(one.hall / one.presses for one in rounds) * 1000
        size = median(one.bytes_sent / one.presses for one in rounds)
        print(
            f"  {name:4} a press: {own:.2f} ms of processor time, and {other:.2f} ms of the"
            f" stand-in's; {size:.0f} bytes sent"
        )
    if all(costs):
        print(f"  ratio by processor time: {costs[1] / costs[0]:.2f}")
    wrong = [*faults]
    for one in (*ours, *theirs):
        wanted = {name: count * one.presses for name, count in platform.calls.items()}
        if one.calls != wanted:
            wrong.append(f"{dict(one.calls)} instead of {wanted}")
    calls = ", ".join(f"{count} {name}" for name, count in platform.calls.items())
    print(f"  calls a press, both bots, counted by the stand-in in every round: {calls}: ", end="")
    print("the same" if not wrong else f"NOT SO: {wrong[:5]}")
    return holds and not wrong


def main() -> None:
    """Measure, print, and exit with 1 when a bar is missed or the bots' calls differ."""
    options = _options()
    games = [record(deal) for deal in range(1, options.chats + 1)]
    good = True
    for platform in PLATFORMS:
        if options.platform not in (platform.name, "both"):
            continue
        print(
            f"{platform.name}: {options.chats} chats, at most {options.presses} presses and"
            f" {_ROUND_SECONDS:g} s a round; presses a second"
        )
        print(f"  {'round':>6} {'bot':>9} {'null':>9} {'ratio':>8}", flush=True)
        try:
            found = asyncio.run(measure(platform, games, options.presses, options.rounds))
        except (AssertionError, ExceptionGroup) as error:
            sys.exit(f"{platform.name}: {_cause(error)}")
        good = report(platform, *found) and good
    sys.exit(0 if good else 1)


def _cause(error: Exception) -> str:
    """What went wrong first, without the stand-in's dump of all that happened."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return "\n".join([str(error).partition("\n")[0], *getattr(error, "__notes__", ())])


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.platforms", description=__doc__)
    parser.add_argument("--presses", type=int, default=1000, help="presses a round and bot")
    parser.add_argument("--chats", type=int, default=64, help="chats that press at once")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each bot")
    parser.add_argument(
        "--platform", choices=("both", *(one.name for one in PLATFORMS)), default="both"
    )
    options = parser.parse_args()
    for name, most in _MOST.items():
        if not 1 <= getattr(options, name) <= most:
            parser.error(f"--{name} is 1 to {most}")
    return options


if __name__ == "__main__":
    main()
