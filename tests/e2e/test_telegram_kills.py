"""The process is killed at any moment of a press: what was acknowledged is still there after it.

A press that was answered within half a second had its board shown, so its move outlives the
process. Where Telegram held the board back, the answer did not wait for it, and the move may be
gone; then the board shows the state before it, and play goes on from there.
"""

import asyncio
import signal
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.e2e.scripts import WON, button, face, presses
from tests.e2e.telegram_play import (
    Shown,
    Table,
    assert_clean,
    assert_goes_on,
    deal,
    killed,
    serving,
    shown,
)
from tests.standins.telegram_api import BotApi
from tests.standins.telegram_chat import Press
from tests.standins.telegram_faults import FaultKind

AT_ONCE = 0.5
"""The seconds within which an answer is a promise that the board was shown."""
NEVER = 60
"""The seconds of what does not happen any more within a test."""


@pytest.fixture
async def api() -> AsyncIterator[BotApi]:
    async with BotApi() as running:
        yield running
        assert running.violations == []


async def promised(press: Press) -> bool:
    """Whether a press was answered so soon that its board must have been shown."""
    return press.done and (await press.answer()).at - press.query.at < AT_ONCE


@dataclass(frozen=True, slots=True)
class Moment:
    """A fault that keeps the last of some presses where it is, and what the board shows then.

    `least` and `most`: so many kings of deal 12345 are gone, whatever was promised.
    """

    kings: tuple[str, ...]
    method: str = ""
    kind: FaultKind = "delay"
    least: int = 0
    most: int = 1


MOMENTS = {
    "answered, and the board shown": Moment(("KH",), least=1),
    "the edit has not arrived": Moment(("KH",), "editMessageText"),
    "the edit is made, but Telegram's word of it is not back": Moment(
        ("KH",), "editMessageText", "delay_after", least=1
    ),
    "the edit waits behind one that has not arrived": Moment(
        ("KH", "KS"), "editMessageText", most=2
    ),
    "the edit waits behind one that is made": Moment(
        ("KH", "KS"), "editMessageText", "delay_after", least=1, most=2
    ),
    "the edit waits for the end of a limit": Moment(
        ("KH", "KS"), "editMessageText", "flood", most=2
    ),
    "the answer is on its way": Moment(("KH",), "answerCallbackQuery", least=1),
    "the answer is there, but Telegram's word of it is not back": Moment(
        ("KH",), "answerCallbackQuery", "delay_after", least=1
    ),
}
UNREAD = Moment(("KH",), least=1)
"""Nothing has come of the press yet: Telegram hands it out again."""


@dataclass(slots=True)
class Stopped:
    """A table with one drawn card, and the presses that were under way there."""

    name: str
    moment: Moment
    table: Table
    pressed: list[Press] = field(default_factory=list)

    async def press(self) -> None:
        """Press the kings one right after the other, without waiting for anything."""
        chat, person, board = self.table.chat, self.table.person, self.table.board
        self.pressed = [chat.tap(person, board, face(king)) for king in self.moment.kings]

    async def answered(self) -> None:
        """Wait for the answers that are not held back themselves."""
        if (self.moment.method, self.moment.kind) != ("answerCallbackQuery", "delay"):
            for press in self.pressed:
                await press.answer()

    async def check(self) -> None:
        """What was promised is there, and the game goes on from what the board shows."""
        table, moment = self.table, self.moment
        kept = 0 if moment.kind == "flood" else sum([await promised(one) for one in self.pressed])
        await table.chat.until(lambda: self.kings >= max(moment.least, kept), what=self.name)
        kings = self.kings
        assert kings <= moment.most, self.name
        await table.press("🎴 23")
        assert self.kings == kings, self.name
        assert "stock 22" in table.status, self.name
        await assert_goes_on(table, kings + 2)

    @property
    def kings(self) -> int:
        """The cards that are gone, as the board shows them."""
        return int(self.table.status.partition("/")[0])


async def stopped(api: BotApi, name: str, moment: Moment) -> Stopped:
    """A table at which the fault of a moment is to come."""
    table = await deal(api, 12345)
    await table.play(["draw"])
    if moment.method:
        api.fault(moment.method, moment.kind, chat=table.chat, seconds=NEVER)
    return Stopped(name, moment, table)


async def at_their_moments(api: BotApi, name: str) -> list[Stopped]:
    """Tables at which everything has been pressed, each with its own fault under way."""
    tables = [await stopped(api, f"{one}, {name}", moment) for one, moment in MOMENTS.items()]
    for one in tables:
        await one.press()
    for one in tables:
        await api.until(partial(_faced, api, one), what=one.name)
    return tables


def _faced(api: BotApi, one: Stopped) -> bool:
    """Whether a table's fault has struck, or its press been answered where there is none."""
    chat = one.table.chat.id
    if not one.moment.method:
        return all(press.done for press in one.pressed)
    return any(fault.chat_id == chat and fault.struck for fault in api.state.faults.planned)


async def test_what_was_promised_outlives_the_process_whatever_was_under_way(
    api: BotApi, tmp_path: Path
) -> None:
    async with serving(api, tmp_path) as bot:
        unread = await stopped(api, "not read", UNREAD)
        early = await at_their_moments(api, "all of them answered")
        for one in early:
            await one.answered()
        late = await at_their_moments(api, "just now")
        bot.send(signal.SIGSTOP)
        await unread.press()
        await killed(api, bot)
    for one in (*early, *late):
        api.lift(one.table.chat)
    async with serving(api, tmp_path) as bot:
        for one in (unread, *early, *late):
            await one.check()
        assert_clean(api, bot)


SCRIPT = [name for step in WON.steps[:12] for name in presses(step)]


@dataclass(slots=True)
class Guest:
    """Somebody who presses the cards of a script, each when the board shows the one before."""

    table: Table
    pressed: list[Press] = field(default_factory=list)

    def sees(self, board: Shown) -> bool:
        """Whether the board shows this."""
        return shown(self.table.board) == board

    async def play(self) -> None:
        """Press on from where the script is."""
        table = self.table
        for name in SCRIPT[len(self.pressed) :]:
            edits = table.board.edits
            label = button(name, table.board.labels)
            self.pressed.append(table.chat.tap(table.person, table.board, label))
            await self.pressed[-1].answer()
            await table.chat.edited(table.board, edits + 1)


async def test_a_kill_at_any_moment_of_any_press_costs_nothing_that_was_promised(
    api: BotApi, tmp_path: Path
) -> None:
    chance = Random(6)
    async with serving(api, tmp_path) as bot:
        model = await deal(api, WON.deal)
        script = [shown(model.board)]
        for name in SCRIPT:
            await model.press(button(name, model.board.labels))
            script.append(shown(model.board))
        guests = [Guest(await deal(api, WON.deal)) for _ in range(20)]
        kinds: list[FaultKind] = ["delay", "delay_after"]
        faults = [
            api.fault(method, kind, None, guest.table.chat, seconds=chance.uniform(0, 0.03))
            for guest in guests
            for method, kind in zip(
                ("editMessageText", "answerCallbackQuery"), chance.sample(kinds, 2), strict=True
            )
        ]
        games = [asyncio.create_task(guest.play()) for guest in guests]
        await api.until(lambda: sum(len(guest.pressed) for guest in guests) > 200)
        again = await killed(api, bot)
        for game in games:
            game.cancel()
        await asyncio.gather(*games, return_exceptions=True)
    for fault in faults:
        fault.left = 0
    async with serving(api, tmp_path) as bot:
        for guest in guests:
            last = guest.pressed[-1]
            if last.query.id in again or await promised(last):
                held = script[len(guest.pressed)]
                await guest.table.chat.until(partial(guest.sees, held))
            else:
                assert shown(guest.table.board) in script[len(guest.pressed) - 1 :][:2]
                del guest.pressed[script.index(shown(guest.table.board)) :]
        await asyncio.gather(*(guest.play() for guest in guests))
        assert all(guest.sees(script[-1]) for guest in guests)
        assert_clean(api, bot)
