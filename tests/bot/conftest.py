"""Hypothesis times no example here: a busy machine is no fault of the code."""

from collections.abc import AsyncIterator

import pytest_asyncio
from hypothesis import settings

from bot.searches import Searches
from tests.bot.solving import LONG

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def searches() -> AsyncIterator[Searches]:
    """Searches whose one worker several tests use."""
    running = Searches(seconds=LONG)
    yield running
    await running.close()


@pytest_asyncio.fixture(loop_scope="module")
async def hasty() -> AsyncIterator[Searches]:
    """Searches that have no time."""
    running = Searches(seconds=0.001)
    yield running
    await running.close()
