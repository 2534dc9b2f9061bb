"""Discord's limits on messages and commands, as the stand-in checks them."""

from typing import Any

import pytest

from tests.standins.discord_checks import check_message, is_empty
from tests.standins.discord_command_checks import check_command, check_commands
from tests.standins.discord_wire import packer


def button(**changes: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "x", "custom_id": "x", **changes}


def rows(*counts: int) -> list[dict[str, Any]]:
    return [
        {"type": 1, "components": [button(custom_id=f"{row}.{n}") for n in range(count)]}
        for row, count in enumerate(counts)
    ]


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"content": "x" * 2000, "components": rows(5, 5, 5, 5, 5)}, ""),
        ({"content": 5}, "content"),
        ({"embeds": [{"description": "x" * 4097}]}, "description"),
        ({"embeds": [{"description": "x" * 3001}] * 2}, "embeds"),
        ({"components": rows(1, 1, 1, 1, 1, 1)}, "components"),
        ({"components": rows(6)}, "components"),
        ({"components": rows(0)}, "components"),
        ({"components": [button()]}, "type"),
        ({"components": [{"type": 1, "components": [button(), button()]}]}, "custom_id"),
        *(
            ({"components": [{"type": 1, "components": [button(**changes)]}]}, where)
            for changes, where in (
                ({"custom_id": ""}, "custom_id"),
                ({"custom_id": "x" * 101}, "custom_id"),
                ({"custom_id": None}, "custom_id"),
                ({"label": "x" * 81}, "label"),
                ({"label": ""}, "0"),
                ({"label": None, "emoji": {"name": "🎴", "id": None}}, ""),
                ({"emoji": {"name": "card", "id": None}}, "name"),
                ({"style": 6}, "style"),
                ({"style": 0}, "style"),
                ({"style": 5}, "url"),
            )
        ),
        ({"flags": 64}, "flags"),
    ],
)
def test_the_limits_of_messages(body: dict[str, Any], where: str) -> None:
    errors = check_message(body, interaction=False)
    assert (str(errors.found[0][0][-1]) if errors.found else "") == where


@pytest.mark.parametrize("body", [{}, {"content": " \n"}, {"content": None, "embeds": []}])
def test_a_message_that_shows_nothing_is_empty(body: dict[str, Any]) -> None:
    assert is_empty(body)


def definition(**changes: Any) -> dict[str, Any]:
    return {"name": "new", "description": "A new game", **changes}


def option(**changes: Any) -> dict[str, Any]:
    return {"name": "deal", "description": "Its number", "type": 4, **changes}


@pytest.mark.parametrize(
    ("command", "where"),
    [
        (definition(name_localizations={"hi": "नया"}, options=[option(max_value=2**31)]), ""),
        (definition(name="New"), "name"),
        (definition(name="new game"), "name"),
        (definition(name="x" * 33), "name"),
        (definition(description=""), "description"),
        (definition(description="x" * 101), "description"),
        (definition(name_localizations={"ar": "جديد"}), "ar"),
        (definition(description_localizations={"en": "A game"}), "en"),
        (definition(options=[option(name=f"o{n}") for n in range(26)]), "options"),
        (definition(options=[option(), option()]), "name"),
        (definition(options=[option(), option(name="b", required=True)]), "1"),
        (definition(options=[option(type=0)]), "type"),
        (definition(options=[option(choices=[{"name": "a", "value": 1}] * 26)]), "choices"),
        (definition(options=[option(choices=[{"name": "x" * 101, "value": 1}])]), "name"),
        (definition(options=[option(choices=[{"name": "a", "value": "1"}])]), "value"),
        (definition(options=[option(min_value=2, max_value=1)]), "min_value"),
        (definition(contexts=[3]), "contexts"),
        (definition(integration_types=[0, 0]), "integration_types"),
    ],
)
def test_the_limits_of_commands(command: dict[str, Any], where: str) -> None:
    errors = check_command(command)
    assert (str(errors.found[0][0][-1]) if errors.found else "") == where


def test_two_commands_of_one_name_are_refused() -> None:
    assert check_commands([definition(), definition()]).found


def test_an_unknown_compression_is_refused() -> None:
    with pytest.raises(ValueError, match="lzma"):
        packer("lzma")
