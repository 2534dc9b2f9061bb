"""Languages in Discord: localized commands, boards by the person's locale, and private words."""

import copy
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio

from bot.commands import COMMANDS, CommandSpec, Option
from bot.i18n import LANGUAGES, texts
from tests.bot.speech import check_isolates, foreign, plain, spoken
from tests.e2e.discord_play import BOARD_LINES, SELECTED, Table, assert_clean, serving
from tests.e2e.scripts import WON
from tests.standins.discord_api import DiscordApi
from tests.standins.discord_chats import Chat
from tests.standins.discord_errors import Json
from tests.standins.discord_world import Message

pytestmark = pytest.mark.asyncio(loop_scope="module")

LOCALES = {"it": "it", "hi": "hi", "en-GB": "en", "en-US": "en", "de": "en", "es-419": "en"}
LOCALIZED = ("it", "hi")
"""The bot's languages that Discord's clients have, beside English."""

localized = pytest.mark.parametrize("language", LOCALIZED)


@dataclass(slots=True)
class Starts:
    """How often the commands were synced after each start, and what they were then."""

    counts: list[int]
    commands: list[list[Json]]


@pytest.fixture(scope="module")
def starts() -> Starts:
    return Starts([], [])


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def api(
    starts: Starts, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[DiscordApi]:
    """A server with a bot at its last start; before the later ones translations were others."""
    directory = tmp_path_factory.mktemp("bot")

    async def start() -> None:
        async with serving(running, directory):
            note()

    def note() -> None:
        starts.counts.append(running.sync_count)
        known = ({key: one[key] for key in one.keys() - {"id", "version"}} for one in commands())
        starts.commands.append(copy.deepcopy(list(known)))

    def commands() -> list[Json]:
        return running.commands

    async with DiscordApi() as running:
        await start()
        await start()
        named(commands(), "hint")["description_localizations"]["it"] = "another text"
        await start()
        named(commands(), "new")["options"][0]["description_localizations"]["hi"] = "another text"
        await start()
        game = named(named(commands(), "new")["options"], "game")
        del game["choices"][0]["name_localizations"]["it"]
        async with serving(running, directory) as bot:
            note()
            yield running
            assert_clean(running, bot)


def named(found: list[Json], name: str) -> Json:
    """The definition of this name."""
    return next(one for one in found if one["name"] == name)


def newcomer(api: DiscordApi, locale: str, chat: Chat | None = None) -> Table:
    """Somebody with this locale and no board in front of them, alone if no chat is given."""
    person = api.user("Ada", locale=locale)
    chat = api.dm(person) if chat is None else chat
    return Table(person, chat, Message(0, chat.room, person, 0.0))


async def deal(table: Table) -> Table:
    """The same person with a deal that can be won."""
    await table.ask("new", deal=WON.deal)
    return table


def shown(message: Message) -> str:
    """All words of a message."""
    return "\n".join([message.content, *message.labels])


def check_texts(definition: Json, key: str) -> None:
    """A command or option keeps its English name and is described in each language."""
    assert definition["name"].isascii()
    assert not definition.get("name_localizations")
    assert definition["description"] == texts("en").say(key)
    assert definition["description_localizations"] == {
        language: texts(language).say(key) for language in LOCALIZED
    }


def check_option(definition: Json, option: Option) -> None:
    """An option is described in each language, and so are the names of its choices."""
    check_texts(definition, option.about)
    choices = definition.get("choices") or []
    assert [one["value"] for one in choices] == list(option.choices)
    for choice in choices:
        key = option.choices[choice["value"]]
        assert choice["name"] == texts("en").say(key)
        assert choice["name_localizations"] == {
            language: texts(language).say(key) for language in LOCALIZED
        }


@pytest.mark.parametrize("spec", COMMANDS.values(), ids=COMMANDS)
async def test_commands_keep_their_names_and_are_described_in_each_language(
    api: DiscordApi, spec: CommandSpec
) -> None:
    definition = named(api.commands, spec.name)
    check_texts(definition, spec.about)
    for option in spec.options:
        check_option(named(definition["options"], option.name), option)


async def test_languages_are_offered_by_their_own_names(api: DiscordApi) -> None:
    (option,) = named(api.commands, "language")["options"]
    assert {one["value"]: one["name"] for one in option["choices"]} == dict(LANGUAGES)


async def test_a_second_start_does_not_sync_and_a_changed_translation_does(
    api: DiscordApi, starts: Starts
) -> None:
    assert starts.counts == [1, 1, 2, 3, 4]
    assert all(told == starts.commands[0] for told in starts.commands)


async def played(table: Table, language: str) -> None:
    """Win the deal by buttons; all that is shown meanwhile is in the language."""
    words = texts(language)
    for step in WON.steps:
        await table.play([step])
        assert foreign(shown(table.board), language) == []
        check_isolates(table.board.content, language)
        assert len(table.lines) == BOARD_LINES
    result = [plain(part) for part in table.notice.split(" · ")]
    counts = words.say("result.moves", count=48), words.say("result.combo", combo=5)
    assert result[:-1] == [words.say("result.won"), "28/28", *map(plain, counts)]
    assert re.fullmatch(r"0:\d\d", result[-1])
    finished = [words.say(f"button.{name}") for name in ("undo", "restart", "new")]
    assert table.board.labels == [*finished, "⚙️"]


@localized
async def test_a_deal_is_won_in_the_language_of_the_persons_client(
    api: DiscordApi, language: str
) -> None:
    await played(await deal(newcomer(api, language)), language)


@pytest.mark.parametrize("private", [True, False])
async def test_a_deal_is_won_in_arabic_that_the_chat_chose(api: DiscordApi, private: bool) -> None:
    table = newcomer(api, "en-US", None if private else api.guild_channel("arabic"))
    await table.ask("language", language="ar")
    assert spoken(shown(table.board)) == "ar"
    await played(await deal(table), "ar")


@pytest.mark.parametrize("locale", LOCALES)
async def test_every_command_is_answered_in_the_language_of_the_locale(
    api: DiscordApi, locale: str
) -> None:
    table = newcomer(api, locale)
    for name in COMMANDS:
        options = {"cards": "zz"} if name == "play" else {}
        answer = await table.ask(name, **options)
        said = shown(table.board) if answer.notice is None else "\n".join(answer.notices)
        assert spoken(said) == LOCALES[locale], name


async def test_in_a_private_group_the_game_is_of_whoever_began_it(api: DiscordApi) -> None:
    ada, bob = api.user("Ada", locale="hi"), api.user("Bob", locale="it")
    table = newcomer(api, "hi", api.private_channel(ada, bob))
    table.person = ada
    await deal(table)
    await table.press("draw", bob)
    assert spoken(shown(table.board)) == "hi"


async def test_a_game_of_somebody_with_an_unknown_language_stays_english_for_all(
    api: DiscordApi,
) -> None:
    table = await deal(newcomer(api, "de", api.guild_channel("german")))
    await table.press("draw", api.user("Bob", locale="it"))
    assert spoken(shown(table.board)) == "en"


@pytest.mark.parametrize("board", ["it", "hi", "ar"])
async def test_private_words_are_in_the_pressers_language_whatever_the_boards_is(
    api: DiscordApi, board: str
) -> None:
    table = newcomer(api, board, api.guild_channel("mixed"))
    if board == "ar":
        await table.ask("language", language="ar")
    await deal(table)
    covered = table.id_of("6S").replace("6S", "TS")
    for locale in LOCALIZED:
        bob = api.user("Bob", locale=locale)
        refused = await table.chat.forge_press(bob, table.board, covered)
        assert spoken(await table.told(refused)) == locale
        await table.press("6S", bob)
        no_pair = await table.press("9S", bob)
        if locale != board:
            # To those who read the board it is told there.
            assert spoken(await table.told(no_pair)) == locale
        assert spoken(shown(table.board)) == board
        await table.press("9S", bob)


async def test_a_refused_command_is_answered_in_the_language_of_whoever_used_it(
    api: DiscordApi,
) -> None:
    table = await deal(newcomer(api, "it", api.guild_channel("refusals")))
    table.person = api.user("Bob", locale="hi")
    for name, options in (("play", {"cards": "zz"}), ("undo", {})):
        assert spoken(await table.told(await table.ask(name, **options))) == "hi"


@pytest.mark.parametrize("name", ["rules", "help"])
async def test_what_only_the_asker_sees_is_in_the_askers_language(
    api: DiscordApi, name: str
) -> None:
    table = await deal(newcomer(api, "it", api.guild_channel(f"asked-{name}")))
    table.person = api.user("Bob", locale="hi")
    answer = await table.ask(name)
    assert answer.notices
    assert spoken("\n".join(answer.notices)) == "hi"


async def test_the_panel_chooses_the_language_of_the_channel_and_leads_back(
    api: DiscordApi,
) -> None:
    table = await deal(newcomer(api, "it", api.guild_channel("panel")))
    board, bob = table.board, api.user("Bob", locale="hi")
    await table.ask("language")
    panel, own = table.board, texts("it").say("button.own-language")
    assert panel.labels == [*LANGUAGES.values(), f"✅ {own}"]
    await table.press(LANGUAGES["ar"], bob)
    assert table.styled(SELECTED) == [f"✅ {LANGUAGES['ar']}"]
    assert spoken(shown(panel)) == "ar"
    table.board = board
    await table.press("draw", bob)
    assert spoken(shown(board)) == "ar"
    table.board = panel
    await table.press(texts("ar").say("button.own-language"), bob)
    assert spoken(shown(panel)) == "it"
    table.board = board
    await table.press("draw", bob)
    assert spoken(shown(board)) == "it"


async def test_a_thread_chooses_for_itself(api: DiscordApi) -> None:
    parent = api.guild_channel("parent")
    above, below = newcomer(api, "it", parent), newcomer(api, "it", api.thread("t", parent=parent))
    await below.ask("language", language="hi")
    assert spoken(shown((await deal(above)).board)) == "it"
    assert spoken(shown((await deal(below)).board)) == "hi"
