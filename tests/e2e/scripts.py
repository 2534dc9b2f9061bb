"""Whole games as people press them: the steps of a won and a lost deal, for every platform."""

from collections.abc import Iterable
from dataclasses import dataclass

_SUITS = {"C": "♣️", "S": "♠️", "H": "♥️", "D": "♦️"}
DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Script:
    """A classic deal and steps that can be pressed on it.

    A step is `draw`, or the cards to press one after the other: `KD` or `9S 4H`.
    """

    deal: int
    steps: tuple[str, ...]


def _steps(text: str) -> tuple[str, ...]:
    return tuple(step.strip() for step in text.replace("\n", ",").split(",") if step.strip())


WON = Script(
    1000021,
    _steps(
        """
        6S 7D, 9S 4H, draw, 6D 7C, draw, draw, draw, 4S 9H, draw, QD AS, draw, 6C 7H
        draw, draw, draw, draw, draw, draw, draw, draw, 5S 8S, JD 2C, draw, 3H TC, KD
        draw, draw, 2H JH, JC 2S, 3S TS, draw, KH, draw, JS 2D, draw, 4D 9C, QH AD
        draw, AH QC, 8C 5D, 6H 7S, 9D 4C, draw, 3C TH, KS, QS AC, 8H 5C, 5H 8D
        """
    ),
)
"""Clears the pyramid in 48 moves, with five removals in a row at most."""

LOST = Script(
    285,
    _steps(
        """
        draw, draw, TS 3D, draw, 2D JD, draw, draw, draw, draw, draw, draw, draw, draw, draw
        draw, draw, draw, draw, TH 3S, draw, draw, draw, KD, draw, draw, draw, draw, draw
        """
    ),
)
"""Ends with three pyramid cards removed and no move left after the last draw."""


def face(card: str) -> str:
    """A card as buttons name it: `TD` is "10♦️"."""
    rank, suit = card[0], card[1]
    return ("10" if rank == "T" else rank) + _SUITS[suit]


def presses(step: str) -> tuple[str, ...]:
    """The buttons that a step presses, one after the other, as `button` knows them."""
    return tuple(step.split())


def button(name: str, labels: Iterable[str]) -> str:
    """The label of the button for `draw` or a card, wherever that card lies.

    Raises `LookupError` unless exactly one button fits.
    """
    labels = list(labels)
    if name == DRAW:
        found = [label for label in labels if label.startswith("🎴")]
    else:
        found = [label for label in labels if label.endswith(face(name))]
    if len(found) != 1:
        raise LookupError(f"{len(found)} buttons for {name!r} among {labels}")
    return found[0]
