"""Forged and broken input: any press and any command gets a clear answer, at a bounded price."""

import base64
import gc
import logging
import sys
from collections.abc import Callable
from datetime import timedelta
from functools import cache, partial
from random import Random
from types import FrameType

import pytest

from bot.chat import ChatKey, Command, Player, Press, Reply
from bot.commands import COMMANDS
from bot.payloads import (
    MAX_CARRIED_MOVES,
    Action,
    InvalidPayload,
    carried,
    parse,
    reference,
    restore,
)
from bot.pyramid_bot import PyramidBot
from bot.sessions import Sessions
from engine import MAX_DEAL, VARIANTS, Game, InvalidToken, Rules
from engine.codes import DRAW, REDEAL
from engine.position import Position
from tests.bot.helpers import PLAYER, Talk, refused, says, short, state, told
from tests.bot.test_catalogues import catalogue, keys
from tests.bot.test_invariants import WHATS, check_reply

PRESSES = 5000
CHATS, KEPT = 60, 20
COSTLY = (
    "AUSBdXMbhez_n0sVPhY-vwbw6ZwO",
    "UUcUILuWPX-6-_______e5n___cyn4QpV_f___8hN6ifAQ",
    "AedzdDnAOP________s_-X-xKOtQE6k8L9PVbQGXA_yorhpf",
)
"""Tokens of hundreds of moves, nearly all of them forced, after which the end is looked for."""

LONGEST_ROUND = 1260
"""Draws and redeals until 31 cards on three wastes, the most that there can be, lie as before."""

ARGUMENTS = [
    *("9" * 4096, "-1", "0", "1e9", str(MAX_DEAL + 1), "\u0669" * 11, "²", "½", "0x10", "1_0"),
    *("\u202e9 4\u202c", "\u2067k\u2069", "<b>9</b> & 4", "*_`[9](4)", "9\x004", "\x00", "\ud800"),
    *("{0}", "{count}", "%s%n", "../../etc", "\n" * 4096, "_" * 4096, "a " * 2048, "#" * 4096),
    *("ﷺ" * 4096, "ß" * 4096, "e" + "\u0301" * 4095, "\U0001f469\u200d" * 2000, "x 1 " * 50_000),
]


@cache
def real_payloads() -> list[str]:
    """What buttons of every preset carry."""
    chance = Random(13)
    made = []
    for name in VARIANTS:
        game = Game.deal(name, chance.randint(1, MAX_DEAL))
        while (legal := game.legal_moves()) and game.moves_played < 25:
            action = chance.choice(list(Action))
            made.append(carried(action, reference(game), chance.choice(WHATS.get(action, [""]))))
            game.play(chance.choice(legal))
    return made


def any_token(chance: Random) -> str:
    """A token with a true head, and any rules and moves."""
    count = chance.choice((0, 1, 5, 40, MAX_CARRIED_MOVES, 1023))
    moves = chance.getrandbits(chance.choice((1, 4, 12, 60, 299)))
    value = ((moves << 10 | count) << 31 | chance.getrandbits(31)) << 16 | chance.randrange(1 << 14)
    value = value << 4 | 1
    data = value.to_bytes((value.bit_length() + 7) // 8, "little")
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


def random_bytes(chance: Random) -> str:
    return chance.randbytes(chance.randrange(80)).decode("latin-1")


def random_letters(chance: Random) -> str:
    return "".join(chr(chance.randrange(32, 127)) for _ in range(chance.randrange(70)))


def truncated(chance: Random) -> str:
    payload = chance.choice(real_payloads())
    return payload[: chance.randrange(len(payload))]


def mutated(chance: Random) -> str:
    payload = chance.choice(real_payloads())
    place = chance.randrange(len(payload))
    return payload[:place] + chr(chance.randrange(256)) + payload[place + 1 :]


def spliced(chance: Random) -> str:
    one, other = chance.sample(real_payloads(), 2)
    place = chance.randrange(len(one))
    return one[:place] + other[place:]


def forged(chance: Random) -> str:
    return chance.choice(list(Action)).value + any_token(chance)


def offered(chance: Random) -> str:
    return chance.choice(real_payloads())


KINDS = [random_bytes, random_letters, truncated, mutated, spliced, forged, offered]


def press_many(bot: PyramidBot, kind: Callable[[Random], str], count: int) -> None:
    """So many presses of a kind in many chats, every answer looked at once."""
    chance, seen = Random(7), set[Reply]()
    for _ in range(count):
        number = chance.randrange(CHATS)
        player = Player(number, chance.choice((None, "en", "x" * 300, "\x00")))
        chat = ChatKey("test", number, private=bool(number % 2))
        reply = bot.handle(Press(chat, player, kind(chance), str(chance.randrange(3))))
        if reply not in seen:
            seen.add(reply)
            check_reply(reply)


def new_bot() -> PyramidBot:
    """A bot that keeps fewer sessions than there are chats, so that some always have no game."""
    return PyramidBot(Sessions(KEPT))


@pytest.mark.parametrize("kind", KINDS)
def test_a_press_of_any_data_is_answered_without_a_word_in_the_log(
    kind: Callable[[Random], str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    bot = new_bot()
    # Every board that is answered is looked at, which takes its time.
    press_many(bot, kind, PRESSES if kind is not offered else PRESSES // 5)
    assert len(bot.sessions) <= KEPT
    assert not caplog.records


@pytest.mark.parametrize("kind", [mutated, forged])
def test_presses_of_any_data_leave_nothing_in_memory(kind: Callable[[Random], str]) -> None:
    bot = new_bot()
    held = []
    for _ in range(3):
        press_many(bot, kind, 1500)
        gc.collect()
        held.append(sys.getallocatedblocks())
    # What a session holds varies a little with its game; 1500 presses that leave one block do not.
    assert held[2] - held[1] < 1000


@pytest.mark.parametrize("playing", [True, False])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_with_hostile_arguments_plays_by_the_rules_or_is_refused(
    name: str, playing: bool, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    for args in ARGUMENTS:
        talk = Talk()
        if playing:
            talk.begin("tut", 2)
        before = state(talk.session)
        reply = talk.command(name, args)
        check_reply(reply)
        assert len(reply.notice or "") <= 2000
        if is_refusal(reply):
            assert state(talk.session) == before
    assert not caplog.records


def is_refusal(reply: Reply) -> bool:
    refusals = [key for key in keys(catalogue("en")) if key.startswith("refused.")]
    return reply.board is None and any(says(reply.notice, key) for key in refusals)


@pytest.mark.parametrize(
    "name", [*ARGUMENTS, "/new", "new\x00", "\u202enew", "new@other"], ids=short
)
def test_a_command_with_a_hostile_name_is_unknown(name: str) -> None:
    talk = Talk()
    talk.begin("classic", 2)
    refused(talk, lambda: talk.command(name), "refused.unknown-command")


def searches_for_moves(work: Callable[[], object]) -> int:
    """How often work looks for the cards that can be removed, which is what costs most."""
    found = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal found
        found += event == "call" and frame.f_code is Position.removals.__code__

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return found


def read(payload: str) -> None:
    """Take button data apart and bring its game back, as far as that goes."""
    try:
        _ = restore(parse(payload).ref).status
    except (InvalidPayload, InvalidToken):
        return


@pytest.mark.parametrize("token", COSTLY)
def test_the_work_for_a_button_is_bounded_by_the_moves_that_it_carries(token: str) -> None:
    work = searches_for_moves(lambda: read(carried(Action.DRAW, token)))
    assert work <= 2 * MAX_CARRIED_MOVES + LONGEST_ROUND
    moves = Game.from_token(token).moves_played
    assert (work > 0) == (moves <= MAX_CARRIED_MOVES)


@pytest.mark.parametrize("kind", KINDS)
def test_no_data_asks_for_more_work_than_a_button_may(kind: Callable[[Random], str]) -> None:
    chance = Random(11)
    for _ in range(500):
        work = searches_for_moves(partial(read, kind(chance)))
        assert work <= 2 * MAX_CARRIED_MOVES + LONGEST_ROUND


def test_a_game_with_more_moves_than_a_button_may_carry_is_a_broken_button() -> None:
    talk = Talk()
    long = next(token for token in COSTLY if Game.from_token(token).moves_played > 900)
    reply = talk.send(carried(Action.UNDO, long), "m1")
    assert says(reply.notice, "refused.broken-button")
    assert talk.session.game is None


def test_a_round_of_three_wastes_is_never_longer_than_the_bound() -> None:
    rules = Rules(layout="pyramid6", draw=3, wastes=3, redeals=None)
    longest = 0
    for size in range(1, len(Position(rules, bytes(52)).stock) + 1):
        position = Position(rules, bytes(52))
        position.stock = first = bytes(range(size))
        turns = 0
        while turns == 0 or position.stock != first:
            position.play(DRAW if position.stock else REDEAL)
            turns += 1
        longest = max(longest, turns)
    assert longest == LONGEST_ROUND


def played_out(talk: Talk) -> None:
    """A few moves of every kind that the deal 2 of Tut has at once."""
    talk.begin("tut", 2)
    for place in (-1, -1, 0, -1, 0, 0):
        legal = talk.game.legal_moves()
        talk.game.play(legal[place])
    talk.command("board")


@pytest.mark.parametrize("crowded", [True, False], ids=["by count", "by idle time"])
def test_an_expired_session_comes_back_by_its_button_with_its_undo_history(crowded: bool) -> None:
    now = 0.0
    talk = Talk()
    talk.bot = PyramidBot(Sessions(2, timedelta(hours=1), lambda: now))
    played_out(talk)
    before = told(talk.game)
    if crowded:
        for number in (2, 3):
            talk.bot.handle(Command(ChatKey("test", number), PLAYER, "new"))
    else:
        now = 3600.0
    assert talk.session.game is None
    talk.tap("button.hint")
    assert told(talk.game) == before
    while talk.game.moves_played:
        talk.tap("button.undo")
    assert told(talk.game) == told(Game.deal("tut", 2))
