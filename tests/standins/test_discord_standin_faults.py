"""Outages, faults, limits and reconnects of the Discord stand-in, with the real library."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import aiohttp
import discord
import pytest

from tests.standins.discord_api import DiscordApi
from tests.standins.discord_chats import InteractionFailed
from tests.standins.discord_faults import Trouble
from tests.standins.discord_sample_bot import Bot, board, point_at, running


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


async def test_a_wrong_token_is_refused_by_rest(api: DiscordApi) -> None:
    async with Bot() as bot:
        with pytest.raises(discord.LoginFailure):
            await bot.start("wrong")


async def test_a_wrong_token_closes_the_gateway_with_4004(api: DiscordApi, bot: Bot) -> None:
    second = Bot(sync=False)
    await second.login(api.token)
    second.http.token = "wrong"
    with pytest.raises(discord.ConnectionClosed) as caught:
        await second.connect()
    await second.close()
    assert caught.value.code == 4004


@pytest.mark.parametrize("allowed", [0, 2])
async def test_old_messages_take_few_edits(api: DiscordApi, bot: Bot, allowed: int) -> None:
    async def go(interaction: discord.Interaction[Any]) -> None:
        try:
            await interaction.response.edit_message(content="edited")
        except discord.HTTPException as error:
            await interaction.response.send_message(f"a fresh board: {error.code}")

    bot.presses["go"] = go
    chat = api.guild_channel("general")
    message = await board(api, chat)
    api.limit_old_edits(allowed, retry_after=0.01)
    api.advance(3600)
    ada = api.user("Ada")
    kinds = [(await chat.press(ada, message, "go")).kind for _ in range(allowed + 1)]
    assert kinds == ["update"] * allowed + ["message"]
    assert chat.last.content == "a fresh board: 30046"
    assert api.violations == []


@pytest.mark.parametrize("resumable", [True, False])
async def test_an_invalidated_session_is_begun_anew_or_resumed(
    api: DiscordApi, bot: Bot, resumable: bool
) -> None:
    api.gateway.invalidate(resumable=resumable)
    if resumable:
        await api.until(lambda: api.gateway.resumes == 1)
    else:
        await api.until(lambda: api.gateway.identifies == 2)
    assert (await api.guild_channel("general").slash(api.user("Ada"), "new")).message


@pytest.mark.parametrize("how", ["ask", "close", "drop"])
async def test_a_resumed_session_replays_what_was_missed(
    api: DiscordApi, bot: Bot, how: str
) -> None:
    chat = api.guild_channel("general")
    if how == "ask":
        api.gateway.ask_reconnect()
    elif how == "close":
        api.gateway.close(4000)
    else:
        api.gateway.drop()
    answer = chat.slash_soon(api.user("Ada"), "new")
    assert (await answer.acknowledged()).kind == "message"
    assert (api.gateway.resumes, api.gateway.identifies) == (1, 1)
    assert api.violations == []


async def test_an_outage_refuses_connections_until_it_is_over(
    api: DiscordApi, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.backoff.ExponentialBackoff, "delay", lambda self: 0.02)
    async with api.outage():
        await api.until(lambda: not api.gateway.identified)
        async with aiohttp.ClientSession() as session:
            with pytest.raises(aiohttp.ClientConnectorError):
                await session.ws_connect(api.gateway_url)
    await api.ready()
    assert api.gateway.resumes == 1


async def test_an_interaction_without_a_client_is_nobodys_fault(api: DiscordApi) -> None:
    answer = api.guild_channel("general").forge_slash_soon(api.user("Ada"), "new")
    with pytest.raises(InteractionFailed):
        await answer.acknowledged()
    assert api.violations == []


@pytest.mark.parametrize("trouble", [Trouble.RATE_LIMIT, Trouble.GLOBAL_RATE_LIMIT])
async def test_a_429_is_waited_out_by_the_library(
    api: DiscordApi, bot: Bot, trouble: Trouble
) -> None:
    chat = api.guild_channel("general")
    fault = api.fault("message.create", trouble, seconds=0.05)
    await bot.get_partial_messageable(chat.id).send("hi")
    assert fault.hits == 1
    assert [call.status for call in api.calls if call.route == "message.create"] == [429, 200]


async def test_a_fault_can_be_bound_to_one_chat(api: DiscordApi, bot: Bot) -> None:
    here, there = api.guild_channel("here"), api.guild_channel("there")
    api.fault("message.create", 50001, chat=there)
    await bot.get_partial_messageable(here.id).send("hi")
    with pytest.raises(discord.Forbidden):
        await bot.get_partial_messageable(there.id).send("hi")


async def test_a_dropped_request_has_no_effect_but_a_lost_response_has(
    api: DiscordApi, bot: Bot
) -> None:
    chat = api.guild_channel("general")
    channel = bot.get_partial_messageable(chat.id)
    for trouble, count in ((Trouble.DROP, 0), (Trouble.LOST_RESPONSE, 1)):
        api.fault("message.create", trouble)
        with pytest.raises((aiohttp.ClientError, ConnectionError)):
            await channel.send("hi")
        assert len(chat.messages) == count


async def test_server_errors_look_like_discords(api: DiscordApi) -> None:
    api.fault("me", Trouble.SERVER_ERROR)
    api.fault("me", Trouble.BAD_GATEWAY)
    headers = {"Authorization": f"Bot {api.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        found = []
        for _ in range(3):
            async with session.get(f"{api.rest_url}/users/@me") as response:
                found.append((response.status, response.headers["Content-Type"].split(";")[0]))
    assert found == [(500, "application/json"), (502, "text/html"), (200, "application/json")]


async def test_requests_over_the_limit_are_refused(api: DiscordApi) -> None:
    chat = api.guild_channel("general")
    url = f"{api.rest_url}/channels/{chat.id}/messages"
    headers = {"Authorization": f"Bot {api.token}"}
    remaining = []
    async with aiohttp.ClientSession(headers=headers) as session:
        for _ in range(5):
            async with session.post(url, json={"content": "hi"}) as response:
                remaining.append(response.headers["X-RateLimit-Remaining"])
        async with session.post(url, json={"content": "hi"}) as response:
            assert response.status == 429
            body = await response.json()
    assert remaining == ["4", "3", "2", "1", "0"]
    assert 0 < body["retry_after"] <= 5
    assert len(chat.messages) == 5


async def test_a_message_over_the_limits_is_refused_and_noted(api: DiscordApi, bot: Bot) -> None:
    channel = bot.get_partial_messageable(api.guild_channel("general").id)
    with pytest.raises(discord.HTTPException) as caught:
        await channel.send("x" * 2001)
    assert caught.value.code == 50035
    with pytest.raises(discord.HTTPException) as caught:
        await channel.send("  ")
    assert caught.value.code == 50006
    assert len(api.violations) == 2


async def test_a_wait_that_fails_shows_the_chat(api: DiscordApi, bot: Bot) -> None:
    chat = api.guild_channel("general")
    await board(api, chat)
    with pytest.raises(AssertionError, match=r"(?s)not true.*en-US None None.*'go'"):
        await chat.until(lambda: False, 0.01)


async def test_a_client_without_compression_and_one_with_zstd_are_served(api: DiscordApi) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(f"{api.gateway_url}?v=10&encoding=json") as plain:
            assert (await plain.receive_json(timeout=5))["op"] == 10
        address = f"{api.gateway_url}?v=10&encoding=json&compress=zstd-stream"
        async with session.ws_connect(address) as packed:
            assert (await packed.receive_bytes(timeout=5)).startswith(b"\x28\xb5\x2f\xfd")
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(f"{api.gateway_url}?v=10&encoding=json&compress=lzma")


async def test_a_fault_on_an_unknown_route_is_a_mistake(api: DiscordApi) -> None:
    with pytest.raises(ValueError, match="no such route"):
        api.fault("messages", 500)


async def test_a_lost_acknowledgement_may_be_sent_again(api: DiscordApi, bot: Bot) -> None:
    codes = []

    async def go(interaction: discord.Interaction[Any]) -> None:
        with pytest.raises((aiohttp.ClientError, ConnectionError)):
            await interaction.response.defer()
        with pytest.raises(discord.HTTPException) as caught:
            await interaction.response.defer()
        codes.append(caught.value.code)
        await interaction.edit_original_response(content="edited")

    bot.presses["go"] = go
    chat = api.guild_channel("general")
    message = await board(api, chat)
    api.fault("callback", Trouble.LOST_RESPONSE)
    answer = await chat.press(api.user("Ada"), message, "go")
    await chat.until(lambda: message.content == "edited")
    assert (answer.kind, codes, api.violations) == ("deferred", [40060], [])


@pytest.mark.parametrize("code", [10062, 10008, 30046])
async def test_any_error_code_can_be_injected(api: DiscordApi, bot: Bot, code: int) -> None:
    async def go(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(content="edited")

    bot.presses["go"] = go
    chat = api.guild_channel("general")
    message = await board(api, chat)
    api.fault("callback", code, times=5, seconds=0.01)
    answer = chat.press_soon(api.user("Ada"), message, "go")
    error = await asyncio.wait_for(bot.errors.get(), 5)
    assert isinstance(error, discord.HTTPException)
    assert error.code == code
    api.advance(3)
    with pytest.raises(InteractionFailed):
        await answer.acknowledged()
    assert api.violations == []


async def test_a_late_response_comes_to_what_was_done_at_once(api: DiscordApi, bot: Bot) -> None:
    heard = asyncio.Event()

    async def go(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(content="edited")
        heard.set()

    bot.presses["go"] = go
    chat = api.guild_channel("general")
    message = await board(api, chat)
    api.fault("callback", Trouble.LATE_RESPONSE, seconds=0.3)
    await chat.press(api.user("Ada"), message, "go")
    assert message.content == "edited"
    assert not heard.is_set()
    await heard.wait()


async def test_interactions_can_be_told_backwards_and_once_more(api: DiscordApi, bot: Bot) -> None:
    done: list[str] = []

    async def press(interaction: discord.Interaction[Any], name: str) -> None:
        done.append(name)
        await interaction.response.edit_message(content=name)

    bot.presses |= {name: partial(press, name=name) for name in ("first", "second")}
    bot.labels = ["first", "second"]
    chat, ada = api.guild_channel("general"), api.user("Ada")
    message = await board(api, chat)
    with api.backwards():
        pressed = [chat.press_soon(ada, message, name) for name in ("first", "second")]
    for answer in pressed:
        await answer.acknowledged()
    assert done == ["second", "first"]
    api.deliver(pressed[0].interaction)
    error = await bot.errors.get()
    assert isinstance(error, discord.HTTPException)
    assert error.code == 40060
    assert done == ["second", "first", "first"]
    assert len(api.violations) == 1


async def test_a_fault_that_is_ended_strikes_no_more(api: DiscordApi, bot: Bot) -> None:
    chat, ada = api.guild_channel("general"), api.user("Ada")
    fault = api.fault("callback", Trouble.RATE_LIMIT, times=99, seconds=60)
    api.end_fault(fault)
    await chat.slash(ada, "new")
    assert fault.hits == 0
