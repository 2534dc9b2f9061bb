"""A scripted chat: what players type and press, and what their messages then show."""

import gettext
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from itertools import count

from bot import turns
from bot.chat import Board, Button, ChatKey, Command, Mark, Player, Press, Reply, packed
from bot.i18n import DOMAIN, FALLBACK, LOCALES, texts
from bot.payloads import parse, restore
from bot.pyramid_bot import PyramidBot
from bot.searches import Searches
from bot.sessions import Session, Sessions
from engine import Game, Rules, Status

WORDS = texts(FALLBACK)
CHAT = ChatKey("test", 1)
PLAYER = Player(7)

WINNING = (
    *("7d 6s", "9s 4h", "draw", "7c 6d", "draw", "draw", "draw", "9h 4s", "draw", "qd as", "draw"),
    *("7h 6c", *["draw"] * 8, "8s 5s", "jd 2c", "draw", "10c 3h", "kd", "draw", "draw", "jh 2h"),
    *("jc 2s", "10s 3s", "draw", "kh", "draw", "js 2d", "draw", "9c 4d", "qh ad", "draw", "qc ah"),
    *("8c 5d", "7s 6h", "9d 4c", "draw", "10h 3c", "ks", "qs ac", "8h 5c", "8d 5h"),
)
"""A way to win the classic deal 1000021, in the words of `/play`."""

CONTROLS = [
    *(WORDS.say(f"button.{name}") for name in ("hint", "undo", "restart", "new")),
    "⚙️",
]
"""The last row of a board in play."""


class Talk:
    """One chat: its messages by id, and the bot behind it with a clock and deals of its own.

    New deals get the given numbers in turn, and then 5001, 5002 and so on. `clock` is in seconds.
    """

    def __init__(
        self, *numbers: int, chat: ChatKey = CHAT, searches: Searches | None = None
    ) -> None:
        self.chat = chat
        self.clock = 100.0
        self.messages: dict[str, Board] = {}
        self.sent: list[tuple[str, Button]] = []
        """Every button ever shown, with the message that it stood under."""
        self.notice: str | None = None
        self._ids = count(1)
        self._fresh = chained(numbers)
        self._searches = searches
        self.bot = self._process()

    def _process(self) -> PyramidBot:
        return PyramidBot(
            Sessions(),
            searches=self._searches,
            clock=lambda: self.clock,
            fresh_number=lambda: next(self._fresh),
        )

    def restart_process(self) -> None:
        """The bot's process ends and another one begins: only the chat's messages are left."""
        self.bot = self._process()

    def command(self, name: str, args: str = "") -> Reply:
        """Type a command."""
        reply = self.bot.handle(Command(self.chat, PLAYER, name, args))
        return self._show(reply, None)

    def play(self, *moves: str) -> None:
        """Type `/play` with each of these, and see that each one is a move."""
        for move in moves:
            before = self.game.moves_played
            self.command("play", move)
            assert self.game.moves_played == before + 1, (move, self.notice)

    def press(self, label: str, message: str | None = None) -> Reply:
        """Press a button by its label, under the last message unless another one is named."""
        message = self.last if message is None else message
        return self.send(self.button(label, message).payload, message)

    def tap(self, key: str, message: str | None = None) -> Reply:
        """Press a button by its label's key in the catalogue."""
        return self.press(WORDS.say(key), message)

    def send(self, payload: str, message: str | None = None) -> Reply:
        """A press with this payload, whatever its message shows now."""
        message = self.last if message is None else message
        board = self.messages.get(message)
        shown = () if board is None else tuple(button.payload for button in buttons(board))
        press = Press(self.chat, PLAYER, payload, message, shown)
        return self._show(self.bot.handle(press), message)

    async def found(self, reply: Reply) -> Reply | None:
        """Wait for what the solver finds to this reply, and see it where the reply stands."""
        assert reply.search is not None
        found = await self.bot.follow(reply.search)
        return None if found is None else self._show(found, reply.search.board_id)

    def begin(self, rules: str | Rules, number: int) -> None:
        """Put a game of the family on the table and show its board."""
        turns.begin(self.session, Game.deal(rules, number), self.clock)
        self.command("board")

    @property
    def session(self) -> Session:
        return self.bot.sessions.current(self.chat)

    @property
    def game(self) -> Game:
        assert self.session.game is not None
        return self.session.game

    @property
    def last(self) -> str:
        """The id of the newest message with a board."""
        return next(reversed(self.messages))

    @property
    def board(self) -> Board:
        return self.messages[self.last]

    def labels(self, message: str | None = None) -> list[str]:
        """The labels of a message's buttons in the order of reading."""
        return [button.label for button in buttons(self.messages[message or self.last])]

    def button(self, label: str, message: str | None = None) -> Button:
        board = self.messages[message or self.last]
        (found,) = [button for button in buttons(board) if button.label == label]
        return found

    def marked(self, mark: Mark) -> list[str]:
        """The labels of the last board's buttons that have this mark."""
        return [button.label for button in buttons(self.board) if button.mark is mark]

    def _show(self, reply: Reply, pressed: str | None) -> Reply:
        self.notice = reply.notice
        message = pressed
        if reply.board is not None:
            if reply.post or message is None:
                message = f"m{next(self._ids)}"
            self.messages[message] = reply.board
            self.sent += [(message, button) for button in buttons(reply.board)]
        elif reply.retire and message is not None:
            kept = self.messages[message]
            self.messages[message] = Board(kept.above, kept.picture, kept.below, (), kept.monospace)
        return reply


def chained(numbers: Iterable[int]) -> Iterator[int]:
    yield from numbers
    yield from count(5001)


def new_talk(number: int = 2, rules: str | Rules = "classic") -> Talk:
    """A chat in which this deal has just been dealt and shown."""
    talk = Talk()
    talk.begin(rules, number)
    return talk


def to_the_end(talk: Talk) -> None:
    """Follow the hints with `/play` until the game is over."""
    while talk.game.status is Status.PLAYING:
        talk.tap("button.hint")
        hinted = talk.marked(Mark.HINT)
        talk.press(hinted[0])
        if len(hinted) > 1:
            talk.press(hinted[1])


def dealt(talk: Talk, number: int) -> bool:
    """Whether the chat's game is this deal as it was dealt."""
    return talk.game.number == number and talk.game.moves_played == 0


def label_rows(board: Board) -> list[list[str]]:
    return [[button.label for button in row] for row in board.rows]


def buttons(board: Board) -> list[Button]:
    return [button for row in board.rows for button in row]


def template(key: str, language: str = FALLBACK) -> str:
    """A message of the catalogue with its placeholders."""
    return gettext.translation(DOMAIN, LOCALES, [language]).gettext(key)


def says(text: str | None, key: str) -> bool:
    """Whether the text is the message of this key, whatever its values and its number are."""
    catalogue = gettext.translation(DOMAIN, LOCALES, [FALLBACK])
    forms = {template(key), *(catalogue.ngettext(key, key, count) for count in (1, 2))}
    patterns = (".+".join(map(re.escape, re.split(r"\{\w+\}", form))) for form in forms)
    return text is not None and any(re.fullmatch(pattern, text) for pattern in patterns)


def told(game: Game) -> tuple[object, ...]:
    """All that a game shows of itself, for comparing."""
    return (
        (game.rules, game.number, game.moves, game.status),
        (game.tableau, game.reserve, game.cells, game.waste),
        (game.stock_count, game.redeals_left, game.score, game.combo),
    )


def state(session: Session) -> dict[str, object]:
    """All that a session holds of the game and of how the chat plays it, for comparing.

    Which message showed the board last is left out: that is learned from refused presses too.
    """
    kept = {field.name: getattr(session, field.name) for field in fields(session)}
    del kept["board_id"]
    kept["game"] = None if session.game is None else told(session.game)
    return kept


def refused(talk: Talk, event: Callable[[], Reply], key: str) -> None:
    """The event is answered with the refusal of this key and leaves the session as it was."""
    before = state(talk.session)
    reply = event()
    assert says(reply.notice, key), reply.notice
    assert reply.board is None
    assert state(talk.session) == before


def short(text: str) -> str:
    """A test's name for a text that may be long or unfit to print."""
    return ascii(text)[:24]


def check_board(board: Board) -> None:
    """See that a board keeps to the limits of every platform."""
    shown = buttons(board)
    assert 1 <= len(shown) <= 25
    assert all(board.rows)
    assert len({button.payload for button in shown}) == len(shown)
    for button in shown:
        assert button.payload.isascii()
        assert 1 <= len(button.payload) <= 64
        assert 1 <= len(button.label) <= 80
        parse(button.payload)
    assert all(len(row) <= 8 for row in packed(board.rows, 8, 100))
    narrow = packed(board.rows, 5, 5)
    assert len(narrow) <= 5
    assert all(1 <= len(row) <= 5 for row in narrow)
    assert len(board.text) <= 2000
    if board.monospace:
        # Isolates take no column.
        lines = board.picture.translate(dict.fromkeys((0x2066, 0x2069))).split("\n")
        assert max(map(len, lines)) <= 28


def deal_of(ref: str) -> tuple[Rules, int | None]:
    """The rules and the deal number of the game that a reference names, else `InvalidToken`."""
    game = restore(ref)
    return game.rules, game.number
