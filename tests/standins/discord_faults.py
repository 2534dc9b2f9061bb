"""What can go wrong on the way: injected faults and Discord's rate limits."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from tests.standins.discord_errors import Refused, rate_limited
from tests.standins.discord_signal import Clock

ROUTES = (
    "me",
    "application",
    "gateway",
    "commands.get",
    "commands.sync",
    "commands.edit",
    "callback",
    "original.get",
    "original.edit",
    "original.delete",
    "followup",
    "followup.get",
    "followup.edit",
    "followup.delete",
    "message.get",
    "message.create",
    "message.edit",
    "message.delete",
)
"""The kinds of routes that a fault can name; "*" stands for all of them."""


class Trouble(Enum):
    """The kinds of faults beside Discord's own error codes."""

    SERVER_ERROR = "server_error"
    """500, nothing done."""
    BAD_GATEWAY = "bad_gateway"
    """502 with an HTML page, nothing done."""
    DROP = "drop"
    """The connection is cut and nothing done."""
    LOST_RESPONSE = "lost_response"
    """It is done, but the connection is cut before the answer."""
    LATE_RESPONSE = "late_response"
    """It is done at once, and answered after `seconds`."""
    DELAY = "delay"
    """It is done after `seconds`."""
    RATE_LIMIT = "rate_limit"
    """429 for this route with `seconds` to wait, nothing done."""
    GLOBAL_RATE_LIMIT = "global_rate_limit"
    """429 for the whole bot with `seconds` to wait, nothing done."""


@dataclass(eq=False, slots=True)
class Fault:
    """A planned fault. `left` says how often it will still strike, `hits` how often it did."""

    route: str
    trouble: Trouble | int
    left: int
    seconds: float
    channel_id: int | None
    hits: int = 0

    def refusal(self) -> Refused | None:
        """What the client is told, when the fault is an answer and not a matter of transport."""
        if isinstance(self.trouble, int):
            more = {"retry_after": self.seconds} if self.trouble == 30046 else {}
            return Refused(self.trouble, body=more)
        if self.trouble is Trouble.SERVER_ERROR:
            return Refused(0, status=500, text="500: Internal Server Error")
        if self.trouble is Trouble.RATE_LIMIT:
            return rate_limited(self.seconds)
        if self.trouble is Trouble.GLOBAL_RATE_LIMIT:
            return rate_limited(self.seconds, everywhere=True)
        return None


class FaultPlan:
    """The faults still to come, in the order in which they were planned."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []

    def add(self, fault: Fault) -> Fault:
        """Plans a fault; ValueError for a route that does not exist."""
        if fault.route != "*" and fault.route not in ROUTES:
            raise ValueError(f"no such route kind: {fault.route!r}; there are {', '.join(ROUTES)}")
        self._faults.append(fault)
        return fault

    def end(self, fault: Fault) -> None:
        """Lets a fault strike no more."""
        if fault in self._faults:
            self._faults.remove(fault)

    def clear(self) -> None:
        """Forgets all faults still to come."""
        self._faults.clear()

    def take(self, route: str, channel_id: int | None) -> Fault | None:
        """The fault that strikes this request, used up by one."""
        for fault in self._faults:
            if fault.route in ("*", route) and fault.channel_id in (None, channel_id):
                fault.left -= 1
                fault.hits += 1
                if fault.left <= 0:
                    self._faults.remove(fault)
                return fault
        return None


LIMITS: Mapping[str, tuple[int, float]] = {
    "message.create": (5, 5.0),
    "message.edit": (5, 5.0),
    "message.delete": (5, 1.0),
    "followup": (5, 2.0),
    "followup.edit": (5, 2.0),
    "followup.delete": (5, 2.0),
    "original.edit": (5, 2.0),
    "original.delete": (5, 2.0),
}
"""Requests per seconds for a channel or interaction token; other routes: `OTHER_LIMIT`."""

OTHER_LIMIT = (50, 1.0)
BUCKETS_KEPT = 4096
UNLIMITED = frozenset({"callback"})


@dataclass(slots=True)
class _Bucket:
    ends: float
    used: int = 0


@dataclass(slots=True)
class RateLimits:
    """Counts requests a window and refuses those over the limit.

    Only the newest buckets are kept.
    """

    clock: Clock
    enforced: bool = True
    _buckets: OrderedDict[tuple[str, str], _Bucket] = field(default_factory=OrderedDict)

    def spend(self, route: str, major: str) -> tuple[dict[str, str], Refused | None]:
        """Counts one request; gives the headers, and the refusal when it is one too many."""
        if route in UNLIMITED:
            return {}, None
        limit, window = LIMITS.get(route, OTHER_LIMIT)
        now = self.clock.now()
        bucket = self._buckets.get((route, major))
        if bucket is None or bucket.ends <= now:
            bucket = self._buckets[route, major] = _Bucket(now + window)
            if len(self._buckets) > BUCKETS_KEPT:
                self._buckets.popitem(last=False)
        wait = bucket.ends - now
        if not self.enforced:
            used = 1
        elif bucket.used >= limit:
            return self._headers(route, limit, limit, bucket.ends, wait), rate_limited(wait)
        else:
            bucket.used += 1
            used = bucket.used
        return self._headers(route, limit, used, bucket.ends, wait), None

    @staticmethod
    def _headers(route: str, limit: int, used: int, ends: float, wait: float) -> dict[str, str]:
        return {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(limit - used),
            "X-RateLimit-Reset": f"{ends:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": f"{abs(hash(route)):016x}",
        }
