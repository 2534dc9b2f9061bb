"""The catalogues: every text that the code names is there, in step and complete."""

import ast
import gettext
import io
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import adapters
import bot
from bot.commands import COMMANDS
from bot.i18n import DOMAIN, FALLBACK, LOCALES, Line, line, texts
from bot.refusals import Refusal
from engine import VARIANTS

LANGUAGES = sorted(folder.name for folder in LOCALES.iterdir() if folder.is_dir())
KEY = re.compile(r"[a-z]+\.[a-z-]+")
PLURAL = "result.moves"


def path(language: str, ending: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.{ending}"


def catalogue(language: str) -> Catalog:
    with path(language, "po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def messages(language: str) -> dict[str, list[str]]:
    """The texts of each key: several for one with plural forms."""
    found = {}
    for message in catalogue(language):
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            text = message.string
            found[key] = [text] if isinstance(text, str) else list(text or ())
    return found


def compiled(file: io.BufferedIOBase) -> dict[object, str]:
    """What a compiled catalogue holds, its header left out."""
    translations = gettext.GNUTranslations(file)
    held: dict[object, str] = translations._catalog  # type: ignore[attr-defined]
    return {key: text for key, text in held.items() if key}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def code() -> Iterator[ast.AST]:
    """Everything that the chat application's and the adapters' modules are made of."""
    for package in (bot, adapters):
        for module in sorted(Path(next(iter(package.__path__))).glob("*.py")):
            yield from ast.walk(ast.parse(module.read_text(encoding="utf-8")))


def constants(nodes: Iterator[ast.AST]) -> set[str]:
    return {
        node.value
        for node in nodes
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and KEY.fullmatch(node.value)
    }


def asked_for() -> set[str]:
    """The keys that the code asks a catalogue for outright."""
    found = set()
    for node in code():
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in ("say", "line"):
                found |= constants(ast.walk(node.args[0]))
    return found


def test_english_is_the_language_that_others_fall_back_to() -> None:
    assert FALLBACK == "en"
    assert FALLBACK in LANGUAGES


def test_every_key_that_the_code_asks_for_has_a_text() -> None:
    options = [option.about for spec in COMMANDS.values() for option in spec.options]
    needed = {
        *asked_for(),
        *(f"game.{name}" for name in VARIANTS),
        *(refusal.value for refusal in Refusal),
        *(spec.about for spec in COMMANDS.values()),
        *options,
    }
    assert len(needed) > 60
    assert needed - set(messages(FALLBACK)) == set()


def test_every_key_like_word_in_the_code_has_a_text() -> None:
    keys = set(messages(FALLBACK))
    families = {key.split(".")[0] for key in keys}
    named = {word for word in constants(code()) if word.split(".")[0] in families}
    assert named - keys == set()


def test_every_text_is_used() -> None:
    used = constants(code()) | {f"game.{name}" for name in VARIANTS}
    assert set(messages(FALLBACK)) - used == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_text_for_every_key(language: str) -> None:
    found = messages(language)
    assert set(found) == set(messages(FALLBACK))
    assert all(text.strip() for forms in found.values() for text in forms)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_names_the_same_values_as_in_english(language: str) -> None:
    english = messages(FALLBACK)
    for key, forms in messages(language).items():
        wanted = set().union(*map(placeholders, english[key]))
        if len(forms) == 1:
            assert placeholders(forms[0]) == wanted, key
        # A form for exactly one or two may tell the count by its words.
        assert all(placeholders(form) <= wanted for form in forms), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_in_step_with_its_source(language: str) -> None:
    fresh = io.BytesIO()
    write_mo(fresh, catalogue(language))
    fresh.seek(0)
    with path(language, "mo").open("rb") as file:
        assert compiled(file) == compiled(fresh)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_marked_as_doubtful(language: str) -> None:
    assert [message.id for message in catalogue(language) if message.id and message.fuzzy] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_chosen_by_the_count(language: str) -> None:
    forms = messages(language)[PLURAL]
    words = texts(language)
    said = {words.say(PLURAL, count=count).replace(str(count), "#") for count in range(130)}
    assert said == {form.replace("{count}", "#") for form in forms}


def test_values_enter_a_text_by_name() -> None:
    assert texts("en").say("board.title", game="Giza", number=7) == "Giza #7"


def test_one_move_and_more_moves_are_told_apart() -> None:
    words = texts("en")
    assert words.say(PLURAL, count=1) == "1 move"
    assert words.say(PLURAL, count=2) == "2 moves"


def test_a_line_is_read_in_the_language_of_its_reader() -> None:
    told = line("board.title", game=line("game.giza"), number=7)
    assert isinstance(told, Line)
    words = texts("en")
    assert words.read(told) == words.say("board.title", game=words.say("game.giza"), number=7)


def test_a_value_is_never_taken_for_a_template() -> None:
    assert texts("en").say("notice.hint", move="{move} {0} %s").endswith("{move} {0} %s")
