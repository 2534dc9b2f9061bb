"""Skins: ways to draw the cards on the table as lines of constant number and width."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bot.labels import rank
from engine import Card, Game

Place = Card | None
_EMOJI_RANKS = ("🅰️", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣", "🔟", "🤵", "👸", "👑")
_BLANK = "⬛"


@dataclass(frozen=True, slots=True)
class Skin:
    """One way to draw: `draw` gives the lines; `monospace` says whether they need such a font."""

    draw: Callable[[Game], tuple[str, ...]]
    monospace: bool


def _rows(game: Game) -> Iterable[tuple[int, tuple[Place, ...]]]:
    """The tableau's rows with their indent in half cards: short rows stand in the middle."""
    rows = game.tableau
    widest = max(map(len, rows))
    return [(widest - len(row), row) for row in rows]


def _text(game: Game) -> tuple[str, ...]:
    """Ranks only, four columns a card: "[ 7]" free, "  7 " covered, "  · " gone."""
    playable = set(game.playable)

    def cell(card: Place) -> str:
        if card is None:
            return "  · "
        return f"[{rank(card):>2}]" if card in playable else f" {rank(card):>2} "

    lines = ["  " * indent + "".join(map(cell, row)) for indent, row in _rows(game)]
    return tuple(text.rstrip() for text in lines)


def _emoji(game: Game) -> tuple[str, ...]:
    """A grid of emoji alone, which share one width: a card every second column."""

    def cell(card: Place) -> str:
        return _BLANK if card is None else _EMOJI_RANKS[card.rank - 1]

    return tuple(
        _BLANK * indent + _BLANK.join(map(cell, row)) + _BLANK * indent
        for indent, row in _rows(game)
    )


SKINS: Mapping[str, Skin] = MappingProxyType(
    {"text": Skin(_text, monospace=True), "emoji": Skin(_emoji, monospace=False)}
)
"""The skins by the name that a session's settings hold."""
