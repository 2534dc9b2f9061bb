"""How boards reach Discord: every interaction acknowledged once, presses of a board in order."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import Any
from weakref import WeakValueDictionary

import aiohttp
import discord
from discord.utils import escape_markdown

from adapters.discord_buttons import content_of, view_of
from bot.chat import Board, Reply

_ACKNOWLEDGE_SECONDS = 2.0
_EDIT_SECONDS = 60.0
_ALREADY_ACKNOWLEDGED, _UNKNOWN_INTERACTION = 40060, 10062
_NETWORK_ERRORS = (aiohttp.ClientError, OSError, TimeoutError)
_log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]


class _Outcome(Enum):
    DONE = "done"
    REFUSED = "refused"
    """Discord did not take it; another acknowledgement may still be made."""
    TOO_LATE = "too late"
    """Nothing can be answered to this interaction any more."""


class Answers:
    """Shows replies. Of one message's boards only the newest is worth showing.

    While an edit of a message is under way, further presses of it are acknowledged without one;
    the newest board is then shown by whoever's turn comes next.
    """

    def __init__(self) -> None:
        self._newest: dict[int, Board] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def answer_command(self, interaction: Interaction, reply: Reply) -> None:
        """A command's reply: a board for the channel, a text for whoever asked."""
        if reply.board is not None:
            await _fresh_board(interaction, reply.board)
        elif reply.notice is not None:
            await _tell(interaction, reply.notice)

    async def answer_press(self, interaction: Interaction, reply: Reply) -> None:
        """A press's reply: the message's new board or the end of its buttons, and a notice."""
        if reply.board is not None:
            await self._show(interaction, reply.board)
        elif reply.retire:
            await _acknowledge(lambda: interaction.response.edit_message(view=None))
        shown = reply.board.text if reply.board is not None else ""
        if reply.notice is not None and reply.notice not in shown:
            await _tell(interaction, reply.notice)

    async def _show(self, interaction: Interaction, board: Board) -> None:
        """Edit the pressed message, in its turn."""
        key = 0 if interaction.message is None else interaction.message.id
        lock = self._locks.setdefault(key, asyncio.Lock())
        self._newest[key] = board
        if lock.locked():
            await _acknowledge(interaction.response.defer)
        async with lock:
            newest = self._newest.pop(key, None)
            if newest is None:
                return
            if interaction.response.is_done():
                await _edit_later(interaction, newest)
                return
            outcome = await _acknowledge(
                lambda: interaction.response.edit_message(
                    content=content_of(newest), view=view_of(newest)
                )
            )
            if outcome is _Outcome.REFUSED:
                await _fresh_board(interaction, newest)
            elif outcome is _Outcome.TOO_LATE:
                await _edit_as_bot(interaction, newest)


async def _acknowledge(call: Callable[[], Awaitable[object]]) -> _Outcome:
    """Make the call that acknowledges an interaction.

    A lost connection is tried once more: if the first call did arrive, Discord says so. A call
    that waits is given up before the three seconds are over, so that another one has time.
    """
    for attempt in (1, 2):
        try:
            async with asyncio.timeout(_ACKNOWLEDGE_SECONDS / attempt):
                await call()
            return _Outcome.DONE
        except discord.HTTPException as error:
            if error.code == _ALREADY_ACKNOWLEDGED:
                return _Outcome.DONE
            _log.info("an interaction was not acknowledged: %s", error)
            late = error.code == _UNKNOWN_INTERACTION
            return _Outcome.TOO_LATE if late else _Outcome.REFUSED
        except TimeoutError:
            return _Outcome.REFUSED
        except _NETWORK_ERRORS as error:
            _log.info("an interaction did not get through: %s", error)
    return _Outcome.REFUSED


async def _fresh_board(interaction: Interaction, board: Board) -> None:
    """The board as a new message: a command's, or where the old message cannot be edited."""
    await _acknowledge(
        lambda: interaction.response.send_message(content_of(board), view=view_of(board))
    )


async def _edit_later(interaction: Interaction, board: Board) -> None:
    """Edit the message of an interaction that was acknowledged already; else post a new board."""
    try:
        async with asyncio.timeout(_EDIT_SECONDS):
            await interaction.edit_original_response(content=content_of(board), view=view_of(board))
    except (discord.HTTPException, *_NETWORK_ERRORS) as error:
        _log.info("a board could not be edited: %s", error)
        await interaction.followup.send(content_of(board), view=view_of(board))


async def _edit_as_bot(interaction: Interaction, board: Board) -> None:
    """Edit the message without the interaction, which works where the bot is a member."""
    if interaction.message is None:
        return
    try:
        async with asyncio.timeout(_EDIT_SECONDS):
            await interaction.message.edit(content=content_of(board), view=view_of(board))
    except (discord.HTTPException, *_NETWORK_ERRORS) as error:
        _log.info("a board could not be edited: %s", error)


async def _tell(interaction: Interaction, notice: str) -> None:
    """Tell whoever pressed, and nobody else."""
    text = escape_markdown(notice)
    if interaction.response.is_done():
        await interaction.followup.send(text, ephemeral=True)
    else:
        await _acknowledge(lambda: interaction.response.send_message(text, ephemeral=True))
