"""Refusals: every way in which a player is told no, each with one text per language."""

from collections.abc import Iterable
from enum import Enum

from bot.i18n import Value, line
from bot.labels import RANKS, face, rank
from engine import Card, IllegalMove, Reason, Rules


class Refusal(Enum):
    """The whole list; the value is the text's key. The upper ones are the engine's reasons."""

    COVERED = "refused.covered"
    BURIED = "refused.buried"
    IN_STOCK = "refused.in-stock"
    GONE = "refused.gone"
    NOT_IN_DECK = "refused.not-in-deck"
    NEEDS_PARTNER = "refused.needs-partner"
    KING_GOES_ALONE = "refused.king-goes-alone"
    WRONG_SUM = "refused.wrong-sum"
    TOO_MANY_CARDS = "refused.too-many-cards"
    NO_STOCK = "refused.no-stock"
    STOCK_EMPTY = "refused.stock-empty"
    STOCK_NOT_EMPTY = "refused.stock-not-empty"
    WASTE_EMPTY = "refused.waste-empty"
    NO_REDEALS_LEFT = "refused.no-redeals-left"
    NO_CELL = "refused.no-cell"
    CELL_FULL = "refused.cell-full"
    NOT_STORABLE = "refused.not-storable"
    NOTHING_TO_UNDO = "refused.nothing-to-undo"
    GAME_OVER = "refused.game-over"

    OUTDATED = "refused.outdated"
    DEAL_ALONE = "refused.deal-alone"
    OLD_BOARD = "refused.old-board"
    BROKEN_BUTTON = "refused.broken-button"
    NO_GAME = "refused.no-game"
    UNKNOWN_COMMAND = "refused.unknown-command"
    TAKES_NO_ARGUMENT = "refused.takes-no-argument"
    BAD_DEAL_NUMBER = "refused.bad-deal-number"
    UNKNOWN_GAME = "refused.unknown-game"
    DID_YOU_MEAN = "refused.did-you-mean"
    HOUSE_NEEDS_STOCK = "refused.house-needs-stock"
    PLAY_WHAT = "refused.play-what"
    WHICH_CARD = "refused.which-card"
    WHICH_PAIR = "refused.which-pair"
    NONE_PLAYABLE = "refused.none-playable"
    FAILED = "refused.failed"


class Refused(Exception):
    """An event that changes nothing; `line` is the sentence for whoever sent it."""

    def __init__(self, refusal: Refusal, **values: Value) -> None:
        super().__init__(refusal.name)
        self.refusal = refusal
        self.line = line(refusal.value, **values)


def refused(error: IllegalMove, rules: Rules, cards: Iterable[Card] = ()) -> Refused:
    """The refusal for an engine's error in a game of these rules; `cards` were to be removed."""
    values: dict[str, Value] = {"target": rules.target}
    if error.card is not None:
        values |= card_values(error.card, rules)
    if error.reason is Reason.WRONG_SUM:
        values |= sum_values(cards, rules)
    return Refused(Refusal[error.reason.name], **values)


def sum_values(cards: Iterable[Card], rules: Rules) -> dict[str, Value]:
    """What a sentence about two cards that make no pair names: ranks, sum, target."""
    first, second = cards
    return {
        "first": rank(first),
        "second": rank(second),
        "total": rules.value(first) + rules.value(second),
        "target": rules.target,
    }


def card_values(card: Card, rules: Rules) -> dict[str, Value]:
    """What a sentence about one card may name: the card, its partner's rank, the target."""
    partner = rules.partner_rank(card)
    return {
        "card": face(card),
        "partner": "" if partner is None else RANKS[partner - 1],
        "target": rules.target,
    }
