"""What goes wrong between the bot and Discord, and that no move and no answer is lost by it."""

import asyncio
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
ON_THE_WAY: list[tuple[Trouble | int, int, float]] = [
    (Trouble.RATE_LIMIT, 1, 0.2),
    (Trouble.RATE_LIMIT, 1, 30.0),
    (Trouble.GLOBAL_RATE_LIMIT, 1, 0.2),
    (Trouble.SERVER_ERROR, 1, 0.0),
    (Trouble.SERVER_ERROR, 2, 0.0),
    (Trouble.BAD_GATEWAY, 1, 0.0),
    (Trouble.DROP, 1, 0.0),
    (Trouble.DROP, 2, 0.0),
    (Trouble.LOST_RESPONSE, 1, 0.0),
    (Trouble.DELAY, 1, 0.3),
    (10008, 1, 0.0),
    (30046, 1, HOUR),
    (50001, 1, 0.0),
]
"""What happens to the next callbacks, how many of them, and the seconds that go with it."""
ONCE = [one for one in ON_THE_WAY if one[1] == 1 and one[2] < 1 and isinstance(one[0], Trouble)]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def api() -> AsyncIterator[DiscordApi]:
    async with DiscordApi() as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(
    api: DiscordApi, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    async with serving(api, tmp_path_factory.mktemp("bot")) as running:
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


async def test_presses_in_trouble_are_answered_in_time_and_count_once(
    api: DiscordApi, bot: BotProcess
) -> None:
    async def press(trouble: Trouble | int, times: int, seconds: float) -> None:
        table = await deal(api, DEAL, api.guild_channel(f"{trouble} {times} {seconds}"))
        fault = api.fault("callback", trouble, times=times, seconds=seconds, chat=table.chat)
        await table.press(DRAW)
        await table.chat.until(lambda: "🎴 23" in table.chat.last.labels)
        assert fault.hits == times
        await assert_goes_on(table, 23)

    await asyncio.gather(*(press(*one) for one in ON_THE_WAY))
    assert api.violations == []


async def test_commands_in_trouble_post_one_board(api: DiscordApi, bot: BotProcess) -> None:
    async def draw(trouble: Trouble | int, times: int, seconds: float) -> None:
        table = await deal(api, DEAL, api.guild_channel(f"{trouble} {times} {seconds}"))
        api.fault("callback", trouble, times=times, seconds=seconds, chat=table.chat)
        await table.ask("play", cards="draw")
        assert len(table.chat.messages) == 2
        await assert_goes_on(table, 23)

    await asyncio.gather(*(draw(*one) for one in ONCE))
    assert api.violations == []


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


async def test_a_board_comes_though_the_connection_was_lost_while_it_waited(
    api: DiscordApi, table: Table
) -> None:
    api.fault("callback", Trouble.DELAY, seconds=0.4, chat=table.chat)
    api.fault("callback", Trouble.LOST_RESPONSE, chat=table.chat)
    pressed = [table.press_soon(name) for name in (DRAW, "7D")]
    for answer in pressed:
        await answer.acknowledged()
    await table.until_shown("Selected 7♦️")
    await assert_goes_on(table, 23)


async def test_an_unknown_interaction_costs_neither_the_move_nor_the_board(
    api: DiscordApi, table: Table
) -> None:
    api.fault("callback", 10062, chat=table.chat)
    table.press_soon(DRAW)
    await table.chat.until(lambda: "🎴 23" in table.board.labels)
    assert table.chat.messages == [table.board]
    await assert_goes_on(table, 23)


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


async def test_a_command_of_an_unknown_interaction_has_counted(
    api: DiscordApi, table: Table
) -> None:
    fault = api.fault("callback", 10062, chat=table.chat)
    table.chat.slash_soon(table.person, "play", cards="draw")
    await api.until(lambda: fault.hits == 1)
    await table.ask("board")
    assert "🎴 23" in table.board.labels


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
    api.fault("callback", Trouble.DELAY, seconds=0.4, chat=table.chat)
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


async def test_a_waiting_board_of_an_old_message_is_posted_afresh(
    api: DiscordApi, table: Table
) -> None:
    api.fault("original.edit", 30046, times=5, seconds=0.01, chat=table.chat)
    api.fault("callback", Trouble.DELAY, seconds=0.4, chat=table.chat)
    first, second = table.press_soon(DRAW), table.press_soon("7D")
    await first.acknowledged()
    await second.acknowledged()
    await table.chat.until(lambda: "Selected 7♦️" in table.chat.last.content)
    await assert_goes_on(table, 23)


async def test_without_access_the_move_counts_and_the_next_press_shows_it(
    api: DiscordApi, table: Table
) -> None:
    fault = api.fault("callback", 50001, times=2, chat=table.chat)
    table.press_soon(DRAW)
    await api.until(lambda: fault.hits == 2)
    answer = await table.press("🎴 24")
    assert "changed" in await table.told(answer)
    await assert_goes_on(table, 23)


@pytest.mark.parametrize("trouble", [50001, Trouble.SERVER_ERROR, Trouble.DROP])
async def test_a_notice_that_cannot_be_given_costs_nothing_else(
    api: DiscordApi, table: Table, trouble: Trouble | int
) -> None:
    await table.ask("play", cards="draw")
    old = table.chat.messages[0]
    fault = api.fault("followup", trouble, chat=table.chat)
    await table.chat.press(table.person, old, "🎴 24")
    await table.chat.until(lambda: "🎴 23" in old.labels)
    await assert_goes_on(table, 23)
    await api.until(lambda: fault.hits == 1)


async def test_a_board_whose_token_died_while_it_waited_is_shown_all_the_same(
    api: DiscordApi, table: Table
) -> None:
    api.fault("callback", Trouble.DELAY, seconds=0.4, chat=table.chat)
    first, second = table.press_soon(DRAW), table.press_soon("7D")
    await second.acknowledged()
    await first.acknowledged()
    api.advance(QUARTER_HOUR)
    await table.chat.until(lambda: "Selected 7♦️" in table.chat.last.content)
    await assert_goes_on(table, 23)


@pytest.mark.parametrize("how", ["ask", "close", "drop", "invalid", "invalid for good"])
async def test_after_a_reconnect_the_game_goes_on(
    api: DiscordApi, bot: BotProcess, table: Table, how: str
) -> None:
    resumes, identifies, logged = api.gateway.resumes, api.gateway.identifies, bot.errors.lines
    if how == "ask":
        api.gateway.ask_reconnect()
    elif how == "close":
        api.gateway.close(4000)
    elif how == "drop":
        api.gateway.drop()
    else:
        api.gateway.invalidate(resumable=how == "invalid")
    if how == "invalid for good":
        await api.until(lambda: api.gateway.identifies == identifies + 1, within=15)
    else:
        missed = table.press_soon(DRAW)
        assert (await missed.acknowledged()).kind == "update"
        assert (api.gateway.resumes, api.gateway.identifies) == (resumes + 1, identifies)
        await table.press("↩️ Undo")
    await table.press(DRAW)
    await assert_goes_on(table, 23)
    assert len(bot.errors.lines) - len(logged) <= 2


async def test_an_outage_is_ridden_out_with_few_words_and_a_press_meanwhile_counts(
    api: DiscordApi, bot: BotProcess, table: Table
) -> None:
    logged, written = len(bot.errors.lines), len(bot.errors.text)
    async with api.outage():
        await api.until(lambda: not api.gateway.identified)
        table.press_soon(DRAW)
        api.advance(QUARTER_HOUR)
        await bot.errors.until("reconnect", after=written)
    await api.until(lambda: api.gateway.identified, within=20)
    await table.chat.until(lambda: "🎴 23" in table.board.labels)
    await assert_goes_on(table, 23)
    assert len(bot.errors.lines) - logged <= 6
