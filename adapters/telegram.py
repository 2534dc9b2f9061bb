"""Telegram: parses updates for the bot and shows what it answers, by long polling."""

import asyncio
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from cachetools import LRUCache
from telegram import Bot, CallbackQuery, Message, Update, User
from telegram.constants import ChatMemberStatus, ChatType, MessageEntityType, UpdateType
from telegram.error import (
    BadRequest,
    Conflict,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)
from telegram.ext import Application, ApplicationBuilder, ContextTypes, TypeHandler

from adapters.telegram_polling import ChatOrder, PollingRequest
from adapters.telegram_profile import register_profile
from adapters.telegram_request import AiohttpRequest, NotSent
from adapters.telegram_sender import TelegramSender, seconds
from bot.chat import ChatKey, Command, Player, Press, Search
from bot.commands import COMMANDS
from bot.pyramid_bot import PyramidBot
from bot.stopping import StartRefused

PLATFORM = "telegram"
_CONNECTIONS = 64
_UPDATES_AT_ONCE = 256
_ANSWERS_AT_ONCE = 128
_UPGRADES = 1_000
_ANSWER_PAUSES = (0.2, 1.0, 5.0)
_STOP_POLLING, _STOP_HANDLERS, _STOP_SENDING = 1.5, 2.5, 2.5
_log = logging.getLogger(__name__)

App = Application[Any, Any, Any, Any, Any, Any]


async def run_telegram(bot: PyramidBot, token: str, api_url: str, stop: asyncio.Event) -> None:
    """Serve Telegram until `stop` is set, then finish what is under way within eight seconds.

    `api_url` is the Bot API server's root. Raises `StartRefused` when the token is refused, the
    server cannot be reached at the start, or another process polls with the token.
    """
    # Without it the library warns of each wait that a limit asks for.
    os.environ.setdefault("PTB_TIMEDELTA", "true")
    root = api_url.rstrip("/")
    refused: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    calls, polls = AiohttpRequest(_CONNECTIONS), PollingRequest(refused)
    app = (
        ApplicationBuilder()
        .token(token)
        .base_url(f"{root}/bot")
        .base_file_url(f"{root}/file/bot")
        .request(calls)
        .get_updates_request(polls)
        .concurrent_updates(ChatOrder(_UPDATES_AT_ONCE))
        .build()
    )
    adapter = TelegramAdapter(bot, app)
    app.add_handler(TypeHandler(Update, adapter.on_update))
    app.add_error_handler(_log_error)
    try:
        await _start(app)
        # Play need not wait for what is shown outside of chats.
        profile = asyncio.create_task(register_profile(app.bot, bot))
        try:
            await _until_told(stop, refused)
        finally:
            profile.cancel()
    finally:
        await _finish(app, adapter)
        # A start that failed half way leaves them open.
        await calls.shutdown()
        await polls.shutdown()


async def check_telegram(token: str, api_url: str) -> str:
    """Whose token this is, as Telegram says. Raises `StartRefused` as `run_telegram` does."""
    calls = AiohttpRequest(connections=1)
    bot = Bot(token, f"{api_url.rstrip('/')}/bot", request=calls, get_updates_request=calls)
    try:
        with _refusals():
            await bot.initialize()
            return f"@{bot.username}"
    finally:
        await calls.shutdown()


async def _start(app: App) -> None:
    with _refusals():
        await app.initialize()
        await app.start()
        if app.updater is not None:
            await app.updater.start_polling(
                bootstrap_retries=0,
                allowed_updates=[UpdateType.MESSAGE, UpdateType.CALLBACK_QUERY],
                # `PollingRequest` tells the log of every incident, once.
                error_callback=lambda _: None,
            )


@contextmanager
def _refusals() -> Iterator[None]:
    """What Telegram's errors mean at the start."""
    try:
        yield
    except InvalidToken as error:
        raise StartRefused("Telegram refuses the token in TELEGRAM_BOT_TOKEN") from error
    except Conflict as error:
        raise StartRefused("another process serves Telegram with this token") from error
    except NetworkError as error:
        raise StartRefused(f"Telegram cannot be reached: {error.message}") from error
    except TelegramError as error:
        raise StartRefused(f"Telegram refuses the start: {error.message}") from error


async def _until_told(stop: asyncio.Event, refused: "asyncio.Future[str]") -> None:
    stopped = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((stopped, refused), return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopped.cancel()
    if refused.done():
        raise StartRefused(refused.result())


async def _finish(app: App, adapter: "TelegramAdapter") -> None:
    """Take no more updates, answer those that were taken, send the last boards, and leave."""
    if app.updater is not None and app.updater.running:
        # It raises again what ended the polling, which was told already.
        with suppress(TimeoutError, TelegramError):
            async with asyncio.timeout(_STOP_POLLING):
                await app.updater.stop()
    if app.running:
        with suppress(TimeoutError):
            async with asyncio.timeout(_STOP_HANDLERS):
                await app.stop()
    await adapter.sender.drain(_STOP_SENDING)
    # Only an application whose stop ran out of time still counts as running.
    with suppress(RuntimeError):
        await app.shutdown()


async def _log_error(_: object, context: ContextTypes.DEFAULT_TYPE) -> None:
    _log.error("an update failed", exc_info=context.error)


class TelegramAdapter:
    """Turns updates into events and replies into calls. It decides nothing about the game."""

    def __init__(self, bot: PyramidBot, app: App) -> None:
        self._bot = bot
        self._app = app
        self._answers = asyncio.Semaphore(_ANSWERS_AT_ONCE)
        self._following: set[asyncio.Task[None]] = set()
        # Groups that became supergroups, for what still comes under their old id.
        self._upgraded: LRUCache[int, int] = LRUCache(_UPGRADES)
        self.sender = TelegramSender(app.bot, self._on_upgrade)

    async def on_update(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """Answer one update. Updates of one chat come here one after the other."""
        if update.callback_query is not None:
            await self._on_query(update, update.callback_query)
        elif update.message is not None:
            await self._on_message(update.message)

    async def _on_query(self, update: Update, query: CallbackQuery) -> None:
        message = query.message
        notice = None
        if message is not None and query.data is not None:
            topic = _topic(message) if isinstance(message, Message) else None
            old = message.chat.id
            chat = _chat_key(self._upgraded.get(old, old), message.chat.type, topic)
            event = Press(chat, _player(query.from_user), query.data, str(message.message_id))
            reply = await self._bot.answer(event)
            if reply.admins_may and await self._is_admin(chat, query.from_user):
                admin = replace(event.player, admin=True)
                reply = await self._bot.answer(replace(event, player=admin))
            notice = reply.notice
            if chat.chat == old:
                self.sender.edit(chat, message.message_id, reply)
            elif reply.board is not None:
                self.sender.post(chat, reply)
            if reply.search is not None:
                here = message.message_id if chat.chat == old else None
                self._follow(chat, here, reply.search)
        # The chat's next update need not wait for the answer; all answers together have a bound.
        await self._answers.acquire()
        answer = self._app.create_task(self._answer(query, notice), update)
        answer.add_done_callback(lambda _: self._answers.release())

    async def _is_admin(self, chat: ChatKey, user: User) -> bool:
        """Whether somebody manages a chat, as far as Telegram tells."""
        try:
            member = await self._app.bot.get_chat_member(chat.chat, user.id)
        except TelegramError as error:
            _log.info("a member could not be looked up: %s", error.message)
            return False
        return member.status in (ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER)

    async def _answer(self, query: CallbackQuery, notice: str | None) -> None:
        """Answer a callback query, which stops the button's spinner and may show a notice."""
        for pause in _ANSWER_PAUSES:
            try:
                await query.answer(notice)
                return
            except RetryAfter as error:
                await asyncio.sleep(seconds(error))
            except BadRequest as error:
                # Too old: the move counts all the same, and the board shows it.
                _log.info("a query could not be answered: %s", error.message)
                return
            except NotSent:
                await asyncio.sleep(pause)
            except TelegramError as error:
                _log.warning("a query could not be answered: %s", error.message)
                return
        _log.warning("a query could not be answered, however often it was tried")

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


def _topic(message: Message) -> int | None:
    """The forum topic. A reply outside forums has a thread id too, which means nothing here."""
    return message.message_thread_id if message.is_topic_message else None


def _chat_key(chat: int, kind: str, topic: int | None) -> ChatKey:
    return ChatKey(PLATFORM, chat, topic, private=kind == ChatType.PRIVATE)


def _player(user: User | None) -> Player:
    return Player(0) if user is None else Player(user.id, user.language_code)
