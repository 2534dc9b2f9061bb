"""How boards reach Telegram: one sender a chat, newest wins, and what each error means."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from html import escape
from time import monotonic

from cachetools import LRUCache, TLRUCache
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup
from telegram.constants import KeyboardButtonStyle, ParseMode
from telegram.error import BadRequest, ChatMigrated, NetworkError, RetryAfter, TelegramError

from adapters.outbox import Again, Outbox, Target, Tried
from adapters.telegram_request import reason
from bot.chat import Board, ChatKey, Mark, Reply, packed

_BUTTONS_IN_A_ROW = 8
_ROWS = 12
_TRIES = 7
_FIRST_PAUSE = 0.25
_SHOWN = 10_000
_GROUP_PAUSE, _PRIVATE_PAUSE = 3.0, 1.0
"""Seconds between two calls: Telegram allows twenty a minute in a group, else one a second."""
_CALM_SECONDS = 60.0
_LIMITED = 10_000
_STYLES = {
    Mark.NONE: None,
    Mark.SELECTED: KeyboardButtonStyle.PRIMARY,
    Mark.HINT: KeyboardButtonStyle.SUCCESS,
}
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Item:
    """Something to show: a board, or else a text; neither takes a message's buttons away.

    `message` is the message to edit, None to post a new one in the topic. `tries` counts the
    failures so far.
    """

    topic: int | None
    message: int | None = None
    board: Board | None = None
    text: str | None = None
    tries: int = 0


@dataclass(slots=True)
class _Limited:
    """A chat that Telegram has limited: when it was last called, and until when that counts."""

    called: float
    until: float


class TelegramSender:
    """Sends and edits messages, in each chat one after the other.

    Nothing is paced until Telegram limits a chat. Its calls then keep a distance, so that one limit
    does not lead to the next, until for a minute none of them had to wait for that.
    `moved(old, new)` is told when a group turns out to have become a supergroup.
    """

    def __init__(self, bot: Bot, moved: Callable[[int, int], None]) -> None:
        self._bot = bot
        self._moved = moved
        self._outbox: Outbox[_Item] = Outbox(self._deliver, self._pause)
        self._texts = 0
        # What messages show, as far as it is known: an edit to the same is not worth a call.
        self._shown: LRUCache[tuple[int, int | None], int] = LRUCache(_SHOWN)
        self._limited: TLRUCache[int, _Limited] = TLRUCache(
            _LIMITED, ttu=lambda _, limited, now: limited.until, timer=monotonic
        )

    def edit(self, chat: ChatKey, message: int, reply: Reply) -> Tried | None:
        """Show a press's reply on the pressed message: its board, or no more buttons.

        None where the message stays as it is.
        """
        if reply.board is None and not reply.retire:
            return None
        return self._outbox.put(chat.chat, message, _Item(chat.thread, message, reply.board))

    def post(self, chat: ChatKey, reply: Reply) -> None:
        """Show a command's reply as a new message.

        Of boards not sent yet the newest is enough, and texts wait until all boards are sent.
        """
        if reply.board is not None:
            item = _Item(chat.thread, board=reply.board)
            self._outbox.put(chat.chat, ("board", chat.thread), item)
        elif reply.notice is not None:
            self._texts += 1
            item = _Item(chat.thread, text=reply.notice)
            self._outbox.put(chat.chat, ("text", self._texts), item, first=False)

    def _pause(self, chat: int) -> float:
        """Seconds that the chat has to be left alone."""
        limited = self._limited.get(chat)
        if limited is None:
            return 0.0
        now = monotonic()
        pause = limited.called + (_GROUP_PAUSE if chat < 0 else _PRIVATE_PAUSE) - now
        if pause <= 0:
            return 0.0
        self._limit(chat, limited.called, now + pause)
        return pause

    def _limit(self, chat: int, called: float, since: float) -> None:
        self._limited[chat] = _Limited(called, since + _CALM_SECONDS)

    async def drain(self, seconds: float) -> None:
        """Wait until everything is sent, at most so long."""
        await self._outbox.drain(seconds)

    async def _deliver(self, chat: int, target: Target, item: _Item) -> Again[_Item] | None:
        place, content = (chat, item.message), hash(item.board)
        # What a failed edit left behind is not known, so the record goes first.
        if item.message is not None and self._shown.pop(place, None) == content:
            self._shown[place] = content
            return None
        limited = self._limited.get(chat)
        try:
            await self._show(chat, item)
            if limited is not None:
                limited.called = monotonic()
            if item.message is not None:
                self._shown[place] = content
        except RetryAfter as error:
            wait, now = seconds(error), monotonic()
            if limited is None:
                _log.info("Telegram limits a chat: its boards come more slowly for a while")
            # The wait itself keeps the distance.
            self._limit(chat, now + wait - _GROUP_PAUSE, now + wait)
            return Again(wait, item)
        except ChatMigrated as error:
            self._moved(chat, error.new_chat_id)
            self._outbox.put(error.new_chat_id, target, replace(item, message=None))
        except BadRequest as error:
            return _refused(item, error.message.lower())
        except NetworkError as error:
            return _failed(item, error)
        except TelegramError as error:
            # Blocked, kicked and the like: there is nobody to tell.
            _log.info("a board could not be shown: %s", reason(error))
        return None

    async def _show(self, chat: int, item: _Item) -> None:
        if item.message is None:
            await self._bot.send_message(
                chat,
                escape(item.text or "", quote=False) if item.board is None else _html(item.board),
                parse_mode=ParseMode.HTML,
                reply_markup=None if item.board is None else _markup(item.board),
                message_thread_id=item.topic,
            )
        elif item.board is None:
            await self._bot.edit_message_reply_markup(chat, item.message)
        else:
            await self._bot.edit_message_text(
                _html(item.board),
                chat,
                item.message,
                parse_mode=ParseMode.HTML,
                reply_markup=_markup(item.board),
            )


def seconds(error: RetryAfter) -> float:
    """How long Telegram asks to wait."""
    wait = error.retry_after
    return wait if isinstance(wait, int) else wait.total_seconds()


def _refused(item: _Item, why: str) -> Again[_Item] | None:
    """A call that Telegram refused: no harm, or the message is gone and a new one stands in."""
    if "message is not modified" in why:
        return None
    gone = "message to edit not found" in why or "message can't be edited" in why
    if gone and item.board is not None and item.message is not None:
        return Again(0, replace(item, message=None))
    _log.info("a board could not be shown: %s", why)
    return None


def _failed(item: _Item, error: NetworkError) -> Again[_Item] | None:
    """A call that may not have arrived: it is tried again with growing pauses, then given up.

    An edit that did arrive is the same edit again. A message may come twice, which is better
    than not at all.
    """
    if item.tries == 0:
        _log.warning("a board did not get through, trying again: %s", reason(error))
    if item.tries + 1 >= _TRIES:
        _log.debug("a board was given up: %s", reason(error))
        return None
    return Again(_FIRST_PAUSE * 2.0**item.tries, replace(item, tries=item.tries + 1))


def _html(board: Board) -> str:
    """A board as Telegram's HTML: everything in it is escaped here."""
    above, picture, below = (
        escape(text, quote=False) for text in (board.above, board.picture, board.below)
    )
    if not picture:
        return "\n".join(part for part in (above, below) if part)
    if board.monospace:
        picture = f"<pre>{picture}</pre>"
    return f"<b>{above}</b>\n{picture}\n{below}"


def _markup(board: Board) -> InlineKeyboardMarkup:
    rows = packed(board.rows, _BUTTONS_IN_A_ROW, _ROWS)
    return InlineKeyboardMarkup(
        [
            [
                InlineKeyboardButton(
                    button.label, callback_data=button.payload, style=_STYLES[button.mark]
                )
                for button in row
            ]
            for row in rows
        ]
    )
