"""REST handlers around messages: channels, acknowledgements, follow-ups."""

from collections import deque
from dataclasses import dataclass, field
from typing import Any

from tests.standins.discord_checks import EPHEMERAL, LOADING, check_message, is_empty
from tests.standins.discord_errors import FormErrors, Json, Refused, too_many_old_edits
from tests.standins.discord_interactions import (
    COMMAND,
    DEFERRED_MESSAGE,
    DEFERRED_UPDATE,
    MESSAGE,
    UPDATE,
    USER_INSTALL_FOLLOWUPS_MAX,
    Desk,
    Interaction,
    callback_json,
)
from tests.standins.discord_people import IN_PRIVATE, Access
from tests.standins.discord_world import Channel, Message, World

OLD_AFTER = 3600.0
SLASH_ANSWER, REPLY = 20, 19

Answer = Json | list[Any] | None


@dataclass(eq=False, slots=True)
class Call:
    """One request as a handler sees it; `status` is filled in when it is answered."""

    route: str
    method: str
    path: str
    args: dict[str, str]
    query: dict[str, str]
    at: float
    body: Any = None
    interaction: Interaction | None = None
    channel_id: int | None = None
    status: int | None = None
    """None while unanswered, 0 when the connection was cut instead."""


@dataclass(eq=False, slots=True)
class Post:
    """The post office: answers everything that has to do with messages."""

    world: World
    desk: Desk
    old_edits_allowed: int | None = None
    """How many edits an hour a message older than an hour may get; None: any number."""
    old_edits_retry_after: float | None = None
    """The wait that a refused edit names; None: what is left of the hour."""
    _old_edits: dict[int, deque[float]] = field(default_factory=dict)

    def get_message(self, call: Call) -> Answer:
        return self._message(call, self._channel(call)).json()

    def list_messages(self, call: Call) -> Answer:
        newest = sorted(self._channel(call).messages.values(), key=lambda one: -one.id)
        limit = int(call.query.get("limit", 50))
        return [one.json() for one in newest if not one.ephemeral][:limit]

    def create_message(self, call: Call) -> Answer:
        channel = self._channel(call, writing=True)
        self._check(call.body, interaction=False, new=True)
        flags = call.body.get("flags") or 0
        kind = REPLY if call.body.get("message_reference") else 0
        message = self.world.post(channel, self.world.bot, call.body, flags=flags, kind=kind)
        return message.json()

    def edit_message(self, call: Call) -> Answer:
        channel = self._channel(call)
        message = self._message(call, channel)
        if message.author is not self.world.bot:
            raise Refused(50005)
        return self._edit(message, call.body)

    def delete_message(self, call: Call) -> Answer:
        self._message(call, self._channel(call)).remove()
        return None

    def _channel(self, call: Call, *, writing: bool = False) -> Channel:
        channel = self.world.channels.get(int(call.args["channel"]))
        if channel is None:
            raise Refused(10003)
        if channel.access is Access.ABSENT or channel.context == IN_PRIVATE:
            raise Refused(50001)
        if writing and channel.access is Access.SILENT:
            raise Refused(50013)
        return channel

    def _message(self, call: Call, channel: Channel) -> Message:
        message = channel.messages.get(int(call.args["message"]))
        if message is None or message.ephemeral:
            raise Refused(10008)
        return message

    def acknowledge(self, call: Call) -> Answer:
        interaction = call.interaction
        if interaction is None or str(interaction.id) != call.args["interaction"]:
            raise Refused(10062)
        if interaction.response is not None:
            if not interaction.excused:
                self.world.violation(f"acknowledged twice: {interaction}")
            raise Refused(40060)
        if interaction.expired:
            raise Refused(10062)
        response, data = call.body.get("type"), call.body.get("data") or {}
        allowed = [MESSAGE, DEFERRED_MESSAGE]
        if interaction.kind != COMMAND:
            allowed += [DEFERRED_UPDATE, UPDATE]
        if response not in allowed:
            errors = FormErrors()
            errors.add(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {allowed}.")
            raise self._invalid(errors)
        if response == UPDATE:
            self._update_source(interaction, data)
        elif response == DEFERRED_UPDATE:
            interaction.original = interaction.source
        else:
            if response == MESSAGE:
                self._check(data, interaction=True, new=True, path=("data",))
            interaction.original = self._respond(interaction, data, response == DEFERRED_MESSAGE)
        self.desk.settle(interaction, response)
        if call.query.get("with_response", "0").lower() in ("1", "true"):
            return callback_json(interaction)
        return None

    def _update_source(self, interaction: Interaction, data: Json) -> None:
        source = interaction.source
        if source is None or source.deleted:
            raise Refused(10008)
        self._edit(source, data, path=("data",))
        interaction.original = source

    def _respond(self, interaction: Interaction, data: Json, loading: bool) -> Message:
        flags = data.get("flags") or 0
        return self.world.post(
            interaction.channel,
            self.world.bot,
            {} if loading else data,
            kind=SLASH_ANSWER if interaction.kind == COMMAND else REPLY,
            flags=flags & ~EPHEMERAL | (LOADING if loading else 0),
            viewer=interaction.user if flags & EPHEMERAL else None,
            origin=interaction.origin(),
            application_id=self.world.bot.id,
        )

    def get_original(self, call: Call) -> Answer:
        return self._answered(call).json()

    def edit_original(self, call: Call) -> Answer:
        return self._edit(self._answered(call), call.body)

    def delete_original(self, call: Call) -> Answer:
        self._answered(call).remove()
        return None

    def follow_up(self, call: Call) -> Answer:
        interaction = self._alive(call)
        original = interaction.original
        self._check(call.body, interaction=True, new=True)
        if original is not None and original.loading and not original.deleted:
            # The first follow-up takes the place of the "is thinking" message.
            return self._edit(original, call.body)
        installed_by_person = "0" not in interaction.channel.install_owners(interaction.user)
        if installed_by_person and len(interaction.followups) >= USER_INSTALL_FOLLOWUPS_MAX:
            raise Refused(40094)
        message = self._respond(interaction, call.body, loading=False)
        interaction.followups.append(message)
        interaction.channel.changed.notify()
        return message.json()

    def _alive(self, call: Call) -> Interaction:
        if call.args["application"] != str(self.world.bot.id):
            raise Refused(10015)
        return self.desk.alive(call.args["token"])

    def _answered(self, call: Call) -> Message:
        """The message that a webhook route names: `@original`, or one of the follow-ups."""
        interaction = self._alive(call)
        name = call.args.get("message")
        original = interaction.original
        candidates = [*interaction.followups, *([] if original is None else [original])]
        if name is None:
            candidates = [] if original is None else [original]
        for message in candidates:
            if name in (None, str(message.id)) and not message.deleted:
                return message
        raise Refused(10008)

    def _edit(self, message: Message, body: Json, path: tuple[str | int, ...] = ()) -> Json:
        after = {
            "content": message.content,
            "embeds": message.embeds,
            "components": message.components,
            "attachments": message.attachments,
        }
        after |= {key: value for key, value in body.items() if key in after}
        self._check(body, interaction=True, new=False, path=path)
        if is_empty(after):
            raise self._empty()
        self._limit_old_edits(message)
        message.flags &= ~LOADING
        message.edit(body, self.world.clock.now())
        return message.json()

    def _limit_old_edits(self, message: Message) -> None:
        now = self.world.clock.now()
        if self.old_edits_allowed is None or now - message.created < OLD_AFTER:
            return
        edits = self._old_edits.setdefault(message.id, deque())
        while edits and now - edits[0] >= OLD_AFTER:
            edits.popleft()
        if len(edits) >= self.old_edits_allowed:
            oldest = edits[0] if edits else now
            left = max(1.0, OLD_AFTER - (now - oldest))
            wait = self.old_edits_retry_after
            raise too_many_old_edits(left if wait is None else wait)
        edits.append(now)

    def _check(
        self, body: Any, *, interaction: bool, new: bool, path: tuple[str | int, ...] = ()
    ) -> None:
        if not isinstance(body, dict):
            raise Refused(50109)
        errors = check_message(body, interaction=interaction, path=path)
        if errors.found:
            raise self._invalid(errors)
        if new and is_empty(body):
            raise self._empty()

    def _invalid(self, errors: FormErrors) -> Refused:
        self.world.violation(f"invalid form body: {errors.lines()}")
        return errors.refusal()

    def _empty(self) -> Refused:
        self.world.violation("an empty message")
        return Refused(50006)
