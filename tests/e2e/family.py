"""A scripted player for every game of the family, and the board that each press has to bring."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bot.board import live_board
from bot.chat import Board, Button
from bot.i18n import FALLBACK, texts
from bot.labels import STORE, card_label, draw_label, high_first, redeal_label
from bot.sessions import Session
from engine import Card, Draw, Game, Move, Redeal, Remove, Status, Store

WORDS = texts(FALLBACK)
UNDO, HINT = WORDS.say("button.undo"), WORDS.say("button.hint")
WIDEST, MOST_BYTES, MOST_BUTTONS = 28, 64, 25
MOST_MOVES = 100

DEALS = {
    "classic": 1000083,
    "three-piles": 1,
    "strict": 14,
    "relaxed": 14,
    "par": 4,
    "tut": 1,
    "apophis": 3,
    "giza": 2,
    "triangle": 1,
    "reserve": 3,
    "six-reserve": 4,
    "cell": 1,
    "covering": 39,
    "spanish": 27,
    "six-rows": 4,
    "open-stock": 3,
}
"""For each preset a deal that `winning_line` wins."""

WON_BY_HINTS = frozenset({"apophis", "six-reserve", "covering", "open-stock"})
"""The presets whose deal the hints alone win; they lose all others."""


def winning_line(name: str, patience: int = 20_000) -> list[Move]:
    """Moves that win this preset's deal: the first that a plain search finds, removals first.

    Raises `LookupError` when it finds none within so many moves.
    """
    game = Game.deal(name, DEALS[name])
    seen: set[object] = set()
    waiting = [_removals_first(game)]
    for _ in range(patience):
        if game.status is Status.WON:
            return list(game.moves)
        move = next(waiting[-1], None)
        if move is None:
            waiting.pop()
            game.undo()
            continue
        game.play(move)
        place = (game.tableau, game.reserve, game.cells, game.waste, game.stock_count)
        position = (*place, game.redeals_left)
        if position in seen:
            game.undo()
        else:
            seen.add(position)
            waiting.append(_removals_first(game))
    raise LookupError(f"no win of {name} #{DEALS[name]} was found")


def _removals_first(game: Game) -> Iterator[Move]:
    return iter(sorted(game.legal_moves(), key=lambda move: not isinstance(move, Remove)))


@dataclass(slots=True)
class Player:
    """Who plays a preset's deal by a line of moves, or without one by the hints.

    `presses` names the buttons; after each press the message has to pass `check`.
    """

    name: str
    line: Sequence[Move] | None = None
    skin: str = "text"
    pressed: int = 0
    session: Session = field(init=False)
    _height: int = field(init=False)

    def __post_init__(self) -> None:
        self.session = Session(game=Game.deal(self.name, DEALS[self.name]), skin=self.skin)
        self._height = len(self.board.text.splitlines())

    @property
    def game(self) -> Game:
        """The game as the engine alone plays it."""
        assert self.session.game is not None
        return self.session.game

    @property
    def board(self) -> Board:
        """The board that the chat has to show now, but for what its last line tells."""
        return live_board(self.session, self.game, WORDS)

    def presses(self) -> Iterator[str]:
        """The labels to press, one after the other, until the game is over.

        Each is taken account of when it is given, so that `check` speaks of the board after it.
        """
        moves = None if self.line is None else iter(self.line)
        while self.game.status is Status.PLAYING:
            assert self.game.moves_played < MOST_MOVES, f"{self.name} takes too long"
            move = self.game.hint() if moves is None else next(moves)
            assert move is not None
            if moves is None:
                self.session.hint = move
                yield self._counted(HINT)
            for label in self._steps(move):
                yield self._counted(label)

    def _counted(self, label: str) -> str:
        self.pressed += 1
        return label

    def _steps(self, move: Move) -> Iterator[str]:
        """The buttons that make a move."""
        match move:
            case Remove(cards):
                labels = [(card, card_label(self.game, card)) for card in high_first(cards)]
                if len(labels) > 1:
                    yield self._selecting(*labels[0])
                yield self._playing(move, labels[-1][1])
            case Store(card):
                label = card_label(self.game, card)
                # A card that could go alone would go: the cell has to be asked first.
                if self.game.rules.value(card) == self.game.rules.target:
                    self.session.storing = True
                    yield STORE
                    yield self._playing(move, label)
                else:
                    yield self._selecting(card, label)
                    yield self._playing(move, STORE)
            case Draw():
                yield self._playing(move, draw_label(self.game))
            case Redeal():
                yield self._playing(move, redeal_label(self.game))

    def _selecting(self, card: Card, label: str) -> str:
        self.session.selected = card
        return label

    def _playing(self, move: Move, label: str) -> str:
        self.game.play(move)
        self.session.selected = self.session.hint = None
        self.session.storing = False
        return label

    def undo(self) -> str:
        """Take the last move back; the label to press for it."""
        self.game.undo()
        return UNDO

    def check(self, text: str, shown: Sequence[Button]) -> None:
        """The text and the buttons in a message are those of the board, within all limits."""
        board = self.board
        lines, wanted = text.splitlines(), board.text.splitlines()
        where = f"{self.name}, press {self.pressed}:\n{text}\ninstead of\n{board.text}"
        assert lines[:-1] == wanted[:-1], where
        assert len(lines) == self._height, where
        if self.game.status is not Status.PLAYING:
            # How long it took stands behind the rest.
            assert lines[-1].startswith(wanted[-1]), where
        if board.monospace:
            picture = lines[1 : len(board.picture.splitlines()) + 1]
            assert max(map(len, picture)) <= WIDEST, where
        assert list(shown) == [button for row in board.rows for button in row], where
        assert all(1 <= len(button.payload.encode()) <= MOST_BYTES for button in shown), where
        assert len({button.label for button in shown}) == len(shown) <= MOST_BUTTONS, where
        assert len({button.payload for button in shown}) == len(shown), where

    def check_end(self, text: str) -> None:
        """The message says how the game ended, and how far it came."""
        game = self.game
        won, perfect = game.status is Status.WON, game.rules.clear_all
        assert won == (game.cards_left == 0 if perfect else game.score == game.full_score)
        result, *counts = text.splitlines()[-1].split(" · ")
        assert result == WORDS.say("result.won" if won else "result.lost")
        assert counts[0] == f"{game.score}/{game.full_score}"
        assert (WORDS.say("status.left", count=game.cards_left) in counts) == perfect
        assert WORDS.say("result.moves", count=game.moves_played) in counts
        assert WORDS.say("result.combo", combo=game.longest_combo) in counts
