"""Who may change how a chat plays: in a shared chat whoever opened the panel, or administrators."""

import pytest

from bot.chat import Board, ChatKey, Command, Player, Press, Reply
from bot.pyramid_bot import PyramidBot
from bot.refusals import Refusal
from tests.bot.helpers import WORDS, buttons

GROUP = ChatKey("test", 5)
ALONE = ChatKey("test", 6, private=True)
ADA, BEN, ADMIN = Player(1), Player(2), Player(3, admin=True)
PANELS = ["settings", "house", "language"]


class Room:
    """A chat in which several people press the same panel."""

    def __init__(self, chat: ChatKey = GROUP) -> None:
        self.bot = PyramidBot(fresh_number=lambda: 7)
        self.chat = chat

    def type(self, player: Player, name: str, args: str = "") -> Reply:
        return self.bot.handle(Command(self.chat, player, name, args))

    def press(self, player: Player, payload: str) -> Reply:
        return self.bot.handle(Press(self.chat, player, payload, "panel"))


def last_choice(board: Board | None) -> str:
    """The payload of a button of the panel that changes something."""
    assert board is not None
    return next(b.payload for b in reversed(buttons(board)) if b.payload[0] in "QPHL")


def is_refused(reply: Reply) -> bool:
    return reply.board is None and reply.notice == WORDS.say(Refusal.NOT_YOURS.value)


@pytest.mark.parametrize("panel", PANELS)
def test_a_panel_in_a_group_obeys_whoever_opened_it(panel: str) -> None:
    room = Room()
    choice = last_choice(room.type(ADA, panel).board)
    before = room.bot.sessions.current(GROUP)
    held = (before.one_tap, before.rules, before.language, before.skin)
    reply = room.press(BEN, choice)
    assert is_refused(reply)
    assert reply.admins_may
    after = room.bot.sessions.current(GROUP)
    assert (after.one_tap, after.rules, after.language, after.skin) == held
    assert room.press(ADA, choice).board is not None


@pytest.mark.parametrize("panel", PANELS)
def test_a_panel_in_a_group_obeys_administrators(panel: str) -> None:
    room = Room()
    choice = last_choice(room.type(ADA, panel).board)
    assert room.press(ADMIN, choice).board is not None


@pytest.mark.parametrize("panel", PANELS)
def test_a_panel_in_a_private_chat_obeys_its_person(panel: str) -> None:
    room = Room(ALONE)
    choice = last_choice(room.type(ADA, panel).board)
    assert room.press(ADA, choice).board is not None


def test_whoever_opens_the_panel_next_is_obeyed_next() -> None:
    room = Room()
    room.type(ADA, "settings")
    choice = last_choice(room.type(BEN, "settings").board)
    assert is_refused(room.press(ADA, choice))
    assert room.press(BEN, choice).board is not None


def test_the_gear_of_the_board_opens_the_panel_for_whoever_pressed_it() -> None:
    room = Room()
    board = room.type(ADA, "new").board
    assert board is not None
    gear = next(b.payload for b in buttons(board) if b.label == "⚙️")
    choice = last_choice(room.press(BEN, gear).board)
    assert is_refused(room.press(ADA, choice))
    assert not is_refused(room.press(BEN, choice))


def test_everybody_plays_the_board_itself() -> None:
    room = Room()
    room.type(ADA, "settings")
    board = room.type(ADA, "new").board
    assert board is not None
    assert room.press(BEN, buttons(board)[0].payload).board is not None


def test_after_a_restart_of_the_process_a_panel_obeys_who_presses_it_first() -> None:
    room = Room()
    choice = last_choice(room.type(ADA, "settings").board)
    room.bot = PyramidBot(fresh_number=lambda: 7)
    assert room.press(BEN, choice).board is not None
    assert is_refused(room.press(ADA, choice))
