"""Refusals: every way in which a player is told no, each with one text per language."""

from collections.abc import Iterable
from enum import Enum

from bot.i18n import Value, key, line
from bot.labels import RANKS, face, rank
from engine import Card, IllegalMove, Reason, Rules


class Refusal(Enum):
    """The whole list; the value is the text's key. The upper ones are the engine's reasons."""

    COVERED = key("refused.covered")
    BURIED = key("refused.buried")
    IN_STOCK = key("refused.in-stock")
    GONE = key("refused.gone")
    NOT_IN_DECK = key("refused.not-in-deck")
    NEEDS_PARTNER = key("refused.needs-partner")
    KING_GOES_ALONE = key("refused.king-goes-alone")
    WRONG_SUM = key("refused.wrong-sum")
    TOO_MANY_CARDS = key("refused.too-many-cards")
    NO_STOCK = key("refused.no-stock")
    STOCK_EMPTY = key("refused.stock-empty")
    STOCK_NOT_EMPTY = key("refused.stock-not-empty")
    WASTE_EMPTY = key("refused.waste-empty")
    NO_REDEALS_LEFT = key("refused.no-redeals-left")
    NO_CELL = key("refused.no-cell")
    CELL_FULL = key("refused.cell-full")
    NOT_STORABLE = key("refused.not-storable")
    NOTHING_TO_UNDO = key("refused.nothing-to-undo")
    GAME_OVER = key("refused.game-over")

    TOO_FAST = key("refused.too-fast")
    TOO_LONG = key("refused.too-long")
    OUTDATED = key("refused.outdated")
    DEAL_ALONE = key("refused.deal-alone")
    OLD_BOARD = key("refused.old-board")
    BROKEN_BUTTON = key("refused.broken-button")
    NO_GAME = key("refused.no-game")
    UNKNOWN_COMMAND = key("refused.unknown-command")
    TAKES_NO_ARGUMENT = key("refused.takes-no-argument")
    BAD_DEAL_NUMBER = key("refused.bad-deal-number")
    NOT_YOURS = key("refused.not-yours")
    UNKNOWN_GAME = key("refused.unknown-game")
    DID_YOU_MEAN = key("refused.did-you-mean")
    UNKNOWN_LANGUAGE = key("refused.unknown-language")
    HOUSE_NEEDS_STOCK = key("refused.house-needs-stock")
    THINKING = key("refused.thinking")
    TOO_DEEP = key("refused.too-deep")
    SOLVER_BUSY = key("refused.solver-busy")
    SOLVER_FAILED = key("refused.solver-failed")
    UNKNOWN_GRADE = key("refused.unknown-grade")
    PLAY_WHAT = key("refused.play-what")
    WHICH_CARD = key("refused.which-card")
    WHICH_PAIR = key("refused.which-pair")
    NONE_PLAYABLE = key("refused.none-playable")
    FAILED = key("refused.failed")


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
