"""How boards reach Discord: every interaction acknowledged once, presses of a board in order."""

import asyncio
from collections.abc import Awaitable, Callable
from enum import Enum
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import aiohttp
import discord
from discord.utils import escape_markdown

from adapters.discord_buttons import BoardView, content_of
from adapters.discord_troubles import note, timed
from bot.chat import Board, Reply

_TURN_SECONDS = 1.0
_FIRST_CALL_SECONDS = 2.0
_LAST_CALL_SECONDS = 3.0
"""Counted from when the interaction came; Discord gives up after three seconds."""
_EDIT_SECONDS = 60.0
_MAX_CONTENT = 2000
_ALREADY_ACKNOWLEDGED, _UNKNOWN_INTERACTION = 40060, 10062
_DEAD_TOKEN = (50027, 10015)
_NETWORK_ERRORS = (aiohttp.ClientError, OSError, TimeoutError)

Interaction = discord.Interaction[Any]


class _Outcome(Enum):
    DONE = "done"
    REFUSED = "refused"
    """Discord did not take it; another acknowledgement may still be made."""
    SLOW = "slow"
    """No answer came in time; another acknowledgement may still be made."""
    EARLIER = "earlier"
    """An earlier call of which nothing was heard has acknowledged it."""
    TOO_LATE = "too late"
    """The interaction cannot be acknowledged any more."""


class Answering:
    """One interaction and what became of it, from the moment when it came.

    The library counts an acknowledgement only when its response came back; Discord counts it when
    it arrived. So whether there was one is kept here.
    """

    def __init__(self, interaction: Interaction) -> None:
        self.id = interaction.id
        self._interaction = interaction
        self._came = asyncio.get_running_loop().time()
        self._due = self._came + _FIRST_CALL_SECONDS
        self._late = False
        self.acknowledged = False

    @property
    def place(self) -> int:
        """What is edited: the pressed message, or the one that answers a command."""
        message = self._interaction.message
        return self.id if message is None else message.id

    @property
    def patience(self) -> float | None:
        """The seconds that it can wait for its turn; None: as long as it takes."""
        waited = asyncio.get_running_loop().time() - self._came
        return None if self.acknowledged else max(0.0, _TURN_SECONDS - waited)

    async def defer(self) -> None:
        """Acknowledge a press without a board."""
        await self._acknowledge(self._interaction.response.defer)

    async def retire(self) -> None:
        """Take the pressed message's buttons away."""
        await self._acknowledge(lambda: self._interaction.response.edit_message(view=None))

    async def edit(self, board: Board) -> bool:
        """Show a board on the pressed message, else as a new one; whether Discord took it.

        Where that is possible, showing it is what acknowledges the interaction.
        """
        if not self.acknowledged:
            content, view = content_of(board), BoardView(board)
            outcome = await self._acknowledge(
                lambda: self._interaction.response.edit_message(content=content, view=view)
            )
            if outcome is _Outcome.DONE:
                return True
            if outcome in (_Outcome.REFUSED, _Outcome.SLOW):
                return await self.post(board)
        return await self._edit_later(board)

    async def post(self, board: Board) -> bool:
        """Show a board as a new message: a command's, or where the old one cannot be edited.

        Whether Discord took it, here or on the old message after all.
        """
        outcome = await self._send(content_of(board), view=BoardView(board))
        return outcome is _Outcome.DONE or await self._edit_later(board)

    async def tell(self, notice: str) -> None:
        """Tell whoever pressed, and nobody else."""
        for text in _pieces(escape_markdown(notice)):
            if await self._send(text, ephemeral=True) is _Outcome.EARLIER:
                await self._follow_up(text, ephemeral=True)

    async def _send(self, text: str, **how: Any) -> _Outcome:
        """Send a new message, as the acknowledgement where there was none."""
        if self.acknowledged:
            sent = await self._follow_up(text, **how)
            return _Outcome.DONE if sent else _Outcome.REFUSED
        send = partial(self._interaction.response.send_message, text, **how)
        outcome = await self._acknowledge(send)
        return await self._acknowledge(send) if outcome is _Outcome.SLOW else outcome

    async def _follow_up(self, text: str, **how: Any) -> bool:
        return await _tried(self._interaction.followup.send(text, **how)) is None

    async def _acknowledge(self, call: Callable[[], Awaitable[object]]) -> _Outcome:
        """Make the call that acknowledges the interaction.

        A lost connection is tried once more: if the first call did arrive, Discord says so. The
        first call that waits is given up before the three seconds are over, so that another one has
        time.
        """
        for again in (False, True):
            if self._late:
                return _Outcome.TOO_LATE
            try:
                with timed():
                    async with asyncio.timeout_at(self._due):
                        await call()
                self.acknowledged = True
                return _Outcome.DONE
            except discord.HTTPException as error:
                if error.code == _ALREADY_ACKNOWLEDGED:
                    self.acknowledged = True
                    return _Outcome.DONE if again else _Outcome.EARLIER
                note(error)
                self._late = error.code == _UNKNOWN_INTERACTION
                return _Outcome.TOO_LATE if self._late else _Outcome.REFUSED
            except TimeoutError:
                note("no answer in time")
                last = self._came + _LAST_CALL_SECONDS
                self._late, self._due = self._due == last, last
                return _Outcome.TOO_LATE if self._late else _Outcome.SLOW
            except _NETWORK_ERRORS as error:
                note(error)
        return _Outcome.REFUSED

    async def _edit_later(self, board: Board) -> bool:
        """Edit the message of an acknowledged interaction by its token, else as the bot."""
        if not self.acknowledged:
            return await self._edit_as_bot(board)
        content, view = content_of(board), BoardView(board)
        edit = partial(self._interaction.edit_original_response, content=content, view=view)
        error = await _edited(edit)
        if isinstance(error, discord.HTTPException) and error.code in _DEAD_TOKEN:
            return await self._edit_as_bot(board)
        return error is None or await self._follow_up(content, view=view)

    async def _edit_as_bot(self, board: Board) -> bool:
        """Edit the message without the interaction, which works where the bot is a member."""
        message = self._interaction.message
        if message is None:
            return False
        edit = partial(message.edit, content=content_of(board), view=BoardView(board))
        return await _edited(edit) is None


class _Turns:
    """Whose turn it is to edit a message, and its newest board while nobody has shown that.

    `queue` is how many presses edit it or wait for their turn.
    """

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.queue = 0
        self.newest: Board | None = None


class Answers:
    """Shows replies. Of one message's boards only the newest is worth showing.

    Presses of a message take turns. A press is acknowledged by the very call that shows the newest
    board, or after another press has shown it: so the message holds every move that was
    acknowledged, and whatever becomes of this process, none is lost. Only a press whose turn does
    not come within a second is acknowledged first, and its board follows.
    """

    def __init__(self) -> None:
        self._turns: WeakValueDictionary[int, _Turns] = WeakValueDictionary()

    async def answer_command(self, answering: Answering, reply: Reply) -> None:
        """A command's reply: a board for the channel, a text for whoever asked."""
        if reply.board is not None:
            await answering.post(reply.board)
        elif reply.notice is not None:
            await answering.tell(reply.notice)

    async def answer_press(self, answering: Answering, reply: Reply) -> None:
        """A press's reply: the message's new board or the end of its buttons, and a notice."""
        if reply.board is not None:
            await self.show(answering, reply.board)
        elif reply.retire:
            await answering.retire()
        shown = reply.board.text if reply.board is not None else ""
        if reply.notice is not None and reply.notice not in shown:
            await answering.tell(reply.notice)

    async def show(self, answering: Answering, board: Board) -> None:
        """Edit the interaction's message, in its turn, and have the interaction acknowledged.

        Where no way to show the board is left, the next press in the queue tries again, and this
        one stays unacknowledged: Discord says so to whoever pressed.
        """
        turns = self._turns.setdefault(answering.place, _Turns())
        turns.newest = board
        turns.queue += 1
        try:
            if turns.queue > 1:
                await _turn(turns.lock, answering)
            else:
                await turns.lock.acquire()
            try:
                newest = turns.newest
                shown = newest is None or await answering.edit(newest)
                if shown and turns.newest is newest:
                    turns.newest = None
            finally:
                turns.lock.release()
        finally:
            turns.queue -= 1
        if shown and not answering.acknowledged:
            await answering.defer()


async def _turn(lock: asyncio.Lock, answering: Answering) -> None:
    """Wait for the lock; an interaction that cannot wait so long is acknowledged meanwhile."""
    try:
        async with asyncio.timeout(answering.patience):
            await lock.acquire()
    except TimeoutError:
        await answering.defer()
        await lock.acquire()


async def _edited(edit: Callable[[], Awaitable[object]]) -> Exception | None:
    """Make an edit; where the connection is lost it is made again, as it may be made twice."""
    error = await _tried(edit())
    return await _tried(edit()) if isinstance(error, aiohttp.ClientError) else error


async def _tried(call: Awaitable[object]) -> Exception | None:
    """Make a call that may fail; the error is noted, and given to the caller."""
    try:
        with timed():
            async with asyncio.timeout(_EDIT_SECONDS):
                await call
    except (discord.HTTPException, *_NETWORK_ERRORS) as error:
        note(error)
        return error
    return None


def _pieces(text: str) -> list[str]:
    """A text cut at its paragraphs to what one message may hold."""
    pieces = [""]
    for paragraph in text.split("\n\n"):
        longer = f"{pieces[-1]}\n\n{paragraph}" if pieces[-1] else paragraph
        if len(longer) <= _MAX_CONTENT:
            pieces[-1] = longer
        else:
            pieces.append(paragraph)
    return pieces
