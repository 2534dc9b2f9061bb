"""PyramidBot: each event gets one answer, whatever it is and whatever happens meanwhile."""

import logging
from random import Random

import pytest

from bot.chat import ChatKey, Command, Event, Player, Press
from bot.labels import card_label, draw_label
from bot.payloads import Action, carried, reference
from bot.pyramid_bot import MAX_FRESH_NUMBER, PyramidBot
from bot.sessions import Sessions
from engine import Game
from tests.bot.helpers import CHAT, PLAYER, WORDS, new_talk, says, state, told


def broken() -> int:
    raise RuntimeError("no number today")


async def test_answer_is_handle_with_the_chats_session() -> None:
    bot = PyramidBot(fresh_number=lambda: 2)
    reply = await bot.answer(Command(CHAT, PLAYER, "new"))
    again = PyramidBot(fresh_number=lambda: 2).handle(Command(CHAT, PLAYER, "new"))
    assert reply == again


@pytest.mark.parametrize("event", ["command", "press"])
def test_an_error_inside_is_answered_and_changes_nothing(
    event: str, caplog: pytest.LogCaptureFixture
) -> None:
    bot = PyramidBot(fresh_number=broken)
    bot.handle(Command(CHAT, PLAYER, "new", "2"))
    before = state(bot.sessions.current(CHAT))
    ref = reference(Game.deal("classic", 2))
    asked: Event = Command(CHAT, PLAYER, "new")
    if event == "press":
        asked = Press(CHAT, PLAYER, carried(Action.NEW, ref), "m1")
    with caplog.at_level(logging.ERROR):
        reply = bot.handle(asked)
    assert says(reply.notice, "refused.failed")
    assert reply.board is None
    assert reply.post == (event == "command")
    assert state(bot.sessions.current(CHAT)) == before
    (record,) = caplog.records
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], RuntimeError)


def test_a_refused_command_is_answered_in_the_chat_and_a_refused_press_to_its_player() -> None:
    talk = new_talk()
    assert talk.command("nothing").post
    assert not talk.tap("button.undo").post


def test_fresh_deals_have_numbers_that_people_can_type() -> None:
    bot = PyramidBot()
    numbers = set()
    for _ in range(50):
        bot.handle(Command(CHAT, PLAYER, "new"))
        game = bot.sessions.current(CHAT).game
        assert game is not None
        assert game.number is not None
        assert 1 <= game.number <= MAX_FRESH_NUMBER
        numbers.add(game.number)
    assert MAX_FRESH_NUMBER == 999_999
    assert len(numbers) > 40


def test_events_of_one_chat_leave_another_one_alone() -> None:
    talk = new_talk()
    before = state(talk.session)
    here = talk.chat
    talk.chat = ChatKey("test", 2)
    talk.command("new", "3")
    talk.press(talk.labels()[0])
    talk.chat = here
    assert state(talk.session) == before


def test_all_players_of_a_chat_play_the_same_game() -> None:
    bot = PyramidBot()
    bot.handle(Command(CHAT, Player(1), "new", "2"))
    bot.handle(Command(CHAT, Player(2), "play", "9"))
    bot.handle(Command(CHAT, Player(3), "play", "4"))
    game = bot.sessions.current(CHAT).game
    assert game is not None
    assert game.score == 2


def test_a_thread_plays_a_game_of_its_own() -> None:
    bot = PyramidBot()
    bot.handle(Command(ChatKey("test", 1, 10), PLAYER, "new", "2"))
    reply = bot.handle(Command(ChatKey("test", 1, 11), PLAYER, "board"))
    assert says(reply.notice, "refused.no-game")


def test_a_session_that_went_costs_no_game() -> None:
    bot = PyramidBot(Sessions(max_count=1))
    reply = bot.handle(Command(CHAT, PLAYER, "new", "2"))
    assert reply.board is not None
    draw = next(
        button for row in reply.board.rows for button in row if button.label == "🎴 24"
    ).payload
    bot.handle(Command(ChatKey("test", 2), PLAYER, "help"))
    bot.handle(Press(CHAT, PLAYER, draw, "m1"))
    game = bot.sessions.current(CHAT).game
    assert game is not None
    assert (game.number, game.moves_played) == (2, 1)


def test_boards_speak_the_language_of_the_bot() -> None:
    assert PyramidBot(language="en").texts().say("button.new") == WORDS.say("button.new")


def test_pressing_the_buttons_plays_the_same_game_as_the_engine() -> None:
    random = Random(1)
    talk = new_talk()
    game = Game.deal("classic", 2)
    while legal := game.legal_moves():
        move = random.choice(legal)
        game.play(move)
        cards = getattr(move, "cards", ())
        labels = [card_label(talk.game, card) for card in cards] or [draw_label(talk.game)]
        for label in labels:
            talk.press(label)
        assert told(talk.game) == told(game)
