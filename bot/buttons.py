"""Buttons: what a board offers to press, in groups: tableau, reserve, piles, controls."""

from collections.abc import Iterable

from bot import labels
from bot.chat import Button, Mark, Rows
from bot.i18n import Texts
from bot.labels import draw_label, face, redeal_label
from bot.payloads import Action, carried, reference
from bot.sessions import Session
from engine import Card, Draw, Game, Move, Redeal, Remove, Status, Store

_MAX_CARD_BUTTONS = 20


def board_rows(session: Session, game: Game, texts: Texts) -> Rows:
    """The buttons of the live board, each group a row, none of them empty."""
    ref = reference(game)
    controls = (
        Button(texts.say("button.undo"), carried(Action.UNDO, ref)),
        Button(texts.say("button.restart"), carried(Action.RESTART, ref)),
        Button(texts.say("button.new"), carried(Action.NEW, ref)),
        Button(labels.SETTINGS, carried(Action.SETTINGS, ref)),
    )
    if game.status is not Status.PLAYING:
        return (controls,)
    hint = Button(texts.say("button.hint"), carried(Action.HINT, ref))
    legal = game.legal_moves()
    shown = _shown(game, legal)
    cards = _CardButtons(session, ref)
    tableau = [cards.of(card) for row in game.tableau for card in row if card in shown]
    reserve = [cards.of(card) for card in game.reserve if card in shown]
    piles = _piles(session, game, legal, shown, cards)
    groups = (tableau, reserve, piles, (hint, *controls))
    return tuple(tuple(group) for group in groups if group)


class _CardButtons:
    """Makes the buttons of cards, the selected one and those of the hint marked."""

    def __init__(self, session: Session, ref: str) -> None:
        self._ref = ref
        self._marks = dict.fromkeys(_cards(session.hint), Mark.HINT)
        if session.selected is not None:
            self._marks[session.selected] = Mark.SELECTED

    def of(self, card: Card | None, sign: str = "") -> Button:
        """The button of a card; `sign` stands before the face of one beside the tableau."""
        assert card is not None
        mark = self._marks.get(card, Mark.NONE) if self._marks else Mark.NONE
        return Button(sign + face(card), carried(Action.CARD, self._ref, str(card)), mark)


def _piles(
    session: Session,
    game: Game,
    legal: tuple[Move, ...],
    shown: set[Card | None],
    cards: _CardButtons,
) -> list[Button]:
    """The cell's card, each waste's top and the card under it, the stock, the cell's own button."""
    hint, ref = session.hint, reference(game)
    piles = [cards.of(card, f"{labels.CELL} ") for card in game.cells if card is not None]
    for pile in game.waste:
        piles += [cards.of(card, f"{labels.WASTE} ") for card in pile[:-3:-1] if card in shown]
    if game.stock_top is not None:
        piles.append(cards.of(game.stock_top, f"{labels.DRAW} "))
    turn = legal[-1]
    if isinstance(turn, Draw):
        mark = _mark(isinstance(hint, Draw), Mark.HINT)
        piles.append(Button(draw_label(game), carried(Action.DRAW, ref), mark))
    elif isinstance(turn, Redeal):
        mark = _mark(isinstance(hint, Redeal), Mark.HINT)
        piles.append(Button(redeal_label(game), carried(Action.REDEAL, ref), mark))
    if any(isinstance(move, Store) for move in legal):
        mark = _mark(isinstance(hint, Store), Mark.HINT)
        if session.storing:
            mark = Mark.SELECTED
        piles.append(Button(labels.STORE, carried(Action.STORE, ref), mark))
    return piles


def _mark(holds: bool, mark: Mark) -> Mark:
    return mark if holds else Mark.NONE


def _shown(game: Game, legal: Iterable[Move]) -> set[Card | None]:
    """The cards that have a button: the playable ones and what else legal moves name.

    Where that is more than a board may hold, the cards that go only with one other are left out;
    `/play` still reaches them.
    """
    playable = game.playable
    shown: set[Card | None] = set(playable)
    shown.update(card for move in legal for card in _cards(move))
    # Beside them the piles have the stock's button and the cell's.
    return shown if len(shown) + 2 <= _MAX_CARD_BUTTONS else set(playable)


def _cards(move: Move | None) -> frozenset[Card]:
    match move:
        case Remove(cards):
            return cards
        case Store(card):
            return frozenset((card,))
        case _:
            return frozenset()
