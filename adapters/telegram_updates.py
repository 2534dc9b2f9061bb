"""Telegram's updates: parsed for the bot, and what it answers shown, every press acknowledged."""

import asyncio
import logging
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

from cachetools import LRUCache
from telegram import CallbackQuery, MaybeInaccessibleMessage, Message, Update, User
from telegram.constants import ChatMemberStatus, ChatType, MessageEntityType
from telegram.error import BadRequest, NetworkError, RetryAfter, TelegramError
from telegram.ext import Application, ContextTypes

from adapters.outbox import Tried
from adapters.telegram_request import reason
from adapters.telegram_sender import TelegramSender, seconds
from bot.chat import ChatKey, Command, Player, Press, Reply, Search
from bot.commands import COMMANDS
from bot.pyramid_bot import PyramidBot

PLATFORM = "telegram"
_ANSWERS_AT_ONCE = 256
_REFUSED = 3_000
_SHOWN_SECONDS, _LOOKUP_SECONDS = 0.5, 2.0
_UPGRADES = 1_000
_SEEN = 4_096
_ANSWER_PAUSES = (0.2, 1.0, 5.0)
_log = logging.getLogger(__name__)

App = Application[Any, Any, Any, Any, Any, Any]


class TelegramAdapter:
    """Turns updates into events and replies into calls. It decides nothing about the game.

    Updates of one chat are answered in the order in which they came, chats side by side.
    """

    def __init__(self, bot: PyramidBot, app: App) -> None:
        self._bot = bot
        self._app = app
        self._answers = asyncio.Semaphore(_ANSWERS_AT_ONCE)
        self._refusing = asyncio.Semaphore(1)
        self._refused = 0
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._seen: LRUCache[int, None] = LRUCache(_SEEN)
        self._following: set[asyncio.Task[None]] = set()
        # Groups that became supergroups, for what still comes under their old id.
        self._upgraded: LRUCache[int, int] = LRUCache(_UPGRADES)
        self.sender = TelegramSender(app.bot, self._on_upgrade)

    async def on_update(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """Answer one update; one that comes a second time was answered already."""
        if update.update_id in self._seen:
            return
        self._seen[update.update_id] = None
        if update.callback_query is not None:
            await self._on_query(update.callback_query)
        elif update.message is not None:
            async with self._turn(update.message.chat.id):
                await self._on_message(update.message)

    def _turn(self, chat: int) -> asyncio.Lock:
        return self._turns.setdefault(chat, asyncio.Lock())

    async def _on_query(self, query: CallbackQuery) -> None:
        message, notice, shown = query.message, None, None
        if message is not None and query.data is not None:
            press = _press(query, query.data, message)
            chat = press.chat
            # Who floods a chat waits before it is their turn, where nobody waits for them.
            refused = await self._bot.admit(press)
            if refused is not None:
                self._refuse(query, refused)
                return
            reply, shown = await self._on_press(press)
            if reply.admins_may and await self._is_admin(chat, query.from_user):
                admin = replace(press.player, admin=True)
                reply, shown = await self._on_press(replace(press, player=admin))
            notice = reply.notice
        # The chat's next update need not wait for the answer; all answers together have a bound.
        await self._answers.acquire()
        answer = self._app.create_task(self._answer(query, notice, shown))
        answer.add_done_callback(lambda _: self._answers.release())

    def _refuse(self, query: CallbackQuery, reply: Reply) -> None:
        """Answer one of very many presses, one at a time: all others go first.

        Of more than thousands the rest is left, whose answers would come too late anyway.
        """

        async def refuse() -> None:
            try:
                async with self._refusing:
                    await self._answer(query, reply.notice)
            finally:
                self._refused -= 1

        if self._refused < _REFUSED:
            self._refused += 1
            self._app.create_task(refuse())

    async def _on_press(self, press: Press) -> tuple[Reply, Tried | None]:
        """Have a press answered and its reply shown; what is being shown on its message."""
        old, message, shown = press.chat.chat, int(press.board_id), None
        async with self._turn(old):
            chat = replace(press.chat, chat=self._upgraded.get(old, old))
            reply = await self._bot.answer(replace(press, chat=chat))
            if chat.chat == old:
                shown = self.sender.edit(chat, message, reply)
            elif reply.board is not None:
                self.sender.post(chat, reply)
        if reply.search is not None:
            self._follow(chat, message if chat.chat == old else None, reply.search)
        return reply, shown

    async def _is_admin(self, chat: ChatKey, user: User) -> bool:
        """Whether somebody manages a chat, as far as Telegram tells."""
        try:
            member = await self._app.bot.get_chat_member(
                self._upgraded.get(chat.chat, chat.chat), user.id, read_timeout=_LOOKUP_SECONDS
            )
        except TelegramError as error:
            _log.info("a member could not be looked up: %s", reason(error))
            return False
        return member.status in (ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER)

    async def _answer(
        self, query: CallbackQuery, notice: str | None, shown: Tried | None = None
    ) -> None:
        """Answer a callback query, which stops the button's spinner and may show a notice.

        That acknowledges the press, so the board goes first, which outlives this process; a board
        that takes long is not waited for.
        """
        if shown is not None:
            await asyncio.wait((shown,), timeout=_SHOWN_SECONDS)
        for tries, pause in enumerate(_ANSWER_PAUSES):
            try:
                await query.answer(notice)
                return
            except RetryAfter as error:
                await asyncio.sleep(seconds(error))
            except BadRequest as error:
                # Too old: the move counts all the same, and the board shows it. A second try that
                # is too old says that the first one arrived.
                if tries == 0:
                    _log.info("a query could not be answered: %s", reason(error))
                return
            except NetworkError as error:
                if tries == 0:
                    _log.warning("a query was not answered, trying again: %s", reason(error))
                await asyncio.sleep(pause)
            except TelegramError as error:
                _log.warning("a query could not be answered: %s", reason(error))
                return
        _log.debug("a query was given up, however often it was tried")

    async def _on_message(self, message: Message) -> None:
        old, new = message.migrate_from_chat_id, message.migrate_to_chat_id
        if new is not None:
            self._on_upgrade(message.chat.id, new)
        elif old is not None:
            self._on_upgrade(old, message.chat.id)
        command = _command(message, self._app.bot.username)
        if command is not None:
            reply = await self._bot.answer(command)
            self.sender.post(command.chat, reply)
            if reply.search is not None:
                self._follow(command.chat, None, reply.search)

    def _follow(self, chat: ChatKey, message: int | None, search: Search) -> None:
        """Show what a search finds, when it does."""

        async def follow() -> None:
            reply = await self._bot.follow(search)
            if reply is None:
                return
            if message is None or reply.post:
                self.sender.post(chat, reply)
            else:
                self.sender.edit(chat, message, reply)

        task = asyncio.create_task(follow())
        self._following.add(task)
        task.add_done_callback(self._following.discard)

    def _on_upgrade(self, old: int, new: int) -> None:
        """A group became a supergroup, as either service message or a refused call tells."""
        self._upgraded[old] = new
        self._bot.sessions.move(PLATFORM, old, new)


def _command(message: Message, username: str) -> Command | None:
    """The command that a message begins with, if it is for this bot.

    In a shared chat a command that names no bot may be for another one, so only known ones count.
    """
    text, entities = message.text, message.entities
    if not text or not entities or entities[0].offset:
        return None
    if entities[0].type != MessageEntityType.BOT_COMMAND:
        return None
    length = entities[0].length
    name, _, addressee = text[1:length].partition("@")
    if addressee and addressee.lower() != username.lower():
        return None
    chat = _chat_key(message.chat.id, message.chat.type, _topic(message))
    if not (chat.private or addressee) and name.lower() not in COMMANDS:
        return None
    return Command(chat, _player(message.from_user), name, text[length:].strip())


def _press(query: CallbackQuery, data: str, message: MaybeInaccessibleMessage) -> Press:
    """The press of a button with this data. Of a very old message Telegram tells its id alone."""
    topic: int | None = None
    shown: tuple[str, ...] = ()
    if isinstance(message, Message):
        topic, shown = _topic(message), _shown(message)
    chat = _chat_key(message.chat.id, message.chat.type, topic)
    return Press(chat, _player(query.from_user), data, str(message.message_id), shown)


def _shown(message: Message) -> tuple[str, ...]:
    """What a message's buttons carry."""
    rows = () if message.reply_markup is None else message.reply_markup.inline_keyboard
    every = (button.callback_data for row in rows for button in row)
    return tuple(data for data in every if isinstance(data, str))


def _topic(message: Message) -> int | None:
    """The forum topic. A reply outside forums has a thread id too, which means nothing here."""
    return message.message_thread_id if message.is_topic_message else None


def _chat_key(chat: int, kind: str, topic: int | None) -> ChatKey:
    return ChatKey(PLATFORM, chat, topic, private=kind == ChatType.PRIVATE)


def _player(user: User | None) -> Player:
    return Player(0) if user is None else Player(user.id, user.language_code)
