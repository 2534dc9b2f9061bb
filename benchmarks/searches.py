"""`python -m benchmarks.searches`: presses while the solver works as hard as it may.

Rounds without and with searches take turns in one run. With searches, more chats than there is room
for ask for the winning move of a deal that is too deep, again and again.
"""

import argparse
import asyncio
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from statistics import median

from benchmarks.chairs import HOUSES, Chair, House
from benchmarks.guests import Book, seat
from benchmarks.pace import at_full_speed, at_rate, quantile
from benchmarks.processes import processor_seconds, running
from bot.i18n import FALLBACK, texts
from bot.searches import Searches
from tests.workers import until

_DEEP = ("six-rows", 1)
_ASKERS_MORE = 3
_MOST = {"rounds": 10, "chats": 64, "seconds": 3.0}
_MOST_RATE = 1000
_WORDS = texts(FALLBACK)
_HINT, _THINKING = _WORDS.say("button.hint"), _WORDS.say("notice.thinking")
_PAUSE = 0.5


@dataclass(frozen=True, slots=True)
class Round:
    """Presses a second, their times in seconds, and the bot's processor time a press in seconds.

    `thinking` is how many boards waited for the solver when it ended.
    """

    rate: float
    p50: float
    p99: float
    processor: float
    thinking: int


@dataclass(slots=True)
class Askers:
    """Chats that ask the solver, and what they wait for."""

    chairs: list[Chair]
    _asking: list[asyncio.Task[None]] = field(default_factory=list)

    async def begin(self) -> None:
        """Have the deep game dealt anew and ask; done when there is no more room to wait."""
        for chair in self.chairs:
            await chair.deal(_DEEP[1], _DEEP[0])
        self._asking = [asyncio.create_task(self._ask(chair)) for chair in self.chairs]
        room = Searches().workers + Searches().waiting
        await until(lambda: self.thinking >= room)

    @property
    def thinking(self) -> int:
        """How many boards wait for the solver."""
        return sum(_THINKING in chair.text for chair in self.chairs if chair.data)

    async def end(self) -> None:
        """Stop asking, and have each search ended by a new deal."""
        for task in self._asking:
            task.cancel()
        await asyncio.gather(*self._asking, return_exceptions=True)
        for chair in self.chairs:
            await chair.deal(_DEEP[1], _DEEP[0])

    async def _ask(self, chair: Chair) -> None:
        data = chair.data[chair.labels.index(_HINT)]
        await chair.press(data)
        while True:
            with suppress(AssertionError):
                await chair.press(data)
                await chair.until(lambda: _THINKING in chair.text, "a search")
                # Longer than one waits at the end of the queue is not worth an error.
                await chair.until(lambda: _THINKING not in chair.text, "its end")
            # Whom there was no room for asks again soon, but not all the time.
            await asyncio.sleep(_PAUSE)


async def measure(
    house: House, rounds: int, chats: int, seconds: float, rate: float | None
) -> tuple[list[Round], list[Round], list[str]]:
    """The rounds without and with searches, and what the bot did wrong."""
    chance, book = Random(1), Book()
    quiet: list[Round] = []
    busy: list[Round] = []
    async with running("bot", house.environment()) as pid:
        await house.ready()
        guests = await seat([house.chair() for _ in range(chats)], chats)
        room = Searches().workers + Searches().waiting
        askers = Askers([house.chair() for _ in range(room + _ASKERS_MORE)])

        async def one() -> Round:
            book.times.clear()
            before = processor_seconds(pid)
            if rate is None:
                made = await at_full_speed(guests, seconds, chance, book)
            else:
                made = await at_rate(guests, rate, seconds, chance, book)
            processor = (processor_seconds(pid) - before) / len(book.times)
            p50, p99 = quantile(book.times, 0.5), quantile(book.times, 0.99)
            return Round(made, p50, p99, processor, askers.thinking)

        await one()
        for _ in range(rounds):
            quiet.append(await one())
            await askers.begin()
            busy.append(await one())
            await askers.end()
    return quiet, busy, [*house.faults(), *book.faults]


def report(quiet: list[Round], busy: list[Round]) -> None:
    """Print the rounds and their medians."""
    print("                 presses/s    p50 ms    p99 ms   bot's processor ms/press   thinking")
    for number, pair in enumerate(zip(quiet, busy, strict=True), 1):
        for name, one in zip(("without", "with"), pair, strict=True):
            print(
                f"  {number:3} {name:8} {one.rate:11.0f} {one.p50 * 1000:9.1f}"
                f" {one.p99 * 1000:9.1f} {one.processor * 1000:26.2f} {one.thinking:10}"
            )
    for what in ("rate", "p50", "p99", "processor"):
        ratios = [
            getattr(there, what) / getattr(here, what)
            for here, there in zip(quiet, busy, strict=True)
            if getattr(here, what)
        ]
        shown = f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})" if ratios else "-"
        print(f"  with / without, {what}: median {shown}")


def main() -> None:
    """Measure, print, and exit with 1 when the bot did something wrong."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.searches", description=__doc__)
    parser.add_argument("--rounds", type=int, default=6, help="rounds of each kind")
    parser.add_argument("--chats", type=int, default=16, help="chats that play at once")
    parser.add_argument("--seconds", type=float, default=2.5, help="length of a round")
    parser.add_argument("--rate", type=float, help="presses a second, else as many as are answered")
    options = parser.parse_args()
    for name, most in _MOST.items():
        if not 1 <= getattr(options, name) <= most:
            parser.error(f"--{name} is 1 to {most}")
    if options.rate is not None and not 1 <= options.rate <= _MOST_RATE:
        parser.error(f"--rate is 1 to {_MOST_RATE}")

    async def run() -> tuple[list[Round], list[Round], list[str]]:
        async with HOUSES["telegram"]() as house:
            return await measure(
                house, options.rounds, options.chats, options.seconds, options.rate
            )

    pace = (
        "as fast as they are answered"
        if options.rate is None
        else f"{options.rate:g} times a second"
    )
    print(f"Telegram: {options.chats} chats press {pace}, without and with")
    print("searches at full load. The stand-in, the bot and the solver's worker share this")
    print("machine's processors, so the presses a second tell of that too; the bot's own")
    print("processor time a press does not.", flush=True)
    quiet, busy, faults = asyncio.run(run())
    report(quiet, busy)
    print(f"  faults: {len(faults)} {faults[:3] if faults else ''}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
