"""Payloads: what a button carries, as at most 64 ASCII bytes.

One action character, two more for a card or a choice where the action has one, and a reference to
the game that the button was made for: the game's token, or nothing on a panel without a game. A
game whose token outgrows the button is referred to by its deal and a checksum of its history, after
a tilde. While a card is selected, the cards' buttons carry it too, and while the cell waits for a
card, that: a chat whose game is not in memory any more gets back all that the board showed.
"""

import base64
import string
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from zlib import crc32

from bot.i18n import LANGUAGES
from engine import VARIANTS, Card, Game, InvalidToken, NoToken
from engine.cards import CARDS
from engine.notation import decode

MAX_BYTES = 64
MAX_CARRIED_MOVES = 400
"""More moves than a game takes that is not drawn out; each is work for whoever brings it back."""

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
    GAME = "v"
    HOUSE = "H"
    LANGUAGE = "L"
    SOLVE_SURE = "W"
    WINNABLE_ON = "w"
    WINNABLE_OFF = "x"
    REPLAY_FIRST = "F"
    REPLAY_BACK = "B"
    REPLAY_ON = "O"
    REPLAY_LAST = "A"


ONLY_WHEN_CURRENT = frozenset(
    {Action.DRAW, Action.REDEAL, Action.STORE, Action.UNDO, Action.RESTART}
)
"""Actions that would do another thing, or the same thing twice, on a later position."""

DEALING = frozenset({Action.NEW, Action.NEW_SURE, Action.GAME})
"""Actions that may put another game on the table, on the message that was pressed."""

WITHOUT_GAME = frozenset(
    {
        Action.NEW,
        Action.SKIN_TEXT,
        Action.SKIN_EMOJI,
        Action.ONE_TAP_ON,
        Action.ONE_TAP_OFF,
        Action.GAME,
        Action.HOUSE,
        Action.LANGUAGE,
        Action.WINNABLE_ON,
        Action.WINNABLE_OFF,
    }
)
"""Actions of panels that stand in chats without a game too: their buttons may name none."""

PRESETS: Mapping[str, str] = MappingProxyType(
    {f"{place:02}": name for place, name in enumerate(VARIANTS)}
)
"""The preset that a `GAME` button's two characters stand for."""

HOUSE_RULES: Mapping[str, tuple[str, int | bool | None]] = MappingProxyType(
    {
        "r0": ("redeals", 0),
        "r1": ("redeals", 1),
        "r2": ("redeals", 2),
        "rx": ("redeals", None),
        "c0": ("covering_pair", False),
        "c1": ("covering_pair", True),
        "a0": ("clear_all", False),
        "a1": ("clear_all", True),
        "w0": ("waste_pair", False),
        "w1": ("waste_pair", True),
    }
)
"""The field and the value that a `HOUSE` button's two characters stand for."""

NO_LANGUAGE = "--"
"""What a `LANGUAGE` button carries instead of a language: the chat goes by its people again."""

PANEL_CHANGES = frozenset(
    {
        Action.SKIN_TEXT,
        Action.SKIN_EMOJI,
        Action.ONE_TAP_ON,
        Action.ONE_TAP_OFF,
        Action.WINNABLE_ON,
        Action.WINNABLE_OFF,
        Action.HOUSE,
        Action.LANGUAGE,
    }
)
"""Actions that change how a chat plays, and are not everybody's in a shared one."""

REPLAY = frozenset({Action.REPLAY_FIRST, Action.REPLAY_BACK, Action.REPLAY_ON, Action.REPLAY_LAST})
"""Actions that show a step of the replay, which two characters number."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_BESIDE_SELECTED, _FOR_THE_CELL = "p", "k"
"""What stands for `CARD` on a board with a selected card, which goes into the two characters of
the card, and on one whose cell waits."""
_LETTERS = string.ascii_letters + string.digits + "-_"
_PLACES = {letter: place for place, letter in enumerate(_LETTERS)}


class InvalidPayload(ValueError):
    """Button data that this module did not make."""


@dataclass(frozen=True, slots=True)
class Payload:
    """A button's data taken apart. `ref` is "" or what `reference` gave for a game.

    `choice` is a key of `PRESETS` or `HOUSE_RULES`, a language or `NO_LANGUAGE`, for the actions
    that need one. `selected` and `storing` are what the board showed beside the card: which one was
    selected, and whether the cell waited.
    """

    action: Action
    ref: str = ""
    card: Card | None = None
    choice: str = ""
    selected: Card | None = None
    storing: bool = False


def carried(action: Action, ref: str = "", what: str = "") -> str:
    """A button's data: `what` is the card's name or the choice, for the actions that need one."""
    return f"{action.value}{what}{ref}"


def carried_card(
    ref: str, card: Card, selected: Card | None = None, *, storing: bool = False
) -> str:
    """A card button's data, on a board with this selection or with a cell that waits."""
    if storing:
        return f"{_FOR_THE_CELL}{card}{ref}"
    if selected is None:
        return carried(Action.CARD, ref, str(card))
    both = selected.index * len(CARDS) + card.index
    return f"{_BESIDE_SELECTED}{_LETTERS[both // 64]}{_LETTERS[both % 64]}{ref}"


def step_code(step: int) -> str:
    """A replay's step, 0 to 1295, in two characters."""
    return _DIGITS[step // 36] + _DIGITS[step % 36]


def step_of(code: str) -> int:
    """The step that `step_code` wrote, else `InvalidPayload`."""
    if len(code) != 2 or not set(code) <= set(_DIGITS):
        raise InvalidPayload("no such step")
    return int(code, 36)


def parse(data: str) -> Payload:
    """The payload that a button's data holds, else `InvalidPayload`. The reference is not read."""
    if not data.isascii() or not 1 <= len(data) <= MAX_BYTES:
        raise InvalidPayload("a payload has 1 to 64 ASCII characters")
    if data[0] == _BESIDE_SELECTED:
        selected, card = _both(data[1:3])
        return Payload(Action.CARD, data[3:], card, selected=selected)
    storing = data[0] == _FOR_THE_CELL
    try:
        action = Action.CARD if storing else Action(data[0])
        if action is Action.CARD:
            return Payload(action, data[3:], Card.parse(data[1:3]), storing=storing)
        if action in REPLAY:
            step_of(data[1:3])
            return Payload(action, data[3:], choice=data[1:3])
        if action in _CHOICES:
            if data[1:3] not in _CHOICES[action]:
                raise InvalidPayload("no such choice")
            return Payload(action, data[3:], choice=data[1:3])
    except ValueError as error:
        raise InvalidPayload("no such action or card") from error
    return Payload(action, data[1:])


def _both(letters: str) -> tuple[Card, Card]:
    """The selected card and the button's own, as `carried_card` wrote them."""
    try:
        high, low = [_PLACES[letter] for letter in letters]
        selected, card = divmod(64 * high + low, len(CARDS))
        return CARDS[selected], CARDS[card]
    except (IndexError, KeyError, ValueError) as error:
        raise InvalidPayload("no such cards") from error


_CHOICES: Mapping[Action, Mapping[str, object]] = MappingProxyType(
    {
        Action.GAME: PRESETS,
        Action.HOUSE: HOUSE_RULES,
        Action.LANGUAGE: {**LANGUAGES, NO_LANGUAGE: None},
    }
)


def reference(game: Game) -> str:
    """What the buttons of this position carry: it differs from every other position's."""
    try:
        token = game.to_token()
    except NoToken:
        token = None
    if token is not None and len(token) <= _MAX_TOKEN and game.moves_played <= MAX_CARRIED_MOVES:
        return token
    check = base64.urlsafe_b64encode(crc32(game.history).to_bytes(4, "big")).decode("ascii")
    return _DEAL_ALONE + check[:_CHECK_CHARS] + game.deal_token()


def restore(ref: str) -> Game:
    """The game that a reference names, else `InvalidToken`.

    Its history is there too, unless only the deal was carried: then `reference` of the result is
    another one.
    """
    token = _token(ref)
    if decode(token).count > MAX_CARRIED_MOVES:
        raise InvalidToken(f"a button carries at most {MAX_CARRIED_MOVES} moves")
    return Game.from_token(token)


def _token(ref: str) -> str:
    if ref.startswith(_DEAL_ALONE):
        return ref[len(_DEAL_ALONE) + _CHECK_CHARS :]
    if not ref:
        raise InvalidToken("no game is named")
    return ref
