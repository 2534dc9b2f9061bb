"""Presses of one message: each is acknowledged once, and the newest board is shown."""

import asyncio
from collections.abc import Callable
from typing import Any

from adapters.discord_answers import Answering, Answers
from bot.chat import Board, Button

MESSAGE_ID = 77


class Press:
    """What the library hands over for one press, as far as answering it goes.

    `hold` is waited for within the first answer, and then `meanwhile` runs.
    """

    def __init__(
        self,
        hold: asyncio.Event | None = None,
        meanwhile: Callable[[], object] = lambda: None,
    ) -> None:
        self.id = id(self)
        self.message = self
        self.response = self
        self.acknowledged: list[str] = []
        self.shown: list[str] = []
        self._hold = hold
        self._meanwhile = meanwhile

    async def defer(self) -> None:
        self.acknowledged.append("defer")

    async def edit_message(self, *, content: str, view: object) -> None:
        if self._hold is not None:
            await self._hold.wait()
        self.acknowledged.append("edit")
        self.shown.append(content)
        self._meanwhile()

    async def edit_original_response(self, *, content: str, view: object) -> None:
        self.shown.append(content)


def pressed(press: Press) -> Answering:
    press.id = MESSAGE_ID
    interaction: Any = press
    return Answering(interaction)


def board(name: str) -> Board:
    return Board(name, rows=((Button("x", "n"),),))


async def test_a_press_between_two_others_is_acknowledged_though_its_board_is_shown_by_them() -> (
    None
):
    answers, gate = Answers(), asyncio.Event()
    later: list[asyncio.Task[None]] = []
    third = Press()

    def press_again() -> None:
        # The lock is about to be free, with the second press waiting for it.
        later.append(asyncio.create_task(answers.show(pressed(third), board("third"))))

    first, second = Press(gate, press_again), Press()
    showing = [
        asyncio.create_task(answers.show(pressed(press), board(name)))
        for press, name in ((first, "first"), (second, "second"))
    ]
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(*showing)
    await asyncio.gather(*later)
    assert first.acknowledged == ["edit"]
    assert second.acknowledged == ["defer"]
    assert third.acknowledged == ["defer"]
    assert first.shown == ["first"]
    assert second.shown == ["third"]


async def test_a_press_that_waits_shows_the_newest_board_once() -> None:
    answers, gate = Answers(), asyncio.Event()
    presses = [Press(gate), Press(), Press(), Press()]
    showing = [
        asyncio.create_task(answers.show(pressed(press), board(str(number))))
        for number, press in enumerate(presses)
    ]
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(*showing)
    assert [press.acknowledged for press in presses] == [["edit"], ["defer"], ["defer"], ["defer"]]
    assert [press.shown for press in presses] == [["0"], ["3"], [], []]
