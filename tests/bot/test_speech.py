"""All that people see comes in their language: boards, panels, notices, results, counts."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count

import pytest

from bot.board import live_board
from bot.chat import Board, ChatKey, Command, Mark, Player, Press, Reply
from bot.commands import COMMANDS
from bot.games import GAME_KEYS, HOUSE_KEYS
from bot.i18n import LANGUAGES, texts
from bot.payloads import HOUSE_RULES, PRESETS, Action, carried
from bot.pyramid_bot import PyramidBot
from bot.sessions import Session
from bot.turns import begin, play
from engine import VARIANTS, Draw, Game, Redeal, Status
from tests.bot.helpers import WINNING, buttons
from tests.bot.speech import check_isolates, foreign, plain, said, spoken
from tests.bot.test_catalogues import FORMS

CHAT = ChatKey("test", 1, private=True)
SEPARATOR = " · "
WRONG = {
    "new": ["giza giza", "tu", "0", "1 2", "qqqq"],
    "play": ["", "9", "k q j", "store k", "redeal", "ks", "2 2", "10s 9c", "zz"],
    "help": ["me"],
    "language": ["tlh"],
    "nonsense": [""],
    "start": ["0"],
}
ENDS = {1: ("giza", 3188), 2: ("giza", 847), 3: ("giza", 158), 11: ("giza", 17)}
"""Deals without a stock that are lost after so many moves, the first possible one each time."""

every_language = pytest.mark.parametrize("language", LANGUAGES)


class Person:
    """Somebody alone with the bot, who sees to it that all comes in one language."""

    def __init__(self, language: str) -> None:
        self.player, self.language = Player(1, language), language
        self.board: Board | None = None
        numbers = count(5001)
        self.bot = PyramidBot(clock=lambda: 0.0, fresh_number=lambda: next(numbers))

    def type(self, name: str, args: str = "") -> Reply:
        return self._seen(self.bot.handle(Command(CHAT, self.player, name, args)))

    def press(self, payload: str, message: str = "m") -> Reply:
        return self._seen(self.bot.handle(Press(CHAT, self.player, payload, message)))

    def _seen(self, reply: Reply) -> Reply:
        shown = [reply.notice or ""]
        if reply.board is not None:
            self.board = reply.board
            labels = [button.label for button in buttons(reply.board)]
            assert not any(plain(label) != label for label in labels)
            shown += [reply.board.text, *labels]
        text = "\n".join(shown)
        assert foreign(text, self.language) == [], text
        check_isolates(text, self.language)
        return reply

    def payloads(self) -> Iterator[str]:
        """What every button of the last board carries."""
        assert self.board is not None
        return (button.payload for button in buttons(self.board))


@every_language
@pytest.mark.parametrize("preset", VARIANTS)
def test_every_answer_to_a_command_is_in_the_language(preset: str, language: str) -> None:
    person = Person(language)
    for name in COMMANDS:
        person.type(name)
    person.type("new", f"{preset} 48151")
    for name in ("board", "hint", "undo", "restart", "rules", "house", "settings", "games"):
        person.type(name)
    reply = person.type("rules")
    assert spoken(reply.notice or "") == language


@every_language
@pytest.mark.parametrize(("name", "args"), [(name, args) for name in WRONG for args in WRONG[name]])
def test_every_refusal_of_what_is_typed_is_in_the_language(
    name: str, args: str, language: str
) -> None:
    person = Person(language)
    assert spoken(person.type("undo").notice or "") == language
    person.type("new", "1000021")
    assert spoken(person.type(name, args).notice or "") == language


@every_language
@pytest.mark.parametrize("preset", VARIANTS)
def test_what_any_button_of_a_board_brings_is_in_the_language(preset: str, language: str) -> None:
    person = Person(language)
    person.type("new", f"{preset} 2")
    for payload in list(person.payloads()):
        person.press(payload)
        for further in list(person.payloads())[-8:]:
            person.press(further)
        person.press("?")
        person.type("board")


@every_language
def test_the_panel_of_games_names_them_all_in_the_language(language: str) -> None:
    person = Person(language)
    board = person.type("games").board
    assert board is not None
    names = [texts(language).say(GAME_KEYS[preset]) for preset in PRESETS.values()]
    assert [button.label for button in buttons(board)] == names
    for payload in list(person.payloads()):
        person.type("games")
        dealt = person.press(payload, "panel").board
        assert dealt is not None
        assert plain(dealt.above).partition(" #")[0] in names


@every_language
def test_house_rules_are_named_in_the_language_on_panel_and_board(language: str) -> None:
    person = Person(language)
    person.type("house")
    for choice in HOUSE_RULES:
        panel = person.press(carried(Action.HOUSE, what=choice)).board
        assert panel is not None
        assert spoken(panel.above) == language
    person.type("new", "tut 2")
    for choice in ("c1", "a1", "w1"):
        person.press(carried(Action.HOUSE, what=choice))
    board = person.type("new").board
    assert board is not None
    for key in HOUSE_KEYS.values():
        assert texts(language).say(key) in board.above


@every_language
def test_a_deal_is_won_in_the_language(language: str) -> None:
    person, words = Person(language), texts(language)
    person.type("new", "1000021")
    for move in WINNING:
        before = person.board
        person.type("play", move)
        assert person.board is not before
    assert person.board is not None
    result = person.board.below.split("\n")[1]
    assert spoken(result) == language
    assert [plain(part) for part in result.split(SEPARATOR)] == [
        words.say("result.won"),
        "28/28",
        plain(words.say("result.moves", count=48)),
        plain(words.say("result.combo", combo=5)),
        "0:00",
    ]
    for payload in list(person.payloads()):
        person.press(payload)
        person.type("undo")
        person.type("play", WINNING[-1])


@every_language
@pytest.mark.parametrize("skin", [Action.SKIN_TEXT, Action.SKIN_EMOJI])
def test_a_deal_is_lost_in_the_language_by_pressing_the_hints(skin: Action, language: str) -> None:
    person = Person(language)
    person.type("new", "apophis 1")
    person.press(carried(skin))
    person.type("board")
    while (game := person.bot.sessions.current(CHAT).game) and game.status is Status.PLAYING:
        person.press(next(one for one in person.payloads() if one[0] == Action.HINT.value))
        hinted = person.board
        assert hinted is not None
        marked = [one.label for one in buttons(hinted) if one.mark is Mark.HINT]
        for label in marked:
            assert person.board is not None
            person.press(next(one.payload for one in buttons(person.board) if one.label == label))
    assert person.board is not None
    result = person.board.below.split("\n")[1]
    assert plain(result).startswith(texts(language).say("result.lost"))
    assert spoken(result) == language


def counted(board: Board) -> list[str]:
    """The parts of the lines below a picture, without isolates."""
    return [part for row in plain(board.below).split("\n") for part in row.split(SEPARATOR)]


def form(key: str, language: str, number: int) -> str:
    """A count as the catalogue words it, by the table of plural forms."""
    return said(language)[key][FORMS[language][number]].format(count=number)


def ended(game: Game, draws_first: int = 0) -> Session:
    """A session in which the game was played to its end, move by first possible move."""
    session = Session()
    begin(session, game, 0.0)
    while game.status is Status.PLAYING:
        first, last = game.legal_moves()[0], game.legal_moves()[-1]
        draws = game.moves_played < draws_first and isinstance(last, Draw | Redeal)
        play(session, last if draws else first, 0.0)
    return session


@every_language
@pytest.mark.parametrize("moves", [*ENDS, 100])
def test_a_finished_board_counts_its_moves_in_the_right_plural(moves: int, language: str) -> None:
    if moves in ENDS:
        session = ended(Game.deal(*ENDS[moves]))
    else:
        session = ended(Game.deal(replace(VARIANTS["classic"], redeals=None), 88), 50)
    game = session.game
    assert game is not None
    assert game.moves_played == moves
    assert form("result.moves", language, moves) in counted(
        live_board(session, game, texts(language))
    )


def boards_with(left: int) -> Iterable[Session]:
    """Boards of a perfect game that is won, where so many cards are left."""
    for number in (113, 241):
        session = ended(Game.deal("giza", number))
        game = session.game
        assert game is not None
        while game.moves_played:
            if game.cards_left == left:
                yield session
            game.undo()


@every_language
@pytest.mark.parametrize("left", [0, 1, 2, 3, 11])
def test_a_board_counts_the_cards_left_in_the_right_plural(left: int, language: str) -> None:
    found = 0
    for session in boards_with(left):
        game = session.game
        assert game is not None
        parts = counted(live_board(session, game, texts(language)))
        # A finished board says it in its result as well.
        assert parts.count(form("status.left", language, left)) == (2 if left == 0 else 1)
        found += 1
    assert found
