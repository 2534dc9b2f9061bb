"""Winnable deals: the shipped lists of deal numbers that can be won, with their difficulty.

`bot/winnable_deals/` holds one text for each preset, a deal a line: its number and a letter, e, m
or h. `make.py` beside them makes them anew.
"""

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType

from bot.games import preset_of
from bot.i18n import key
from engine import VARIANTS, Rules

ANY = "any"
GRADE_KEYS: Mapping[str, str] = MappingProxyType(
    {
        "easy": key("grade.easy"),
        "medium": key("grade.medium"),
        "hard": key("grade.hard"),
    }
)
"""The grades with the keys of their names."""

_LETTERS = {"easy": "e", "medium": "m", "hard": "h"}


def winnable_number(rules: Rules, grade: str, chance: int) -> int | None:
    """A deal number that can be won by these rules and is of a grade, or of `ANY`.

    `chance` chooses among them. None where there is no list: for rules that are no preset.
    """
    name = preset_of(rules)
    if name is None or VARIANTS[name] != rules:
        return None
    numbers = _numbers(name, grade)
    return numbers[chance % len(numbers)] if numbers else None


@lru_cache(maxsize=len(VARIANTS) * 4)
def _numbers(name: str, grade: str) -> tuple[int, ...]:
    source = files("bot.winnable_deals").joinpath(f"{name}.txt")
    if not source.is_file():
        return ()
    lines = source.read_text("ascii").split()
    return tuple(int(deal[:-1]) for deal in lines if grade == ANY or deal[-1] == _LETTERS[grade])
