"""The Bot API methods by which a bot tells about itself: commands, name, descriptions."""

from collections.abc import Callable

from tests.standins.telegram_checks import (
    JSON,
    Params,
    checked_commands,
    checked_language,
    checked_length,
    checked_scope,
)
from tests.standins.telegram_methods import Method
from tests.standins.telegram_state import Profile, State

MAX_NAME = 64
MAX_DESCRIPTION = 512
MAX_SHORT_DESCRIPTION = 120

Store = Callable[[Profile], dict[str, str]]


def set_my_commands(state: State, params: Params) -> bool:
    """Replaces the command list of one scope and language."""
    key = (checked_scope(params), checked_language(params))
    state.profile.commands[key] = checked_commands(params)
    return True


def get_my_commands(state: State, params: Params) -> list[JSON]:
    """The command list of exactly this scope and language."""
    return state.profile.commands.get((checked_scope(params), checked_language(params)), [])


def delete_my_commands(state: State, params: Params) -> bool:
    """Takes the command list of one scope and language away."""
    state.profile.commands.pop((checked_scope(params), checked_language(params)), None)
    return True


def _setter(field: str, limit: int, store: Store) -> Method:
    """A method that keeps one text a language; an empty text takes it away."""

    def keep(state: State, params: Params) -> bool:
        language = checked_language(params)
        text = checked_length(params, field, limit)
        texts = store(state.profile)
        texts.pop(language, None)
        if text:
            texts[language] = text
        return True

    return keep


def _getter(field: str, store: Store) -> Method:
    """A method that gives one text: the language's own, or the one for all languages."""

    def show(state: State, params: Params) -> JSON:
        texts = store(state.profile)
        fallback = state.world.bot.first_name if field == "name" else ""
        return {field: texts.get(checked_language(params), texts.get("", fallback))}

    return show


def _names(profile: Profile) -> dict[str, str]:
    return profile.names


def _descriptions(profile: Profile) -> dict[str, str]:
    return profile.descriptions


def _short_descriptions(profile: Profile) -> dict[str, str]:
    return profile.short_descriptions


PROFILE_METHODS: dict[str, Method] = {
    "setmycommands": set_my_commands,
    "getmycommands": get_my_commands,
    "deletemycommands": delete_my_commands,
    "setmyname": _setter("name", MAX_NAME, _names),
    "getmyname": _getter("name", _names),
    "setmydescription": _setter("description", MAX_DESCRIPTION, _descriptions),
    "getmydescription": _getter("description", _descriptions),
    "setmyshortdescription": _setter(
        "short_description", MAX_SHORT_DESCRIPTION, _short_descriptions
    ),
    "getmyshortdescription": _getter("short_description", _short_descriptions),
}
