"""Commands: what can be typed, what it does, and the sentence for everything else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands import COMMANDS
from engine import MAX_DEAL, Game
from tests.bot.helpers import WORDS, Talk, new_talk, refused, says, short, state, told

WITHOUT_ARGUMENT = [
    *("games", "hint", "undo", "restart", "board", "rules", "house", "solve", "settings", "help"),
]
NO_NUMBER = [
    "0",
    "-1",
    "1.5",
    "2147483648",
    "9" * 100_000,
    "\x00",
    "1\x00",
    "\u202e12345",
    "#",
    "##5",
    "# 5",
    "½",
    "1 2",
    "²",
    "\ud800",
    "giza 0",
    "1 tut 2",
]
NO_GAME = ["1e9", "<b>1</b>", "*_`[x](y)", "twelve", "a" * 100_000, "klondike", "x 5"]


def test_the_commands_that_players_know() -> None:
    assert list(COMMANDS) == [
        *("start", "new", "games", "hint", "undo", "restart", "board"),
        *("play", "rules", "house", "winnable", "solve", "settings", "language", "help"),
    ]
    assert all(spec.name == name for name, spec in COMMANDS.items())


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_answered_by_a_new_message(name: str) -> None:
    talk = new_talk()
    talk.play("draw")
    reply = talk.command(name, "ks" if name == "play" else "")
    assert reply.post
    assert not reply.retire
    assert reply.board is not None or reply.notice


@pytest.mark.parametrize("name", ["hint", "undo", "restart", "board", "play", "solve"])
def test_what_needs_a_game_says_so_where_there_is_none(name: str) -> None:
    talk = Talk()
    refused(talk, lambda: talk.command(name, "ks" if name == "play" else ""), "refused.no-game")


@pytest.mark.parametrize("name", WITHOUT_ARGUMENT)
@pytest.mark.parametrize("args", ["7", "please", "\x00", "x" * 100_000], ids=short)
def test_an_argument_that_nobody_asked_for_gets_a_sentence(name: str, args: str) -> None:
    talk = new_talk()
    refused(talk, lambda: talk.command(name, args), "refused.takes-no-argument")
    assert talk.notice == WORDS.say("refused.takes-no-argument", command=f"/{name}")


@pytest.mark.parametrize(
    "name", ["", "deal", "neww", "new game", "\x00", "\u202enew", "<b>"], ids=short
)
def test_an_unknown_command_gets_a_sentence(name: str) -> None:
    talk = new_talk()
    refused(talk, lambda: talk.command(name), "refused.unknown-command")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_read_in_any_case(name: str) -> None:
    args = {"play": "ks", "start": "48151", "new": "48151"}.get(name, "")
    one, other = new_talk(), new_talk()
    for talk in (one, other):
        talk.play("draw")
    assert one.command(name.upper(), args) == other.command(name, args)


def test_blanks_around_an_argument_do_not_matter() -> None:
    talk = Talk()
    talk.command("new", "  48151 \n")
    assert talk.game.number == 48151


def test_new_deals_a_fresh_number() -> None:
    talk = Talk(31)
    talk.command("new")
    assert told(talk.game) == told(Game.deal("classic", 31))
    assert "#31" in talk.board.above


@pytest.mark.parametrize("typed", ["48151", "#48151", "048151"])
def test_new_with_a_number_deals_that_very_deal(typed: str) -> None:
    talk = Talk()
    talk.command("new", typed)
    assert talk.game.number == 48151


@pytest.mark.parametrize("number", [1, MAX_DEAL])
def test_the_first_and_the_last_deal_are_dealt(number: int) -> None:
    talk = Talk()
    talk.command("new", str(number))
    assert talk.game.number == number


def test_a_number_in_the_digits_of_another_script_is_a_number() -> None:
    talk = Talk()
    talk.command("new", "٤٨١٥١")
    assert talk.game.number == 48151


@pytest.mark.parametrize("args", NO_NUMBER, ids=short)
@pytest.mark.parametrize("name", ["new", "start"])
def test_what_is_no_deal_number_gets_a_sentence(name: str, args: str) -> None:
    talk = new_talk()
    refused(talk, lambda: talk.command(name, args), "refused.bad-deal-number")
    assert talk.notice == WORDS.say("refused.bad-deal-number", highest=MAX_DEAL)


@pytest.mark.parametrize("args", NO_GAME, ids=short)
@pytest.mark.parametrize("name", ["new", "start"])
def test_what_is_no_game_gets_a_sentence(name: str, args: str) -> None:
    talk = new_talk()
    refused(talk, lambda: talk.command(name, args), "refused.unknown-game")


@given(st.text(), st.sampled_from(["new", "start"]))
def test_any_argument_of_new_is_a_deal_or_gets_a_sentence(args: str, name: str) -> None:
    talk = new_talk()
    talk.command("new", "2")
    before = state(talk.session)
    reply = talk.command(name, args)
    if reply.board is None:
        keys = ("refused.bad-deal-number", "refused.unknown-game", "refused.did-you-mean")
        assert any(says(reply.notice, key) for key in keys)
        assert state(talk.session) == before
    else:
        assert reply.notice is None


def test_a_typed_new_does_not_ask() -> None:
    talk = Talk(31)
    talk.command("new", "2")
    talk.play("draw")
    talk.command("new")
    assert (talk.game.number, talk.game.moves_played) == (31, 0)


def test_start_welcomes_and_leaves_the_game_alone() -> None:
    talk = new_talk()
    before = state(talk.session)
    talk.command("start")
    assert talk.board.above == WORDS.say("text.start")
    assert state(talk.session) == before


def test_start_with_a_number_deals_it() -> None:
    talk = Talk()
    talk.command("start", "48151")
    assert talk.game.number == 48151


def test_board_shows_the_board_again_at_the_end_of_the_chat() -> None:
    talk = new_talk()
    talk.play("draw")
    before, board = state(talk.session), talk.board
    talk.command("board")
    assert talk.board == board
    assert state(talk.session) == before


@pytest.mark.parametrize("button", ["hint", "undo", "restart"])
def test_a_command_does_what_its_button_does(button: str) -> None:
    typed, pressed = new_talk(), new_talk()
    for talk in (typed, pressed):
        talk.play("draw", "9d 4s")
    typed.command(button)
    pressed.tap(f"button.{button}")
    assert typed.board == pressed.board
    assert state(typed.session) == state(pressed.session)


def test_settings_are_a_panel_with_or_without_a_game() -> None:
    talk = Talk()
    talk.command("settings")
    assert WORDS.say("settings.text") in talk.board.text
    talk.command("new")
    talk.command("settings")
    assert WORDS.say("settings.text") in talk.board.text


def test_help_lists_every_command_with_its_use() -> None:
    talk = Talk()
    talk.command("help")
    assert talk.notice is not None
    assert talk.notice.split("\n") == [
        WORDS.say("text.help"),
        *(f"/{spec.name} - {WORDS.say(spec.about)}" for spec in COMMANDS.values()),
    ]


@pytest.mark.parametrize(
    "name", ["start", "games", "rules", "house", "settings", "language", "help"]
)
def test_a_posted_text_is_no_longer_than_a_message_may_be(name: str) -> None:
    reply = Talk().command(name)
    text = reply.notice if reply.board is None else reply.board.text
    assert text is not None
    assert 0 < len(text) <= 2000


def test_descriptions_are_no_longer_than_a_menu_may_show() -> None:
    for spec in COMMANDS.values():
        abouts = [spec.about, *(option.about for option in spec.options)]
        assert all(1 <= len(WORDS.say(about)) <= 100 for about in abouts)


def test_a_deal_is_asked_for_as_a_whole_number_in_bounds() -> None:
    (deal,) = (option for option in COMMANDS["new"].options if option.name == "deal")
    assert (deal.low, deal.high, deal.required) == (1, MAX_DEAL, False)
