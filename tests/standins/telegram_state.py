"""Everything the pretended server remembers, shared by its methods and by the tests."""

import asyncio
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from tests.standins.telegram_checks import Params, refusal
from tests.standins.telegram_faults import Call, Faults, FloodGate
from tests.standins.telegram_text import commands
from tests.standins.telegram_updates import Update, Updates
from tests.standins.telegram_waits import Waits
from tests.standins.telegram_world import ChatRecord, Message, Person, World

JSON = dict[str, Any]

SERVICE = frozenset(
    {
        "new_chat_members",
        "left_chat_member",
        "new_chat_title",
        "group_chat_created",
        "supergroup_chat_created",
        "migrate_to_chat_id",
        "migrate_from_chat_id",
        "pinned_message",
        "forum_topic_created",
        "forum_topic_closed",
        "forum_topic_reopened",
    }
)
FIRST_QUERY = 3_000_000_000_000_000_000


@dataclass(frozen=True, slots=True)
class Answer:
    """What the bot showed to whoever pressed.

    ``text`` is empty for a silent answer; ``expired`` tells that the bot tried but was too late;
    ``at`` is the monotonic time of the answer.
    """

    text: str = ""
    show_alert: bool = False
    url: str = ""
    cache_time: int = 0
    expired: bool = False
    at: float = field(default_factory=time.monotonic)


@dataclass(slots=True, eq=False)
class Query:
    """One press, as the server keeps it until it is answered; ``at`` is its monotonic time."""

    id: str
    person: Person
    chat_id: int
    data: str
    answered: asyncio.Future[Answer]
    expired: bool = False
    at: float = field(default_factory=time.monotonic)


@dataclass(slots=True)
class Profile:
    """What the bot told about itself: texts by language, command lists by scope and language."""

    names: dict[str, str] = field(default_factory=dict)
    descriptions: dict[str, str] = field(default_factory=dict)
    short_descriptions: dict[str, str] = field(default_factory=dict)
    commands: dict[tuple[tuple[str, int, int], str], list[JSON]] = field(default_factory=dict)


@dataclass(slots=True)
class State:
    """The world and the records of what the bot did in it."""

    world: World
    waits: Waits
    calls: deque[Call]
    updates: Updates
    faults: Faults = field(default_factory=Faults)
    flood: FloodGate = field(default_factory=FloodGate)
    profile: Profile = field(default_factory=Profile)
    queries: dict[str, Query] = field(default_factory=dict)
    last_query: int = FIRST_QUERY
    violations: list[str] = field(default_factory=list)
    not_modified: int = 0
    conflicts: int = 0
    privacy: bool = True
    foreign_commands: bool = False

    def tell(self, kind: str, payload: JSON) -> None:
        """Queues an update for the bot."""
        self.updates.push(Update(kind, payload))

    def tell_message(self, message: Message, kind: str = "message") -> None:
        """Queues a message, if the bot gets to see it, and wakes who waits on the chat."""
        if self.hears(message):
            self.tell(kind, message.json())
        self.waits.changed(message.chat.id)

    def hears(self, message: Message) -> bool:
        """Whether a person's message reaches the bot.

        In groups with privacy mode (https://core.telegram.org/bots/features#privacy-mode) these
        are commands without a name or with the bot's, replies to the bot, and service messages;
        commands for other bots only with ``foreign_commands``.
        """
        chat = message.chat
        if chat.blocked or chat.kicked or message.sender.id == self.world.bot.id:
            return False
        if chat.kind == "private" or not self.privacy or chat.bot_is_admin:
            return True
        if SERVICE & message.content.keys():
            return True
        above = message.reply_to
        if above is not None and above.sender.id == self.world.bot.id:
            return True
        mine = (self.world.bot.username or "").lower()
        if not message.text.startswith("/"):
            return False
        called = commands(message.text)[:1]
        return any(
            name is None or name.lower() == mine or self.foreign_commands for _, name in called
        )

    def chat(self, params: Params) -> ChatRecord:
        """The chat that a call names, if the bot is in it.

        Raises `Refused` for an unknown, upgraded, or closed chat.
        """
        written = params.text("chat_id")
        if not written:
            raise refusal("chat_id is empty")
        record = self.world.chats.get(int(written)) if written.lstrip("-").isdecimal() else None
        if record is None:
            raise refusal("chat not found")
        if record.migrated_to is not None:
            raise refusal(
                "group chat was upgraded to a supergroup chat",
                migrate_to_chat_id=record.migrated_to,
            )
        if record.blocked:
            raise refusal("bot was blocked by the user", 403)
        if record.kicked:
            raise refusal(f"bot was kicked from the {record.kind} chat", 403)
        return record

    def writable_chat(self, params: Params) -> ChatRecord:
        """Like `chat`, and the bot may write there."""
        record = self.chat(params)
        if record.muted:
            raise refusal("not enough rights to send text messages to the chat")
        return record

    def own_message(self, params: Params, record: ChatRecord, deed: str) -> Message:
        """The bot's message that a call names; ``deed`` completes the refusal's sentence."""
        message = record.messages.get(params.integer("message_id"))
        if message is None or message.deleted:
            raise refusal(f"message to {deed} not found")
        if message.sender.id != self.world.bot.id:
            can = {"edit": "edited", "delete": "deleted"}[deed]
            raise refusal(f"message can't be {can}")
        return message

    def open_query(self, person: Person, chat_id: int, data: str, *, expired: bool) -> Query:
        """A new press that waits for the bot's answer."""
        self.last_query += 1
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        query = Query(str(self.last_query), person, chat_id, data, future, expired)
        self.queries[query.id] = query
        return query

    def reopen_query(self, query_id: str, update: Update) -> None:
        """Lets a press that is delivered once more be answered once more."""
        if query_id not in self.queries:
            sender, message = update.payload["from"]["id"], update.payload["message"]
            future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
            self.queries[query_id] = Query(
                query_id,
                self.world.people[sender],
                message["chat"]["id"],
                update.payload["data"],
                future,
            )

    def chat_of_press(self, params: Params) -> int | None:
        """The chat of the press that a call answers, if it waits for an answer."""
        query = self.queries.get(params.text("callback_query_id"))
        return None if query is None else query.chat_id

    def was_asked(self, query_id: str) -> bool:
        """Whether a press with this id ever happened."""
        return query_id.isdecimal() and FIRST_QUERY < int(query_id) <= self.last_query

    def was_told(self, query_id: str) -> bool:
        """Whether the bot got a response to an answer to this press."""
        return any(
            call.status == 200
            for call in self.calls
            if call.method == "answerCallbackQuery" and call.params["callback_query_id"] == query_id
        )
