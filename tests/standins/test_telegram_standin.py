"""The Telegram stand-in behaves to the real library as Telegram does: updates, chats, presses."""

import asyncio
import json
from collections.abc import AsyncIterator

import httpx
import pytest
from telegram import Bot, BotCommand, BotCommandScopeChat, Update
from telegram.error import BadRequest, Conflict, InvalidToken

from tests.standins.telegram_api import TOKEN, BotApi
from tests.standins.telegram_sample_bot import counter, sample_bot


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


async def test_a_command_is_answered_and_a_press_edits_the_board(api: BotApi) -> None:
    ada = api.person("Ada", language_code="en")
    chat = api.private(ada)
    async with sample_bot(api) as seen:
        await chat.say(ada, "/new")
        board = await chat.next_message()
        assert (board.text, board.labels) == ("0", ("more",))
        assert board.buttons[0][0].style == "success"
        answer = await chat.press(ada, board, "more")
        assert (answer.text, answer.show_alert) == ("pressed 1", False)
        await chat.edited(board, 1)
        assert board.text == "1"
        assert (await chat.press(ada, board, "more:1")).text == "pressed 2"
        await chat.edited(board, 2)
        assert (await chat.press(ada, board, "more")).show_alert
        await chat.edited(board, 3)
    assert seen.errors == []
    assert api.violations == []
    assert [call.method for call in api.calls_of("editMessageText", chat)] == [
        "editMessageText"
    ] * 3


async def test_a_forged_press_needs_no_button(api: BotApi) -> None:
    ada = api.person("Ada")
    chat = api.private(ada)
    async with sample_bot(api) as seen:
        await chat.say(ada, "/new")
        board = await chat.next_message()
        assert (await chat.press_data(ada, board, b"x\xff:41")).text == "pressed 42"
        await chat.edited(board)
    assert seen.presses == ["x\ufffd:41"]
    with pytest.raises(LookupError, match="0 buttons 'less'"):
        chat.tap(ada, board, "less")


async def test_many_chats_are_served_at_once(api: BotApi) -> None:
    people = [api.person(f"P{number}") for number in range(20)]
    chats = [api.private(person) for person in people]
    async with sample_bot(api):
        await asyncio.gather(*(chat.say(p, "/new") for chat, p in zip(chats, people, strict=True)))
        boards = await asyncio.gather(*(chat.next_message() for chat in chats))
        presses = [
            chat.tap(person, board, "more")
            for chat, person, board in zip(chats, people, boards, strict=True)
        ]
        answers = await asyncio.gather(*(press.answer() for press in presses))
    assert {answer.text for answer in answers} == {"pressed 1"}
    assert (
        len({(chat.id, board.message_id) for chat, board in zip(chats, boards, strict=True)}) == 20
    )


async def test_updates_stay_until_they_are_confirmed(api: BotApi, bot: Bot) -> None:
    ada = api.person("Ada")
    chat = api.private(ada)
    for text in ("one", "two", "three"):
        await chat.say(ada, text)
    first = await updates(bot)
    assert await texts_of(bot) == ["one", "two", "three"]
    assert await texts_of(bot, first[0].update_id + 1) == ["two", "three"]
    assert await texts_of(bot, -1) == ["three"]
    assert await texts_of(bot, first[-1].update_id + 1) == []


async def test_a_long_poll_ends_when_something_happens(api: BotApi, bot: Bot) -> None:
    ada = api.person("Ada")
    poll = asyncio.create_task(bot.get_updates(timeout=30))
    await api.polling()
    assert not poll.done()
    await api.private(ada).say(ada, "hello")
    async with asyncio.timeout(5):
        assert [one.message.text for one in await poll if one.message] == ["hello"]


async def test_only_asked_for_kinds_of_updates_arrive(api: BotApi, bot: Bot) -> None:
    ada = api.person("Ada")
    chat = api.private(ada)
    await bot.get_updates(allowed_updates=["callback_query"], timeout=0)
    await chat.say(ada, "hello")
    assert await updates(bot) == ()
    await bot.get_updates(allowed_updates=[], timeout=0)
    await chat.say(ada, "hello")
    chat.block()
    assert [one.message is not None for one in await updates(bot)] == [True, False]


async def test_a_second_poll_ends_the_first(api: BotApi, bot: Bot) -> None:
    older = asyncio.create_task(bot.get_updates(timeout=30))
    await api.polling()
    async with Bot(api.token, base_url=f"{api.url}/bot") as second:
        assert await updates(second) == ()
    with pytest.raises(Conflict, match="terminated by other getUpdates request"):
        await older
    assert api.conflicts == 1
    api.conflict()
    with pytest.raises(Conflict, match="only one bot instance"):
        await updates(bot)


async def test_a_held_batch_goes_out_as_the_test_left_it(api: BotApi, bot: Bot) -> None:
    ada = api.person("Ada")
    chat = api.private(ada)
    with api.holding() as held:
        await chat.say(ada, "one")
        await chat.say(ada, "two")
        assert await updates(bot) == ()
        held.reverse()
        held.append(held[0])
    got = await updates(bot)
    assert [one.message.text for one in got if one.message] == ["two", "one", "two"]
    assert sorted(one.update_id for one in got) == [one.update_id for one in got]


async def test_a_redelivered_press_may_be_answered_again(api: BotApi) -> None:
    ada = api.person("Ada")
    chat = api.private(ada)
    async with sample_bot(api) as seen:
        await chat.say(ada, "/new")
        board = await chat.next_message()
        await chat.press(ada, board, "more")
        await chat.edited(board)
        api.redeliver(api.updates[-1])
        await api.until(lambda: api.not_modified == 1)
    assert seen.presses == ["more:0", "more:0"]
    assert api.violations == []


async def test_answering_twice_is_a_violation_and_answering_late_is_not(
    api: BotApi, bot: Bot
) -> None:
    ada = api.person("Ada")
    chat = api.private(ada)
    await bot.send_message(chat.id, "board", reply_markup=counter(0))
    late = chat.tap_data(ada, chat.last, "x", expired=True)
    with pytest.raises(BadRequest, match="Query is too old"):
        await bot.answer_callback_query(late.query.id)
    assert (await late.answer()).expired
    with pytest.raises(BadRequest, match="query id is invalid"):
        await bot.answer_callback_query("17")
    assert api.violations == []
    press = chat.tap(ada, chat.last, "more")
    await bot.answer_callback_query(press.query.id, "once")
    with pytest.raises(BadRequest, match="Query is too old"):
        await bot.answer_callback_query(press.query.id, "twice")
    assert len(api.violations) == 1


async def test_a_press_on_a_message_too_old_to_show(api: BotApi, bot: Bot) -> None:
    ada = api.person("Ada")
    chat = api.private(ada)
    await bot.send_message(chat.id, "board", reply_markup=counter(0))
    chat.tap_data(ada, chat.last, "more:0", inaccessible=True)
    query = (await updates(bot))[0].callback_query
    assert query is not None
    assert query.message is not None
    assert not query.message.is_accessible


async def test_editing_what_is_the_same_or_gone(api: BotApi, bot: Bot) -> None:
    ada = api.person("Ada")
    chat = api.private(ada)
    sent = await bot.send_message(chat.id, "<b>hi</b>", "HTML", reply_markup=counter(0))
    with pytest.raises(BadRequest, match="Message is not modified"):
        await sent.edit_text("<b>hi</b>", "HTML", reply_markup=counter(0))
    await sent.edit_text("<i>hi</i>", "HTML", reply_markup=counter(0))
    await sent.edit_text("<i>hi</i>", "HTML")
    assert (chat.last.buttons, chat.last.edits, api.not_modified) == ((), 2, 1)
    await sent.edit_reply_markup(counter(5))
    await chat.remove(chat.last)
    with pytest.raises(BadRequest, match="Message to edit not found"):
        await sent.edit_reply_markup()
    assert api.violations == []


async def test_the_bot_tells_about_itself_by_language(api: BotApi, bot: Bot) -> None:
    ada = api.person("Ada")
    english = [BotCommand("new", "Deal a new game")]
    await bot.set_my_commands(english)
    await bot.set_my_commands(
        [BotCommand("new", "Nuova partita")], BotCommandScopeChat(ada.id), language_code="it"
    )
    await bot.set_my_description("Ein Spiel", language_code="de")
    await bot.set_my_short_description("A game")
    await bot.set_my_name("Pyramide", language_code="de")
    assert await bot.get_my_commands() == tuple(english)
    assert await bot.get_my_commands(language_code="hi") == ()
    assert (await bot.get_my_description("de")).description == "Ein Spiel"
    assert (await bot.get_my_short_description("de")).short_description == "A game"
    assert [(await bot.get_my_name(code)).name for code in ("de", "it")] == ["Pyramide", "Pyramid"]
    assert (await bot.get_me()).username == api.bot.username
    await bot.delete_my_commands()
    assert await bot.get_my_commands() == ()


async def test_parameters_come_in_every_documented_form(api: BotApi) -> None:
    chat = api.private(api.person("Ada"))
    url = f"{api.url}/bot{TOKEN}/sendMessage"
    values = {"chat_id": str(chat.id), "text": "é&= 1"}
    markup = {"inline_keyboard": [[{"text": "a", "callback_data": "b"}]]}
    async with httpx.AsyncClient() as client:
        await client.get(url, params=values)
        await client.post(url, data={**values, "reply_markup": json.dumps(markup)})
        await client.post(url, json={**values, "chat_id": chat.id, "reply_markup": markup})
        await client.post(url, data=values, files={"file": b"unused"})
        strange = await client.post(url, json={**values, "reply_markup": {"inline_keyboard": 5}})
        wrong = await client.get(f"{api.url}/bot{TOKEN}/flyAway")
    assert [message.text for message in chat.messages] == ["é&= 1"] * 4
    assert [message.labels for message in chat.messages] == [(), ("a",), ("a",), ()]
    assert wrong.json() == {"ok": False, "error_code": 404, "description": "Not Found"}
    assert strange.json()["error_code"] == 400
    assert len(api.violations) == 2


async def test_a_wrong_token_is_refused(api: BotApi) -> None:
    with pytest.raises(InvalidToken):
        async with Bot("1:wrong", base_url=f"{api.url}/bot"):
            pass


async def test_a_wait_that_fails_tells_what_happened(api: BotApi, bot: Bot) -> None:
    chat = api.private(api.person("Ada"))
    await bot.send_message(chat.id, "one")
    await chat.next_message()
    with pytest.raises(AssertionError, match=r"the bot's next message(.|\n)*sendMessage chat="):
        await chat.next_message(within=0.01)
