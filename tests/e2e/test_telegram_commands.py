"""Commands typed to the bot in a private chat, and what it says to what it does not understand."""

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from tests.e2e.bot_process import BotProcess
from tests.e2e.scripts import WON, button, face
from tests.e2e.telegram_play import Table, assert_clean, deal, serving
from tests.standins.telegram_api import BotApi

pytestmark = pytest.mark.asyncio(loop_scope="module")

Served = tuple[BotApi, BotProcess]

COMMANDS = (
    *("new", "games", "hint", "undo", "restart", "board"),
    *("play", "rules", "house", "settings", "language", "help"),
)
QUESTIONS = (
    "Why can't I choose this card?",
    "What makes a pair?",
    "May I use the waste?",
    "What when the stock is empty?",
    "Can I take a move back?",
    "How is the score counted?",
    "Is the hint the best move?",
    "When does a deal end?",
    "What happens to my game when the bot restarts?",
    "Can I go on in another chat?",
)
LONG = "9" * 3000


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    directory = tmp_path_factory.mktemp("bot")
    async with BotApi() as running, serving(running, directory) as bot:
        yield running, bot


@pytest.fixture
def api(served: Served) -> Iterator[BotApi]:
    yield served[0]
    assert_clean(*served)


def newcomer(api: BotApi) -> Table:
    """Somebody who has not played yet, with no board in front of them."""
    person = api.person("Ada", language_code="en")
    chat = api.private(person)
    nothing = chat.state.world.add_message(chat.record, person, text="hello")
    return Table(person, chat, nothing)


async def test_start_welcomes_and_its_button_deals(api: BotApi) -> None:
    table = newcomer(api)
    welcome = await table.command("/start")
    assert "Pyramid Solitaire" in welcome.text
    assert "13" in welcome.text
    assert welcome.labels == ("🆕 New",)
    await table.press("🆕 New")
    assert table.status.startswith("0/28")
    assert "🎴 24" in table.board.labels


async def test_a_deep_link_deals_the_game_that_it_names(api: BotApi) -> None:
    table = newcomer(api)
    await table.command("/start 1000021")
    assert table.board.text.startswith("Pyramid #1000021\n")
    await table.play(WON.steps[:2])
    assert table.status.startswith("4/28")


async def test_new_deals_the_number_or_any(api: BotApi) -> None:
    table = newcomer(api)
    await table.command("/new 12345")
    first = table.board.text
    assert first.startswith("Pyramid #12345\n")
    await table.command("/new #12345")
    assert table.board.text == first
    await table.command("/NEW")
    number = table.board.text.splitlines()[0].removeprefix("Pyramid #")
    assert 1 <= int(number) <= 999_999


@pytest.mark.parametrize(
    "number", ["0", "-5", "1.5", "2147483648", "99999999999", LONG, "5 6", "giza 0", "#"]
)
async def test_what_is_no_deal_number_is_refused_and_the_game_goes_on(
    api: BotApi, number: str
) -> None:
    table = await deal(api, 12345)
    refused = await table.ask(f"/new {number}")
    assert refused.startswith("A deal number is a whole number from 1 to 2147483647")
    await table.play(["KH"])
    assert table.board.text.startswith("Pyramid #12345\n")


@pytest.mark.parametrize("name", ["abc", "<b>&", "٣٤x", "klondike 5"])
async def test_what_is_no_game_is_refused_and_the_game_goes_on(api: BotApi, name: str) -> None:
    table = await deal(api, 12345)
    assert (await table.ask(f"/new {name}")).startswith("I know no such game. /games shows them")
    await table.play(["KH"])
    assert table.board.text.startswith("Pyramid #12345\n")


async def test_typed_new_does_not_ask(api: BotApi) -> None:
    table = await deal(api, 12345)
    await table.play(["KH"])
    await table.command("/new 8")
    assert table.board.text.startswith("Pyramid #8\n")
    assert "💡 Hint" in table.board.labels


async def test_commands_play_on_a_new_board_at_the_end_of_the_chat(api: BotApi) -> None:
    table = await deal(api, WON.deal)
    await table.command("/hint")
    hinted = table.styled("success")
    assert len(hinted) == 2
    assert all(label in table.notice for label in hinted)
    await table.play(WON.steps[:3])
    score = table.status
    await table.command("/board")
    assert table.status == score
    await table.command("/undo")
    await table.command("/undo")
    await table.command("/undo")
    assert table.status.startswith("0/28")
    assert await table.ask("/undo") == "There is no move to take back."
    await table.play(WON.steps[:1])
    await table.command("/restart")
    assert table.status.startswith("0/28")
    assert len(table.chat.messages) == 8


async def test_without_a_game_commands_say_how_to_get_one(api: BotApi) -> None:
    table = newcomer(api)
    for text in ("/hint", "/undo", "/restart", "/board", "/play 9 4"):
        said = await table.ask(text)
        assert said == "No game is being played here. /new deals one."


async def test_cards_are_played_by_name(api: BotApi) -> None:
    table = await deal(api, 30)
    await table.command("/play 9 4")
    assert table.status.startswith("2/28")
    await table.command("/new 30")
    await table.command("/play 4s 9♠️")
    assert table.status.startswith("2/28")
    await table.command("/play draw")
    assert "🎴 23" in table.board.labels
    await table.command("/new 48151")
    await table.command("/play k")
    assert table.status.startswith("1/28")
    assert face("KD") in table.notice
    await table.command("/play 7c")
    assert table.styled("primary") == [face("7C")]
    await table.command("/play 7C")
    assert table.styled("primary") == []


async def test_a_name_that_fits_several_moves_asks_which(api: BotApi) -> None:
    table = await deal(api, 5)
    asked = await table.ask("/play 6 7")
    assert asked.startswith("Which pair:")
    assert f"{face('7S')} + {face('6S')}" in asked
    assert f"{face('7H')} + {face('6S')}" in asked
    await table.command("/play 6 7h")
    assert table.status.startswith("2/28")
    await table.command("/new 12345")
    asked = await table.ask("/play k")
    assert face("KH") in asked
    assert face("KS") in asked
    await table.command("/play kh")
    assert table.status.startswith("1/28")


@pytest.mark.parametrize("words", ["", "nonsense", "9 4 5", "11", "<b>9</b> &amp;", LONG, "9♠️4♠️"])
async def test_what_names_no_card_is_explained(api: BotApi, words: str) -> None:
    table = await deal(api, 30)
    said = await table.ask(f"/play {words}")
    assert said.startswith("Name cards as on the board: /play 9 4")
    await table.play(["9S 4S"])
    assert table.status.startswith("2/28")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("9 5", "No 5 can be played now."),
        ("9s 3c", "9 + 3 = 12, a pair needs 13."),
        ("5d", "5♦️ is covered"),
        ("a", "No A can be played now."),
        ("redeal", "The stock is not dealt again."),
        ("store 9s", "This game has no cell."),
    ],
)
async def test_what_the_rules_refuse_is_told_with_the_reason(
    api: BotApi, words: str, why: str
) -> None:
    table = await deal(api, 30)
    said = await table.ask(f"/play {words}")
    assert said.startswith(why)


async def test_the_rules_answer_ten_questions(api: BotApi) -> None:
    rules = await newcomer(api).ask("/rules")
    answers = rules.split("❓ ")[1:]
    assert tuple(answer.splitlines()[0] for answer in answers) == QUESTIONS
    assert all(len(answer.splitlines()) > 1 for answer in answers)
    assert "pairs of free cards that sum to 13" in rules


async def test_help_lists_every_command_as_registered(api: BotApi) -> None:
    text = await newcomer(api).ask("/help")
    listed = dict(line[1:].split(" - ", 1) for line in text.splitlines() if line.startswith("/"))
    registered = api.state.profile.commands[(("default", 0, 0), "")]
    assert {one["command"]: one["description"] for one in registered} == listed
    assert set(COMMANDS) <= set(listed)


@pytest.mark.parametrize(
    "text", ["/dance", "/dance 5", "/new@pyramid_standin_bot_2", "/" + "x" * 60]
)
async def test_an_unknown_command_points_to_help(api: BotApi, text: str) -> None:
    table = newcomer(api)
    await table.chat.say(table.person, text)
    await table.chat.say(table.person, "/board")
    said = (await table.chat.next_message()).text
    if "@" not in text:
        assert said == "I do not know this command. /help lists them all."
        said = (await table.chat.next_message()).text
    assert said.startswith("No game is being played here.")


@pytest.mark.parametrize("name", ["hint", "undo", "restart", "board", "rules", "settings", "help"])
async def test_a_command_without_arguments_says_that_it_stands_alone(
    api: BotApi, name: str
) -> None:
    table = await deal(api, 12345)
    await table.play(["KH"])
    said = await table.ask(f"/{name} <b>now</b>")
    assert said == f"/{name} stands alone: nothing comes after it."
    await table.command("/board")
    assert table.status.startswith("1/28")


async def test_plain_talk_is_not_answered(api: BotApi) -> None:
    table = await deal(api, 12345)
    await table.chat.say(table.person, "what a game, /new would be nice")
    await table.chat.deliver(table.person, dice={"emoji": "🎲", "value": 6})
    await table.chat.revise(await table.chat.say(table.person, "well"), "/new 5")
    await table.command("/board")
    assert table.board.text.startswith("Pyramid #12345\n")
    assert len(table.chat.messages) == 2


async def test_the_settings_change_how_the_board_is_drawn(api: BotApi) -> None:
    table = await deal(api, 12345)
    await table.play(["KH"])
    await table.press("⚙️")
    assert table.styled("primary") == ["✅ Text board", "✅ One-tap pairs off", "✅ Any deals"]
    assert table.status.startswith("1/28")
    await table.press("Emoji board")
    assert table.styled("primary") == ["✅ Emoji board", "✅ One-tap pairs off", "✅ Any deals"]
    await table.press("⬅️ Board")
    assert len(table.picture) == 7
    assert table.picture[0] == "⬛" * 6 + "👸" + "⬛" * 6
    assert table.picture[6].startswith("5️⃣⬛5️⃣⬛🅰️⬛2️⃣⬛🔟⬛⬛⬛👑")
    await table.command("/new 5")
    assert table.picture[6].startswith("5️⃣⬛6️⃣")
    await table.command("/settings")
    await table.press("Text board")
    await table.press("⬅️ Board")
    assert table.picture[6].startswith("[ 5][ 6]")


async def test_with_one_tap_a_card_with_one_partner_goes_at_once(api: BotApi) -> None:
    table = await deal(api, 5)
    await table.press("⚙️")
    await table.press("One-tap pairs on")
    await table.press("⬅️ Board")
    await table.press(face("6S"))
    assert table.status.startswith("0/28")
    assert table.styled("primary") == [face("6S")]
    await table.press(button("8D", table.board.labels))
    assert table.status.startswith("2/28")
    assert face("5H") in table.notice


async def test_settings_without_a_game_hold_for_the_next_one(api: BotApi) -> None:
    table = newcomer(api)
    panel = await table.command("/settings")
    assert "⬅️ Board" not in panel.labels
    await table.press("Emoji board")
    await table.command("/new 12345")
    assert table.picture[0] == "⬛" * 6 + "👸" + "⬛" * 6
