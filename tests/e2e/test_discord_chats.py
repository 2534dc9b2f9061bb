"""Who plays where in Discord: servers, threads, direct messages, many people, old boards."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.e2e.discord_play import Table, assert_clean, deal, serving
from tests.e2e.scripts import DRAW, WON
from tests.standins.discord_api import DiscordApi
from tests.standins.discord_faults import Trouble
from tests.standins.discord_people import Access

pytestmark = pytest.mark.asyncio(loop_scope="module")

DEAL = WON.deal
PLACES = ["server", "thread", "direct message", "group", "foreign server", "silenced"]
GARBAGE = [
    "y",
    " ",
    "d",
    "dAQBQJf",
    "dAQBQJfQ=",
    "cKD",
    "cZZAQBQJfQ",
    "c7D" + "A" * 97,
    "d~AAAAAAAQBQJfQ",
    "N" + "9" * 60,
    "🎴",
    "d\nAQBQJfQ",
    "\x00",
    "old:version:1",
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def api(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[DiscordApi]:
    async with (
        DiscordApi() as running,
        serving(running, tmp_path_factory.mktemp("bot")) as bot,
    ):
        yield running
        assert_clean(running, bot)


async def table_at(api: DiscordApi, place: str, number: int = DEAL) -> Table:
    """A board in a new place of a kind."""
    ada = api.user("Ada")
    chat = {
        "server": lambda: api.guild_channel("general"),
        "thread": lambda: api.thread("games"),
        "direct message": lambda: api.dm(ada),
        "group": lambda: api.private_channel(ada, api.user("Bob")),
        "foreign server": lambda: api.guild_channel("abroad", access=Access.ABSENT),
        "silenced": lambda: api.guild_channel("quiet", access=Access.SILENT),
    }[place]()
    answer = await chat.slash(ada, "new", deal=number)
    assert answer.message is not None
    return Table(ada, chat, answer.message)


@pytest.mark.parametrize("place", PLACES)
async def test_a_game_is_played_wherever_the_bot_can_be_used(api: DiscordApi, place: str) -> None:
    table = await table_at(api, place)
    await table.play(WON.steps[:3])
    assert table.status.startswith("4/28")
    refused = await table.ask("play", cards="9 5")
    assert "13" in await table.told(refused)
    assert (await table.ask("undo")).message is table.chat.last
    assert table.status.startswith("4/28")
    assert api.violations == []


async def test_channels_and_their_threads_have_games_of_their_own(api: DiscordApi) -> None:
    hall = api.guild_channel("hall")
    places = [hall, api.thread("one", parent=hall), api.thread("two", parent=hall)]
    tables = [await deal(api, number, chat) for number, chat in enumerate(places, start=31)]
    for count, table in enumerate(tables):
        await table.play([DRAW] * count)
    for count, table in enumerate(tables):
        await table.ask("board")
        assert f"#{31 + count}*" in table.lines[0]
        assert f"🎴 {24 - count}" in table.board.labels


async def test_direct_messages_of_two_people_are_two_games(api: DiscordApi) -> None:
    tables = [await table_at(api, "direct message", number) for number in (51, 52)]
    await tables[0].press(DRAW)
    await tables[1].ask("board")
    assert "#52*" in tables[1].lines[0]
    assert "🎴 24" in tables[1].board.labels


async def test_two_presses_of_draw_at_the_same_moment_draw_once(api: DiscordApi) -> None:
    table = await deal(api, DEAL)
    bob = api.user("Bob")
    pressed = [table.press_soon(DRAW), table.press_soon(DRAW, bob)]
    for answer in pressed:
        await answer.acknowledged()
    await table.until_shown("stock 23")
    told = await table.told(pressed[1])
    assert "changed" in told
    assert pressed[0].notices == []
    await table.ask("board")
    assert "🎴 23" in table.board.labels
    assert api.violations == []


async def test_everybody_in_a_channel_plays_the_same_board(api: DiscordApi) -> None:
    table = await deal(api, DEAL)
    people = [api.user(name) for name in ("Bob", "Cleo", "Dan")]
    await table.press("6S", people[0])
    await table.press("7D", people[1])
    assert table.status.startswith("2/28")
    await table.press("↩️ Undo", people[2])
    assert table.status.startswith("0/28")


async def test_many_presses_at_once_are_each_answered_and_the_newest_board_stays(
    api: DiscordApi,
) -> None:
    table = await deal(api, DEAL)
    people = [api.user(f"P{number}") for number in range(12)]
    names = ("7♦️", "⚙️", "draw", "9♠️", "5♠️", "💡 Hint")
    api.fault("callback", Trouble.DELAY, times=3, seconds=0.1, chat=table.chat)
    pressed = [table.press_soon(name, person) for name in names for person in people]
    await asyncio.gather(*(answer.acknowledged() for answer in pressed))
    board = table.board
    # The answer to a hint that was asked for twice would go to the newer board.
    await table.chat.until(lambda: "Thinking" not in board.content)
    await table.ask("board")
    newest = table.board
    await table.chat.until(lambda: board.content == newest.content)
    assert board.labels == newest.labels
    assert table.chat.messages == [board, newest]
    assert api.violations == []


async def test_a_slow_channel_does_not_hold_up_another(api: DiscordApi) -> None:
    slow, quick = await deal(api, DEAL), await deal(api, DEAL)
    api.fault("callback", Trouble.DELAY, seconds=1.0, chat=slow.chat)
    held = slow.press_soon(DRAW)
    for _ in range(4):
        await quick.press(DRAW)
    assert held.kind == ""
    assert "🎴 20" in quick.board.labels
    await held.acknowledged()
    assert "🎴 23" in slow.board.labels


async def test_an_old_board_is_answered_privately_and_loses_its_buttons(api: DiscordApi) -> None:
    table = await deal(api, DEAL)
    old, shown = table.board, table.board.content
    await table.ask("new", deal=77)
    live = table.board.content
    answer = await table.chat.press(table.person, old, "🎴 24")
    assert "earlier game" in await table.told(answer)
    await table.chat.until(lambda: old.labels == [])
    assert old.content == shown
    assert table.board.content == live
    assert table.chat.messages == [old, table.board]


async def test_an_outdated_board_of_the_same_game_gets_the_present_position(
    api: DiscordApi,
) -> None:
    table = await deal(api, DEAL)
    older = table.board
    await table.ask("play", cards="draw")
    newer = table.board
    answer = await table.chat.press(table.person, older, "🎴 24")
    assert "changed" in await table.told(answer)
    await table.chat.until(lambda: "🎴 23" in older.labels)
    assert newer.content.splitlines()[:-1] == older.content.splitlines()[:-1]
    await table.chat.press(table.person, older, "🎴 23")
    assert "🎴 22" in older.labels


@pytest.mark.parametrize("custom_id", GARBAGE)
async def test_a_false_button_is_answered_privately_and_changes_nothing(
    api: DiscordApi, custom_id: str
) -> None:
    table = await deal(api, DEAL)
    shown = table.board.content
    answer = await table.chat.forge_press(table.person, table.board, custom_id)
    assert await table.told(answer)
    assert table.board.content == shown
    await table.ask("board")
    assert table.board.content == shown


async def test_a_false_button_cannot_play_a_covered_card(api: DiscordApi) -> None:
    table = await deal(api, DEAL)
    token = table.id_of("7D").removeprefix("c7D")
    answer = await table.chat.forge_press(table.person, table.board, f"c5C{token}")
    assert await table.told(answer)
    await table.ask("board")
    assert table.status.startswith("0/28")
    assert api.violations == []


@pytest.mark.parametrize(
    ("command", "options", "words"),
    [
        ("undo", {}, "no move"),
        ("play", {"cards": "9 5"}, "9 + 5 = 14"),
        ("play", {"cards": "ks"}, "covered"),
        ("play", {"cards": "8d"}, "stock"),
        ("play", {"cards": "9"}, "suit"),
        ("play", {"cards": "redeal"}, "stock"),
        ("play", {"cards": "@everyone **x** <b>"}, "/play"),
        ("play", {"cards": "9 4 9 4"}, "/play"),
        ("rules", {}, "13"),
        ("help", {}, "/new"),
    ],
)
async def test_refusals_and_help_are_seen_only_by_whoever_asked(
    api: DiscordApi, command: str, options: dict[str, str], words: str
) -> None:
    table = await deal(api, DEAL)
    answer = await table.ask(command, **options)
    assert words in await table.told(answer)
    assert table.chat.seen_by(api.user("Bob")) == [table.board]
    assert table.status.startswith("0/28")


@pytest.mark.parametrize("command", ["hint", "undo", "restart", "board"])
async def test_without_a_game_it_is_said_how_to_begin_one(api: DiscordApi, command: str) -> None:
    chat = api.guild_channel("empty")
    answer = await chat.slash(api.user("Ada"), command)
    assert "/new" in (answer.notice or "")
    assert chat.messages == []


@pytest.mark.parametrize(("name", "options"), [("bygone", {}), ("new", {"deal": "x"})])
async def test_a_command_of_an_older_version_is_answered_privately(
    api: DiscordApi, name: str, options: dict[str, str]
) -> None:
    chat = api.guild_channel("before")
    answer = await chat.forge_slash_soon(api.user("Ada"), name, **options).acknowledged()
    assert answer.notice
    assert chat.messages == []
