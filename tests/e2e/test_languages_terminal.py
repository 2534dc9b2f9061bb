"""Languages in the terminal: by the system's locale, by `/language`, and English at the start."""

import asyncio
from pathlib import Path

from bot.i18n import LANGUAGES, texts
from tests.bot.speech import check_isolates, foreign, plain, spoken
from tests.e2e.bot_process import bot_process
from tests.e2e.scripts import DRAW, WON, presses

ENVIRONMENTS = {
    "LC_ALL before all": (
        {"LC_ALL": "hi_IN", "LC_MESSAGES": "it_IT", "LANG": "ar_EG", "DEFAULT_LANGUAGE": "it"},
        "hi",
    ),
    "LC_MESSAGES before LANG": ({"LC_ALL": "", "LC_MESSAGES": "it_IT@euro", "LANG": "ar"}, "it"),
    "LANG": ({"LANG": "ar_EG.UTF-8"}, "ar"),
    "unknown": ({"LC_ALL": "de_DE.UTF-8", "LANG": "it_IT.UTF-8"}, "en"),
    "none": ({"LC_ALL": "C.UTF-8", "DEFAULT_LANGUAGE": "hi"}, "hi"),
}
"""The system's variables, and the language that they mean."""


async def talk(directory: Path, *typed: str, **environment: str) -> str:
    """What a bot without tokens writes when these lines are typed, up to the end of the input."""
    async with bot_process(directory, **environment) as bot:
        assert bot.process.stdin is not None
        bot.process.stdin.write("".join(f"{line}\n" for line in typed).encode())
        bot.close_input()
        assert await bot.exit_code() == 0
        assert bot.errors.text == ""
        return bot.output.text


async def refusal(directory: Path, **environment: str) -> str:
    """The one line that a refused start writes."""
    async with bot_process(directory, **environment) as bot:
        assert await bot.exit_code() == 1
        assert bot.output.text == ""
        (line,) = bot.errors.lines
        return line


def answers(text: str) -> list[str]:
    """The parts of a talk, cut where a board's title or a text stands behind an empty line."""
    return text.split("\n\n")


async def test_the_systems_language_is_the_persons(tmp_path: Path) -> None:
    talks = await asyncio.gather(
        *(
            talk(tmp_path, "/rules", "/hint", "zz", **environment)
            for environment, _ in ENVIRONMENTS.values()
        )
    )
    for name, text in zip(ENVIRONMENTS, talks, strict=True):
        assert spoken(text) == ENVIRONMENTS[name][1], name
        assert answers(text)[0] == texts(ENVIRONMENTS[name][1]).say("terminal.welcome"), name


async def test_a_deal_is_won_in_each_language(tmp_path: Path) -> None:
    steps = [step if step == DRAW else " ".join(presses(step)) for step in WON.steps]
    locales = {"it": "it_IT.UTF-8", "ar": "ar_EG.UTF-8", "hi": "hi_IN.UTF-8"}
    talks = await asyncio.gather(
        *(talk(tmp_path, f"/new {WON.deal}", *steps, LC_ALL=locale) for locale in locales.values())
    )
    for language, text in zip(locales, talks, strict=True):
        words = texts(language)
        assert foreign(text, language) == []
        check_isolates(text, language)
        (result,) = [line for line in text.splitlines() if words.say("result.won") in line]
        counts = words.say("result.moves", count=48), words.say("result.combo", combo=5)
        assert [plain(part) for part in result.split(" · ")][:-1] == [
            words.say("result.won"),
            "28/28",
            *map(plain, counts),
        ]


async def test_what_the_chat_chose_counts_before_the_systems_language(tmp_path: Path) -> None:
    typed = [line for own in LANGUAGES.values() for line in (f"/language {own}", "/help")]
    text = await talk(tmp_path, *typed, LC_ALL="it_IT.UTF-8")
    for language in LANGUAGES:
        words = texts(language)
        assert words.say("text.language") in text
        assert words.say("text.help") in text
    after = text[text.index(texts("hi").say("text.language")) :]
    assert spoken(after.partition("\n")[2].partition("\n\n")[2]) == "hi"


async def test_errors_at_the_start_stay_english(tmp_path: Path) -> None:
    system = {"LC_ALL": "it_IT.UTF-8", "LANGUAGE": "it", "DEFAULT_LANGUAGE": "it"}
    sessions, language = await asyncio.gather(
        refusal(tmp_path, **system, MAX_SESSIONS="0"),
        refusal(tmp_path, **system | {"DEFAULT_LANGUAGE": "tlh"}),
    )
    assert sessions.startswith("pyramid-bot: MAX_SESSIONS: Input should be greater than")
    assert language.startswith("pyramid-bot: DEFAULT_LANGUAGE: ")
    assert language.endswith("it is one of en, ar, it, hi")
