"""What goes wrong on demand: faults of single calls, and flood limits of chats."""

import math
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Literal

from tests.standins.telegram_checks import PREFIXES, Refused, refusal

JSON = dict[str, Any]

FaultKind = Literal[
    "http_500",
    "html_502",
    "drop_before",
    "drop_after",
    "delay",
    "delay_after",
    "flood",
    "refuse",
]
COUNTED = frozenset({"sendmessage", "editmessagetext", "editmessagereplymarkup"})


@dataclass(slots=True, eq=False)
class Call:
    """One call of the bot: ``status`` is 0 until it is answered, and stays 0 when dropped."""

    method: str
    params: JSON
    chat_id: int | None
    at: float = field(default_factory=time.monotonic)
    status: int = 0
    error: str = ""

    def __str__(self) -> str:
        shown = {key: value for key, value in self.params.items() if key != "chat_id"}
        text = f"{self.method} chat={self.chat_id} -> {self.status} {self.error} {shown}"
        return text if len(text) <= 300 else text[:297] + "..."


@dataclass(slots=True, eq=False)
class Fault:
    """A planned fault; ``left`` is how often it still strikes, None for always.

    With ``chat_id`` it strikes calls for that chat, answers to presses in it among them.

    ``http_500``/``html_502``: an error with a JSON or an HTML body, the call takes no effect.
    ``drop_before``/``drop_after``: the connection breaks before or after the effect.
    ``delay``/``delay_after``: effect and answer, or the answer alone, come ``seconds`` later. A
    caller who is gone by then takes the effect along.
    ``flood``: 429 with ``seconds`` as its ``retry_after``; of a send or an edit it closes the chat.
    ``refuse``: ``description`` with the status ``code``; "Bad Request: " and the like are added.
    """

    method: str
    kind: FaultKind
    left: int | None = 1
    chat_id: int | None = None
    seconds: float = 0.0
    code: int = 400
    description: str = ""
    parameters: JSON = field(default_factory=dict)
    struck: int = 0

    def strikes(self, method: str, chat_id: int | None) -> bool:
        """Whether this call is one that the fault is meant for."""
        return (
            self.left != 0
            and self.method.lower() in {"*", method}
            and self.chat_id in {None, chat_id}
        )

    def refused(self) -> Refused:
        """The refusal of a ``refuse`` fault."""
        prefix = f"{PREFIXES[self.code]}: " if self.code in PREFIXES else ""
        reason = self.description.removeprefix(prefix)
        return Refused(self.code, prefix + reason, self.parameters)


@dataclass(slots=True)
class Faults:
    """The planned faults in the order they were planned; the first fitting one strikes."""

    planned: list[Fault] = field(default_factory=list)

    def take(self, method: str, chat_id: int | None) -> Fault | None:
        """The fault that strikes this call, counted down."""
        for fault in self.planned:
            if fault.strikes(method, chat_id):
                fault.struck += 1
                if fault.left is not None:
                    fault.left -= 1
                return fault
        return None


@dataclass(slots=True)
class FloodGate:
    """Telegram's limit on sends and edits in one group, and who calls while it is closed.

    Off while ``allowed`` is None. A call within ``in_flight`` seconds of the 429 may have been
    on its way already, so it is refused but not held against the bot.
    """

    allowed: int | None = None
    per: float = 60.0
    in_flight: float = 0.1
    private_too: bool = False
    ignored: list[Call] = field(default_factory=list)
    refused: int = 0
    _times: dict[int, deque[float]] = field(default_factory=dict)
    _closed: dict[int, tuple[float, float]] = field(default_factory=dict)

    def check(self, call: Call) -> None:
        """Counts a send or an edit; refuses it with 429 when its chat has had too many."""
        if call.chat_id is None or call.method.lower() not in COUNTED:
            return
        since, until = self._closed.get(call.chat_id, (0.0, 0.0))
        if call.at < until:
            if call.at - since > self.in_flight:
                self.ignored.append(call)
            raise self._too_many(until - call.at)
        if self.allowed is None or (call.chat_id > 0 and not self.private_too):
            return
        times = self._times.setdefault(call.chat_id, deque())
        while times and times[0] <= call.at - self.per:
            times.popleft()
        if len(times) >= self.allowed:
            raise self.close(call.chat_id, times[0] + self.per - call.at)
        times.append(call.at)

    def close(self, chat_id: int | None, seconds: float) -> Refused:
        """Closes a chat for at least ``seconds`` (whole ones) and gives the refusal for it."""
        wait = max(1, math.ceil(seconds))
        if chat_id is not None:
            now = time.monotonic()
            self._closed[chat_id] = (now, now + wait)
        return self._too_many(wait)

    def open(self, chat_id: int) -> None:
        """Ends the wait of a chat, as if its time had passed."""
        self._closed.pop(chat_id, None)

    def _too_many(self, seconds: float) -> Refused:
        """The refusal with the time left."""
        self.refused += 1
        wait = max(1, math.ceil(seconds))
        return refusal(f"retry after {wait}", 429, retry_after=wait)
