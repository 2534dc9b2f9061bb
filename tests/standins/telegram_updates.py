"""The queue of updates and the long poll that empties it."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.standins.telegram_checks import Params, breach, refusal

JSON = dict[str, Any]

CONFLICT = "terminated by other getUpdates request; make sure that only one bot instance is running"
ON_DEMAND = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
DEFAULT_LIMIT = 100


@dataclass(frozen=True, slots=True)
class Update:
    """One update; its id is 0 while it is held back."""

    kind: str
    payload: JSON
    update_id: int = 0

    def json(self) -> JSON:
        """The ``Update`` object."""
        return {"update_id": self.update_id, self.kind: self.payload}


@dataclass(slots=True)
class Updates:
    """What waits to be fetched, in the order it will be fetched.

    ``log`` keeps the last updates that were queued. With ``conflict`` every poll is refused.
    ``polled`` is called whenever a poll begins to wait.
    """

    polled: Callable[[], None]
    log: deque[Update] = field(default_factory=lambda: deque(maxlen=1000))
    pending: deque[Update] = field(default_factory=deque)
    repeats: deque[Update] = field(default_factory=deque)
    conflict: bool = False
    polls: int = 0
    last_id: int = 700_000_000
    _allowed: frozenset[str] | None = None
    _held: list[Update] | None = None
    _poll: "asyncio.Future[None] | None" = None

    def push(self, update: Update) -> None:
        """Queues an update under the next id, unless it is held back or not asked for."""
        if self._held is not None:
            self._held.append(update)
            return
        if not self._wanted(update.kind):
            return
        self.last_id += 1
        numbered = Update(update.kind, update.payload, self.last_id)
        self.pending.append(numbered)
        self.log.append(numbered)
        self.wake()

    def repeat(self, update: Update) -> None:
        """Hands out an update once more under its old id, whatever was confirmed since."""
        self.repeats.append(update)
        self.wake()

    @contextmanager
    def holding(self) -> Iterator[list[Update]]:
        """Holds updates back; at the end the list goes out as the caller left it.

        The list may be reordered, shortened, or hold an update twice. Ids are given at the end,
        because Telegram's ids always rise.
        """
        held: list[Update] = []
        self._held = held
        try:
            yield held
        finally:
            self._held = None
            for update in held:
                self.push(update)

    @property
    def waiting(self) -> bool:
        """Whether a poll waits for an update."""
        return self._poll is not None and not self._poll.done()

    def wake(self) -> None:
        """Lets a waiting poll look again."""
        if self._poll is not None and self.waiting:
            self._poll.set_result(None)

    def forget(self) -> None:
        """Drops everything that is pending."""
        self.pending.clear()
        self.repeats.clear()

    async def poll(self, params: Params) -> list[JSON]:
        """One ``getUpdates``: at once when something is pending, else after at most ``timeout``.

        A poll ends an older one that still waits, which is refused with 409.
        """
        self.polls += 1
        if self.conflict:
            raise refusal(CONFLICT, 409)
        if self._poll is not None and self.waiting:
            self._poll.set_exception(refusal(CONFLICT, 409))
        limit = params.integer("limit", DEFAULT_LIMIT)
        if not 1 <= limit <= DEFAULT_LIMIT:
            raise breach("limit must be between 1 and 100")
        self._confirm(params.integer("offset"))
        self._ask_for(params.json("allowed_updates"))
        timeout = params.integer("timeout")
        if not self.pending and not self.repeats and timeout > 0:
            await self._wait(timeout)
        return [update.json() for update in self._batch(limit)]

    async def _wait(self, seconds: float) -> None:
        """Until something is pending, another poll comes, or the time is over."""
        loop = asyncio.get_running_loop()
        poll: asyncio.Future[None] = loop.create_future()
        self._poll = poll
        self.polled()
        timer = loop.call_later(seconds, self.wake)
        try:
            await poll
        finally:
            timer.cancel()

    def _batch(self, limit: int) -> list[Update]:
        """The next updates: repeats first, so that the last id of a batch is the newest."""
        batch = [self.repeats.popleft() for _ in range(min(limit, len(self.repeats)))]
        for update in self.pending:
            if len(batch) >= limit:
                break
            batch.append(update)
        return batch

    def _confirm(self, offset: int) -> None:
        """Forgets the updates below ``offset``; a negative one keeps that many from the end."""
        if offset < 0:
            while len(self.pending) > -offset:
                self.pending.popleft()
        while self.pending and self.pending[0].update_id < offset:
            self.pending.popleft()

    def _ask_for(self, kinds: list[str] | None) -> None:
        """Remembers which kinds of updates are asked for; an empty list means the default."""
        if kinds is not None:
            self._allowed = frozenset(kinds) or None

    def _wanted(self, kind: str) -> bool:
        """Whether updates of this kind reach the bot."""
        return kind not in ON_DEMAND if self._allowed is None else kind in self._allowed
