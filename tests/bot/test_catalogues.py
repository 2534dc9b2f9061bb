"""Every language: complete, with the right plural forms, and within the platforms' limits."""

import gettext
import io
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.chat import ChatKey, Command, Player
from bot.commands import COMMANDS
from bot.games import GAME_KEYS, read_deal
from bot.i18n import DOMAIN, FALLBACK, LANGUAGES, LOCALES, Line, Texts, texts
from bot.labels import SUITS, WASTE
from bot.locales.update import extracted, messages, updated
from bot.pyramid_bot import PyramidBot
from bot.refusals import Refusal
from bot.rulebook import rulebook
from bot.turns import MAX_MOVES
from engine import MAX_DEAL, VARIANTS, Rules

MAX_DESCRIPTION = 100
"""Characters of a command's, option's or choice's text on Discord."""
MAX_LABEL = 80
"""Characters of a button on Discord."""
MAX_MESSAGE = 2000
"""Characters of a message on Discord; Telegram takes 4096."""
MAX_PROFILE = {"name": 64, "description": 512, "short-description": 120}
"""Characters of what a bot's profile says on Telegram."""
MAX_TOAST = 200
"""Characters of the answer to a press on Telegram."""

FORMS = {
    "en": {0: 1, 1: 0, 2: 1, 3: 1, 11: 1, 100: 1},
    "ar": {0: 0, 1: 1, 2: 2, 3: 3, 11: 4, 100: 5},
    "it": {0: 1, 1: 0, 2: 1, 3: 1, 11: 1, 100: 1},
    "hi": {0: 0, 1: 0, 2: 1, 3: 1, 11: 1, 100: 1},
}
"""The place of the plural form that a count takes in each language."""
PLURALS = {"en": 2, "ar": 6, "it": 2, "hi": 2}

every_language = pytest.mark.parametrize("language", LANGUAGES)


def po(language: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


@lru_cache
def template() -> Catalog:
    """The keys that the code names."""
    return extracted()


def catalogue(language: str) -> Catalog:
    with po(language).open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def keys(catalog: Catalog) -> dict[str, bool]:
    """The keys, and whether each has plural forms."""
    return {
        message.id if isinstance(message.id, str) else message.id[0]: message.pluralizable
        for message in catalog
        if message.id
    }


def placeholders(forms: Iterable[str]) -> list[set[str]]:
    return [{name for _, name, _, _ in Formatter().parse(form) if name} for form in forms]


def undirected(text: str) -> str:
    """A text without the isolates that right-to-left languages get."""
    return text.translate({0x2066: None, 0x2069: None})


def too_long(lines: Iterable[str], limit: int) -> dict[str, int]:
    """What does not fit, counted in UTF-16 units, the strictest way to count characters."""
    sizes = {text: len(text.encode("utf-16-le")) // 2 for text in lines}
    return {text: size for text, size in sizes.items() if size > limit}


def house_forms(rules: Rules) -> Iterator[Rules]:
    """The rules with every choice of house rules."""
    for redeals in (0, 1, 2, None):
        for covering, clear, waste in product((False, True), repeat=3):
            yield replace(
                rules, redeals=redeals, covering_pair=covering, clear_all=clear, waste_pair=waste
            )


def answer(language: str, command: str) -> str:
    """The text of the message that answers a command in a chat of this language."""
    reply = PyramidBot(language=language).handle(Command(ChatKey("test", 1), Player(7), command))
    return reply.board.text if reply.board is not None else reply.notice or ""


def toasts(words: Texts) -> list[str]:
    """Every refusal with values as long as a game gives them, and what a press is told that chose
    another card."""
    tens = [f"10{suit}" for suit in SUITS.values()]
    threes = [f"3{suit}" for suit in SUITS.values()]
    told: dict[str, str | int] = {
        "card": tens[0],
        # Where more pairs fit, they were typed: then the answer is a message.
        "cards": ", ".join(
            f"{WASTE} {ten} + {three}" for ten, three in zip(tens, threes, strict=True)
        ),
        "partner": "10",
        "rank": "10",
        "first": "10",
        "second": "10",
        "total": 20,
        "target": 13,
        "highest": MAX_DEAL,
        "limit": MAX_MOVES,
        "command": max((f"/{name}" for name in COMMANDS), key=len),
        "game": max(VARIANTS, key=len),
        "languages": ", ".join(LANGUAGES.values()),
    }
    refusals = [Line(refusal.value, told) for refusal in Refusal]
    no_pair = Line("notice.no-pair", {"cards": f"{tens[0]} + {tens[1]}"})
    whys = [Line(Refusal.WRONG_SUM.value, told), no_pair]
    chosen = [Line("notice.selected-instead", {"why": why, "card": tens[2]}) for why in whys]
    return [words.read(line) for line in refusals + chosen]


def test_every_language_has_a_catalogue_and_every_catalogue_a_language() -> None:
    assert {path.parts[-3] for path in LOCALES.glob("*/LC_MESSAGES/*.po")} == set(LANGUAGES)


@every_language
def test_a_catalogue_has_the_keys_of_the_code_and_no_other(language: str) -> None:
    assert keys(catalogue(language)) == keys(template())


@every_language
def test_a_catalogue_is_as_the_update_writes_it(language: str) -> None:
    stale = [
        path.name
        for path, content in updated(po(language), template()).items()
        if not path.exists() or path.read_bytes() != content
    ]
    assert stale == []


@every_language
def test_nothing_is_untranslated_or_doubtful(language: str) -> None:
    found = catalogue(language)
    said = messages(found)
    assert [key for key in keys(found) if not all(map(str.strip, said.get(key, ("",))))] == []
    assert [message.id for message in found if message.id and message.fuzzy] == []


@every_language
def test_a_text_names_the_values_that_it_names_in_english(language: str) -> None:
    english = messages(catalogue(FALLBACK))
    for key, forms in messages(catalogue(language)).items():
        wanted = set().union(*placeholders(english[key]))
        for named in placeholders(forms):
            # A plural form may say its count in words: "two cards".
            spoken = {"count"} if len(forms) > 1 else set()
            assert wanted - spoken <= named <= wanted, key


@every_language
def test_a_count_takes_its_plural_form(language: str) -> None:
    found = catalogue(language)
    assert found.num_plurals == PLURALS[language]
    for message in found:
        if message.pluralizable:
            message.string = tuple(map(str, range(found.num_plurals)))
    binary = io.BytesIO()
    write_mo(binary, found)
    binary.seek(0)
    numbered = gettext.GNUTranslations(binary)
    some = next(key for key, has_plurals in keys(template()).items() if has_plurals)
    assert {count: int(numbered.ngettext(some, some, count)) for count in FORMS[language]} == FORMS[
        language
    ]


@every_language
def test_a_counted_text_is_said_in_the_form_of_its_count(language: str) -> None:
    said = messages(catalogue(language))
    for key, has_plurals in keys(template()).items():
        if has_plurals:
            assert len(said[key]) == PLURALS[language], key
            named = set().union(*placeholders(said[key]))
            for count, place in FORMS[language].items():
                values = dict.fromkeys(named, 21) | {"count": count}
                expected = said[key][place].format_map(values)
                assert undirected(texts(language).say(key, **values)) == expected, key


@every_language
def test_no_text_holds_a_control_character(language: str) -> None:
    # The isolates of right-to-left lines are put in as values enter, never by a translator.
    for key, forms in messages(catalogue(language)).items():
        unseen = [
            unicodedata.name(char, ascii(char))
            for char in "".join(forms).replace("\n", "")
            if unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp")
        ]
        assert unseen == [], key


@every_language
def test_descriptions_fit_discords_commands(language: str) -> None:
    options = [option for spec in COMMANDS.values() for option in spec.options]
    abouts = [*(spec.about for spec in COMMANDS.values()), *(option.about for option in options)]
    described = map(texts(language).say, [*abouts, *GAME_KEYS.values()])
    assert too_long(described, MAX_DESCRIPTION) == {}


@every_language
def test_the_profile_fits_telegrams(language: str) -> None:
    assert {f"profile.{part}" for part in MAX_PROFILE} <= set(keys(template()))
    for part, limit in MAX_PROFILE.items():
        assert too_long([texts(language).say(f"profile.{part}")], limit) == {}, part


@every_language
def test_labels_fit_buttons(language: str) -> None:
    labels = [key for key in keys(template()) if key.split(".")[0] in ("button", "game", "house")]
    assert len(labels) > len(GAME_KEYS)
    # A chosen one stands behind a mark.
    assert too_long((f"✅ {texts(language).say(key)}" for key in labels), MAX_LABEL) == {}


@every_language
def test_the_rules_of_every_game_fit_one_message(language: str) -> None:
    told = (
        rulebook(rules, texts(language))
        for preset in VARIANTS.values()
        for rules in house_forms(preset)
    )
    assert too_long(told, MAX_MESSAGE) == {}


@every_language
@pytest.mark.parametrize("command", COMMANDS)
def test_what_a_command_answers_fits_one_message(language: str, command: str) -> None:
    said = answer(language, command)
    assert said
    assert too_long([said], MAX_MESSAGE) == {}


@every_language
def test_a_refusal_fits_the_answer_to_a_press(language: str) -> None:
    assert too_long(toasts(texts(language)), MAX_TOAST) == {}


@every_language
@pytest.mark.parametrize("preset", VARIANTS)
def test_a_game_is_dealt_by_the_name_that_it_has_in_a_language(preset: str, language: str) -> None:
    words = texts(language)
    typed = f"{words.say(GAME_KEYS[preset])} 48151"
    assert read_deal(typed, words) == (VARIANTS[preset], 48151)
