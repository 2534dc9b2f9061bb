"""Chairs: a person in a chat with a board in front, alike on every platform's stand-in."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from tests.standins.discord_api import DiscordApi
from tests.standins.discord_chats import Chat as DiscordChat
from tests.standins.discord_people import User
from tests.standins.discord_world import Message as DiscordMessage
from tests.standins.telegram_api import BotApi
from tests.standins.telegram_chat import Chat as TelegramChat
from tests.standins.telegram_world import Message as TelegramMessage
from tests.standins.telegram_world import Person

_PATIENCE = 30.0


class Chair(Protocol):
    """A person, a chat and the board in front."""

    @property
    def text(self) -> str:
        """The board's text."""

    @property
    def data(self) -> tuple[str, ...]:
        """What the board's buttons carry, row after row."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the board's buttons, likewise."""

    @property
    def edits(self) -> int:
        """How often the board was edited."""

    async def deal(self, number: int, game: str = "classic") -> None:
        """Have a game dealt; its message is the board in front from then on."""

    async def ask_rules(self) -> None:
        """Ask for the rules, and wait until they are told."""

    async def press(self, data: str) -> None:
        """Press the button that carries this; done when it is acknowledged."""

    async def until(self, look: Callable[[], bool], what: str, within: float = _PATIENCE) -> None:
        """Wait until this holds; it is asked after each change in the chat.

        Raises `AssertionError` when it takes longer than so many seconds.
        """


class House(Protocol):
    """A stand-in with chairs in it."""

    def environment(self) -> dict[str, str]:
        """What a bot must be told in order to serve here."""

    async def ready(self) -> None:
        """Wait until a bot serves here."""

    def chair(self) -> Chair:
        """A new person in a new chat."""

    def faults(self) -> list[str]:
        """What the bot did wrong so far, in words."""


@dataclass(slots=True)
class TelegramChair:
    """A private chat."""

    person: Person
    chat: TelegramChat
    board: TelegramMessage

    @property
    def text(self) -> str:
        return self.board.text

    @property
    def data(self) -> tuple[str, ...]:
        rows = (self.board.markup or {}).get("inline_keyboard", ())
        return tuple([button["callback_data"] for row in rows for button in row])

    @property
    def labels(self) -> tuple[str, ...]:
        return self.board.labels

    @property
    def edits(self) -> int:
        return self.board.edits

    async def deal(self, number: int, game: str = "classic") -> None:
        await self.chat.say(self.person, f"/new {game} {number}")
        self.board = await self.chat.next_message(_PATIENCE)

    async def ask_rules(self) -> None:
        await self.chat.say(self.person, "/rules")
        await self.chat.next_message(_PATIENCE)

    async def press(self, data: str) -> None:
        await self.chat.tap_data(self.person, self.board, data).answer(_PATIENCE)

    async def until(self, look: Callable[[], bool], what: str, within: float = _PATIENCE) -> None:
        await self.chat.until(look, within, what)


@dataclass(frozen=True, slots=True)
class TelegramHouse:
    """The Bot API's stand-in."""

    api: BotApi

    def environment(self) -> dict[str, str]:
        return self.api.environment

    async def ready(self) -> None:
        updates = self.api.state.updates
        polls = updates.polls
        await self.api.until(
            lambda: updates.polls > polls and updates.waiting, _PATIENCE, what="a poll"
        )

    def chair(self) -> TelegramChair:
        person = self.api.person("Ada", language_code="en")
        chat = self.api.private(person)
        nothing = chat.state.world.add_message(chat.record, person, text="hello")
        return TelegramChair(person, chat, nothing)

    def faults(self) -> list[str]:
        return self.api.violations + ["message is not modified"] * self.api.not_modified


@dataclass(slots=True)
class DiscordChair:
    """A server's channel."""

    user: User
    chat: DiscordChat
    _board: DiscordMessage | None = None

    @property
    def board(self) -> DiscordMessage:
        """The message in front."""
        assert self._board is not None, "nothing was dealt yet"
        return self._board

    @property
    def text(self) -> str:
        return self.board.content

    @property
    def data(self) -> tuple[str, ...]:
        rows = self.board.components
        return tuple([button["custom_id"] for row in rows for button in row["components"]])

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(self.board.labels)

    @property
    def edits(self) -> int:
        return self.board.edit_count

    async def deal(self, number: int, game: str = "classic") -> None:
        answer = await self.chat.slash(self.user, "new", game=game, deal=number)
        self._board = answer.message

    async def ask_rules(self) -> None:
        await self.chat.slash(self.user, "rules")

    async def press(self, data: str) -> None:
        await self.chat.forge_press(self.user, self.board, data)

    async def until(self, look: Callable[[], bool], what: str, within: float = _PATIENCE) -> None:
        await self.chat.until(look, within)


@dataclass(frozen=True, slots=True)
class DiscordHouse:
    """Discord's stand-in."""

    api: DiscordApi

    def environment(self) -> dict[str, str]:
        return self.api.environment

    async def ready(self) -> None:
        identifies = self.api.gateway.identifies
        await self.api.until(lambda: self.api.gateway.identifies > identifies, _PATIENCE)

    def chair(self) -> DiscordChair:
        return DiscordChair(self.api.user("Ada"), self.api.guild_channel("table"))

    def faults(self) -> list[str]:
        return self.api.violations


@asynccontextmanager
async def _telegram() -> AsyncIterator[House]:
    async with BotApi() as api:
        yield TelegramHouse(api)


@asynccontextmanager
async def _discord() -> AsyncIterator[House]:
    async with DiscordApi() as api:
        yield DiscordHouse(api)


Opened = Callable[[], AbstractAsyncContextManager[House]]

HOUSES: Mapping[str, Opened] = MappingProxyType({"telegram": _telegram, "discord": _discord})
"""How each platform's stand-in is opened."""
