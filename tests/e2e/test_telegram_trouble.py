"""One call fails in one way: whoever pressed is answered, the board comes right, a line tells."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.i18n import texts
from tests.e2e.bot_process import BotProcess
from tests.e2e.scripts import WON, face
from tests.e2e.telegram_play import Table, assert_clean, assert_goes_on, deal, serving
from tests.standins.telegram_api import BotApi
from tests.standins.telegram_faults import Fault, FaultKind

Served = tuple[BotApi, BotProcess]

WORDS = texts("en")
EMOJI = WORDS.say("button.skin-emoji")
OLD_BOARD = WORDS.say("refused.old-board")
NOT_YOURS = WORDS.say("refused.not-yours")
TRIES = 6
"""So often a board is sent before it is given up."""


@dataclass(frozen=True, slots=True)
class Case:
    """The next call of a method meets a fault, with its seconds; `told` is what the log says."""

    method: str
    kind: FaultKind
    seconds: float
    told: str


CASES = (
    # what is struck           by what         seconds  in the log
    Case("editMessageText", "http_500", 0, "Internal Server Error"),
    Case("editMessageText", "html_502", 0, "Bad Gateway"),
    Case("editMessageText", "drop_before", 0, "call of editMessageText"),
    Case("editMessageText", "drop_after", 0, "call of editMessageText"),
    Case("editMessageText", "delay", 5, ""),
    Case("editMessageText", "delay_after", 5, ""),
    Case("editMessageText", "flood", 2, "limits a chat"),
    Case("sendMessage", "http_500", 0, "Internal Server Error"),
    Case("sendMessage", "html_502", 0, "Bad Gateway"),
    Case("sendMessage", "drop_before", 0, "call of sendMessage"),
    Case("sendMessage", "drop_after", 0, "call of sendMessage"),
    Case("sendMessage", "delay", 5, ""),
    Case("sendMessage", "delay_after", 5, ""),
    Case("sendMessage", "flood", 2, "limits a chat"),
    Case("answerCallbackQuery", "http_500", 0, "Internal Server Error"),
    Case("answerCallbackQuery", "html_502", 0, "Bad Gateway"),
    Case("answerCallbackQuery", "drop_before", 0, "call of answerCallbackQuery"),
    Case("answerCallbackQuery", "drop_after", 0, "call of answerCallbackQuery"),
    Case("answerCallbackQuery", "delay", 5, ""),
    Case("answerCallbackQuery", "delay_after", 5, ""),
    Case("answerCallbackQuery", "flood", 2, ""),
    Case("editMessageReplyMarkup", "http_500", 0, "Internal Server Error"),
    Case("editMessageReplyMarkup", "html_502", 0, "Bad Gateway"),
    Case("editMessageReplyMarkup", "drop_before", 0, "call of editMessageReplyMarkup"),
    Case("editMessageReplyMarkup", "drop_after", 0, "call of editMessageReplyMarkup"),
    Case("editMessageReplyMarkup", "delay", 5, ""),
    Case("editMessageReplyMarkup", "delay_after", 5, ""),
    Case("editMessageReplyMarkup", "flood", 2, "limits a chat"),
    Case("getChatMember", "http_500", 0, "Internal Server Error"),
    Case("getChatMember", "html_502", 0, "Bad Gateway"),
    Case("getChatMember", "drop_before", 0, "call of getChatMember"),
    Case("getChatMember", "drop_after", 0, "call of getChatMember"),
    Case("getChatMember", "delay", 5, "call of getChatMember"),
    Case("getChatMember", "delay_after", 5, "call of getChatMember"),
    Case("getChatMember", "flood", 2, "Flood control"),
)
POLLS = (
    Case("getUpdates", "http_500", 0, "500"),
    Case("getUpdates", "html_502", 0, "502"),
    Case("getUpdates", "drop_before", 0, "call of getUpdates"),
    Case("getUpdates", "drop_after", 0, "call of getUpdates"),
    Case("getUpdates", "delay_after", 5, ""),
    Case("getUpdates", "flood", 1, "429"),
    Case("getUpdates", "refuse", 0, "409"),
)

Strike = Callable[[Table], Awaitable[None]]
"""Waits until every case has come so far, then lets the fault of the case loose on its chat."""


async def pressed(api: BotApi, case: Case, strike: Strike) -> None:
    """A press: the edit or the answer that comes of it is struck."""
    table = await deal(api, 12345)
    await table.play(["KH"])
    board = table.board
    await strike(table)
    press = table.chat.tap(table.person, board, face("KS"))
    if case.method == "editMessageText":
        await press.answer()
        assert case.kind not in ("delay", "flood") or board.edits == 1
    await table.chat.edited(board, 2)
    assert table.status.startswith("2/28")
    if case.method == "answerCallbackQuery":
        assert case.kind not in ("delay", "flood") or not press.done
    assert (await press.answer()).text == ""
    await assert_goes_on(table, 2)
    assert board.edits == 2


async def commanded(api: BotApi, case: Case, strike: Strike) -> None:
    """A command: the new board that it brings is struck. After a lost response it comes twice."""
    table = await deal(api, 12345)
    await table.play(["KH"])
    await strike(table)
    await table.chat.say(table.person, "/play ks")
    copies = 2 if case.kind == "drop_after" else 1
    for _ in range(copies):
        table.board = await table.chat.next_message()
        assert table.status.startswith("2/28")
    await assert_goes_on(table, 2)
    assert len(table.chat.messages) == 1 + copies + 1


async def left_behind(api: BotApi, case: Case, strike: Strike) -> None:
    """A press on the board of an earlier game: that the old board loses its buttons is struck."""
    table = await deal(api, 5)
    old = table.board
    await table.command("/new 12345")
    await table.play(["KH"])
    await strike(table)
    press = table.chat.tap(table.person, old, face("5H"))
    assert (await press.answer()).text == OLD_BOARD
    await table.play(["KS"])
    assert old.labels == ()
    await assert_goes_on(table, 2)


async def looked_up(api: BotApi, case: Case, strike: Strike) -> None:
    """An administrator presses somebody else's panel: the question who that is gets struck."""
    bob = api.person("Bob", language_code="en")
    table = await deal(api, 12345, api.group("Friends", bob))
    table.chat.appoint(bob)
    await table.play(["KH"])
    await table.press("⚙️")
    await strike(table)
    answer = await table.chat.press(bob, table.board, EMOJI)
    assert answer.text == NOT_YOURS
    await table.press(EMOJI, bob)
    assert f"✅ {EMOJI}" in table.board.labels
    await table.press("⬅️ Board")
    await table.play(["KS"])
    await assert_goes_on(table, 2)


SCENES: dict[str, Callable[[BotApi, Case, Strike], Awaitable[None]]] = {
    "editMessageText": pressed,
    "answerCallbackQuery": pressed,
    "sendMessage": commanded,
    "editMessageReplyMarkup": left_behind,
    "getChatMember": looked_up,
}


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    """A bot of its own for each test: the same line is not written again for a while."""
    async with BotApi(patience=20) as running, serving(running, tmp_path) as bot:
        yield running, bot
        assert_clean(running, bot)


async def test_a_call_that_fails_costs_no_move_no_board_and_a_line_at_most(served: Served) -> None:
    api, bot = served
    ready = asyncio.Barrier(len(CASES) + 1)
    faults: dict[Case, Fault] = {}

    async def play(case: Case) -> None:
        async def strike(table: Table) -> None:
            await ready.wait()
            chat, seconds = table.chat, case.seconds
            faults[case] = api.fault(case.method, case.kind, chat=chat, seconds=seconds)

        await SCENES[case.method](api, case, strike)
        assert faults[case].struck == 1, case

    async with asyncio.TaskGroup() as group:
        tasks = {case: group.create_task(play(case)) for case in CASES}
        bystander = await deal(api, WON.deal)
        await ready.wait()
        await api.until(lambda: sum(fault.struck for fault in faults.values()) == len(CASES))
        await bystander.play(WON.steps[:6])
        assert not any(task.done() for case, task in tasks.items() if case.kind == "delay")
    lines, words = bot.errors.lines, {case.told for case in CASES if case.told}
    assert [line for line in lines if not any(told in line for told in words)] == []
    assert [told for told in words if not any(told in line for line in lines)] == []
    assert len({line.split(maxsplit=3)[3] for line in lines}) == len(lines)


async def test_many_chats_whose_boards_hang_hold_up_no_other(served: Served) -> None:
    api, _ = served
    slow = [await deal(api, 12345) for _ in range(100)]
    other = await deal(api, 12345)
    for table in slow:
        api.fault("editMessageText", "delay", chat=table.chat, seconds=5)
        table.chat.tap(table.person, table.board, face("KH"))
    await other.play(["KH", "KS", "draw"])
    assert [table for table in slow if table.board.edits] == []


@pytest.mark.parametrize("case", POLLS, ids=[case.kind for case in POLLS])
async def test_a_poll_that_fails_loses_and_doubles_nothing(served: Served, case: Case) -> None:
    api, bot = served
    table = await deal(api, 12345)
    await api.polling()
    fault = api.fault("getUpdates", case.kind, seconds=case.seconds, code=409)
    # The poll that waits already brings the first press, and the next one is struck.
    await table.press(face("KH"))
    await table.press("🎴 24")
    assert table.status.startswith("1/28 · combo 0 · stock 23")
    assert fault.struck == 1
    await assert_goes_on(table, 2)
    log = bot.errors.text
    assert len(log.splitlines()) == bool(case.told), log
    assert case.told in log


async def hit(api: BotApi, fault: Fault, times: int) -> None:
    """Wait until a fault has struck so often."""
    await api.until(lambda: fault.struck >= times, within=30, what=f"call {times}")


async def edits_fail(api: BotApi) -> None:
    """Presses go on while no edit of their board gets through."""
    table = await deal(api, 12345)
    fault = api.fault("editMessageText", "http_500", None, table.chat)
    for card in ("KH", "5D", "5H", "KS"):
        struck = fault.struck
        await table.told(face(card))
        await hit(api, fault, struck + 1)
    fault.left = 0
    await table.chat.until(lambda: table.status.startswith("2/28"))
    await assert_goes_on(table, 2)


async def answers_fail(api: BotApi) -> None:
    """Presses go on while none of them can be answered."""
    table = await deal(api, 12345)
    fault = api.fault("answerCallbackQuery", "drop_before", None, table.chat)
    for edits, card in enumerate(("KH", "5D", "5H", "KS"), 1):
        table.chat.tap(table.person, table.board, face(card))
        await table.chat.edited(table.board, edits)
        await hit(api, fault, edits)
    fault.left = 0
    await assert_goes_on(table, 2)


async def given_up(api: BotApi) -> None:
    """An edit fails however often it is tried, and the next press shows what it did."""
    table = await deal(api, 12345)
    fault = api.fault("editMessageText", "html_502", None, table.chat)
    await table.told(face("KH"))
    await hit(api, fault, TRIES)
    fault.left = 0
    await table.told(face("KS"))
    await table.chat.until(lambda: table.status.startswith("2/28"))
    await assert_goes_on(table, 2)


async def test_an_outage_is_told_once_however_many_calls_it_costs(served: Served) -> None:
    api, bot = served
    outages = (edits_fail, answers_fail, given_up)
    async with asyncio.TaskGroup() as group:
        for outage in outages:
            group.create_task(outage(api))
    log = bot.errors.text
    assert len(log.splitlines()) == len(outages), log


async def test_a_page_in_place_of_an_answer_is_not_repeated_in_the_log(served: Served) -> None:
    api, bot = served
    table = await deal(api, 12345)
    for method in ("editMessageText", "answerCallbackQuery"):
        api.fault(method, "html_502", chat=table.chat)
    table.chat.tap(table.person, table.board, face("KH"))
    await table.chat.until(lambda: table.status.startswith("1/28"))
    await assert_goes_on(table, 1)
    assert "<html" not in bot.errors.text
