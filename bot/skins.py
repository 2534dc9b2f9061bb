"""Skins: ways to draw the cards on the table as lines of constant number and width."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from bot.labels import rank
from engine import Game
from engine.cards import CARDS
from engine.layouts import LAYOUTS

Rows = tuple[tuple[str, ...], ...]
_COVERED = tuple(f" {rank(card):>2} " for card in CARDS)
_FREE = tuple(f"[{rank(card):>2}]" for card in CARDS)
_NARROW = tuple(f"{rank(card):>3}" for card in CARDS)
_GONE = "  · "
_EMOJI_RANKS = ("🅰️", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣", "🔟", "🤵", "👸", "👑")
_EMOJI = tuple(_EMOJI_RANKS[card.rank - 1] for card in CARDS)
_BLANK = "⬛"
_EMOJI_WIDTH = 13


@dataclass(frozen=True, slots=True)
class Skin:
    """One way to draw: `draw` gives the lines; `monospace` says whether they need such a font.

    Below the pyramid lie the columns or the reserve, where the game has them, after a blank line.
    """

    draw: Callable[[Game], tuple[str, ...]]
    monospace: bool


def _text(game: Game) -> tuple[str, ...]:
    """Ranks only, four characters a card: "[ 7]" free, "  7 " covered, "  · " gone.

    A column's cards take three: eight of them would be too wide, and the last one of each is the
    free one anyway.
    """
    pyramid, columns = _parts(game.depict(_FREE, _COVERED, _GONE), game)
    widest = max(map(len, pyramid))
    lines = ["  " * (widest - len(row)) + "".join(row) for row in pyramid]
    if columns:
        _, columns = _parts(game.depict(_NARROW, _NARROW, "  ·"), game)
        lines += ["", *map("".join, columns)]
    if game.reserve:
        lines += ["", "".join(_reserve(game, _FREE, _GONE))]
    return tuple([line.rstrip() for line in lines])


def _emoji(game: Game) -> tuple[str, ...]:
    """A grid of emoji alone, which share one width: a card every second place, columns dense."""

    def centred(cells: str, width: int) -> str:
        left = (_EMOJI_WIDTH - width) // 2
        return _BLANK * left + cells + _BLANK * (_EMOJI_WIDTH - width - left)

    def spread(row: Sequence[str]) -> str:
        return centred(_BLANK.join(row), 2 * len(row) - 1)

    pyramid, columns = _parts(game.depict(_EMOJI, _EMOJI, _BLANK), game)
    lines = [spread(row) for row in pyramid]
    if columns:
        lines.append(_BLANK * _EMOJI_WIDTH)
        lines += [centred("".join(row), len(row)) for row in columns]
    if game.reserve:
        lines += [_BLANK * _EMOJI_WIDTH, spread(_reserve(game, _EMOJI, _BLANK))]
    return tuple(lines)


def _reserve(game: Game, free: Sequence[str], gone: str) -> list[str]:
    """What stands for each place of the reserve, as `Game.depict` does for the tableau."""
    return [gone if card is None else free[card.index] for card in game.reserve]


def _parts(tableau: Rows, game: Game) -> tuple[Rows, Rows]:
    """The pyramid's rows, and the columns as the rows that they make side by side."""
    height = LAYOUTS[game.rules.layout].pyramid_rows
    columns = tableau[height:]
    return tableau[:height], tuple(zip(*columns, strict=True)) if columns else ()


SKINS: Mapping[str, Skin] = MappingProxyType(
    {"text": Skin(_text, monospace=True), "emoji": Skin(_emoji, monospace=False)}
)
"""The skins by the name that a session's settings hold."""
