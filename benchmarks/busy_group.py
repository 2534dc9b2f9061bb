"""`python -m benchmarks.busy_group`: five people at one board, under Telegram's limit for groups.

They press in turns, so many times a minute, while the stand-in takes only so many sends and edits a
minute in a group and answers others with 429. A model plays along: the last board has to show it.
"""

import argparse
import asyncio
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from time import monotonic

from benchmarks.chairs import TelegramChair, TelegramHouse
from benchmarks.guests import Guest
from benchmarks.pace import quantile
from benchmarks.processes import running
from bot.payloads import Action
from engine import Game
from tests.standins.telegram_api import BotApi
from tests.standins.telegram_world import Person

ANSWER_SECONDS_MAX = 1.0
_NAMES = ("Ada", "Bob", "Carla", "Dev", "Esra")
_DEAL = 12345


@dataclass(slots=True)
class _Watch:
    """How long presses were answered before the board showed them, in seconds."""

    pending: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)

    async def look(self, guest: Guest) -> None:
        """Look at each edit of the board for as long as this is not cancelled."""
        chair, seen = guest.chair, [guest.chair.edits]
        while True:
            await chair.until(lambda: chair.edits > seen[-1], "an edit", within=600)
            seen.append(chair.edits)
            if guest.fault() is None:
                self.late += [monotonic() - since for since in self.pending]
                self.pending.clear()


def _data(guest: Guest, chance: Random) -> Iterator[str]:
    """What is pressed one after the other; the model has gone on when the last of a turn comes."""
    while True:
        turn = guest.wish(chance)
        if turn.action is Action.HINT:
            # A hint shows what the model does not know of.
            continue
        yield from turn.data[:-1]
        guest.advance(turn)
        yield turn.data[-1]


async def _press(api: BotApi, options: argparse.Namespace) -> bool:
    """Let them press; whether all bars hold."""
    people = [api.person(name) for name in _NAMES]
    chat = api.group("Friends", *people)
    await chat.say(people[0], f"/new {_DEAL}")
    chair = TelegramChair(people[0], chat, await chat.next_message())
    guest, watch, answers = Guest(chair, Game.deal("classic", _DEAL)), _Watch(), []
    api.limit(options.limit, per=60)
    watching = asyncio.create_task(watch.look(guest))
    pressers, data = cycle(people), _data(guest, Random(3))
    start, every = monotonic(), 60 / options.presses

    async def press(person: Person, what: str) -> None:
        began = monotonic()
        watch.pending.append(began)
        await chat.press_data(person, chair.board, what, within=60)
        answers.append(monotonic() - began)

    async with asyncio.TaskGroup() as group:
        for number in range(round(options.minutes * options.presses)):
            await asyncio.sleep(max(0.0, start + number * every - monotonic()))
            group.create_task(press(next(pressers), next(data)))
    last = monotonic()
    await chair.until(lambda: guest.fault() is None, "the true board", within=61)
    settled = monotonic() - last
    watching.cancel()
    flood = api.state.flood
    print(
        f"{len(answers)} presses in {last - start:.0f} s, {chair.edits} edits, limit"
        f" {options.limit} a minute: {flood.refused} times 429, {len(flood.ignored)} calls in spite"
        f" of one"
    )
    print(
        f"  press to answer: p50 {quantile(answers, 0.5) * 1000:.1f} ms, longest"
        f" {max(answers) * 1000:.0f} ms; bar {ANSWER_SECONDS_MAX * 1000:.0f}"
    )
    print(
        f"  press to board: p50 {quantile(watch.late, 0.5):.1f} s, longest"
        f" {max(watch.late):.1f} s; after the last press the true board came in {settled:.1f} s"
    )
    return max(answers) <= ANSWER_SECONDS_MAX and not flood.ignored


async def _measure(options: argparse.Namespace) -> bool:
    async with BotApi() as api:
        house = TelegramHouse(api)
        async with running("bot", house.environment()):
            await house.ready()
            return await _press(api, options)


def main() -> None:
    """Measure, print, and exit with 1 when a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.busy_group", description=__doc__)
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--presses", type=int, default=60, help="a minute, all together")
    parser.add_argument("--limit", type=int, default=20, help="sends and edits a minute")
    sys.exit(0 if asyncio.run(_measure(parser.parse_args())) else 1)


if __name__ == "__main__":
    main()
