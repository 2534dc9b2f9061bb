"""The null bot for Telegram: python-telegram-bot in the ordinary way, and no game behind it."""

import os
from typing import Any

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.constants import ParseMode
from telegram.ext import (
    Application,
    CallbackQueryHandler,
    CommandHandler,
    ContextTypes,
)

from benchmarks.null_boards import NullBoard, read

Context = ContextTypes.DEFAULT_TYPE
Shown = tuple[str, InlineKeyboardMarkup]


def _shown(board: NullBoard) -> Shown:
    markup = InlineKeyboardMarkup(
        [
            [InlineKeyboardButton(label, callback_data=data) for label, data in row]
            for row in board.rows
        ]
    )
    return f"<b>{board.above}</b>\n<pre>{board.picture}</pre>\n{board.below}", markup


def main() -> None:
    """Serve `TELEGRAM_API_URL` until a signal comes: each press shows the other board."""
    boards = [_shown(board) for board in read()]

    async def new(update: Update, _: Context) -> None:
        assert update.message is not None
        text, markup = boards[0]
        await update.message.reply_text(text, parse_mode=ParseMode.HTML, reply_markup=markup)

    async def press(update: Update, _: Context) -> None:
        query = update.callback_query
        assert query is not None
        assert query.data is not None
        text, markup = boards[1 - int(query.data[0])]
        await query.answer()
        await query.edit_message_text(text, parse_mode=ParseMode.HTML, reply_markup=markup)

    app: Application[Any, Any, Any, Any, Any, Any] = (
        Application.builder()
        .token(os.environ["TELEGRAM_BOT_TOKEN"])
        .base_url(os.environ["TELEGRAM_API_URL"] + "/bot")
        .concurrent_updates(True)
        .build()
    )
    app.add_handler(CommandHandler("new", new))
    app.add_handler(CallbackQueryHandler(press))
    app.run_polling()


if __name__ == "__main__":
    main()
