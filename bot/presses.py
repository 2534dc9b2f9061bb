"""Presses: what a button does, on the game that it was made for and on no other."""

from enum import Enum

from bot import turns
from bot.board import live_board
from bot.chat import Board, Press, Reply
from bot.games import with_house_rule
from bot.i18n import Line
from bot.panels import confirm_new, house_panel, language_panel, settings_panel
from bot.payloads import (
    DEALING,
    HOUSE_RULES,
    NO_LANGUAGE,
    ONLY_WHEN_CURRENT,
    PANEL_CHANGES,
    PRESETS,
    REPLAY,
    WITHOUT_GAME,
    Action,
    InvalidPayload,
    Payload,
    parse,
    reference,
    restore,
    step_of,
)
from bot.refusals import Refusal, Refused
from bot.sessions import Session
from bot.solutions import ask_hint, ask_solution, replay_board
from bot.steps import Step
from bot.winnable import ANY
from engine import VARIANTS, Draw, Game, InvalidToken, Redeal, Status


class _Standing(Enum):
    """How the game that a button was made for stands to the chat's game."""

    CURRENT = "the position of the button"
    EARLIER = "the button's game, at another position"
    DEAL_ALONE = "the button's game, brought back without its moves"
    OTHER = "another game, which this message shows by now"
    OLD = "another game; this message is of an earlier one"


_TOLD = {
    _Standing.EARLIER: Refusal.OUTDATED,
    _Standing.DEAL_ALONE: Refusal.DEAL_ALONE,
    _Standing.OTHER: Refusal.OUTDATED,
    _Standing.OLD: Refusal.OLD_BOARD,
}


def run_press(step: Step, press: Press) -> tuple[Reply, Line | None]:
    """The reply to a press, and what whoever pressed is told. Raises `Refused`."""
    session = step.session
    before = session.search
    try:
        payload = parse(press.payload)
        if session.game is None:
            _bring_back(step, press)
        standing = _find_game(step, payload, press.board_id)
    except (InvalidPayload, InvalidToken) as error:
        raise Refused(Refusal.BROKEN_BUTTON) from error
    if standing is _Standing.OLD:
        return Reply(retire=True), Refused(_TOLD[standing]).line
    if payload.ref:
        session.board_id = press.board_id
    line: Line | None
    late = standing is _Standing.EARLIER and payload.action in ONLY_WHEN_CURRENT
    if late or standing in (_Standing.DEAL_ALONE, _Standing.OTHER):
        board, line = _live(step, press.board_id), Refused(_TOLD[standing]).line
    else:
        try:
            board, line = _act(step, payload, press.board_id)
        except Refused as error:
            if standing is _Standing.CURRENT:
                raise
            # The message shows an earlier position: it gets the present one with the refusal.
            board, line = _live(step, press.board_id), error.line
        if payload.action in DEALING:
            session.board_id = press.board_id
    search = session.search if session.search != before else None
    return Reply(board, search=search), line


def _find_game(step: Step, payload: Payload, board_id: str) -> _Standing:
    """Have the game that the button was made for on the table, unless the chat plays another one.

    A chat without a game gets it back from the button. Raises `InvalidPayload` or `InvalidToken`.
    """
    session = step.session
    if not payload.ref:
        if payload.action not in WITHOUT_GAME:
            raise InvalidPayload("the action needs a game")
        # A panel that a deal turned into the board: the press was meant for the panel.
        shows_board = session.game is not None and board_id == session.board_id
        return _Standing.OTHER if shows_board else _Standing.CURRENT
    if session.game is not None and payload.ref == reference(session.game):
        return _Standing.CURRENT
    game = restore(payload.ref)
    if session.game is None:
        if payload.ref != reference(game):
            step.begin(game, known_start=False)
            return _Standing.DEAL_ALONE
        _resume(step, payload, game)
        return _Standing.CURRENT
    if (game.rules, game.number) == (session.game.rules, session.game.number):
        return _Standing.EARLIER
    return _Standing.OTHER if board_id == session.board_id else _Standing.OLD


def _bring_back(step: Step, press: Press) -> None:
    """Have the game on the table that the pressed message shows by now, if it shows one."""
    for data in press.shown:
        try:
            payload = parse(data)
            game = restore(payload.ref)
        except (InvalidPayload, InvalidToken):
            continue
        if payload.ref == reference(game):
            _resume(step, payload, game)
            step.session.board_id = press.board_id
        return


def _resume(step: Step, payload: Payload, game: Game) -> None:
    """Put the game on the table that a button carried, and what its board showed besides."""
    step.begin(game, known_start=False)
    turns.resume(step.session, payload.selected, storing=payload.storing)


def _act(step: Step, payload: Payload, board_id: str) -> tuple[Board, Line | None]:
    """Do what the button says; the board to show, and what the presser is told besides."""
    session, now = step.session, step.now
    line = None
    if payload.action in PANEL_CHANGES:
        step.check_panel()
    match payload.action:
        case Action.CARD if payload.card is not None:
            line = turns.press_card(session, payload.card, now)
        case Action.DRAW:
            turns.play(session, Draw(), now)
        case Action.REDEAL:
            turns.play(session, Redeal(), now)
        case Action.STORE:
            turns.store(session, now)
        case Action.HINT:
            ask_hint(step, board_id)
        case Action.SOLVE_SURE:
            ask_solution(step, board_id)
        case action if action in REPLAY:
            return replay_board(session, step_of(payload.choice), step.texts), None
        case Action.UNDO:
            turns.undo(session)
        case Action.RESTART:
            turns.restart(session, now)
        case Action.NEW if session.game is not None and _has_moves_to_lose(session.game):
            return confirm_new(session, session.game, step.texts), None
        case Action.NEW | Action.NEW_SURE:
            step.deal(session.rules)
        case Action.GAME:
            step.deal(VARIANTS[PRESETS[payload.choice]])
        case Action.HOUSE:
            session.rules = with_house_rule(session.rules, *HOUSE_RULES[payload.choice])
            return house_panel(session, step.texts), None
        case Action.LANGUAGE:
            chosen = payload.choice
            session.language = None if chosen == NO_LANGUAGE else chosen
            return language_panel(session, step.texts), None
        case Action.BOARD:
            pass
        case _:
            if payload.action is Action.SETTINGS:
                step.open_panel()
            _set(session, payload.action)
            return settings_panel(session, step.texts), None
    return _live(step, board_id), line


def _set(session: Session, action: Action) -> None:
    """Change the setting that a button of the panel stands for; ⚙️ itself changes none."""
    match action:
        case Action.SKIN_TEXT | Action.SKIN_EMOJI:
            session.skin = "text" if action is Action.SKIN_TEXT else "emoji"
        case Action.ONE_TAP_ON | Action.ONE_TAP_OFF:
            session.one_tap = action is Action.ONE_TAP_ON
        case Action.WINNABLE_ON | Action.WINNABLE_OFF:
            session.winnable = (session.winnable or ANY) if action is Action.WINNABLE_ON else None


def _has_moves_to_lose(game: Game) -> bool:
    """Whether giving the game up would lose moves."""
    return game.moves_played > 0 and game.status is Status.PLAYING


def _live(step: Step, board_id: str) -> Board:
    """The live board on this message, which the answer of a search then goes to."""
    session = step.session
    if session.search is not None:
        session.search = session.search.awaited_by(board_id)
    return live_board(session, turns.game_of(step.session), step.texts)
