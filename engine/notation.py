"""Notation: a whole game as a short ASCII token, and back.

A token is one number in URL-safe base64, least significant byte first: format version (4 bits),
rules (16 bits, every field by its place in `CHOICES`), deal number (31 bits), count of moves (10
bits), then the moves in mixed radix, the first move the least significant digit. A move's digit is
its place among the legal moves and its base is their count, so a forced move adds nothing.
"""

import base64
import binascii
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import lru_cache

from engine.deals import MAX_DEAL
from engine.variants import CHOICES, InvalidRules, Rules

MAX_MOVES = 999
MAX_CHARS = 400
_VERSION = 1
_VERSION_BITS, _RULES_BITS, _NUMBER_BITS, _COUNT_BITS = 4, 16, 31, 10
_FIELDS = tuple(field.name for field in fields(Rules))


class InvalidToken(ValueError):
    """A text that no game's `to_token` gives. It says what is wrong, never repeats the text."""


class NoToken(ValueError):
    """A game that no token can hold: from given cards, or too long."""


@dataclass(frozen=True, slots=True)
class Record:
    """A token taken apart, before its moves are played: `moves` is the mixed-radix number."""

    rules: Rules
    number: int
    count: int
    moves: int


def encode(rules: Rules, number: int, digits: Iterable[tuple[int, int]]) -> str:
    """The token of the deal and its moves, given as (digit, base) from the first move on.

    Raises `NoToken` above `MAX_MOVES` moves or `MAX_CHARS` characters.
    """
    steps = list(digits)
    if len(steps) > MAX_MOVES:
        raise NoToken(f"a token holds at most {MAX_MOVES} moves")
    value = 0
    for digit, base in reversed(steps):
        value = value * base + digit
    for part, bits in (
        (len(steps), _COUNT_BITS),
        (number, _NUMBER_BITS),
        (_rules_number(rules), _RULES_BITS),
        (_VERSION, _VERSION_BITS),
    ):
        value = value << bits | part
    token = _text(value)
    if len(token) > MAX_CHARS:
        raise NoToken(f"a token has at most {MAX_CHARS} characters")
    return token


def decode(token: str) -> Record:
    """The token's parts, else `InvalidToken`. Whether the moves exist is for the game to say."""
    if not 0 < len(token) <= MAX_CHARS:
        raise InvalidToken(f"a token has 1 to {MAX_CHARS} characters")
    value = _value(token)
    version, value = _split(value, _VERSION_BITS)
    if version != _VERSION:
        raise InvalidToken("the token is of another format version")
    rules_number, value = _split(value, _RULES_BITS)
    number, value = _split(value, _NUMBER_BITS)
    count, moves = _split(value, _COUNT_BITS)
    if not 1 <= number <= MAX_DEAL:
        raise InvalidToken("the token has no deal number")
    if count > MAX_MOVES:
        raise InvalidToken(f"a token holds at most {MAX_MOVES} moves")
    return Record(_rules(rules_number), number, count, moves)


def _split(value: int, bits: int) -> tuple[int, int]:
    return value & ((1 << bits) - 1), value >> bits


def _text(value: int) -> str:
    data = value.to_bytes((value.bit_length() + 7) // 8, "little")
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


def _value(token: str) -> int:
    try:
        data = base64.b64decode(token + "=" * (-len(token) % 4), b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise InvalidToken("the token is not URL-safe base64") from error
    value = int.from_bytes(data, "little")
    # Base64 lets spare bits and zero bytes vary; one position has one token.
    if _text(value) != token:
        raise InvalidToken("the token is not in its one form")
    return value


def _rules_number(rules: Rules) -> int:
    number = 0
    for name in reversed(_FIELDS):
        choices = CHOICES[name]
        number = number * len(choices) + choices.index(getattr(rules, name))
    return number


@lru_cache(maxsize=256)
def _rules(number: int) -> Rules:
    chosen = {}
    for name in _FIELDS:
        number, place = divmod(number, len(CHOICES[name]))
        chosen[name] = CHOICES[name][place]
    if number:
        raise InvalidToken("the token has unknown rules")
    try:
        return Rules(**chosen)  # type: ignore[arg-type]
    except InvalidRules as error:
        raise InvalidToken("the token has rules that no game has") from error
