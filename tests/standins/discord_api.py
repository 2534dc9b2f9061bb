"""A strict local Discord: gateway and REST on loopback, for bots that use the real library.

async with DiscordApi(token="t") as api:
    ...  # start the bot with api.rest_url and api.gateway_url
    await api.ready()
    ada = api.user("Ada")
    chat = api.guild_channel("general")
    answer = await chat.slash(ada, "new", deal=5)
    await chat.press(ada, answer.message, "10♥️")
    assert api.violations == []
"""

from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import TracebackType
from typing import Self, TypeVar

from aiohttp import web

from tests.standins import discord_interactions as interactions
from tests.standins.discord_app_routes import Registry
from tests.standins.discord_chats import Chat
from tests.standins.discord_door import Door
from tests.standins.discord_errors import Json
from tests.standins.discord_faults import Fault, Trouble
from tests.standins.discord_gateway import GUILDS_INTENT, Gateway, guild_json
from tests.standins.discord_messages import Call, Post
from tests.standins.discord_people import (
    DM,
    GROUP,
    IN_BOT_DM,
    IN_GUILD,
    IN_PRIVATE,
    TEXT,
    THREAD,
    Access,
    Guild,
    User,
)
from tests.standins.discord_rest import PREFIX, Rest
from tests.standins.discord_signal import DEFAULT_WAIT, Clock, Signal
from tests.standins.discord_world import Channel, Message, World

T = TypeVar("T")

DUMPED_MESSAGES = 5
DUMPED_CALLS = 8


class DiscordApi:
    """The whole stand-in. Use it as an async context manager in the test's event loop.

    `started_ago` sets its clock back by so many seconds, so that messages can be older than the
    bot's own clock says after `advance`. `ack_seconds` is Discord's three seconds.
    """

    def __init__(
        self,
        *,
        token: str = "stand-in-token",
        bot_name: str = "Pyramid",
        started_ago: float = 0.0,
        ack_seconds: float = interactions.ACK_SECONDS,
    ) -> None:
        self.token = token
        self.clock = Clock(-started_ago)
        self._world = World(bot_name, self.clock)
        self._desk = interactions.Desk(self._world, ack_seconds)
        self._post = Post(self._world, self._desk)
        self._held: list[interactions.Interaction] | None = None
        gateway_app = web.Application()
        self._gateway_door = Door(gateway_app)
        self.gateway_url = f"ws://127.0.0.1:{self._gateway_door.port}/"
        self.gateway = Gateway(self._world, token, f"{self.gateway_url}resume/")
        for path in ("/", "/resume/"):
            gateway_app.router.add_get(path, self.gateway.serve)
        registry = Registry(self._world, self.gateway_url)
        self._rest = Rest(self._world, token, registry, self._post)
        self._rest_door = Door(self._rest.application())
        self.rest_url = f"http://127.0.0.1:{self._rest_door.port}{PREFIX}"

    async def __aenter__(self) -> Self:
        await self._rest_door.start()
        await self._gateway_door.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._desk.close()
        await self._gateway_door.close()
        await self._rest_door.close()

    @property
    def environment(self) -> dict[str, str]:
        """What tells a bot to serve here."""
        return {
            "DISCORD_BOT_TOKEN": self.token,
            "DISCORD_API_URL": self.rest_url,
            "DISCORD_GATEWAY_URL": self.gateway_url,
        }

    @property
    def world(self) -> World:
        """Everything that exists here."""
        return self._world

    @property
    def violations(self) -> list[str]:
        """The rules of Discord that the bot broke, in words; empty for a good bot."""
        return self._world.violations

    @property
    def calls(self) -> deque[Call]:
        """The newest REST requests, oldest first."""
        return self._rest.calls

    @property
    def commands(self) -> list[Json]:
        """The global commands as synced."""
        return self._world.commands.get(0, [])

    @property
    def sync_count(self) -> int:
        """How often a whole list of commands was written."""
        return self._world.sync_count

    def user(self, name: str, *, locale: str = "en-US", global_name: str | None = None) -> User:
        """A new person; `name` is lower-cased into the account's name."""
        account = name.lower().replace(" ", "_")
        return User(self._world.ids.new(), account, global_name or name, locale)

    def guild(self, name: str = "Guild", *, locale: str = "en-US") -> Guild:
        """A new server with the bot in it."""
        guild = Guild(self._world.ids.new(), name, locale)
        self._world.guilds[guild.id] = guild
        self.gateway.dispatch("GUILD_CREATE", guild_json(self._world, guild), GUILDS_INTENT)
        return guild

    def guild_channel(
        self, name: str, *, guild: Guild | None = None, access: Access = Access.FULL
    ) -> Chat:
        """A new text channel, in the first server if none is named.

        With `Access.ABSENT` the server has not installed the bot; people bring it along.
        """
        if access is Access.ABSENT and guild is None:
            guild = Guild(self._world.ids.new(), "Elsewhere")
        return self._channel(TEXT, name, IN_GUILD, guild=guild or self._home(), access=access)

    def thread(self, name: str, *, parent: Chat | None = None) -> Chat:
        """A new thread in a text channel."""
        above = (parent or self.guild_channel("threads")).room
        return self._channel(
            THREAD, name, IN_GUILD, guild=above.guild, parent=above, access=above.access
        )

    def dm(self, user: User) -> Chat:
        """The direct messages between a person and the bot."""
        return self._channel(DM, None, IN_BOT_DM, people=(user,))

    def private_channel(self, *people: User, name: str | None = None) -> Chat:
        """A group of people without the bot, who can use it by their own install."""
        if not people:
            raise ValueError("a private channel has people in it")
        return self._channel(GROUP, name, IN_PRIVATE, people=people, access=Access.ABSENT)

    def interact(
        self,
        kind: int,
        user: User,
        channel: Channel,
        data: Json,
        source: Message | None,
        forged: Json | None = None,
    ) -> interactions.Interaction:
        """Sends an interaction to the bot."""
        one = self._desk.open(kind, user, channel, data, source, forged)
        one.told = interactions.payload(self._world, one)
        if self._held is None:
            self.deliver(one)
        else:
            self._held.append(one)
        return one

    def deliver(self, interaction: interactions.Interaction) -> None:
        """Tells the bot of an interaction, once more where it was told before."""
        told = self.gateway.dispatch("INTERACTION_CREATE", interaction.told)
        interaction.delivered = interaction.delivered or told

    @contextmanager
    def backwards(self) -> Iterator[None]:
        """Tells the bot of the block's interactions at its end, of the last one first."""
        held: list[interactions.Interaction] = []
        self._held = held
        try:
            yield
        finally:
            self._held = None
            for one in reversed(held):
                self.deliver(one)

    async def ready(self, within: float = 10.0) -> None:
        """Waits until a client is identified at the gateway."""
        await self.until(lambda: self.gateway.identified, within)

    async def until(self, condition: Callable[[], T], within: float = DEFAULT_WAIT) -> T:
        """Waits until `condition()` is true; AssertionError with a dump after `within` seconds."""
        return await self._world.changed.until(condition, within, self.dump)

    def advance(self, seconds: float) -> None:
        """Moves the stand-in's clock forward: tokens die, messages grow old."""
        self.clock.advance(seconds)
        self._desk.clock_advanced()

    def fault(
        self,
        route: str,
        trouble: Trouble | int,
        *,
        times: int = 1,
        seconds: float = 0.1,
        chat: Chat | None = None,
    ) -> Fault:
        """Plans trouble for the next `times` requests of a route kind (`ROUTES`, or "*").

        An int is a Discord error code to answer with. `seconds` is the delay or the wait of a
        429. With `chat` only requests that concern that chat are struck.
        """
        where = None if chat is None else chat.id
        return self._rest.faults.add(Fault(route, trouble, times, seconds, where))

    def end_fault(self, fault: Fault) -> None:
        """Lets a fault strike no more."""
        self._rest.faults.end(fault)

    def clear_faults(self) -> None:
        """Forgets the trouble still to come."""
        self._rest.faults.clear()

    def enforce_rate_limits(self, enforced: bool) -> None:
        """Whether requests over Discord's limits are refused; the headers follow suit."""
        self._rest.limits.enforced = enforced

    def limit_old_edits(self, allowed: int | None, *, retry_after: float | None = None) -> None:
        """How many edits an hour a message older than an hour may get (30046 beyond that).

        `retry_after` is the wait in seconds that the refusal names; None: what is left of the
        hour. The library waits that long before it tries again, five times in all.
        """
        self._post.old_edits_allowed = allowed
        self._post.old_edits_retry_after = retry_after

    @asynccontextmanager
    async def outage(self, *, gateway: bool = True, rest: bool = False) -> AsyncIterator[None]:
        """Refuses connections, and cuts those that exist, for as long as the block runs."""
        doors = [self._gateway_door] * gateway + [self._rest_door] * rest
        for door in doors:
            await door.shut()
        try:
            yield
        finally:
            for door in doors:
                await door.open()

    def dump(self, channel: Channel | None = None) -> str:
        """The state in words, for failures."""
        lines = [f"gateway identified: {self.gateway.identified}"]
        for room in [channel] if channel is not None else self._world.channels.values():
            lines.append(f"{room.name or room.id}:")
            for message in list(room.messages.values())[-DUMPED_MESSAGES:]:
                private = f" (only {message.viewer.name})" if message.viewer else ""
                lines.append(f"  #{message.id}{private} {message.content!r}")
                lines.append(f"    {message.labels}")
        lines += [f"violation: {text}" for text in self.violations]
        recent = list(self.calls)[-DUMPED_CALLS:]
        lines += [f"call: {one.method} {one.route} -> {one.status}" for one in recent]
        return "\n".join(lines)

    def _home(self) -> Guild:
        return next(iter(self._world.guilds.values()), None) or self.guild()

    def _channel(
        self,
        kind: int,
        name: str | None,
        context: int,
        *,
        guild: Guild | None = None,
        parent: Channel | None = None,
        people: tuple[User, ...] = (),
        access: Access = Access.FULL,
    ) -> Chat:
        changed = Signal(self._world.changed)
        room = Channel(
            self._world.ids.new(), kind, name, context, changed, guild, parent, people, access
        )
        self._world.channels[room.id] = room
        return Chat(self, room)
