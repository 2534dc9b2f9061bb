"""Commands: the table of what can be typed, the same on every platform."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bot import turns
from bot.board import live_board, settings_panel, welcome
from bot.chat import Reply
from bot.naming import play_named
from bot.refusals import Refusal, Refused
from bot.steps import Step
from engine import MAX_DEAL, Game, InvalidDeal


@dataclass(frozen=True, slots=True)
class Option:
    """One argument, for platforms that ask for arguments by name.

    `low` and `high` bound a whole number; an option without them is text. `about` is the key of
    its description.
    """

    name: str
    about: str
    required: bool = False
    low: int | None = None
    high: int | None = None


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
    game = turns.game_of(step.session)
    step.session.board_id = None
    return Reply(live_board(step.session, game, step.texts), post=True)


def _number(args: str) -> int | None:
    """The deal number that was typed, None for none, else `Refused`."""
    digits = args.removeprefix("#")
    if not args:
        return None
    # int() of a very long text is slow, and of a name an error.
    if digits.isdecimal() and len(digits) <= len(str(MAX_DEAL)):
        return int(digits)
    raise Refused(Refusal.BAD_DEAL_NUMBER, highest=MAX_DEAL)


def _new(step: Step, args: str) -> Reply:
    number = _number(args)
    try:
        game = Game.deal("classic", step.fresh_number() if number is None else number)
    except InvalidDeal as error:
        raise Refused(Refusal.BAD_DEAL_NUMBER, highest=MAX_DEAL) from error
    turns.begin(step.session, game, step.now)
    return _posted(step)


def _start(step: Step, args: str) -> Reply:
    return _new(step, args) if args else Reply(welcome(step.texts), post=True)


def _hint(step: Step, _: str) -> Reply:
    turns.hint(step.session)
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


def _settings(step: Step, _: str) -> Reply:
    return Reply(settings_panel(step.session, step.texts), post=True)


def _rules(step: Step, _: str) -> Reply:
    return Reply(notice=step.texts.say("text.rules"), post=True)


def _help(step: Step, _: str) -> Reply:
    lines = [f"/{spec.name} - {step.texts.say(spec.about)}" for spec in COMMANDS.values()]
    return Reply(notice="\n".join([step.texts.say("text.help"), *lines]), post=True)


_TABLE = (
    CommandSpec("start", "command.start", _start),
    CommandSpec(
        "new",
        "command.new",
        _new,
        (Option("deal", "option.deal", low=1, high=MAX_DEAL),),
    ),
    CommandSpec("hint", "command.hint", _hint),
    CommandSpec("undo", "command.undo", _undo),
    CommandSpec("restart", "command.restart", _restart),
    CommandSpec("board", "command.board", _board),
    CommandSpec("play", "command.play", _play, (Option("cards", "option.cards", required=True),)),
    CommandSpec("rules", "command.rules", _rules),
    CommandSpec("settings", "command.settings", _settings),
    CommandSpec("help", "command.help", _help),
)
COMMANDS: Mapping[str, CommandSpec] = MappingProxyType({spec.name: spec for spec in _TABLE})
"""The commands by name, in the order that help lists them."""
