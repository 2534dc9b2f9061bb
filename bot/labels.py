"""Labels: the short signs that stand on buttons and in sentences, the same in every language."""

from collections.abc import Iterable

from engine import Card, Draw, Game, Move, Redeal, Remove, Store

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = {"C": "♣️", "S": "♠️", "H": "♥️", "D": "♦️"}
DRAW = "🎴"
REDEAL = "🔁"
WASTE = "🗑️"
CELL = "📦"
STORE = "📥"
SETTINGS = "⚙️"


def rank(card: Card) -> str:
    """A 2-10 J Q K."""
    return RANKS[card.rank - 1]


def face(card: Card) -> str:
    """Rank and suit, such as "10♥️"."""
    return RANKS[card.rank - 1] + SUITS[card.suit]


def run(*cards: Card) -> str:
    """Cards that go together, such as "9♥️ + 4♠️"."""
    return " + ".join(map(face, cards))


def card_label(game: Game, card: Card) -> str:
    """A card as its button is called: the sign says that it lies beside the tableau."""
    if card in game.cells:
        return f"{CELL} {face(card)}"
    if any(card in pile for pile in game.waste):
        return f"{WASTE} {face(card)}"
    if card == game.stock_top:
        return f"{DRAW} {face(card)}"
    return face(card)


def draw_label(game: Game) -> str:
    """The stock's button: how many cards may be drawn."""
    return f"{DRAW} {game.stock_count}"


def redeal_label(game: Game) -> str:
    """The redeal's button: how many are left."""
    return f"{REDEAL} {'∞' if game.redeals_left is None else game.redeals_left}"


def move_label(game: Game, move: Move) -> str:
    """A move that is legal now, by the buttons that make it."""
    match move:
        case Remove(cards):
            return " + ".join(card_label(game, card) for card in high_first(cards))
        case Draw():
            return draw_label(game)
        case Redeal():
            return redeal_label(game)
        case Store(card):
            return f"{STORE} {face(card)}"


def high_first(cards: Iterable[Card]) -> list[Card]:
    """Cards in the order in which a pair is always told: the higher first."""
    return sorted(cards, key=lambda card: (-card.rank, card.suit))
