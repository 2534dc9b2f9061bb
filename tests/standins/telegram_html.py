"""Reads Telegram's HTML markup as strictly as its documentation words it, so that a slip shows."""

import re
from dataclasses import dataclass
from typing import Any

Entity = dict[str, Any]

TAGS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "span": "spoiler",
    "tg-spoiler": "spoiler",
    "a": "text_link",
    "tg-emoji": "custom_emoji",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
}
_TOKEN = re.compile(r"<[^<>]*>?|&[^;&<>\s]*;?|>")
_REFERENCE = re.compile(r"&(?:lt|gt|amp|quot|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});")
_ATTRIBUTE = re.compile(r"""\s*([a-zA-Z-]+)(?:\s*=\s*("[^"]*"|'[^']*'|[\w.-]+))?""")
_NAMED = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"'}


class MarkupError(ValueError):
    """The markup is refused; the message is Telegram's, without "can't parse entities: "."""


@dataclass(frozen=True, slots=True)
class Formatted:
    """A plain text and its entities, whose offsets and lengths count UTF-16 units."""

    text: str
    entities: tuple[Entity, ...] = ()


@dataclass(frozen=True, slots=True)
class _Open:
    """A tag that still waits for its end."""

    tag: str
    entity: Entity
    start: int


def utf16_length(text: str) -> int:
    """The length of ``text`` in UTF-16 units, the measure of every Telegram limit on texts."""
    return len(text) + sum(1 for char in text if ord(char) > 0xFFFF)


def parse_html(source: str) -> Formatted:
    """The plain text and entities of ``source``.

    Raises `MarkupError` for unknown tags, wrong nesting, and ``<``, ``>`` or ``&`` that are not
    written as references. Telegram itself lets a lone ``&`` or ``>`` pass; its documentation
    (https://core.telegram.org/bots/api#html-style) does not, and neither does this parser.
    """
    pieces: list[str] = []
    entities: list[Entity] = []
    open_tags: list[_Open] = []
    units = position = 0
    for token in _TOKEN.finditer(source):
        plain = source[position : token.start()]
        pieces.append(plain)
        units += utf16_length(plain)
        position = token.end()
        at = len(source[: token.start()].encode())
        word = token[0]
        if word.startswith("</"):
            _close(word, at, units, open_tags, entities)
        elif word.startswith("<"):
            open_tags.append(_opened(word, at, units, open_tags))
        else:
            char = _character(word, at)
            pieces.append(char)
            units += utf16_length(char)
    pieces.append(source[position:])
    if open_tags:
        tag = open_tags[-1].tag
        raise MarkupError(f'Can\'t find end tag corresponding to start tag "{tag}"')
    return Formatted("".join(pieces), tuple(_in_order(entities)))


def _character(reference: str, at: int) -> str:
    """The character that ``reference`` stands for."""
    if not _REFERENCE.fullmatch(reference):
        raise MarkupError(f'Unescaped "{reference[0]}" at byte offset {at}')
    if reference in _NAMED:
        return _NAMED[reference]
    digits = reference[2:-1]
    code = int(digits[1:], 16) if digits[0] in "xX" else int(digits)
    if not 0 < code < 0x110000 or 0xD800 <= code < 0xE000:
        raise MarkupError("Text contains invalid Unicode characters after decoding HTML entities")
    return chr(code)


def _opened(word: str, at: int, units: int, open_tags: list[_Open]) -> _Open:
    """The tag that ``word`` opens, checked against the tags around it."""
    if not word.endswith(">"):
        raise MarkupError(f"Unclosed start tag at byte offset {at}")
    name = re.match(r"<([^\s>]*)", word)
    tag = name[1].lower() if name else ""
    if tag not in TAGS:
        raise MarkupError(f'Unsupported start tag "{tag}" at byte offset {at}')
    outer = [opened.tag for opened in open_tags]
    if outer and not _may_stand(tag, outer):
        raise MarkupError(f'Tag "{tag}" can\'t stand inside "{outer[-1]}" at byte offset {at}')
    attributes = _attributes(word[1 + len(tag) : -1], tag, at)
    return _Open(tag, _entity(tag, attributes, at), units)


def _may_stand(tag: str, outer: list[str]) -> bool:
    """Whether the documentation lets ``tag`` stand inside the tags ``outer``.

    Monospace text holds nothing but ``<code>`` directly in ``<pre>`` and stands in nothing but a
    quotation; quotations, links and custom emoji do not hold their own kind.
    """
    around = set(outer)
    if tag == "code" and outer[-1] == "pre":
        return around <= {"pre", "blockquote"}
    if around & {"pre", "code"}:
        return False
    if tag in {"pre", "code"}:
        return around <= {"blockquote"}
    return tag not in around or tag not in {"blockquote", "a", "tg-emoji"}


def _attributes(written: str, tag: str, at: int) -> dict[str, str]:
    """The attributes of a start tag, with references decoded."""
    found: dict[str, str] = {}
    position = 0
    written = written.rstrip()
    while position < len(written):
        match = _ATTRIBUTE.match(written, position)
        if match is None:
            raise MarkupError(f'Empty attribute name in the tag "{tag}" at byte offset {at}')
        value = (match[2] or "").strip("\"'")
        found[match[1].lower()] = re.sub(r"&[^;]*;?", lambda m: _character(m[0], at), value)
        position = match.end()
    return found


def _entity(tag: str, attributes: dict[str, str], at: int) -> Entity:
    """The entity that a tag stands for, without its place."""
    entity: Entity = {"type": TAGS[tag]}
    if tag == "span" and attributes.get("class") != "tg-spoiler":
        raise MarkupError(f'Tag "span" must have class "tg-spoiler" at byte offset {at}')
    if tag == "a":
        entity["url"] = attributes.get("href", "")
    if tag == "tg-emoji":
        if not attributes.get("emoji-id", "").isdecimal():
            raise MarkupError("Invalid custom emoji identifier specified")
        entity["custom_emoji_id"] = attributes["emoji-id"]
    if tag == "code" and attributes.get("class", "").startswith("language-"):
        entity["language"] = attributes["class"].removeprefix("language-")
    if tag == "blockquote" and "expandable" in attributes:
        entity["type"] = "expandable_blockquote"
    return entity


def _close(word: str, at: int, units: int, open_tags: list[_Open], entities: list[Entity]) -> None:
    """Ends the innermost open tag; an entity without text leaves no trace."""
    if not open_tags:
        raise MarkupError(f"Unexpected end tag at byte offset {at}")
    if not word.endswith(">"):
        raise MarkupError(f"Unclosed end tag at byte offset {at}")
    found = word[2:-1].strip().lower()
    opened = open_tags.pop()
    if found != opened.tag:
        raise MarkupError(
            f'Unmatched end tag at byte offset {at}, expected "</{opened.tag}>", found "</{found}>"'
        )
    entity = {**opened.entity, "offset": opened.start, "length": units - opened.start}
    if entity["length"] and entity.get("url") != "":
        entities.append(entity)


def _in_order(entities: list[Entity]) -> list[Entity]:
    """Entities by place, outer ones first; ``<pre><code class=...>`` becomes one entity."""
    blocks = {_span(entity): entity for entity in entities if entity["type"] == "pre"}
    kept: list[Entity] = []
    for entity in entities:
        language = entity.pop("language", None) if entity["type"] == "code" else None
        if language and _span(entity) in blocks:
            blocks[_span(entity)]["language"] = language
        else:
            kept.append(entity)
    return sorted(kept, key=lambda one: (one["offset"], -one["length"], one["type"]))


def _span(entity: Entity) -> tuple[int, int]:
    """Where an entity lies."""
    return entity["offset"], entity["length"]
