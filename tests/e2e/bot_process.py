"""The bot as its operator runs it: `python -m bot`, told by its environment and by signals."""

import asyncio
import codecs
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from tests.workers import kill, workers_of

REPOSITORY = Path(__file__).parents[2]
PATIENCE = 10.0
STOP_WITHIN = 8.0
_INHERITED = ("PATH", "SYSTEMROOT", "TMPDIR", "COVERAGE_PROCESS_START")


@dataclass(slots=True)
class Written:
    """What a process wrote to one of its streams so far."""

    text: str = ""
    _grown: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def lines(self) -> list[str]:
        """The lines, without empty ones."""
        return [line for line in self.text.splitlines() if line.strip()]

    @property
    def incidents(self) -> list[str]:
        """The lines of a log that are not for debugging."""
        return [line for line in self.lines if " DEBUG " not in line]

    async def collect(self, stream: asyncio.StreamReader) -> None:
        """Take in all that comes until the stream ends."""
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        while chunk := await stream.read(65536):
            self.text += decoder.decode(chunk)
            self._grown.set()

    async def until(self, words: str, within: float = PATIENCE, *, after: int = 0) -> None:
        """Wait until the words stand in the text, behind its first `after` characters.

        Raises `AssertionError` with what was written when they do not come.
        """
        try:
            async with asyncio.timeout(within):
                while words not in self.text[after:]:
                    self._grown.clear()
                    await self._grown.wait()
        except TimeoutError:
            raise AssertionError(f"waited {within:g} s for {words!r} in\n{self.text}") from None


@dataclass(slots=True)
class BotProcess:
    """One process of the bot. `errors` is its standard error, `output` its standard output."""

    process: asyncio.subprocess.Process
    output: Written = field(default_factory=Written)
    errors: Written = field(default_factory=Written)
    _readers: list[asyncio.Task[None]] = field(default_factory=list)

    @classmethod
    async def start(cls, directory: Path, *arguments: str, **environment: str) -> Self:
        """Start `python -m bot` with arguments, in a directory.

        Of this process's environment it gets no settings.
        Nothing is waited for: what an adapter does when it is ready is for the test to see.
        """
        inherited = {name: os.environ[name] for name in _INHERITED if name in os.environ}
        clean = {"PYTHONPATH": str(REPOSITORY), "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot",
            *arguments,
            cwd=directory,
            env=inherited | clean | environment,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        bot = cls(process)
        assert process.stdout is not None
        assert process.stderr is not None
        bot._readers += [
            asyncio.create_task(bot.output.collect(process.stdout)),
            asyncio.create_task(bot.errors.collect(process.stderr)),
        ]
        return bot

    def close_input(self) -> None:
        """End the process's standard input, as Ctrl-D does."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def send(self, number: signal.Signals) -> None:
        """Send a signal; nothing happens when the process has ended."""
        with suppress(ProcessLookupError):
            self.process.send_signal(number)

    async def exit_code(self, within: float = STOP_WITHIN) -> int:
        """The exit code once the process has ended and all it wrote was read.

        Raises `AssertionError` when it still runs after `within` seconds.
        """
        try:
            async with asyncio.timeout(within):
                code = await self.process.wait()
                await asyncio.gather(*self._readers)
        except TimeoutError:
            raise AssertionError(f"still runs after {within:g} s:\n{self.errors.text}") from None
        return code

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal, wait as long as a stop may take, and give the exit code."""
        self.send(number)
        return await self.exit_code()

    async def kill(self) -> None:
        """End the process at once, as a crash of the machine would."""
        self.send(signal.SIGKILL)
        await self.exit_code()


@asynccontextmanager
async def bot_process(directory: Path, **environment: str) -> AsyncIterator[BotProcess]:
    """A bot for the length of the block; what still runs at the end is killed, workers first."""
    bot = await BotProcess.start(directory, **environment)
    try:
        yield bot
    except AssertionError as error:
        error.add_note(f"standard error of the bot:\n{bot.errors.text}")
        raise
    finally:
        kill(workers_of(bot.process.pid))
        await bot.kill()
        bot.close_input()
