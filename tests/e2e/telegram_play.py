"""Playing against the stand-in: a bot that serves it, and a person who sits at a board."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.bot_process import BotProcess, bot_process
from tests.e2e.scripts import button, presses
from tests.standins.telegram_api import BotApi
from tests.standins.telegram_chat import Chat
from tests.standins.telegram_state import Answer
from tests.standins.telegram_world import Button, Message, Person

Shown = tuple[str, tuple[tuple[Button, ...], ...]]
"""A message's text and its buttons with what they carry."""

FINISHED = ("↩️ Undo", "🔄 Restart", "🆕 New", "⚙️")
BOARD_LINES = 10


@asynccontextmanager
async def serving(api: BotApi, directory: Path, **more: str) -> AsyncIterator[BotProcess]:
    """A bot that serves the stand-in, from the moment when it polls; `more` goes to its settings.

    Raises `AssertionError` with its standard error when it ends before.
    """
    polls = api.state.updates.polls
    async with bot_process(directory, **api.environment, **more) as bot:
        ended = asyncio.create_task(bot.process.wait())
        ended.add_done_callback(lambda _: api.state.waits.changed(0))
        await api.until(
            lambda: ended.done() or (api.state.updates.polls > polls and api.state.updates.waiting),
            what="a poll of the started bot",
        )
        assert not ended.done(), "the bot did not start"
        ended.cancel()
        yield bot


def assert_clean(api: BotApi, bot: BotProcess, log: str | None = None) -> None:
    """No limit was overstepped, and the log (or this part of it) is fit to be read.

    It holds no traceback, no error and not the token.
    """
    log = bot.errors.text if log is None else log
    assert api.violations == []
    assert api.calls_while_limited == []
    assert "Traceback" not in log
    assert " ERROR " not in log
    assert api.token.partition(":")[2] not in log
    assert bot.output.text == ""


async def killed(api: BotApi, bot: BotProcess) -> set[str]:
    """Kill the bot; the ids of the presses that Telegram will hand out again."""
    await bot.kill()
    assert_clean(api, bot)
    again = {one.payload["id"]: one for one in api.state.updates.pending}
    for query_id, update in again.items():
        api.state.reopen_query(query_id, update)
    return set(again)


def shown(board: Message) -> Shown:
    """All that a board shows."""
    return board.text, board.buttons


@dataclass(slots=True)
class Table:
    """A person in a chat, and the board in front of them."""

    person: Person
    chat: Chat
    board: Message

    async def command(self, text: str) -> Message:
        """Type a command; the board that it brings, which is the one in front from now on."""
        message = await self._typed(text)
        assert message.buttons, f"no board but {message}"
        self.board = message
        return message

    async def ask(self, text: str) -> str:
        """Type something that brings no board; what the bot says to it."""
        message = await self._typed(text)
        assert not message.buttons, f"a board: {message}"
        return message.text

    async def _typed(self, text: str) -> Message:
        await self.chat.say(self.person, text)
        return await self.chat.next_message()

    async def press(self, name: str, by: Person | None = None) -> Answer:
        """Press a button by its label; waits until the board shows what came of it."""
        edits = self.board.edits
        answer = await self.chat.press(by or self.person, self.board, name)
        await self.chat.edited(self.board, edits + 1)
        return answer

    async def told(self, name: str) -> str:
        """Press a button by its label or data; what the bot says to it, board or no board."""
        return (await self.chat.press_data(self.person, self.board, self._data(name))).text

    def _data(self, name: str) -> str:
        return self.board.button(name).data or "" if name in self.board.labels else name

    async def play(self, steps: Iterable[str]) -> None:
        """Press the buttons of scripted steps."""
        for step in steps:
            for name in presses(step):
                await self.press(button(name, self.board.labels))

    def data_of(self, name: str) -> str:
        """What the button for `draw` or a card carries."""
        return self.board.button(button(name, self.board.labels)).data or ""

    @property
    def picture(self) -> list[str]:
        """The lines of the pyramid."""
        return self.board.text.splitlines()[1:-2]

    @property
    def status(self) -> str:
        """The line with the score."""
        return self.board.text.splitlines()[-2]

    @property
    def notice(self) -> str:
        """The last line: what happened."""
        return self.board.text.splitlines()[-1]

    def styled(self, style: str) -> list[str]:
        """The labels of the buttons in a colour."""
        every = (one for row in self.board.buttons for one in row)
        return [one.label for one in every if one.style == style]


async def assert_goes_on(table: Table, moves: int) -> None:
    """The board in front is what a fresh one shows, and its game of deal 12345 holds these moves.

    They are taken back, no more and no less.
    """
    before = shown(table.board)
    await table.command("/board")
    assert shown(table.board) == before
    for _ in range(moves):
        await table.press("↩️ Undo")
    assert table.status.startswith("0/28 · combo 0 · stock 24")
    assert await table.told("↩️ Undo") == "There is no move to take back."


async def deal(api: BotApi, number: int, chat: Chat | None = None) -> Table:
    """A new person who has dealt a game, in a new private chat if no other is given."""
    person = api.person("Ada", language_code="en")
    chat = api.private(person) if chat is None else chat
    await chat.say(person, f"/new {number}")
    return Table(person, chat, await chat.next_message())
