"""Presses of one message: each is acknowledged once, and the newest board is shown."""

import asyncio
from collections.abc import Callable
from typing import Any

import discord

from adapters.discord_answers import Answering, Answers
from bot.chat import Board, Button

MESSAGE_ID = 77


class _Refusal:
    """What the library reads of a response, to make an error of it."""

    status, reason = 403, "Forbidden"


class Press:
    """What the library hands over for one press, as far as answering it goes.

    `hold` is waited for within the first answer, and then `meanwhile` runs. With `refused` Discord
    takes no board from it.
    """

    def __init__(
        self,
        hold: asyncio.Event | None = None,
        meanwhile: Callable[[], object] = lambda: None,
        *,
        refused: bool = False,
    ) -> None:
        self.id = MESSAGE_ID
        self.message = self
        self.response = self
        self.acknowledged: list[str] = []
        self.shown: list[str] = []
        self.deferred = asyncio.Event()
        self._hold = hold
        self._meanwhile = meanwhile
        self._refused = refused

    async def defer(self) -> None:
        self.acknowledged.append("defer")
        self.deferred.set()

    async def edit_message(self, *, content: str, view: object) -> None:
        if self._hold is not None:
            await self._hold.wait()
        self._check()
        self.acknowledged.append("edit")
        self.shown.append(content)
        self._meanwhile()

    async def send_message(self, content: str, *, view: object) -> None:
        self._check()

    async def edit(self, *, content: str, view: object) -> None:
        self._check()

    async def edit_original_response(self, *, content: str, view: object) -> None:
        self.shown.append(content)

    def _check(self) -> None:
        if self._refused:
            response: Any = _Refusal()
            raise discord.Forbidden(response, "no")


def pressed(press: Press) -> Answering:
    interaction: Any = press
    return Answering(interaction)


def board(name: str) -> Board:
    return Board(name, rows=((Button("x", "n"),),))


def show(answers: Answers, *presses: Press) -> "list[asyncio.Task[None]]":
    """Presses one after the other, whose boards are called 0, 1, 2 ..."""
    return [
        asyncio.create_task(answers.show(pressed(press), board(str(number))))
        for number, press in enumerate(presses)
    ]


async def test_a_press_that_waits_is_acknowledged_by_showing_the_newest_board() -> None:
    answers, gate = Answers(), asyncio.Event()
    presses = [Press(gate), Press(), Press(), Press()]
    showing = show(answers, *presses)
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(*showing)
    assert [one.acknowledged for one in presses] == [["edit"], ["edit"], ["defer"], ["defer"]]
    assert [one.shown for one in presses] == [["0"], ["3"], [], []]


async def test_a_press_is_not_acknowledged_before_its_board_is_shown() -> None:
    answers, first_gate, second_gate = Answers(), asyncio.Event(), asyncio.Event()
    first, second, third = Press(first_gate), Press(second_gate), Press()
    showing = show(answers, first, second, third)
    await asyncio.sleep(0)
    first_gate.set()
    await showing[0]
    assert (second.acknowledged, third.acknowledged) == ([], [])
    second_gate.set()
    await asyncio.gather(*showing)
    assert second.shown == ["2"]
    assert third.acknowledged == ["defer"]


async def test_a_press_between_two_others_is_acknowledged_though_its_board_is_shown_by_them() -> (
    None
):
    answers, gate = Answers(), asyncio.Event()
    later: list[asyncio.Task[None]] = []
    third = Press()

    def press_again() -> None:
        # The message is about to be free, with the second press waiting for it.
        later.append(asyncio.create_task(answers.show(pressed(third), board("third"))))

    first, second = Press(gate, press_again), Press()
    showing = show(answers, first, second)
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(*showing)
    await asyncio.gather(*later)
    assert first.acknowledged == ["edit"]
    assert second.acknowledged == ["edit"]
    assert third.acknowledged == ["defer"]
    assert first.shown == ["0"]
    assert second.shown == ["third"]


async def test_a_press_whose_turn_does_not_come_is_acknowledged_and_its_board_follows() -> None:
    answers, gate = Answers(), asyncio.Event()
    first, second, third = Press(gate), Press(), Press()
    showing = show(answers, first, second, third)
    await second.deferred.wait()
    await third.deferred.wait()
    assert (second.shown, third.shown) == ([], [])
    gate.set()
    await asyncio.gather(*showing)
    assert first.acknowledged == ["edit"]
    assert sorted([second.shown, third.shown]) == [[], ["2"]]
    assert (second.acknowledged, third.acknowledged) == (["defer"], ["defer"])


async def test_a_board_that_one_press_cannot_show_is_shown_by_the_next() -> None:
    answers, gate = Answers(), asyncio.Event()
    first, second, third = Press(gate), Press(refused=True), Press()
    showing = show(answers, first, second, third)
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(*showing)
    assert second.acknowledged == []
    assert third.acknowledged == ["edit"]
    assert third.shown == ["2"]
