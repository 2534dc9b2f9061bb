"""Asking the solver in a scripted chat: deals to ask about, and what is pressed for it."""

from bot.chat import ChatKey, Reply
from bot.searches import Searches
from tests.bot.helpers import WORDS, Talk, state

WON, LOST = ("classic", 1000021), ("classic", 285)
DEEP = ("six-rows", 1)
"""A deal that keeps a worker busy for seconds."""
LONG = 60.0
"""More seconds than any of these searches needs."""
PASSING = ("replay", "notice", "answer", "search")


def sits_at(deal: tuple[str, int], searches: Searches, chat: int = 1) -> Talk:
    """A chat in which this deal has just been dealt."""
    talk = Talk(chat=ChatKey("test", chat), searches=searches)
    talk.begin(*deal)
    return talk


def asks(talk: Talk) -> Reply:
    """Press Hint until the solver is asked."""
    reply = talk.tap("button.hint")
    return reply if reply.search is not None else talk.tap("button.hint")


async def solved(talk: Talk) -> None:
    """Ask for the solution, see that the board is thinking, and wait for what comes of it."""
    reply = talk.command("solve")
    if reply.search is None:
        reply = talk.tap("button.solve-sure")
    assert WORDS.say("notice.thinking") in talk.board.text
    assert await talk.found(reply) is not None


def last_line(talk: Talk) -> str:
    """What the board says happened."""
    return talk.board.text.splitlines()[-1]


def result(talk: Talk) -> dict[str, object]:
    """All that a session holds but for what the solver is asked and says."""
    return {name: value for name, value in state(talk.session).items() if name not in PASSING}
