"""What Telegram shows of the bot outside of chats: commands, name and descriptions by language."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable

from telegram import Bot, BotCommand
from telegram.error import TelegramError

from adapters.telegram_request import reason
from bot.commands import COMMANDS
from bot.i18n import LANGUAGES, Texts
from bot.pyramid_bot import PyramidBot

_log = logging.getLogger(__name__)

Change = Callable[[], Awaitable[bool]]


async def register_profile(bot: Bot, pyramid: PyramidBot) -> None:
    """Register the commands, name, description and short description in each language.

    Telegram allows few changes of a name a day, so what is there already is left alone. What it
    refuses costs one line in the log, and not the rest.
    """
    refused: TelegramError | None = None
    languages: list[str | None] = [None, *LANGUAGES]
    for language in languages:
        words = pyramid.texts(language)
        try:
            async for change in _changes(bot, language, words):
                try:
                    await change()
                except TelegramError as error:
                    refused = refused or error
        except TelegramError as error:
            refused = refused or error
    if refused is not None:
        _log.warning("the bot's profile could not be registered: %s", reason(refused))


async def _changes(bot: Bot, language: str | None, texts: Texts) -> AsyncIterator[Change]:
    """The calls that a language's texts need; without one the name stays the operator's."""
    commands = [BotCommand(spec.name, texts.say(spec.about)) for spec in COMMANDS.values()]
    if not await _has_commands(bot, language, commands):
        yield lambda: bot.set_my_commands(commands, language_code=language)
    name = texts.say("profile.name")
    if language is not None and (await bot.get_my_name(language)).name != name:
        yield lambda: bot.set_my_name(name, language)
    about, short = texts.say("profile.description"), texts.say("profile.short-description")
    if (await bot.get_my_description(language)).description != about:
        yield lambda: bot.set_my_description(about, language)
    if (await bot.get_my_short_description(language)).short_description != short:
        yield lambda: bot.set_my_short_description(short, language)


async def _has_commands(bot: Bot, language: str | None, commands: list[BotCommand]) -> bool:
    """Whether these commands are known to be registered; where Telegram does not tell, they are
    not, because registering them again does no harm."""
    try:
        return await bot.get_my_commands(language_code=language) == tuple(commands)
    except TelegramError:
        return False
