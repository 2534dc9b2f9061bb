"""The bot's commands in Discord's form, and whether Discord knows them so already."""

import inspect
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.http import Route

from bot.commands import CommandSpec, Option
from bot.i18n import Texts

_MAX_TEXT = 100

Handler = Callable[[discord.Interaction[Any], str, str], Awaitable[None]]


def command_of(
    spec: CommandSpec, texts: Texts, handler: Handler
) -> app_commands.Command[Any, ..., Any]:
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
    choices = {
        o.name: [app_commands.Choice(name=texts.say(k), value=v) for v, k in o.choices.items()]
        for o in spec.options
        if o.choices
    }
    app_commands.choices(**choices)(callback)
    app_commands.describe(**{o.name: texts.say(o.about) for o in spec.options})(callback)
    return app_commands.Command(
        name=spec.name, description=texts.say(spec.about), callback=callback
    )


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
    here = {command.name: _plain(command.to_dict(tree)) for command in tree.get_commands()}
    if there != here:
        await tree.sync()


def _plain(command: dict[str, Any]) -> dict[str, Any]:
    """What makes a command's definition, in one form for both sides: nothing empty or default."""
    kept = {
        name: command.get(name)
        for name in ("name", "description", "description_localizations", "type")
    }
    kept["options"] = [
        {name: value for name, value in option.items() if value not in (None, False, [], {})}
        for option in command.get("options") or []
    ]
    for name in ("contexts", "integration_types"):
        kept[name] = sorted(command.get(name) or [])
    return {name: value for name, value in kept.items() if value}
