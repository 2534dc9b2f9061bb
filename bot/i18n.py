"""Texts for people: gettext catalogues by language, and the one place where values enter them.

Messages are named by keys ("refused.covered"); the English catalogue holds English like any
other, and is what a missing message falls back to. A key stands in the code where `say` or `line`
gets it, or in `key` or `plural`, so that Babel finds it.
"""

import gettext
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Union

DOMAIN = "pyramid"
LOCALES = Path(__file__).with_name("locales")
FALLBACK = "en"
LANGUAGES: Mapping[str, str] = MappingProxyType(
    {"en": "English", "ar": "العربية", "it": "Italiano", "hi": "हिन्दी"}
)
"""The languages that have a catalogue, by their own names."""

_LONGEST_NAME = 40
_RIGHT_TO_LEFT = frozenset({"ar", "fa", "he", "ur"})
_ISOLATE, _END = "\u2066", "\u2069"
# A rank, number, letter or command with what belongs to it: a suit behind, a sign in front.
_BARE = r"(?:[🎴🗑🔁📦📥💡↩🔄🆕⚙]\ufe0f? ?)?[0-9A-Za-z_∞]+(?:[♣♠♥♦]\ufe0f?)?"
_ATOM = rf"[/#]?{_BARE}"
# Behind a blank a new sign such as "#" begins a run of its own.
_LEFT_TO_RIGHT = re.compile(rf"{_ATOM}(?: ?[-+=/:,] ?{_ATOM}| {_BARE})*")
_HARD_BLANK = "\u00a0"

Value = Union[str, int, "Line"]


def key(text: str) -> str:
    """A message's key that is said later."""
    return text


def plural(text: str) -> str:
    """The key of a message that has plural forms, chosen by its value `count`."""
    return text


@dataclass(frozen=True, slots=True)
class Line:
    """A text that is not in any language yet: a message's key and its named values.

    A value called `count` chooses the plural form. A value may be a `Line` itself.
    """

    key: str
    values: Mapping[str, Value]


def line(key: str, /, **values: Value) -> Line:
    """A `Line` from a key and named values."""
    return Line(key, values)


@dataclass(frozen=True, slots=True)
class Texts:
    """All texts in one language."""

    language: str
    _catalogue: gettext.NullTranslations

    def say(self, key: str, /, **values: Value) -> str:
        """The message of a key with its values filled in."""
        return self._directed(self._filled(key, values))

    def read(self, text: Line) -> str:
        """A `Line` in this language."""
        return self._directed(self._filled(text.key, text.values))

    def kept(self, run: str) -> str:
        """A run of cards or a picture's line, in its order from left to right in every language."""
        return f"{_ISOLATE}{run}{_END}" if self.language in _RIGHT_TO_LEFT else run

    def picture(self, lines: Sequence[str], *, monospace: bool) -> str:
        """A picture's lines, which keep their order and their shape in every language.

        Where lines begin at the right, those of unequal length would not stand below each other.
        """
        if monospace and self.language in _RIGHT_TO_LEFT:
            width = max(map(len, lines))
            lines = [line + _HARD_BLANK * (width - len(line)) for line in lines]
        return "\n".join(map(self.kept, lines))

    def _filled(self, key: str, values: Mapping[str, Value]) -> str:
        if not values:
            return self._catalogue.gettext(key)
        count = values.get("count")
        if isinstance(count, int):
            template = self._catalogue.ngettext(key, key, count)
        else:
            template = self._catalogue.gettext(key)
        return template.format_map(
            {
                name: self._filled(value.key, value.values) if isinstance(value, Line) else value
                for name, value in values.items()
            }
        )

    def _directed(self, text: str) -> str:
        """Cards, counts, numbers and commands isolated, where the sentence runs the other way.

        Digits and suits have no direction of their own: without this "9♠ + 4♦" would be turned.
        """
        if self.language not in _RIGHT_TO_LEFT:
            return text
        return _LEFT_TO_RIGHT.sub(rf"{_ISOLATE}\g<0>{_END}", text)


@lru_cache(maxsize=16)
def texts(language: str) -> Texts:
    """The texts of a language that has a catalogue."""
    return Texts(language, gettext.translation(DOMAIN, LOCALES, [language, FALLBACK]))


def named_language(name: str) -> str | None:
    """The language that a typed code or own name means, else None."""
    wanted = name[:_LONGEST_NAME].strip().casefold()
    for language, own_name in LANGUAGES.items():
        if wanted in (language, own_name.casefold()):
            return language
    return None


def known_language(tag: str | None) -> str | None:
    """The language of `LANGUAGES` that a tag such as "it-IT" or "ar_EG" means, else None."""
    language = re.split("[-_]", tag or "", maxsplit=1)[0].lower()
    return language if language in LANGUAGES else None
