"""Languages in Telegram: the profile, boards by the person's language, and private words."""

import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from bot.commands import COMMANDS
from bot.i18n import LANGUAGES, texts
from tests.bot.speech import check_isolates, foreign, plain, spoken
from tests.e2e.bot_process import BotProcess, bot_process
from tests.e2e.scripts import DRAW, LOST, WON, button, face
from tests.e2e.telegram_play import BOARD_LINES, Table, assert_clean, serving
from tests.standins.telegram_api import BotApi
from tests.standins.telegram_chat import Chat
from tests.standins.telegram_state import Answer
from tests.standins.telegram_world import Message

pytestmark = pytest.mark.asyncio(loop_scope="module")

CODES = {"it": "it", "it-IT": "it", "ar": "ar", "ar-EG": "ar", "hi": "hi", "en-GB": "en"}
UNKNOWN = ["de", "pt-br", None]
OPERATORS_NAME = "Pyramid"

every_language = pytest.mark.parametrize("language", LANGUAGES)
abroad = pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])


@dataclass(slots=True)
class Served:
    """The server, the bot that runs, and what was registered at this start and the one before."""

    api: BotApi
    bot: BotProcess
    first: list[tuple[str, str]]
    seen: int = 0

    def registered(self) -> list[tuple[str, str]]:
        """The profile's methods that were called since the last start, with their languages."""
        return registrations(self.api)[self.seen :]


def registrations(api: BotApi) -> list[tuple[str, str]]:
    """The methods that changed the profile, with their languages."""
    return [
        (call.method, str(call.params.get("language_code", "")))
        for call in api.calls
        if call.method.startswith("setMy")
    ]


async def looked_through(api: BotApi, starts: int) -> None:
    """Wait until a start has looked at the whole profile, in each language and in none."""
    method, wanted = "getMyShortDescription", starts * (len(LANGUAGES) + 1)
    await api.until(lambda: len(api.calls_of(method)) >= wanted)
    await api.until(lambda: len(api.state.profile.short_descriptions) >= len(LANGUAGES))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    """A bot at its second start; before the first one a part of its profile was there already."""
    directory = tmp_path_factory.mktemp("bot")
    async with BotApi(name=OPERATORS_NAME) as api:
        profile = api.state.profile
        profile.names["it"] = texts("it").say("profile.name")
        profile.descriptions["hi"] = "an earlier text"
        async with serving(api, directory):
            await looked_through(api, 1)
        first = registrations(api)
        async with serving(api, directory) as bot:
            await looked_through(api, 2)
            yield Served(api, bot, first, len(first))


@pytest.fixture
def api(served: Served) -> Iterator[BotApi]:
    yield served.api
    assert_clean(served.api, served.bot)


def newcomer(api: BotApi, code: str | None, chat: Chat | None = None) -> Table:
    """Somebody with this language and no board in front of them, alone if no chat is given."""
    person = api.person("Ada", language_code=code)
    chat = api.private(person) if chat is None else chat
    return Table(person, chat, chat.state.world.add_message(chat.record, person, text="hello"))


def shown(message: Message) -> str:
    """All words of a message."""
    return "\n".join([message.text, *message.labels])


async def test_the_profile_is_registered_in_each_language(served: Served, api: BotApi) -> None:
    profile = api.state.profile
    for code in ("", *LANGUAGES):
        words = texts(code or "en")
        abouts = {name: words.say(spec.about) for name, spec in COMMANDS.items()}
        commands = profile.commands[(("default", 0, 0), code)]
        assert {one["command"]: one["description"] for one in commands} == abouts
        # English needs none of its own: it gets what is there for everybody else.
        described = profile.descriptions.get(code, profile.descriptions[""])
        shortly = profile.short_descriptions.get(code, profile.short_descriptions[""])
        assert described == words.say("profile.description")
        assert shortly == words.say("profile.short-description")
    assert profile.names == {code: texts(code).say("profile.name") for code in LANGUAGES}


async def test_what_was_there_already_was_left_alone(served: Served, api: BotApi) -> None:
    assert ("setMyName", "it") not in served.first
    assert ("setMyName", "") not in served.first
    assert ("setMyDescription", "hi") in served.first
    assert len(set(served.first)) == len(served.first)


async def test_a_second_start_changes_nothing(served: Served, api: BotApi) -> None:
    await newcomer(api, "en").command("/new")
    assert served.registered() == []


async def test_a_limited_name_costs_no_commands_and_no_descriptions(tmp_path: Path) -> None:
    async with BotApi(patience=3) as api:
        api.fault("setMyName", "flood", None, seconds=80_000)
        async with serving(api, tmp_path) as bot:
            await looked_through(api, 1)
            profile = api.state.profile
            assert {code for _, code in profile.commands} == {"", *LANGUAGES}
            assert {"ar", "it", "hi"} <= profile.descriptions.keys()
            await bot.errors.until("profile")


@abroad
async def test_a_deal_is_won_by_buttons_in_the_persons_language(api: BotApi, language: str) -> None:
    table = newcomer(api, language)
    words = texts(language)
    await table.command(f"/new {WON.deal}")
    for step in WON.steps:
        await table.play([step])
        assert foreign(shown(table.board), language) == []
        check_isolates(table.board.text, language)
        assert len(table.board.text.splitlines()) == BOARD_LINES
        assert [plain(label) for label in table.board.labels] == list(table.board.labels)
    result = [plain(part) for part in table.notice.split(" · ")]
    counts = words.say("result.moves", count=48), words.say("result.combo", combo=5)
    assert result[:-1] == [words.say("result.won"), "28/28", *map(plain, counts)]
    assert re.fullmatch(r"0:\d\d", result[-1])
    finished = [words.say(f"button.{name}") for name in ("undo", "restart", "new")]
    assert table.board.labels == (*finished, "⚙️")


@every_language
async def test_a_deal_is_lost_in_the_persons_language(api: BotApi, language: str) -> None:
    table = newcomer(api, language)
    await table.command(f"/new {LOST.deal}")
    await table.play(LOST.steps)
    assert plain(table.notice).startswith(texts(language).say("result.lost"))
    assert spoken(table.notice) == language


@every_language
async def test_what_a_command_answers_is_in_the_persons_language(
    api: BotApi, language: str
) -> None:
    table = newcomer(api, language)
    for name in COMMANDS:
        await table.chat.say(table.person, f"/{name}")
        assert spoken(shown(await table.chat.next_message())) == language, name
    for refused in ("/new 0", "/play zz", "/help me", "/language tlh", "/nonsense"):
        assert spoken(await table.ask(refused)) == language, refused


@pytest.mark.parametrize("code", CODES)
async def test_regional_forms_match(api: BotApi, code: str) -> None:
    table = newcomer(api, code)
    assert spoken(shown(await table.command("/new 5"))) == CODES[code]
    assert spoken(await table.told("?")) == CODES[code]


@pytest.mark.parametrize("code", UNKNOWN)
async def test_unknown_languages_get_english_in_private_and_in_groups(
    api: BotApi, code: str | None
) -> None:
    for group in (None, api.supergroup("Club")):
        table = newcomer(api, code, group)
        assert spoken(shown(await table.command("/new 5"))) == "en"
        assert spoken(await table.told("?")) == "en"


async def test_a_game_of_somebody_with_an_unknown_language_stays_english_for_all(
    api: BotApi,
) -> None:
    club = api.group("Club")
    table = newcomer(api, "de", club)
    await table.command(f"/new {WON.deal}")
    await table.press(button(DRAW, table.board.labels), api.person("Bob", language_code="it"))
    assert spoken(shown(table.board)) == "en"


@abroad
async def test_a_group_plays_in_the_language_of_whoever_began_and_is_told_in_its_own(
    api: BotApi, language: str
) -> None:
    table = newcomer(api, language, api.supergroup("Club"))
    await table.command(f"/new {WON.deal}")
    covered = table.data_of("6S").replace("6S", "TS")
    for code in ("en", "it", "hi-IN", "ar"):
        person = api.person("Bob", language_code=code)
        await table.press(button(DRAW, table.board.labels), person)
        assert spoken(shown(table.board)) == language
        answer: Answer = await table.chat.press_data(person, table.board, covered)
        assert spoken(answer.text) == code[:2]
        assert spoken(shown(table.board)) == language


async def test_why_two_cards_make_no_pair_is_told_to_each_in_their_language(api: BotApi) -> None:
    table = newcomer(api, "ar", api.supergroup("Club"))
    await table.command(f"/new {WON.deal}")
    await table.press(face("6S"))
    answer = await table.press(face("9S"), api.person("Bob", language_code="hi"))
    assert spoken(answer.text) == "hi"
    assert spoken(shown(table.board)) == "ar"


async def test_an_old_board_is_refused_in_the_pressers_language(api: BotApi) -> None:
    table = newcomer(api, "it", api.supergroup("Club"))
    old = await table.command("/new 5")
    await table.command("/new 8")
    answer = await table.chat.press(api.person("Bob", language_code="ar"), old, face("8D"))
    assert spoken(answer.text) == "ar"


async def test_the_panel_chooses_the_language_of_the_whole_chat(api: BotApi) -> None:
    table = newcomer(api, "it", api.supergroup("Club"))
    board = await table.command(f"/new {WON.deal}")
    bob = api.person("Bob", language_code="hi")
    panel = await table.command("/language")
    own = texts("it").say("button.own-language")
    assert panel.labels == (*LANGUAGES.values(), f"✅ {own}")
    await table.press(LANGUAGES["ar"])
    assert table.styled("primary") == [f"✅ {LANGUAGES['ar']}"]
    assert spoken(shown(panel)) == "ar"
    table.board = board
    await table.press(button(DRAW, board.labels))
    assert spoken(shown(board)) == "ar"
    assert spoken(shown(await table.command("/settings"))) == "ar"
    # What is said for all to see follows the chat, a refusal too.
    for typed in ("/rules", "/play zz"):
        assert spoken(await table.ask(typed)) == "ar"
    table.board = panel
    table.chat.appoint(bob)
    await table.press(texts("ar").say("button.own-language"), bob)
    assert spoken(shown(panel)) == "it"
    assert spoken(shown(await table.command("/board"))) == "it"


async def test_topics_choose_each_for_itself(api: BotApi) -> None:
    forum = api.supergroup("Club", api.person("Eve"), forum=True)
    tables = {code: newcomer(api, "en", forum.topic(code)) for code in LANGUAGES}
    for code, table in tables.items():
        await table.command(f"/language {LANGUAGES[code]}")
    for code, table in tables.items():
        assert spoken(shown(await table.command("/new"))) == code


async def test_the_choice_moves_along_when_a_group_is_upgraded(api: BotApi) -> None:
    group = api.group("Club")
    table = newcomer(api, "it", group)
    await table.command("/language hi")
    table.chat = group.upgrade(table.person)
    assert spoken(shown(await table.command("/new"))) == "hi"


async def test_errors_at_the_start_stay_english(api: BotApi, tmp_path: Path) -> None:
    environment = api.environment | {"TELEGRAM_BOT_TOKEN": "1:wrong", "DEFAULT_LANGUAGE": "ar"}
    async with bot_process(tmp_path, **environment, LC_ALL="ar_EG.UTF-8") as bot:
        assert await bot.exit_code() not in (0, None)
        assert bot.errors.lines[-1].startswith("pyramid-bot: Telegram refuses the token")
        assert bot.errors.text.isascii()
