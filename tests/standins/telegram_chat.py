"""A chat as a test uses it: people speak and press in it, and the test looks at what comes back."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from tests.standins.telegram_methods import standing
from tests.standins.telegram_state import Answer, Query, State
from tests.standins.telegram_text import clean, find_entities
from tests.standins.telegram_world import ChatRecord, Message, Person

T = TypeVar("T")
JSON = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Press:
    """A press on its way: `answer` waits until the bot answered it."""

    query: Query
    state: State
    patience: float

    @property
    def done(self) -> bool:
        """Whether the bot has answered."""
        return self.query.answered.done()

    async def answer(self, within: float | None = None) -> Answer:
        """What the bot showed; fails with a dump after ``within`` seconds."""
        what = f"the answer to the press {self.query.data!r}"
        limit = self.patience if within is None else within
        return await self.state.waits.answer(self.query.answered, self.query.chat_id, limit, what)


@dataclass(slots=True, eq=False)
class Chat:
    """A private chat, a group, or one topic of a forum.

    Waits fail with a readable dump after ``patience`` seconds. `next_message` gives every message
    of the bot once, in order, also those that came before it was called.
    """

    state: State
    record: ChatRecord
    patience: float
    thread_id: int | None = None
    _read: int = field(default=0)

    @property
    def id(self) -> int:
        """The chat's id; the topics of a forum share it."""
        return self.record.id

    @property
    def history(self) -> list[Message]:
        """Everyone's messages here, the oldest first, deleted ones included."""
        return [one for one in self.record.messages.values() if self._is_here(one)]

    @property
    def messages(self) -> list[Message]:
        """The bot's messages here that are not deleted, the oldest first."""
        return [one for one in self.record.sent if self._is_here(one) and not one.deleted]

    @property
    def last(self) -> Message:
        """The bot's newest message here; raises `IndexError` without any."""
        return self.messages[-1]

    def _is_here(self, message: Message) -> bool:
        """Whether a message belongs to this topic; a chat without topics holds all its own."""
        if not self.record.is_forum:
            return True
        return message.thread_id == self.thread_id

    async def say(self, person: Person, text: str, reply_to: Message | None = None) -> Message:
        """A person writes a text here."""
        stored = clean(text).strip()
        return self._add(person, reply_to, text=stored, entities=find_entities(stored), html=stored)

    async def deliver(
        self, person: Person, reply_to: Message | None = None, **content: Any
    ) -> Message:
        """A person sends something other than text, such as ``sticker={...}``."""
        return self._add(person, reply_to, content=content)

    def _add(self, person: Person, reply_to: Message | None, **fields: Any) -> Message:
        """Adds a person's message and tells the bot when it may know."""
        self.record.members.setdefault(person.id, person)
        if self.thread_id is not None:
            fields |= {"thread_id": self.thread_id, "is_topic_message": True}
        message = self.state.world.add_message(self.record, person, reply_to=reply_to, **fields)
        self.state.tell_message(message)
        return message

    async def revise(self, message: Message, text: str) -> None:
        """A person edits an own message."""
        message.text, message.entities = text, find_entities(text)
        message.edit_date = int(time.time())
        self.state.tell_message(message, "edited_message")

    async def remove(self, message: Message) -> None:
        """Somebody deletes a message; Telegram does not tell bots."""
        message.deleted = True
        self.state.waits.changed(self.id)

    async def next_message(self, within: float | None = None) -> Message:
        """The bot's next message here that this method has not given yet."""
        return await self.until(self._unread, within, "the bot's next message")

    def skip_messages(self) -> None:
        """Lets `next_message` begin after the messages that are here now."""
        self._read = len(self.record.sent)

    def _unread(self) -> Message | None:
        """The first message after those that were given, which it counts as given."""
        sent = self.record.sent
        while self._read < len(sent):
            self._read += 1
            if self._is_here(sent[self._read - 1]):
                return sent[self._read - 1]
        return None

    async def until(
        self,
        look: Callable[[], T | None],
        within: float | None = None,
        what: str = "the condition",
    ) -> T:
        """The first truthy value of ``look()``, asked now and after each change in this chat."""
        limit = self.patience if within is None else within
        return await self.state.waits.until(self.id, look, limit, what)

    async def edited(
        self, message: Message, edits: int = 1, within: float | None = None
    ) -> Message:
        """The message once it was edited ``edits`` times in all."""
        await self.until(lambda: message.edits >= edits, within, f"{edits} edits of {message}")
        return message

    async def press(
        self, person: Person, message: Message, name: str, within: float | None = None
    ) -> Answer:
        """A person presses the button with this label or data; waits for the bot's answer."""
        return await self.tap(person, message, name).answer(within)

    async def press_data(
        self, person: Person, message: Message, data: str | bytes, within: float | None = None
    ) -> Answer:
        """Like `press`, with data that needs no button to be there (a forged press)."""
        return await self.tap_data(person, message, data).answer(within)

    def tap(self, person: Person, message: Message, name: str) -> Press:
        """Like `press`, without waiting. Raises `LookupError` when there is no such button."""
        return self.tap_data(person, message, message.button(name).data or "")

    def tap_data(
        self,
        person: Person,
        message: Message,
        data: str | bytes,
        *,
        expired: bool = False,
        inaccessible: bool = False,
    ) -> Press:
        """A press with any data.

        ``expired``: the bot's answer comes too late and is refused. ``inaccessible``: the message
        is too old for Telegram to show it to the bot.
        """
        text = data.decode(errors="replace") if isinstance(data, bytes) else data
        query = self.state.open_query(person, self.id, text, expired=expired)
        known = {"chat": self.record.json(), "message_id": message.message_id, "date": 0}
        self.state.tell(
            "callback_query",
            {
                "id": query.id,
                "from": person.json(),
                "message": known if inaccessible else message.json(),
                "chat_instance": str(self.id * 7919),
                "data": text,
            },
        )
        return Press(query, self.state, self.patience)

    def topic(self, name: str, creator: Person | None = None) -> "Chat":
        """A new topic of this forum."""
        assert self.record.is_forum, "only forums have topics"
        founder = creator or next(iter(self.record.members.values()), self.state.world.bot)
        topic = self.state.world.add_topic(self.record, name, founder)
        return Chat(self.state, self.record, self.patience, topic.thread_id)

    def close_topic(self, *, closed: bool = True) -> None:
        """Closes this topic (the general one without a topic), or opens it again."""
        if self.thread_id is None:
            self.record.general_closed = closed
        else:
            self.record.topics[self.thread_id].closed = closed

    def block(self, *, blocked: bool = True) -> None:
        """The person blocks the bot, or lets it in again."""
        person = self.record.person
        assert person is not None, "only private chats are blocked"
        self._change_standing(person, "member", "kicked", blocked)
        self.record.blocked = blocked

    def kick(self, by: Person, *, kicked: bool = True) -> None:
        """Somebody throws the bot out of the group, or lets it in again."""
        self._change_standing(by, "member", "kicked", kicked)
        self.record.kicked = kicked

    def mute(self, *, muted: bool = True) -> None:
        """Takes the bot's right to write, or gives it back; sends and edits are refused alike."""
        self.record.muted = muted

    def promote(self, *, admin: bool = True) -> None:
        """Makes the bot an administrator: it then reads everything."""
        self.record.bot_is_admin = admin

    def appoint(self, person: Person) -> None:
        """Makes a person an administrator."""
        self.record.admins.add(person.id)

    def _change_standing(self, by: Person, inside: str, outside: str, out: bool) -> None:
        """Tells the bot that its standing in the chat changed."""
        bot = self.state.world.bot
        old, new = (inside, outside) if out else (outside, inside)
        self.state.tell(
            "my_chat_member",
            {
                "chat": self.record.json(),
                "from": by.json(),
                "date": int(time.time()),
                "old_chat_member": standing(bot, old),
                "new_chat_member": standing(bot, new),
            },
        )

    def upgrade(self, by: Person, tell: Sequence[Literal["old", "new"]] = ("old", "new")) -> "Chat":
        """The group becomes a supergroup, which is returned; its messages stay behind.

        ``tell`` is the order in which the service messages of the old and the new chat reach the
        bot; a name that is left out is not told.
        """
        assert self.record.kind == "group", "only basic groups are upgraded"
        world = self.state.world
        above = world.add_chat("supergroup", self.record.title)
        above.members = dict(self.record.members)
        above.bot_is_admin = self.record.bot_is_admin
        self.record.migrated_to = above.id
        notes = {
            "old": world.add_message(self.record, by, content={"migrate_to_chat_id": above.id}),
            "new": world.add_message(above, by, content={"migrate_from_chat_id": self.id}),
        }
        for name in tell:
            self.state.tell_message(notes[name])
        return Chat(self.state, above, self.patience)
