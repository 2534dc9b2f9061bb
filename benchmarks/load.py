"""`python -m benchmarks.load`: thousands of chats with live games, each compared with a model.

Measures how many presses a second come through at most, then presses at half of that for a while,
and once more with fewer sessions than chats. Both bots are processes of their own.
"""

import argparse
import asyncio
import gc
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import mean, median
from time import monotonic

from benchmarks.chairs import HOUSES, Chair, House, Opened
from benchmarks.guests import Book, Guest, seat
from benchmarks.pace import AT_ONCE, at_full_speed, at_rate, other_traffic, quantile
from benchmarks.processes import processor_seconds, running

P99_MAX_SECONDS = 0.25
SESSION_KIB_MAX = 4.0
WISHED_RATE = 500.0
_GROWTH_KIB_MAX = 1024
_CEILING_ROUNDS, _CEILING_SECONDS = 3, 3.0
_WISHED_SECONDS, _SETTLING_SECONDS, _BOUNDED_SECONDS = 15.0, 40.0, 30.0
_SAMPLE_SECONDS = 0.5
_OTHERS, _OTHERS_EACH = 20, 20
_MOST = {"chats": (4 * AT_ONCE, 20_000), "seconds": (5, 600), "rate": (1, 5000)}


@dataclass(slots=True)
class Result:
    """What is told of one platform; `bars` holds for each of them whether it holds."""

    bars: dict[str, bool] = field(default_factory=dict)

    def bar(self, name: str, text: str, holds: bool) -> None:
        """Print a line with its bar."""
        self.bars[name] = self.bars.get(name, True) and holds
        print(f"  {text}: {'holds' if holds else 'MISSED'}", flush=True)


def resident_kib(pid: int) -> int:
    """The memory that a process holds; raises `OSError` where the system has no /proc."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))


def _waited_seconds(pid: int) -> float:
    """How long a process has waited for a processor that was taken by others."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9


@asynccontextmanager
async def _sampled(pid: int) -> AsyncIterator[list[int]]:
    """The process's memory again and again, in KiB, while the block runs."""
    samples: list[int] = []

    async def sample() -> None:
        while True:
            samples.append(resident_kib(pid))
            await asyncio.sleep(_SAMPLE_SECONDS)

    sampling = asyncio.create_task(sample())
    try:
        yield samples
    finally:
        sampling.cancel()
        await asyncio.wait((sampling,))


async def _ceiling(house: House, chance: Random, book: Book, others: Sequence[Chair]) -> float:
    """Presses a second when some chats press as fast as they are answered, the rounds' median."""
    guests = await seat([house.chair() for _ in range(AT_ONCE)], AT_ONCE)
    await at_full_speed(guests, 1.0, chance, book)
    async with other_traffic(others, _OTHERS_EACH):
        rates = [
            await at_full_speed(guests, _CEILING_SECONDS, chance, book)
            for _ in range(_CEILING_ROUNDS)
        ]
    print(f"  ceiling: {median(rates):.0f} presses/s ({', '.join(f'{r:.0f}' for r in rates)})")
    return median(rates)


async def _pressed(
    pid: int, guests: Sequence[Guest], rate: float, seconds: float, chance: Random, book: Book
) -> list[int]:
    """Press for a while, print how it went, and give the bot's memory over time."""
    book.times.clear()
    processor, waited = processor_seconds(pid), _waited_seconds(pid)
    async with _sampled(pid) as samples:
        came = await at_rate(guests, rate, seconds, chance, book)
    processor, waited = processor_seconds(pid) - processor, _waited_seconds(pid) - waited
    parts = [quantile(book.times, part) * 1000 for part in (0.5, 0.99, 1.0)]
    print(
        f"  {rate:.0f} presses/s wished for, {came:.0f} made for {seconds:g} s"
        f" ({len(book.times)}): press to acknowledgement p50 {parts[0]:.1f} ms,"
        f" p99 {parts[1]:.1f} ms, longest {parts[2]:.0f} ms"
    )
    print(
        f"  the bot: {processor / len(book.times) * 1000:.2f} ms of processor time a press; it"
        f" waited {waited:.1f} s for a processor that was taken"
    )
    step = max(1, len(samples) // 8)
    print(f"  memory: {', '.join(f'{kib / 1024:.1f}' for kib in samples[::step])} MiB", flush=True)
    return samples


async def measure(house: House, options: argparse.Namespace, result: Result) -> None:
    """All phases on one platform."""
    chance, book = Random(7), Book()
    others = [house.chair() for _ in range(_OTHERS)]
    async with running(
        "bot", house.environment() | {"MAX_SESSIONS": str(2 * options.chats)}
    ) as pid:
        await house.ready()
        ceiling = await _ceiling(house, chance, book, others)
        before, start = resident_kib(pid), monotonic()
        chairs = [house.chair() for _ in range(options.chats)]
        guests = await seat(chairs, AT_ONCE, first_deal=1000)
        print(f"  {len(guests)} games dealt in {monotonic() - start:.0f} s", flush=True)
        rate = options.rate or ceiling / 2
        async with other_traffic(others, _OTHERS_EACH):
            await _pressed(pid, guests, rate, options.seconds, chance, book)
            p99 = quantile(book.times, 0.99)
            size = (resident_kib(pid) - before) / len(guests)
            if not options.rate and rate < WISHED_RATE <= 0.9 * ceiling:
                await _pressed(pid, guests, WISHED_RATE, _WISHED_SECONDS, chance, book)
        _bar_of_games(result, guests, book, "all sessions kept")
    bar = f"bar {P99_MAX_SECONDS * 1000:.0f}"
    result.bar("p99", f"p99 at {rate:.0f}/s {p99 * 1000:.1f} ms; {bar}", p99 <= P99_MAX_SECONDS)
    text = f"a session {size:.2f} KiB of the process's memory; bar {SESSION_KIB_MAX:g}"
    result.bar("session", text, size <= SESSION_KIB_MAX)
    await _bounded(house, guests, rate, others, result)


async def _bounded(
    house: House, guests: Sequence[Guest], rate: float, others: Sequence[Chair], result: Result
) -> None:
    """A new bot, which has no games but from buttons and keeps only some of the sessions."""
    chance, book = Random(8), Book()
    bound = max(2 * AT_ONCE, len(guests) // 40)
    some = guests[: 2 * bound]
    print(f"  a new process with MAX_SESSIONS={bound}, {len(some)} of the chats go on there")
    async with running("bot", house.environment() | {"MAX_SESSIONS": str(bound)}) as pid:
        await house.ready()
        async with other_traffic(others, _OTHERS_EACH):
            await _pressed(pid, some, rate, max(_SETTLING_SECONDS, 20 * bound / rate), chance, book)
            samples = await _pressed(pid, some, rate, _BOUNDED_SECONDS, chance, book)
        _bar_of_games(result, some, book, "sessions come and go")
    quarter = max(1, len(samples) // 4)
    growth = mean(samples[-quarter:]) - mean(samples[:quarter])
    text = f"from the first to the last quarter {growth:+.0f} KiB; bar {_GROWTH_KIB_MAX}"
    result.bar("growth", text, growth <= _GROWTH_KIB_MAX)
    faults = house.faults()
    result.bar("rules", f"rules of the platform broken: {len(faults)} {faults[:3]}", not faults)


def _bar_of_games(result: Result, guests: Sequence[Guest], book: Book, when: str) -> None:
    wrong = book.faults + [fault for guest in guests if (fault := guest.fault())]
    text = f"{len(wrong)} moves lost or doubled of {book.moves}, {book.double_taps} tapped twice"
    for fault in wrong[:3]:
        print(f"    {fault[:300]}")
    result.bar("moves", f"{text} ({when})", not wrong)


def main() -> None:
    """Measure, print, and exit with 1 when a bar is missed."""
    options = _options()
    # Collections among all that the stand-in keeps would stop it, and be taken for the bot's.
    gc.disable()
    good = True
    for name, opened in HOUSES.items():
        if options.platform not in (name, "both"):
            continue
        print(f"{name}: {options.chats} chats; the stand-in shares this machine's processors")
        result = Result()

        async def run(opened: Opened = opened, result: Result = result) -> None:
            async with opened() as house:
                await measure(house, options, result)

        asyncio.run(run())
        good = good and all(result.bars.values())
    sys.exit(0 if good else 1)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--platform", choices=("both", *HOUSES), default="both")
    parser.add_argument("--chats", type=int, default=10_000, help="chats with a game each")
    parser.add_argument("--seconds", type=float, default=60, help="how long they are pressed")
    parser.add_argument("--rate", type=float, help="presses a second, else half of the ceiling")
    options = parser.parse_args()
    for name, (least, most) in _MOST.items():
        given = getattr(options, name)
        if given is not None and not least <= given <= most:
            parser.error(f"--{name} is {least} to {most}")
    return options


if __name__ == "__main__":
    main()
