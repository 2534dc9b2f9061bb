"""Playing against the Discord stand-in: a bot that serves it, and people who sit at a board."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.bot_process import BotProcess, bot_process
from tests.e2e.scripts import button, presses
from tests.standins.discord_api import DiscordApi
from tests.standins.discord_chats import Answer, Chat
from tests.standins.discord_people import User
from tests.standins.discord_world import Message

FINISHED = ["↩️ Undo", "🔄 Restart", "🆕 New", "⚙️"]
BOARD_LINES = 12
SELECTED, HINTED = 1, 3
"""The styles (colours) of buttons: blurple and green."""


@asynccontextmanager
async def serving(api: DiscordApi, directory: Path, **more: str) -> AsyncIterator[BotProcess]:
    """A bot that serves the stand-in, from the moment when it is connected."""
    before = api.gateway.identifies
    async with bot_process(directory, **api.environment, **more) as bot:
        await api.until(lambda: api.gateway.identifies > before, within=15)
        yield bot


def assert_clean(api: DiscordApi, bot: BotProcess) -> None:
    """No rule of Discord was broken, and the log holds neither a traceback nor the token."""
    assert api.violations == []
    assert "could not be answered" not in bot.errors.text
    assert_quiet(bot, api.token)


def assert_quiet(bot: BotProcess, token: str) -> None:
    """The log tells of no failure inside the bot, and holds neither a traceback nor the token."""
    log = bot.errors.text
    assert "Traceback" not in log
    assert "an event failed" not in log
    assert token not in log
    assert bot.output.text == ""


@dataclass(slots=True)
class Table:
    """A person in a channel, and the board in front of them."""

    person: User
    chat: Chat
    board: Message

    async def press(self, name: str, by: User | None = None) -> Answer:
        """Press a button, named as it is called or by its card; waits until it is answered."""
        return await self.press_soon(name, by).acknowledged()

    def press_soon(self, name: str, by: User | None = None) -> Answer:
        """The same without waiting."""
        return self.chat.press_soon(by or self.person, self.board, self._label(name))

    async def ask(self, command: str, **options: str | int) -> Answer:
        """Use a command; a board that it posts for everybody is the board from now on."""
        answer = await self.chat.slash(self.person, command, **options)
        if answer.message is not None and answer.notice is None:
            self.board = answer.message
        return answer

    async def play(self, steps: Iterable[str]) -> None:
        """Press the buttons of scripted steps."""
        for step in steps:
            for name in presses(step):
                await self.press(name)

    async def told(self, answer: Answer) -> str:
        """What only whoever asked or pressed is told; waits until it is there."""
        return await answer.until(lambda it: it.notice) or ""

    async def until_shown(self, words: str) -> None:
        """Wait until the board shows these words."""
        await self.chat.until(lambda: words in self.board.content)

    def id_of(self, name: str) -> str:
        """What a button of the board carries."""
        label = self._label(name)
        return next(one.custom_id for one in self.board.all_buttons() if one.text == label)

    def _label(self, name: str) -> str:
        labels = self.board.labels
        return name if name in labels else button(name, labels)

    @property
    def lines(self) -> list[str]:
        """The board's lines: title, fence, seven rows, fence, status, notice."""
        return self.board.content.splitlines()

    @property
    def picture(self) -> list[str]:
        """The lines of the pyramid."""
        return self.lines[2:-3]

    @property
    def status(self) -> str:
        """The line with the score."""
        return self.lines[-2]

    @property
    def notice(self) -> str:
        """The last line: what happened."""
        return self.lines[-1]

    def styled(self, style: int) -> list[str]:
        """The labels of the buttons in a colour."""
        return [one.text for one in self.board.all_buttons() if one.style == style]


async def deal(
    api: DiscordApi, number: int, chat: Chat | None = None, person: User | None = None
) -> Table:
    """A person who has dealt a game: a new one, in a channel of their own, if none is given."""
    person = api.user("Ada") if person is None else person
    chat = api.guild_channel(f"deal-{number}") if chat is None else chat
    answer = await chat.slash(person, "new", deal=number)
    assert answer.message is not None
    return Table(person, chat, answer.message)
