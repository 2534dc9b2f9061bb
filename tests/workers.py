"""Worker processes as the system sees them, and waiting for what no event tells."""

import asyncio
import os
import signal
from collections.abc import Callable, Collection, Iterable
from pathlib import Path


def workers_of(process: int) -> list[int]:
    """The ids of the solver's workers that a process has started and that still run."""
    return [
        pid
        for pid in map(int, filter(str.isdecimal, os.listdir("/proc")))
        if _parent(pid) == process and b"bot.searching" in _read(pid, "cmdline")
    ]


async def held(process: int, but: Collection[int] = ()) -> list[int]:
    """The workers that a process has by now, stopped, so that what they search never ends."""
    await until(lambda: set(workers_of(process)) - set(but))
    workers = [worker for worker in workers_of(process) if worker not in but]
    for worker in workers:
        os.kill(worker, signal.SIGSTOP)
    return workers


def kill(workers: Iterable[int]) -> None:
    """End workers as the system does when memory runs out."""
    for worker in workers:
        os.kill(worker, signal.SIGKILL)


def runs(process: int) -> bool:
    """Whether there is such a process."""
    return bool(_read(process, "stat"))


def environment_of(process: int) -> list[str]:
    """The names of the variables that a process was started with."""
    return [one.partition(b"=")[0].decode() for one in _read(process, "environ").split(b"\0")]


def _parent(process: int) -> int | None:
    # The name before it stands in brackets and may hold anything.
    fields = _read(process, "stat").rpartition(b")")[2].split()
    return int(fields[1]) if fields else None


def _read(process: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{process}/{name}").read_bytes()
    except OSError:
        return b""


async def until(condition: Callable[[], object], seconds: float = 10) -> None:
    """Wait for what can only be looked at again and again, else `AssertionError`."""
    for _ in range(int(seconds * 100)):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"it did not come in {seconds:g} s")
