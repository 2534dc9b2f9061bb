"""Somebody who presses far faster than people do, on Discord: nobody else notices it."""

from pathlib import Path

from tests.e2e.discord_play import SELECTED, assert_clean, deal, serving
from tests.e2e.scripts import DRAW, WON
from tests.standins.discord_api import DiscordApi
from tests.standins.discord_chats import Answer

AT_ONCE, WAVES, A_WAVE = 300, 6, 50
SURPLUS = 200
"""At least so many of the presses are more than anybody may make in so short a time."""


async def test_who_presses_far_too_fast_is_told_so_and_holds_nobody_up(tmp_path: Path) -> None:
    async with DiscordApi() as api, serving(api, tmp_path) as bot:
        table, elsewhere = await deal(api, WON.deal), await deal(api, WON.deal)
        draw = table.id_of(DRAW)

        def press_often(times: int) -> list[Answer]:
            chat, person = table.chat, table.person
            return [chat.forge_press_soon(person, table.board, draw) for _ in range(times)]

        flood = press_often(AT_ONCE)
        beside = table.press_soon("7D", api.user("Bob"))
        apart = elsewhere.press_soon(DRAW)
        for _ in range(WAVES):
            newest = press_often(A_WAVE)
            flood += newest
            await newest[0].acknowledged()
        for answer in (beside, apart, *flood):
            await answer.acknowledged()
        told = [await table.told(answer) for answer in flood[1:]]
        too_fast = [notice for notice in told if "fast" in notice]
        assert len(too_fast) >= SURPLUS
        assert all("changed" in notice for notice in told if notice not in too_fast)
        assert (flood[0].notices, beside.notices, apart.notices) == ([], [], [])
        assert "🎴 23" in elsewhere.board.labels
        board = table.board
        await table.ask("board")
        assert "🎴 23" in table.board.labels
        assert table.styled(SELECTED) == ["7♦️"]
        assert (board.content, board.labels) == (table.board.content, table.board.labels)
        assert_clean(api, bot)
        assert bot.errors.text == ""
