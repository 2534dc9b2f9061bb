"""The Telegram stand-in fails on demand: faults of calls, flood limits, outages."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from telegram import Bot
from telegram.error import BadRequest, NetworkError, RetryAfter, TelegramError, TimedOut

from tests.standins.telegram_api import BotApi
from tests.standins.telegram_chat import Chat
from tests.standins.telegram_faults import FaultKind
from tests.standins.telegram_sample_bot import sample_bot
from tests.standins.telegram_world import Message


@pytest.fixture
async def api() -> AsyncIterator[BotApi]:
    async with BotApi() as running:
        yield running


@pytest.fixture
async def bot(api: BotApi) -> AsyncIterator[Bot]:
    async with Bot(api.token, base_url=f"{api.url}/bot") as running:
        yield running


@pytest.fixture(autouse=True)
def waits_as_timedeltas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "true")


@pytest.fixture
def chat(api: BotApi) -> Chat:
    return api.private(api.person("Ada"))


@pytest.mark.parametrize(
    ("kind", "message", "takes_effect"),
    [
        ("http_500", "Internal Server Error", False),
        ("html_502", "Bad Gateway", False),
        ("drop_before", "httpx", False),
        ("drop_after", "httpx", True),
    ],
)
async def test_a_fault_strikes_once_and_leaves_the_effect_it_names(
    api: BotApi, bot: Bot, chat: Chat, kind: FaultKind, message: str, takes_effect: bool
) -> None:
    fault = api.fault("sendMessage", kind)
    with pytest.raises(NetworkError, match=message):
        await bot.send_message(chat.id, "one")
    assert [one.text for one in chat.messages] == (["one"] if takes_effect else [])
    await bot.send_message(chat.id, "two")
    assert chat.last.text == "two"
    assert fault.struck == 1


@pytest.mark.parametrize(("kind", "takes_effect"), [("delay", False), ("delay_after", True)])
async def test_a_delayed_call_times_out_before_or_after_its_effect(
    api: BotApi, bot: Bot, chat: Chat, kind: FaultKind, takes_effect: bool
) -> None:
    api.fault("sendMessage", kind, seconds=30)
    with pytest.raises(TimedOut):
        await bot.send_message(chat.id, "one", read_timeout=0.05)
    assert bool(chat.messages) is takes_effect


async def test_a_fault_of_a_chat_strikes_the_answers_to_presses_in_it(
    api: BotApi, bot: Bot, chat: Chat
) -> None:
    other = api.private(api.person("Bob"))
    here, there = [
        one.tap_data(one.record.members[one.id], await _said(bot, one), "data")
        for one in (chat, other)
    ]
    fault = api.fault("answerCallbackQuery", "http_500", chat=chat)
    await bot.answer_callback_query(there.query.id)
    assert fault.struck == 0
    with pytest.raises(NetworkError):
        await bot.answer_callback_query(here.query.id)
    assert (here.done, there.done) == (False, True)


async def _said(bot: Bot, chat: Chat) -> Message:
    """A message of the bot."""
    await bot.send_message(chat.id, "one")
    return chat.last


async def test_a_fault_for_a_method_that_is_not_there_is_a_slip_of_the_test(api: BotApi) -> None:
    with pytest.raises(ValueError, match="sendMesage"):
        api.fault("sendMesage", "http_500")


async def test_a_short_delay_only_delays(api: BotApi, bot: Bot, chat: Chat) -> None:
    api.fault("sendMessage", "delay", seconds=0.01)
    assert (await bot.send_message(chat.id, "one")).text == "one"


async def test_a_refusal_has_the_given_words(api: BotApi, bot: Bot, chat: Chat) -> None:
    other = api.private(api.person("Bob"))
    api.fault("*", "refuse", None, chat, description="CHAT_RESTRICTED")
    api.fault("sendMessage", "refuse", chat=other, code=500, description="Internal: sorry")
    for _ in range(2):
        with pytest.raises(BadRequest, match="Chat_restricted"):
            await bot.send_message(chat.id, "one")
    with pytest.raises(TelegramError, match="Internal: sorry"):
        await bot.send_message(other.id, "one")
    await bot.send_message(other.id, "one")
    assert api.violations == []


async def test_a_chat_under_flood_control_stays_closed_for_the_given_time(
    api: BotApi, bot: Bot, chat: Chat
) -> None:
    other = api.private(api.person("Bob"))
    api.fault("sendMessage", "flood", chat=chat, seconds=1)
    with pytest.raises(RetryAfter) as limited:
        await bot.send_message(chat.id, "one")
    await bot.send_message(other.id, "one")
    assert api.calls_while_limited == []
    api.state.flood.in_flight = 0.0
    with pytest.raises(RetryAfter):
        await bot.send_message(chat.id, "two")
    assert [call.params["text"] for call in api.calls_while_limited] == ["two"]
    assert limited.value.retry_after == timedelta(seconds=1)
    await asyncio.sleep(1)
    await bot.send_message(chat.id, "three")
    assert [one.text for one in chat.messages] == ["three"]


async def test_a_lifted_limit_is_over(api: BotApi, bot: Bot, chat: Chat) -> None:
    api.fault("sendMessage", "flood", chat=chat, seconds=60)
    with pytest.raises(RetryAfter):
        await bot.send_message(chat.id, "one")
    api.lift(chat)
    await bot.send_message(chat.id, "two")
    assert [one.text for one in chat.messages] == ["two"]


async def test_a_group_gets_so_many_sends_and_edits_in_its_window(api: BotApi, bot: Bot) -> None:
    ada = api.person("Ada")
    group, club = api.group("Friends", ada), api.supergroup("Club", ada)
    api.limit(3, per=1)
    sent = await bot.send_message(group.id, "one")
    await sent.edit_text("two")
    await bot.send_message(group.id, "three")
    with pytest.raises(RetryAfter, match="Retry in 0:00:01"):
        await sent.edit_text("four")
    await bot.send_message(club.id, "one")
    await bot.send_chat_action(group.id, "typing")
    for _ in range(5):
        await bot.send_message(api.private(ada).id, "private chats are not limited")
    await asyncio.sleep(1)
    await sent.edit_text("four")
    assert api.calls_while_limited == []
    assert api.state.flood.refused == 1


async def test_a_bot_goes_on_after_a_faulty_poll(api: BotApi, chat: Chat) -> None:
    ada = chat.record.members[chat.id]
    async with sample_bot(api):
        await api.polling()
        fault = api.fault("getUpdates", "http_500")
        for _ in range(2):
            await chat.say(ada, "/new")
            await chat.next_message(within=20)
        assert fault.struck == 1


async def test_a_bot_goes_on_after_an_outage_on_the_same_port(api: BotApi, chat: Chat) -> None:
    ada, url = chat.record.members[chat.id], api.url
    async with sample_bot(api):
        await api.polling()
        await api.stop()
        await chat.say(ada, "/new")
        await api.start()
        assert api.url == url
        board = await chat.next_message(within=20)
        assert (await chat.press(ada, board, "more")).text == "pressed 1"
    assert api.conflicts == 0


async def test_an_answer_that_is_lost_with_its_updates_is_given_again(
    api: BotApi, chat: Chat
) -> None:
    ada = chat.record.members[chat.id]
    async with sample_bot(api) as seen:
        await api.polling()
        api.fault("getUpdates", "drop_after")
        await chat.say(ada, "/new")
        await chat.say(ada, "/new")
        await api.until(lambda: len(chat.messages) == 2, 20)
    assert seen.texts == ["/new", "/new"]
