"""How boards reach Discord: every interaction acknowledged once, presses of a board in order."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from enum import Enum
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import aiohttp
import discord
from discord.utils import escape_markdown

from adapters.discord_buttons import BoardView, content_of
from bot.chat import Board, Reply

_ACKNOWLEDGE_SECONDS = 2.0
_EDIT_SECONDS = 60.0
_MAX_CONTENT = 2000
_ALREADY_ACKNOWLEDGED, _UNKNOWN_INTERACTION = 40060, 10062
_DEAD_TOKEN = (50027, 10015)
_NETWORK_ERRORS = (aiohttp.ClientError, OSError, TimeoutError)
_log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]


class _Outcome(Enum):
    DONE = "done"
    REFUSED = "refused"
    """Discord did not take it; another acknowledgement may still be made."""
    TOO_LATE = "too late"
    """Nothing can be answered to this interaction any more."""


class Answering:
    """One interaction and what became of it.

    The library counts an acknowledgement only when its response came back; Discord counts it when
    it arrived. So whether there was one is kept here.
    """

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        self.acknowledged = False

    @property
    def place(self) -> int:
        """What is edited: the pressed message, or the one that answers a command."""
        message = self._interaction.message
        return self._interaction.id if message is None else message.id

    async def defer(self) -> None:
        """Acknowledge a press whose board will follow."""
        await self._acknowledge(self._interaction.response.defer)

    async def retire(self) -> None:
        """Take the pressed message's buttons away."""
        await self._acknowledge(lambda: self._interaction.response.edit_message(view=None))

    async def edit(self, board: Board) -> None:
        """Show a board on the pressed message, else as a new one."""
        if self.acknowledged:
            await self._edit_later(board)
            return
        outcome = await self._acknowledge(
            lambda: self._interaction.response.edit_message(
                content=content_of(board), view=BoardView(board)
            )
        )
        if outcome is _Outcome.REFUSED:
            await self.post(board)
        elif outcome is _Outcome.TOO_LATE:
            await self._edit_as_bot(board)

    async def post(self, board: Board) -> None:
        """Show a board as a new message: a command's, or where the old one cannot be edited."""
        content, view = content_of(board), BoardView(board)
        if self.acknowledged:
            await _tried(self._interaction.followup.send(content, view=view))
        else:
            await self._acknowledge(
                lambda: self._interaction.response.send_message(content, view=view)
            )

    async def tell(self, notice: str) -> None:
        """Tell whoever pressed, and nobody else."""
        for text in _pieces(escape_markdown(notice)):
            if self.acknowledged:
                await _tried(self._interaction.followup.send(text, ephemeral=True))
            else:
                await self._acknowledge(
                    partial(self._interaction.response.send_message, text, ephemeral=True)
                )

    async def _acknowledge(self, call: Callable[[], Awaitable[object]]) -> _Outcome:
        """Make the call that acknowledges the interaction.

        A lost connection is tried once more: if the first call did arrive, Discord says so. A call
        that waits is given up before the three seconds are over, so that another one has time.
        """
        for attempt in (1, 2):
            try:
                async with asyncio.timeout(_ACKNOWLEDGE_SECONDS / attempt):
                    await call()
                self.acknowledged = True
                return _Outcome.DONE
            except discord.HTTPException as error:
                if error.code == _ALREADY_ACKNOWLEDGED:
                    self.acknowledged = True
                    return _Outcome.DONE
                _log.info("an interaction was not acknowledged: %s", error)
                late = error.code == _UNKNOWN_INTERACTION
                return _Outcome.TOO_LATE if late else _Outcome.REFUSED
            except TimeoutError:
                return _Outcome.REFUSED
            except _NETWORK_ERRORS as error:
                _log.info("an interaction did not get through: %s", error)
        return _Outcome.REFUSED

    async def _edit_later(self, board: Board) -> None:
        """Edit the message of an acknowledged interaction, by its token while that lives."""
        content, view = content_of(board), BoardView(board)
        error = await _tried(self._interaction.edit_original_response(content=content, view=view))
        if isinstance(error, discord.HTTPException) and error.code in _DEAD_TOKEN:
            await self._edit_as_bot(board)
        elif error is not None:
            await self.post(board)

    async def _edit_as_bot(self, board: Board) -> None:
        """Edit the message without the interaction, which works where the bot is a member."""
        message = self._interaction.message
        if message is not None:
            await _tried(message.edit(content=content_of(board), view=BoardView(board)))


class Answers:
    """Shows replies. Of one message's boards only the newest is worth showing.

    While an edit of a message is under way, further presses of it are acknowledged without one;
    the newest board is then shown by whoever's turn comes next.
    """

    def __init__(self) -> None:
        self._newest: dict[int, Board] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

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
        """Edit the interaction's message, in its turn."""
        key = answering.place
        lock = self._locks.setdefault(key, asyncio.Lock())
        self._newest[key] = board
        if lock.locked() and not answering.acknowledged:
            await answering.defer()
        async with lock:
            newest = self._newest.pop(key, None)
            if newest is not None:
                await answering.edit(newest)
            elif not answering.acknowledged:
                # It found the lock free with somebody waiting for it, who has shown this board.
                await answering.defer()


async def _tried(call: Awaitable[object]) -> Exception | None:
    """Make a call that may fail; the error is told to the log, and to the caller."""
    try:
        async with asyncio.timeout(_EDIT_SECONDS):
            await call
    except (discord.HTTPException, *_NETWORK_ERRORS) as error:
        _log.info("a board or a notice could not be shown: %s", error)
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
