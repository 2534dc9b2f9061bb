"""Games as people press them, recorded once so that every bot and every round gets the same."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from bot.chat import Board, ChatKey, Command, Player, Press
from bot.labels import high_first
from bot.payloads import Action, parse
from bot.pyramid_bot import PyramidBot
from bot.sessions import Session
from bot.turns import game_of
from engine import Card, Remove, Status

PLAYER = Player(1, "en")
BOARD_ID = "1"
_LONGEST = 80
_HINT_AT, _UNDO_AT, _PERIOD = 4, 9, 10
_DRAWS_FIRST = 0.25


@dataclass(frozen=True, slots=True)
class Pressed:
    """One press: what it does, what its button carries, and the button's place on the board."""

    kind: str
    payload: str
    place: int


@dataclass(frozen=True, slots=True)
class Recording:
    """A classic deal, its presses and what each showed. The last one restarts: it is a circle."""

    deal: int
    presses: tuple[Pressed, ...]
    boards: tuple[Board, ...]

    def events(self) -> Iterator[tuple[str, Press]]:
        """The presses as they arrive, each with what it does."""
        chat = chat_of(self.deal)
        for pressed in self.presses:
            yield pressed.kind, Press(chat, PLAYER, pressed.payload, BOARD_ID)


def chat_of(number: int) -> ChatKey:
    """A private chat of its own for each number."""
    return ChatKey("benchmark", number, private=True)


def begin(bot: PyramidBot, deal: int) -> Board:
    """Deal a game in the chat of that number; its first board."""
    reply = bot.handle(Command(chat_of(deal), PLAYER, "new", str(deal)))
    assert reply.board is not None
    return reply.board


def record(deal: int) -> Recording:
    """Play a deal as people do: any pair, a draw before it at times, now and then a hint or undo.

    Raises `ValueError` at a press that does more or less than change the board: a platform would
    get other calls for it than for the rest.
    """
    bot, chance = PyramidBot(), Random(deal)
    board = begin(bot, deal)
    session = bot.sessions.current(chat_of(deal))
    presses: list[Pressed] = []
    boards: list[Board] = []
    while not presses or presses[-1].kind != "restart":
        pressed = _press(board, *_wish(session, len(presses), chance))
        reply = bot.handle(Press(chat_of(deal), PLAYER, pressed.payload, BOARD_ID))
        shown = reply.board
        if shown is None or shown == board or (reply.notice or "") not in shown.text:
            raise ValueError(f"deal {deal}: {pressed} does not change the board and no more")
        board = shown
        presses.append(pressed)
        boards.append(board)
    return Recording(deal, tuple(presses), tuple(boards))


def _press(board: Board, kind: str, action: Action, card: Card | None = None) -> Pressed:
    """The press on the board's button for an action."""
    buttons = [button for row in board.rows for button in row]
    for place, button in enumerate(buttons):
        payload = parse(button.payload)
        if (payload.action, payload.card) == (action, card):
            return Pressed(kind, button.payload, place)
    raise ValueError(f"no button for {kind} {card or ''}")


def _wish(session: Session, count: int, chance: Random) -> tuple[str, Action, Card | None]:
    """What a person presses after `count` presses, and what that does."""
    game, selected = game_of(session), session.selected
    if game.status is not Status.PLAYING or count >= _LONGEST:
        return "restart", Action.RESTART, None
    removals = [move.cards for move in game.legal_moves() if isinstance(move, Remove)]
    if selected is not None:
        pair = chance.choice([cards for cards in removals if selected in cards])
        return "remove", Action.CARD, next(card for card in pair if card != selected)
    if count % _PERIOD == _HINT_AT:
        return "hint", Action.HINT, None
    if count % _PERIOD == _UNDO_AT and game.moves_played:
        return "undo", Action.UNDO, None
    if game.stock_count and (not removals or chance.random() < _DRAWS_FIRST):
        return "draw", Action.DRAW, None
    cards = chance.choice(removals)
    return ("select" if len(cards) == 2 else "remove"), Action.CARD, high_first(cards)[0]
