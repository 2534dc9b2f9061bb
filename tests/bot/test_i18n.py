"""Texts: values enter a message by name, plural forms, and lines for readers of any language."""

from bot.i18n import FALLBACK, LANGUAGES, Line, line, texts


def test_english_is_the_language_that_others_fall_back_to() -> None:
    assert FALLBACK == "en"
    assert FALLBACK in LANGUAGES


def test_values_enter_a_text_by_name() -> None:
    assert texts("en").say("board.title", game="Giza", number=7) == "Giza #7"


def test_one_move_and_more_moves_are_told_apart() -> None:
    words = texts("en")
    assert words.say("result.moves", count=1) == "1 move"
    assert words.say("result.moves", count=2) == "2 moves"


def test_a_line_is_read_in_the_language_of_its_reader() -> None:
    told = line("board.title", game=line("game.giza"), number=7)
    assert isinstance(told, Line)
    words = texts("en")
    assert words.read(told) == words.say("board.title", game=words.say("game.giza"), number=7)


def test_a_value_is_never_taken_for_a_template() -> None:
    assert texts("en").say("notice.hint", move="{move} {0} %s").endswith("{move} {0} %s")
