"""Whole games in Discord, by buttons and commands, from the deal to the win, the loss and back."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.commands import COMMANDS
from tests.e2e.discord_play import (
    BOARD_LINES,
    FINISHED,
    HINTED,
    SELECTED,
    Table,
    assert_clean,
    deal,
    serving,
)
from tests.e2e.scripts import LOST, WON, face
from tests.standins.discord_api import DiscordApi

pytestmark = pytest.mark.asyncio(loop_scope="module")

CONTROLS = ["💡 Hint", *FINISHED]
CARDS_OF_DEAL = ["7♦️", "9♠️", "9♥️", "Q♦️", "5♠️", "6♠️", "4♥️"]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def api(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[DiscordApi]:
    async with (
        DiscordApi() as running,
        serving(running, tmp_path_factory.mktemp("bot")) as bot,
    ):
        yield running
        assert_clean(running, bot)


def assert_steady(table: Table) -> None:
    """The board keeps its height, its lines fit a phone, and no button stands twice."""
    lines = table.lines
    assert len(lines) == BOARD_LINES
    assert lines[1] == lines[9] == "```"
    assert all(len(line) <= 28 for line in table.picture)
    assert re.match(r"\d{1,2}/28 ", table.status)
    labels = table.board.labels
    assert len(set(labels)) == len(labels)


async def test_a_deal_is_won_by_buttons_alone(api: DiscordApi) -> None:
    table = await deal(api, WON.deal)
    assert_steady(table)
    for step in WON.steps:
        assert "Won" not in table.board.content
        await table.play([step])
        assert_steady(table)
    assert table.status.startswith("28/28")
    for words in ("Won", "28/28", "48 moves", "longest combo 5"):
        assert words in table.notice
    assert re.search(r"\b\d+:\d\d\b", table.notice)
    assert not re.search(r"\w", "".join(table.picture))
    assert table.board.labels == FINISHED
    assert table.chat.messages == [table.board]
    assert api.violations == []


async def test_undo_takes_back_the_win_and_the_game_can_be_won_again(api: DiscordApi) -> None:
    table = await deal(api, WON.deal)
    await table.play(WON.steps)
    won = table.lines
    await table.press("↩️ Undo")
    assert table.status.startswith("27/28")
    assert "Won" not in table.board.content
    assert table.board.labels[:2] == [face("5H"), f"🗑️ {face('8D')}"]
    await table.play(WON.steps[-1:])
    assert table.lines[:-1] == won[:-1]
    assert "Won" in table.notice
    assert "48 moves" in table.notice
    assert api.violations == []


async def test_a_deal_is_lost_when_no_move_is_left(api: DiscordApi) -> None:
    table = await deal(api, LOST.deal)
    for step in LOST.steps:
        assert "Lost" not in table.board.content
        await table.play([step])
        assert_steady(table)
    for words in ("Lost", "3/28", f"{len(LOST.steps)} moves"):
        assert words in table.notice
    assert table.board.labels == FINISHED
    await table.press("↩️ Undo")
    assert "Lost" not in table.board.content
    assert "🎴 1" in table.board.labels
    await table.press("🎴 1")
    assert "Lost" in table.notice
    assert api.violations == []


async def test_a_finished_game_is_dealt_again_without_a_question(api: DiscordApi) -> None:
    table = await deal(api, LOST.deal)
    await table.play(LOST.steps)
    await table.press("🔄 Restart")
    assert f"#{LOST.deal}" in table.lines[0]
    assert table.status.startswith("0/28")
    await table.play(LOST.steps)
    await table.press("🆕 New")
    assert f"#{LOST.deal}*" not in table.lines[0]
    assert table.board.labels[-5:] == CONTROLS
    assert "🎴 24" in table.board.labels
    assert api.violations == []


async def test_a_pair_takes_two_presses_and_one_undo(api: DiscordApi) -> None:
    table = await deal(api, WON.deal)
    dealt = table.picture
    await table.press("6S")
    assert table.styled(SELECTED) == ["6♠️"]
    assert "6♠️" in table.notice
    await table.press("7D")
    assert table.status.startswith("2/28")
    assert table.styled(SELECTED) == []
    assert "7♦️" not in table.board.labels
    await table.press("↩️ Undo")
    assert (table.picture, table.board.labels[:7]) == (dealt, CARDS_OF_DEAL)
    assert table.status.startswith("0/28")


async def test_a_drawn_card_lies_on_the_waste_until_undo_turns_it_back(api: DiscordApi) -> None:
    table = await deal(api, WON.deal)
    await table.press("draw")
    assert "🎴 23" in table.board.labels
    wastes = [label for label in table.board.labels if label.startswith("🗑️")]
    assert len(wastes) == 1
    assert wastes[0].removeprefix("🗑️ ") in table.status
    await table.press("↩️ Undo")
    assert "🎴 24" in table.board.labels
    assert not any(label.startswith("🗑️") for label in table.board.labels)


async def test_a_wrong_pair_is_explained_and_selects_the_second_card(api: DiscordApi) -> None:
    table = await deal(api, WON.deal)
    await table.press("7D")
    await table.press("9S")
    assert "7 + 9 = 16" in table.notice
    assert "13" in table.notice
    assert table.styled(SELECTED) == ["9♠️"]
    assert table.status.startswith("0/28")
    await table.press("9S")
    assert table.styled(SELECTED) == []


async def test_the_hint_colours_its_buttons_and_plays_nothing(api: DiscordApi) -> None:
    table = await deal(api, WON.deal)
    await table.press("💡 Hint")
    assert table.styled(HINTED) == ["7♦️", "6♠️"]
    assert "7♦️" in table.notice
    assert "6♠️" in table.notice
    assert table.status.startswith("0/28")
    await table.press("draw")
    assert table.styled(HINTED) == []


async def test_new_asks_once_before_a_game_is_given_up(api: DiscordApi) -> None:
    table = await deal(api, WON.deal)
    await table.press("draw")
    shown = table.lines
    await table.press("🆕 New")
    assert table.notice.endswith("?")
    assert len(table.board.labels) == 2
    sure, keep = table.board.labels
    await table.press(keep)
    assert table.lines[:-1] == shown[:-1]
    await table.press("🆕 New")
    await table.press(sure)
    assert f"#{WON.deal}*" not in table.lines[0]
    assert "🎴 24" in table.board.labels
    assert table.chat.messages == [table.board]


async def test_new_does_not_ask_where_nothing_was_played(api: DiscordApi) -> None:
    table = await deal(api, WON.deal)
    await table.press("🆕 New")
    assert f"#{WON.deal}*" not in table.lines[0]
    assert table.board.labels[-5:] == CONTROLS


async def test_the_settings_change_the_picture_and_how_pairs_are_made(api: DiscordApi) -> None:
    table = await deal(api, WON.deal)
    height = len(table.picture)
    await table.press("⚙️")
    assert table.board.labels[0].startswith("✅")
    await table.press("Emoji board")
    assert "✅ Emoji board" in table.board.labels
    assert "7️⃣⬛9️⃣⬛9️⃣⬛👸⬛5️⃣⬛6️⃣⬛4️⃣" in table.board.content
    assert "```" not in table.board.content
    assert sum("⬛" in line for line in table.lines) == height
    await table.press("One-tap pairs on")
    await table.press(table.board.labels[-1])
    await table.press("7D")
    assert table.status.startswith("2/28")
    assert (await table.ask("settings")).message is table.board
    assert "✅ Emoji board" in table.board.labels
    assert "✅ One-tap pairs on" in table.board.labels


async def test_discord_offers_every_command_with_a_description(api: DiscordApi) -> None:
    offered = {command["name"]: command for command in api.commands}
    assert offered.keys() == COMMANDS.keys()
    for command in offered.values():
        assert command["description"] not in ("", "…")
        assert sorted(command["contexts"]) == [0, 1, 2]
        assert sorted(command["integration_types"]) == [0, 1]
        for option in command["options"]:
            assert option["description"] not in ("", "…")
    options = {
        (name, option["name"]): option
        for name, command in offered.items()
        for option in command["options"]
    }
    number = options["new", "deal"]
    assert (number["type"], number["required"]) == (4, False)
    assert (number["min_value"], number["max_value"]) == (1, 2_147_483_647)
    cards = options["play", "cards"]
    assert (cards["type"], cards["required"]) == (3, True)


async def test_every_command_posts_the_board_for_everybody(api: DiscordApi) -> None:
    table = await deal(api, WON.deal)
    for command, options, words in (
        ("play", {"cards": "6 7"}, "2/28"),
        ("play", {"cards": "draw"}, "stock 23"),
        ("hint", {}, "Hint"),
        ("undo", {}, "stock 24"),
        ("board", {}, "2/28"),
        ("restart", {}, "0/28"),
        ("new", {}, "stock 24"),
    ):
        older = table.board
        answer = await table.ask(command, **options)
        assert answer.kind == "message"
        assert answer.notices == []
        assert table.board is table.chat.last
        assert table.board is not older
        assert words in table.board.content
        assert_steady(table)
    assert api.violations == []


async def test_a_newcomer_gets_a_button_to_begin(api: DiscordApi) -> None:
    chat, ada = api.guild_channel("start"), api.user("Ada")
    answer = await chat.slash(ada, "start")
    assert answer.message is not None
    assert answer.message.labels == ["🆕 New"]
    assert "13" in answer.message.content
    await chat.press(ada, answer.message, "🆕 New")
    assert answer.message.labels[-5:] == CONTROLS


@pytest.mark.parametrize("number", [1, 2_147_483_647])
async def test_the_first_and_the_last_deal_can_be_dealt(api: DiscordApi, number: int) -> None:
    table = await deal(api, number)
    assert table.lines[0] == f"**Pyramid #{number}**"
    assert_steady(table)
