"""Refusals: the reason why a card is not playable, or why a move is not legal."""

from collections.abc import Iterable

from engine.cards import Card
from engine.codes import places_of
from engine.deals import deals_stock
from engine.moves import Draw, IllegalMove, Move, Reason, Redeal, Remove, Store
from engine.position import NOWHERE, Position


def why_not(position: Position, legal: Iterable[int], card: Card) -> Reason | None:
    """Why a card cannot be played; None when it is playable or a code of `legal` names it."""
    place = position.deck.find(card.index)
    reason = _lies(position, place)
    if reason is not None and any(place in places_of(code) for code in legal):
        return None
    return reason


def refusal(position: Position, legal: Iterable[int], move: Move) -> IllegalMove:
    """The error for a move that is not among the legal ones."""
    if not legal:
        return IllegalMove(Reason.GAME_OVER)
    match move:
        case Remove(cards):
            ordered = sorted(cards, key=lambda card: card.index)
            return _removal_refusal(position, legal, ordered)
        case Store(card):
            return _store_refusal(position, card)
        case Draw():
            return IllegalMove(
                Reason.STOCK_EMPTY if deals_stock(position.rules) else Reason.NO_STOCK
            )
        case Redeal():
            return IllegalMove(_redeal_refusal(position))


def _lies(position: Position, place: int) -> Reason | None:
    """Why the card of a place is not playable by itself, None when it is."""
    if place == NOWHERE:
        return Reason.NOT_IN_DECK
    if place in position.playable():
        return None
    if position.is_present(place):
        return Reason.COVERED
    if any(place in pile for pile in position.wastes):
        return Reason.BURIED
    return Reason.IN_STOCK if place in position.stock else Reason.GONE


def _removal_refusal(position: Position, legal: Iterable[int], cards: list[Card]) -> IllegalMove:
    if len(cards) not in (1, 2):
        return IllegalMove(Reason.TOO_MANY_CARDS)
    for card in cards:
        reason = why_not(position, legal, card)
        if reason is not None:
            return IllegalMove(reason, card)
    target = position.rules.target
    values = [position.values[position.deck.find(card.index)] for card in cards]
    if len(cards) == 2:
        for card, value in zip(cards, values, strict=True):
            if value == target:
                return IllegalMove(Reason.KING_GOES_ALONE, card)
        if sum(values) != target:
            return IllegalMove(Reason.WRONG_SUM)
    elif values[0] != target:
        return IllegalMove(Reason.NEEDS_PARTNER, cards[0])
    # What is left is a card that some other move names, but not in this company.
    for card in cards:
        reason = _lies(position, position.deck.find(card.index))
        if reason is not None:
            return IllegalMove(reason, card)
    raise AssertionError("a legal removal was refused")


def _store_refusal(position: Position, card: Card) -> IllegalMove:
    if not position.rules.cells:
        return IllegalMove(Reason.NO_CELL)
    place = position.deck.find(card.index)
    reason = _lies(position, place)
    if reason is not None:
        return IllegalMove(reason, card)
    if position.cell not in (NOWHERE, place):
        return IllegalMove(Reason.CELL_FULL)
    return IllegalMove(Reason.NOT_STORABLE, card)


def _redeal_refusal(position: Position) -> Reason:
    if not deals_stock(position.rules):
        return Reason.NO_STOCK
    if position.redeals == 0:
        return Reason.NO_REDEALS_LEFT
    return Reason.STOCK_NOT_EMPTY if position.stock else Reason.WASTE_EMPTY
