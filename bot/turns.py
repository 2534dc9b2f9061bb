"""Turns: what players do to a chat's game, however they said it.

Each function is one atomic step on a session: it happens wholly and leaves its notice there, or
raises `Refused` and changes nothing.
"""

from bot.i18n import Line, line
from bot.labels import face, high_first, move_label, run
from bot.refusals import Refusal, Refused, card_values, refused, sum_values
from bot.sessions import Session
from engine import Card, Draw, Game, IllegalMove, Move, Redeal, Remove, Status, Store

MAX_MOVES = 2_000
"""Of one game, counted without those taken back: forty times what a game takes. Only a stock that
is turned over for ever has more, and each move is work for whoever undoes one."""


def game_of(session: Session) -> Game:
    """The session's game, else `Refused`."""
    if session.game is None:
        raise Refused(Refusal.NO_GAME)
    return session.game


def begin(session: Session, game: Game, now: float | None) -> None:
    """Put a game on the table. `now` is None where its beginning is not known."""
    session.game = game
    session.rules = game.rules
    session.started = now
    session.replay = None
    _settle(session, None)
    session.ended = None


def resume(session: Session, selected: Card | None, *, storing: bool) -> None:
    """Bring back what a board showed beside its position, as far as the rules allow it."""
    game = game_of(session)
    if game.status is not Status.PLAYING:
        return
    if selected is not None and game.why_not(selected) is None:
        session.selected = selected
    session.storing = storing and _can_store(game)


def play(session: Session, move: Move, now: float) -> None:
    """Make a move; `now` is the clock's reading in seconds, for the game's length."""
    game = game_of(session)
    if game.moves_played >= MAX_MOVES and game.status is Status.PLAYING:
        raise Refused(Refusal.TOO_LONG, limit=MAX_MOVES)
    stock_before = game.stock_count
    try:
        game.play(move)
    except IllegalMove as error:
        cards = move.cards if isinstance(move, Remove) else ()
        raise refused(error, game.rules, high_first(cards)) from error
    _settle(session, _played(game, move, stock_before - game.stock_count))
    if game.status is not Status.PLAYING:
        session.ended = now


def press_card(session: Session, card: Card, now: float) -> Line | None:
    """A pressed card: removed if it can go alone, else paired with the selected one, else selected.

    With one-tap pairs a card with exactly one partner goes with it at once. The selected card
    itself is deselected. While the cell waits for a card, the card is stored. Returns why it was
    no pair with the card selected before, which whoever pressed wants to be told.
    """
    game = game_of(session)
    if session.storing:
        play(session, Store(card), now)
        return None
    if game.status is not Status.PLAYING:
        raise Refused(Refusal.GAME_OVER)
    reason = game.why_not(card)
    if reason is not None:
        raise refused(IllegalMove(reason, card), game.rules)
    move = _completed(session, game, card)
    if move is not None:
        play(session, move, now)
        return None
    if card == session.selected:
        session.selected = None
        session.notice = line("notice.deselected", card=face(card))
        return None
    return _select(session, game, card)


def store(session: Session, now: float) -> None:
    """The cell's button: stores the selected card; with none selected it waits for one."""
    game = game_of(session)
    if session.selected is not None:
        play(session, Store(session.selected), now)
        return
    if not _can_store(game):
        raise Refused(Refusal.CELL_FULL if game.rules.cells else Refusal.NO_CELL)
    session.storing = not session.storing
    session.notice = line("notice.store-which") if session.storing else line("notice.store-not")


def undo(session: Session) -> None:
    """Take the last move back, after the end too."""
    game = game_of(session)
    move = game.last_move
    if move is None:
        raise Refused(Refusal.NOTHING_TO_UNDO)
    game.undo()
    _settle(session, line("notice.undone", move=move_label(game, move)))
    session.ended = None


def restart(session: Session, now: float) -> None:
    """The same deal from its first card."""
    game = game_of(session)
    game.restart()
    session.started, session.ended = now, None
    _settle(session, line("notice.restarted"))


def hint(session: Session) -> None:
    """Show the hint: it colours its buttons until the next move and plays nothing."""
    game = game_of(session)
    move = game.hint()
    if move is None:
        raise Refused(Refusal.GAME_OVER)
    session.hint = move
    session.notice = line("notice.hint", move=move_label(game, move))


def _can_store(game: Game) -> bool:
    return any(isinstance(move, Store) for move in game.legal_moves())


def _completed(session: Session, game: Game, card: Card) -> Remove | None:
    """The removal that a press on the card completes."""
    here = [move for move in game.legal_moves() if isinstance(move, Remove) and card in move.cards]
    for move in here:
        if len(move.cards) == 1 or session.selected in move.cards - {card}:
            return move
    if session.one_tap and len(here) == 1 and card != session.selected:
        return here[0]
    return None


def _select(session: Session, game: Game, card: Card) -> Line | None:
    """Make a card the selection; the notice says why it was no pair with the one before."""
    before, session.selected = session.selected, card
    if before is None:
        session.notice = line("notice.selected", **card_values(card, game.rules))
        return None
    sums = sum_values((before, card), game.rules)
    if sums["total"] == game.rules.target:
        why = line("notice.no-pair", cards=run(before, card))
    else:
        why = Refused(Refusal.WRONG_SUM, **sums).line
    session.notice = line("notice.selected-instead", why=why, card=face(card))
    return session.notice


def _settle(session: Session, notice: Line | None) -> None:
    session.selected = None
    session.storing = False
    session.hint = None
    session.search = None
    session.answer = None
    session.notice = notice


def _played(game: Game, move: Move, drawn: int) -> Line:
    """What a move did; `drawn` is how many cards left the stock by it."""
    match move:
        case Remove(cards):
            if game.combo > 1:
                return line("notice.removed-combo", cards=_ordered(cards), combo=game.combo)
            return line("notice.removed", cards=_ordered(cards))
        case Draw():
            tops = [pile[-1] for pile in game.waste[:drawn]]
            return line("notice.drew", cards=" ".join(map(face, tops)))
        case Redeal():
            return line("notice.redealt")
        case Store(card):
            return line("notice.stored", card=face(card))


def _ordered(cards: frozenset[Card]) -> str:
    return run(*high_first(cards))
