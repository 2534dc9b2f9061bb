"""Who may change how a Telegram group plays, from the first press to what Telegram is asked."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.i18n import texts
from tests.e2e.telegram_play import Table, assert_clean, deal, serving
from tests.standins.telegram_api import BotApi

WORDS = texts("en")
EMOJI = WORDS.say("button.skin-emoji")


@pytest.fixture
async def api(tmp_path: Path) -> AsyncIterator[BotApi]:
    async with BotApi() as made, serving(made, tmp_path) as bot:
        yield made
        assert_clean(made, bot)


async def opened(api: BotApi) -> Table:
    """A group in which Ada has opened the settings and Bob looks on."""
    group = api.group("Friends", api.person("Bob"))
    table = await deal(api, 5, group)
    await table.press("⚙️")
    return table


async def test_a_panel_does_not_obey_somebody_else(api: BotApi) -> None:
    table = await opened(api)
    bob = next(one for one in table.chat.record.members.values() if one.first_name == "Bob")
    before = table.board.edits
    answer = await table.chat.press(bob, table.board, EMOJI)
    assert answer.text == WORDS.say("refused.not-yours")
    assert table.board.edits == before
    await table.press(EMOJI)
    assert f"✅ {EMOJI}" in table.board.labels


async def test_a_panel_obeys_an_administrator_of_the_group(api: BotApi) -> None:
    table = await opened(api)
    bob = next(one for one in table.chat.record.members.values() if one.first_name == "Bob")
    table.chat.appoint(bob)
    answer = await table.chat.press(bob, table.board, EMOJI)
    assert answer.text == ""
    await table.chat.until(lambda: f"✅ {EMOJI}" in table.board.labels)
    assert len(api.calls_of("getChatMember")) == 1
