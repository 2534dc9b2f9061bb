"""Discord: slash commands and persistent buttons, parsed for the bot and answered once each."""

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import aiohttp
import discord
from cachetools import LRUCache
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from adapters.discord_answers import Answering, Answers
from adapters.discord_buttons import shown_by
from adapters.discord_commands import CommandTexts, command_of, sync_if_changed
from adapters.discord_troubles import one_line, timed, watch
from bot.chat import ChatKey, Command, Player, Press, Reply
from bot.commands import COMMANDS
from bot.pyramid_bot import PyramidBot
from bot.stopping import StartRefused

PLATFORM = "discord"
_DRAIN_SECONDS = 3.0
_CLOSE_SECONDS = 0.8
_CANCEL_SECONDS = 0.3
_AUTHENTICATION_FAILED = 4004
_REMEMBERED = 4096
"""Interactions whose repetition is known as one: more than arrive between two connections."""

_log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
T = TypeVar("T")


async def run_discord(
    bot: PyramidBot, token: str, api_url: str, gateway_url: str, stop: asyncio.Event
) -> None:
    """Serve Discord until `stop` is set, then finish what is under way within five seconds.

    `api_url` ends with the API's version, `gateway_url` is the WebSocket address of the first
    connection. Raises `StartRefused` when the token is refused or Discord cannot be reached at the
    start.
    """
    Route.BASE = api_url.rstrip("/")
    DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway_url)
    client = PyramidClient(bot)
    serving = asyncio.create_task(_serve(client, token))
    stopped = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait(
            (serving, stopped, client.unreachable), return_when=asyncio.FIRST_COMPLETED
        )
        if serving.done():
            serving.result()
        if client.unreachable.done():
            raise StartRefused("Discord's gateway cannot be reached")
        await client.drain()
    finally:
        stopped.cancel()
        # The service ends first, because it must not find its client closed. The library may let
        # one cancellation slip, so the client is closed all the same, and it is told once more.
        await _cancelled(serving)
        with suppress(TimeoutError):
            async with asyncio.timeout(_CLOSE_SECONDS):
                await client.close()
        await _cancelled(serving)


async def _cancelled(task: "asyncio.Task[None]") -> None:
    """Cancel a task and wait a moment for its end."""
    task.cancel()
    await asyncio.wait((task,), timeout=_CANCEL_SECONDS)


async def check_discord(token: str, api_url: str) -> str:
    """Whose token this is, as Discord says. Raises `StartRefused` as `run_discord` does."""
    Route.BASE = api_url.rstrip("/")
    client = discord.Client(intents=discord.Intents.none())
    try:
        with _refusals():
            await client.login(token)
            return str(client.user)
    finally:
        await client.close()


async def _serve(client: "PyramidClient", token: str) -> None:
    with _refusals():
        with one_line("at the start"), timed():
            await client.login(token)
        await client.connect()


@contextmanager
def _refusals() -> Iterator[None]:
    """What Discord's errors mean at the start."""
    try:
        yield
    except discord.LoginFailure as error:
        raise StartRefused("Discord refuses the token in DISCORD_BOT_TOKEN") from error
    except discord.ConnectionClosed as error:
        if error.code == _AUTHENTICATION_FAILED:
            raise StartRefused(
                f"Discord's gateway refuses the token in DISCORD_BOT_TOKEN ({error.code})"
            ) from error
        raise StartRefused(f"Discord closed the connection with code {error.code}") from error
    except (OSError, aiohttp.ClientError, discord.HTTPException, TimeoutError) as error:
        raise StartRefused(f"Discord cannot be reached: {error}") from error


class PyramidClient(discord.Client):
    """The connection, the commands and the buttons.

    `unreachable` is done when the gateway could not be reached even once. Later outages are the
    library's to ride out, with growing pauses.
    """

    def __init__(self, bot: PyramidBot) -> None:
        super().__init__(
            intents=discord.Intents.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        watch()
        self.unreachable: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._bot = bot
        self._answers = Answers()
        self._running = 0
        self._idle = asyncio.Event()
        self._taken: LRUCache[int, None] = LRUCache(_REMEMBERED)
        self._connected = False
        self.tree = _Tree(
            self,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )

    async def setup_hook(self) -> None:
        """Register the commands; Discord is told of them only when they changed."""
        await self.tree.set_translator(CommandTexts(self._bot))
        texts = self._bot.texts()
        for spec in COMMANDS.values():
            self.tree.add_command(command_of(spec, texts, self._on_command))
        await sync_if_changed(self, self.tree)

    async def on_connect(self) -> None:
        """The gateway knows this client."""
        self._connected = True

    async def on_resumed(self) -> None:
        """The gateway knows this client again."""
        self._connected = True

    async def on_disconnect(self) -> None:
        """The gateway was lost, or not found at all. An outage is one line, however long."""
        if self._connected and not self.is_closed():
            _log.info("the gateway was lost: reconnecting")
        self._connected = False
        # With a connection that was refused after it stood, the library raises why.
        if self.ws is None and not self.unreachable.done():
            self.unreachable.set_result(None)

    async def drain(self) -> None:
        """Wait until every interaction taken so far is answered, or Discord has given it up."""
        if self._running:
            with suppress(TimeoutError):
                async with asyncio.timeout(_DRAIN_SECONDS):
                    await self._idle.wait()

    def take(self, interaction: Interaction) -> bool:
        """Whether an interaction is new: the gateway may tell of one again after a reconnect."""
        if interaction.id in self._taken:
            return False
        self._taken[interaction.id] = None
        return True

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer a pressed button, whoever sent it and whatever its message shows by now.

        The library's own items know no button that a message has lost meanwhile.
        """
        if interaction.type is discord.InteractionType.component and self.take(interaction):
            data: dict[str, Any] = {**(interaction.data or {})}
            await self._on_press(interaction, str(data.get("custom_id", "")))

    async def _on_press(self, interaction: Interaction, payload: str) -> None:
        message = interaction.message
        board_id, shown = ("", ()) if message is None else (str(message.id), shown_by(message))
        event = Press(_chat(interaction), _player(interaction), payload, board_id, shown)
        answering = Answering(interaction)
        reply = await self._run(answering, self._press(answering, event))
        await self._follow(answering, reply)

    async def _press(self, answering: Answering, event: Press) -> Reply:
        reply = await self._bot.admit(event) or await self._bot.answer(event)
        await self._answers.answer_press(answering, reply)
        return reply

    async def _on_command(self, interaction: Interaction, name: str, args: str) -> None:
        event = Command(_chat(interaction), _player(interaction), name, args, aside=True)
        answering = Answering(interaction)
        reply = await self._run(answering, self._command(answering, event))
        await self._follow(answering, reply)

    async def _command(self, answering: Answering, event: Command) -> Reply:
        reply = await self._bot.answer(event)
        await self._answers.answer_command(answering, reply)
        return reply

    async def _follow(self, answering: Answering, reply: Reply | None) -> None:
        """Show what a search finds, when it does, in place of the board that waits for it."""
        if reply is None or reply.search is None:
            return
        found = await self._bot.follow(reply.search)
        if found is not None and found.board is not None:
            await self._run(answering, self._answers.show(answering, found.board))

    async def on_command_error(self, interaction: Interaction, error: Exception) -> None:
        """Answer a command that never reached the bot: clients may remember older definitions."""
        _log.info("a command did not fit: %s", error)
        data: dict[str, Any] = {**(interaction.data or {})}
        name = str(data.get("name", ""))
        await self._on_command(interaction, "" if name in COMMANDS else name, "")

    async def _run(self, answering: Answering, answer: Coroutine[Any, Any, T]) -> T | None:
        """Run an answer where `drain` sees it. What goes wrong is one line in the log."""
        with one_line(f"interaction {answering.id} met trouble"):
            self._running += 1
            self._idle.clear()
            try:
                return await answer
            except Exception:
                _log.exception("an interaction could not be answered")
                return None
            finally:
                self._running -= 1
                if not self._running:
                    self._idle.set()


class _Tree(app_commands.CommandTree[PyramidClient]):
    """The commands; what goes wrong before a handler runs is the client's to answer."""

    async def interaction_check(self, interaction: discord.Interaction[PyramidClient], /) -> bool:
        """As the library defines it: a command that was taken before is not taken again."""
        return interaction.client.take(interaction)

    async def on_error(
        self, interaction: discord.Interaction[PyramidClient], error: app_commands.AppCommandError
    ) -> None:
        """As the library defines it."""
        await interaction.client.on_command_error(interaction, error)


def _chat(interaction: Interaction) -> ChatKey:
    """The channel or thread; each has an id of its own."""
    private = interaction.context.dm_channel
    return ChatKey(PLATFORM, interaction.channel_id or 0, private=private)


def _player(interaction: Interaction) -> Player:
    admin = interaction.permissions.manage_guild
    return Player(interaction.user.id, str(interaction.locale), admin)
