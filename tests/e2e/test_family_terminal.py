"""A whole game of each preset in the terminal by the numbers of the buttons, in both skins."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest
import pytest_asyncio

from bot.chat import Button, Mark
from bot.games import ABOUT_KEYS, GAME_KEYS
from engine import VARIANTS, Status
from tests.e2e.family import DEALS, UNDO, WON_BY_HINTS, WORDS, Player, winning_line
from tests.e2e.test_terminal import talk

pytestmark = pytest.mark.asyncio(loop_scope="module")

MARKS = {"": Mark.NONE, "*": Mark.SELECTED, "!": Mark.HINT}
BUTTON = re.compile(r"(\d+):([*!]?)(.+)")
TITLE = re.compile(r"(?m)^(?=.+ #\d+$)")
FINISHED = ["↩️ Undo", "🔄 Restart", "🆕 New", "⚙️"]
SKINS = ["text", "emoji"]

Answers = Mapping[tuple[str, str], list[str]]


def player_of(name: str, skin: str) -> Player:
    """With the text skin the winning line is played, with the emoji skin the hints."""
    return Player(name, winning_line(name) if skin == "text" else None, skin)


def numbers(player: Player) -> Iterator[int]:
    """What is typed to play a game to its end, and then to take its last move back."""
    labels = labels_of(player)
    for label in player.presses():
        yield labels.index(label) + 1
        labels = labels_of(player)
    yield labels.index(UNDO) + 1


def labels_of(player: Player) -> list[str]:
    return [button.label for row in player.board.rows for button in row]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def answers(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    """What came of each game's lines: the board dealt, then one for each number typed."""
    typed, counts = [], {}
    for skin in SKINS:
        typed += ["/settings", str(SKINS.index(skin) + 1)]
        for name in DEALS:
            lines = [f"/new {name} {DEALS[name]}", *map(str, numbers(player_of(name, skin)))]
            counts[name, skin] = len(lines)
            typed += lines
    directory = tmp_path_factory.mktemp("bot")
    text, errors = await talk(directory, "\n".join(typed).encode())
    assert errors == ""
    _, *shown = TITLE.split(text)
    found = {}
    # The first one is dealt unasked, and the settings that each skin begins with are a board, too.
    start = 1
    for (name, skin), count in counts.items():
        start += 2 * (name == next(iter(DEALS)))
        found[name, skin] = shown[start : start + count]
        start += count
    assert start == len(shown)
    return found


def taken_apart(answer: str) -> tuple[str, list[Button]]:
    """A board's text, and its buttons without what they carry."""
    text, _, rows = answer.rstrip("\n").rpartition("\n\n1:")
    found = [BUTTON.fullmatch(one) for one in re.split(r"  |\n", f"1:{rows}")]
    assert [one and int(one[1]) for one in found] == list(range(1, len(found) + 1))
    return text, [Button(one[3], "", MARKS[one[2]]) for one in found if one]


def check(player: Player, answer: str) -> None:
    """The terminal does not show what buttons carry, so that is taken for right."""
    text, shown = taken_apart(answer)
    carried = [button.payload for row in player.board.rows for button in row]
    both = zip(shown, carried, strict=True)
    player.check(text, [replace(button, payload=data) for button, data in both])


@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize("name", DEALS)
async def test_a_deal_of_each_preset_is_played_to_its_end_by_numbers(
    answers: Answers, name: str, skin: str
) -> None:
    player = player_of(name, skin)
    dealt, *pressed, undone = answers[name, skin]
    check(player, dealt)
    for _, answer in zip(player.presses(), pressed, strict=True):
        check(player, answer)
    won = skin == "text" or name in WON_BY_HINTS
    assert player.game.status is (Status.WON if won else Status.LOST)
    text, shown = taken_apart(pressed[-1])
    player.check_end(text)
    assert [button.label for button in shown] == FINISHED
    player.undo()
    check(player, undone)


async def test_panels_are_played_by_numbers_too(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    giza = str(list(VARIANTS).index("giza") + 1)
    typed = ["/games", giza, "/house", "1", "6", "/new", "/new gizza", "/rules", "/quit"]
    text, errors = await talk(tmp_path_factory.mktemp("bot"), "\n".join(typed).encode())
    assert errors == ""
    for name in VARIANTS:
        assert f"{WORDS.say(GAME_KEYS[name])}: {WORDS.say(ABOUT_KEYS[name])}" in text
    assert re.search(r"(?m)^Giza #\d+$", text)
    assert WORDS.say("refused.house-needs-stock") in text
    assert re.search(r"(?m)^Giza -clear all #\d+$", text)
    assert WORDS.say("refused.did-you-mean", game="giza") in text
    assert WORDS.say("rules.this-game", game="Giza -clear all") in text
