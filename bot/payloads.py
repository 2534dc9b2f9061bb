"""Payloads: what a button carries, as at most 64 ASCII bytes.

One action character, a card where the action has one, and a reference to the game that the button
was made for: the game's token, or nothing on a panel without a game. A game whose token outgrows
the button is referred to by its deal and a checksum of its history, after a tilde.
"""

import base64
from dataclasses import dataclass
from enum import Enum
from zlib import crc32

from engine import Card, Game, InvalidToken, NoToken, Rules, UnknownCard
from engine.notation import decode, encode

MAX_BYTES = 64
_MAX_TOKEN = MAX_BYTES - 3
_DEAL_ALONE = "~"
_CHECK_CHARS = 6


class Action(Enum):
    """What a button does; the value is its character."""

    CARD = "c"
    DRAW = "d"
    REDEAL = "r"
    STORE = "s"
    HINT = "h"
    UNDO = "u"
    RESTART = "t"
    NEW = "n"
    NEW_SURE = "N"
    BOARD = "b"
    SETTINGS = "g"
    SKIN_TEXT = "T"
    SKIN_EMOJI = "E"
    ONE_TAP_ON = "P"
    ONE_TAP_OFF = "Q"


ONLY_WHEN_CURRENT = frozenset(
    {Action.DRAW, Action.REDEAL, Action.STORE, Action.UNDO, Action.RESTART}
)
"""Actions that would do another thing, or the same thing twice, on a later position."""

DEALING = frozenset({Action.NEW, Action.NEW_SURE})
"""Actions that may put another game on the table, on the message that was pressed."""

WITHOUT_GAME = frozenset(
    {
        Action.NEW,
        Action.SKIN_TEXT,
        Action.SKIN_EMOJI,
        Action.ONE_TAP_ON,
        Action.ONE_TAP_OFF,
    }
)
"""Actions of panels that stand in chats without a game too: their buttons may name none."""


class InvalidPayload(ValueError):
    """Button data that this module did not make."""


@dataclass(frozen=True, slots=True)
class Payload:
    """A button's data taken apart. `ref` is "" or what `reference` gave for a game."""

    action: Action
    ref: str = ""
    card: Card | None = None

    def __str__(self) -> str:
        return f"{self.action.value}{self.card or ''}{self.ref}"


def parse(data: str) -> Payload:
    """The payload that a button's data holds, else `InvalidPayload`. The reference is not read."""
    if not data.isascii() or not 1 <= len(data) <= MAX_BYTES:
        raise InvalidPayload("a payload has 1 to 64 ASCII characters")
    try:
        action = Action(data[0])
        if action is Action.CARD:
            return Payload(action, data[3:], Card.parse(data[1:3]))
    except (ValueError, UnknownCard) as error:
        raise InvalidPayload("no such action or card") from error
    return Payload(action, data[1:])


def reference(game: Game) -> str:
    """What the buttons of this position carry: it differs from every other position's."""
    try:
        token = game.to_token()
    except NoToken:
        token = None
    if token is not None and len(token) <= _MAX_TOKEN:
        return token
    if game.number is None:
        raise ValueError("a game from given cards has no reference")
    check = base64.urlsafe_b64encode(crc32(game.history).to_bytes(4, "big")).decode("ascii")
    return _DEAL_ALONE + check[:_CHECK_CHARS] + encode(game.rules, game.number, ())


def deal_of(ref: str) -> tuple[Rules, int]:
    """The rules and the deal number of the game that a reference names, else `InvalidToken`."""
    record = decode(_token(ref))
    return record.rules, record.number


def restore(ref: str) -> Game:
    """The game that a reference names, else `InvalidToken`.

    Its history is there too, unless only the deal was carried: then `reference` of the result is
    another one.
    """
    return Game.from_token(_token(ref))


def _token(ref: str) -> str:
    if ref.startswith(_DEAL_ALONE):
        return ref[len(_DEAL_ALONE) + _CHECK_CHARS :]
    if not ref:
        raise InvalidToken("no game is named")
    return ref
