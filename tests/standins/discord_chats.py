"""The side of the people: using commands, pressing buttons and reading what the bot shows."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from tests.standins.discord_errors import Json
from tests.standins.discord_interactions import (
    COMMAND,
    COMPONENT,
    DEFERRED_MESSAGE,
    DEFERRED_UPDATE,
    MESSAGE,
    UPDATE,
    Interaction,
)
from tests.standins.discord_invoke import Value, command_data, raw_command_data
from tests.standins.discord_people import Access, User
from tests.standins.discord_signal import DEFAULT_WAIT
from tests.standins.discord_world import Button, Channel, Message, World

T = TypeVar("T")

KINDS = {
    MESSAGE: "message",
    DEFERRED_MESSAGE: "deferred message",
    DEFERRED_UPDATE: "deferred",
    UPDATE: "update",
}

_LINK = 5
_BUTTON = 2


class InteractionFailed(AssertionError):
    """The bot did not acknowledge in time: people see "This interaction failed"."""


class Host(Protocol):
    """What a chat needs from the stand-in that it belongs to."""

    @property
    def world(self) -> World: ...

    def interact(
        self,
        kind: int,
        user: User,
        channel: Channel,
        data: Json,
        source: Message | None,
        forged: Json | None = None,
    ) -> Interaction: ...

    def dump(self, channel: Channel | None = None) -> str: ...


@dataclass(frozen=True, eq=False, slots=True)
class Answer:
    """How the bot answered one command or press; it grows with later follow-ups."""

    interaction: Interaction
    chat: "Chat"

    @property
    def kind(self) -> str:
        """ "update", "deferred", "message", "deferred message", or "" before it is acknowledged."""
        response = self.interaction.response
        return "" if response is None else KINDS[response]

    @property
    def message(self) -> Message | None:
        """The message it made, or for a press that was not answered by one: the pressed one."""
        return self.interaction.original

    @property
    def followups(self) -> list[Message]:
        """The further messages, oldest first."""
        return list(self.interaction.followups)

    @property
    def notices(self) -> list[str]:
        """The texts that only this person sees, oldest first."""
        source, original = self.interaction.source, self.message
        made = [] if original is None or original is source else [original]
        told = [*made, *self.interaction.followups]
        return [one.content for one in told if one.ephemeral and not one.loading]

    @property
    def notice(self) -> str | None:
        """The first of the texts that only this person sees, None while there is none."""
        return next(iter(self.notices), None)

    async def acknowledged(self) -> "Answer":
        """Waits for the acknowledgement; raises InteractionFailed when three seconds pass."""
        if not await self.interaction.acknowledged:
            text = f"This interaction failed: {self.interaction}"
            raise InteractionFailed(f"{text}\n{self.chat.dump()}")
        return self

    async def until(self, condition: Callable[["Answer"], T], within: float = DEFAULT_WAIT) -> T:
        """Waits until `condition(answer)` is true, for example `lambda it: it.notice`."""
        return await self.chat.until(lambda: condition(self), within)


class Chat:
    """A channel, thread, direct message or private group, as the people in it use it."""

    def __init__(self, host: Host, room: Channel) -> None:
        self._host = host
        self.room = room

    @property
    def id(self) -> int:
        return self.room.id

    @property
    def messages(self) -> list[Message]:
        """All messages that everybody here sees, oldest first."""
        return [one for one in self.room.messages.values() if not one.ephemeral]

    @property
    def last(self) -> Message:
        """The newest message that everybody sees; raises AssertionError when there is none."""
        messages = self.messages
        if not messages:
            raise AssertionError(f"no message yet\n{self.dump()}")
        return messages[-1]

    def seen_by(self, user: User) -> list[Message]:
        """All messages that `user` sees, the private ones among them."""
        return [one for one in self.room.messages.values() if one.visible_to(user)]

    async def slash(self, user: User, name: str, **options: Value) -> Answer:
        """Uses a synced command and waits for the acknowledgement."""
        return await self.slash_soon(user, name, **options).acknowledged()

    def slash_soon(self, user: User, name: str, **options: Value) -> Answer:
        """The same without waiting; ValueError when Discord's menu would not allow it."""
        data = command_data(self._host.world, self.room, name, options)
        return self._begin(COMMAND, user, data, None)

    def forge_slash_soon(self, user: User, name: str, **options: Value) -> Answer:
        """Sends a command that need not be synced, with unchecked options."""
        return self._begin(COMMAND, user, raw_command_data(name, options), None)

    async def press(self, user: User, message: Message, button: str) -> Answer:
        """Presses a button, named by its label, full text or custom id; waits likewise."""
        return await self.press_soon(user, message, button).acknowledged()

    def press_soon(self, user: User, message: Message, button: str) -> Answer:
        """The same without waiting; ValueError when this person cannot press it now."""
        if not message.visible_to(user) or message.channel is not self.room:
            raise ValueError(f"{user.name} does not see that message")
        found = self._button(message, button)
        if found.disabled or found.style == _LINK:
            raise ValueError(f"the button {button!r} cannot be pressed")
        return self.forge_press_soon(user, message, found.custom_id)

    async def forge_press(self, user: User, message: Message, custom_id: str) -> Answer:
        """Presses a button that the message need not have, as one of an older version would be.

        Waits for the acknowledgement.
        """
        return await self.forge_press_soon(user, message, custom_id).acknowledged()

    def forge_press_soon(self, user: User, message: Message, custom_id: str) -> Answer:
        """The same without waiting."""
        data: Json = {"custom_id": custom_id, "component_type": _BUTTON, "id": 1}
        if any(button.custom_id == custom_id for button in message.all_buttons()):
            return self._begin(COMPONENT, user, data, message)
        # discord.py only hears presses of buttons that the message in the event shows.
        forged = {"type": _BUTTON, "style": 1, "label": "forged", "custom_id": custom_id}
        return self._begin(COMPONENT, user, data, message, forged)

    def press_lagging_soon(self, user: User, message: Message, custom_id: str) -> Answer:
        """Presses a button that the message has lost since this person's client drew it."""
        data: Json = {"custom_id": custom_id, "component_type": _BUTTON, "id": 1}
        return self._begin(COMPONENT, user, data, message)

    def delete(self, message: Message) -> None:
        """A person with the right to do so deletes a message."""
        message.remove()

    def allow(self, access: Access) -> None:
        """Changes what the bot itself may do here."""
        self.room.access = access

    async def until(self, condition: Callable[[], T], within: float = DEFAULT_WAIT) -> T:
        """Waits until `condition()` is true and returns its value.

        It is looked at whenever something changes here. Raises AssertionError with a picture of
        the chat after `within` seconds.
        """
        return await self.room.changed.until(condition, within, self.dump)

    def dump(self) -> str:
        """The chat in words, for failures."""
        return self._host.dump(self.room)

    def _begin(
        self,
        kind: int,
        user: User,
        data: Json,
        source: Message | None,
        forged: Json | None = None,
    ) -> Answer:
        return Answer(self._host.interact(kind, user, self.room, data, source, forged), self)

    @staticmethod
    def _button(message: Message, name: str) -> Button:
        for read in (_text, _label, _custom_id):
            found = [one for one in message.all_buttons() if read(one) == name]
            if len(found) == 1:
                return found[0]
            if found:
                raise ValueError(f"{len(found)} buttons are called {name!r}: {message.labels}")
        raise ValueError(f"no button {name!r} among {message.labels}")


def _text(button: Button) -> str:
    return button.text


def _label(button: Button) -> str:
    return button.label


def _custom_id(button: Button) -> str:
    return button.custom_id
