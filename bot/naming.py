"""Naming: moves in the words that people type, such as "9 4", "k", "9s 4d" or "draw"."""

import re
from dataclasses import dataclass

from bot import turns
from bot.labels import RANKS, SUITS, card_label, move_label
from bot.refusals import Refusal, Refused
from bot.sessions import Session
from engine import Card, Draw, Game, Move, Redeal, Remove, Store

_LONGEST = 60
_WORD = re.compile(r"(10|[2-9]|[atjqk])([cshd♣♠♥♦]?)\ufe0f?", re.IGNORECASE)
_SUIT_SIGNS = {sign[0]: suit for suit, sign in SUITS.items()}


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The cards that a word can mean: a rank, and a suit unless it was left out."""

    rank: int
    suit: str | None

    def __contains__(self, card: Card) -> bool:
        return card.rank == self.rank and self.suit in (None, card.suit)


def play_named(session: Session, text: str, now: float) -> None:
    """Play what the text names: a move by a word, a pair, or a press on one card.

    Raises `Refused` with a helpful sentence: for words that name nothing, for two or more moves
    that fit, and for what the position does not allow.
    """
    game = turns.game_of(session)
    words = re.split(r"[\s,+]+", text.strip().lower()) if len(text) <= _LONGEST else []
    match words:
        case ["draw"]:
            turns.play(session, Draw(), now)
        case ["redeal"]:
            turns.play(session, Redeal(), now)
        case ["store", word]:
            turns.play(session, Store(_card(game, _wanted(word))), now)
        case [word]:
            turns.press_card(session, _card(game, _wanted(word)), now)
        case [first, second]:
            turns.play(session, _pair(game, _wanted(first), _wanted(second)), now)
        case _:
            raise Refused(Refusal.PLAY_WHAT)


def _wanted(word: str) -> _Wanted:
    match = _WORD.fullmatch(word)
    if match is None:
        raise Refused(Refusal.PLAY_WHAT)
    rank, suit = match.group(1).upper(), match.group(2).upper()
    number = RANKS.index("10" if rank == "T" else rank) + 1
    return _Wanted(number, _SUIT_SIGNS.get(suit, suit) or None)


def _card(game: Game, wanted: _Wanted) -> Card:
    """The one card that the word means: of several the one that can be played."""
    fitting = [card for card in _reachable(game) if card in wanted]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise Refused(
            Refusal.WHICH_CARD, cards=", ".join(card_label(game, card) for card in fitting)
        )
    if wanted.suit is not None:
        return Card(wanted.rank, wanted.suit)
    raise Refused(Refusal.NONE_PLAYABLE, rank=RANKS[wanted.rank - 1])


def _pair(game: Game, first: _Wanted, second: _Wanted) -> Move:
    """The one pair that the words mean; a pair that is not legal is the engine's to refuse."""
    fitting = [
        move
        for move in game.legal_moves()
        if isinstance(move, Remove) and _fits(move.cards, first, second)
    ]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        pairs = ", ".join(move_label(game, move) for move in fitting)
        raise Refused(Refusal.WHICH_PAIR, cards=pairs)
    reachable = _reachable(game)
    one = _some(reachable, first, None)
    other = _some(reachable, second, one)
    if one == other:
        raise Refused(Refusal.PLAY_WHAT)
    return Remove(frozenset((one, other)))


def _fits(cards: frozenset[Card], first: _Wanted, second: _Wanted) -> bool:
    if len(cards) != 2:
        return False
    one, other = cards
    return (one in first and other in second) or (other in first and one in second)


def _some(reachable: list[Card], wanted: _Wanted, taken: Card | None) -> Card:
    """A card that the word can mean, to say why it does not go with the other one."""
    for card in reachable:
        if card in wanted and card != taken:
            return card
    if wanted.suit is not None:
        return Card(wanted.rank, wanted.suit)
    raise Refused(Refusal.NONE_PLAYABLE, rank=RANKS[wanted.rank - 1])


def _reachable(game: Game) -> list[Card]:
    """The playable cards, then those that only a legal move names, without doubles."""
    named = [card for move in game.legal_moves() if isinstance(move, Remove) for card in move.cards]
    return list(dict.fromkeys((*game.playable, *named)))
