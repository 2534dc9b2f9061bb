"""How the stand-in says no: refusals in the shape that Discord's REST interface uses."""

import json
from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]

KNOWN: Mapping[int, tuple[int, str]] = {
    0: (401, "401: Unauthorized"),
    10003: (404, "Unknown Channel"),
    10008: (404, "Unknown Message"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    20012: (403, "You are not authorized to perform this action on this application"),
    30046: (
        429,
        "Maximum number of edits to messages older than 1 hour reached. Try again later",
    ),
    40060: (400, "Interaction has already been acknowledged."),
    40094: (400, "This interaction has reached the maximum number of follow-up messages"),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
}
"""Discord's JSON error codes that the stand-in uses: code -> (HTTP status, text)."""


class Refused(Exception):
    """A request that Discord would refuse; carries the status, the body and extra headers."""

    def __init__(
        self,
        code: int,
        *,
        status: int | None = None,
        text: str | None = None,
        body: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        known_status, known_text = KNOWN.get(code, (400, "Unknown error"))
        self.status = known_status if status is None else status
        self.code = code
        self.body: Json = {"message": text or known_text, "code": code, **(body or {})}
        self.headers = dict(headers or {})
        super().__init__(f"{self.status} {code}: {self.body['message']}")


def rate_limited(retry_after: float, *, everywhere: bool = False, scope: str = "user") -> Refused:
    """A 429 with the fields and headers that clients read; `retry_after` is in seconds."""
    headers = {
        "Retry-After": str(max(1, round(retry_after))),
        "X-RateLimit-Scope": "global" if everywhere else scope,
    }
    if everywhere:
        headers["X-RateLimit-Global"] = "true"
    return Refused(
        0,
        status=429,
        text="You are being rate limited.",
        body={"retry_after": retry_after, "global": everywhere},
        headers=headers,
    )


def too_many_old_edits(retry_after: float) -> Refused:
    """The refusal of one more edit of a message older than an hour (error 30046)."""
    return Refused(30046, body={"retry_after": retry_after, "global": False})


class FormErrors:
    """Collects what is wrong with a request body, and where, as Discord reports it."""

    def __init__(self) -> None:
        self.found: list[tuple[tuple[str | int, ...], str, str]] = []

    def add(self, path: tuple[str | int, ...], code: str, text: str) -> None:
        """Notes one fault at `path` (keys and indexes from the body's root)."""
        self.found.append((path, code, text))

    def length(
        self, path: tuple[str | int, ...], value: object, least: int, most: int, required: bool
    ) -> bool:
        """Checks a text's length in characters; an absent one is a fault only if required."""
        if value is None:
            if required:
                self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
            return not required
        if not isinstance(value, str):
            self.add(path, "BASE_TYPE_STRING", "Must be a string.")
            return False
        if not least <= len(value) <= most:
            text = f"Must be between {least} and {most} in length. (It is {len(value)}.)"
            self.add(path, "BASE_TYPE_BAD_LENGTH", text)
            return False
        return True

    def tree(self) -> Json:
        """The nested `errors` object: a level for each key, `_errors` at the leaves."""
        root: Json = {}
        for path, code, text in self.found:
            level = root
            for step in path:
                level = level.setdefault(str(step), {})
            level.setdefault("_errors", []).append({"code": code, "message": text})
        return root

    def lines(self) -> str:
        """All faults in one line for people."""
        return "; ".join(
            f"{'.'.join(map(str, path)) or 'body'}: {text}" for path, _code, text in self.found
        )

    def refusal(self) -> Refused:
        """The 50035 that carries these faults."""
        return Refused(50035, body={"errors": self.tree()})


def encode(value: object) -> bytes:
    """JSON as it goes over the wire."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
