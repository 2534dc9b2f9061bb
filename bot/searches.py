"""Searches: questions to the solver, answered by worker processes while the loop goes on.

The loop never waits for a search: a worker has a bounded time for each, at most one runs for a
chat, and no more than a bounded number wait. A worker that is ended, by a newer move or by
accident, is replaced when it is needed.
"""

import asyncio
import json
import os
import sys
from dataclasses import dataclass, field
from typing import Any

from bot.chat import ChatKey, Search
from bot.searching import read_move
from engine import Move

_MAX_LINE = 1 << 20


@dataclass(frozen=True, slots=True)
class Findings:
    """What a search found, as far as it came.

    `winnable` is None when the time was over first. `line` wins, or reaches `score`, which is
    `exact` or a lower bound. `back`: how many moves back the position could still be won, None when
    it never could, or that was not found out (`back_known`). `failed`: the worker was cut off, or
    there was no room for another search (`busy`).
    """

    winnable: bool | None = None
    line: tuple[Move, ...] = ()
    back: int | None = None
    back_known: bool = False
    score: int | None = None
    exact: bool = False
    failed: bool = False
    busy: bool = False


@dataclass(slots=True)
class _Running:
    search: Search
    task: "asyncio.Task[Findings]"


@dataclass(slots=True)
class Searches:
    """The searches of all chats: `workers` at once, each for `seconds`; `waiting` more may wait."""

    seconds: float = 2.0
    workers: int = 1
    waiting: int = 32
    _running: dict[ChatKey, _Running] = field(default_factory=dict)
    _idle: "list[asyncio.subprocess.Process]" = field(default_factory=list)
    _ending: "set[asyncio.Task[Findings]]" = field(default_factory=set)
    _slots: asyncio.Semaphore | None = None

    async def run(self, search: Search) -> Findings | None:
        """The findings, or None for a search that a newer event of its chat made pointless."""
        if search.chat in self._running or len(self._running) >= self.workers + self.waiting:
            return Findings(busy=True)
        if self._slots is None:
            self._slots = asyncio.Semaphore(self.workers)
        task = asyncio.create_task(self._search(search))
        self._running[search.chat] = _Running(search, task)
        try:
            return await task
        except asyncio.CancelledError:
            if task.cancelled():
                return None
            task.cancel()
            raise
        finally:
            running = self._running.get(search.chat)
            if running is not None and running.task is task:
                del self._running[search.chat]

    def keep_only(self, chat: ChatKey, search: Search | None) -> None:
        """End the chat's search unless it is this one."""
        running = self._running.get(chat)
        if running is not None and running.search != search:
            running.task.cancel()
            # Its worker may take a moment to end; the chat can ask again at once.
            del self._running[chat]
            self._ending.add(running.task)
            running.task.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """End all searches and workers."""
        tasks = {running.task for running in self._running.values()} | self._ending
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        while self._idle:
            await _end(self._idle.pop())

    async def _search(self, search: Search) -> Findings:
        assert self._slots is not None
        async with self._slots:
            whole = False
            found: dict[str, Any] = {}
            try:
                worker = self._idle.pop() if self._idle else await _worker()
            except OSError:
                return Findings(failed=True)
            try:
                async with asyncio.timeout(self.seconds):
                    whole = await _ask(worker, search, found)
            except TimeoutError:
                return _findings(found)
            except (OSError, ValueError):
                return Findings(failed=True)
            finally:
                if whole:
                    self._idle.append(worker)
                else:
                    await _end(worker)
            return _findings(found) if whole else Findings(failed=True)


async def _worker() -> asyncio.subprocess.Process:
    """A new worker. It is given no secrets, and no Ctrl-C meant for this process."""
    environment = {name: v for name, v in os.environ.items() if not name.endswith("_TOKEN")}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot.searching",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=_MAX_LINE,
        env=environment,
        start_new_session=True,
    )


async def _ask(worker: asyncio.subprocess.Process, search: Search, found: dict[str, Any]) -> bool:
    """Ask a worker, and gather its findings as they come; whether it told all of them."""
    assert worker.stdin is not None
    assert worker.stdout is not None
    request = json.dumps({"kind": search.kind, "token": search.token})
    worker.stdin.write(f"{request}\n".encode())
    while line := await worker.stdout.readline():
        finding = json.loads(line)
        if not finding:
            return True
        found.update(finding)
    return False


async def _end(worker: asyncio.subprocess.Process) -> None:
    if worker.returncode is None:
        worker.kill()
    await worker.wait()


def _findings(found: dict[str, Any]) -> Findings:
    return Findings(
        winnable=found.get("winnable"),
        line=tuple(map(read_move, found.get("line", ()))),
        back=found.get("back"),
        back_known="back" in found,
        score=found.get("score"),
        exact=found.get("exact", False),
    )
