"""What goes wrong between the bot and Discord, and that no move and no answer is lost by it."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.e2e.bot_process import BotProcess
from tests.e2e.discord_play import Table, assert_quiet, deal, serving
from tests.e2e.scripts import DRAW, WON
from tests.standins.discord_api import DiscordApi
from tests.standins.discord_faults import Trouble
from tests.standins.discord_people import Access

pytestmark = pytest.mark.asyncio(loop_scope="module")

DEAL = WON.deal
QUARTER_HOUR, HOUR = 15 * 60, 3600
HOLD = 1.5
"""Longer than a press waits for its turn, shorter than a call that acknowledges may take."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def api() -> AsyncIterator[DiscordApi]:
    async with DiscordApi() as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(
    api: DiscordApi, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    # All lines: at other levels those that repeat each other are held back.
    async with serving(api, tmp_path_factory.mktemp("bot"), LOG_LEVEL="DEBUG") as running:
        yield running
        assert_quiet(running, api.token)


@pytest_asyncio.fixture(loop_scope="module")
async def table(api: DiscordApi, bot: BotProcess) -> AsyncIterator[Table]:
    """A dealt board; at the end of the test no rule of Discord was broken."""
    api.violations.clear()
    yield await deal(api, DEAL)
    api.clear_faults()
    assert api.violations == []


async def assert_goes_on(table: Table, stock: int) -> None:
    """The game counts every move once, and the newest board can be played on."""
    table.board = table.chat.last
    assert f"🎴 {stock}" in table.board.labels
    await table.press(DRAW)
    await table.chat.until(lambda: f"🎴 {stock - 1}" in table.board.labels)
    await table.ask("board")
    assert f"🎴 {stock - 1}" in table.board.labels


@pytest.mark.parametrize("trouble", [Trouble.DROP, Trouble.LOST_RESPONSE])
async def test_a_notice_comes_though_the_connection_was_lost(
    api: DiscordApi, table: Table, trouble: Trouble
) -> None:
    await table.press(DRAW)
    await table.ask("new", deal=5)
    old, live = table.chat.messages
    api.fault("callback", trouble, chat=table.chat)
    answer = await table.chat.press(table.person, old, "🎴 23")
    assert "earlier game" in await table.told(answer)
    assert old.labels == []
    assert "🎴 24" in live.labels


@pytest.mark.parametrize(
    ("seconds", "trouble"),
    [(0.4, Trouble.LOST_RESPONSE), (HOLD, Trouble.LOST_RESPONSE), (HOLD, Trouble.LATE_RESPONSE)],
)
async def test_a_board_comes_though_nothing_is_heard_of_the_acknowledgement(
    api: DiscordApi, table: Table, seconds: float, trouble: Trouble
) -> None:
    """Of a press that waits for its turn, whether it shows its board at once or later."""
    api.fault("callback", Trouble.DELAY, seconds=seconds, chat=table.chat)
    api.fault("callback", trouble, seconds=5, chat=table.chat)
    first, second = table.press_soon(DRAW), table.press_soon("7D")
    assert (await second.acknowledged()).kind == ("deferred" if seconds == HOLD else "update")
    await first.acknowledged()
    await table.until_shown("Selected 7♦️")
    await assert_goes_on(table, 23)


async def test_a_press_that_waits_briefly_is_acknowledged_by_its_board(
    api: DiscordApi, table: Table
) -> None:
    api.fault("callback", Trouble.DELAY, seconds=0.4, chat=table.chat)
    first, second = table.press_soon(DRAW), table.press_soon("7D")
    assert (await second.acknowledged()).kind == "update"
    assert first.kind == "update"
    assert "Selected 7♦️" in table.board.content
    assert table.board.edit_count == 2


async def test_where_the_bot_is_no_member_the_next_press_shows_what_an_unknown_one_did(
    api: DiscordApi, table: Table
) -> None:
    table.chat.allow(Access.ABSENT)
    fault = api.fault("callback", 10062, chat=table.chat)
    table.press_soon(DRAW)
    await api.until(lambda: api.calls[-1].route == "message.edit" and api.calls[-1].status == 403)
    assert fault.hits == 1
    answer = await table.press("🎴 24")
    assert "changed" in await table.told(answer)
    await assert_goes_on(table, 23)


async def test_a_press_on_a_message_that_is_deleted_meanwhile_posts_a_fresh_board(
    table: Table,
) -> None:
    pressed = table.press_soon(DRAW)
    table.chat.delete(table.board)
    assert (await pressed.acknowledged()).kind == "message"
    assert len(table.chat.messages) == 1
    await assert_goes_on(table, 23)


async def test_a_waiting_board_whose_message_is_deleted_is_posted_afresh(
    api: DiscordApi, table: Table
) -> None:
    api.fault("callback", Trouble.DELAY, seconds=HOLD, chat=table.chat)
    first, second = table.press_soon(DRAW), table.press_soon("7D")
    await second.acknowledged()
    table.chat.delete(table.board)
    await first.acknowledged()
    await table.chat.until(lambda: any("Selected 7♦️" in m.content for m in table.chat.messages))
    await assert_goes_on(table, 23)


async def test_an_old_message_that_takes_no_more_edits_gets_a_fresh_board(
    api: DiscordApi, table: Table
) -> None:
    api.limit_old_edits(0, retry_after=0.01)
    api.advance(HOUR)
    try:
        answer = await table.press(DRAW)
        assert answer.kind == "message"
        assert "🎴 24" in table.board.labels
        assert "🎴 23" in table.chat.last.labels
        await assert_goes_on(table, 23)
    finally:
        api.limit_old_edits(None)


async def test_a_board_whose_token_died_while_it_waited_is_shown_all_the_same(
    api: DiscordApi, table: Table
) -> None:
    api.fault("callback", Trouble.DELAY, seconds=HOLD, chat=table.chat)
    first, second = table.press_soon(DRAW), table.press_soon("7D")
    await second.acknowledged()
    await first.acknowledged()
    api.advance(QUARTER_HOUR)
    await table.chat.until(lambda: "Selected 7♦️" in table.chat.last.content)
    await assert_goes_on(table, 23)


async def test_a_press_that_is_told_twice_counts_once(
    api: DiscordApi, bot: BotProcess, table: Table
) -> None:
    answer = await table.press("7D")
    api.deliver(answer.interaction)
    # Both are in the bot's hands when the second one comes.
    api.fault("callback", Trouble.DELAY, seconds=0.4, chat=table.chat)
    answer = table.press_soon(DRAW)
    api.deliver(answer.interaction)
    await answer.acknowledged()
    api.gateway.drop()
    await table.ask("board")
    api.deliver(answer.interaction)
    await table.press("7D")
    api.deliver(answer.interaction)
    await table.ask("board")
    assert "Selected 7♦️" in table.board.content
    await assert_goes_on(table, 23)
    assert answer.notices == []


async def test_a_command_that_is_told_twice_counts_once(api: DiscordApi, table: Table) -> None:
    answer = await table.ask("play", cards="draw")
    api.deliver(answer.interaction)
    old = table.chat.forge_slash_soon(table.person, "bygone")
    await old.acknowledged()
    api.deliver(old.interaction)
    await assert_goes_on(table, 23)
    assert len(table.chat.messages) == 3
    assert len(old.notices) == 1


async def test_presses_that_come_in_another_order_count_in_that_order(
    api: DiscordApi, table: Table
) -> None:
    await table.press(DRAW)
    with api.backwards():
        draw, undo = table.press_soon(DRAW), table.press_soon("↩️ Undo")
    await undo.acknowledged()
    await draw.acknowledged()
    assert "changed" in await table.told(draw)
    assert undo.notices == []
    await table.chat.until(lambda: "🎴 24" in table.board.labels)
    await assert_goes_on(table, 24)


async def test_a_pair_whose_presses_come_in_another_order_is_removed(
    api: DiscordApi, table: Table
) -> None:
    with api.backwards():
        pressed = [table.press_soon(name) for name in ("6S", "7D")]
    for answer in pressed:
        await answer.acknowledged()
    await table.until_shown("2/28")
    await table.press("↩️ Undo")
    assert table.status.startswith("0/28")
    await assert_goes_on(table, 24)


async def test_a_bot_that_is_thrown_out_answers_what_reaches_it_and_goes_on_when_it_is_back(
    api: DiscordApi, table: Table
) -> None:
    await table.press(DRAW)
    table.chat.allow(Access.ABSENT)
    await table.press(DRAW)
    assert "🎴 22" in table.board.labels
    fault = api.fault("callback", Trouble.DROP, times=4, chat=table.chat)
    lost = table.press_soon(DRAW)
    await table.chat.until(lambda: lost.interaction.expired)
    assert fault.hits == 4
    assert "🎴 22" in table.board.labels
    table.chat.allow(Access.FULL)
    answer = await table.press(DRAW)
    assert "changed" in await table.told(answer)
    await assert_goes_on(table, 21)


@pytest.mark.parametrize(
    "how", ["ask", "close", "drop", "invalid", "invalid for good", "close for good"]
)
async def test_after_a_reconnect_the_game_goes_on(
    api: DiscordApi, bot: BotProcess, table: Table, how: str
) -> None:
    resumes, identifies, logged = api.gateway.resumes, api.gateway.identifies, bot.errors.incidents
    if how == "ask":
        api.gateway.ask_reconnect()
    elif how == "close":
        api.gateway.close(4000)
    elif how == "close for good":
        api.gateway.close(1000)
    elif how == "drop":
        api.gateway.drop()
    else:
        api.gateway.invalidate(resumable=how == "invalid")
    if how.endswith("for good"):
        await api.until(lambda: api.gateway.identifies == identifies + 1, within=15)
    else:
        missed = table.press_soon(DRAW)
        assert (await missed.acknowledged()).kind == "update"
        assert (api.gateway.resumes, api.gateway.identifies) == (resumes + 1, identifies)
        await table.press("↩️ Undo")
    await table.press(DRAW)
    await assert_goes_on(table, 23)
    assert len(bot.errors.incidents) == len(logged) + 1
    assert "the gateway was lost" in bot.errors.incidents[-1]


async def test_an_outage_is_ridden_out_with_few_words_and_a_press_meanwhile_counts(
    api: DiscordApi, bot: BotProcess, table: Table
) -> None:
    logged, written = bot.errors.incidents, len(bot.errors.text)
    async with api.outage():
        await api.until(lambda: not api.gateway.identified)
        missed = table.press_soon(DRAW)
        api.advance(QUARTER_HOUR)
        await bot.errors.until("reconnect", after=written)
    await api.until(lambda: api.gateway.identified, within=20)
    await table.chat.until(lambda: "🎴 23" in table.board.labels)
    await assert_goes_on(table, 23)
    outage, press = bot.errors.incidents[len(logged) :]
    assert "reconnecting" in outage
    assert str(missed.interaction.id) in press
