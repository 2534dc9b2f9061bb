"""A second, slow and plain reading of the rule book, for the engine to be compared with.

It imports nothing of the engine. Cards are texts ("KS"), moves are texts ("Remove 4H 9D",
"Store KS", "Draw", "Redeal"), a position is lists of cards, and every question is answered by
looking at all the cards again.
"""

import copy
import enum
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

RANKS = "A23456789TJQK"
DECK = [rank + suit for rank in RANKS for suit in "CSHD"]


class Book(NamedTuple):
    """The fields of the table of rules, with the values of the classic game."""

    layout: str = "pyramid7"
    short_deck: bool = False
    reserve: int = 0
    cells: int = 0
    draw: int = 1
    wastes: int = 1
    redeals: int | None = 0
    open_stock: bool = False
    waste_pair: bool = False
    covering_pair: bool = False
    clear_all: bool = False
    king_at_apex: bool = False


SEVEN = range(1, 8)
ROWS = {"pyramid7": SEVEN, "pyramid6": range(1, 7), "triangle7": SEVEN[::-1], "giza": SEVEN}


def shuffled(number: int) -> list[str]:
    """The 52 cards of a numbered deal, the first one dealt first."""
    if number <= 32000:
        deck = [rank + suit for rank in RANKS for suit in "CDHS"]
        state = number
        for last in range(51, 0, -1):
            state = (state * 214013 + 2531011) % 2**31
            other = (state // 65536) % (last + 1)
            deck[last], deck[other] = deck[other], deck[last]
    else:
        deck = [rank + suit for suit in "CSHD" for rank in RANKS]
        source = random.Random(number)
        for last in range(51, 0, -1):
            other = int(source.random() * (last + 1))
            deck[last], deck[other] = deck[other], deck[last]
    return deck[::-1]


def cards_of(book: Book, number: int) -> list[str]:
    """The order of the cards of a numbered deal under these rules, as given to `from_cards`."""
    return [card for card in shuffled(number) if card[0] != "T" or not book.short_deck]


def lay(last_of_tableau: str, after: str = "", size: int = 28, deck: list[str] = DECK) -> str:
    """A whole deck as text: `size` tableau cards that end with the first text, then `after`.

    "..", the beginning and the end stand for the cards not named, lowest ranks first.
    """
    named = last_of_tableau.replace("/", " ").split()
    named = [".."] * (size - len(named)) + named + after.replace("/", " ").split()
    left = [card for card in deck if card not in named]
    filled = [left.pop(0) if card == ".." else card for card in named]
    return " ".join(filled + left)


@dataclass
class Position:
    """Where each card lies; the stock's next card is its first, a pile's top its last."""

    tableau: list[list[str | None]]
    reserve: list[str | None]
    cells: list[str | None]
    waste: list[list[str]]
    stock: list[str]
    redeals_left: int | None
    removed: list[str] = field(default_factory=list)
    combo: int = 0
    longest_combo: int = 0
    moves_played: int = 0
    stock_was_empty: bool = False


class Referee:
    """A game by the rule book: the same questions as the engine's `Game`, answered in texts."""

    def __init__(self, book: Book, order: list[str]) -> None:
        self.book, self.rows = book, len(ROWS[book.layout])
        self.now = self.dealt(list(order))
        self.deck, self.target = order, 12 if book.short_deck else 13
        self.pyramid = [card for row in self.now.tableau[: self.rows] for card in row]
        self.before: list[Position] = []
        self.judge()

    def dealt(self, order: list[str]) -> Position:
        book = self.book
        rows: list[list[str | None]] = []
        columns: list[list[str | None]] = []
        if book.king_at_apex:
            apex = {"triangle7": 27, "giza": 24}.get(book.layout, 0)
            king = order.index("KS")
            order[apex], order[king] = order[king], order[apex]
        if book.layout == "giza":
            columns = [[order[column + 8 * step] for step in range(3)] for column in range(8)]
            del order[:24]
        for length in ROWS[book.layout]:
            rows.append([order.pop(0) for _ in range(length)])
        reserve: list[str | None] = [order.pop(0) for _ in range(book.reserve)]
        waste: list[list[str]] = [[] for _ in range(book.wastes)]
        return Position(rows + columns, reserve, [None] * book.cells, waste, order, book.redeals)

    def judge(self) -> None:
        """Answer once for this position what is asked about it again and again."""
        self.open, self.status = self.playable(), "PLAYING"
        moves = self.moves_by_the_cards()
        if set(self.deck if self.book.clear_all else self.pyramid) <= set(self.now.removed):
            self.status = "WON"
        elif not moves or self.going_round_is_useless():
            self.status = "LOST"
        self.legal = moves if self.status == "PLAYING" else []
        self.score = len([card for card in self.pyramid if card in self.now.removed])
        self.stock_count = len(self.now.stock)
        self.stock_top = self.now.stock[0] if self.book.open_stock and self.now.stock else None

    def value(self, card: str) -> int:
        rank = RANKS.index(card[0]) + 1
        return rank - 1 if self.book.short_deck and rank > 10 else rank

    def lying_on(self, row: int, place: int) -> list[str]:
        """The cards that still lie directly on a slot of the tableau."""
        if row >= self.rows:
            slots = [(row, place + 1)]
        elif row == self.rows - 1:
            slots = []
        elif self.book.layout == "triangle7":
            slots = [(row + 1, place - 1), (row + 1, place)]
        else:
            slots = [(row + 1, place), (row + 1, place + 1)]
        found = [self.now.tableau[r][c] for r, c in slots if 0 <= c < len(self.now.tableau[r])]
        return [card for card in found if card]

    def covers(self) -> dict[str, list[str]]:
        """Each tableau card in board order, with the cards that still lie on it."""
        return {
            card: self.lying_on(row, place)
            for row, cards in enumerate(self.now.tableau)
            for place, card in enumerate(cards)
            if card
        }

    def playable(self) -> list[str]:
        """The playable cards in board order."""
        now = self.now
        cards = [card for card, covers in self.covers().items() if not covers]
        cards += [card for card in now.reserve + now.cells if card]
        cards += [pile[-1] for pile in now.waste if pile]
        return cards + (now.stock[:1] if self.book.open_stock else [])

    def removals(self) -> list[str]:
        """Every removal: a King alone, or a card and a partner that stands later in board order."""
        covers, playable, found = self.covers(), self.playable(), []
        under = {pile[-1]: pile[-2] for pile in self.now.waste if len(pile) > 1}
        for card in [*covers, *(card for card in playable if card not in covers)]:
            partners: list[str] = []
            if card in playable:
                partners = playable[playable.index(card) + 1 :]
                if self.value(card) == self.target:
                    found.append("Remove " + card)
                if self.book.waste_pair and card in under:
                    partners.insert(0, under[card])
            elif self.book.covering_pair and len(covers[card]) == 1:
                partners = [cover for cover in covers[card] if cover in playable]
            for other in partners:
                if self.value(card) + self.value(other) == self.target:
                    found.append(" ".join(["Remove", *sorted([card, other])]))
        return found

    def stores(self) -> list[str]:
        if None not in self.now.cells:
            return []
        free = [card for card, covers in self.covers().items() if not covers]
        return ["Store " + card for card in free + [pile[-1] for pile in self.now.waste if pile]]

    def moves_by_the_cards(self) -> list[str]:
        now = self.now
        draw = ["Draw"] if now.stock else []
        redeal = ["Redeal"] if not now.stock and any(now.waste) and now.redeals_left != 0 else []
        return self.removals() + self.stores() + draw + redeal

    def going_round_is_useless(self) -> bool:
        """The loss rule of unlimited redeals: draws and redeals alone lead to nothing else."""
        if self.book.redeals is not None or not self.now.stock_was_empty:
            return False
        real, seen = copy.deepcopy(self.now), []
        while self.now not in seen and not self.removals() and not self.stores():
            seen.append(copy.deepcopy(self.now))
            self.turn("Draw" if self.now.stock else "Redeal")
        useless, self.now = self.now in seen, real
        return useless

    def legal_moves(self) -> list[str]:
        return self.legal

    def hint(self) -> str | None:
        order = {"Remove": 0, "Draw": 1, "Redeal": 2, "Store": 3}
        return min(self.legal, key=lambda move: order[move.split()[0]], default=None)

    def why_not(self, card: str) -> str | None:
        if card not in self.deck:
            return "NOT_IN_DECK"
        if card in self.now.removed:
            return "GONE"
        if card in self.open or any(card in move for move in self.legal):
            return None
        if any(card in row for row in self.now.tableau):
            return "COVERED"
        return "IN_STOCK" if card in self.now.stock else "BURIED"

    def turn(self, move: str) -> None:
        """A draw or a redeal."""
        now = self.now
        if move == "Redeal":
            laid = [card for pile in now.waste for card in pile]
            now.stock = laid if len(now.waste) == 1 else laid[::-1]
            now.waste = [[] for _ in now.waste]
            now.redeals_left = None if now.redeals_left is None else now.redeals_left - 1
        else:
            for turned in range(min(self.book.draw, len(now.stock))):
                now.waste[turned % len(now.waste)].append(now.stock.pop(0))

    def take(self, card: str) -> None:
        for places in [*self.now.tableau, self.now.reserve, self.now.cells]:
            if card in places:
                places[places.index(card)] = None
        for pile in [*self.now.waste, self.now.stock]:
            if card in pile:
                pile.remove(card)

    def play(self, move: str) -> None:
        assert move in self.legal
        self.before.append(copy.deepcopy(self.now))
        now, (kind, *cards) = self.now, move.split()
        for card in cards:
            self.take(card)
        if kind == "Remove":
            now.removed += cards
        elif kind == "Store":
            now.cells[now.cells.index(None)] = cards[0]
        else:
            self.turn(kind)
        now.combo = now.combo + 1 if kind == "Remove" else 0
        now.longest_combo = max(now.longest_combo, now.combo)
        now.moves_played += 1
        now.stock_was_empty |= not now.stock
        self.judge()

    def undo(self) -> None:
        self.now = self.before.pop()
        self.judge()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.now, name)


def words(move: Any) -> str:
    """A move of the engine in the referee's words."""
    cards = getattr(move, "cards", None) or filter(None, [getattr(move, "card", None)])
    return " ".join([type(move).__name__, *sorted(map(str, cards))])


def plain(value: Any) -> Any:
    """Cards as texts, members of an enum as their names, tuples as lists, all the way down."""
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    if isinstance(value, enum.Enum):
        return value.name
    return value if value is None or isinstance(value, int) else str(value)


def picture(game: Any, read: Callable[[str], Any] = str) -> dict[str, Any]:
    """Everything that a game shows to the outside. `read` makes the game's cards of texts."""
    places = ["tableau", "waste", "reserve", "cells", "stock_count", "stock_top", "redeals_left"]
    counts = ["score", "combo", "longest_combo", "moves_played", "status"]
    shown = {name: plain(getattr(game, name)) for name in places + counts}
    spoken = (lambda move: move) if read is str else words
    hint = game.hint()
    shown["hint"] = None if hint is None else spoken(hint)
    shown["legal_moves"] = [spoken(move) for move in game.legal_moves()]
    shown["why_not"] = {card: plain(game.why_not(read(card))) for card in DECK}
    return shown
