"""What a reader of a right-to-left language sees, by the Unicode bidirectional algorithm.

Expected is written as runs: what keeps its order from left to right. Between the runs a line goes
from right to left, and no digit or Latin letter may stand outside of them.
"""

import gettext
import random
import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from string import Formatter

import pytest
from babel.messages.pofile import read_po
from bidi import get_display

from bot import turns
from bot.board import live_board
from bot.chat import Button, ChatKey, Command, Player, Press, Reply
from bot.commands import COMMANDS
from bot.games import preset_of, rule_lines
from bot.i18n import DOMAIN, LOCALES, Line, Value, line, texts
from bot.labels import face, redeal_label
from bot.payloads import PRESETS
from bot.pyramid_bot import PyramidBot
from bot.rulebook import rulebook
from bot.sessions import Session
from bot.skins import SKINS
from engine import VARIANTS, Game, Rules, Status

ARABIC = texts("ar")
CATALOGUE = gettext.translation(DOMAIN, LOCALES, ["ar"])
CHAT = ChatKey("test", 1, private=True)
# The directions that a client may give a line: its own choice by the letters, or its window's.
BASES = (None, "R", "L")
DIRECTING = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")
EMOJI_STYLE = "\ufe0f"
ONLY_IN_RUNS = re.compile("[0-9A-Za-z∞#/=]")
HOUSE = {
    "house-redeals": replace(VARIANTS["classic"], redeals=2),
    "house-all": replace(VARIANTS["three-piles"], redeals=None, clear_all=True, covering_pair=True),
    "house-less": replace(VARIANTS["open-stock"], redeals=0, waste_pair=True),
}
RULES = {**VARIANTS, **HOUSE}
SUITS = ["c♣️", "s♠️", "h♥️", "d♦️"]

with (LOCALES / "ar" / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as _file:
    _NAMES = [message.id for message in read_po(_file) if message.id]
PLURALS = [name[0] for name in _NAMES if not isinstance(name, str)]
KEYS = [name for name in _NAMES if isinstance(name, str)] + PLURALS

SAMPLES: dict[str, list[Value]] = {
    "about": [line(spec.about) for spec in COMMANDS.values()],
    "best": [26, 5],
    "card": ["7♠️", "10♥️", "K♣️"],
    "cards": ["7♠️ + 6♥️", "K♦️", "7♠️ 9♥️ 10♦️", "🗑️ 9♥️, 9♣️", "🗑️ 9♥️ + 4♠️, 📦 10♣️ + 3♦️"],
    "combo": [3, 12],
    "command": ["/undo", "/hint"],
    "count": [0, 1, 2, 3, 11, 24, 100],
    "first": ["9", "K", "10"],
    "full": [28, 21],
    "game": ["الجيزة", "ثلاث أكوام"],
    "highest": [2147483647],
    "limit": [2000],
    "languages": ["English, العربية, Italiano, हिन्दी"],
    "move": ["🗑️ 7♠️ + 6♥️", "📦 9♥️ + 🗑️ 4♣️", "🎴 24", "🔁 2", "🔁 ∞", "📥 9♥️", "🎴 5♣️ + 8♦️"],
    "number": [48151, 7],
    "partner": ["6", "J"],
    "rank": ["10", "Q"],
    "redeals": ["🔁 2", "🔁 ∞"],
    "score": [12, 0],
    "second": ["5", "2", "A"],
    "step": [1, 12, 34],
    "steps": [34, 12],
    "stock": [24, 0],
    "target": [13, 12],
    "time": ["3:05", "1:02:03"],
    "total": [14, 15, 11],
    "why": [
        line("refused.wrong-sum", first="9", second="5", total=14, target=13),
        line("notice.no-pair", cards="7♠️ + 6♥️"),
    ],
}
OWN_SAMPLES: dict[tuple[str, str], list[Value]] = {
    ("refused.did-you-mean", "game"): ["three-piles", "giza"],
}
RUNS = {
    "about.six-rows": ["21"],
    "about.spanish": ["48", "12"],
    "answer.elsewhere": ["/new"],
    "board.title": ["#{number}"],
    "command.play": ["9 4", "k", "9s 4d", "draw"],
    "command.winnable": ["easy", "medium", "hard"],
    "option.cards": ["9 4", "k", "9s 4d", "draw"],
    "profile.description": ["13"],
    "refused.bad-deal-number": ["1", "{highest}", "/new 48151"],
    "refused.broken-button": ["/board"],
    "refused.did-you-mean": ["/new {game}"],
    "refused.no-game": ["/new"],
    "refused.old-board": ["/board"],
    "refused.play-what": ["/play 9 4", "/play k", "/play 9s 4d", "/play draw"],
    "refused.unknown-command": ["/help"],
    "refused.unknown-game": ["/games", "/new 48151"],
    "refused.unknown-grade": ["easy", "medium", "hard", "/winnable easy", "/winnable off"],
    "refused.unknown-language": ["English", "Italiano", "हिन्दी"],
    "refused.which-card": ["{cards}", *SUITS, "/play 9h"],
    "refused.which-pair": ["{cards}", *SUITS, "/play 9s 4d"],
    "refused.wrong-sum": ["{first} + {second} = {total}", "{target}"],
    "rule.giza": ["24"],
    "rule.king-at-apex": ["K♠️"],
    "rule.pyramid6": ["21"],
    "rule.short-deck": ["48", "J=10", "Q=11", "K=12", "12", "6"],
    "rules.classic": ["28", "24", "13", "K=13", "A=1", "J=11", "Q=12"],
    "rules.this-game": [],
    "solution.lost": ["{best}/{full}", "{score}/{full}"],
    "solution.lost-at-least": ["{best}/{full}", "{score}/{full}"],
    "solution.unknown": ["{best}/{full}", "{score}/{full}"],
    "solution.won": ["{count}", "{score}/{full}"],
    "status.score": ["{score}/{full}"],
    "terminal.welcome": ["TELEGRAM_BOT_TOKEN", "DISCORD_BOT_TOKEN", "9 4", "k", "/quit"],
    "text.house": [],
    "text.start": ["13", "A=1", "J=11", "Q=12", "K=13", "/new", "/rules", "/help"],
}
"""The runs of a text from right to left; of one that is not here, its values as they come."""


def template(text: Line) -> str:
    """The message of a line with its placeholders, in the plural form of its count."""
    count = text.values.get("count")
    if isinstance(count, int) and text.key in PLURALS:
        return CATALOGUE.ngettext(text.key, text.key, count)
    return CATALOGUE.gettext(text.key)


def runs(text: Line) -> Iterator[str]:
    """What keeps its own order in a line's text, in the order of reading."""
    shown = [name for _, name, _, _ in Formatter().parse(template(text)) if name]
    for pattern in RUNS.get(text.key, [f"{{{name}}}" for name in shown]):
        if pattern == "{count}" and "count" not in shown:
            # This plural form says its count in words: "two moves".
            continue
        value = text.values.get(pattern.strip("{}"))
        if isinstance(value, Line):
            yield from runs(value)
        else:
            yield pattern.format_map(text.values)


def samples(key: str) -> list[Line]:
    """The message of a key with values of every kind that it may get."""
    names = {name for _, name, _, _ in Formatter().parse(template(line(key, count=100))) if name}
    kinds = {name: OWN_SAMPLES.get((key, name), SAMPLES[name]) for name in names}
    most = max(map(len, kinds.values()), default=1)
    return [
        line(key, **{name: kind[turn % len(kind)] for name, kind in kinds.items()})
        for turn in range(most)
    ]


def seen(text: str) -> str:
    """A text without the characters that only steer its direction or its look."""
    return DIRECTING.sub("", text).replace(EMOJI_STYLE, "").replace("\u00a0", " ")


def visual(text: str, base: str | None = "R") -> str:
    """A line's characters from the left edge to the right one.

    The algorithm's library turns the brackets of right-to-left text round, but mirrors none.
    """
    return seen(get_display(text, base_dir=base))


def check(text: str, expected: Iterable[str]) -> None:
    """See that each line of a text goes from right to left around the expected runs, and that a
    client that looks at its letters finds that out by itself."""
    waiting = deque(map(seen, expected))
    for written in text.split("\n"):
        rest, parts = seen(written), []
        while waiting and waiting[0] in rest:
            before, run, rest = rest.partition(waiting.popleft())
            parts += [before[::-1], run]
        parts.append(rest[::-1])
        assert not any(map(ONLY_IN_RUNS.search, parts[::2])), (written, parts)
        assert visual(written) == "".join(reversed(parts)), written
        # This sign alone counts as a letter, and stands in front of labels that must stay bare.
        if re.search("[\u0621-\u064a]", written) and not written.startswith("🆕"):
            assert visual(written, None) == visual(written), written
    assert not waiting


def status_runs(game: Game) -> list[str]:
    """The runs of the status line, by the game itself."""
    found = [f"{game.score}/{game.full_score}", str(game.combo)]
    if game.rules.clear_all and game.cards_left > 2:
        found.append(str(game.cards_left))
    if game.dealt_stock:
        tops = [face(pile[-1]) if pile else "-" for pile in game.waste]
        found += [str(game.stock_count), " ".join(tops)]
        if game.rules.redeals != 0:
            found.append(redeal_label(game))
    if game.rules.cells:
        found.append(" ".join("-" if card is None else face(card) for card in game.cells))
    return found


def house_runs(rules: Rules) -> list[str]:
    """The runs in a game's name: redeals that are not its preset's."""
    preset = preset_of(rules)
    if preset is None or rules.redeals == VARIANTS[preset].redeals:
        return []
    return [f"🔁{'∞' if rules.redeals is None else rules.redeals}"]


def result_runs(game: Game) -> list[str]:
    """The runs of the last line of a finished game, which takes no time here."""
    found = [f"{game.score}/{game.full_score}"]
    for count in ([game.cards_left] if game.rules.clear_all else []) + [game.moves_played]:
        found += [str(count)] if count > 2 else []
    return [*found, str(game.longest_combo), "0:00"]


def stock_runs(rules: Rules) -> list[str]:
    """The runs of the answer about the stock: how often it is dealt again, from three times on."""
    return [str(rules.redeals)] if rules.redeals is not None and rules.redeals > 2 else []


def pictured(talk: "Talk", skin: str) -> list[str]:
    """The lines of the board's picture in a skin."""
    talk.session.skin = skin
    board = live_board(talk.session, talk.game, ARABIC)
    return board.picture.split("\n")


def check_board(talk: "Talk") -> None:
    """See that the lines around a board's picture go from right to left."""
    board, game = talk.board, talk.game
    assert board is not None
    check(board.above, [*house_runs(game.rules), f"#{game.number}"])
    status, last = board.below.split("\n")
    check(status, status_runs(game))
    if game.status is not Status.PLAYING:
        check(last, result_runs(game))
    else:
        prompt = line("board.prompt", target=game.rules.target)
        check(last, runs(talk.session.notice or prompt))


class Talk:
    """A private chat with a bot whose deals are always the same."""

    def __init__(self, language: str, rules: Rules, number: int) -> None:
        self.player = Player(7, language)
        self.bot = PyramidBot(clock=lambda: 0.0, fresh_number=lambda: number)
        turns.begin(self.session, Game.deal(rules, number), 0.0)
        self.board = self.command("board").board

    @property
    def session(self) -> Session:
        return self.bot.sessions.current(CHAT)

    @property
    def game(self) -> Game:
        assert self.session.game is not None
        return self.session.game

    @property
    def buttons(self) -> list[Button]:
        assert self.board is not None
        return [button for row in self.board.rows for button in row]

    def command(self, name: str, args: str = "") -> Reply:
        return self.bot.handle(Command(CHAT, self.player, name, args))

    def press(self, button: Button) -> str | None:
        reply = self.bot.handle(Press(CHAT, self.player, button.payload, "m"))
        self.board = reply.board or self.board
        return reply.notice


def played(language: str, rules: Rules, seed: int, presses: int = 40) -> Iterator[Talk]:
    """A chat after each of some presses on its board, the same ones in every language."""
    dice = random.Random(seed)
    talk = Talk(language, rules, 1000 + seed)
    for _ in range(presses):
        yield talk
        # Not the settings, and no other deal.
        kept = [button for button in talk.buttons if button.label[0] not in "⚙🆕🔄"]
        talk.press(dice.choice(kept))


@pytest.mark.parametrize("key", KEYS)
def test_every_text_reads_from_right_to_left_around_its_cards_and_numbers(key: str) -> None:
    for sample in samples(key):
        check(ARABIC.read(sample), runs(sample))


@pytest.mark.parametrize("name", RULES)
def test_every_board_in_play_reads_from_right_to_left(name: str) -> None:
    for talk in played("ar", RULES[name], seed=3):
        check_board(talk)


@pytest.mark.parametrize("name", RULES)
def test_every_finished_board_reads_from_right_to_left(name: str) -> None:
    talk = Talk("ar", RULES[name], 11)
    while talk.game.status is Status.PLAYING:
        move = talk.game.hint()
        assert move is not None
        turns.play(talk.session, move, 0.0)
    talk.board = talk.command("board").board
    check_board(talk)


@pytest.mark.parametrize("name", RULES)
def test_buttons_are_the_same_ones_in_the_same_order_as_in_english(name: str) -> None:
    rules = RULES[name]
    for arabic, english in zip(played("ar", rules, 5), played("en", rules, 5), strict=True):
        assert [button.payload for button in arabic.buttons] == [
            button.payload for button in english.buttons
        ]
        for ours, theirs in zip(arabic.buttons, english.buttons, strict=True):
            assert DIRECTING.search(ours.label) is None
            if re.search("[A-Za-z]{2}", theirs.label) is None:
                assert ours.label == theirs.label


@pytest.mark.parametrize("panel", ["start", "games", "house", "settings", "language"])
def test_labels_of_panels_have_no_directing_characters(panel: str) -> None:
    talk = Talk("ar", VARIANTS["par"], 2)
    talk.board = talk.command(panel).board
    for button in talk.buttons:
        assert DIRECTING.search(button.label) is None


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize("name", VARIANTS)
def test_pictures_read_from_left_to_right(name: str, skin: str, base: str | None) -> None:
    for talk in played("ar", VARIANTS[name], seed=9):
        shown = pictured(talk, skin)
        drawn = [seen(drawing).rstrip() for drawing in SKINS[skin].draw(talk.game)]
        assert [visual(written, base).strip() for written in shown] == [
            drawing.strip() for drawing in drawn
        ]


@pytest.mark.parametrize("name", VARIANTS)
def test_a_picture_keeps_its_shape_where_lines_begin_at_the_right(name: str) -> None:
    for talk in played("ar", VARIANTS[name], seed=9, presses=12):
        drawn = SKINS["text"].draw(talk.game)
        widest = max(map(len, drawn))
        shown = [visual(written).rjust(widest) for written in pictured(talk, "text")]
        assert shown == [drawing.ljust(widest) for drawing in drawn]


@pytest.mark.parametrize("name", RULES)
def test_the_rulebook_reads_from_right_to_left(name: str) -> None:
    rules = RULES[name]
    expected = [*runs(line("rules.classic")), *house_runs(rules)]
    for added in rule_lines(rules):
        expected += runs(added)
    game = Game.deal(rules, 2)
    expected += [str(rules.target), *stock_runs(rules), str(game.full_score), "/new"]
    check(rulebook(rules, ARABIC), expected)


def test_the_help_reads_from_right_to_left() -> None:
    reply = Talk("ar", VARIANTS["classic"], 2).command("help")
    expected: list[str] = []
    for spec in COMMANDS.values():
        expected += [f"/{spec.name}", *runs(line(spec.about))]
    assert reply.notice is not None
    check(reply.notice, expected)


def test_the_list_of_games_reads_from_right_to_left() -> None:
    board = Talk("ar", VARIANTS["classic"], 2).command("games").board
    assert board is not None
    expected: list[str] = []
    for preset in PRESETS.values():
        expected += runs(line(f"about.{preset}"))
    check(board.above, expected)


@pytest.mark.parametrize("name", RULES)
def test_the_panel_of_house_rules_reads_from_right_to_left(name: str) -> None:
    board = Talk("ar", RULES[name], 2).command("house").board
    assert board is not None
    check(board.above, house_runs(RULES[name]))


def test_other_languages_get_no_directing_characters() -> None:
    for talk in played("en", VARIANTS["cell"], seed=3):
        assert talk.board is not None
        assert DIRECTING.search(talk.board.text) is None
