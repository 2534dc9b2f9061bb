"""Pace: guests who press as fast as they are answered, or so many times a second whatever comes."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from math import ceil
from random import Random
from time import monotonic

from benchmarks.chairs import Chair
from benchmarks.guests import Book, Guest, Turn

AT_ONCE = 64
"""No more turns than these are under way."""


def quantile(times: Sequence[float], part: float) -> float:
    """The smallest time that this part of all times does not exceed; 0 without any."""
    return sorted(times)[max(0, ceil(part * len(times)) - 1)] if times else 0.0


async def at_full_speed(
    guests: Sequence[Guest], seconds: float, chance: Random, book: Book
) -> float:
    """Each takes turn after turn for so long; presses a second, all together."""
    before, start = len(book.times), monotonic()

    async def sit(guest: Guest) -> None:
        while monotonic() < start + seconds:
            await guest.take_turn(chance, book)

    await asyncio.gather(*[sit(guest) for guest in guests])
    return (len(book.times) - before) / (monotonic() - start)


async def at_rate(
    guests: Sequence[Guest], rate: float, seconds: float, chance: Random, book: Book
) -> float:
    """Any of them who is free takes a turn, for so many presses a second; those that came about.

    A press counts from the moment when it was due: one that begins late because others wait, too.
    """
    before, start, planned = len(book.times), monotonic(), 0
    free, places = list(guests), asyncio.Semaphore(min(AT_ONCE, len(guests)))

    async def take(guest: Guest, turn: Turn, due: float) -> None:
        try:
            await guest.make(turn, due, book)
        finally:
            free.append(guest)
            places.release()

    async with asyncio.TaskGroup() as group:
        while (due := start + planned / rate) < start + seconds:
            await asyncio.sleep(max(0.0, due - monotonic()))
            await places.acquire()
            place = chance.randrange(len(free))
            free[place], free[-1] = free[-1], free[place]
            guest = free.pop()
            turn = guest.wish(chance)
            planned += turn.presses
            group.create_task(take(guest, turn, due))
            if monotonic() > start + 2 * seconds:
                # Far behind: what was planned cannot be made.
                break
    return (len(book.times) - before) / (monotonic() - start)


@asynccontextmanager
async def other_traffic(chairs: Sequence[Chair], rate: float) -> AsyncIterator[None]:
    """Others who ask for the rules, so many times a second together, while the block runs."""

    async def ask() -> None:
        count = 0
        while True:
            await chairs[count % len(chairs)].ask_rules()
            await asyncio.sleep(1 / rate)
            count += 1

    asking = asyncio.create_task(ask())
    try:
        yield
    finally:
        asking.cancel()
        await asyncio.wait((asking,))
    if not asking.cancelled():
        asking.result()
