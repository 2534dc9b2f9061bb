"""Many chats at once on both platforms, more than there are sessions: every press counts once."""

import asyncio
from pathlib import Path
from random import Random

from benchmarks.chairs import DiscordHouse, House, TelegramHouse
from benchmarks.guests import Book, Guest, seat
from tests.e2e import discord_play, telegram_play
from tests.e2e.bot_process import bot_process
from tests.standins.discord_api import DiscordApi
from tests.standins.telegram_api import BotApi

CHATS = 110
"""On each platform."""
AT_ONCE = 22
TURNS = 4
SESSIONS = 60
"""Fewer than the chats, and more than those that play at once: no selection is cut off."""


async def play(guests: list[Guest], chance: Random, book: Book) -> None:
    """Let all take a turn, so many at once that the sessions of those suffice."""
    for first in range(0, len(guests), AT_ONCE):
        together = guests[first : first + AT_ONCE]
        await asyncio.gather(*[guest.take_turn(chance, book) for guest in together])
        assert book.faults == []


async def test_no_move_is_lost_or_doubled_while_sessions_come_and_go(tmp_path: Path) -> None:
    chance, book = Random(5), Book()
    async with BotApi() as telegram, DiscordApi(token="a-token-for-discord") as discord:
        houses: tuple[House, House] = TelegramHouse(telegram), DiscordHouse(discord)
        settings = houses[0].environment() | houses[1].environment()
        async with bot_process(tmp_path, **settings, MAX_SESSIONS=str(SESSIONS)) as bot:
            await asyncio.gather(*[house.ready() for house in houses])
            seated = [
                await seat([house.chair() for _ in range(CHATS)], AT_ONCE, 1 + CHATS * place)
                for place, house in enumerate(houses)
            ]
            # Of each platform half of those at once.
            guests = [guest for both in zip(*seated, strict=True) for guest in both]
            for _ in range(TURNS):
                await play(guests, chance, book)
            assert [fault for guest in guests if (fault := guest.fault())] == []
            assert book.double_taps > 10
            telegram_play.assert_clean(telegram, bot)
            discord_play.assert_clean(discord, bot)
