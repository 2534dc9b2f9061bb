"""The terminal: a private chat without any token, in plain lines, also through a pipe."""

import asyncio
import os
import sys
import threading
from contextlib import suppress

from bot.chat import Board, Button, ChatKey, Command, Event, Mark, Player, Press, Reply, Search
from bot.pyramid_bot import PyramidBot

_CHAT = ChatKey("terminal", 0, private=True)
_MARKS = {Mark.NONE: "", Mark.SELECTED: "*", Mark.HINT: "!"}
_QUIT = "quit"
_CHUNK = 65_536


async def run_terminal(bot: PyramidBot, stop: asyncio.Event) -> None:
    """Play until `/quit`, the end of the input, `stop`, or until nobody reads the output."""
    try:
        await _play(bot, stop)
    except BrokenPipeError:
        # Nothing may be left for the interpreter to write at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


async def _play(bot: PyramidBot, stop: asyncio.Event) -> None:
    # Another encoding than UTF-8 must cost a sign, not the game.
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    player = Player(0, _language_of_environment())
    terminal = _Terminal(bot, player)
    print(bot.texts(player.language).say("terminal.welcome"), end="\n\n")
    await terminal.show(Command(_CHAT, player, "new"))
    lines = _lines_of_stdin()
    stopped = asyncio.create_task(stop.wait())
    while True:
        coming = asyncio.create_task(lines.get())
        await asyncio.wait((coming, stopped), return_when=asyncio.FIRST_COMPLETED)
        if not coming.done():
            return
        line = coming.result()
        if line is None:
            await terminal.finish(stopped)
            return
        event = terminal.read(line.strip())
        if isinstance(event, Command) and event.name == _QUIT:
            return
        if event is not None:
            await terminal.show(event)


def _lines_of_stdin() -> "asyncio.Queue[str | None]":
    """The lines of the standard input as they come, then None.

    They are read in a daemon thread, because the loop must be able to end while nobody types; and
    from the file itself, because the lock of the buffered one would be held at the interpreter's
    exit.
    """
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def put(line: str | None) -> None:
        # The loop may have ended while this thread waited.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(lines.put_nowait, line)

    def read() -> None:
        rest = b""
        while data := os.read(sys.stdin.fileno(), _CHUNK):
            *whole, rest = (rest + data).split(b"\n")
            for line in whole:
                put(line.decode("utf-8", "replace"))
        if rest:
            put(rest.decode("utf-8", "replace"))
        put(None)

    threading.Thread(target=read, daemon=True).start()
    return lines


def _language_of_environment() -> str | None:
    """The language that the person's system speaks, as POSIX names it ("it_IT.UTF-8")."""
    named = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return next((value for value in named if value), None)


class _Terminal:
    """One talk. The buttons are those of the board shown last, numbered from 1.

    A command's board counts as a new message, a press's as the pressed one edited.
    """

    def __init__(self, bot: PyramidBot, player: Player) -> None:
        self._bot = bot
        self._player = player
        self._buttons: list[Button] = []
        self._message = 0
        self._following: asyncio.Task[None] | None = None
        self._prompt = "> " if sys.stdin.isatty() else ""

    def read(self, line: str) -> Event | None:
        """The event that a line means: a button's number, a command, or cards to play."""
        if not line:
            return None
        if line.startswith("/"):
            name, _, args = line[1:].partition(" ")
            return Command(_CHAT, self._player, name, args)
        if line.isdecimal() and len(line) < 4 and 1 <= int(line) <= len(self._buttons):
            payload = self._buttons[int(line) - 1].payload
            return Press(_CHAT, self._player, payload, str(self._message))
        return Command(_CHAT, self._player, "play", line)

    async def show(self, event: Event) -> None:
        """Answer an event on the standard output."""
        reply = await self._bot.answer(event)
        if reply.post and reply.board is not None:
            self._message += 1
        self._print(reply)
        if reply.search is not None:
            self._following = asyncio.create_task(self._follow(reply.search))

    async def finish(self, stopped: "asyncio.Task[bool]") -> None:
        """Wait for what a search still finds, unless the process is to stop."""
        if self._following is not None:
            await asyncio.wait((self._following, stopped), return_when=asyncio.FIRST_COMPLETED)

    async def _follow(self, search: Search) -> None:
        found = await self._bot.follow(search)
        if found is not None:
            self._print(found)

    def _print(self, reply: Reply) -> None:
        print("\n".join(self._lines(reply)), end=f"\n\n{self._prompt}", flush=True)

    def _lines(self, reply: Reply) -> list[str]:
        lines = [] if reply.board is None else self._board(reply.board)
        # The board's own last line may say the same.
        if reply.notice is not None and not any(reply.notice in line for line in lines):
            lines.append(reply.notice)
        return lines

    def _board(self, board: Board) -> list[str]:
        self._buttons = [button for row in board.rows for button in row]
        numbers = iter(range(1, len(self._buttons) + 1))
        rows = [
            "  ".join(f"{next(numbers)}:{_MARKS[button.mark]}{button.label}" for button in row)
            for row in board.rows
        ]
        return [board.text, "", *rows]
