"""Discord's limits on a message, checked as strictly as the platform checks them."""

from collections.abc import Sequence
from typing import Any

from tests.standins.discord_errors import FormErrors, Json

CONTENT_MAX = 2000
EMBEDS_MAX = 10
EMBED_DESCRIPTION_MAX = 4096
EMBED_TOTAL_MAX = 6000
ROWS_MAX = 5
BUTTONS_IN_ROW_MAX = 5
CUSTOM_ID_MAX = 100
LABEL_MAX = 80
ATTACHMENTS_MAX = 10

EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_EMBEDS = 1 << 2
SILENT = 1 << 12
COMPONENTS_V2 = 1 << 15

Path = tuple[str | int, ...]

_SELECTS = (3, 5, 6, 7, 8)
_LINK = 5


def check_message(body: Json, *, interaction: bool, path: Path = ()) -> FormErrors:
    """All limits that the given fields of a message break; absent fields are not judged.

    `interaction` allows the ephemeral flag; `path` is where the message lies in the body.
    """
    errors = FormErrors()
    content = body.get("content")
    if content is not None:
        errors.length((*path, "content"), content, 0, CONTENT_MAX, False)
    _check_embeds(errors, (*path, "embeds"), body.get("embeds") or [])
    _check_rows(errors, (*path, "components"), body.get("components") or [])
    if len(body.get("attachments") or []) > ATTACHMENTS_MAX:
        errors.add((*path, "attachments"), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer.")
    flags = body.get("flags") or 0
    allowed = SUPPRESS_EMBEDS | SILENT | (EPHEMERAL if interaction else 0)
    if not isinstance(flags, int) or flags & ~allowed:
        text = f"Flags {flags!r} are not allowed here, or not known to the stand-in."
        errors.add((*path, "flags"), "BITFIELD_INVALID", text)
    return errors


def is_empty(body: Json) -> bool:
    """Whether a message with these fields would show nothing at all."""
    content = body.get("content")
    text = content.strip() if isinstance(content, str) else content
    return not (text or body.get("embeds") or body.get("components") or body.get("attachments"))


def _check_embeds(errors: FormErrors, path: Path, embeds: object) -> None:
    if not isinstance(embeds, list) or len(embeds) > EMBEDS_MAX:
        errors.add(path, "BASE_TYPE_MAX_LENGTH", "Must be a list of 10 or fewer.")
        return
    total = 0
    for index, embed in enumerate(embeds):
        here = (*path, index)
        fields = embed.get("fields") or []
        texts: list[tuple[Path, Any, int]] = [
            ((*here, "title"), embed.get("title"), 256),
            ((*here, "description"), embed.get("description"), EMBED_DESCRIPTION_MAX),
            ((*here, "footer", "text"), (embed.get("footer") or {}).get("text"), 2048),
            ((*here, "author", "name"), (embed.get("author") or {}).get("name"), 256),
        ]
        for number, field in enumerate(fields):
            texts.append(((*here, "fields", number, "name"), field.get("name"), 256))
            texts.append(((*here, "fields", number, "value"), field.get("value"), 1024))
        if len(fields) > 25:
            errors.add((*here, "fields"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer.")
        for where, value, most in texts:
            errors.length(where, value, 0, most, False)
            total += len(value) if isinstance(value, str) else 0
    if total > EMBED_TOTAL_MAX:
        errors.add(path, "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds 6000 characters.")


def _check_rows(errors: FormErrors, path: Path, rows: object) -> None:
    if not isinstance(rows, list) or len(rows) > ROWS_MAX:
        errors.add(path, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
        return
    seen: set[str] = set()
    for index, row in enumerate(rows):
        here = (*path, index)
        if row.get("type") != 1:
            errors.add((*here, "type"), "UNION_TYPE_CHOICES", "Must be an action row (1).")
            continue
        children = row.get("components") or []
        if not 1 <= len(children) <= BUTTONS_IN_ROW_MAX:
            text = "Must be between 1 and 5 in length."
            errors.add((*here, "components"), "BASE_TYPE_BAD_LENGTH", text)
        if any(child.get("type") in _SELECTS for child in children) and len(children) > 1:
            text = "A select menu takes the whole row."
            errors.add((*here, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", text)
        for number, child in enumerate(children):
            _check_child(errors, (*here, "components", number), child, seen)


def _check_child(errors: FormErrors, path: Path, child: Json, seen: set[str]) -> None:
    kind = child.get("type")
    if kind == 2:
        _check_button(errors, path, child)
    elif kind in _SELECTS:
        errors.length((*path, "custom_id"), child.get("custom_id"), 1, CUSTOM_ID_MAX, True)
        if kind == 3:
            _check_options(errors, (*path, "options"), child.get("options") or [])
    else:
        text = "Must be a button (2) or a select menu (3, 5-8)."
        errors.add((*path, "type"), "UNION_TYPE_CHOICES", text)
    custom_id = child.get("custom_id")
    if custom_id is not None:
        if custom_id in seen:
            text = "Component custom id cannot be duplicated"
            errors.add((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", text)
        seen.add(custom_id)


def _check_button(errors: FormErrors, path: Path, button: Json) -> None:
    style = button.get("style")
    if type(style) is not int or not 1 <= style <= 5:
        errors.add((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of 1 to 5.")
    if style == _LINK:
        if "custom_id" in button or not button.get("url"):
            text = "A link button has a url and no custom id."
            errors.add((*path, "url"), "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", text)
    else:
        errors.length((*path, "custom_id"), button.get("custom_id"), 1, CUSTOM_ID_MAX, True)
    errors.length((*path, "label"), button.get("label"), 0, LABEL_MAX, False)
    emoji = button.get("emoji")
    if not button.get("label") and not emoji:
        text = "A button must have a label or an emoji."
        errors.add(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", text)
    # A server's own emoji has an id; without one the name must be a Unicode emoji.
    if emoji and emoji.get("id") is None and str(emoji.get("name") or "a").isascii():
        errors.add((*path, "emoji", "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
    disabled = button.get("disabled")
    if disabled is not None and not isinstance(disabled, bool):
        errors.add((*path, "disabled"), "BASE_TYPE_BOOLEAN", "Must be a boolean.")


def _check_options(errors: FormErrors, path: Path, options: Sequence[Json]) -> None:
    if not 1 <= len(options) <= 25:
        errors.add(path, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 25 in length.")
    for index, option in enumerate(options):
        errors.length((*path, index, "label"), option.get("label"), 1, 100, True)
        errors.length((*path, index, "value"), option.get("value"), 1, 100, True)
