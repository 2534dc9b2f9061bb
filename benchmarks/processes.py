"""The bots as processes of their own, and the processor time that they take."""

import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

_REPOSITORY = Path(__file__).parents[1]
_STOP_WITHIN = 8.0


@asynccontextmanager
async def running(module: str, environment: Mapping[str, str]) -> AsyncIterator[int]:
    """`python -m module` for as long as the block runs; gives its process id.

    It runs in an empty directory and gets no settings but those given. What it wrote to its
    standard error is noted on an exception of the block.
    """
    clean = {"PYTHONPATH": str(_REPOSITORY), "PATH": os.environ.get("PATH", "")}
    with tempfile.TemporaryDirectory() as directory, tempfile.TemporaryFile() as errors:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            module,
            cwd=directory,
            env=clean | dict(environment),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=errors,
        )
        try:
            yield process.pid
        except Exception as error:
            errors.seek(0)
            error.add_note(f"{module} wrote:\n{errors.read().decode(errors='replace')[-3000:]}")
            raise
        finally:
            await _stop(process)


async def _stop(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.terminate()
    try:
        async with asyncio.timeout(_STOP_WITHIN):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()


def processor_seconds(pid: int) -> float:
    """The processor time that a process has taken so far; 0 where the system has no /proc."""
    try:
        # The command's name, in parentheses, may hold blanks.
        after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    user, system = after_name[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
