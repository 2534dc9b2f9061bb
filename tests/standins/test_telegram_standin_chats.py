"""Chats of the Telegram stand-in: who hears what, topics, upgrades, and being shut out."""

from collections.abc import AsyncIterator

import pytest
from telegram import Bot, Update
from telegram.error import BadRequest, ChatMigrated, Forbidden

from tests.standins.telegram_api import BotApi
from tests.standins.telegram_sample_bot import sample_bot


@pytest.fixture
async def api() -> AsyncIterator[BotApi]:
    async with BotApi() as running:
        yield running


@pytest.fixture
async def bot(api: BotApi) -> AsyncIterator[Bot]:
    async with Bot(api.token, base_url=f"{api.url}/bot") as running:
        yield running


async def texts_of(bot: Bot, offset: int = 0) -> list[str]:
    return [one.message.text or "" for one in await updates(bot, offset) if one.message]


async def updates(bot: Bot, offset: int = 0) -> tuple[Update, ...]:
    return await bot.get_updates(offset=offset, timeout=0)


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("hello", False),
        ("/new", True),
        ("/new@pyramid_standin_bot 5", True),
        ("/new@OtherBot", False),
        ("see /new", False),
    ],
)
async def test_privacy_mode_lets_only_commands_for_the_bot_through(
    api: BotApi, bot: Bot, text: str, heard: bool
) -> None:
    ada = api.person("Ada")
    group = api.group("Friends", ada)
    await group.say(ada, text)
    assert await texts_of(bot) == ([text] if heard else [])


async def test_what_else_reaches_a_bot_in_a_group(api: BotApi, bot: Bot) -> None:
    ada = api.person("Ada")
    group = api.group("Friends", ada)
    await bot.send_message(group.id, "hi")
    await group.say(ada, "well", reply_to=group.last)
    api.privacy(foreign_commands=True)
    await group.say(ada, "/new@OtherBot")
    api.privacy(on=False)
    await group.say(ada, "all")
    assert await texts_of(bot) == ["well", "/new@OtherBot", "all"]


async def test_answers_stay_in_their_topic(api: BotApi) -> None:
    ada = api.person("Ada")
    forum = api.supergroup("Club", ada, forum=True)
    cards, chess = forum.topic("Cards"), forum.topic("Chess")
    async with sample_bot(api) as seen:
        await cards.say(ada, "/new")
        await cards.next_message()
        await forum.say(ada, "/new")
        await forum.next_message()
        cards.close_topic()
        await cards.say(ada, "/new")
        await api.until(lambda: any(call.error for call in api.calls))
    assert (len(cards.messages), len(forum.messages), chess.messages) == (1, 1, [])
    assert [str(error) for error in seen.errors] == ["Topic_closed"]


async def test_a_reply_in_a_plain_supergroup_has_a_thread_that_is_no_topic(
    api: BotApi, bot: Bot
) -> None:
    ada = api.person("Ada")
    club = api.supergroup("Club", ada)
    await bot.send_message(club.id, "hi")
    await club.say(ada, "/new", reply_to=club.last)
    message = (await updates(bot))[0].message
    assert message is not None
    assert (message.message_thread_id, message.is_topic_message) == (club.last.message_id, None)
    with pytest.raises(BadRequest, match="Message thread not found"):
        await bot.send_message(club.id, "hi", message_thread_id=message.message_thread_id)


async def test_an_upgraded_group_names_its_new_id(api: BotApi) -> None:
    ada = api.person("Ada")
    group = api.group("Friends", ada)
    async with sample_bot(api) as seen:
        club = group.upgrade(ada, tell=("new", "old"))
        await club.say(ada, "/new")
        await club.next_message()
        async with Bot(api.token, base_url=f"{api.url}/bot") as bot:
            with pytest.raises(ChatMigrated) as migrated:
                await bot.send_message(group.id, "hi")
    assert migrated.value.new_chat_id == club.id
    assert seen.migrations == [(group.id, club.id)] * 2


async def test_a_chat_that_shut_the_bot_out_says_so(api: BotApi, bot: Bot) -> None:
    ada = api.person("Ada")
    chat, group, club = api.private(ada), api.group("Friends", ada), api.supergroup("Club", ada)
    chat.block()
    group.kick(ada)
    club.mute()
    with pytest.raises(Forbidden, match="bot was blocked by the user"):
        await bot.send_message(chat.id, "hi")
    with pytest.raises(Forbidden, match="bot was kicked from the group chat"):
        await bot.send_message(group.id, "hi")
    with pytest.raises(BadRequest, match="Not enough rights to send text messages to the chat"):
        await bot.send_message(club.id, "hi")
    with pytest.raises(BadRequest, match="Chat not found"):
        await bot.send_message(12345, "hi")
    chat.block(blocked=False)
    await bot.send_message(chat.id, "hi")
    assert api.violations == []


async def test_a_chat_tells_who_is_in_it(api: BotApi, bot: Bot) -> None:
    ada, bob = api.person("Ada"), api.person("Bob")
    club = api.supergroup("Club", ada)
    assert (await bot.get_chat(club.id)).title == "Club"
    assert (await bot.get_chat_member(club.id, ada.id)).status == "member"
    assert (await bot.get_chat_member(club.id, bob.id)).status == "left"
    assert await bot.get_chat_administrators(club.id) == ()
    club.promote()
    assert [one.user.id for one in await bot.get_chat_administrators(club.id)] == [api.bot.id]


async def test_what_is_no_text_and_what_is_edited_arrives_too(api: BotApi, bot: Bot) -> None:
    ada = api.person("Ada")
    chat = api.private(ada)
    await chat.deliver(ada, dice={"emoji": "🎲", "value": 6})
    await chat.revise(await chat.say(ada, "/new"), "/new 5")
    dice, _, edited = await updates(bot)
    assert dice.message is not None
    assert (dice.message.text, dice.message.dice is not None) == (None, True)
    assert edited.edited_message is not None
    assert edited.edited_message.text == "/new 5"
