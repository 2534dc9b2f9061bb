"""Groups and forums in Telegram: many people at one board, old boards, forged data."""

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from bot.i18n import texts
from tests.e2e.bot_process import BotProcess
from tests.e2e.scripts import WON, button, face
from tests.e2e.telegram_play import Table, assert_clean, deal, serving
from tests.standins.telegram_api import BotApi
from tests.standins.telegram_chat import Chat
from tests.standins.telegram_world import Person

pytestmark = pytest.mark.asyncio(loop_scope="module")

Served = tuple[BotApi, BotProcess]

ITALIAN = texts("it")
"""What Bob, a person of the groups here, is told in his own language."""
OUTDATED = "The board has changed meanwhile: here it is as it stands."
OLD_BOARD = "This board is of an earlier game. /board shows the one being played."
BROKEN = "This button does not work. /board shows the game."


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    directory = tmp_path_factory.mktemp("bot")
    async with BotApi() as running, serving(running, directory) as bot:
        yield running, bot


@pytest.fixture
def api(served: Served) -> Iterator[BotApi]:
    yield served[0]
    assert_clean(*served)


@pytest.fixture
def bob(api: BotApi) -> Person:
    return api.person("Bob", language_code="it")


@pytest.fixture
def group(api: BotApi, bob: Person) -> Chat:
    return api.group("Friends", bob)


async def test_the_bot_registers_its_commands(api: BotApi) -> None:
    commands, key = api.state.profile.commands, (("default", 0, 0), "")
    await api.until(lambda: key in commands, what="the commands")
    names = [one["command"] for one in commands[key]]
    assert {"new", "hint", "undo", "restart", "board", "play", "rules", "settings"} <= set(names)


async def test_people_of_a_group_play_one_board_together(
    api: BotApi, bob: Person, group: Chat
) -> None:
    table = await deal(api, WON.deal, group)
    for count, step in enumerate(WON.steps[:12]):
        for number, card in enumerate(step.split()):
            by = bob if (count + number) % 2 else table.person
            await table.press(button(card, table.board.labels), by)
    assert table.status.startswith("8/28")
    assert len(group.messages) == 1


async def test_two_presses_of_the_same_draw_draw_once(
    api: BotApi, bob: Person, group: Chat
) -> None:
    table = await deal(api, 12345, group)
    with api.holding():
        first = group.tap(table.person, table.board, "🎴 24")
        second = group.tap(bob, table.board, "🎴 24")
    assert (await first.answer()).text == ""
    assert (await second.answer()).text == ITALIAN.say("refused.outdated")
    await group.edited(table.board, 1)
    await table.press("🎴 23")
    assert "🎴 22" in table.board.labels
    await table.press("↩️ Undo")
    await table.press("↩️ Undo")
    assert table.status.startswith("0/28 · combo 0 · stock 24")


async def test_of_a_draw_and_an_undo_at_the_same_moment_one_counts(
    api: BotApi, bob: Person, group: Chat
) -> None:
    table = await deal(api, 12345, group)
    await table.play(["KH"])
    with api.holding() as held:
        draw = group.tap(table.person, table.board, "🎴 24")
        undo = group.tap(bob, table.board, "↩️ Undo")
        held.reverse()
    assert (await undo.answer()).text == ""
    assert (await draw.answer()).text == OUTDATED
    await group.edited(table.board, 2)
    await table.press(face("KS"))
    assert table.status.startswith("1/28 · combo 1 · stock 24")


async def test_the_same_card_pressed_by_two_people_is_removed_once(
    api: BotApi, bob: Person, group: Chat
) -> None:
    table = await deal(api, 12345, group)
    with api.holding():
        first = group.tap(table.person, table.board, face("KH"))
        second = group.tap(bob, table.board, face("KH"))
    assert (await first.answer()).text == ""
    assert (await second.answer()).text == ITALIAN.say("refused.gone", card="K♥️")
    await group.edited(table.board, 1)
    await table.press(face("KS"))
    assert table.status.startswith("2/28")


async def test_only_commands_for_this_bot_are_answered(
    api: BotApi, bob: Person, group: Chat
) -> None:
    api.privacy(foreign_commands=True)
    await group.say(bob, "/new@OtherBot 5")
    await group.say(bob, "/dance")
    await group.say(bob, "/dance@OtherBot")
    await group.say(bob, "/new@pyramid_standin_bot 8")
    await group.say(bob, "/dance@Pyramid_Standin_Bot")
    assert (await group.next_message()).text.startswith("Piramide #8\n")
    assert (await group.next_message()).text == ITALIAN.say("refused.unknown-command")
    await group.say(bob, "/board")
    await group.next_message()
    assert len(group.messages) == 3


async def test_what_a_group_talks_about_is_not_answered_even_by_an_administrator(
    api: BotApi, bob: Person, group: Chat
) -> None:
    group.promote()
    table = await deal(api, 8, group)
    await group.say(bob, "draw")
    await group.say(bob, "9 4", reply_to=table.board)
    await group.say(bob, "see /new")
    await table.command("/board")
    assert len(group.messages) == 2


async def test_topics_have_games_of_their_own_and_answers_stay_there(
    api: BotApi, bob: Person
) -> None:
    forum = api.supergroup("Club", bob, forum=True)
    cards, chess = forum.topic("Cards"), forum.topic("Chess")
    tables = [
        await deal(api, 12345, cards),
        await deal(api, 8, chess),
        await deal(api, 5, forum),
    ]
    await tables[0].play(["KH"])
    await tables[1].play(["draw"])
    await tables[2].play(["5H 8D"])
    for table, score in zip(tables, ("1/28", "0/28", "2/28"), strict=True):
        await table.command("/board")
        assert table.status.startswith(score)
        assert (await table.ask("/dance@pyramid_standin_bot")).startswith("I do not know")
        assert len(table.chat.messages) == 3


async def test_a_reply_in_a_plain_supergroup_is_no_topic(api: BotApi, bob: Person) -> None:
    club = api.supergroup("Club", bob)
    table = await deal(api, 12345, club)
    await table.play(["KH"])
    await club.say(bob, "/board", reply_to=table.board)
    board = await club.next_message()
    assert board.text.splitlines()[8].startswith("1/28")
    assert board.thread_id is None


async def test_a_board_of_an_earlier_game_says_so_and_loses_its_buttons(
    api: BotApi, group: Chat
) -> None:
    table = await deal(api, 12345, group)
    old = table.board
    shown = old.text
    await table.command("/new 8")
    assert (await group.press(table.person, old, face("KH"))).text == OLD_BOARD
    await group.edited(old, 1)
    assert (old.buttons, old.text) == ((), shown)
    await table.play(["draw"])
    assert table.board.text.startswith("Pyramid #8\n")
    assert table.status.startswith("0/28 · combo 0 · stock 23")


async def test_a_press_on_an_earlier_message_of_the_game_brings_it_up_to_date(
    api: BotApi, group: Chat
) -> None:
    table = await deal(api, 12345, group)
    old = table.board
    await table.command("/board")
    await table.play(["KH", "draw"])
    assert (await group.press(table.person, old, "🎴 24")).text == OUTDATED
    await group.edited(old, 1)
    assert old.text.splitlines()[:9] == table.board.text.splitlines()[:9]
    await group.press(table.person, old, face("KS"))
    await group.edited(old, 2)
    assert old.text.splitlines()[8].startswith("2/28")


async def test_a_gone_card_on_an_earlier_message_heals_it_too(api: BotApi, group: Chat) -> None:
    table = await deal(api, 12345, group)
    old = table.board
    await table.command("/board")
    await table.play(["KH"])
    assert (await group.press(table.person, old, face("KH"))).text.startswith("K♥️ is gone")
    await group.edited(old, 1)
    assert old.text.splitlines()[8].startswith("1/28")


@pytest.mark.parametrize(
    "data",
    [
        "?",
        "c",
        "cKH",
        "cZZAQCQAwMA",
        "d",
        "dAQC",
        "d" + "A" * 63,
        "d~AAAAAAAQC",
        "u\x00\x00",
        b"\xff\xfe\xfd",
        "x" * 64,
        "d'; DROP TABLE",
        "🎴",
    ],
)
async def test_forged_data_is_answered_and_changes_nothing(api: BotApi, data: str | bytes) -> None:
    table = await deal(api, 12345)
    await table.play(["KH"])
    assert (await table.chat.press_data(table.person, table.board, data)).text == BROKEN
    await table.play(["KS"])
    assert table.status.startswith("2/28")
    assert (table.board.edits, len(table.chat.messages)) == (2, 1)


@pytest.mark.parametrize("data", ["dAQCQ", "uAQCQ", "tAQCQ", "NAQCQ", "d~AAAAAAAQCQ"])
async def test_a_button_of_another_deal_on_the_board_in_play_changes_nothing(
    api: BotApi, data: str
) -> None:
    table = await deal(api, 12345)
    await table.play(["KH"])
    assert (await table.chat.press_data(table.person, table.board, data)).text == OUTDATED
    await table.play(["KS"])
    assert table.status.startswith("2/28")


async def test_buttons_on_a_message_too_old_for_telegram_to_show_work(api: BotApi) -> None:
    table = await deal(api, 12345)
    data = table.data_of("KH")
    press = table.chat.tap_data(table.person, table.board, data, inaccessible=True)
    await press.answer()
    await table.chat.edited(table.board, 1)
    assert table.status.startswith("1/28")


async def test_markup_in_names_and_words_is_harmless(api: BotApi) -> None:
    nasty = "<b>_*`[x](tg://user?id=1)</i>&amp;\u202e"
    person = api.person(nasty, username="a_b", language_code="xx-<b>")
    group = api.supergroup(nasty, person, forum=True)
    topic = group.topic(nasty)
    await topic.say(person, "/new 12345")
    table = Table(person, topic, await topic.next_message())
    await table.play(["KH"])
    assert (await table.ask(f"/new {nasty}")).startswith("I know no such game.")
    assert (await table.ask(f"/play {nasty}")).startswith("Name cards as on the board")
    await table.command("/board")
    assert table.status.startswith("1/28")


async def test_somebody_without_a_user_account_plays_too(api: BotApi, group: Chat) -> None:
    anonymous = Person(1087968824, "Group", "GroupAnonymousBot", is_bot=True)
    await group.say(anonymous, "/new 12345")
    table = Table(anonymous, group, await group.next_message())
    await table.play(["KH"])
    assert table.status.startswith("1/28")
