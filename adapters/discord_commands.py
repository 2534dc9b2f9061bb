"""The bot's commands in Discord's form, and whether Discord knows them so already."""

import inspect
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.http import Route

from bot.commands import CommandSpec, Option
from bot.i18n import Texts, known_language
from bot.pyramid_bot import PyramidBot

_MAX_TEXT = 100

Handler = Callable[[discord.Interaction[Any], str, str], Awaitable[None]]


class CommandTexts(app_commands.Translator):
    """Descriptions in the languages that Discord and the bot both have; names stay English."""

    def __init__(self, bot: PyramidBot) -> None:
        self._bot = bot

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """As the library defines it: None where there is no translation."""
        language = known_language(locale.value)
        if "key" not in string.extras or language in (None, self._bot.texts().language):
            return None
        return self._bot.texts(language).say(string.extras["key"])


SlashCommand = app_commands.Command[Any, ..., Any]


def command_of(spec: CommandSpec, texts: Texts, handler: Handler) -> SlashCommand:
    """The slash command of a spec. `handler` gets the interaction, the name and the arguments as
    one text, in the order of the options."""

    async def callback(interaction: discord.Interaction[Any], **given: Any) -> None:
        words = [str(given[o.name]) for o in spec.options if given.get(o.name) is not None]
        await handler(interaction, spec.name, " ".join(words))

    first = inspect.Parameter(
        "interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction
    )
    # The library reads a command's options from its signature.
    callback.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [first, *map(_parameter, spec.options)]
    )

    def text(key: str) -> app_commands.locale_str:
        return app_commands.locale_str(texts.say(key), key=key)

    choices = {
        o.name: [app_commands.Choice(name=text(key), value=v) for v, key in o.choices.items()]
        for o in spec.options
        if o.choices
    }
    app_commands.choices(**choices)(callback)
    app_commands.describe(**{o.name: text(o.about) for o in spec.options})(callback)
    return app_commands.Command(name=spec.name, description=text(spec.about), callback=callback)


def _parameter(option: Option) -> inspect.Parameter:
    annotation: Any
    if option.choices:
        annotation = str
    elif option.low is None:
        annotation = app_commands.Range[str, 1, _MAX_TEXT]
    else:
        annotation = app_commands.Range[int, option.low, option.high]
    default = inspect.Parameter.empty if option.required else None
    return inspect.Parameter(
        option.name,
        inspect.Parameter.KEYWORD_ONLY,
        annotation=annotation if option.required else annotation | None,
        default=default,
    )


async def sync_if_changed(client: discord.Client, tree: app_commands.CommandTree[Any]) -> None:
    """Tell Discord the tree's commands, unless it knows them so already.

    The definitions are compared as Discord sends them: the library's own reading of them loses
    contexts.
    """
    route = Route(
        "GET", "/applications/{application_id}/commands", application_id=client.application_id
    )
    known = await client.http.request(route, params={"with_localizations": "true"})
    there = {command["name"]: _plain(command) for command in known}
    here = {}
    for command in tree.get_commands():
        translator = tree.translator
        definition = (
            command.to_dict(tree)
            if translator is None
            else await command.get_translated_payload(tree, translator)
        )
        here[command.name] = _plain(definition)
    if there != here:
        await tree.sync()


def _plain(command: dict[str, Any]) -> dict[str, Any]:
    """What makes a command's definition, in one form for both sides: nothing empty or default."""
    kept = {
        name: command.get(name)
        for name in ("name", "description", "description_localizations", "type")
    }
    kept["options"] = [_filled(option) for option in command.get("options") or []]
    for name in ("contexts", "integration_types"):
        kept[name] = sorted(command.get(name) or [])
    definition: dict[str, Any] = _filled(kept)
    return definition


def _filled(value: Any) -> Any:
    """A definition without its empty and default parts, which the sides write differently."""
    if isinstance(value, dict):
        filled = {name: _filled(part) for name, part in value.items()}
        return {name: part for name, part in filled.items() if part not in (None, False, [], {})}
    return [_filled(part) for part in value] if isinstance(value, list) else value
