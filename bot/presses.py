"""Presses: what a button does, on the game that it was made for and on no other."""

from bot import turns
from bot.board import live_board
from bot.chat import Board, Press, Reply
from bot.games import with_house_rule
from bot.i18n import Line
from bot.panels import confirm_new, house_panel, settings_panel
from bot.payloads import (
    HOUSE_RULES,
    ONLY_WHEN_CURRENT,
    PRESETS,
    WITHOUT_GAME,
    Action,
    InvalidPayload,
    Payload,
    parse,
    reference,
    restore,
)
from bot.refusals import Refusal, Refused
from bot.sessions import Session
from bot.steps import Step
from engine import Draw, Game, InvalidToken, Redeal, Status


def run_press(step: Step, press: Press) -> tuple[Reply, Line | None]:
    """The reply to a press, and what whoever pressed is told. Raises `Refused`."""
    session = step.session
    try:
        payload = parse(press.payload)
        stale = _find_game(step, payload, press.board_id)
    except (InvalidPayload, InvalidToken) as error:
        raise Refused(Refusal.BROKEN_BUTTON) from error
    if stale is Refusal.OLD_BOARD:
        return Reply(retire=True), Refused(stale).line
    if session.game is not None:
        session.board_id = press.board_id
    if stale is Refusal.DEAL_ALONE or (stale is not None and payload.action is not Action.CARD):
        return Reply(_live(step)), Refused(stale).line
    try:
        board, line = _act(step, payload)
    except Refused as error:
        if stale is None:
            raise
        # The message shows an earlier position: it gets the present one with the refusal.
        board, line = _live(step), error.line
    return Reply(board), line


def _find_game(step: Step, payload: Payload, board_id: str) -> Refusal | None:
    """Have the game that the button was made for on the table; None where the button is current.

    A chat without a game gets it back from the button. `OLD_BOARD`: the chat plays another game
    and the button stands on another message. Else the message is the chat's, but shows an earlier
    position (`OUTDATED`), or one whose history the button could not hold (`DEAL_ALONE`). Raises
    `InvalidPayload` or `InvalidToken`.
    """
    session = step.session
    if not payload.ref:
        if payload.action not in WITHOUT_GAME:
            raise InvalidPayload("the action needs a game")
        return None
    if session.game is not None and payload.ref == reference(session.game):
        return None
    game = restore(payload.ref)
    if session.game is None:
        turns.begin(session, game, None)
        return None if payload.ref == reference(game) else Refusal.DEAL_ALONE
    same = (game.rules, game.number) == (session.game.rules, session.game.number)
    if not same and board_id != session.board_id:
        return Refusal.OLD_BOARD
    if same and payload.action not in ONLY_WHEN_CURRENT | {Action.CARD}:
        return None
    return Refusal.OUTDATED


def _act(step: Step, payload: Payload) -> tuple[Board, Line | None]:
    """Do what the button says; the board to show, and what the presser is told besides."""
    session, now = step.session, step.now
    line = None
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
            turns.hint(session)
        case Action.UNDO:
            turns.undo(session)
        case Action.RESTART:
            turns.restart(session, now)
        case Action.NEW if session.game is not None and _is_in_play(session.game):
            return confirm_new(session, session.game, step.texts), None
        case Action.NEW | Action.NEW_SURE:
            turns.begin(session, Game.deal(session.rules, step.fresh_number()), now)
        case Action.GAME:
            preset = PRESETS[payload.choice]
            turns.begin(session, Game.deal(preset, step.fresh_number()), now)
        case Action.HOUSE:
            session.rules = with_house_rule(session.rules, *HOUSE_RULES[payload.choice])
            return house_panel(session, step.texts), None
        case Action.BOARD:
            pass
        case _:
            _set(session, payload.action)
            return settings_panel(session, step.texts), None
    return _live(step), line


def _set(session: Session, action: Action) -> None:
    """Change the setting that a button of the panel stands for; ⚙️ itself changes none."""
    match action:
        case Action.SKIN_TEXT | Action.SKIN_EMOJI:
            session.skin = "text" if action is Action.SKIN_TEXT else "emoji"
        case Action.ONE_TAP_ON | Action.ONE_TAP_OFF:
            session.one_tap = action is Action.ONE_TAP_ON


def _is_in_play(game: Game) -> bool:
    """Whether giving the game up would lose moves."""
    return game.moves_played > 0 and game.status is Status.PLAYING


def _live(step: Step) -> Board:
    return live_board(step.session, turns.game_of(step.session), step.texts)
