"""Rules: what one game of the family is made of, and the presets that have a name."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType

from engine.cards import TEN, Card

CHOICES: Mapping[str, tuple[str | int | bool | None, ...]] = MappingProxyType(
    {
        "layout": ("pyramid7", "pyramid6", "triangle7", "giza"),
        "short_deck": (False, True),
        "reserve": (0, 6, 7),
        "cells": (0, 1),
        "draw": (1, 3),
        "wastes": (1, 3),
        "redeals": (0, 1, 2, None),
        "open_stock": (False, True),
        "waste_pair": (False, True),
        "covering_pair": (False, True),
        "clear_all": (False, True),
        "king_at_apex": (False, True),
    }
)
"""Every field of `Rules` with the values it may take, in the order that tokens number them."""


class InvalidRules(ValueError):
    """A preset that does not exist, or a field or combination of fields that no game has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules of one game; the defaults are the classic one.

    The fields and their values are those of the rule book (and of `CHOICES`): `redeals` counts
    how often the waste may be turned over, None meaning without limit. Raises `InvalidRules`
    naming the field for a value that is not among the choices, and for a combination that
    contradicts itself.
    """

    layout: str = "pyramid7"
    short_deck: bool = False
    reserve: int = 0
    cells: int = 0
    draw: int = 1
    wastes: int = 1
    redeals: int | None = 0
    open_stock: bool = False
    waste_pair: bool = False
    covering_pair: bool = False
    clear_all: bool = False
    king_at_apex: bool = False

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            choices = CHOICES[field.name]
            # 1 == True: the type is compared too, so that one game has one Rules value.
            if not any(value == choice and type(value) is type(choice) for choice in choices):
                raise InvalidRules(f"{field.name} cannot be {value!r}, only one of {choices}")
        if self.layout == "giza" and self.short_deck:
            raise InvalidRules("giza deals 52 cards to the tableau: short_deck has only 48")
        if self.layout == "giza" and self.reserve:
            raise InvalidRules("giza deals all cards to the tableau: none is left for a reserve")
        if self.wastes > self.draw:
            raise InvalidRules("wastes 3 needs draw 3: a draw puts one card on each pile")

    @property
    def target(self) -> int:
        """The sum that a pair makes, and the value of a card that goes alone: 13 or 12."""
        return 12 if self.short_deck else 13

    def value(self, card: Card) -> int:
        """What a card counts: A=1 to K=13, without tens J=10 to K=12."""
        return card.rank - 1 if self.short_deck and card.rank > TEN else card.rank

    def partner_rank(self, card: Card) -> int | None:
        """The rank that pairs with a card; None for a card that goes alone."""
        value = self.target - self.value(card)
        return value + 1 if self.short_deck and value >= TEN else value or None


VARIANTS: Mapping[str, Rules] = MappingProxyType(
    {
        "classic": Rules(),
        "three-piles": Rules(draw=3, wastes=3),
        "strict": Rules(waste_pair=True, clear_all=True),
        "relaxed": Rules(waste_pair=True),
        "par": Rules(waste_pair=True, clear_all=True, redeals=2),
        "tut": Rules(draw=3, redeals=None, king_at_apex=True),
        "apophis": Rules(draw=3, wastes=3, redeals=2, clear_all=True),
        "giza": Rules(layout="giza", clear_all=True),
        "triangle": Rules(layout="triangle7", waste_pair=True, clear_all=True, redeals=2),
        "reserve": Rules(reserve=7, waste_pair=True),
        "six-reserve": Rules(layout="pyramid6", reserve=6, waste_pair=True),
        "cell": Rules(cells=1, waste_pair=True),
        "covering": Rules(covering_pair=True, waste_pair=True),
        "spanish": Rules(short_deck=True),
        "six-rows": Rules(layout="pyramid6", waste_pair=True),
        "open-stock": Rules(open_stock=True, redeals=2),
    }
)
"""The presets by name."""


def rules_of(rules: str | Rules) -> Rules:
    """The rules that a preset's name or a `Rules` value stands for, else `InvalidRules`."""
    if isinstance(rules, Rules):
        return rules
    if rules not in VARIANTS:
        raise InvalidRules(f"no game is called {rules[:32]!r}; there are {', '.join(VARIANTS)}")
    return VARIANTS[rules]
