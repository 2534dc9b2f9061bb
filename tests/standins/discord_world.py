"""What exists on the pretended Discord: channels, the messages in them and the bot's commands."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from tests.standins.discord_checks import EPHEMERAL, LOADING
from tests.standins.discord_errors import Json
from tests.standins.discord_people import (
    ALL_PERMISSIONS,
    GROUP,
    IN_BOT_DM,
    THREAD,
    Access,
    Guild,
    User,
)
from tests.standins.discord_signal import Clock, Ids, Signal

MESSAGES_KEPT = 5000
EDITS_KEPT = 200


@dataclass(eq=False, slots=True)
class Channel:
    """A place for messages. `context` says where it is: server, the bot's DM, or private."""

    id: int
    kind: int
    name: str | None
    context: int
    changed: Signal
    guild: Guild | None = None
    parent: "Channel | None" = None
    people: tuple[User, ...] = ()
    access: Access = Access.FULL
    messages: "dict[int, Message]" = field(default_factory=dict)

    def keep(self, message: "Message") -> None:
        """Adds a message; the oldest go when there are too many to remember."""
        self.messages[message.id] = message
        if len(self.messages) > MESSAGES_KEPT:
            del self.messages[next(iter(self.messages))]
        self.changed.notify()

    def install_owners(self, user: User) -> Json:
        """Who brought the bot here: key 0 a server's install, key 1 a person's own."""
        if self.context == IN_BOT_DM:
            return {"0": "0"}
        if self.guild is not None and self.access is not Access.ABSENT:
            return {"0": str(self.guild.id)}
        return {"1": str(user.id)}

    def json(self) -> Json:
        body: Json = {
            "id": str(self.id),
            "type": self.kind,
            "last_message_id": None,
            "flags": 0,
        }
        if self.guild is None:
            recipients = [user.json() for user in self.people]
            body |= {"recipients": recipients}
            if self.kind == GROUP:
                body |= {"name": self.name, "icon": None, "owner_id": str(self.people[0].id)}
            return body
        body |= {
            "guild_id": str(self.guild.id),
            "name": self.name,
            "permissions": ALL_PERMISSIONS,
            "parent_id": None if self.parent is None else str(self.parent.id),
            "rate_limit_per_user": 0,
        }
        if self.kind == THREAD:
            return body | {
                "owner_id": str(self.guild.id),
                "message_count": len(self.messages),
                "member_count": 2,
                "thread_metadata": {
                    "archived": False,
                    "auto_archive_duration": 1440,
                    "archive_timestamp": "2024-01-01T00:00:00+00:00",
                    "locked": False,
                },
            }
        return body | {"position": 0, "topic": None, "nsfw": False, "permission_overwrites": []}


@dataclass(frozen=True, slots=True)
class Button:
    """A button as people see it; `style` is Discord's number (1 blurple ... 5 link)."""

    label: str
    custom_id: str
    style: int
    emoji: str
    disabled: bool

    @property
    def text(self) -> str:
        """Everything written on it: the emoji, if any, then the label."""
        return f"{self.emoji} {self.label}".strip()


@dataclass(frozen=True, slots=True)
class Edit:
    """What a message showed after one of its edits; `at` is in the stand-in's time."""

    at: float
    content: str
    components: list[Json]


@dataclass(eq=False, slots=True)
class Message:
    """A message and its history; `viewer` is the only reader of an ephemeral one."""

    id: int
    channel: Channel
    author: User
    created: float
    kind: int = 0
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    flags: int = 0
    viewer: User | None = None
    edited: float | None = None
    deleted: bool = False
    origin: Json | None = None
    application_id: int | None = None
    edits: deque[Edit] = field(default_factory=lambda: deque(maxlen=EDITS_KEPT))
    edit_count: int = 0

    @property
    def ephemeral(self) -> bool:
        return self.viewer is not None

    @property
    def loading(self) -> bool:
        """Whether this is still the "is thinking" placeholder of a deferred answer."""
        return bool(self.flags & LOADING)

    @property
    def buttons(self) -> list[list[Button]]:
        """The rows of buttons it shows now."""
        return [
            [_button(child) for child in row["components"] if child["type"] == 2]
            for row in self.components
        ]

    @property
    def labels(self) -> list[str]:
        """The texts of all its buttons, row by row."""
        return [button.text for button in self.all_buttons()]

    def all_buttons(self) -> Iterator[Button]:
        for row in self.buttons:
            yield from row

    def visible_to(self, user: User) -> bool:
        return not self.deleted and self.viewer in (None, user)

    def fill(self, body: Json) -> None:
        """Takes over the fields that are given; Discord trims the text."""
        if "content" in body:
            self.content = (body["content"] or "").strip()
        for name in ("embeds", "components", "attachments"):
            if name in body:
                setattr(self, name, body[name] or [])

    def edit(self, body: Json, now: float) -> None:
        """Changes it as an edit does, and remembers what it showed then."""
        self.fill(body)
        self.edited = now
        self.edit_count += 1
        self.edits.append(Edit(now, self.content, self.components))
        self.channel.changed.notify()

    def remove(self) -> None:
        """Deletes it."""
        self.deleted = True
        self.channel.messages.pop(self.id, None)
        self.channel.changed.notify()

    def json(self) -> Json:
        body: Json = {
            "id": str(self.id),
            "type": self.kind,
            "channel_id": str(self.channel.id),
            "author": self.author.json(),
            "content": self.content,
            "embeds": self.embeds,
            "components": self.components,
            "attachments": self.attachments,
            "flags": self.flags | (EPHEMERAL if self.viewer is not None else 0),
            "timestamp": timestamp(self.created),
            "edited_timestamp": None if self.edited is None else timestamp(self.edited),
            "mentions": [],
            "mention_roles": [],
            "mention_everyone": False,
            "pinned": False,
            "tts": False,
        }
        if self.application_id is not None:
            body["application_id"] = body["webhook_id"] = str(self.application_id)
        if self.origin is not None:
            body["interaction_metadata"] = self.origin
        return body


def timestamp(moment: float) -> str:
    """A moment (seconds since 1970) as Discord writes it."""
    return datetime.fromtimestamp(moment, UTC).isoformat()


def _button(child: dict[str, Any]) -> Button:
    emoji = (child.get("emoji") or {}).get("name") or ""
    return Button(
        child.get("label") or "",
        child.get("custom_id") or "",
        child["style"],
        emoji,
        child.get("disabled") or False,
    )


class World:
    """Everything that exists, with the clock and the list of broken rules."""

    def __init__(self, bot_name: str, clock: Clock) -> None:
        self.clock = clock
        self.ids = Ids(clock)
        self.changed = Signal()
        self.bot = User(self.ids.new(), bot_name, None, bot=True)
        self.owner = User(self.ids.new(), "operator", "Operator")
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.commands: dict[int, list[Json]] = {}
        """The synced commands: those of a guild by its id, the global ones at 0."""
        self.sync_count = 0
        self.violations: list[str] = []

    def violation(self, text: str) -> None:
        """Notes that the bot broke one of Discord's rules."""
        self.violations.append(text)
        self.changed.notify()

    def post(self, channel: Channel, author: User, body: Json, **more: Any) -> Message:
        """Puts a new message into a channel."""
        message = Message(self.ids.new(), channel, author, self.clock.now(), **more)
        message.fill(body)
        channel.keep(message)
        return message
