"""People at their boards: chats of the stand-ins in which recorded games are pressed."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from time import monotonic
from typing import Protocol

from benchmarks.games import Recording
from tests.standins.discord_api import DiscordApi
from tests.standins.discord_chats import Chat as DiscordChat
from tests.standins.discord_people import User
from tests.standins.discord_world import Message as DiscordMessage
from tests.standins.telegram_api import BotApi
from tests.standins.telegram_chat import Chat as TelegramChat
from tests.standins.telegram_world import Message as TelegramMessage
from tests.standins.telegram_world import Person


class Table(Protocol):
    """A person, a chat and the board in it."""

    async def press(self) -> None:
        """Make the next press; done when it is answered and its board is shown."""


class Hall(Protocol):
    """A stand-in with tables in it."""

    def environment(self) -> dict[str, str]:
        """What a bot must be told in order to serve here."""

    async def ready(self) -> None:
        """Wait until a bot serves here."""

    async def sit_down(self, game: Recording) -> Table:
        """Open a chat and have the game dealt there."""

    def forget_calls(self) -> None:
        """Count anew."""

    def calls(self) -> Counter[str]:
        """How often each method was called."""

    def bytes_sent(self) -> int:
        """How much all these calls brought, as JSON."""

    def faults(self) -> list[str]:
        """What the bot did wrong so far, in words."""


async def play(tables: Sequence[Table], presses: int, seconds: float) -> int:
    """Make so many presses, at all tables at once and at each one after the other.

    After so many seconds no further press is begun. Returns how many were made.
    """
    end = monotonic() + seconds
    left = iter(range(presses))

    async def sit(table: Table) -> int:
        made = 0
        while monotonic() < end and next(left, None) is not None:
            await table.press()
            made += 1
        return made

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(sit(table)) for table in tables]
    return sum(task.result() for task in tasks)


@dataclass(slots=True)
class TelegramTable:
    """A private chat; `places` tells which button comes next."""

    person: Person
    chat: TelegramChat
    board: TelegramMessage
    places: Iterator[int]

    async def press(self) -> None:
        rows = (self.board.markup or {})["inline_keyboard"]
        data = _chosen([button["callback_data"] for row in rows for button in row], self.places)
        edits = self.board.edits
        await self.chat.tap_data(self.person, self.board, data).answer()
        await self.chat.edited(self.board, edits + 1)


@dataclass(frozen=True, slots=True)
class TelegramHall:
    """The Bot API's stand-in."""

    api: BotApi

    def environment(self) -> dict[str, str]:
        return self.api.environment

    async def ready(self) -> None:
        await self.api.polling()

    async def sit_down(self, game: Recording) -> TelegramTable:
        person = self.api.person("Ada", language_code="en")
        chat = self.api.private(person)
        await chat.say(person, f"/new {game.deal}")
        return TelegramTable(person, chat, await chat.next_message(), _places(game))

    def forget_calls(self) -> None:
        self.api.calls.clear()

    def calls(self) -> Counter[str]:
        return Counter(call.method for call in self.api.calls)

    def bytes_sent(self) -> int:
        return sum(len(json.dumps(call.params)) for call in self.api.calls)

    def faults(self) -> list[str]:
        return self.api.violations + ["message is not modified"] * self.api.not_modified


@dataclass(slots=True)
class DiscordTable:
    """A server's channel; `places` tells which button comes next."""

    user: User
    chat: DiscordChat
    board: DiscordMessage
    places: Iterator[int]

    async def press(self) -> None:
        rows = self.board.components
        data = _chosen([one["custom_id"] for row in rows for one in row["components"]], self.places)
        edits = self.board.edit_count
        await self.chat.forge_press(self.user, self.board, data)
        await self.chat.until(lambda: self.board.edit_count > edits)


@dataclass(frozen=True, slots=True)
class DiscordHall:
    """Discord's stand-in."""

    api: DiscordApi

    def environment(self) -> dict[str, str]:
        return self.api.environment

    async def ready(self) -> None:
        await self.api.ready()

    async def sit_down(self, game: Recording) -> DiscordTable:
        user = self.api.user("Ada")
        chat = self.api.guild_channel("table")
        answer = await chat.slash(user, "new", deal=game.deal)
        assert answer.message is not None
        return DiscordTable(user, chat, answer.message, _places(game))

    def forget_calls(self) -> None:
        self.api.calls.clear()

    def calls(self) -> Counter[str]:
        return Counter(call.route for call in self.api.calls)

    def bytes_sent(self) -> int:
        return sum(len(json.dumps(call.body)) for call in self.api.calls)

    def faults(self) -> list[str]:
        return self.api.violations


def _places(game: Recording) -> Iterator[int]:
    return cycle(pressed.place for pressed in game.presses)


def _chosen(data: Sequence[str], places: Iterator[int]) -> str:
    """The data of the next button; a null bot's board may have fewer than the recorded one."""
    return data[next(places) % len(data)]
