"""What Telegram shows of the bot outside of chats: commands, name and descriptions by language."""

import logging

from telegram import Bot, BotCommand
from telegram.error import TelegramError

from bot.commands import COMMANDS
from bot.i18n import LANGUAGES, Texts
from bot.pyramid_bot import PyramidBot

_log = logging.getLogger(__name__)


async def register_profile(bot: Bot, pyramid: PyramidBot) -> None:
    """Register the commands, name, description and short description in each language.

    Telegram allows few changes of a name a day, so what is there already is left alone. A refusal
    is told to the log: the game is played all the same.
    """
    try:
        await _register(bot, None, pyramid.texts())
        for language in LANGUAGES:
            await _register(bot, language, pyramid.texts(language))
    except TelegramError as error:
        _log.warning("the bot's profile could not be registered: %s", error.message)


async def _register(bot: Bot, language: str | None, texts: Texts) -> None:
    """One language's texts, or those for everybody else, whose name stays the operator's."""
    commands = [BotCommand(spec.name, texts.say(spec.about)) for spec in COMMANDS.values()]
    if await bot.get_my_commands(language_code=language) != tuple(commands):
        await bot.set_my_commands(commands, language_code=language)
    name, about, short = (
        texts.say("profile.name"),
        texts.say("profile.description"),
        texts.say("profile.short-description"),
    )
    if language is not None and (await bot.get_my_name(language)).name != name:
        await bot.set_my_name(name, language)
    if (await bot.get_my_description(language)).description != about:
        await bot.set_my_description(about, language)
    if (await bot.get_my_short_description(language)).short_description != short:
        await bot.set_my_short_description(short, language)
