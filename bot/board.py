"""Board: a chat's game as text and buttons."""

from bot import labels
from bot.chat import Board, Button, Mark, Rows
from bot.i18n import Texts
from bot.labels import card_label, draw_label, face, redeal_label
from bot.payloads import Action, Payload, reference
from bot.sessions import Session
from bot.skins import SKINS
from engine import VARIANTS, Card, Draw, Game, Move, Redeal, Remove, Rules, Status, Store

_MAX_CARD_BUTTONS = 20
_SEPARATOR = " · "


def live_board(session: Session, game: Game, texts: Texts) -> Board:
    """The board to play on."""
    notice = _result(session, game, texts) if _is_over(game) else _notice(session, game, texts)
    return _picture(session, game, texts, notice, _rows(session, game, texts))


def confirm_new(session: Session, game: Game, texts: Texts) -> Board:
    """The board asking whether its game may be given up."""
    ref = reference(game)
    rows = (
        (
            Button(texts.say("button.new-sure"), str(Payload(Action.NEW_SURE, ref))),
            Button(texts.say("button.keep"), str(Payload(Action.BOARD, ref))),
        ),
    )
    return _picture(session, game, texts, texts.say("board.confirm-new"), rows)


def settings_panel(session: Session, texts: Texts) -> Board:
    """The chat's settings, drawn with its board where it has one."""
    game = session.game
    ref = "" if game is None else reference(game)

    def choice(key: str, action: Action, chosen: bool) -> Button:
        mark = Mark.SELECTED if chosen else Mark.NONE
        label = texts.say(key)
        return Button(f"✅ {label}" if chosen else label, str(Payload(action, ref)), mark)

    rows: Rows = (
        (
            choice("button.skin-text", Action.SKIN_TEXT, session.skin == "text"),
            choice("button.skin-emoji", Action.SKIN_EMOJI, session.skin == "emoji"),
        ),
        (
            choice("button.one-tap-on", Action.ONE_TAP_ON, session.one_tap),
            choice("button.one-tap-off", Action.ONE_TAP_OFF, not session.one_tap),
        ),
    )
    if game is None:
        return Board(above=texts.say("settings.text"), rows=rows)
    rows += ((Button(texts.say("button.back"), str(Payload(Action.BOARD, ref))),),)
    return _picture(session, game, texts, texts.say("settings.text"), rows)


def welcome(texts: Texts) -> Board:
    """What a newcomer sees: the game in a few words and a button to begin."""
    new = Button(texts.say("button.new"), str(Payload(Action.NEW)))
    return Board(above=texts.say("text.start"), rows=((new,),))


def title(rules: Rules, number: int | None, texts: Texts) -> str:
    """The game's name and its deal number."""
    name = next((name for name, preset in VARIANTS.items() if preset == rules), None)
    game = texts.say("board.game") if name is None else texts.say(f"game.{name}")
    return texts.say("board.title", game=game, number=number or 0)


def _picture(session: Session, game: Game, texts: Texts, notice: str, rows: Rows) -> Board:
    skin = SKINS[session.skin]
    return Board(
        above=title(game.rules, game.number, texts),
        picture="\n".join(skin.draw(game)),
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
    parts = [f"{game.score}/{game.full_score}", texts.say("status.combo", combo=game.combo)]
    if game.dealt_stock:
        parts.append(texts.say("status.stock", stock=game.stock_count))
        tops = " ".join(face(pile[-1]) if pile else "-" for pile in game.waste)
        parts.append(texts.say("status.waste", cards=tops))
    return _SEPARATOR.join(parts)


def _result(session: Session, game: Game, texts: Texts) -> str:
    parts = [
        texts.say("result.won" if game.status is Status.WON else "result.lost"),
        f"{game.score}/{game.full_score}",
        texts.say("result.moves", count=game.moves_played),
        texts.say("result.combo", combo=game.longest_combo),
    ]
    if session.started is not None and session.ended is not None:
        parts.append(_length(session.ended - session.started))
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
