"""A small bot on the real library, by which the stand-in itself is tested."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.ext import (
    Application,
    CallbackQueryHandler,
    CommandHandler,
    ContextTypes,
    MessageHandler,
    filters,
)

from tests.standins.telegram_api import BotApi

Context = ContextTypes.DEFAULT_TYPE


@dataclass(slots=True)
class Seen:
    """What reached the bot: texts of messages, data of presses, migrations, errors."""

    texts: list[str] = field(default_factory=list)
    presses: list[str] = field(default_factory=list)
    migrations: list[tuple[int, int]] = field(default_factory=list)
    errors: list[Exception | None] = field(default_factory=list)


def counter(count: int) -> InlineKeyboardMarkup:
    """A keyboard with one button that carries a count."""
    more = InlineKeyboardButton("more", callback_data=f"more:{count}", style="success")
    return InlineKeyboardMarkup([[more]])


@asynccontextmanager
async def sample_bot(api: BotApi, *, poll_seconds: int = 5) -> AsyncIterator[Seen]:
    """Runs a bot that counts presses: /new posts a board, a press answers and edits it."""
    seen = Seen()

    async def new(update: Update, context: Context) -> None:
        message = update.effective_message
        assert message is not None
        seen.texts.append(message.text or "")
        thread = message.message_thread_id if message.is_topic_message else None
        await context.bot.send_message(
            message.chat_id,
            "<pre>0</pre>",
            "HTML",
            reply_markup=counter(0),
            message_thread_id=thread,
        )

    async def other(update: Update, context: Context) -> None:
        message = update.effective_message
        assert message is not None
        seen.texts.append(message.text or "")
        if message.migrate_to_chat_id:
            seen.migrations.append((message.chat_id, message.migrate_to_chat_id))
        if message.migrate_from_chat_id:
            seen.migrations.append((message.migrate_from_chat_id, message.chat_id))

    async def press(update: Update, context: Context) -> None:
        query = update.callback_query
        assert query is not None
        seen.presses.append(query.data or "")
        count = int((query.data or "").rpartition(":")[2] or 0) + 1
        await query.answer(f"pressed {count}", show_alert=count == 3)
        await query.edit_message_text(f"<pre>{count}</pre>", "HTML", reply_markup=counter(count))

    async def failed(update: object, context: Context) -> None:
        seen.errors.append(context.error)

    app: Application[Any, Any, Any, Any, Any, Any] = (
        Application.builder().token(api.token).base_url(f"{api.url}/bot").build()
    )
    app.add_handler(CommandHandler("new", new))
    app.add_handler(CallbackQueryHandler(press))
    app.add_handler(MessageHandler(filters.ALL, other))
    app.add_error_handler(failed)
    async with app:
        await app.start()
        assert app.updater is not None
        await app.updater.start_polling(timeout=poll_seconds, poll_interval=0)
        try:
            yield seen
        finally:
            await app.updater.stop()
            await app.stop()
