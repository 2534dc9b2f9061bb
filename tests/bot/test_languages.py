"""Whose language: the chat's choice, the person's, or that of whoever started the game."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import count

import pytest

from bot.chat import Board, ChatKey, Command, Mark, Player, Press, Reply
from bot.i18n import LANGUAGES, texts
from bot.payloads import NO_LANGUAGE, Action, carried
from bot.pyramid_bot import PyramidBot
from bot.refusals import Refusal
from tests.bot.helpers import buttons
from tests.bot.speech import spoken

PRIVATE, GROUP = ChatKey("test", 1, private=True), ChatKey("test", -1)
TAGS = {
    **{"it": "it", "it-IT": "it", "it_CH": "it", "IT": "it", "it_IT.UTF-8": "it"},
    **{"ar": "ar", "ar-EG": "ar", "ar_SA.UTF-8": "ar", "hi": "hi", "hi-IN": "hi", "hi_IN": "hi"},
    **{"en": "en", "en-US": "en", "en-GB": "en"},
}
UNKNOWN = [None, "", "de", "pt-BR", "zh-hans", "C", "C.UTF-8", "POSIX", "hif", "-it", "xx-<b>"]
IN_PLAY = ["board", "hint", "settings", "house", "games", "language", "start"]
DEAL = "1000021"

every_language = pytest.mark.parametrize("language", LANGUAGES)
either_chat = pytest.mark.parametrize("chat", [PRIVATE, GROUP], ids=["private", "group"])


@dataclass(slots=True)
class Room:
    """A chat, in which people are known by their language tags, and its last board."""

    chat: ChatKey = GROUP
    default: str = "en"
    board: Board | None = None
    bot: PyramidBot = field(init=False)

    def __post_init__(self) -> None:
        self.restart_process()

    def restart_process(self) -> None:
        numbers = count(5001)
        self.bot = PyramidBot(
            language=self.default, clock=lambda: 0.0, fresh_number=lambda: next(numbers)
        )

    def type(self, tag: str | None, name: str, args: str = "") -> str:
        """A command; all that its answer shows."""
        return self._shown(self.bot.handle(Command(self.chat, Player(1, tag), name, args)))

    def press(self, tag: str | None, payload: str) -> str:
        """A press under the last board; what that message shows then."""
        return self._shown(self._pressed(tag, payload))

    def told(self, tag: str | None, payload: str) -> str:
        """A press under the last board; what whoever pressed is told."""
        reply = self._pressed(tag, payload)
        assert reply.notice is not None
        return reply.notice

    def payload(self, action: Action) -> str:
        """What the button for an action carries on the last board."""
        assert self.board is not None
        here = (button.payload for button in buttons(self.board))
        return next(one for one in here if one.startswith(action.value))

    def card(self, name: str) -> str:
        """A press of a card, whether it has a button or not."""
        return carried(Action.CARD, self.payload(Action.UNDO)[1:], name)

    def _pressed(self, tag: str | None, payload: str) -> Reply:
        return self.bot.handle(Press(self.chat, Player(1, tag), payload, "m"))

    def _shown(self, reply: Reply) -> str:
        if reply.board is None:
            return reply.notice or ""
        self.board = reply.board
        labels = [button.label for button in buttons(reply.board)]
        return "\n".join([reply.board.text, *labels])


def language_button(choice: str) -> str:
    return carried(Action.LANGUAGE, what=choice)


@either_chat
@pytest.mark.parametrize("tag", TAGS)
def test_regional_forms_of_a_language_are_that_language(tag: str, chat: ChatKey) -> None:
    room = Room(chat)
    for name in ("help", "new", "board", "rules", "settings"):
        assert spoken(room.type(tag, name)) == TAGS[tag]


@either_chat
@every_language
@pytest.mark.parametrize("tag", UNKNOWN)
def test_unknown_languages_fall_back_to_the_default(
    tag: str | None, language: str, chat: ChatKey
) -> None:
    room = Room(chat, language)
    for name in ("help", "hint", "new", "board", "rules", "nonsense"):
        assert spoken(room.type(tag, name)) == language
    assert spoken(room.told(tag, "?")) == language


def test_a_private_chat_follows_the_person_when_their_language_changes() -> None:
    room = Room(PRIVATE)
    assert spoken(room.type("it", "new", DEAL)) == "it"
    assert spoken(room.press("hi", room.payload(Action.DRAW))) == "hi"
    assert spoken(room.told("ar", room.card("KD"))) == "ar"


@pytest.mark.parametrize("name", IN_PLAY)
def test_a_group_speaks_the_language_of_whoever_started_the_game(name: str) -> None:
    room = Room()
    room.type("it-IT", "new", DEAL)
    for tag in ("hi", "ar", "en", "de", None):
        assert spoken(room.type(tag, name)) == "it"


@pytest.mark.parametrize("action", [Action.DRAW, Action.HINT, Action.NEW, Action.SETTINGS])
def test_a_press_of_somebody_else_leaves_the_board_in_its_language(action: Action) -> None:
    room = Room()
    room.type("hi", "new", DEAL)
    room.press("it", room.payload(Action.DRAW))
    assert spoken(room.press("ar", room.payload(action))) == "hi"


@pytest.mark.parametrize("default", ["en", "it"])
@pytest.mark.parametrize("tag", ["de", None])
def test_a_game_started_in_an_unknown_language_stays_in_the_default(
    tag: str | None, default: str
) -> None:
    room = Room(default=default)
    assert spoken(room.type(tag, "new", DEAL)) == default
    assert spoken(room.press("hi", room.payload(Action.DRAW))) == default
    assert spoken(room.type("ar", "board")) == default
    assert spoken(room.press("ar", room.payload(Action.SETTINGS))) == default


def restarted(room: Room) -> str:
    return room.press("ar", room.payload(Action.RESTART))


def undone(room: Room) -> str:
    room.press("ar", room.payload(Action.DRAW))
    return room.press("ar", room.payload(Action.UNDO))


@pytest.mark.parametrize("change", [restarted, undone])
def test_the_same_deal_again_is_still_the_game_of_whoever_started_it(
    change: Callable[[Room], str],
) -> None:
    room = Room()
    room.type("it", "new", DEAL)
    assert spoken(change(room)) == "it"


def test_a_new_game_is_in_the_language_of_whoever_deals_it() -> None:
    room = Room()
    room.type("it", "new", DEAL)
    assert spoken(room.press("ar", room.payload(Action.NEW))) == "ar"
    assert spoken(room.type("it", "board")) == "ar"
    room.press("it", room.payload(Action.DRAW))
    assert spoken(room.press("hi", room.payload(Action.NEW))) == "ar"
    assert spoken(room.press("hi", room.payload(Action.NEW_SURE))) == "hi"
    assert spoken(room.type("it", "games")) == "hi"
    room.bot.sessions.current(GROUP).board_id = None
    assert spoken(room.press("en", room.payload(Action.GAME))) == "en"
    assert spoken(room.type("it", "start", "48151")) == "it"


def test_after_a_restart_of_the_process_whoever_brings_the_game_back_counts() -> None:
    room = Room()
    room.type("it", "new", DEAL)
    room.restart_process()
    assert spoken(room.press("hi", room.payload(Action.DRAW))) == "hi"
    assert spoken(room.press("ar", room.payload(Action.DRAW))) == "hi"


@either_chat
@every_language
def test_what_the_chat_chose_counts_before_all_others(language: str, chat: ChatKey) -> None:
    room = Room(chat, "hi")
    room.type("en", "language", language)
    for tag in ("ar", "it", "de", None):
        for name, args in (("new", DEAL), ("help", ""), ("rules", ""), ("house", "")):
            assert spoken(room.type(tag, name, args)) == language
        room.type(tag, "board")
        assert spoken(room.press(tag, room.payload(Action.DRAW))) == language


@either_chat
def test_the_panel_names_each_language_by_its_own_name_and_marks_the_choice(chat: ChatKey) -> None:
    room = Room(chat)
    room.type("it", "language")
    for chosen in (*LANGUAGES, NO_LANGUAGE):
        shown = room.press("it", language_button(chosen))
        language = "it" if chosen == NO_LANGUAGE else chosen
        own = texts(language).say("button.own-language")
        names = [*LANGUAGES.values(), own]
        label = own if chosen == NO_LANGUAGE else LANGUAGES[chosen]
        assert room.board is not None
        labels = {button.label: button.mark for button in buttons(room.board)}
        assert [one.removeprefix("✅ ") for one in labels] == names
        assert [one for one, mark in labels.items() if mark is Mark.SELECTED] == [f"✅ {label}"]
        assert spoken(shown) == language


@either_chat
def test_the_way_back_from_the_choice_is_to_everybodys_own(chat: ChatKey) -> None:
    room = Room(chat)
    room.type("it", "new", DEAL)
    room.type("hi", "language", "ar")
    assert spoken(room.type("hi", "board")) == "ar"
    room.press("hi", language_button(NO_LANGUAGE))
    assert spoken(room.type("hi", "board")) == ("hi" if chat.private else "it")


@pytest.mark.parametrize(
    ("typed", "language"),
    [(form, code) for code, own in LANGUAGES.items() for form in (code, own, f" {code.upper()} ")]
    + [("ITALIANO", "it"), ("english", "en")],
)
def test_a_language_is_chosen_by_its_code_or_its_own_name(typed: str, language: str) -> None:
    room = Room(PRIVATE)
    assert spoken(room.type("de", "language", typed)) == language
    assert spoken(room.type("de", "new")) == language


@pytest.mark.parametrize("typed", ["tlh", "--", "it it", "Klingon" * 50, "\u202eit", "{languages}"])
def test_a_language_that_there_is_not_changes_nothing(typed: str) -> None:
    room = Room()
    room.type("hi", "language", "ar")
    refusal = room.type("it", "language", typed)
    assert spoken(refusal) == "ar"
    assert all(name in refusal for name in LANGUAGES.values())
    assert spoken(room.type("it", "new")) == "ar"


def test_a_choice_is_of_one_chat_and_moves_along_with_it() -> None:
    room = Room()
    room.type("it", "language", "hi")
    room.chat = replace(GROUP, thread=7)
    assert spoken(room.type("it", "new")) == "it"
    room.chat = GROUP
    room.bot.sessions.move("test", -1, -100)
    assert spoken(room.type("it", "new")) == "it"
    room.chat = replace(GROUP, chat=-100)
    assert spoken(room.type("it", "new")) == "hi"


REFUSED: dict[Refusal, Callable[[Room], str]] = {
    Refusal.BROKEN_BUTTON: lambda room: "?",
    Refusal.COVERED: lambda room: room.card("TS"),
    Refusal.IN_STOCK: lambda room: room.card("KD"),
    Refusal.NOTHING_TO_UNDO: lambda room: room.payload(Action.UNDO),
    Refusal.OLD_BOARD: lambda room: carried(Action.DRAW, "AQCQ"),
}


@every_language
@pytest.mark.parametrize("board", [one for one in LANGUAGES if one != "en"])
@pytest.mark.parametrize("chosen", [True, False])
@pytest.mark.parametrize("refusal", REFUSED)
def test_a_private_word_is_in_the_language_of_whoever_pressed(
    refusal: Refusal, chosen: bool, board: str, language: str
) -> None:
    room = Room()
    room.type("en" if chosen else board, "new", DEAL)
    if chosen:
        room.type("en", "language", board)
        room.type("en", "board")
    said_to_presser = room.told(f"{language}-XX", REFUSED[refusal](room))
    assert spoken(said_to_presser) == language
    assert spoken(room.type(language, "board")) == board


def test_a_private_chat_that_chose_a_language_is_told_in_it() -> None:
    room = Room(PRIVATE)
    room.type("it", "language", "hi")
    room.type("it", "new", DEAL)
    assert spoken(room.told("it", room.card("KD"))) == "hi"
    assert spoken(room.type("it", "nonsense")) == "hi"


@every_language
def test_why_it_was_no_pair_is_told_twice_on_the_board_and_to_the_presser(language: str) -> None:
    room = Room()
    room.type("hi", "new", DEAL)
    room.press("hi", room.card("6S"))
    reply = room.bot.handle(Press(GROUP, Player(3, language), room.card("9S"), "m"))
    assert reply.board is not None
    assert spoken(reply.board.below) == "hi"
    assert spoken(reply.notice or "") == language
