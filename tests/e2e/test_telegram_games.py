"""Whole games in Telegram, by buttons alone, from the deal to the win, the loss and back."""

import re
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from tests.e2e.bot_process import BotProcess
from tests.e2e.scripts import LOST, WON, button, face
from tests.e2e.telegram_play import BOARD_LINES, FINISHED, Table, assert_clean, deal, serving
from tests.standins.telegram_api import BotApi
from tests.standins.telegram_world import Message

pytestmark = pytest.mark.asyncio(loop_scope="module")

Served = tuple[BotApi, BotProcess]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    directory = tmp_path_factory.mktemp("bot")
    async with BotApi() as running, serving(running, directory) as bot:
        yield running, bot


@pytest.fixture
def api(served: Served) -> Iterator[BotApi]:
    yield served[0]
    assert_clean(*served)


def assert_steady(board: Message) -> None:
    """The board keeps its height, its lines fit a phone, and its buttons fit Telegram."""
    lines = board.text.splitlines()
    assert len(lines) == BOARD_LINES
    assert all(len(line) <= 28 for line in lines[1:8])
    assert board.text.startswith("Pyramid #")
    assert re.match(r"\d{1,2}/28 ", lines[8])
    data = [one.data or "" for row in board.buttons for one in row]
    assert all(1 <= len(one.encode()) <= 64 for one in data)
    assert len(set(data)) == len(data)


async def test_a_deal_is_won_by_buttons_alone(api: BotApi) -> None:
    table = await deal(api, WON.deal)
    assert_steady(table.board)
    for count, step in enumerate(WON.steps, start=1):
        assert "Won" not in table.board.text
        await table.play([step])
        assert_steady(table.board)
        assert table.board.edits >= count
    assert table.status.startswith("28/28")
    assert "Won" in table.notice
    assert "28/28" in table.notice
    assert "48 moves" in table.notice
    assert "longest combo 5" in table.notice
    assert re.search(r"\b\d+:\d\d\b", table.notice)
    assert table.board.labels == FINISHED
    assert len(table.chat.messages) == 1
    assert api.violations == []


async def test_undo_takes_back_the_win_and_the_game_can_be_won_again(api: BotApi) -> None:
    table = await deal(api, WON.deal)
    await table.play(WON.steps)
    won = table.board.text
    await table.press("↩️ Undo")
    assert table.status.startswith("27/28")
    assert "Won" not in table.board.text
    assert table.board.labels[:2] == (face("5H"), f"🗑️ {face('8D')}")
    await table.play(WON.steps[-1:])
    assert table.board.text.splitlines()[:9] == won.splitlines()[:9]
    assert "Won" in table.notice
    assert "48 moves" in table.notice


async def test_a_deal_is_lost_when_no_move_is_left(api: BotApi) -> None:
    table = await deal(api, LOST.deal)
    for step in LOST.steps:
        assert "Lost" not in table.board.text
        await table.play([step])
        assert_steady(table.board)
    assert "Lost" in table.notice
    assert "3/28" in table.notice
    assert "28 moves" in table.notice
    assert "longest combo 1" in table.notice
    assert table.board.labels == FINISHED


async def test_a_lost_game_goes_on_after_undo(api: BotApi) -> None:
    table = await deal(api, LOST.deal)
    await table.play(LOST.steps)
    await table.press("↩️ Undo")
    assert "Lost" not in table.board.text
    assert "🎴 1" in table.board.labels
    await table.play(["draw"])
    assert "Lost" in table.notice


async def test_a_finished_board_deals_the_same_or_another_game(api: BotApi) -> None:
    table = await deal(api, LOST.deal)
    first = table.board.text.splitlines()[:9]
    await table.play(LOST.steps)
    await table.press("🔄 Restart")
    assert table.board.text.splitlines()[:9] == first
    assert await table.told("↩️ Undo") == "There is no move to take back."
    await table.play(LOST.steps)
    await table.press("🆕 New")
    assert not table.board.text.startswith(f"Pyramid #{LOST.deal}\n")
    assert table.status.startswith("0/28")


async def test_undo_leads_back_to_the_deal_one_move_at_a_time(api: BotApi) -> None:
    table = await deal(api, WON.deal)
    boards = [table.board.text.splitlines()[:9]]
    for step in WON.steps[:12]:
        await table.play([step])
        boards.append(table.board.text.splitlines()[:9])
    for before in reversed(boards[:-1]):
        await table.press("↩️ Undo")
        assert table.board.text.splitlines()[:9] == before
    assert await table.told("↩️ Undo") == "There is no move to take back."
    await table.press(face("6S"))
    assert table.board.text.splitlines()[:9] == boards[0]


async def test_a_king_goes_at_once(api: BotApi) -> None:
    table = await deal(api, 12345)
    await table.press(face("KH"))
    assert table.status.startswith("1/28 · combo 1")
    assert face("KH") not in table.board.labels
    assert table.styled("primary") == []


async def test_a_pressed_card_is_selected_and_pressed_again_deselected(api: BotApi) -> None:
    table = await deal(api, 12345)
    await table.press(face("5D"))
    assert table.styled("primary") == [face("5D")]
    assert face("5D") in table.notice
    assert "8" in table.notice
    await table.press(face("5D"))
    assert table.styled("primary") == []
    assert table.status.startswith("0/28")


async def test_two_cards_with_the_wrong_sum_are_told_so(api: BotApi) -> None:
    table = await deal(api, 12345)
    await table.press(face("TH"))
    answer = await table.press(face("5H"))
    assert answer.text.startswith("10 + 5 = 15, a pair needs 13.")
    assert not answer.show_alert
    assert table.styled("primary") == [face("5H")]
    assert table.status.startswith("0/28")


async def test_a_covered_and_a_gone_card_are_refused_with_the_reason(api: BotApi) -> None:
    table = await deal(api, 12345)
    await table.play(["KH", "draw"])
    shown = table.board.text
    assert (await table.told(table.data_of("5D").replace("5D", "6H"))).startswith("6♥️ is covered")
    assert (await table.told(table.data_of("5D").replace("5D", "KH"))).startswith("K♥️ is gone")
    assert (await table.told(table.data_of("5D").replace("5D", "AC"))).endswith("in the stock.")
    await table.play(["draw"])
    assert (await table.told(table.data_of("5D").replace("5D", "3C"))).startswith("3♣️ is buried")
    await table.press("↩️ Undo")
    assert table.board.text.splitlines()[:9] == shown.splitlines()[:9]


async def test_the_hint_colours_its_buttons_and_plays_nothing(api: BotApi) -> None:
    table = await deal(api, WON.deal)
    before = table.board.text.splitlines()[:9]
    await table.press("💡 Hint")
    assert table.board.text.splitlines()[:9] == before
    hinted = table.styled("success")
    assert len(hinted) == 2
    assert all(label in table.notice for label in hinted)
    for label in hinted:
        await table.press(label)
    assert table.status.startswith("2/28")
    assert table.styled("success") == []


async def test_with_only_a_draw_left_the_hint_is_the_stock(api: BotApi) -> None:
    table = await deal(api, 8)
    await table.press("💡 Hint")
    assert table.styled("success") == ["🎴 24"]
    assert "🎴 24" in table.notice


async def test_the_waste_top_pairs_with_a_pyramid_card(api: BotApi) -> None:
    table = await deal(api, WON.deal)
    await table.play(WON.steps[:3])
    waste = button("7C", table.board.labels)
    assert waste == f"🗑️ {face('7C')}"
    await table.press(waste)
    await table.press(face("6D"))
    assert table.status.startswith("5/28")
    assert "waste -" in table.status


async def test_new_asks_only_when_moves_would_be_lost(api: BotApi) -> None:
    table = await deal(api, 12345)
    await table.press("🆕 New")
    assert not table.board.text.startswith("Pyramid #12345\n")
    assert "💡 Hint" in table.board.labels
    table = await deal(api, 12345)
    await table.play(["KH"])
    played = table.board.text.splitlines()[:9]
    await table.press("🆕 New")
    assert table.board.labels == ("🆕 Yes, deal", "⬅️ Keep playing")
    assert table.board.text.splitlines()[:9] == played
    await table.press("⬅️ Keep playing")
    assert table.board.text.splitlines()[:9] == played
    assert face("KS") in table.board.labels
    await table.press("🆕 New")
    await table.press("🆕 Yes, deal")
    assert not table.board.text.startswith("Pyramid #12345\n")
    assert table.status.startswith("0/28")


async def test_restart_deals_the_very_same_cards(api: BotApi) -> None:
    table = await deal(api, WON.deal)
    dealt = table.board.text.splitlines()[:9]
    await table.play(WON.steps[:8])
    await table.press("🔄 Restart")
    assert table.board.text.splitlines()[:9] == dealt
    assert await table.told("↩️ Undo") == "There is no move to take back."


async def test_many_people_play_at_once_each_in_an_own_chat(api: BotApi) -> None:
    tables: list[Table] = [await deal(api, 12345) for _ in range(8)]
    taps = [one.chat.tap(one.person, one.board, face("KH")) for one in tables[::2]]
    for tap in taps:
        await tap.answer()
    for number, one in enumerate(tables):
        if number % 2 == 0:
            await one.chat.edited(one.board, 1)
        await one.play(["KS"])
        assert one.status.startswith("1/28" if number % 2 else "2/28")
