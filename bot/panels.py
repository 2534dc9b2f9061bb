"""Panels: messages with buttons that are no board to play on."""

from bot.board import picture_with
from bot.chat import Board, Button, Mark, Rows
from bot.games import ABOUT_KEYS, GAME_KEYS, HOUSE_KEYS, game_name
from bot.i18n import LANGUAGES, Texts, key
from bot.labels import REDEAL
from bot.payloads import HOUSE_RULES, NO_LANGUAGE, PRESETS, Action, carried, reference
from bot.sessions import Session
from engine import Game


def welcome(texts: Texts) -> Board:
    """What a newcomer sees: the game in a few words and a button to begin."""
    return Board(above=texts.say("text.start"), rows=(_new(texts),))


def confirm_new(session: Session, game: Game, texts: Texts) -> Board:
    """The board asking whether its game may be given up."""
    sure = Button(texts.say("button.new-sure"), carried(Action.NEW_SURE, reference(game)))
    return _confirm(session, game, texts, texts.say("board.confirm-new"), sure)


def confirm_solution(session: Session, game: Game, texts: Texts) -> Board:
    """The board asking whether its game may be given up for the solution."""
    sure = Button(texts.say("button.solve-sure"), carried(Action.SOLVE_SURE, reference(game)))
    return _confirm(session, game, texts, texts.say("board.confirm-solve"), sure)


def _confirm(session: Session, game: Game, texts: Texts, question: str, sure: Button) -> Board:
    keep = Button(texts.say("button.keep"), carried(Action.BOARD, reference(game)))
    return picture_with(session, game, texts, question, ((sure, keep),))


def settings_panel(session: Session, texts: Texts) -> Board:
    """The chat's settings, drawn with its board where it has one."""
    game = session.game
    ref = "" if game is None else reference(game)

    def choice(label: str, action: Action, chosen: bool) -> Button:
        return _choice(texts.say(label), carried(action, ref), chosen)

    rows: Rows = (
        (
            choice(key("button.skin-text"), Action.SKIN_TEXT, session.skin == "text"),
            choice(key("button.skin-emoji"), Action.SKIN_EMOJI, session.skin == "emoji"),
        ),
        (
            choice(key("button.one-tap-on"), Action.ONE_TAP_ON, session.one_tap),
            choice(key("button.one-tap-off"), Action.ONE_TAP_OFF, not session.one_tap),
        ),
        (
            choice(key("button.winnable-on"), Action.WINNABLE_ON, session.winnable is not None),
            choice(key("button.winnable-off"), Action.WINNABLE_OFF, session.winnable is None),
        ),
    )
    if game is None:
        return Board(above=texts.say("settings.text"), rows=rows)
    rows += ((Button(texts.say("button.back"), carried(Action.BOARD, ref)),),)
    return picture_with(session, game, texts, texts.say("settings.text"), rows)


def games_panel(texts: Texts) -> Board:
    """All presets: what is different in each, and a button that deals it."""
    names = {code: texts.say(GAME_KEYS[preset]) for code, preset in PRESETS.items()}
    lines = [f"{names[code]}: {texts.say(ABOUT_KEYS[preset])}" for code, preset in PRESETS.items()]
    buttons = tuple(Button(name, carried(Action.GAME, what=code)) for code, name in names.items())
    rows = tuple(buttons[start : start + 4] for start in range(0, len(buttons), 4))
    return Board(above="\n".join([texts.say("text.games"), *lines]), rows=rows)


def house_panel(session: Session, texts: Texts) -> Board:
    """The house rules of the chat's next deal, each with the button that changes it."""
    rules = session.rules

    def sets(code: str, label: str, chosen: bool) -> Button:
        return _choice(label, carried(Action.HOUSE, what=code), chosen)

    redeals = tuple(
        sets(code, f"{REDEAL} {'∞' if value is None else value}", rules.redeals == value)
        for code, (field, value) in HOUSE_RULES.items()
        if field == "redeals"
    )
    # A toggle's button carries what a press makes of it, so that pressing twice does no harm.
    toggles = tuple(
        sets(code, texts.say(HOUSE_KEYS[field]), not value)
        for code, (field, value) in HOUSE_RULES.items()
        if field != "redeals" and getattr(rules, field) != value
    )
    text = texts.say("text.house", game=game_name(rules, texts))
    return Board(above=text, rows=(redeals, toggles, _new(texts)))


def language_panel(session: Session, texts: Texts) -> Board:
    """The chat's language: each by its own name, and the way back to everybody's own."""

    def sets(choice: str, label: str, chosen: bool) -> Button:
        return _choice(label, carried(Action.LANGUAGE, what=choice), chosen)

    names = tuple(sets(code, name, session.language == code) for code, name in LANGUAGES.items())
    own = sets(NO_LANGUAGE, texts.say("button.own-language"), session.language is None)
    return Board(above=texts.say("text.language"), rows=(names, (own,)))


def _choice(label: str, payload: str, chosen: bool) -> Button:
    mark = Mark.SELECTED if chosen else Mark.NONE
    return Button(f"✅ {label}" if chosen else label, payload, mark)


def _new(texts: Texts) -> tuple[Button, ...]:
    return (Button(texts.say("button.new"), carried(Action.NEW)),)
