"""Texts for people: gettext catalogues by language, and the one place where values enter them.

Messages are named by keys ("refused.covered"); the English catalogue holds English like any
other, and is what a missing message falls back to.
"""

import gettext
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Union

DOMAIN = "pyramid"
LOCALES = Path(__file__).with_name("locales")
FALLBACK = "en"


Value = Union[str, int, "Line"]


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
        count = values.get("count")
        if isinstance(count, int):
            template = self._catalogue.ngettext(key, key, count)
        else:
            template = self._catalogue.gettext(key)
        return template.format_map(
            {name: self.read(v) if isinstance(v, Line) else v for name, v in values.items()}
        )

    def read(self, text: Line) -> str:
        """A `Line` in this language."""
        return self.say(text.key, **text.values)


@lru_cache(maxsize=16)
def texts(language: str) -> Texts:
    """The texts of a language that has a catalogue."""
    return Texts(language, gettext.translation(DOMAIN, LOCALES, [language, FALLBACK]))
