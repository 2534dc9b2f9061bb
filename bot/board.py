"""Board: a chat's game as text and buttons."""

from collections.abc import Iterable, Sequence

from bot.buttons import board_rows
from bot.chat import Board, Rows
from bot.games import game_name
from bot.i18n import Texts, plural
from bot.labels import face, redeal_label
from bot.sessions import Session
from bot.skins import SKINS
from engine import Card, Game, Status

_SEPARATOR = " · "


def live_board(session: Session, game: Game, texts: Texts) -> Board:
    """The board to play on."""
    if not _is_over(game):
        notice = _notice(session, game, texts)
    elif session.answer is not None:
        notice = texts.read(session.answer)
    else:
        notice = _result(session, game, texts)
    return picture_with(session, game, texts, notice, board_rows(session, game, texts))


def picture_with(session: Session, game: Game, texts: Texts, notice: str, rows: Rows) -> Board:
    """The board's picture with another last line and other buttons."""
    skin = SKINS[session.skin]
    return Board(
        above=texts.say("board.title", game=game_name(game.rules, texts), number=game.number or 0),
        picture=texts.picture(skin.draw(game), monospace=skin.monospace),
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
        parts.append(texts.say("status.waste", cards=texts.kept(_faces(game.waste))))
        if game.rules.redeals != 0:
            parts.append(texts.say("status.redeals", redeals=redeal_label(game)))
    if game.rules.cells:
        parts.append(texts.say("status.cell", cards=texts.kept(_faces([game.cells]))))
    return _SEPARATOR.join(parts)


def _score(game: Game, texts: Texts) -> str:
    return texts.say("status.score", score=game.score, full=game.full_score)


def _faces(piles: Iterable[Sequence[Card | None]]) -> str:
    """The top cards of some piles, an empty one as a dash."""
    tops = [pile[-1] if pile else None for pile in piles]
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
