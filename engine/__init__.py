"""Pyramid Solitaire and its family: rules, games, hints and tokens. It knows no chat."""

from engine.cards import Card, UnknownCard
from engine.deals import MAX_DEAL, InvalidDeal, InvalidDeck
from engine.game import Game, Status
from engine.moves import Draw, IllegalMove, Move, Reason, Redeal, Remove, Store
from engine.named import Named
from engine.notation import InvalidToken, NoToken
from engine.variants import VARIANTS, InvalidRules, Rules

__all__ = [
    "MAX_DEAL",
    "VARIANTS",
    "Card",
    "Draw",
    "Game",
    "IllegalMove",
    "InvalidDeal",
    "InvalidDeck",
    "InvalidRules",
    "InvalidToken",
    "Move",
    "Named",
    "NoToken",
    "Reason",
    "Redeal",
    "Remove",
    "Rules",
    "Status",
    "Store",
    "UnknownCard",
]
