"""Skins: ways to draw the cards on the table as lines of constant number and width."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar

from bot.labels import rank
from engine import Card, Game
from engine.cards import CARDS
from engine.layouts import LAYOUTS

T = TypeVar("T")
Rows = tuple[tuple[T, ...], ...]
Place = Card | None
_COVERED = tuple(f" {rank(card):>2} " for card in CARDS)
_FREE = tuple(f"[{rank(card):>2}]" for card in CARDS)
_GONE = "  · "
_EMOJI_RANKS = ("🅰️", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣", "🔟", "🤵", "👸", "👑")
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
        lines.append("")
        lines += ["".join(f"{cell.strip(' []'):>3}" for cell in row) for row in columns]
    if game.reserve:
        cells = [_GONE if card is None else _FREE[card.index] for card in game.reserve]
        lines += ["", "".join(cells)]
    return tuple([line.rstrip() for line in lines])


def _emoji(game: Game) -> tuple[str, ...]:
    """A grid of emoji alone, which share one width: a card every second place, columns dense."""

    def cell(card: Place) -> str:
        return _BLANK if card is None else _EMOJI_RANKS[card.rank - 1]

    def centred(cells: Sequence[str], width: int) -> str:
        left = (_EMOJI_WIDTH - width) // 2
        return _BLANK * left + "".join(cells) + _BLANK * (_EMOJI_WIDTH - width - left)

    def spread(row: Sequence[Place]) -> str:
        return centred([_BLANK.join(map(cell, row))], 2 * len(row) - 1)

    pyramid, columns = _parts(game.tableau, game)
    lines = [spread(row) for row in pyramid]
    if columns:
        lines.append(_BLANK * _EMOJI_WIDTH)
        lines += [centred(list(map(cell, row)), len(row)) for row in columns]
    if game.reserve:
        lines += [_BLANK * _EMOJI_WIDTH, spread(game.reserve)]
    return tuple(lines)


def _parts(tableau: Rows[T], game: Game) -> tuple[Rows[T], Rows[T]]:
    """The pyramid's rows, and the columns as the rows that they make side by side."""
    height = LAYOUTS[game.rules.layout].pyramid_rows
    columns = tableau[height:]
    return tableau[:height], tuple(zip(*columns, strict=True)) if columns else ()


SKINS: Mapping[str, Skin] = MappingProxyType(
    {"text": Skin(_text, monospace=True), "emoji": Skin(_emoji, monospace=False)}
)
"""The skins by the name that a session's settings hold."""
