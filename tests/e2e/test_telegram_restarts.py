"""After the process was killed: what comes next, what comes again, and what comes late."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.scripts import face
from tests.e2e.telegram_play import (
    Table,
    assert_clean,
    assert_goes_on,
    deal,
    killed,
    serving,
    shown,
)
from tests.standins.telegram_api import BotApi
from tests.standins.telegram_updates import Update


@pytest.fixture
async def api() -> AsyncIterator[BotApi]:
    async with BotApi() as running:
        yield running
        assert running.violations == []


async def test_a_pair_is_completed_by_its_second_press_after_the_process_was_killed(
    api: BotApi, tmp_path: Path
) -> None:
    async with serving(api, tmp_path) as bot:
        table = await deal(api, 5)
        await table.press(face("5H"))
        await killed(api, bot)
    async with serving(api, tmp_path) as bot:
        assert table.styled("primary") == [face("5H")]
        await table.press(face("8D"))
        assert table.status.startswith("2/28")
        await assert_goes_on(table, 1)
        assert_clean(api, bot)


def presses_in(api: BotApi, table: Table) -> list[Update]:
    """The updates of a table's presses, the oldest first."""
    return [
        one
        for one in api.updates
        if one.kind == "callback_query" and one.payload["message"]["chat"]["id"] == table.chat.id
    ]


async def test_presses_that_are_handed_out_again_after_a_kill_take_nothing_back(
    api: BotApi, tmp_path: Path
) -> None:
    scripts = [
        # what was pressed, how many of the last presses come again, the moves of the game
        (["5H", "8D"], 1, 1),
        (["5H", "8D"], 2, 1),
        (["5H", "8D", "draw"], 1, 2),
        (["5H", "8D", "draw"], 2, 2),
        (["5H", "8D", "draw"], 3, 2),
        (["draw", "5H", "8D"], 1, 2),
    ]
    async with serving(api, tmp_path) as bot:
        tables = [await deal(api, 5) for _ in scripts]
        for table, (names, _, _) in zip(tables, scripts, strict=True):
            await table.play(names)
        await api.polling()
        await killed(api, bot)
    boards = [shown(table.board) for table in tables]
    async with serving(api, tmp_path) as bot:
        for table, (_, count, _) in zip(tables, scripts, strict=True):
            for update in presses_in(api, table)[-count:]:
                api.redeliver(update)
        for table, board, (_, _, moves) in zip(tables, boards, scripts, strict=True):
            await table.command("/board")
            assert shown(table.board) == board
            await assert_goes_on(table, moves)
        assert_clean(api, bot)


async def test_after_a_kill_a_press_on_a_picture_that_lags_behind_takes_nothing_back(
    api: BotApi, tmp_path: Path
) -> None:
    async with serving(api, tmp_path) as bot:
        card, draw = await deal(api, 12345), await deal(api, 12345)
        lagging = [(card, card.data_of("KS"), "2/28"), (draw, draw.data_of("draw"), "1/28")]
        for table, _, _ in lagging:
            await table.play(["KH"])
        await killed(api, bot)
    async with serving(api, tmp_path) as bot:
        for table, data, status in lagging:
            # The message that comes with the press is the one that Telegram has by now.
            await table.chat.press_data(table.person, table.board, data)
            await table.command("/board")
            assert table.status.startswith(status)
            await assert_goes_on(table, int(status[0]))
        assert_clean(api, bot)
