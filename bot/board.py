"""Board: a chat's game as text and buttons."""

from collections.abc import Iterable, Sequence

from bot import labels
from bot.chat import Board, Button, Mark, Rows
from bot.games import game_name
from bot.i18n import Texts, plural
from bot.labels import card_label, draw_label, face, redeal_label
from bot.payloads import Action, Payload, reference
from bot.sessions import Session
from bot.skins import SKINS
from engine import Card, Draw, Game, Move, Redeal, Remove, Status, Store

_MAX_CARD_BUTTONS = 20
_SEPARATOR = " · "


def live_board(session: Session, game: Game, texts: Texts) -> Board:
    """The board to play on."""
    notice = _result(session, game, texts) if _is_over(game) else _notice(session, game, texts)
    return picture_with(session, game, texts, notice, _rows(session, game, texts))


def picture_with(session: Session, game: Game, texts: Texts, notice: str, rows: Rows) -> Board:
    """The board's picture with another last line and other buttons."""
    skin = SKINS[session.skin]
    return Board(
        above=texts.say("board.title", game=game_name(game.rules, texts), number=game.number or 0),
        picture="\n".join(map(texts.drawn, skin.draw(game))),
        below=f"{_status(game, texts)}\n{notice}",
        rows=rows,
        monospace=skin.monospace,
    )


def _is_over(game: Game) -> bool:
    return game.status is not Status.PLAYING


def _notice(session: Session, game: Game, texts: Texts) -> str:
    if session.notice is None:
        return texts.say("board.prompt", target=game.rules.target)
    return texts.read(session.notice)


def _status(game: Game, texts: Texts) -> str:
    """Where the game stands in one line of words, which a screen reader can read too."""
    parts = [_score(game, texts), texts.say("status.combo", combo=game.combo)]
    if game.rules.clear_all:
        parts.append(texts.say(plural("status.left"), count=game.cards_left))
    if game.dealt_stock:
        parts.append(texts.say("status.stock", stock=game.stock_count))
        parts.append(texts.say("status.waste", cards=_faces(pile[-1:] for pile in game.waste)))
        if game.rules.redeals != 0:
            parts.append(texts.say("status.redeals", redeals=redeal_label(game)))
    if game.rules.cells:
        parts.append(texts.say("status.cell", cards=_faces((card,) for card in game.cells)))
    return _SEPARATOR.join(parts)


def _score(game: Game, texts: Texts) -> str:
    return texts.say("status.score", score=game.score, full=game.full_score)


def _faces(places: Iterable[Sequence[Card | None]]) -> str:
    """The cards of some places, an empty one as a dash."""
    tops = [place[0] if place else None for place in places]
    return " ".join("-" if card is None else face(card) for card in tops)


def _result(session: Session, game: Game, texts: Texts) -> str:
    won = game.status is Status.WON
    parts = [texts.say("result.won") if won else texts.say("result.lost"), _score(game, texts)]
    if game.rules.clear_all:
        parts.append(texts.say(plural("status.left"), count=game.cards_left))
    parts.append(texts.say(plural("result.moves"), count=game.moves_played))
    parts.append(texts.say("result.combo", combo=game.longest_combo))
    if session.started is not None and session.ended is not None:
        parts.append(texts.say("result.time", time=_length(session.ended - session.started)))
    return _SEPARATOR.join(parts)


def _length(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _rows(session: Session, game: Game, texts: Texts) -> Rows:
    """The buttons: tableau, reserve, piles and controls, each group a row, none of them empty."""
    ref = reference(game)
    legal = game.legal_moves()
    hinted = session.hint
    hinted_cards = _cards(hinted)

    def card_button(card: Card) -> Button:
        mark = Mark.HINT if card in hinted_cards else Mark.NONE
        if card == session.selected:
            mark = Mark.SELECTED
        return Button(card_label(game, card), str(Payload(Action.CARD, ref, card)), mark)

    def act(action: Action, label: str, hint: type[Move] | None = None) -> Button:
        mark = Mark.HINT if hint is not None and isinstance(hinted, hint) else Mark.NONE
        if action is Action.STORE and session.storing:
            mark = Mark.SELECTED
        return Button(label, str(Payload(action, ref)), mark)

    controls = [act(Action.UNDO, texts.say("button.undo"))]
    controls.append(act(Action.RESTART, texts.say("button.restart")))
    controls.append(act(Action.NEW, texts.say("button.new")))
    controls.append(act(Action.SETTINGS, labels.SETTINGS))
    if _is_over(game):
        return (tuple(controls),)
    controls.insert(0, act(Action.HINT, texts.say("button.hint")))

    shown = _shown(game, legal)
    tableau = [card_button(card) for row in game.tableau for card in row if card in shown]
    reserve = [card_button(card) for card in game.reserve if card in shown]
    piles = [card_button(card) for card in game.cells if card is not None]
    for pile in game.waste:
        piles += [card_button(card) for card in pile[:-3:-1] if card in shown]
    if game.stock_top is not None:
        piles.append(card_button(game.stock_top))
    if Draw() in legal:
        piles.append(act(Action.DRAW, draw_label(game), Draw))
    if Redeal() in legal:
        piles.append(act(Action.REDEAL, redeal_label(game), Redeal))
    if any(isinstance(move, Store) for move in legal):
        piles.append(act(Action.STORE, labels.STORE, Store))
    groups = (tableau, reserve, piles, controls)
    return tuple(tuple(group) for group in groups if group)


def _shown(game: Game, legal: tuple[Move, ...]) -> set[Card]:
    """The cards that have a button: the playable ones and what else legal moves name.

    Where that is more than a board may hold, the cards that go only with one other are left out;
    `/play` still reaches them.
    """
    playable = game.playable
    others = {card for move in legal for card in _cards(move)}.difference(playable)
    # Beside them the piles have the stock's button and the cell's.
    if len(playable) + len(others) + 2 > _MAX_CARD_BUTTONS:
        others.clear()
    return others.union(playable)


def _cards(move: Move | None) -> frozenset[Card]:
    match move:
        case Remove(cards):
            return cards
        case Store(card):
            return frozenset((card,))
        case _:
            return frozenset()
