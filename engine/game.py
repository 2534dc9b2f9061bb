"""Game: one game from its deal to its end, the engine's public face."""

from array import array
from collections.abc import Sequence
from enum import Enum
from typing import TypeVar

from engine.cards import CARDS, Card
from engine.codes import STORE, codes_of, move_of
from engine.deals import deals_stock, given_deck, numbered_deck
from engine.hints import first_hint
from engine.moves import IllegalMove, Move, Reason
from engine.named import Named, named_cards
from engine.notation import MAX_MOVES, InvalidToken, NoToken, decode, encode
from engine.position import NOWHERE, Position
from engine.refusals import refusal, why_not
from engine.variants import Rules, rules_of

T = TypeVar("T")
_CODE_BITS, _DIGIT_BITS = 14, 9
_BASE_SHIFT = _CODE_BITS + _DIGIT_BITS
_CODE, _DIGIT = (1 << _CODE_BITS) - 1, (1 << _DIGIT_BITS) - 1


class Status(Enum):
    """How a game stands."""

    PLAYING = "playing"
    WON = "won"
    """Every pyramid card is removed; with `clear_all` every card of the deck."""
    LOST = "lost"
    """No removal, store, draw or redeal is left that the rule book lets count."""


class Game:
    """A game: its deal and its list of moves. All else is derived from these.

    `play`, `undo` and `restart` change the game in place; each either happens wholly or raises
    `IllegalMove` and changes nothing. Games come from `deal`, `from_cards` and `from_token`.
    """

    __slots__ = ("_combo", "_legal", "_log", "_number", "_position", "_token")

    def __init__(self, rules: Rules, number: int | None, deck: bytes) -> None:
        self._number = number
        self._position = Position(rules, deck)
        # An entry is code | digit << 14 | base << 23: four bytes a move keep long games small.
        self._log = array("I")
        self._combo = 0
        self._legal: array[int] | None = None
        self._token: str | None = None

    @classmethod
    def deal(cls, rules: str | Rules, number: int) -> "Game":
        """The numbered deal under a preset's name or a `Rules` value.

        The number runs from 1 to 2,147,483,647 and means what it means in PySol FC. Raises
        `InvalidRules` or `InvalidDeal`.
        """
        rules = rules_of(rules)
        return cls(rules, number, numbered_deck(rules, number))

    @classmethod
    def from_cards(cls, rules: str | Rules, cards: str) -> "Game":
        """A game from cards in the order of dealing ("KS 9H 4D ..."), without a number.

        Raises `InvalidRules`, `UnknownCard` or `InvalidDeck`.
        """
        rules = rules_of(rules)
        return cls(rules, None, given_deck(rules, cards))

    @classmethod
    def from_token(cls, token: str) -> "Game":
        """The game that a token tells, its history included, else `InvalidToken`."""
        record = decode(token)
        game = cls.deal(record.rules, record.number)
        moves = record.moves
        for _ in range(record.count):
            legal = game._legal_codes()
            if not legal:
                raise InvalidToken("the token goes on after the game's end")
            moves, digit = divmod(moves, len(legal))
            game._make(legal[digit])
        if moves:
            raise InvalidToken("the token tells more than its moves")
        return game

    def to_token(self) -> str:
        """The game with its history in URL-safe ASCII; one position reached one way has one.

        Raises `NoToken` for a game from given cards, and above 999 moves or 400 characters.
        """
        if self._number is None:
            raise NoToken("a game from given cards has no token")
        if len(self._log) > MAX_MOVES:
            raise NoToken(f"a token holds at most {MAX_MOVES} moves")
        if self._token is None:
            digits = [(entry >> _CODE_BITS & _DIGIT, entry >> _BASE_SHIFT) for entry in self._log]
            self._token = encode(self.rules, self._number, digits)
        return self._token

    def deal_token(self) -> str:
        """The token of the deal alone, as it was before its first move; else `NoToken`."""
        if self._number is None:
            raise NoToken("a game from given cards has no token")
        return encode(self.rules, self._number, ())

    @property
    def rules(self) -> Rules:
        return self._position.rules

    @property
    def number(self) -> int | None:
        """The deal number; None for given cards."""
        return self._number

    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves: removals in board order, then stores, draw, redeal; () when over."""
        return tuple(move_of(self._position.deck, code) for code in self._legal_codes())

    def play(self, move: Move) -> None:
        """Make a move, else `IllegalMove` with the reason."""
        legal = self._legal_codes()
        for code in codes_of(self._position.deck, move):
            if code in legal:
                self._make(code)
                return
        raise refusal(self._position, legal, move)

    def undo(self) -> None:
        """Back to exactly the state before the last move, after a win or a loss too.

        Raises `IllegalMove` when nothing has been played.
        """
        if not self._log:
            raise IllegalMove(Reason.NOTHING_TO_UNDO)
        codes = [entry & _CODE for entry in self._log[:-1]]
        del self._log[-1]
        self._rewind()
        for code in codes:
            self._apply(code)

    def restart(self) -> None:
        """The same deal from its first card, with an empty history."""
        del self._log[:]
        self._rewind()

    def hint(self) -> Move | None:
        """The move that the rule book's hint shows; None when the game is over."""
        return first_hint(self.legal_moves())

    @property
    def status(self) -> Status:
        if self._position.won:
            return Status.WON
        return Status.PLAYING if self._legal_codes() else Status.LOST

    @property
    def score(self) -> int:
        """Pyramid cards removed, 0 to `full_score`."""
        return self._position.score

    @property
    def full_score(self) -> int:
        """The pyramid's cards: 28, or 21 with six rows."""
        return self._position.layout.pyramid.bit_count()

    @property
    def cards_left(self) -> int:
        """Cards of the whole deck that are not removed, wherever they lie."""
        return self._position.cards_left

    @property
    def combo(self) -> int:
        """Removals in a row since the last draw, redeal or store."""
        return self._combo

    @property
    def longest_combo(self) -> int:
        """The longest `combo` of this game's moves."""
        longest = current = 0
        for entry in self._log:
            current = current + 1 if entry & _CODE < STORE else 0
            longest = max(longest, current)
        return longest

    @property
    def moves_played(self) -> int:
        return len(self._log)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, from the first on."""
        return tuple(move_of(self._position.deck, entry & _CODE) for entry in self._log)

    @property
    def last_move(self) -> Move | None:
        """The move that `undo` would take back."""
        return move_of(self._position.deck, self._log[-1] & _CODE) if self._log else None

    @property
    def history(self) -> bytes:
        """The moves played as opaque bytes: equal for equal histories of one deal."""
        return self._log.tobytes()

    @property
    def tableau(self) -> tuple[tuple[Card | None, ...], ...]:
        """Rows from the top down, None where the card is gone. Giza: its columns after them."""
        deck, present = self._position.deck, self._position.present
        return tuple(
            tuple([CARDS[deck[slot]] if present >> slot & 1 else None for slot in row])
            for row in self._position.layout.rows
        )

    @property
    def reserve(self) -> tuple[Card | None, ...]:
        """The reserve's places from left to right, None where the card is gone."""
        first = self._position.layout.size
        return tuple(
            self._card(place) if self._position.is_present(place) else None
            for place in range(first, first + self.rules.reserve)
        )

    @property
    def cells(self) -> tuple[Card | None, ...]:
        """One entry for each cell, None while it is empty."""
        cell = self._position.cell
        return (None if cell == NOWHERE else self._card(cell),) * self.rules.cells

    @property
    def waste(self) -> tuple[tuple[Card, ...], ...]:
        """The waste piles from left to right, each from bottom to top."""
        return tuple(tuple(map(self._card, pile)) for pile in self._position.wastes)

    @property
    def dealt_stock(self) -> bool:
        """Whether the deal leaves cards for a stock at all."""
        return deals_stock(self.rules)

    @property
    def stock_count(self) -> int:
        return len(self._position.stock)

    @property
    def stock_top(self) -> Card | None:
        """The stock's top card where the rules lay it open, else None."""
        stock = self._position.stock
        return self._card(stock[-1]) if stock and self.rules.open_stock else None

    @property
    def redeals_left(self) -> int | None:
        """How often the waste may still be turned over; None without limit."""
        return self._position.redeals

    @property
    def playable(self) -> tuple[Card, ...]:
        """The cards that may be played alone or with any partner, in board order."""
        return tuple(map(self._card, self._position.playable()))

    def named(self, *, bound: bool = True) -> Named:
        """The playable cards, and with `bound` those that legal moves name with one other."""
        return named_cards(self._position, self._legal_codes() if bound else ())

    def depict(self, free: Sequence[T], covered: Sequence[T], gone: T) -> tuple[tuple[T, ...], ...]:
        """In the shape of `tableau`, what stands for each slot: an entry of `free` or `covered`,
        which are by `Card.index`, or `gone`."""
        deck, there, is_free = self._position.deck, self._position.present, self._position.free
        tables = (covered, free)
        return tuple(
            tuple([tables[is_free >> s & 1][deck[s]] if there >> s & 1 else gone for s in row])
            for row in self._position.layout.rows
        )

    def why_not(self, card: Card) -> Reason | None:
        """Why a card cannot be played; None when it is playable or a legal move names it."""
        return why_not(self._position, self._legal_codes(), card)

    def _legal_codes(self) -> "array[int]":
        if self._legal is None:
            self._legal = array("H", self._position.legal())
        return self._legal

    def _make(self, code: int) -> None:
        legal = self._legal_codes()
        digit, base = legal.index(code), len(legal)
        self._apply(code)
        self._log.append(code | digit << _CODE_BITS | base << _BASE_SHIFT)

    def _apply(self, code: int) -> None:
        self._position.play(code)
        self._combo = self._combo + 1 if code < STORE else 0
        self._legal = self._token = None

    def _rewind(self) -> None:
        self._position.deal()
        self._combo = 0
        self._legal = self._token = None

    def _card(self, place: int) -> Card:
        return CARDS[self._position.deck[place]]
