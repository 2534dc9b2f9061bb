"""A whole game of each preset in Discord, played by the hint's buttons, and the family's panels."""

import asyncio
from collections.abc import AsyncIterator, Mapping

import pytest
import pytest_asyncio

from bot.board import live_board
from bot.chat import Button, Mark
from bot.games import ABOUT_KEYS, GAME_KEYS
from bot.sessions import Session
from engine import VARIANTS, Game, Status
from tests.e2e.discord_play import FINISHED, HINTED, SELECTED, Table, assert_clean, serving
from tests.e2e.family import DEALS, WON_BY_HINTS, WORDS, Player
from tests.standins.discord_api import DiscordApi
from tests.standins.discord_world import Message

pytestmark = pytest.mark.asyncio(loop_scope="module")

MARKS = {2: Mark.NONE, SELECTED: Mark.SELECTED, HINTED: Mark.HINT}
ROWS = WIDTH = 5

Played = tuple[Player, Table, str]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def api(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[DiscordApi]:
    async with (
        DiscordApi() as running,
        serving(running, tmp_path_factory.mktemp("bot")) as bot,
    ):
        yield running
        assert_clean(running, bot)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def games(api: DiscordApi) -> AsyncIterator[Mapping[str, "asyncio.Task[Played]"]]:
    """A game of each preset, all of them played at once, each in a channel of its own."""
    tasks = {name: asyncio.create_task(play(api, name)) for name in DEALS}
    yield tasks
    for task in tasks.values():
        task.cancel()
    await asyncio.gather(*tasks.values(), return_exceptions=True)


async def play(api: DiscordApi, name: str) -> Played:
    """Play a preset's deal by its hints press by press; also the text that the end brought."""
    player = Player(name)
    table = await dealt_by_command(api, name)
    check(player, table.board)
    for label in player.presses():
        await press(table, label)
        check(player, table.board)
    return player, table, text_of(table.board)


async def dealt_by_command(api: DiscordApi, name: str, number: int = 0) -> Table:
    """Somebody who has chosen a game from the command's list, in a channel of their own."""
    person, chat = api.user("Ada"), api.guild_channel(name)
    answer = await chat.slash(person, "new", game=name, deal=number or DEALS[name])
    assert answer.message is not None
    return Table(person, chat, answer.message)


async def press(table: Table, label: str) -> None:
    """Press a button by its whole label and wait until the message shows what came of it."""
    board, edits = table.board, table.board.edit_count
    await table.chat.press(table.person, board, label)
    await table.chat.until(lambda: board.edit_count > edits)


def text_of(message: Message) -> str:
    """What people read, without the signs of the markup."""
    title, *lines = message.content.replace("\\", "").splitlines()
    return "\n".join([title.strip("*"), *(line for line in lines if line != "```")])


def check(player: Player, message: Message) -> None:
    assert 1 <= len(message.buttons) <= ROWS
    assert all(1 <= len(row) <= WIDTH for row in message.buttons)
    shown = [Button(one.text, one.custom_id, MARKS[one.style]) for one in message.all_buttons()]
    player.check(text_of(message), shown)


def choices(api: DiscordApi) -> dict[str, str]:
    """What the menu of `/new game:` offers, the values with their names."""
    (new,) = [one for one in api.world.commands[0] if one["name"] == "new"]
    (game,) = [option for option in new["options"] if option["name"] == "game"]
    assert not game.get("required")
    return {choice["value"]: choice["name"] for choice in game["choices"]}


@pytest.mark.parametrize("name", DEALS)
async def test_a_deal_of_each_preset_is_played_to_its_end_by_the_hints(
    games: Mapping[str, "asyncio.Task[Played]"], name: str
) -> None:
    player, table, end = await games[name]
    assert player.game.status is (Status.WON if name in WON_BY_HINTS else Status.LOST)
    player.check_end(end)
    assert table.board.labels == FINISHED
    assert table.chat.messages == [table.board]
    await press(table, player.undo())
    check(player, table.board)
    assert "💡 Hint" in table.board.labels


async def test_new_has_a_list_of_the_games_to_choose_from(api: DiscordApi) -> None:
    assert choices(api) == {name: WORDS.say(GAME_KEYS[name]) for name in VARIANTS}
    with pytest.raises(ValueError, match="one of"):
        await dealt_by_command(api, "klondike", 5)


async def test_the_panel_of_games_says_what_is_different_in_each_and_deals_it(
    api: DiscordApi,
) -> None:
    person, chat = api.user("Ada"), api.guild_channel("games")
    for preset in VARIANTS:
        answer = await chat.slash(person, "games")
        assert answer.message is not None
        table = Table(person, chat, answer.message)
        title, about = WORDS.say(GAME_KEYS[preset]), WORDS.say(ABOUT_KEYS[preset])
        assert f"{title}: {about}" in text_of(table.board).splitlines()
        assert table.board.labels == [WORDS.say(GAME_KEYS[name]) for name in VARIANTS]
        assert all(len(row) <= WIDTH for row in table.board.buttons)
        await press(table, title)
        named, _, number = text_of(table.board).splitlines()[0].partition(" #")
        assert named == title
        game = Game.deal(preset, int(number))
        expected = live_board(Session(game=game), game, WORDS)
        assert text_of(table.board) == expected.text
        assert table.board.labels == [one.label for row in expected.rows for one in row]


async def test_house_rules_are_set_by_buttons_and_stand_in_the_title(api: DiscordApi) -> None:
    table = await dealt_by_command(api, "open-stock", 7)
    answer = await table.chat.slash(table.person, "house")
    assert answer.message is not None
    table.board = answer.message
    assert text_of(table.board) == WORDS.say("text.house", game="Open stock")
    for name in ("🔁 1", "covering pairs", "clear all", "waste pairs"):
        await press(table, name)
    named = "Open stock 🔁1 +waste pairs +covering pairs +clear all"
    assert text_of(table.board) == WORDS.say("text.house", game=named)
    assert {"✅ 🔁 1", "✅ covering pairs", "✅ clear all"} <= set(table.board.labels)
    for name in ("✅ covering pairs", "✅ waste pairs", "🆕 New"):
        await press(table, name)
    assert text_of(table.board).startswith("Open stock 🔁1 +clear all #")
    assert "52 cards left" in table.status


async def test_a_house_rule_without_effect_is_refused_and_the_board_stays(
    api: DiscordApi,
) -> None:
    table = await dealt_by_command(api, "giza", 2)
    board, shown = table.board, table.board.content
    answer = await table.chat.slash(table.person, "house")
    assert answer.message is not None
    table.board = answer.message
    for name in ("🔁 1", "🔁 ∞", "waste pairs"):
        refused = await table.press(name)
        assert await table.told(refused) == WORDS.say("refused.house-needs-stock")
    assert text_of(table.board) == WORDS.say("text.house", game="Giza")
    assert (board.content, board.edit_count) == (shown, 0)


async def test_rules_explain_the_game_that_is_played(api: DiscordApi) -> None:
    table = await dealt_by_command(api, "tut", 5)
    answer = await table.chat.slash(table.person, "rules")
    assert answer.message is not None
    for key in ("rule.king-at-apex", "rule.draw-three", "rule.redeals-unlimited"):
        assert WORDS.say(key) in text_of(answer.message)
