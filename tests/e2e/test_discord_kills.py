"""The process killed at any moment of a press: what Discord acknowledged is on the board for good.

The board is the only place that outlives the process. So a move counts after a kill exactly where
the board shows it.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest_asyncio

from tests.e2e.discord_play import Table, assert_quiet, deal, serving
from tests.e2e.scripts import DRAW, WON
from tests.standins.discord_api import DiscordApi
from tests.standins.discord_chats import Answer
from tests.standins.discord_faults import Trouble

HELD = 2.5
"""Longer than anything before the kill takes, shorter than Discord waits for an answer."""
Press = Callable[[DiscordApi, Table], Awaitable[list[Answer]]]


@pytest_asyncio.fixture
async def api() -> AsyncIterator[DiscordApi]:
    async with DiscordApi() as running:
        yield running
        assert running.violations == []


async def nothing(api: DiscordApi, table: Table) -> list[Answer]:
    """The last press was answered before."""
    return []


async def refused_for_now(api: DiscordApi, table: Table) -> list[Answer]:
    """The bot has made the move, and waits to be allowed to tell Discord."""
    api.fault("callback", Trouble.RATE_LIMIT, seconds=60, chat=table.chat)
    return [table.press_soon(DRAW)]


async def on_its_way(api: DiscordApi, table: Table) -> list[Answer]:
    """The bot has sent the answer, which comes to Discord after the kill."""
    api.fault("callback", Trouble.DELAY, seconds=HELD, chat=table.chat)
    return [table.press_soon(DRAW)]


async def command_on_its_way(api: DiscordApi, table: Table) -> list[Answer]:
    """The same with a command, whose answer is a new board."""
    api.fault("callback", Trouble.DELAY, seconds=HELD, chat=table.chat)
    return [table.chat.slash_soon(table.person, "play", cards="draw")]


async def response_late(api: DiscordApi, table: Table) -> list[Answer]:
    """Discord shows the move, and the bot has not heard that it does."""
    api.fault("callback", Trouble.LATE_RESPONSE, seconds=HELD, chat=table.chat)
    return [await table.press(DRAW)]


async def waiting_for_its_turn(api: DiscordApi, table: Table) -> list[Answer]:
    """A pair is complete for the bot; its first card is not on the board yet."""
    api.fault("callback", Trouble.DELAY, seconds=HELD, chat=table.chat)
    return [table.press_soon("6S"), table.press_soon("7D")]


async def deferred(api: DiscordApi, table: Table) -> list[Answer]:
    """The same, after the second press waited so long that it was acknowledged without a board."""
    pressed = await waiting_for_its_turn(api, table)
    assert (await pressed[1].acknowledged()).kind == "deferred"
    return pressed


MOMENTS: list[tuple[Press, int, list[bool]]] = [
    # The first one takes a second, in which nothing else may be under way.
    (deferred, 1, [True, True]),
    (nothing, 1, []),
    (refused_for_now, 1, [False]),
    (on_its_way, 2, [True]),
    (command_on_its_way, 2, [True]),
    (response_late, 2, [True]),
    (waiting_for_its_turn, 1, [True, False]),
]
"""How far presses have come, the moves that count after the kill (one was made before), and which
of the presses are acknowledged in the end. Only what was deferred can be both acknowledged and
lost."""


async def assert_stands(table: Table, moves: int) -> None:
    """The newest board shows so many draws, the game holds them, and one can play on."""
    table.board = table.chat.last
    assert f"stock {24 - moves}" in table.board.content
    await table.press(DRAW)
    assert f"stock {23 - moves}" in table.board.content
    for _ in range(moves + 1):
        await table.press("↩️ Undo")
    assert "🎴 24" in table.board.labels
    assert "no move" in await table.told(await table.press("↩️ Undo"))
    assert table.status.startswith("0/28")


def excuse(answers: list[Answer]) -> None:
    """Nobody who is dead can answer in time."""
    for answer in answers:
        answer.interaction.excused = True


async def test_whenever_the_process_is_killed_the_game_stands_as_the_board_shows_it(
    api: DiscordApi, tmp_path: Path
) -> None:
    async with serving(api, tmp_path) as bot:
        quick, missed, *tables = [await deal(api, WON.deal) for _ in range(len(MOMENTS) + 2)]
        for table in (missed, *tables):
            await table.press(DRAW)
        under_way = []
        for table, (press, _, _) in zip(tables, MOMENTS, strict=True):
            under_way.append(await press(api, table))
            excuse(under_way[-1])
        # When this press is answered, all that was told before has come as far as it can.
        api.fault("callback", Trouble.DELAY, seconds=0.4, chat=quick.chat)
        await quick.press(DRAW)
        with api.backwards():
            excuse([missed.press_soon(DRAW)])
            await bot.kill()
    async with serving(api, tmp_path) as bot:
        for table, answers, (press, moves, acknowledged) in zip(
            tables, under_way, MOMENTS, strict=True
        ):
            try:
                assert [await one.interaction.acknowledged for one in answers] == acknowledged
                await assert_stands(table, moves)
            except AssertionError as error:
                error.add_note(press.__name__)
                raise
        await assert_stands(missed, 1)
        await assert_stands(quick, 1)
        assert_quiet(bot, api.token)


async def test_a_pair_of_which_one_card_was_pressed_before_the_kill_is_completed_after_it(
    api: DiscordApi, tmp_path: Path
) -> None:
    async with serving(api, tmp_path) as bot:
        table = await deal(api, WON.deal)
        await table.press("6S")
        assert "Selected 6♠️" in table.board.content
        await bot.kill()
    async with serving(api, tmp_path) as bot:
        await table.press("7D")
        assert table.status.startswith("2/28")
        await table.press("↩️ Undo")
        assert table.status.startswith("0/28")
        assert_quiet(bot, api.token)


async def test_a_press_on_a_picture_that_lags_behind_is_answered_and_takes_nothing_back(
    api: DiscordApi, tmp_path: Path
) -> None:
    async with serving(api, tmp_path) as bot:
        table = await deal(api, WON.deal)
        stale = table.id_of(DRAW)
        await table.play(WON.steps[:1])
        assert table.status.startswith("2/28")
        await bot.kill()
    async with serving(api, tmp_path) as bot:
        for _ in range(2):
            answer = table.chat.press_lagging_soon(table.person, table.board, stale)
            await answer.acknowledged()
            assert "changed" in await table.told(answer)
            assert table.status.startswith("2/28 · combo 1 · stock 24")
        assert_quiet(bot, api.token)
