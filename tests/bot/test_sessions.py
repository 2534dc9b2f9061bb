"""Sessions: a chat finds its own again, within bounds of count and idle time."""

from datetime import timedelta

from bot.chat import ChatKey
from bot.sessions import Sessions
from engine import Game
from tests.bot.helpers import Talk

ONE, TWO, THREE = (ChatKey("test", number) for number in (1, 2, 3))


class Timer:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def test_a_chat_finds_its_session_again() -> None:
    sessions = Sessions()
    async with sessions.open(ONE) as session:
        session.skin = "emoji"
    async with sessions.open(ONE) as again:
        assert again is session
    assert sessions.current(ONE) is session


def test_chats_threads_and_platforms_have_sessions_of_their_own() -> None:
    sessions = Sessions()
    keys = [ONE, TWO, ChatKey("test", 1, 5), ChatKey("test", 1, 6), ChatKey("other", 1)]
    assert len({id(sessions.current(key)) for key in keys}) == len(keys)


def test_chats_play_games_of_their_own() -> None:
    talk = Talk()
    talk.command("new", "2")
    talk.chat = TWO
    talk.command("new", "3")
    talk.chat = ONE
    assert talk.game.number == 2


def test_a_session_that_could_not_be_kept_loses_the_least_recently_used_one() -> None:
    sessions = Sessions(max_count=2)
    kept = sessions.current(ONE)
    sessions.current(TWO).skin = "emoji"
    sessions.current(ONE)
    sessions.current(THREE)
    assert sessions.current(ONE) is kept
    assert len(sessions) == 2
    assert sessions.current(TWO).skin == "text"


def test_there_are_never_more_sessions_than_allowed() -> None:
    sessions = Sessions(max_count=5)
    for number in range(100):
        sessions.current(ChatKey("test", number))
        assert len(sessions) <= 5


def test_an_idle_session_goes() -> None:
    timer = Timer()
    sessions = Sessions(idle=timedelta(hours=1), timer=timer)
    sessions.current(ONE).skin = "emoji"
    timer.now = 3601
    assert len(sessions) == 0
    assert sessions.current(ONE).skin == "text"


def test_each_use_starts_the_idle_time_again() -> None:
    timer = Timer()
    sessions = Sessions(idle=timedelta(hours=1), timer=timer)
    session = sessions.current(ONE)
    for _ in range(5):
        timer.now += 3000
        assert sessions.current(ONE) is session


def test_a_chat_that_gets_another_id_keeps_its_sessions() -> None:
    sessions = Sessions()
    topic = ChatKey("test", 1, 9)
    general, threaded = sessions.current(ONE), sessions.current(topic)
    sessions.move("test", 1, 2)
    assert sessions.current(TWO) is general
    assert sessions.current(ChatKey("test", 2, 9)) is threaded
    assert sessions.current(ONE) is not general


def test_moving_twice_is_harmless() -> None:
    sessions = Sessions()
    session = sessions.current(ONE)
    sessions.move("test", 1, 2)
    sessions.move("test", 1, 2)
    assert sessions.current(TWO) is session
    assert len(sessions) == 1


def test_moving_leaves_other_platforms_and_chats_alone() -> None:
    sessions = Sessions()
    other, third = sessions.current(ChatKey("other", 1)), sessions.current(THREE)
    sessions.move("test", 1, 2)
    assert sessions.current(ChatKey("other", 1)) is other
    assert sessions.current(THREE) is third
    assert len(sessions) == 2


def test_a_game_that_the_new_id_plays_already_stays() -> None:
    sessions = Sessions()
    sessions.current(ONE).game = Game.deal("classic", 2)
    playing = sessions.current(TWO)
    playing.game = Game.deal("classic", 3)
    sessions.move("test", 1, 2)
    assert sessions.current(TWO) is playing


def test_a_new_id_without_a_game_gets_the_old_ones() -> None:
    sessions = Sessions()
    session = sessions.current(ONE)
    session.game = Game.deal("classic", 2)
    sessions.current(TWO)
    sessions.move("test", 1, 2)
    assert sessions.current(TWO).game is session.game


def test_a_moved_game_goes_on_where_it_was() -> None:
    talk = Talk()
    talk.command("new", "2")
    talk.press("K♠️")
    talk.bot.sessions.move("test", 1, -1001)
    talk.chat = ChatKey("test", -1001)
    talk.tap("button.undo")
    assert talk.game.number == 2
    assert talk.game.moves_played == 0
