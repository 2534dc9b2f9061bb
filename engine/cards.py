"""Cards: the 52 values that everything else speaks of, and their two-letter text form."""

from dataclasses import dataclass

RANKS = "A23456789TJQK"
SUITS = "CSHD"
TEN = 10


class UnknownCard(ValueError):
    """A text or a pair of fields that names no card."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card: `rank` 1 (Ace) to 13 (King), `suit` one of "C", "S", "H", "D".

    Equal by value and hashable. Raises `UnknownCard` for anything else.
    """

    rank: int
    suit: str

    def __post_init__(self) -> None:
        if not 1 <= self.rank <= len(RANKS) or self.suit not in SUITS or len(self.suit) != 1:
            raise UnknownCard(f"no such card: rank {self.rank!r}, suit {self.suit!r}")

    @classmethod
    def parse(cls, text: str) -> "Card":
        """The card that a text such as "KS", "TD" or "4H" names, else `UnknownCard`."""
        card = _BY_NAME.get(text)
        if card is None:
            raise UnknownCard(f"no such card: {text[:8]!r}")
        return card

    def __str__(self) -> str:
        return RANKS[self.rank - 1] + self.suit

    @property
    def index(self) -> int:
        """The card's place in `CARDS`: 0 to 51."""
        return 13 * SUITS.index(self.suit) + self.rank - 1


CARDS = tuple(Card(rank, suit) for suit in SUITS for rank in range(1, 14))
_BY_NAME = {str(card): card for card in CARDS}
