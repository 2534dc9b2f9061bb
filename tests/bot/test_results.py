"""The board of a finished game: the result, and what can be pressed then."""

from bot.chat import Mark
from engine import Status
from tests.bot.helpers import CONTROLS, WINNING, WORDS, Talk, label_rows, new_talk, to_the_end


def won() -> Talk:
    """A chat that has just won a game."""
    talk = Talk()
    talk.command("new", "1000021")
    talk.clock += 3599
    talk.play(*WINNING)
    return talk


def test_a_won_game_tells_the_result() -> None:
    talk = won()
    result = talk.board.below.split("\n")[1].split(" · ")
    assert result == [
        WORDS.say("result.won"),
        "28/28",
        WORDS.say("result.moves", count=48),
        WORDS.say("result.combo", combo=talk.game.longest_combo),
        "59:59",
    ]
    assert talk.game.longest_combo == 5


def test_a_lost_game_tells_the_result() -> None:
    talk = new_talk()
    talk.clock += 3661
    to_the_end(talk)
    assert talk.game.status is Status.LOST
    below = talk.board.below
    assert WORDS.say("result.lost") in below
    assert f"{talk.game.score}/28" in below
    assert WORDS.say("result.moves", count=talk.game.moves_played) in below
    assert WORDS.say("result.combo", combo=talk.game.longest_combo) in below
    assert below.endswith("1:01:01")


def test_a_finished_board_offers_undo_restart_new_and_settings() -> None:
    assert label_rows(won().board) == [CONTROLS[1:]]


def test_undoing_the_end_brings_the_other_buttons_back() -> None:
    talk = won()
    talk.tap("button.undo")
    assert label_rows(talk.board)[-1] == CONTROLS
    assert WORDS.say("result.won") not in talk.board.text


def test_the_length_of_a_game_whose_beginning_nobody_saw_is_not_told() -> None:
    talk = new_talk()
    to_the_end(talk)
    talk.tap("button.undo")
    talk.restart_process()
    talk.tap("button.hint")
    talk.press(talk.marked(Mark.HINT)[0])
    if talk.game.status is Status.PLAYING:
        to_the_end(talk)
    assert talk.board.below.endswith(WORDS.say("result.combo", combo=talk.game.longest_combo))
