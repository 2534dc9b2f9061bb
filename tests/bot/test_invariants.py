"""What holds whatever a chat sends: any buttons, old, new or forged, and any commands."""

import re
from collections.abc import Iterable
from datetime import timedelta
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.chat import ChatKey, Command, Reply
from bot.commands import COMMANDS
from bot.i18n import LANGUAGES
from bot.payloads import HOUSE_RULES, REPLAY, Action, carried, reference
from bot.payloads import PRESETS as CODES
from bot.pyramid_bot import PyramidBot
from bot.sessions import Sessions
from engine import VARIANTS, Game, InvalidToken, Rules
from engine.cards import CARDS
from tests.bot.helpers import PLAYER, Talk, buttons, check_board, deal_of, says, state, told
from tests.bot.strategies import PRESETS, any_rules
from tests.bot.test_catalogues import catalogue, keys
from tests.bot.test_winnable import listed

LISTED = {number for name in VARIANTS for number in listed(name)}
KEYS = re.compile("|".join(map(re.escape, keys(catalogue("en")))))
HOSTILE = ["9" * 5000, "\u202e9 4\u202c", "<b>9</b> & 4", "*_`[9](4)", "9\x004", "\x00", "\ud800"]
WHATS = {
    Action.CARD: [str(card) for card in CARDS],
    Action.GAME: list(CODES),
    Action.HOUSE: list(HOUSE_RULES),
    Action.LANGUAGE: list(LANGUAGES),
    **{action: ["00", "07", "zz"] for action in REPLAY},
}
PLAYED = ["9 4", "8 5", "7 6", "10 3", "j 2", "q a", "k", "draw", "redeal", "store k", "9", "5s"]

Event = tuple[str, int, str]


def events() -> st.SearchStrategy[list[Event]]:
    """What a chat may send: a kind of event, a number to choose by, and a text."""
    number = st.integers(0, 10_000)
    args = st.one_of(
        st.just(""), st.text(max_size=30), st.sampled_from([*HOSTILE, "2", "0", "9" * 11])
    )
    return st.lists(
        st.one_of(
            st.tuples(st.just("press"), number, st.just("")),
            st.tuples(st.just("press now"), number, st.just("")),
            st.tuples(st.just("play"), number, st.sampled_from([*PLAYED, *HOSTILE])),
            st.tuples(
                st.sampled_from(["forge", "mutate", "elsewhere"]), number, st.text(max_size=9)
            ),
            st.tuples(st.sampled_from([*COMMANDS, "nothing", "\u202enew"]), number, args),
            st.tuples(st.just("restart process"), number, st.just("")),
        ),
        max_size=25,
    )


def forged(number: int) -> str:
    """A button of a game that nobody plays here, or of the chat's in other hands."""
    game = Game.deal(PRESETS[number % len(PRESETS)], 1 + number % 3)
    for _ in range(number % 5):
        if legal := game.legal_moves():
            game.play(legal[number % len(legal)])
    action = list(Action)[number % len(Action)]
    whats = WHATS.get(action, [""])
    return carried(action, reference(game), whats[number % len(whats)])


def mutated(payload: str, number: int, text: str) -> str:
    """A payload with a piece of it replaced by a text."""
    start = number % (len(payload) + 1)
    return payload[:start] + text + payload[start + number % 3 :]


def send(talk: Talk, event: Event) -> Reply | None:
    """Do what the event says; None where it sends nothing."""
    kind, number, text = event
    message, button = talk.sent[number % len(talk.sent)]
    match kind:
        case "press":
            return talk.send(button.payload, message)
        case "press now":
            shown = buttons(talk.board)
            return talk.send(shown[number % len(shown)].payload) if shown else None
        case "elsewhere":
            return talk.send(button.payload, talk.last)
        case "forge":
            return talk.send(forged(number), message)
        case "mutate":
            return talk.send(mutated(button.payload, number, text), message)
        case "restart process":
            talk.restart_process()
            return None
        case _:
            return talk.command(kind, text)


def texts_of(reply: Reply) -> Iterable[str]:
    if reply.notice is not None:
        yield reply.notice
    if reply.board is not None:
        yield reply.board.text
        yield from (button.label for button in buttons(reply.board))


def check_reply(reply: Reply) -> None:
    assert reply.board is not None or reply.notice
    assert not says(reply.notice, "refused.failed")
    assert not (reply.retire and (reply.board or reply.post))
    for text in texts_of(reply):
        assert text.strip()
        assert KEYS.search(text) is None
        assert "{" not in text
        assert "}" not in text
        assert "\x00" not in text
        assert "\u202e" not in text
    if reply.board is not None:
        check_board(reply.board)
    if not reply.post:
        # The longest answer to a press that Telegram shows.
        assert len(reply.notice or "") <= 200


def check_play(before: Game | None, after: Game | None, numbers: Iterable[int | None]) -> None:
    """The game went on by legal play, or is another one that was asked for."""
    if after is None:
        assert before is None
        return
    assert after.number is not None
    again = Game.deal(after.rules, after.number)
    for move in after.moves:
        again.play(move)
    assert told(again) == told(after)
    if before is None or (before.rules, before.number) != (after.rules, after.number):
        assert after.number in numbers
        return
    old, new = before.moves, after.moves
    assert new in (old, old[:-1], ()) or new[:-1] == old


def copied(game: Game | None) -> Game | None:
    if game is None or game.number is None:
        return None
    copy = Game.deal(game.rules, game.number)
    for move in game.moves:
        copy.play(move)
    return copy


def named_numbers(talk: Talk, event: Event) -> set[int | None]:
    """The deal numbers that an event could bring: its own, a button's, or a fresh one."""
    kind, number, text = event
    numbers: set[int | None] = {1, 2, 3, *range(5001, 5100)}
    if kind == "winnable" or talk.session.winnable is not None:
        numbers |= LISTED
    _, button = talk.sent[number % len(talk.sent)]
    payloads = [one.payload for one in chain([button], buttons(talk.board))]
    if kind == "mutate":
        payloads.append(mutated(button.payload, number, text))
    for payload in payloads:
        for start in (1, 3):
            try:
                numbers.add(deal_of(payload[start:])[1])
            except InvalidToken:
                continue
    if text.strip().removeprefix("#").isdecimal():
        numbers.add(int(text.strip().removeprefix("#")[:12]))
    return numbers


@pytest.mark.parametrize("skin", ["text", "emoji"])
@settings(max_examples=150)
@given(
    rules=st.one_of(st.sampled_from(PRESETS), any_rules()),
    number=st.integers(1, 2**31 - 1),
    one_tap=st.booleans(),
    sent=events(),
)
def test_whatever_a_chat_sends_is_answered_and_played_by_the_rules(
    skin: str, rules: str | Rules, number: int, one_tap: bool, sent: list[Event]
) -> None:
    talk = Talk()
    talk.session.skin, talk.session.one_tap = skin, one_tap
    talk.begin(rules, number)
    for event in sent:
        numbers = named_numbers(talk, event)
        before, game = state(talk.session), copied(talk.session.game)
        if event[0] == "restart process":
            send(talk, event)
            continue
        reply = send(talk, event)
        if reply is None:
            continue
        check_reply(reply)
        check_play(game, talk.session.game, numbers)
        was_refused = reply.board is None and says_a_refusal(reply.notice)
        if was_refused and game is not None:
            assert state(talk.session) == before


def says_a_refusal(notice: str | None) -> bool:
    return any(says(notice, key) for key in keys(catalogue("en")) if key.startswith("refused."))


@given(st.text(max_size=70), st.booleans())
def test_no_payload_at_all_breaks_anything(payload: str, playing: bool) -> None:
    talk = Talk()
    if playing:
        talk.command("new", "2")
    reply = talk.send(payload, "m9")
    assert reply.notice or reply.board
    assert not says(reply.notice, "refused.failed")


@given(st.text(max_size=30), st.text(max_size=2000))
def test_no_command_at_all_breaks_anything(name: str, args: str) -> None:
    talk = Talk()
    talk.command("new", "2")
    before = state(talk.session)
    reply = talk.command(name, args)
    assert reply.post
    assert not says(reply.notice, "refused.failed")
    if name.lower() not in COMMANDS:
        assert says(reply.notice, "refused.unknown-command")
        assert state(talk.session) == before


@given(st.lists(st.tuples(st.integers(1, 8), st.integers(0, 40)), max_size=60))
def test_sessions_are_bounded_by_count_and_idle_time(uses: list[tuple[int, int]]) -> None:
    now = 0.0
    bot = PyramidBot(Sessions(4, timedelta(seconds=60), lambda: now))
    last_use: dict[int, float] = {}
    for chat, pause in uses:
        now += pause
        last_use = {one: used for one, used in last_use.items() if now - used < 60}
        key = ChatKey("test", chat)
        assert (bot.sessions.current(key).game is not None) == (chat in last_use)
        bot.handle(Command(key, PLAYER, "new"))
        last_use.pop(chat, None)
        last_use = {**dict(list(last_use.items())[-3:]), chat: now}
        assert len(bot.sessions) == len(last_use)
