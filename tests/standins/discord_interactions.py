"""The life of an interaction: shown to the bot, acknowledged once in three seconds, then edited."""

import asyncio
import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from tests.standins.discord_errors import Json, Refused
from tests.standins.discord_people import ALL_PERMISSIONS, IN_PRIVATE, NO_PERMISSIONS, Access, User
from tests.standins.discord_world import Channel, Message, World

COMMAND, COMPONENT = 2, 3

MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE = 4, 5, 6, 7

TOKEN_LIFE = 15 * 60.0
ACK_SECONDS = 3.0
KEPT = 20_000
USER_INSTALL_FOLLOWUPS_MAX = 5

ATTACHMENT_SIZE_LIMIT = 10 * 1024 * 1024


@dataclass(eq=False, slots=True)
class Interaction:
    """One use of a command or press of a button, and what the bot has answered so far."""

    id: int
    token: str
    kind: int
    user: User
    channel: Channel
    data: Json
    created: float
    source: Message | None
    acknowledged: "asyncio.Future[bool]"
    """Done when it is acknowledged (True) or when the three seconds are over (False)."""
    response: int | None = None
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    delivered: bool = False
    excused: bool = False
    """A fault was injected into one of its acknowledgements, so a missing or second one is fair."""
    timer: asyncio.TimerHandle | None = None
    forged: Json | None = None
    """A button that the bot is told the pressed message has, though it has not."""
    told: Json = field(default_factory=dict)
    """What the gateway says of it, with the message as it was then."""

    @property
    def expired(self) -> bool:
        """Whether the three seconds passed without an acknowledgement."""
        return self.response is None and self.acknowledged.done()

    def __str__(self) -> str:
        what = self.data.get("name") or self.data.get("custom_id")
        kind = "command" if self.kind == COMMAND else "press"
        return f"{kind} {what!r} by {self.user.name} in {self.channel.name or self.channel.id}"

    def origin(self) -> Json:
        """The `interaction_metadata` of messages that answer it."""
        origin: Json = {
            "id": str(self.id),
            "type": self.kind,
            "user": self.user.json(),
            "authorizing_integration_owners": self.channel.install_owners(self.user),
        }
        if self.source is not None:
            origin["interacted_message_id"] = str(self.source.id)
        return origin


class Desk:
    """All interactions that the bot may still answer, bounded to the newest `KEPT`."""

    def __init__(self, world: World, ack_seconds: float = ACK_SECONDS) -> None:
        self._world = world
        self._ack_seconds = ack_seconds
        self._by_token: OrderedDict[str, Interaction] = OrderedDict()
        self._waiting: set[Interaction] = set()

    def open(
        self,
        kind: int,
        user: User,
        channel: Channel,
        data: Json,
        source: Message | None = None,
        forged: Json | None = None,
    ) -> Interaction:
        """Begins an interaction and its three seconds."""
        loop = asyncio.get_running_loop()
        interaction = Interaction(
            self._world.ids.new(),
            secrets.token_urlsafe(48),
            kind,
            user,
            channel,
            data,
            self._world.clock.now(),
            source,
            loop.create_future(),
            forged=forged,
        )
        interaction.timer = loop.call_later(self._ack_seconds, self._expire, interaction)
        self._waiting.add(interaction)
        self._by_token[interaction.token] = interaction
        if len(self._by_token) > KEPT:
            self._by_token.popitem(last=False)
        return interaction

    def find(self, token: str) -> Interaction | None:
        """The interaction of a token, dead or alive."""
        return self._by_token.get(token)

    def settle(self, interaction: Interaction, response: int) -> None:
        """Marks it as acknowledged."""
        interaction.response = response
        self._stop(interaction)
        interaction.acknowledged.set_result(True)
        interaction.channel.changed.notify()

    def alive(self, token: str) -> Interaction:
        """An acknowledged interaction whose token still works, else raises what Discord says."""
        interaction = self.find(token)
        if interaction is None:
            raise Refused(10015)
        if self._world.clock.now() - interaction.created >= TOKEN_LIFE:
            raise Refused(50027)
        if interaction.expired:
            raise Refused(10062)
        if interaction.response is None:
            raise Refused(10015)
        return interaction

    def clock_advanced(self) -> None:
        """Ends the three seconds of those for which they are now over."""
        now = self._world.clock.now()
        for interaction in list(self._waiting):
            if now - interaction.created >= self._ack_seconds:
                self._expire(interaction)

    def close(self) -> None:
        """Stops all timers; nobody is told."""
        for interaction in list(self._waiting):
            self._stop(interaction)

    def _stop(self, interaction: Interaction) -> None:
        self._waiting.discard(interaction)
        if interaction.timer is not None:
            interaction.timer.cancel()

    def _expire(self, interaction: Interaction) -> None:
        self._stop(interaction)
        if interaction.acknowledged.done():
            return
        interaction.acknowledged.set_result(False)
        if interaction.delivered and not interaction.excused:
            text = f"not acknowledged within {self._ack_seconds:g} s: {interaction}"
            self._world.violation(text)
        interaction.channel.changed.notify()


def payload(world: World, interaction: Interaction) -> Json:
    """What the gateway says about it (`INTERACTION_CREATE`)."""
    channel, user = interaction.channel, interaction.user
    absent = channel.access is Access.ABSENT or channel.context == IN_PRIVATE
    body: Json = {
        "id": str(interaction.id),
        "application_id": str(world.bot.id),
        "type": interaction.kind,
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": str(channel.id),
        "channel": channel.json(),
        "locale": user.locale,
        "app_permissions": NO_PERMISSIONS if absent else ALL_PERMISSIONS,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": channel.install_owners(user),
        "context": channel.context,
        "attachment_size_limit": ATTACHMENT_SIZE_LIMIT,
    }
    if channel.guild is None:
        body["user"] = user.json()
    else:
        body["guild_id"] = str(channel.guild.id)
        body["guild"] = channel.guild.partial_json()
        body["guild_locale"] = channel.guild.locale
        body["member"] = channel.guild.member_json(user)
    if interaction.source is not None:
        body["message"] = interaction.source.json()
        if interaction.forged is not None:
            row = {"type": 1, "components": [interaction.forged]}
            body["message"]["components"] = [row]
    return body


def callback_json(interaction: Interaction) -> dict[str, Any]:
    """The body of an acknowledgement's answer when `with_response` was asked for."""
    message = interaction.original
    about: Json = {
        "id": str(interaction.id),
        "type": interaction.kind,
        "response_message_loading": bool(message and message.loading),
        "response_message_ephemeral": bool(message and message.ephemeral),
    }
    answer: Json = {"interaction": about}
    if message is not None:
        about["response_message_id"] = str(message.id)
        if interaction.response != DEFERRED_UPDATE:
            answer["resource"] = {"type": interaction.response, "message": message.json()}
    return answer
