"""Solutions: what players ask the solver, and how its findings are told."""

from bot import turns
from bot.board import picture_with
from bot.chat import Board, Button, Rows, Search
from bot.i18n import Line, Texts, line, plural
from bot.labels import move_label
from bot.payloads import Action, carried, reference, step_code
from bot.refusals import Refusal, Refused
from bot.searches import Findings
from bot.sessions import Replay, Session
from bot.steps import Step
from engine import Game, NoToken


def ask_hint(step: Step, board_id: str | None) -> None:
    """Show the hint; asked for again on the same position, begin the search behind it."""
    session = step.session
    if session.hint is None:
        turns.hint(session)
    else:
        _ask(step, "hint", board_id)


def ask_solution(step: Step, board_id: str | None) -> None:
    """Begin the search whether the deal can be won, and how."""
    _ask(step, "solve", board_id)


def _ask(step: Step, kind: str, board_id: str | None) -> None:
    session = step.session
    if session.search is not None:
        raise Refused(Refusal.THINKING)
    game = turns.game_of(session)
    try:
        token = game.to_token() if kind == "hint" else game.deal_token()
    except NoToken as error:
        raise Refused(Refusal.TOO_DEEP) from error
    session.search = Search(step.chat, kind, token, board_id, step.own_language)
    _say(session, line("notice.thinking"))


def _say(session: Session, answer: Line) -> None:
    session.notice = session.answer = answer


def take_findings(session: Session, search: Search, findings: Findings) -> None:
    """Put the solver's answer on the board that waited for it."""
    session.search = None
    if findings.failed or findings.busy:
        refusal = Refusal.SOLVER_BUSY if findings.busy else Refusal.SOLVER_FAILED
        _say(session, Refused(refusal).line)
    elif search.kind == "hint":
        _take_hint(session, findings)
    else:
        _take_solution(session, findings)


def _take_hint(session: Session, findings: Findings) -> None:
    game = turns.game_of(session)
    if findings.winnable is None:
        answer = Refused(Refusal.TOO_DEEP).line
    elif findings.winnable:
        session.hint = findings.line[0]
        answer = line("notice.winning", move=move_label(game, findings.line[0]))
    elif not findings.back_known:
        answer = line("notice.lost")
    elif findings.back is None:
        answer = line("notice.never-won")
    else:
        answer = line(plural("notice.won-before"), count=findings.back)
    _say(session, answer)


def _take_solution(session: Session, findings: Findings) -> None:
    if findings.score is None:
        _say(session, Refused(Refusal.TOO_DEEP).line)
        return
    verdict = _verdict(turns.game_of(session), findings, findings.score)
    session.replay = Replay(findings.line, verdict)
    # The replay begins with it; the finished board itself keeps the player's result.
    session.notice, session.answer = verdict, None


def _verdict(game: Game, findings: Findings, best: int) -> Line:
    full, score = game.full_score, game.score
    if findings.winnable:
        return line(plural("solution.won"), count=len(findings.line), score=score, full=full)
    if findings.winnable is None:
        return line("solution.unknown", best=best, score=score, full=full)
    if findings.exact:
        return line("solution.lost", best=best, score=score, full=full)
    return line("solution.lost-at-least", best=best, score=score, full=full)


def replay_board(session: Session, at: int, texts: Texts) -> Board:
    """The position after so many moves of the replay, with the buttons that step through it.

    It is another game on the same deal: the player's own is not touched. Raises `Refused` where
    there is no replay.
    """
    own, replay = turns.game_of(session), session.replay
    if replay is None or own.number is None:
        raise Refused(Refusal.OUTDATED)
    at = min(at, len(replay.moves))
    game = Game.deal(own.rules, own.number)
    notice = texts.read(replay.verdict)
    for place, move in enumerate(replay.moves[:at], 1):
        label = move_label(game, move)
        game.play(move)
        notice = texts.say("replay.step", step=place, steps=len(replay.moves), move=label)
    return picture_with(session, game, texts, notice, _replay_rows(own, replay, at, texts))


def _replay_rows(own: Game, replay: Replay, at: int, texts: Texts) -> Rows:
    ref, last = reference(own), len(replay.moves)
    # No two buttons of a message may carry the same, so each has a letter of its own.
    steps = (
        ("⏮", Action.REPLAY_FIRST, 0),
        ("◀", Action.REPLAY_BACK, max(0, at - 1)),
        ("▶", Action.REPLAY_ON, min(last, at + 1)),
        ("⏭", Action.REPLAY_LAST, last),
    )
    buttons = tuple(
        Button(sign, carried(action, ref, step_code(place))) for sign, action, place in steps
    )
    return (buttons, (Button(texts.say("button.back"), carried(Action.BOARD, ref)),))
