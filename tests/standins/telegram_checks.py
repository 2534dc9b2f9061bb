"""Telegram's documented limits, and the refusals a bot gets when it oversteps one."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.standins.telegram_html import Formatted, MarkupError, utf16_length
from tests.standins.telegram_text import compose

JSON = dict[str, Any]

MAX_TEXT = 4096
MAX_TOAST = 200
MAX_ROW = 8
MAX_BUTTONS = 100
MAX_DATA_BYTES = 64
MAX_COMMANDS = 100
STYLES = frozenset({"danger", "success", "primary"})
SCOPES = frozenset(
    {
        "default",
        "all_private_chats",
        "all_group_chats",
        "all_chat_administrators",
        "chat",
        "chat_administrators",
        "chat_member",
    }
)
PREFIXES = {400: "Bad Request", 403: "Forbidden", 409: "Conflict", 429: "Too Many Requests"}


@dataclass(eq=False)
class Refused(Exception):
    """A refusal, as the Bot API words it; ``violation`` when the bot broke a documented limit."""

    code: int
    description: str
    parameters: JSON = field(default_factory=dict)
    violation: bool = False


def refusal(reason: str, code: int = 400, **parameters: Any) -> Refused:
    """A refusal for a reason that lies in the world, such as a deleted message."""
    return Refused(code, f"{PREFIXES[code]}: {reason}", parameters)


def breach(reason: str) -> Refused:
    """A refusal for an overstepped limit: it also counts as a violation."""
    return Refused(400, f"Bad Request: {reason}", violation=True)


@dataclass(frozen=True, slots=True)
class Params:
    """The parameters of one call; values are text (from forms) or JSON values (from JSON)."""

    values: Mapping[str, Any]

    def text(self, name: str, default: str = "") -> str:
        """A text value; ``default`` when it is missing."""
        value = self.values.get(name)
        return default if value is None else str(value)

    def integer(self, name: str, default: int = 0) -> int:
        """A whole number; refused when it is none."""
        value = self.values.get(name)
        if value is None or value == "":
            return default
        try:
            return int(value)
        except (TypeError, ValueError):
            raise breach(f"can't parse {name}: not an integer") from None

    def flag(self, name: str) -> bool:
        """A boolean; false when it is missing."""
        return str(self.values.get(name, "")).lower() in {"true", "yes", "1"}

    def json(self, name: str, default: Any = None) -> Any:
        """A JSON-encoded value; refused when it cannot be read."""
        value = self.values.get(name)
        if value is None or value == "":
            return default
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value)
        except ValueError:
            raise breach(f"can't parse {name} JSON object") from None


def checked_text(params: Params, *, editing: bool) -> Formatted:
    """The text of a message, parsed and trimmed, 1 to 4096 UTF-16 units long."""
    source = params.text("text")
    if not source:
        raise breach("message text is empty")
    mode = params.text("parse_mode")
    if mode.upper() not in {"", "HTML"}:
        raise breach("unsupported parse_mode")
    try:
        formatted = compose(source, mode, params.json("entities"))
    except MarkupError as error:
        raise breach(f"can't parse entities: {error}") from None
    if not formatted.text:
        raise breach("text must be non-empty")
    if utf16_length(formatted.text) > MAX_TEXT:
        raise breach("MESSAGE_TOO_LONG" if editing else "message is too long")
    return formatted


def checked_markup(params: Params) -> JSON | None:
    """The inline keyboard as Telegram stores it, without empty rows; None without buttons.

    At most 8 buttons a row and 100 in all, texts not empty, 1 to 64 bytes of callback data,
    a style among Telegram's three.
    """
    markup = params.json("reply_markup")
    if markup is None:
        return None
    if not isinstance(markup, dict):
        raise breach("object expected as reply markup")
    if "inline_keyboard" not in markup:
        return None
    rows = [row for row in markup["inline_keyboard"] if row]
    if any(len(row) > MAX_ROW for row in rows):
        raise breach(f"REPLY_MARKUP_TOO_LONG (more than {MAX_ROW} buttons in a row)")
    if sum(map(len, rows)) > MAX_BUTTONS:
        raise breach(f"REPLY_MARKUP_TOO_LONG (more than {MAX_BUTTONS} buttons)")
    for row in rows:
        for button in row:
            _check_button(button)
    return {"inline_keyboard": rows} if rows else None


def _check_button(button: JSON) -> None:
    """Refuses a button that Telegram would not show."""
    reason = "can't parse inline keyboard button: "
    text = button.get("text")
    if not isinstance(text, str):
        raise breach(reason + 'Field "text" must be of type String')
    if not text.strip():
        raise breach(reason + "button text must be non-empty")
    if set(button) <= {"text", "style", "icon_custom_emoji_id"}:
        raise breach(reason + "Text buttons are unallowed in the inline keyboard")
    data = button.get("callback_data")
    if data is not None and not 1 <= len(str(data).encode()) <= MAX_DATA_BYTES:
        raise breach("BUTTON_DATA_INVALID")
    style = button.get("style")
    if style is not None and style not in STYLES:
        raise breach(f"{reason}unsupported button style {style!r}")


def checked_toast(params: Params) -> str:
    """The text of an answer to a press, at most 200 UTF-16 units."""
    text = params.text("text")
    if utf16_length(text) > MAX_TOAST:
        raise breach("MESSAGE_TOO_LONG")
    return text


def checked_commands(params: Params) -> list[JSON]:
    """A command list: at most 100, names of 1 to 32 of ``a-z0-9_``, descriptions of 1 to 256."""
    commands = params.json("commands")
    if not isinstance(commands, list):
        raise breach("can't parse commands: expected an Array")
    if len(commands) > MAX_COMMANDS:
        raise breach("BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        if not re.fullmatch(r"[a-z0-9_]{1,32}", command.get("command", "")):
            raise breach("BOT_COMMAND_INVALID")
        if not 1 <= utf16_length(command.get("description", "").strip()) <= 256:
            raise breach("BOT_COMMAND_DESCRIPTION_INVALID")
    names = [command["command"] for command in commands]
    if len(set(names)) < len(names):
        raise breach("BOT_COMMAND_INVALID")
    return commands


def checked_language(params: Params) -> str:
    """An empty text or a two-letter language code."""
    code = params.text("language_code")
    if not re.fullmatch(r"(?:[a-z]{2})?", code):
        raise breach("invalid language code specified")
    return code


def checked_scope(params: Params) -> tuple[str, int, int]:
    """The scope of a command list as (type, chat or 0, user or 0)."""
    scope = params.json("scope") or {"type": "default"}
    kind = scope.get("type")
    if kind not in SCOPES:
        raise breach("unsupported bot command scope type")
    return kind, int(scope.get("chat_id", 0)), int(scope.get("user_id", 0))


def checked_length(params: Params, name: str, limit: int) -> str:
    """A text of at most ``limit`` UTF-16 units."""
    text = params.text(name).strip()
    if utf16_length(text) > limit:
        raise breach(f"{name} is too long")
    return text
