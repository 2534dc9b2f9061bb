"""Games: the presets and house rules by the names and signs that people know them by."""

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache
from types import MappingProxyType
from unicodedata import normalize

from bot.i18n import Line, Texts, key, line, plural
from bot.labels import REDEAL
from bot.refusals import Refusal, Refused
from engine import MAX_DEAL, VARIANTS, Rules
from engine.deals import deals_stock

_LONGEST_NAME = 40

HOUSE_FIELDS = ("redeals", "covering_pair", "clear_all", "waste_pair")
"""The rules that any preset can be played with otherwise."""

HOUSE_KEYS: Mapping[str, str] = MappingProxyType(
    {
        "covering_pair": key("house.covering-pair"),
        "clear_all": key("house.clear-all"),
        "waste_pair": key("house.waste-pair"),
    }
)
"""The keys of the house rules' names; redeals have a sign instead."""

GAME_KEYS: Mapping[str, str] = MappingProxyType(
    {
        "classic": key("game.classic"),
        "three-piles": key("game.three-piles"),
        "strict": key("game.strict"),
        "relaxed": key("game.relaxed"),
        "par": key("game.par"),
        "tut": key("game.tut"),
        "apophis": key("game.apophis"),
        "giza": key("game.giza"),
        "triangle": key("game.triangle"),
        "reserve": key("game.reserve"),
        "six-reserve": key("game.six-reserve"),
        "cell": key("game.cell"),
        "covering": key("game.covering"),
        "spanish": key("game.spanish"),
        "six-rows": key("game.six-rows"),
        "open-stock": key("game.open-stock"),
    }
)
"""The keys of the presets' names."""

ABOUT_KEYS: Mapping[str, str] = MappingProxyType(
    {
        "classic": key("about.classic"),
        "three-piles": key("about.three-piles"),
        "strict": key("about.strict"),
        "relaxed": key("about.relaxed"),
        "par": key("about.par"),
        "tut": key("about.tut"),
        "apophis": key("about.apophis"),
        "giza": key("about.giza"),
        "triangle": key("about.triangle"),
        "reserve": key("about.reserve"),
        "six-reserve": key("about.six-reserve"),
        "cell": key("about.cell"),
        "covering": key("about.covering"),
        "spanish": key("about.spanish"),
        "six-rows": key("about.six-rows"),
        "open-stock": key("about.open-stock"),
    }
)
"""The keys of what is different in each preset, in one line."""


@lru_cache(maxsize=256)
def preset_of(rules: Rules) -> str | None:
    """The preset that rules are a house form of: the one with the fewest differences.

    None when they differ from every preset by more than house rules.
    """
    near = [name for name in VARIANTS if not _differences(rules, VARIANTS[name])[1]]
    return min(near, key=lambda name: len(_differences(rules, VARIANTS[name])[0]), default=None)


@lru_cache(maxsize=512)
def _differences(rules: Rules, preset: Rules) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields that differ: house rules, and others."""
    fields = [f for f in Rules.__dataclass_fields__ if getattr(rules, f) != getattr(preset, f)]
    return (
        tuple(field for field in fields if field in HOUSE_FIELDS),
        tuple(field for field in fields if field not in HOUSE_FIELDS),
    )


def game_name(rules: Rules, texts: Texts) -> str:
    """The preset's name with the house rules after it, such as "Pyramid 🔁2 +clear all"."""
    name = preset_of(rules)
    if name is None:
        return texts.say("board.game")
    signs = [
        house_sign(field, getattr(rules, field), texts)
        for field in _differences(rules, VARIANTS[name])[0]
    ]
    return " ".join([texts.say(GAME_KEYS[name]), *signs])


def house_sign(field: str, value: object, texts: Texts) -> str:
    """One house rule shortly: "🔁2", "+clear all", "-waste pairs"."""
    if field == "redeals":
        return f"{REDEAL}{'∞' if value is None else value}"
    return f"{'+' if value else '-'}{texts.say(HOUSE_KEYS[field])}"


def with_house_rule(rules: Rules, field: str, value: int | bool | None) -> Rules:
    """The rules with a house rule set. One that could have no effect is `Refused`."""
    if not deals_stock(rules) and field in ("redeals", "waste_pair"):
        raise Refused(Refusal.HOUSE_NEEDS_STOCK)
    match field:
        case "redeals":
            return replace(rules, redeals=value)
        case "covering_pair":
            return replace(rules, covering_pair=bool(value))
        case "clear_all":
            return replace(rules, clear_all=bool(value))
        case _:
            return replace(rules, waste_pair=bool(value))


def read_deal(text: str, texts: Texts) -> tuple[Rules | None, int | None]:
    """The game and the deal number that a text such as "giza", "48151" or "tut 48151" names.

    Each is None where it is not named. A game is named as on the board or as in `VARIANTS`; the
    number may have a "#". Raises `Refused`.
    """
    words = text.replace("_", " ").split()
    numbers = [word for word in words if word.removeprefix("#").isdecimal()]
    names = " ".join(word for word in words if not word.removeprefix("#").isdecimal())
    if len(numbers) > 1:
        raise Refused(Refusal.BAD_DEAL_NUMBER, highest=MAX_DEAL)
    number = _number(numbers[0]) if numbers else None
    return (_named(names, number, texts) if names else None), number


def _number(word: str) -> int:
    digits = word.removeprefix("#")
    # The length is looked at first: int() of a very long text is slow.
    if len(digits) > len(str(MAX_DEAL)) or not 1 <= int(digits) <= MAX_DEAL:
        raise Refused(Refusal.BAD_DEAL_NUMBER, highest=MAX_DEAL)
    return int(digits)


def _named(name: str, number: int | None, texts: Texts) -> Rules:
    known = {_folded(texts.say(GAME_KEYS[preset])): preset for preset in VARIANTS}
    known |= {preset: preset for preset in VARIANTS}
    wanted = _folded(name[:_LONGEST_NAME])
    for spelling in (wanted, wanted.replace(" ", "-")):
        if spelling in known:
            return VARIANTS[known[spelling]]
    if not any(letter.isalpha() for letter in wanted):
        raise Refused(Refusal.BAD_DEAL_NUMBER, highest=MAX_DEAL)
    near = get_close_matches(wanted, known, n=1, cutoff=0.5)
    if not near:
        raise Refused(Refusal.UNKNOWN_GAME)
    meant = known[near[0]] if number is None else f"{known[near[0]]} {number}"
    raise Refused(Refusal.DID_YOU_MEAN, game=meant)


def _folded(name: str) -> str:
    """A name without the differences that people do not see: case, and composed letters."""
    return normalize("NFC", name).casefold()


def rule_lines(rules: Rules) -> list[Line]:
    """What these rules add to or change in the classic ones, a sentence each."""
    classic = VARIANTS["classic"]
    lines: list[Line] = []
    if rules.layout != classic.layout:
        lines.append(line(_LAYOUT_KEYS[rules.layout]))
    if rules.short_deck:
        lines.append(line("rule.short-deck"))
    if rules.reserve:
        lines.append(line(plural("rule.reserve"), count=rules.reserve))
    lines += [line(key) for field, key in _RULE_KEYS.items() if getattr(rules, field)]
    if deals_stock(rules):
        lines += _stock_lines(rules)
    if rules.clear_all:
        lines.append(line("rule.clear-all"))
    return lines


def _stock_lines(rules: Rules) -> list[Line]:
    lines = []
    if rules.wastes > 1:
        lines.append(line("rule.three-wastes"))
    elif rules.draw > 1:
        lines.append(line("rule.draw-three"))
    if rules.redeals is None:
        lines.append(line("rule.redeals-unlimited"))
    elif rules.redeals:
        lines.append(line(plural("rule.redeals"), count=rules.redeals))
    if rules.open_stock:
        lines.append(line("rule.open-stock"))
    if rules.waste_pair:
        lines.append(line("rule.waste-pair"))
    return lines


_LAYOUT_KEYS = {
    "pyramid6": key("rule.pyramid6"),
    "triangle7": key("rule.triangle7"),
    "giza": key("rule.giza"),
}
_RULE_KEYS = {
    "cells": key("rule.cell"),
    "covering_pair": key("rule.covering-pair"),
    "king_at_apex": key("rule.king-at-apex"),
}
