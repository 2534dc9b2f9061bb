"""Commands: the table of what can be typed, the same on every platform."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from bot import turns
from bot.board import live_board
from bot.chat import Reply
from bot.games import GAME_KEYS, read_deal
from bot.i18n import LANGUAGES, Line, key, named_language
from bot.naming import play_named
from bot.panels import (
    confirm_solution,
    games_panel,
    house_panel,
    language_panel,
    settings_panel,
    welcome,
)
from bot.refusals import Refusal, Refused
from bot.rulebook import rulebook
from bot.solutions import ask_hint, ask_solution
from bot.steps import Step
from bot.winnable import ANY, GRADE_KEYS
from engine import MAX_DEAL, Status

_OFF = "off"


@dataclass(frozen=True, slots=True)
class Option:
    """One argument, for platforms that ask for arguments by name.

    `low` and `high` bound a whole number; an option without them is text. `choices` are the only
    texts it takes, with the keys of their names, or the names where they are in no catalogue.
    `about` is the key of its description.
    """

    name: str
    about: str
    required: bool = False
    low: int | None = None
    high: int | None = None
    choices: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """One command: `about` is the key of its description, `run` answers it."""

    name: str
    about: str
    run: Callable[[Step, str], Reply]
    options: tuple[Option, ...] = ()


def run_command(step: Step, name: str, args: str) -> Reply:
    """The reply to a typed command: always a new message. Raises `Refused`."""
    spec = COMMANDS.get(name.lower())
    if spec is None:
        raise Refused(Refusal.UNKNOWN_COMMAND)
    args = args.strip()
    if args and not spec.options and spec.name != "start":
        raise Refused(Refusal.TAKES_NO_ARGUMENT, command=f"/{spec.name}")
    return spec.run(step, args)


def _posted(step: Step) -> Reply:
    """The live board as a new message; which one that is the bot learns by its first press."""
    session, game = step.session, turns.game_of(step.session)
    session.board_id = None
    if session.search is not None:
        session.search = session.search.awaited_by(None)
    return Reply(live_board(session, game, step.texts), post=True, search=session.search)


def _new(step: Step, args: str) -> Reply:
    rules, number = read_deal(args, step.texts)
    step.deal(step.session.rules if rules is None else rules, number)
    return _posted(step)


def _start(step: Step, args: str) -> Reply:
    return _new(step, args) if args else Reply(welcome(step.texts), post=True)


def _hint(step: Step, _: str) -> Reply:
    ask_hint(step, None)
    return _posted(step)


def _undo(step: Step, _: str) -> Reply:
    turns.undo(step.session)
    return _posted(step)


def _restart(step: Step, _: str) -> Reply:
    turns.restart(step.session, step.now)
    return _posted(step)


def _board(step: Step, _: str) -> Reply:
    return _posted(step)


def _play(step: Step, args: str) -> Reply:
    play_named(step.session, args, step.now)
    return _posted(step)


def _winnable(step: Step, args: str) -> Reply:
    grade = args.casefold()
    if grade in ("", ANY):
        step.session.winnable = ANY
    elif grade in GRADE_KEYS:
        step.session.winnable = grade
    elif grade == _OFF:
        step.session.winnable = None
        return Reply(settings_panel(step.session, step.texts), post=True)
    else:
        raise Refused(Refusal.UNKNOWN_GRADE)
    step.deal(step.session.rules)
    return _posted(step)


def _solve(step: Step, _: str) -> Reply:
    game = turns.game_of(step.session)
    if game.status is Status.PLAYING:
        return Reply(confirm_solution(step.session, game, step.texts), post=True)
    ask_solution(step, None)
    return _posted(step)


def _settings(step: Step, _: str) -> Reply:
    step.open_panel()
    return Reply(settings_panel(step.session, step.texts), post=True)


def _games(step: Step, _: str) -> Reply:
    return Reply(games_panel(step.texts), post=True)


def _house(step: Step, _: str) -> Reply:
    step.open_panel()
    return Reply(house_panel(step.session, step.texts), post=True)


def _language(step: Step, args: str) -> Reply:
    if args:
        language = named_language(args)
        if language is None:
            raise Refused(Refusal.UNKNOWN_LANGUAGE, languages=", ".join(LANGUAGES.values()))
        step.session.language = language
    step.open_panel()
    return Reply(language_panel(step.session, step.texts), post=True)


def _rules(step: Step, _: str) -> Reply:
    game = step.session.game
    rules = step.session.rules if game is None else game.rules
    return Reply(notice=rulebook(rules, step.own_texts), post=True)


def _help(step: Step, _: str) -> Reply:
    lines = [
        step.own_texts.say("help.line", command="/" + spec.name, about=Line(spec.about, {}))
        for spec in COMMANDS.values()
    ]
    return Reply(notice="\n".join([step.own_texts.say("text.help"), *lines]), post=True)


_TABLE = (
    CommandSpec("start", key("command.start"), _start),
    CommandSpec(
        "new",
        key("command.new"),
        _new,
        (
            Option("game", key("option.game"), choices=GAME_KEYS),
            Option("deal", key("option.deal"), low=1, high=MAX_DEAL),
        ),
    ),
    CommandSpec("games", key("command.games"), _games),
    CommandSpec("hint", key("command.hint"), _hint),
    CommandSpec("undo", key("command.undo"), _undo),
    CommandSpec("restart", key("command.restart"), _restart),
    CommandSpec("board", key("command.board"), _board),
    CommandSpec(
        "play", key("command.play"), _play, (Option("cards", key("option.cards"), required=True),)
    ),
    CommandSpec("rules", key("command.rules"), _rules),
    CommandSpec("house", key("command.house"), _house),
    CommandSpec(
        "winnable",
        key("command.winnable"),
        _winnable,
        (Option("grade", key("option.grade"), choices={**GRADE_KEYS, _OFF: key("grade.off")}),),
    ),
    CommandSpec("solve", key("command.solve"), _solve),
    CommandSpec("settings", key("command.settings"), _settings),
    CommandSpec(
        "language",
        key("command.language"),
        _language,
        (Option("language", key("option.language"), choices=LANGUAGES),),
    ),
    CommandSpec("help", key("command.help"), _help),
)
COMMANDS: Mapping[str, CommandSpec] = MappingProxyType({spec.name: spec for spec in _TABLE})
"""The commands by name, in the order that help lists them."""
