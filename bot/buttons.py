"""Buttons: what a board offers to press, in groups: tableau, reserve, piles, controls."""

from bot import labels
from bot.chat import Button, Mark, Rows
from bot.i18n import Texts
from bot.labels import draw_label, face, redeal_label
from bot.payloads import Action, carried, carried_card, reference
from bot.sessions import Session
from engine import Card, Draw, Game, Move, Named, Redeal, Remove, Status, Store

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
    named = game.named()
    # Beside the cards stand the stock's button and the cell's.
    if len(named) + 2 > _MAX_CARD_BUTTONS:
        # `/play` still reaches the cards that go with one other alone.
        named = game.named(bound=False)
    cards = _CardButtons(session, ref)
    tableau = [cards.of(card) for card in named.tableau]
    reserve = [cards.of(card) for card in named.reserve]
    piles = _piles(session, game, named, cards, ref)
    groups = (tableau, reserve, piles, (hint, *controls))
    return tuple(tuple(group) for group in groups if group)


class _CardButtons:
    """Makes the buttons of cards, the selected one and those of the hint marked."""

    def __init__(self, session: Session, ref: str) -> None:
        self._ref = ref
        self._session = session
        self._marks = dict.fromkeys(_cards(session.hint), Mark.HINT)
        if session.selected is not None:
            self._marks[session.selected] = Mark.SELECTED

    def of(self, card: Card, sign: str = "") -> Button:
        """The button of a card; `sign` stands before the face of one beside the tableau."""
        mark = self._marks.get(card, Mark.NONE) if self._marks else Mark.NONE
        session = self._session
        data = carried_card(self._ref, card, session.selected, storing=session.storing)
        return Button(sign + face(card), data, mark)


def _piles(
    session: Session, game: Game, named: Named, cards: _CardButtons, ref: str
) -> list[Button]:
    """The cell's card, each waste's top and the card under it, the stock, the cell's own button."""
    hint, legal = session.hint, game.legal_moves()
    piles = [cards.of(card, f"{labels.CELL} ") for card in named.cells]
    piles += [cards.of(card, f"{labels.WASTE} ") for pile in named.wastes for card in pile]
    piles += [cards.of(card, f"{labels.DRAW} ") for card in named.stock]
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


def _cards(move: Move | None) -> frozenset[Card]:
    match move:
        case Remove(cards):
            return cards
        case Store(card):
            return frozenset((card,))
        case _:
            return frozenset()
