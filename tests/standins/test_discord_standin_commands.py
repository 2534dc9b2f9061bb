"""How commands are synced with the Discord stand-in and used there."""

from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest

from tests.standins.discord_api import DiscordApi
from tests.standins.discord_sample_bot import Bot, point_at, running


@pytest.fixture
async def api(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DiscordApi]:
    async with DiscordApi(started_ago=10 * 3600) as made:
        point_at(made, monkeypatch)
        yield made


@pytest.fixture
async def bot(api: DiscordApi) -> AsyncIterator[Bot]:
    async with running(api, Bot()) as made:
        await api.ready()
        yield made


async def test_a_start_syncs_the_commands_and_identifies(api: DiscordApi, bot: Bot) -> None:
    assert sorted(command["name"] for command in api.commands) == ["later", "new", "silent"]
    assert api.sync_count == 1
    assert api.gateway.identifies == 1
    assert [call.route for call in api.calls] == ["me", "application", "commands.sync"]
    assert api.violations == []


async def test_a_command_carries_options_and_language(api: DiscordApi, bot: Bot) -> None:
    chat = api.guild_channel("general")
    answer = await chat.slash(api.user("Ada", locale="it"), "new", deal=5, game="giza")
    assert answer.kind == "message"
    assert chat.messages == [answer.message]
    assert chat.last.content == "it 5 giza"
    assert chat.last.labels == ["go"]
    assert answer.notice is None


@pytest.mark.parametrize(
    "options", [{"deal": 0}, {"deal": "5"}, {"deal": 2**31}, {"card": 1}, {"game": 3}]
)
async def test_a_client_offers_no_values_outside_the_definition(
    api: DiscordApi, bot: Bot, options: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match=r"deal|options|game"):
        api.guild_channel("general").slash_soon(api.user("Ada"), "new", **options)


async def test_a_command_that_is_not_synced_cannot_be_used(api: DiscordApi, bot: Bot) -> None:
    with pytest.raises(ValueError, match="no command /old"):
        api.guild_channel("general").slash_soon(api.user("Ada"), "old")


async def test_commands_are_read_changed_and_deleted(api: DiscordApi, bot: Bot) -> None:
    fetched = {command.name: command for command in await bot.tree.fetch_commands()}
    await fetched["new"].edit(description="Deals again")
    await fetched["silent"].delete()
    assert {command["name"] for command in api.commands} == {"later", "new"}
    assert (await bot.tree.fetch_command(fetched["new"].id)).description == "Deals again"
    with pytest.raises(discord.NotFound):
        await bot.tree.fetch_command(fetched["silent"].id)


async def test_a_second_sync_keeps_the_ids_of_commands(api: DiscordApi, bot: Bot) -> None:
    before = {command["name"]: command["id"] for command in api.commands}
    await bot.tree.sync()
    assert {command["name"]: command["id"] for command in api.commands} == before
    assert api.sync_count == 2


async def test_a_servers_own_commands_are_offered_there_alone(api: DiscordApi, bot: Bot) -> None:
    here, elsewhere = api.guild("Here"), api.guild("Elsewhere")
    bot.tree.copy_global_to(guild=discord.Object(here.id))
    bot.tree.clear_commands(guild=None)
    await bot.tree.sync(guild=discord.Object(here.id))
    await bot.tree.sync()
    ada = api.user("Ada")
    assert (await api.guild_channel("a", guild=here).slash(ada, "new")).kind == "message"
    with pytest.raises(ValueError, match="no command"):
        api.guild_channel("b", guild=elsewhere).slash_soon(ada, "new")
