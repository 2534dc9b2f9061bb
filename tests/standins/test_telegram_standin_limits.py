"""The Telegram stand-in refuses what Telegram refuses, and keeps texts as Telegram keeps them."""

import html
from collections.abc import AsyncIterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from telegram import Bot, BotCommand, InlineKeyboardButton, InlineKeyboardMarkup
from telegram.error import BadRequest

from tests.standins.telegram_api import BotApi
from tests.standins.telegram_chat import Chat
from tests.standins.telegram_html import MarkupError, parse_html, utf16_length
from tests.standins.telegram_text import compose, find_entities


@pytest.fixture
async def api() -> AsyncIterator[BotApi]:
    async with BotApi() as running:
        yield running


@pytest.fixture
async def bot(api: BotApi) -> AsyncIterator[Bot]:
    async with Bot(api.token, base_url=f"{api.url}/bot") as running:
        yield running


@pytest.fixture
def chat(api: BotApi) -> Chat:
    return api.private(api.person("Ada"))


def keyboard(*widths: int, **fields: Any) -> InlineKeyboardMarkup:
    """A keyboard with rows of these widths."""
    known = {"text": "x", "callback_data": "x", **fields}
    return InlineKeyboardMarkup([[InlineKeyboardButton(**known)] * width for width in widths])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Message text is empty"),
        (" \n ", "Text must be non-empty"),
        ("<pre>\n</pre>", "Text must be non-empty"),
        ("🂡" * 2049, "Message is too long"),
        ("<b>" + "a" * 4097 + "</b>", "Message is too long"),
        ("<x>a</x>", 'Unsupported start tag "x" at byte offset 0'),
        ("é<b>a", 'Can\'t find end tag corresponding to start tag "b"'),
        ("é<b>a</i>", r'byte offset 6, expected "</b>", found "</i>"'),
        ("a</b>", "Unexpected end tag at byte offset 1"),
        ("1 < 2", "Unclosed start tag at byte offset 2"),
        ("a & b", 'Unescaped "&" at byte offset 2'),
        ("a > b", 'Unescaped ">" at byte offset 2'),
        ("&nbsp;", 'Unescaped "&" at byte offset 0'),
        ("<b><pre>a</pre></b>", 'Tag "pre" can\'t stand inside "b"'),
    ],
)
async def test_a_text_that_breaks_a_rule_is_refused(
    api: BotApi, bot: Bot, chat: Chat, text: str, reason: str
) -> None:
    with pytest.raises(BadRequest, match=f"(?i){reason}"):
        await bot.send_message(chat.id, text, "HTML")
    assert len(api.violations) == 1
    assert chat.messages == []


async def test_the_longest_texts_pass(api: BotApi, bot: Bot, chat: Chat) -> None:
    sent = await bot.send_message(chat.id, "<b>" + "🂡" * 2048 + "</b>", "HTML")
    assert sent.text == "🂡" * 2048
    with pytest.raises(BadRequest, match="Message_too_long"):
        await sent.edit_text("a" * 4097)
    await sent.edit_text("a" * 4096)


@pytest.mark.parametrize(
    ("markup", "reason"),
    [
        (keyboard(9), "more than 8 buttons in a row"),
        (keyboard(*[8] * 12, 5), "more than 100 buttons"),
        (keyboard(1, callback_data="é" * 32 + "x"), "Button_data_invalid"),
        (keyboard(1, callback_data=""), "Button_data_invalid"),
        (keyboard(1, text=" "), "button text must be non-empty"),
        (keyboard(1, callback_data=None), "Text buttons are unallowed"),
        (keyboard(1, style="purple"), "unsupported button style 'purple'"),
    ],
)
async def test_a_keyboard_that_breaks_a_rule_is_refused(
    api: BotApi, bot: Bot, chat: Chat, markup: InlineKeyboardMarkup, reason: str
) -> None:
    sent = await bot.send_message(chat.id, "a", reply_markup=keyboard(8, callback_data="é" * 32))
    with pytest.raises(BadRequest, match=f"(?i){reason}"):
        await sent.edit_reply_markup(markup)
    assert len(api.violations) == 1
    assert [len(row) for row in chat.last.buttons] == [8]


async def test_a_toast_has_at_most_two_hundred_characters(
    api: BotApi, bot: Bot, chat: Chat
) -> None:
    ada = chat.record.members[chat.id]
    await bot.send_message(chat.id, "a", reply_markup=keyboard(1))
    press = chat.tap(ada, chat.last, "x")
    with pytest.raises(BadRequest, match="Message_too_long"):
        await bot.answer_callback_query(press.query.id, "a" * 201)
    await bot.answer_callback_query(press.query.id, "a" * 200)
    assert len((await press.answer()).text) == 200
    assert len(api.violations) == 1


@pytest.mark.parametrize(
    ("name", "description", "reason"),
    [
        ("New", "Deal", "Bot_command_invalid"),
        ("a" * 33, "Deal", "Bot_command_invalid"),
        ("new", "", "Bot_command_description_invalid"),
        ("new", "a" * 257, "Bot_command_description_invalid"),
    ],
)
async def test_a_command_that_breaks_a_rule_is_refused(
    api: BotApi, bot: Bot, name: str, description: str, reason: str
) -> None:
    with pytest.raises(BadRequest, match=reason):
        await bot.set_my_commands([BotCommand(name, description)])
    assert len(api.violations) == 1


async def test_texts_about_the_bot_are_bounded(api: BotApi, bot: Bot) -> None:
    with pytest.raises(BadRequest, match="Name is too long"):
        await bot.set_my_name("a" * 65)
    with pytest.raises(BadRequest, match="Short_description is too long"):
        await bot.set_my_short_description("a" * 121)
    with pytest.raises(BadRequest, match="Description is too long"):
        await bot.set_my_description("a" * 513)
    with pytest.raises(BadRequest, match="Invalid language code"):
        await bot.set_my_description("a", language_code="english")
    await bot.set_my_description("a" * 512)
    assert len(api.violations) == 4


@pytest.mark.parametrize(
    ("source", "text", "entities"),
    [
        ("  \n a b \n", "a b", []),
        (" <pre>  a\n</pre> ", "  a", [("pre", 0, 3)]),
        ("x\ty\rz\u202e\u2066!", "x yz\u2066!", []),
        ("🂡<b>b<i>c</i></b>", "🂡bc", [("bold", 2, 2), ("italic", 3, 1)]),
        ("<b>&lt;&#65;&amp;</b>", "<A&", [("bold", 0, 3)]),
        ("<b></b>a", "a", []),
        ('<pre><code class="language-py">a</code></pre>', "a", [("pre", 0, 1)]),
        ("try /new@pyramid 5", "try /new@pyramid 5", [("bot_command", 4, 12)]),
        ("<pre>/new</pre>", "/new", [("pre", 0, 4)]),
        ("and/or http://a/b @ada", "and/or http://a/b @ada", []),
    ],
)
def test_a_text_is_kept_trimmed_with_its_entities(
    source: str, text: str, entities: list[tuple[str, int, int]]
) -> None:
    stored = compose(source, "HTML")
    assert stored.text == text
    assert [(one["type"], one["offset"], one["length"]) for one in stored.entities] == entities


@given(st.text())
def test_escaped_text_comes_back_as_it_was(text: str) -> None:
    assert parse_html(html.escape(text)).text == text


@given(st.text(alphabet="<>/&;bi# 🂡é=\"'amp"))
def test_markup_is_parsed_or_refused_and_entities_lie_inside(source: str) -> None:
    try:
        stored = compose(source, "HTML")
    except MarkupError:
        return
    assert stored.text == stored.text.rstrip(" \n")
    for entity in stored.entities:
        assert entity["offset"] >= 0
        assert entity["length"] > 0
        assert entity["offset"] + entity["length"] <= utf16_length(stored.text)


def test_commands_are_marked_as_telegram_marks_them() -> None:
    found = find_entities("🂡 /new@Pyramid_bot a/b /x/y")
    assert [(one["type"], one["offset"], one["length"]) for one in found] == [
        ("bot_command", 3, 16)
    ]
