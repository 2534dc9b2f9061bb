"""What people and the bot see of each other through the Discord stand-in."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest

from tests.standins.discord_api import DiscordApi
from tests.standins.discord_chats import InteractionFailed
from tests.standins.discord_people import Access
from tests.standins.discord_sample_bot import Bot, board, point_at, running, view


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


async def test_each_place_is_told_apart(api: DiscordApi, bot: Bot) -> None:
    ada = api.user("Ada")
    for chat, context, kind in (
        (api.guild_channel("general"), "guild", discord.TextChannel),
        (api.thread("games"), "guild", discord.Thread),
        (api.dm(ada), "dm_channel", discord.DMChannel),
    ):
        await chat.slash(ada, "new")
        seen = bot.seen[-1]
        assert isinstance(seen.channel, kind)
        assert seen.channel_id == chat.id
        assert getattr(seen.context, context)
        assert seen.user.id == ada.id
    assert api.violations == []


async def test_a_private_channel_needs_a_persons_own_install(api: DiscordApi, bot: Bot) -> None:
    ada, bob = api.user("Ada"), api.user("Bob")
    chat = api.private_channel(ada, bob)
    with pytest.raises(ValueError, match="installed by a person"):
        chat.slash_soon(ada, "new")
    answer = await chat.forge_slash_soon(ada, "new").acknowledged()
    seen = bot.seen[-1]
    assert seen.context.private_channel
    assert seen.is_user_integration()
    assert not seen.is_guild_integration()
    assert answer.message is not None
    with pytest.raises(discord.Forbidden) as caught:
        await bot.http.send_message(chat.id, params=discord.http.handle_message_parameters("hi"))
    assert caught.value.code == 50001


async def test_a_press_edits_its_message(api: DiscordApi, bot: Bot) -> None:
    async def go(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(content="gone", view=view("a", "b"))

    bot.presses["go"] = go
    chat = api.guild_channel("general")
    message = await board(api, chat)
    answer = await chat.press(api.user("Ada"), message, "go")
    assert answer.kind == "update"
    assert answer.message is message
    assert (message.content, message.labels) == ("gone", ["a", "b"])
    assert [edit.content for edit in message.edits] == ["gone"]
    assert [[button.custom_id for button in row] for row in message.buttons] == [["tap:a", "tap:b"]]
    with pytest.raises(ValueError, match="no button 'go'"):
        chat.press_soon(api.user("Ada"), message, "go")


async def test_a_deferred_press_is_edited_later_and_followed_by_a_notice(
    api: DiscordApi, bot: Bot
) -> None:
    async def go(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="edited")
        await interaction.followup.send("psst", ephemeral=True)

    bot.presses["go"] = go
    chat = api.guild_channel("general")
    message = await board(api, chat)
    ada = api.user("Ada")
    answer = await chat.press(ada, message, "go")
    assert answer.kind == "deferred"
    assert await answer.until(lambda it: it.notice) == "psst"
    assert message.content == "edited"
    assert chat.messages == [message]
    assert [one.content for one in chat.seen_by(ada)] == ["edited", "psst"]
    assert chat.seen_by(api.user("Bob")) == [message]


async def test_the_first_followup_takes_the_place_of_thinking(api: DiscordApi, bot: Bot) -> None:
    chat = api.guild_channel("general")
    answer = await chat.slash(api.user("Ada"), "later")
    assert answer.kind == "deferred message"
    await chat.until(lambda: answer.followups)
    assert answer.message is not None
    assert (answer.message.content, answer.message.loading) == ("thought", False)
    assert answer.notices == ["thought"]
    assert [message.content for message in chat.messages] == ["and more"]


async def test_another_person_cannot_press_on_a_private_message(api: DiscordApi, bot: Bot) -> None:
    async def go(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("yours", view=view("mine"), ephemeral=True)

    bot.presses["go"] = go
    chat = api.guild_channel("general")
    answer = await chat.press(api.user("Ada"), await board(api, chat), "go")
    assert answer.notice == "yours"
    assert answer.message is not None
    with pytest.raises(ValueError, match="does not see"):
        chat.press_soon(api.user("Bob"), answer.message, "mine")


async def test_a_forged_press_reaches_the_bot(api: DiscordApi, bot: Bot) -> None:
    async def forged(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("no such button", ephemeral=True)

    bot.presses["forged"] = forged
    chat = api.guild_channel("general")
    answer = await chat.forge_press(api.user("Ada"), await board(api, chat), "tap:forged")
    assert answer.notice == "no such button"


async def test_an_unacknowledged_command_fails_and_its_token_is_dead(
    api: DiscordApi, bot: Bot
) -> None:
    chat = api.guild_channel("general")
    with pytest.raises(InteractionFailed, match="silent"):
        await chat.slash(api.user("Ada"), "silent")
    assert len(api.violations) == 1
    with pytest.raises(discord.NotFound) as caught:
        await bot.seen[-1].response.send_message("late")
    assert caught.value.code == 10062


async def test_advancing_the_clock_ends_the_three_seconds(api: DiscordApi, bot: Bot) -> None:
    answer = api.guild_channel("general").slash_soon(api.user("Ada"), "silent")
    api.advance(2)
    with pytest.raises(InteractionFailed):
        await answer.acknowledged()


async def test_a_second_acknowledgement_is_refused(api: DiscordApi, bot: Bot) -> None:
    chat = api.guild_channel("general")
    await chat.slash(api.user("Ada"), "new")
    bot.seen[-1].response._response_type = None
    with pytest.raises(discord.HTTPException) as caught:
        await bot.seen[-1].response.send_message("again")
    assert caught.value.code == 40060
    assert len(api.violations) == 1


async def test_a_command_cannot_be_answered_by_an_update(api: DiscordApi, bot: Bot) -> None:
    answer = api.guild_channel("general").slash_soon(api.user("Ada"), "silent")
    interaction = answer.interaction
    url = f"{api.rest_url}/interactions/{interaction.id}/{interaction.token}/callback"
    async with aiohttp.ClientSession() as session:
        for kind in (6, 7):
            async with session.post(url, json={"type": kind}) as response:
                assert response.status == 400
                assert (await response.json())["errors"]["type"]
        async with session.post(url, json={"type": 5}) as response:
            assert response.status == 204
    assert (await answer.acknowledged()).kind == "deferred message"
    assert len(api.violations) == 2


async def test_a_token_dies_after_fifteen_minutes(api: DiscordApi, bot: Bot) -> None:
    await api.guild_channel("general").slash(api.user("Ada"), "new")
    await bot.seen[-1].edit_original_response(content="in time")
    api.advance(15 * 60)
    with pytest.raises(discord.HTTPException) as caught:
        await bot.seen[-1].edit_original_response(content="too late")
    assert (caught.value.status, caught.value.code) == (401, 50027)


async def test_a_deleted_message_is_unknown(api: DiscordApi, bot: Bot) -> None:
    chat = api.guild_channel("general")
    chat.delete(await board(api, chat))
    with pytest.raises(discord.NotFound) as caught:
        await bot.seen[-1].edit_original_response(content="where?")
    assert caught.value.code == 10008


async def test_channel_messages_are_written_read_edited_and_deleted(
    api: DiscordApi, bot: Bot
) -> None:
    chat = api.guild_channel("general")
    channel = bot.get_partial_messageable(chat.id)
    message = await channel.send("one", view=view("x"), file=discord.File(__file__, "a.py"))
    assert chat.last.attachments[0]["filename"] == "a.py"
    assert (await channel.fetch_message(message.id)).content == "one"
    await message.edit(content="two", view=None)
    assert (chat.last.content, chat.last.labels) == ("two", [])
    await message.delete()
    assert chat.messages == []


async def test_a_silenced_bot_may_not_write_but_may_answer(api: DiscordApi, bot: Bot) -> None:
    chat = api.guild_channel("general", access=Access.SILENT)
    with pytest.raises(discord.Forbidden) as caught:
        await bot.get_partial_messageable(chat.id).send("hi")
    assert caught.value.code == 50013
    assert (await chat.slash(api.user("Ada"), "new")).kind == "message"


async def test_many_presses_at_once_are_all_answered(api: DiscordApi, bot: Bot) -> None:
    async def go(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(content=str(interaction.id))

    bot.presses["go"] = go
    chats = [api.guild_channel(f"room {n}") for n in range(20)]
    boards = [await board(api, chat) for chat in chats]
    ada = api.user("Ada")
    pressed = [
        chat.press_soon(ada, message, "go")
        for _ in range(10)
        for chat, message in zip(chats, boards, strict=True)
    ]
    answers = await asyncio.gather(*(answer.acknowledged() for answer in pressed))
    assert {answer.kind for answer in answers} == {"update"}
    assert [message.edit_count for message in boards] == [10] * 20
    assert api.violations == []


async def test_answers_and_followups_are_edited_and_deleted(api: DiscordApi, bot: Bot) -> None:
    chat = api.guild_channel("general")
    answer = await chat.slash(api.user("Ada"), "new")
    interaction = bot.seen[-1]
    followup = await interaction.followup.send("more", wait=True)
    assert [message.content for message in answer.followups] == ["more"]
    await followup.edit(content="less")
    assert chat.last.content == "less"
    await followup.delete()
    assert (await interaction.original_response()).content == "en-US None None"
    await interaction.delete_original_response()
    assert chat.messages == []
    with pytest.raises(discord.NotFound) as caught:
        await interaction.edit_original_response(content="gone")
    assert caught.value.code == 10008


async def test_a_client_with_the_guilds_intent_learns_the_servers(api: DiscordApi) -> None:
    chat = api.guild_channel("general")
    thread = api.thread("games", parent=chat)
    async with running(api, Bot(intents=discord.Intents(guilds=True))) as bot:
        await api.ready()
        await asyncio.wait_for(bot.wait_until_ready(), 5)
        assert [guild.name for guild in bot.guilds] == ["Guild"]
        assert isinstance(bot.get_channel(chat.id), discord.TextChannel)
        assert isinstance(bot.get_channel(thread.id), discord.Thread)
