"""A small bot on the real discord.py with which the Discord stand-in is tested."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import discord
import pytest
import yarl
from discord import app_commands

from tests.standins.discord_api import DiscordApi
from tests.standins.discord_chats import Chat
from tests.standins.discord_world import Message


class Tap(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"tap:(?P<what>[a-z ]+)"
):
    """A button whose custom id says what a press of it does."""

    def __init__(self, what: str) -> None:
        super().__init__(discord.ui.Button(label=what, custom_id=f"tap:{what}"))
        self.what = what

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],
        item: discord.ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> "Tap":
        return cls(match["what"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        client = interaction.client
        assert isinstance(client, Bot)
        try:
            await client.presses[self.what](interaction)
        except Exception as error:
            client.errors.put_nowait(error)


def view(*labels: str) -> discord.ui.View:
    """Buttons with these labels, which do what the bot's `presses` say."""
    made = discord.ui.View(timeout=None)
    for label in labels:
        made.add_item(Tap(label))
    return made


class Bot(discord.Client):
    """A small bot; each test puts what its buttons do into `presses`."""

    def __init__(self, *, sync: bool = True, intents: discord.Intents | None = None) -> None:
        super().__init__(intents=intents or discord.Intents.none(), guild_ready_timeout=0.1)
        self.tree = app_commands.CommandTree(self)
        self.presses: dict[str, Callable[[discord.Interaction[Any]], Awaitable[None]]] = {}
        self.errors: asyncio.Queue[Exception] = asyncio.Queue()
        self.seen: list[discord.Interaction[Any]] = []
        self._sync = sync
        self.add_dynamic_items(Tap)
        self.labels = ["go"]

        @self.tree.command(name="new", description="A new game")
        async def new(
            interaction: discord.Interaction[Any],
            deal: app_commands.Range[int, 1, 2147483647] | None = None,
            game: str | None = None,
        ) -> None:
            self.seen.append(interaction)
            text = f"{interaction.locale.value} {deal} {game}"
            await interaction.response.send_message(text, view=view(*self.labels))

        @self.tree.command(name="later", description="Thinks first")
        async def later(interaction: discord.Interaction[Any]) -> None:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await interaction.followup.send("thought", ephemeral=True)
            await interaction.followup.send("and more")

        @self.tree.command(name="silent", description="Never answers")
        async def silent(interaction: discord.Interaction[Any]) -> None:
            self.seen.append(interaction)

    async def setup_hook(self) -> None:
        if self._sync:
            await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """No five seconds of politeness towards a server of our own."""


@asynccontextmanager
async def running(api: DiscordApi, bot: Bot) -> AsyncIterator[Bot]:
    """Runs the bot for as long as the block."""
    task = asyncio.create_task(bot.start(api.token))
    try:
        yield bot
    finally:
        await bot.close()
        with suppress(asyncio.CancelledError, discord.DiscordException):
            await task


def point_at(api: DiscordApi, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the library talk to the stand-in instead of Discord."""
    monkeypatch.setattr(discord.http.Route, "BASE", api.rest_url)
    gateway = yarl.URL(api.gateway_url)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)


async def board(api: DiscordApi, chat: Chat) -> Message:
    """A fresh message of the bot with its buttons."""
    answer = await chat.slash(api.user("Dealer"), "new")
    assert answer.message is not None
    return answer.message
