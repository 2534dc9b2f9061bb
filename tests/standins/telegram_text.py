"""Makes of a sent text what Telegram stores: cleaned, trimmed, with entities found in it."""

import re
from bisect import bisect_left
from itertools import accumulate

from tests.standins.telegram_html import Entity, Formatted, MarkupError, parse_html, utf16_length

_COMMAND = re.compile(r"(?<![\w/<>])/([A-Za-z0-9_]{1,64})(?:@([A-Za-z0-9_]{3,32}))?(?![\w/@])")
_MENTION = re.compile(r"(?<![\w@/])@[A-Za-z][A-Za-z0-9_]{3,31}(?!\w)")
_CONTROL = re.compile(r"[\x00-\x09\x0b\x0c\x0e-\x1f]")
_REMOVED = re.compile(r"[\r\u2028-\u202e]")
_MONOSPACE = frozenset({"code", "pre"})


def clean(text: str) -> str:
    """``text`` without the characters that Telegram drops.

    Control characters become blanks; carriage returns and U+2028 ... U+202E (separators and the
    old direction marks) vanish; the isolates U+2066 ... U+2069 stay.
    """
    return _CONTROL.sub(" ", _REMOVED.sub("", text))


def compose(source: str, parse_mode: str, entities: list[Entity] | None = None) -> Formatted:
    """What Telegram stores for ``source``; the text is empty when nothing but blanks was sent.

    Raises `MarkupError` when the markup is refused. Parse modes: "" and "HTML".
    """
    if parse_mode.upper() == "HTML":
        written = parse_html(clean(source))
    else:
        written = Formatted(clean(source), tuple(entities or ()))
        _check_bounds(written)
    return _trimmed(Formatted(written.text, _with_found(written)))


def find_entities(text: str) -> tuple[Entity, ...]:
    """The commands and mentions in a text, as Telegram marks them by itself."""
    found = [("bot_command", match) for match in _COMMAND.finditer(text)]
    found += [("mention", match) for match in _MENTION.finditer(text)]
    return tuple(
        {
            "type": kind,
            "offset": utf16_length(text[: match.start()]),
            "length": utf16_length(match[0]),
        }
        for kind, match in sorted(found, key=lambda pair: pair[1].start())
    )


def commands(text: str) -> list[tuple[str, str | None]]:
    """The commands in a text, each with the user name after the ``@`` or None."""
    return [(match[1], match[2]) for match in _COMMAND.finditer(text)]


def _with_found(written: Formatted) -> tuple[Entity, ...]:
    """The given entities and the found ones, except where the text is monospace or linked."""
    quiet = [
        (entity["offset"], entity["offset"] + entity["length"])
        for entity in written.entities
        if entity["type"] in _MONOSPACE or entity["type"] == "text_link"
    ]
    found = [
        entity
        for entity in find_entities(written.text)
        if not any(start <= entity["offset"] < end for start, end in quiet)
    ]
    order = sorted([*written.entities, *found], key=lambda one: (one["offset"], -one["length"]))
    return tuple(order)


def _check_bounds(written: Formatted) -> None:
    """Refuses explicit entities that lie outside the text."""
    units = utf16_length(written.text)
    for entity in written.entities:
        if entity["offset"] < 0 or entity["length"] < 1:
            raise MarkupError("entity has a wrong offset or length")
        if entity["offset"] + entity["length"] > units:
            raise MarkupError("entity ends after the text")


def _trimmed(written: Formatted) -> Formatted:
    """Blanks go at the start up to the first entity and at the end.

    An entity that holds nothing but blanks is dropped first, so it does not protect them.
    """
    text = written.text
    starts = list(accumulate((utf16_length(char) for char in text), initial=0))

    def index(units: int) -> int:
        return bisect_left(starts, units)

    kept = [
        entity
        for entity in written.entities
        if text[index(entity["offset"]) : index(entity["offset"] + entity["length"])].strip(" \n")
    ]
    end = len(text.rstrip(" \n"))
    protected = index(kept[0]["offset"]) if kept else end
    begin = min(end, protected, len(text) - len(text.lstrip(" \n")))
    shift, limit = starts[begin], starts[end]
    moved = tuple(
        {
            **entity,
            "offset": entity["offset"] - shift,
            "length": min(entity["offset"] + entity["length"], limit) - entity["offset"],
        }
        for entity in kept
    )
    return Formatted(text[begin:end], moved)
