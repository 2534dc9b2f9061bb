"""Speech: which language a text is in that people see, by what the catalogues say."""

import re
from functools import lru_cache

from babel.messages.pofile import read_po

from bot.i18n import DOMAIN, LANGUAGES, LOCALES
from bot.locales.update import messages

ISOLATE, END = "\u2066", "\u2069"
_FEWEST_LETTERS = 3
_AROUND = re.compile(r"^\W+|\W+$")


@lru_cache
def said(language: str) -> dict[str, tuple[str, ...]]:
    """The texts of a catalogue by key, with their placeholders, one for each plural form."""
    with (LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        return messages(read_po(file, locale=language))


@lru_cache
def _pieces(other: str, language: str) -> frozenset[str]:
    """What one language says around its values and the second one never says."""
    own = "\n".join(text for forms in said(language).values() for text in forms)
    texts = (text for forms in said(other).values() for text in forms)
    bits = (bit for text in texts for bit in re.split(r"\{\w+\}|\n", text))
    found = {_AROUND.sub("", bit) for bit in bits}
    return frozenset(
        piece
        for piece in found
        if sum(map(str.isalpha, piece)) >= _FEWEST_LETTERS and piece not in own
    )


def plain(text: str) -> str:
    """A text without the isolates that right-to-left languages get."""
    return text.replace(ISOLATE, "").replace(END, "")


def foreign(text: str, language: str) -> list[str]:
    """What a text says in other languages than this one; empty for a text of one language."""
    bare = plain(text)
    return [
        piece
        for other in LANGUAGES
        if other != language
        for piece in _pieces(other, language)
        if piece in bare
    ]


def spoken(text: str) -> str:
    """The one language that a text is in, isolated as it asks.

    Raises `AssertionError` for a text of several languages, and for one that says nothing.
    """
    fitting = [language for language in LANGUAGES if not foreign(text, language)]
    assert len(fitting) == 1, (fitting, text)
    check_isolates(text, fitting[0])
    return fitting[0]


def check_isolates(text: str, language: str) -> None:
    """In Arabic every line closes the isolates that it opens; elsewhere there are none."""
    if language != "ar":
        assert plain(text) == text, text
        return
    for line in text.split("\n"):
        depth = 0
        for sign in line:
            depth += (sign == ISOLATE) - (sign == END)
            assert depth >= 0, ascii(line)
        assert depth == 0, ascii(line)
