"""The people, chats and messages of the pretended Telegram, and how the bot is told of them."""

import time
from dataclasses import dataclass, field
from typing import Any, Literal

from tests.standins.telegram_html import Entity

JSON = dict[str, Any]
Kind = Literal["private", "group", "supergroup"]


@dataclass(frozen=True, slots=True)
class Person:
    """A user of Telegram; the bot is one too."""

    id: int
    first_name: str
    username: str | None = None
    language_code: str | None = None
    is_bot: bool = False

    def json(self) -> JSON:
        """The ``User`` object."""
        known: JSON = {"id": self.id, "is_bot": self.is_bot, "first_name": self.first_name}
        if self.username:
            known["username"] = self.username
        if self.language_code:
            known["language_code"] = self.language_code
        return known


@dataclass(frozen=True, slots=True)
class Button:
    """One inline button as people see it."""

    label: str
    data: str | None = None
    style: str | None = None
    url: str | None = None


@dataclass(slots=True)
class Topic:
    """A forum topic."""

    thread_id: int
    name: str
    closed: bool = False


@dataclass(slots=True, eq=False)
class ChatRecord:
    """What the server knows of a chat, the bot's standing in it included.

    ``messages`` holds everyone's by id, ``sent`` the bot's in the order they were sent.
    """

    id: int
    kind: Kind
    title: str
    person: Person | None = None
    is_forum: bool = False
    general_closed: bool = False
    bot_is_admin: bool = False
    blocked: bool = False
    kicked: bool = False
    muted: bool = False
    migrated_to: int | None = None
    members: dict[int, Person] = field(default_factory=dict)
    admins: set[int] = field(default_factory=set)
    topics: dict[int, Topic] = field(default_factory=dict)
    messages: "dict[int, Message]" = field(default_factory=dict)
    last_message_id: int = 0
    sent: "list[Message]" = field(default_factory=list)

    def json(self) -> JSON:
        """The ``Chat`` object."""
        if self.person is not None:
            shown = {"id": self.id, "type": "private", "first_name": self.person.first_name}
            return shown | ({"username": self.person.username} if self.person.username else {})
        forum = {"is_forum": True} if self.is_forum else {}
        return {"id": self.id, "type": self.kind, "title": self.title, **forum}


@dataclass(slots=True, eq=False)
class Message:
    """One message as it stands now; ``edits`` counts its changes by the bot."""

    chat: ChatRecord
    message_id: int
    sender: Person
    text: str = ""
    entities: tuple[Entity, ...] = ()
    markup: JSON | None = None
    thread_id: int | None = None
    is_topic_message: bool = False
    reply_to: "Message | None" = None
    html: str = ""
    content: JSON = field(default_factory=dict)
    edits: int = 0
    deleted: bool = False
    date: int = field(default_factory=lambda: int(time.time()))
    edit_date: int | None = None
    changed_at: float = field(default_factory=time.monotonic)

    @property
    def buttons(self) -> tuple[tuple[Button, ...], ...]:
        """The rows of inline buttons; empty without any."""
        rows = (self.markup or {}).get("inline_keyboard", ())
        return tuple(
            tuple(
                Button(
                    one["text"],
                    one.get("callback_data"),
                    one.get("style"),
                    one.get("url"),
                )
                for one in row
            )
            for row in rows
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all buttons, row after row."""
        return tuple(button.label for row in self.buttons for button in row)

    def button(self, name: str) -> Button:
        """The one button with this label or this data.

        Raises `LookupError` when there is none or more than one.
        """
        every = [button for row in self.buttons for button in row]
        found = [one for one in every if one.label == name] or [
            one for one in every if one.data == name
        ]
        if len(found) != 1:
            raise LookupError(f"{len(found)} buttons {name!r} among {self.labels}")
        return found[0]

    def json(self, *, nested: bool = False) -> JSON:
        """The ``Message`` object; a nested one does not show what it replies to."""
        shown: JSON = {
            "message_id": self.message_id,
            "date": self.date,
            "chat": self.chat.json(),
            "from": self.sender.json(),
            **self.content,
        }
        if self.text:
            shown["text"] = self.text
        if self.entities:
            shown["entities"] = list(self.entities)
        if self.markup:
            shown["reply_markup"] = self.markup
        if self.edit_date is not None:
            shown["edit_date"] = self.edit_date
        if self.thread_id is not None:
            shown["message_thread_id"] = self.thread_id
        if self.is_topic_message:
            shown["is_topic_message"] = True
        above = self.reply_to or self._topic_head()
        if above is not None and above is not self and not nested:
            shown["reply_to_message"] = above.json(nested=True)
        return shown

    def _topic_head(self) -> "Message | None":
        """The service message that opened the topic: Telegram shows it as what is replied to."""
        return self.chat.messages.get(self.thread_id or 0) if self.is_topic_message else None

    def __str__(self) -> str:
        marks = f" edits={self.edits}" if self.edits else ""
        marks += " DELETED" if self.deleted else ""
        marks += f" thread={self.thread_id}" if self.thread_id else ""
        rows = [" | ".join(button.label for button in row) for row in self.buttons]
        lines = [self.text or str(self.content), *(f"[{row}]" for row in rows)]
        head = f"#{self.message_id} {self.sender.first_name}{marks}: "
        return head + "\n    ".join("\n".join(lines).split("\n"))


@dataclass(slots=True)
class World:
    """All chats and people, and the counters their ids come from.

    Message ids are counted per supergroup, and together for private chats and basic groups, as
    Telegram does: a message id alone names no message.
    """

    bot: Person
    people: dict[int, Person] = field(default_factory=dict)
    chats: dict[int, ChatRecord] = field(default_factory=dict)
    last_person: int = 5_000_000_000
    last_chat: int = 4_000_000_000
    last_shared_message: int = 0

    def add_person(self, first_name: str, username: str | None, language: str | None) -> Person:
        """A new person."""
        self.last_person += 1
        person = Person(self.last_person, first_name, username, language)
        self.people[person.id] = person
        return person

    def add_chat(self, kind: Kind, title: str, *, forum: bool = False) -> ChatRecord:
        """A new group (negative id) or supergroup (id below -10**12)."""
        self.last_chat += 1
        chat_id = -self.last_chat if kind == "group" else -1_000_000_000_000 - self.last_chat
        record = ChatRecord(chat_id, kind, title, is_forum=forum)
        self.chats[chat_id] = record
        return record

    def private_chat(self, person: Person) -> ChatRecord:
        """The private chat of a person and the bot, opened when it is not yet there."""
        record = self.chats.get(person.id)
        if record is None:
            record = ChatRecord(person.id, "private", person.first_name, person)
            record.members[person.id] = person
            self.chats[person.id] = record
        return record

    def add_message(self, record: ChatRecord, sender: Person, **fields: Any) -> Message:
        """A new message with the chat's next id, in the thread its reply puts it in."""
        if record.kind == "supergroup":
            record.last_message_id += 1
            number = record.last_message_id
        else:
            self.last_shared_message += 1
            number = self.last_shared_message
        message = Message(record, number, sender, **fields)
        above = message.reply_to
        if above is not None and record.kind == "supergroup" and not record.is_forum:
            message.thread_id = above.thread_id or above.message_id
        record.messages[number] = message
        if sender == self.bot:
            record.sent.append(message)
        return message

    def add_topic(self, record: ChatRecord, name: str, creator: Person) -> Topic:
        """A new forum topic; its thread id is the id of the message that opened it."""
        content = {"forum_topic_created": {"name": name, "icon_color": 7322096}}
        head = self.add_message(record, creator, content=content, is_topic_message=True)
        head.thread_id = head.message_id
        topic = Topic(head.message_id, name)
        record.topics[topic.thread_id] = topic
        return topic
