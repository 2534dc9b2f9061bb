"""Health: a file by which a supervisor sees that the process is alive and what it serves."""

import asyncio
import json
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from bot.sessions import Sessions

EVERY_SECONDS = 10


async def keep_health_file(path: Path, platforms: Sequence[str], sessions: Sessions) -> None:
    """Write the file now and every ten seconds, until cancelled; then it is removed.

    It holds one JSON object: `at` (UTC, ISO 8601), `pid`, `platforms` and the number of `sessions`.
    It is replaced as a whole, so that nobody reads half of it. Raises `OSError` when it cannot be
    written.
    """
    try:
        while True:
            state = {
                "at": datetime.now(UTC).isoformat(timespec="seconds"),
                "pid": os.getpid(),
                "platforms": list(platforms),
                "sessions": len(sessions),
            }
            await asyncio.to_thread(_replace, path, json.dumps(state))
            await asyncio.sleep(EVERY_SECONDS)
    finally:
        await asyncio.to_thread(path.unlink, missing_ok=True)


def _replace(path: Path, text: str) -> None:
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_text(f"{text}\n", "utf-8")
    fresh.replace(path)
