"""A local Bot API server on loopback, in which tests play the people and the real library the bot.

async with BotApi() as api:
    ada = api.person("Ada", language_code="en")
    chat = api.private(ada)
    ...  # start the bot with api.token and api.url
    await chat.say(ada, "/new 5")
    board = await chat.next_message()
    answer = await chat.press(ada, board, "💡 Hint")
    assert api.violations == []
"""

import asyncio
import functools
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Self, TypeVar

from aiohttp import web

from tests.standins import telegram_server
from tests.standins.telegram_chat import Chat
from tests.standins.telegram_faults import Call, Fault, FaultKind
from tests.standins.telegram_state import State
from tests.standins.telegram_updates import Update, Updates
from tests.standins.telegram_waits import Waits
from tests.standins.telegram_world import ChatRecord, Person, World

T = TypeVar("T")

TOKEN = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0"
SHUTDOWN_SECONDS = 0.01
DUMPED_CALLS = 15
DUMPED_MESSAGES = 6


class BotApi:
    """The server and the test's hold on it.

    ``patience`` is how long waits last in seconds; ``keep_calls`` bounds the record of calls.
    Polls are not recorded as calls.
    """

    def __init__(
        self,
        token: str = TOKEN,
        *,
        name: str = "Pyramid",
        username: str = "pyramid_standin_bot",
        patience: float = 10.0,
        keep_calls: int = 10_000,
    ) -> None:
        self.token = token
        self.patience = patience
        bot = Person(int(token.partition(":")[0]), name, username, is_bot=True)
        waits = Waits(self.dump)
        updates = Updates(lambda: waits.changed(0))
        self.state = State(World(bot), waits, deque(maxlen=keep_calls), updates)
        self._port = 0
        self._web: web.Server | None = None
        self._listener: asyncio.Server | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.stop()

    async def start(self) -> None:
        """Opens the listening socket; after `stop` on the same port as before."""
        answer = functools.partial(telegram_server.answer, self.state, self.token)
        self._web = web.Server(answer, access_log=None)
        loop = asyncio.get_running_loop()
        self._listener = await loop.create_server(self._web, "127.0.0.1", self._port)
        self._port = self._listener.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """An outage: closes the socket and breaks all connections. What is pending stays."""
        if self._listener is None or self._web is None:
            return
        self._listener.close()
        self.state.updates.wake()
        for connection in self._web.connections:
            if isinstance(connection.transport, asyncio.WriteTransport):
                connection.transport.abort()
        await self._web.shutdown(SHUTDOWN_SECONDS)
        self._listener = self._web = None

    @property
    def url(self) -> str:
        """The server's root, without ``/bot``."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def environment(self) -> dict[str, str]:
        """What tells a bot to serve here."""
        return {"TELEGRAM_BOT_TOKEN": self.token, "TELEGRAM_API_URL": self.url}

    @property
    def bot(self) -> Person:
        """The bot's own user."""
        return self.state.world.bot

    @property
    def calls(self) -> deque[Call]:
        """The last calls of the bot, the oldest first."""
        return self.state.calls

    @property
    def updates(self) -> deque[Update]:
        """The last updates queued for the bot, the oldest first."""
        return self.state.updates.log

    @property
    def violations(self) -> list[str]:
        """Every overstepped limit; to be asserted empty."""
        return self.state.violations

    @property
    def not_modified(self) -> int:
        """How many edits changed nothing."""
        return self.state.not_modified

    @property
    def conflicts(self) -> int:
        """How many polls were refused because of another one."""
        return self.state.conflicts

    @property
    def calls_while_limited(self) -> list[Call]:
        """Sends and edits in a chat whose last 429 had not run out."""
        return self.state.flood.ignored

    def calls_of(self, method: str, chat: Chat | None = None) -> list[Call]:
        """The recorded calls of one method, in one chat if given."""
        return [
            call
            for call in self.calls
            if call.method.lower() == method.lower() and (chat is None or call.chat_id == chat.id)
        ]

    def person(
        self, first_name: str, *, username: str | None = None, language_code: str | None = None
    ) -> Person:
        """A new person."""
        return self.state.world.add_person(first_name, username, language_code)

    def private(self, person: Person) -> Chat:
        """The private chat of a person and the bot, in which the person has started it."""
        return Chat(self.state, self.state.world.private_chat(person), self.patience)

    def group(self, title: str, *people: Person) -> Chat:
        """A new basic group with these people and the bot in it."""
        return self._peopled(self.state.world.add_chat("group", title), people)

    def supergroup(self, title: str, *people: Person, forum: bool = False) -> Chat:
        """A new supergroup, likewise; in a forum `Chat.topic` opens topics."""
        record = self.state.world.add_chat("supergroup", title, forum=forum)
        return self._peopled(record, people)

    def _peopled(self, record: ChatRecord, people: tuple[Person, ...]) -> Chat:
        """A chat with its members."""
        record.members.update({person.id: person for person in people})
        return Chat(self.state, record, self.patience)

    def fault(
        self,
        method: str,
        kind: FaultKind,
        times: int | None = 1,
        chat: Chat | None = None,
        *,
        seconds: float = 0.0,
        code: int = 400,
        description: str = "",
        **parameters: Any,
    ) -> Fault:
        """Plans a fault (see `Fault`) for the next ``times`` calls, None for all of them.

        ``method`` may be "*". ``fault.left = 0`` ends it early; ``fault.struck`` counts. Raises
        `ValueError` for a method that the stand-in does not know.
        """
        if method.lower() not in telegram_server.NAMES:
            raise ValueError(f"unknown method {method!r}")
        chat_id = None if chat is None else chat.id
        fault = Fault(method, kind, times, chat_id, seconds, code, description, parameters)
        self.state.faults.planned.append(fault)
        return fault

    def limit(self, allowed: int | None = 20, per: float = 60.0, *, private: bool = False) -> None:
        """Allows so many sends and edits a group within ``per`` seconds; None: no limit."""
        self.state.flood.allowed = allowed
        self.state.flood.per = per
        self.state.flood.private_too = private

    def lift(self, chat: Chat) -> None:
        """Ends a chat's 429 early, as if the time that it asked for had passed."""
        self.state.flood.open(chat.id)

    def privacy(self, *, on: bool = True, foreign_commands: bool = False) -> None:
        """Sets the privacy mode; ``foreign_commands`` lets ``/new@OtherBot`` through with it."""
        self.state.privacy = on
        self.state.foreign_commands = foreign_commands

    def conflict(self, *, on: bool = True) -> None:
        """Answers every poll with 409, as if another process had the token."""
        self.state.updates.conflict = on

    def redeliver(self, update: Update) -> None:
        """Hands out an update once more under its id; a press in it may be answered once more."""
        if update.kind == "callback_query":
            self.state.reopen_query(update.payload["id"], update)
        self.state.updates.repeat(update)

    def holding(self) -> AbstractContextManager[list[Update]]:
        """Holds updates back in a list that goes out at the end as the test left it."""
        return self.state.updates.holding()

    async def until(
        self,
        look: Callable[[], T | None],
        within: float | None = None,
        what: str = "the condition",
    ) -> T:
        """The first truthy value of ``look()``, asked now and after each change in any chat."""
        limit = self.patience if within is None else within
        return await self.state.waits.until(None, look, limit, what)

    async def polling(self, within: float | None = None) -> None:
        """Waits until a poll waits for an update: the bot is up and has nothing left to fetch."""
        await self.until(lambda: self.state.updates.waiting, within, "a poll of the bot")

    def dump(self, chat_id: int | None = None) -> str:
        """What happened last, in one chat or in all, for people to read."""
        world = self.state.world
        shown = [record for record in world.chats.values() if chat_id in {None, record.id}]
        lines = [f"violations: {self.violations}", f"polls: {self.state.updates.polls}"]
        lines += [f"pending: {update.json()}" for update in self.state.updates.pending]
        for record in shown[-DUMPED_MESSAGES:]:
            lines.append(f"chat {record.id} {record.kind} {record.title!r}")
            last = list(record.messages.values())[-DUMPED_MESSAGES:]
            lines += [f"  {message}" for message in last]
        lines += ["last calls:", *(f"  {call}" for call in list(self.calls)[-DUMPED_CALLS:])]
        return "\n".join(lines)
