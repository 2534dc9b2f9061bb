"""Discord's limits on the definitions of application commands."""

import unicodedata
from collections.abc import Sequence
from typing import Any

from tests.standins.discord_errors import FormErrors, Json

LOCALES = frozenset(
    {"id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl"}
    | {"no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi"}
    | {"th", "zh-CN", "ja", "zh-TW", "ko"}
)
"""The languages that Discord's clients offer; Arabic is not among them."""

COMMANDS_MAX = 100
OPTIONS_MAX = 25
CHOICES_MAX = 25
NAME_MAX = 32
DESCRIPTION_MAX = 100
CHOICE_MAX = 100
TEXT_TOTAL_MAX = 8000
SAFE_INTEGER = 2**53

Path = tuple[str | int, ...]

_SUBCOMMAND, _GROUP, _STRING, _INTEGER, _NUMBER = 1, 2, 3, 4, 10
_CHAT_INPUT = 1


def check_commands(definitions: object) -> FormErrors:
    """All limits broken by a list of definitions, as sent to overwrite the whole list."""
    errors = FormErrors()
    if not isinstance(definitions, list) or len(definitions) > COMMANDS_MAX:
        errors.add((), "BASE_TYPE_MAX_LENGTH", "Must be a list of 100 or fewer.")
        return errors
    seen: set[tuple[Any, int]] = set()
    for index, definition in enumerate(definitions):
        _check_command(errors, (index,), definition)
        key = (definition.get("name"), definition.get("type") or _CHAT_INPUT)
        if key in seen:
            text = "Application command names must be unique"
            errors.add((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", text)
        seen.add(key)
    return errors


def check_command(definition: object) -> FormErrors:
    """All limits broken by one definition."""
    errors = FormErrors()
    if isinstance(definition, dict):
        _check_command(errors, (), definition)
    else:
        errors.add((), "MODEL_TYPE_CONVERT", "Only dictionaries may be used.")
    return errors


def is_name(name: object) -> bool:
    """Whether `name` may name a chat command or an option.

    Letters, digits, `-`, `_`, `'` and all characters of the Devanagari and Thai scripts; at most
    32; lower case wherever the script has it.
    """
    return (
        isinstance(name, str)
        and 1 <= len(name) <= NAME_MAX
        and name == name.lower()
        and all(_is_name_character(character) for character in name)
    )


def _is_name_character(character: str) -> bool:
    return (
        character in "-_'"
        or unicodedata.category(character)[0] in "LN"
        or "\u0900" <= character <= "\u097f"
        or "\u0e00" <= character <= "\u0e7f"
    )


def _check_command(errors: FormErrors, path: Path, command: Json) -> None:
    kind = command.get("type") or _CHAT_INPUT
    if kind == _CHAT_INPUT:
        _check_named(errors, path, command)
        _check_options(errors, (*path, "options"), command.get("options") or [])
        if _text_length(command) > TEXT_TOTAL_MAX:
            text = "A command's texts must be 8000 characters or fewer together."
            errors.add(path, "APPLICATION_COMMAND_TOO_LARGE", text)
    elif kind in (2, 3):
        errors.length((*path, "name"), command.get("name"), 1, NAME_MAX, True)
        if command.get("description"):
            text = "Context menu commands cannot have description"
            errors.add((*path, "description"), "APPLICATION_COMMAND_CONTEXT_MENU", text)
    else:
        errors.add((*path, "type"), "BASE_TYPE_CHOICES", "Value must be one of 1, 2, 3.")
    for key, known in (("contexts", {0, 1, 2}), ("integration_types", {0, 1})):
        values = command.get(key)
        if values is not None and (len(set(values)) != len(values) or not set(values) <= known):
            errors.add((*path, key), "BASE_TYPE_CHOICES", f"Must be unique, of {sorted(known)}.")


def _check_named(errors: FormErrors, path: Path, named: Json) -> None:
    if not is_name(named.get("name")):
        text = f"Not a valid name: {named.get('name')!r}"
        errors.add((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", text)
    errors.length((*path, "description"), named.get("description"), 1, DESCRIPTION_MAX, True)
    for locale, name in _localized(errors, path, named, "name_localizations"):
        if not is_name(name):
            text = f"Not a valid name: {name!r}"
            here = (*path, "name_localizations", locale)
            errors.add(here, "APPLICATION_COMMAND_INVALID_NAME", text)
    for locale, text in _localized(errors, path, named, "description_localizations"):
        here = (*path, "description_localizations", locale)
        errors.length(here, text, 1, DESCRIPTION_MAX, True)


def _localized(errors: FormErrors, path: Path, named: Json, key: str) -> list[tuple[str, Any]]:
    texts = named.get(key) or {}
    for locale in texts:
        if locale not in LOCALES:
            errors.add((*path, key, locale), "ENUM_TYPE_COERCE", f"Unknown locale {locale!r}.")
    return list(texts.items())


def _check_options(errors: FormErrors, path: Path, options: Sequence[Json]) -> None:
    if len(options) > OPTIONS_MAX:
        errors.add(path, "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    names = [option.get("name") for option in options]
    optional_seen = False
    for index, option in enumerate(options):
        here = (*path, index)
        _check_named(errors, here, option)
        kind = option.get("type")
        if names.count(option.get("name")) > 1:
            text = "Option names must be unique"
            errors.add((*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED", text)
        if kind in (_SUBCOMMAND, _GROUP):
            _check_options(errors, (*here, "options"), option.get("options") or [])
            continue
        if type(kind) is not int or not 3 <= kind <= 11:
            errors.add((*here, "type"), "BASE_TYPE_CHOICES", "Value must be one of 1 to 11.")
        if option.get("required") and optional_seen:
            text = "Required options must be placed before non-required options"
            errors.add(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text)
        optional_seen = optional_seen or not option.get("required")
        _check_values(errors, here, option)


def _check_values(errors: FormErrors, path: Path, option: Json) -> None:
    kind = option.get("type")
    choices = option.get("choices") or []
    if len(choices) > CHOICES_MAX:
        errors.add((*path, "choices"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    for index, choice in enumerate(choices):
        here = (*path, "choices", index)
        errors.length((*here, "name"), choice.get("name"), 1, CHOICE_MAX, True)
        for locale, name in _localized(errors, here, choice, "name_localizations"):
            errors.length((*here, "name_localizations", locale), name, 1, CHOICE_MAX, True)
        value = choice.get("value")
        if kind == _STRING:
            errors.length((*here, "value"), value, 1, CHOICE_MAX, True)
        elif kind == _INTEGER and type(value) is not int:
            errors.add((*here, "value"), "NUMBER_TYPE_COERCE", "Must be an integer.")
    for key in ("min_value", "max_value"):
        value = option.get(key)
        if value is None:
            continue
        if kind not in (_INTEGER, _NUMBER):
            errors.add((*path, key), "BASE_TYPE_NOT_ALLOWED", "Only numbers have bounds.")
        elif abs(value) > SAFE_INTEGER:
            errors.add((*path, key), "NUMBER_TYPE_MAX", "Must be between -2^53 and 2^53.")
    low, high = option.get("min_value"), option.get("max_value")
    if low is not None and high is not None and low > high:
        text = "The smallest value is above the largest."
        errors.add((*path, "min_value"), "APPLICATION_COMMAND_OPTIONS_MIN_MAX", text)


def _text_length(item: Json) -> int:
    names = [item.get("name") or "", *(item.get("name_localizations") or {}).values()]
    texts = [item.get("description") or "", *(item.get("description_localizations") or {}).values()]
    own = max(map(len, names)) + max(map(len, texts))
    values = sum(
        len(choice.get("name") or "") + len(str(choice.get("value", "")))
        for choice in item.get("choices") or []
    )
    return own + values + sum(_text_length(option) for option in item.get("options") or [])
