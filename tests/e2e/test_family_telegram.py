"""A whole game of each preset in Telegram, won by buttons, and the panels of the family."""

import asyncio
from collections.abc import AsyncIterator, Mapping

import pytest
import pytest_asyncio

from bot.board import live_board
from bot.chat import Button, Mark
from bot.commands import COMMANDS
from bot.games import ABOUT_KEYS, GAME_KEYS
from bot.sessions import Session
from engine import VARIANTS, Game, Status
from tests.e2e.family import DEALS, WORDS, Player, winning_line
from tests.e2e.telegram_play import FINISHED, Table, assert_clean, serving
from tests.standins.telegram_api import BotApi
from tests.standins.telegram_world import Message

pytestmark = pytest.mark.asyncio(loop_scope="module")

MARKS = {None: Mark.NONE, "primary": Mark.SELECTED, "success": Mark.HINT}
WIDTH = 8
LONG = 110

Played = tuple[Player, Table, str]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def api(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[BotApi]:
    async with BotApi() as running, serving(running, tmp_path_factory.mktemp("bot")) as bot:
        yield running
        assert_clean(running, bot)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def games(api: BotApi) -> AsyncIterator[Mapping[str, "asyncio.Task[Played]"]]:
    """A game of each preset, all of them played at once, each in a chat of its own."""
    tasks = {name: asyncio.create_task(play(api, name)) for name in DEALS}
    yield tasks
    for task in tasks.values():
        task.cancel()
    await asyncio.gather(*tasks.values(), return_exceptions=True)


async def play(api: BotApi, name: str) -> Played:
    """Win a preset's deal press by press; also the text that the end brought."""
    player = Player(name, winning_line(name))
    table = newcomer(api)
    await table.command(f"/new {name} {DEALS[name]}")
    check(player, table.board)
    for label in player.presses():
        await table.press(label)
        check(player, table.board)
    return player, table, table.board.text


def newcomer(api: BotApi) -> Table:
    """Somebody who has not played yet, with no board in front of them."""
    person = api.person("Ada", language_code="en")
    chat = api.private(person)
    return Table(person, chat, chat.state.world.add_message(chat.record, person, text="hello"))


def check(player: Player, message: Message) -> None:
    rows = message.buttons
    assert all(1 <= len(row) <= WIDTH for row in rows)
    player.check(
        message.text,
        [Button(one.label, one.data or "", MARKS[one.style]) for row in rows for one in row],
    )


def dealt(message: Message) -> tuple[str, int]:
    """The game and the deal number in a board's title."""
    name, _, number = message.text.splitlines()[0].partition(" #")
    return name, int(number)


@pytest.mark.parametrize("name", DEALS)
async def test_a_deal_of_each_preset_is_won_by_buttons_alone(
    games: Mapping[str, "asyncio.Task[Played]"], name: str
) -> None:
    player, table, end = await games[name]
    assert player.game.status is Status.WON
    player.check_end(end)
    assert table.board.labels == FINISHED
    assert len(table.chat.messages) == 1
    await table.press(player.undo())
    check(player, table.board)
    assert "💡 Hint" in table.board.labels


async def test_the_panel_of_games_says_what_is_different_in_each_and_deals_it(
    api: BotApi,
) -> None:
    table = newcomer(api)
    for preset in VARIANTS:
        panel = await table.command("/games")
        title, about = WORDS.say(GAME_KEYS[preset]), WORDS.say(ABOUT_KEYS[preset])
        assert f"{title}: {about}" in panel.text.splitlines()
        await table.press(title)
        named, number = dealt(table.board)
        assert named == title
        game = Game.deal(preset, number)
        expected = live_board(Session(game=game), game, WORDS)
        assert table.board.text == expected.text
        assert table.board.labels == tuple(b.label for row in expected.rows for b in row)


async def test_a_second_press_on_the_panel_does_not_deal_again(api: BotApi) -> None:
    table = newcomer(api)
    giza = (await table.command("/games")).button("Giza").data or ""
    await table.press("Giza")
    shown = table.board.text
    assert await table.told(giza) == WORDS.say("refused.outdated")
    assert table.board.text == shown


async def test_house_rules_are_set_by_buttons_and_stand_in_the_title(api: BotApi) -> None:
    table = newcomer(api)
    await table.command("/new triangle 7")
    board = table.board
    panel = await table.command("/house")
    assert panel.text == WORDS.say("text.house", game="Triangle")
    assert panel.labels == (
        *("🔁 0", "🔁 1", "✅ 🔁 2", "🔁 ∞"),
        *("covering pairs", "✅ clear all", "✅ waste pairs", "🆕 New"),
    )
    for name in ("🔁 ∞", "covering pairs", "✅ clear all"):
        await table.press(name)
    named = "Triangle 🔁∞ +covering pairs -clear all"
    assert table.board.text == WORDS.say("text.house", game=named)
    assert dealt(board) == ("Triangle", 7)
    await table.command("/new 7")
    assert dealt(table.board) == (named, 7)
    assert "🔁 ∞" in table.status
    assert "left" not in table.status


async def test_a_house_rule_without_effect_is_refused_and_the_board_stays(api: BotApi) -> None:
    table = newcomer(api)
    await table.command("/new giza 2")
    board, shown = table.board, table.board.text
    panel = await table.command("/house")
    for name in ("🔁 ∞", "🔁 2", "waste pairs"):
        assert await table.told(name) == WORDS.say("refused.house-needs-stock")
    assert panel.text == WORDS.say("text.house", game="Giza")
    assert (board.text, board.edits) == (shown, 0)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("gizza", "giza"),
        ("King Tutt", "tut"),
        ("clasic 48151", "classic 48151"),
        ("sixrows", "six-rows"),
    ],
)
async def test_a_mistyped_game_is_answered_by_the_nearest_one(
    api: BotApi, typed: str, meant: str
) -> None:
    table = newcomer(api)
    await table.command("/new tut 5")
    assert await table.ask(f"/new {typed}") == WORDS.say("refused.did-you-mean", game=meant)
    await table.press("🎴 24")
    assert dealt(table.board) == ("King Tut", 5)


async def test_rules_explain_the_game_that_is_played(api: BotApi) -> None:
    table = newcomer(api)
    classic = await table.ask("/rules")
    await table.command("/new giza 5")
    giza = await table.ask("/rules")
    assert WORDS.say("rule.giza") in giza
    assert WORDS.say("rule.clear-all") in giza
    assert WORDS.say("rule.giza") not in classic


async def test_a_game_that_outgrows_its_buttons_is_played_on(api: BotApi) -> None:
    table = newcomer(api)
    await table.command("/new reserve 2")
    await table.command("/house")
    await table.press("🔁 ∞")
    await table.command("/new 2")
    assert dealt(table.board) == ("Reserve 🔁∞", 2)
    outgrown = []
    for _ in range(LONG):
        (turn,) = [one for one in table.board.labels if one.startswith(("🎴", "🔁"))]
        await table.press(turn)
        data = table.board.button("↩️ Undo").data or ""
        assert len(data.encode()) <= 64
        outgrown.append("~" in data)
    assert outgrown == sorted(outgrown)
    assert 3 < outgrown.count(True) < LONG
    for _ in range(outgrown.count(True) + 1):
        await table.press("↩️ Undo")
    assert "~" not in (table.board.button("↩️ Undo").data or "")
    assert table.status.startswith("0/28 · combo 0 · stock ")


async def test_the_menu_offers_the_commands_of_the_family(api: BotApi) -> None:
    key = (("default", 0, 0), "")
    await api.until(lambda: key in api.state.profile.commands)
    named = [one["command"] for one in api.state.profile.commands[key]]
    assert named == list(COMMANDS)
    assert {"games", "house", "rules", "new"} <= set(named)
