"""The table of what may go wrong with one call to Discord, and of what people see of it.

A press counts once the bot has it. Where it could not be acknowledged, Discord tells whoever
pressed that it failed; the board shows its move all the same, or else the next press does.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from enum import Enum

import pytest
import pytest_asyncio

from tests.e2e.bot_process import BotProcess
from tests.e2e.discord_play import Table, assert_quiet, deal, serving
from tests.e2e.scripts import DRAW, WON
from tests.standins.discord_api import DiscordApi
from tests.standins.discord_chats import Answer, Chat
from tests.standins.discord_faults import Trouble
from tests.standins.discord_people import User

pytestmark = pytest.mark.asyncio(loop_scope="module")

DEAL = WON.deal
ALWAYS, HALF_A_MINUTE, HOUR = 99, 30.0, 3600.0
PATIENCE = 20.0
HOLD = 1.5
"""Longer than a press waits for its turn, shorter than a call that acknowledges may take."""
ARCHIVED, BLOCKED, LOCKED_OUT = 50083, 50007, 50001
UNKNOWN_MESSAGE, UNKNOWN_INTERACTION = 10008, 10062
OLD_EDITS, DEAD_TOKEN = 30046, 50027


class Seen(Enum):
    """What people see at last, without doing anything more."""

    BOARD = "the board with the move"
    FRESH = "a fresh board with the move"
    FAILED = "that it failed, and the board with the move all the same"
    NOTHING = "that it failed; the next press or command shows the move"
    TOLD = "the board with the move, and the notice"
    UNTOLD = "the board with the move, but no notice"


@dataclass(frozen=True, slots=True)
class Case:
    """Trouble with a press or command: `place` names what is struck, `lines` those in the log."""

    place: str
    trouble: Trouble | int
    times: int
    seconds: float
    seen: Seen
    lines: int = 1

    @property
    def name(self) -> str:
        trouble = self.trouble.value if isinstance(self.trouble, Trouble) else self.trouble
        return f"{self.place}: {trouble} x{self.times} {self.seconds:g} s"


CASES = [
    Case("press", Trouble.SERVER_ERROR, 1, 0, Seen.BOARD),
    Case("press", Trouble.SERVER_ERROR, 2, 0, Seen.FRESH),
    Case("press", Trouble.SERVER_ERROR, ALWAYS, 0, Seen.FAILED),
    Case("press", Trouble.BAD_GATEWAY, 1, 0, Seen.BOARD),
    Case("press", Trouble.DROP, 1, 0, Seen.BOARD),
    Case("press", Trouble.DROP, 2, 0, Seen.FRESH),
    Case("press", Trouble.DROP, ALWAYS, 0, Seen.FAILED),
    Case("press", Trouble.LOST_RESPONSE, 1, 0, Seen.BOARD),
    Case("press", Trouble.LOST_RESPONSE, 2, 0, Seen.BOARD),
    Case("press", Trouble.LATE_RESPONSE, 1, 5, Seen.BOARD),
    Case("press", Trouble.DELAY, 1, 0.3, Seen.BOARD, lines=0),
    Case("press", Trouble.DELAY, 1, 5, Seen.FRESH),
    Case("press", Trouble.DELAY, ALWAYS, 5, Seen.FAILED),
    Case("press", Trouble.RATE_LIMIT, 1, 0.2, Seen.BOARD),
    Case("press", Trouble.RATE_LIMIT, 3, 0.2, Seen.BOARD),
    Case("press", Trouble.RATE_LIMIT, 1, HALF_A_MINUTE, Seen.FRESH),
    Case("press", Trouble.RATE_LIMIT, ALWAYS, HALF_A_MINUTE, Seen.FAILED),
    Case("press", Trouble.GLOBAL_RATE_LIMIT, 1, 0.2, Seen.BOARD),
    Case("press", UNKNOWN_INTERACTION, 1, 0, Seen.FAILED),
    Case("press", UNKNOWN_MESSAGE, 1, 0, Seen.FRESH),
    Case("press", OLD_EDITS, 1, HOUR, Seen.FRESH),
    Case("press", LOCKED_OUT, 1, 0, Seen.FRESH),
    Case("press", ARCHIVED, 1, 0, Seen.FRESH),
    Case("press", BLOCKED, ALWAYS, 0, Seen.FAILED),
    Case("all of a press", LOCKED_OUT, ALWAYS, 0, Seen.NOTHING),
    Case("all of a press", ARCHIVED, ALWAYS, 0, Seen.NOTHING),
    Case("all of a press", Trouble.DROP, ALWAYS, 0, Seen.NOTHING),
    Case("edit as bot", Trouble.SERVER_ERROR, 1, 0, Seen.FAILED),
    Case("edit as bot", Trouble.DROP, 1, 0, Seen.FAILED),
    Case("edit as bot", Trouble.LOST_RESPONSE, 1, 0, Seen.FAILED),
    Case("edit as bot", Trouble.DELAY, 1, 5, Seen.FAILED),
    Case("edit as bot", Trouble.RATE_LIMIT, 3, 0.2, Seen.FAILED),
    Case("edit as bot", Trouble.GLOBAL_RATE_LIMIT, 1, 0.2, Seen.FAILED),
    Case("edit as bot", LOCKED_OUT, 1, 0, Seen.NOTHING),
    Case("waiting board", Trouble.SERVER_ERROR, 2, 0, Seen.BOARD),
    Case("waiting board", Trouble.BAD_GATEWAY, 1, 0, Seen.BOARD),
    Case("waiting board", Trouble.DROP, 1, 0, Seen.BOARD),
    Case("waiting board", Trouble.DROP, 2, 0, Seen.FRESH),
    Case("waiting board", Trouble.LOST_RESPONSE, 1, 0, Seen.BOARD),
    Case("waiting board", Trouble.DELAY, 1, 5, Seen.BOARD),
    Case("waiting board", Trouble.RATE_LIMIT, 3, 0.2, Seen.BOARD),
    Case("waiting board", Trouble.GLOBAL_RATE_LIMIT, 1, 0.2, Seen.BOARD),
    Case("waiting board", DEAD_TOKEN, 1, 0, Seen.BOARD),
    Case("waiting board", UNKNOWN_MESSAGE, 1, 0, Seen.FRESH),
    Case("waiting board", OLD_EDITS, 5, 0.01, Seen.FRESH),
    Case("waiting board", LOCKED_OUT, 1, 0, Seen.FRESH),
    Case("notice", Trouble.SERVER_ERROR, 1, 0, Seen.TOLD),
    Case("notice", Trouble.LOST_RESPONSE, 1, 0, Seen.TOLD),
    Case("notice", Trouble.DELAY, 1, 5, Seen.TOLD),
    Case("notice", Trouble.RATE_LIMIT, 3, 0.2, Seen.TOLD),
    Case("notice", Trouble.DROP, 1, 0, Seen.UNTOLD),
    Case("notice", DEAD_TOKEN, 1, 0, Seen.UNTOLD),
    Case("notice", BLOCKED, 1, 0, Seen.UNTOLD),
    Case("command", Trouble.SERVER_ERROR, 1, 0, Seen.FRESH),
    Case("command", Trouble.SERVER_ERROR, 2, 0, Seen.FRESH),
    Case("command", Trouble.BAD_GATEWAY, 1, 0, Seen.FRESH),
    Case("command", Trouble.DROP, 1, 0, Seen.FRESH),
    Case("command", Trouble.DROP, 2, 0, Seen.NOTHING),
    Case("command", Trouble.LOST_RESPONSE, 1, 0, Seen.FRESH),
    Case("command", Trouble.LATE_RESPONSE, 1, 5, Seen.FRESH),
    Case("command", Trouble.DELAY, 1, 5, Seen.FRESH),
    Case("command", Trouble.DELAY, ALWAYS, 5, Seen.NOTHING),
    Case("command", Trouble.RATE_LIMIT, 3, 0.2, Seen.FRESH),
    Case("command", Trouble.RATE_LIMIT, ALWAYS, HALF_A_MINUTE, Seen.NOTHING),
    Case("command", Trouble.GLOBAL_RATE_LIMIT, 1, 0.2, Seen.FRESH),
    Case("command", UNKNOWN_INTERACTION, 1, 0, Seen.NOTHING),
    Case("command", LOCKED_OUT, 1, 0, Seen.NOTHING),
    Case("command", ARCHIVED, 1, 0, Seen.NOTHING),
]
"""What is struck, by what, how often, the seconds that go with it, and what people see."""

ROUTES = {
    "press": "callback",
    "all of a press": "*",
    "edit as bot": "message.edit",
    "waiting board": "original.edit",
    "notice": "followup",
    "command": "callback",
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def api() -> AsyncIterator[DiscordApi]:
    async with DiscordApi() as running:
        yield running
        assert running.violations == []


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(
    api: DiscordApi, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    # All lines: at other levels those that repeat each other are held back.
    async with serving(api, tmp_path_factory.mktemp("bot"), LOG_LEVEL="DEBUG") as running:
        yield running
        assert_quiet(running, api.token)


async def draw(api: DiscordApi, table: Table) -> Answer:
    return table.press_soon(DRAW)


async def draw_unknown(api: DiscordApi, table: Table) -> Answer:
    """A press that Discord no longer knows, so that the bot edits the message by itself."""
    api.fault("callback", UNKNOWN_INTERACTION, chat=table.chat)
    return table.press_soon(DRAW)


async def remove_in_a_hurry(api: DiscordApi, table: Table) -> Answer:
    """A pair whose second press is deferred, because the first one's board takes its time."""
    holding = api.fault("callback", Trouble.DELAY, seconds=HOLD, chat=table.chat)
    table.press_soon("6S")
    # Else the bot could show both presses with the first one's board.
    await api.until(lambda: holding.hits == 1)
    second = table.press_soon("7D")
    assert (await second.acknowledged()).kind == "deferred"
    return second


async def press_outdated(api: DiscordApi, table: Table) -> Answer:
    """A press of a board that stands behind the game: it gets the present one and a notice."""
    old = table.board
    await table.ask("play", cards="draw")
    table.board = old
    return table.press_soon(DRAW)


async def draw_by_command(api: DiscordApi, table: Table) -> Answer:
    return table.chat.slash_soon(table.person, "play", cards="draw")


STRIKES: dict[str, Callable[[DiscordApi, Table], Awaitable[Answer]]] = {
    "press": draw,
    "all of a press": draw,
    "edit as bot": draw_unknown,
    "waiting board": remove_in_a_hurry,
    "notice": press_outdated,
    "command": draw_by_command,
}


async def assert_seen(case: Case, table: Table, answer: Answer) -> None:
    """People see what the table says, and how their press was answered."""
    first, words = table.board, "2/28" if case.place == "waiting board" else "stock 22"
    if case.seen is Seen.NOTHING:
        await table.chat.until(lambda: answer.interaction.expired, PATIENCE)
        assert words not in table.chat.last.content
        return
    await table.chat.until(lambda: words in table.chat.last.content, PATIENCE)
    assert (table.chat.last is not first) == (case.seen is Seen.FRESH or case.place == "notice")
    if case.seen is Seen.FAILED:
        await table.chat.until(lambda: answer.interaction.expired, PATIENCE)
        return
    await answer.acknowledged()
    if case.place == "notice":
        await table.chat.until(lambda: words in first.content, PATIENCE)
    if case.seen is Seen.TOLD:
        told = await answer.until(lambda it: it.notice, PATIENCE)
        assert "changed" in (told or "")
    if case.seen is Seen.UNTOLD:
        assert answer.notice is None


async def assert_goes_on(case: Case, table: Table) -> None:
    """The game holds three moves after one more, and as many can be taken back."""
    if case.seen is Seen.NOTHING and case.place != "command":
        answer = await table.press(DRAW)
        assert "changed" in await table.told(answer)
    elif case.seen is Seen.NOTHING:
        await table.ask("board")
    table.board = table.chat.last
    await table.press(DRAW)
    for _ in range(3):
        await table.press("↩️ Undo")
    assert "🎴 24" in table.board.labels
    assert table.status.startswith("0/28")
    assert "no move" in await table.told(await table.press("↩️ Undo"))


def chat_for(case: Case, api: DiscordApi, person: User) -> Chat:
    """A chat of the kind in which such trouble happens."""
    if case.trouble == BLOCKED:
        return api.dm(person)
    return api.thread(case.name) if case.trouble == ARCHIVED else api.guild_channel(case.name)


async def strike(api: DiscordApi, bot: BotProcess, case: Case) -> int:
    """One case of the table, in a chat of its own; gives the interaction's id."""
    person = api.user("Ada")
    table = await deal(api, DEAL, chat_for(case, api, person), person)
    await table.press(DRAW)
    fault = api.fault(
        ROUTES[case.place], case.trouble, times=case.times, seconds=case.seconds, chat=table.chat
    )
    try:
        answer = await STRIKES[case.place](api, table)
        await assert_seen(case, table, answer)
        await api.until(lambda: fault.hits == case.times or case.times == ALWAYS)
        assert fault.hits
        identity = answer.interaction.id
        if case.lines:
            await bot.errors.until(str(identity), PATIENCE)
        api.end_fault(fault)
        await assert_goes_on(case, table)
    except AssertionError as error:
        error.add_note(case.name)
        raise
    return identity


async def test_whatever_strikes_a_call_the_game_and_the_board_come_right(
    api: DiscordApi, bot: BotProcess
) -> None:
    # Boards that wait have to do so for a certain time, which many others at once would disturb.
    waiting = [case for case in CASES if case.place == "waiting board"]
    others = [case for case in CASES if case not in waiting]
    striking = []
    for cases in (others, waiting):
        async with asyncio.TaskGroup() as group:
            striking += [group.create_task(strike(api, bot, case)) for case in cases]
            bystander = await deal(api, DEAL)
            for count in range(12):
                await bystander.press(DRAW)
                assert f"🎴 {23 - count}" in bystander.board.labels
            assert not all(task.done() for task in striking)
    incidents = bot.errors.incidents
    for case, task in zip((*others, *waiting), striking, strict=True):
        told = [line for line in incidents if str(task.result()) in line]
        assert (case.name, len(told)) == (case.name, case.lines), told
    # What a waiting board waits for is a slow call itself.
    assert len(incidents) == sum(case.lines for case in CASES) + len(waiting)
