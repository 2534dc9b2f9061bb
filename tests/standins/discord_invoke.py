"""What a person's client sends when a synced command is used: only what Discord's menu offers."""

from collections.abc import Mapping, Sequence

from tests.standins.discord_errors import Json
from tests.standins.discord_people import IN_GUILD, IN_PRIVATE, Access
from tests.standins.discord_world import Channel, World

Value = str | int | float | bool

_SUBCOMMANDS = (1, 2)
_TYPES: Mapping[int, tuple[type, ...]] = {3: (str,), 4: (int,), 5: (bool,), 10: (int, float)}


def command_data(world: World, channel: Channel, name: str, values: Mapping[str, Value]) -> Json:
    """The `data` of using the command `name` ("new", or "group new") with these values.

    ValueError when the command is not offered in this channel or the values do not fit.
    """
    head, *rest = name.split(" ")
    command = _find(world, channel, head)
    data: Json = {"id": command["id"], "name": head, "type": 1}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    level, definition = data, command
    for step in rest:
        definition = _subcommand(definition, step)
        below: Json = {"name": step, "type": definition["type"]}
        level["options"] = [below]
        level = below
    options = definition.get("options") or []
    if any(option["type"] in _SUBCOMMANDS for option in options):
        raise ValueError(f"/{name} needs a subcommand")
    filled = _fill(name, options, values)
    if filled:
        level["options"] = filled
    return data


def raw_command_data(name: str, values: Mapping[str, Value]) -> Json:
    """The same for a command that need not exist, with unchecked values."""
    kinds = {str: 3, bool: 5, int: 4, float: 10}
    options = [{"name": key, "type": kinds[type(v)], "value": v} for key, v in values.items()]
    return {"id": "1", "name": name, "type": 1, "options": options}


def _find(world: World, channel: Channel, name: str) -> Json:
    shelves = [world.commands.get(0, [])]
    if channel.guild is not None:
        shelves.insert(0, world.commands.get(channel.guild.id, []))
    for command in (command for shelf in shelves for command in shelf):
        if command["name"] == name and command["type"] == 1:
            _check_offered(command, channel)
            return command
    names = [command["name"] for shelf in shelves for command in shelf]
    raise ValueError(f"there is no command /{name}; synced: {names}")


def _check_offered(command: Json, channel: Channel) -> None:
    contexts = command.get("contexts")
    if contexts is not None and channel.context not in contexts:
        raise ValueError(f"/{command['name']} is not offered in context {channel.context}")
    personal = channel.context == IN_PRIVATE or channel.access is Access.ABSENT
    if personal and 1 not in command["integration_types"]:
        raise ValueError(f"/{command['name']} cannot be installed by a person")
    if channel.context == IN_GUILD and not personal and 0 not in command["integration_types"]:
        raise ValueError(f"/{command['name']} cannot be installed in a server")


def _subcommand(definition: Json, name: str) -> Json:
    for option in definition.get("options") or []:
        if option["name"] == name and option["type"] in _SUBCOMMANDS:
            found: Json = option
            return found
    raise ValueError(f"/{definition['name']} has no subcommand {name!r}")


def _fill(name: str, options: Sequence[Json], values: Mapping[str, Value]) -> list[Json]:
    by_name = {option["name"]: option for option in options}
    unknown = values.keys() - by_name.keys()
    if unknown:
        raise ValueError(f"/{name} has no options {sorted(unknown)}")
    missing = [key for key, option in by_name.items() if option.get("required")]
    missing = [key for key in missing if key not in values]
    if missing:
        raise ValueError(f"/{name} needs the options {missing}")
    return [_option(by_name[key], value) for key, value in values.items()]


def _option(option: Json, value: Value) -> Json:
    name, kind = option["name"], option["type"]
    types = _TYPES.get(kind)
    if types is None or not isinstance(value, types) or (kind != 5 and isinstance(value, bool)):
        raise ValueError(f"{name} of type {kind} cannot be {value!r}")
    choices = [choice["value"] for choice in option.get("choices") or []]
    if choices and value not in choices:
        raise ValueError(f"{name} is one of {choices}, not {value!r}")
    size = len(value) if isinstance(value, str) else value
    ends = ("min_length", "max_length") if isinstance(value, str) else ("min_value", "max_value")
    low, high = option.get(ends[0]), option.get(ends[1])
    if (low is not None and size < low) or (high is not None and size > high):
        raise ValueError(f"{name} is {low} to {high}, not {value!r}")
    return {"name": name, "type": kind, "value": value}
