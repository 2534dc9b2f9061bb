"""Refusals: a closed list, each with a text, and each seen in a chat."""

import asyncio
from collections.abc import Callable

import pytest

from bot.chat import ChatKey, Command, Player, Press
from bot.pace import BURST, WAITING
from bot.payloads import Action, carried, reference
from bot.pyramid_bot import PyramidBot
from bot.refusals import Refusal, refused
from bot.searches import Findings
from bot.solutions import take_findings
from bot.turns import MAX_MOVES, begin
from engine import Card, Game, IllegalMove, Reason, Remove, Rules
from tests.bot.helpers import WORDS, Talk, buttons, new_talk, says, state, to_the_end

CARD_REASONS = [reason for reason in Reason if reason is not Reason.WRONG_SUM]


def typed(words: str, *moves: str, rules: str | Rules = "classic") -> str | None:
    """What `/play` is answered after these moves of deal 2."""
    talk = new_talk(rules=rules)
    talk.play(*moves)
    return quiet(talk, lambda: talk.command("play", words).notice)


def quiet(talk: Talk, event: Callable[[], str | None]) -> str | None:
    """The notice of an event that changes nothing."""
    before = state(talk.session)
    notice = event()
    assert state(talk.session) == before
    return notice


def over() -> str | None:
    talk = new_talk()
    to_the_end(talk)
    return quiet(talk, lambda: talk.command("play", "draw").notice)


def outdated() -> str | None:
    talk = new_talk()
    draw = talk.button("🎴 24").payload
    talk.send(draw)
    return quiet(talk, lambda: talk.send(draw).notice)


def old_board() -> str | None:
    talk = new_talk()
    old = talk.last
    talk.begin("classic", 3)
    return quiet(talk, lambda: talk.tap("button.undo", old).notice)


def deal_alone() -> str | None:
    game = Game.deal(Rules(redeals=None, reserve=7, waste_pair=True), 2)
    while not reference(game).startswith("~"):
        game.play(game.legal_moves()[-1])
    return Talk().send(carried(Action.BOARD, reference(game)), "m1").notice


def failed() -> str | None:
    talk = Talk()
    cards = " ".join(f"{rank}{suit}" for suit in "CSHD" for rank in "A23456789TJQK")
    begin(talk.session, Game.from_cards("classic", cards), 0)
    return quiet(talk, lambda: talk.command("board").notice)


def panel_of_another() -> str | None:
    bot, chat = PyramidBot(), ChatKey("test", 5)
    panel = bot.handle(Command(chat, Player(1), "settings")).board
    assert panel is not None
    return bot.handle(Press(chat, Player(2), buttons(panel)[0].payload, "1")).notice


def house_rule_of_the_stock() -> str | None:
    talk = new_talk(rules="giza")
    talk.command("house")
    return quiet(talk, lambda: talk.press("🔁 1").notice)


def redeal_of_nothing() -> str | None:
    """What a redeal is answered when every stock card went off the stock's top itself."""
    talk = new_talk(476, Rules(redeals=1, open_stock=True, reserve=7))
    while top := talk.game.stock_top:
        removals = [move for move in talk.game.legal_moves() if isinstance(move, Remove)]
        talk.game.play(next((move for move in removals if top in move.cards), removals[0]))
    return quiet(talk, lambda: talk.command("play", "redeal").notice)


def no_answer(findings: Findings) -> str | None:
    """What the board says when the solver has found out so much."""
    talk = new_talk()
    talk.tap("button.hint")
    search = talk.tap("button.hint").search
    assert search is not None
    take_findings(talk.session, search, findings)
    talk.command("board")
    return talk.board.below.splitlines()[-1]


def thinking() -> str | None:
    talk = new_talk()
    for _ in range(2):
        talk.tap("button.hint")
    return quiet(talk, lambda: talk.tap("button.hint").notice)


def flooding() -> str | None:
    """What the last of far too many presses is answered."""
    talk = new_talk()
    press = Press(talk.chat, Player(7), talk.button("🎴 24").payload, talk.last)

    async def flood() -> str | None:
        replies = await asyncio.gather(*[talk.bot.admit(press) for _ in range(BURST + WAITING + 1)])
        assert replies[:-1] == [None] * (BURST + WAITING)
        return None if replies[-1] is None else replies[-1].notice

    return quiet(talk, lambda: asyncio.run(flood()))


def too_long() -> str | None:
    talk = new_talk(rules=Rules(redeals=None))
    while talk.game.moves_played < MAX_MOVES:
        talk.game.play(talk.game.legal_moves()[-1])
    return quiet(talk, lambda: talk.command("play", "draw").notice)


SCENES: dict[Refusal, Callable[[], str | None]] = {
    Refusal.COVERED: lambda: typed("10d"),
    Refusal.BURIED: lambda: typed("6s", "draw", "draw"),
    Refusal.IN_STOCK: lambda: typed("jh"),
    Refusal.GONE: lambda: typed("ks", "ks"),
    Refusal.NOT_IN_DECK: lambda: typed("10d", rules="spanish"),
    Refusal.NEEDS_PARTNER: lambda: WORDS.read(
        refused(IllegalMove(Reason.NEEDS_PARTNER, Card.parse("9D")), Rules()).line
    ),
    Refusal.KING_GOES_ALONE: lambda: typed("k 9"),
    Refusal.WRONG_SUM: lambda: typed("9 5"),
    # No button and no words name more than two cards: the text is for the engine's sake.
    Refusal.TOO_MANY_CARDS: lambda: WORDS.read(
        refused(IllegalMove(Reason.TOO_MANY_CARDS), Rules()).line
    ),
    Refusal.NO_STOCK: lambda: typed("draw", rules="giza"),
    Refusal.STOCK_EMPTY: lambda: typed("draw", *["draw"] * 24),
    Refusal.STOCK_NOT_EMPTY: lambda: typed("redeal", "draw", rules="par"),
    Refusal.WASTE_EMPTY: redeal_of_nothing,
    Refusal.NO_REDEALS_LEFT: lambda: typed("redeal"),
    Refusal.NO_CELL: lambda: typed("store 9"),
    Refusal.CELL_FULL: lambda: typed("store 9", "store ks", rules="cell"),
    Refusal.NOT_STORABLE: lambda: typed("store 6s", rules=Rules(cells=1, reserve=7)),
    Refusal.NOTHING_TO_UNDO: lambda: new_talk().tap("button.undo").notice,
    Refusal.GAME_OVER: over,
    Refusal.TOO_FAST: flooding,
    Refusal.TOO_LONG: too_long,
    Refusal.OUTDATED: outdated,
    Refusal.DEAL_ALONE: deal_alone,
    Refusal.OLD_BOARD: old_board,
    Refusal.BROKEN_BUTTON: lambda: new_talk().send("?").notice,
    Refusal.NO_GAME: lambda: Talk().command("board").notice,
    Refusal.UNKNOWN_GAME: lambda: new_talk().command("new", "klondike").notice,
    Refusal.DID_YOU_MEAN: lambda: new_talk().command("new", "gizza").notice,
    Refusal.UNKNOWN_LANGUAGE: lambda: new_talk().command("language", "tlh").notice,
    Refusal.HOUSE_NEEDS_STOCK: house_rule_of_the_stock,
    Refusal.NOT_YOURS: panel_of_another,
    Refusal.UNKNOWN_COMMAND: lambda: Talk().command("deal").notice,
    Refusal.TAKES_NO_ARGUMENT: lambda: new_talk().command("hint", "please").notice,
    Refusal.BAD_DEAL_NUMBER: lambda: Talk().command("new", "0").notice,
    Refusal.THINKING: thinking,
    Refusal.TOO_DEEP: lambda: no_answer(Findings()),
    Refusal.SOLVER_BUSY: lambda: no_answer(Findings(busy=True)),
    Refusal.SOLVER_FAILED: lambda: no_answer(Findings(failed=True)),
    Refusal.UNKNOWN_GRADE: lambda: new_talk().command("winnable", "tricky").notice,
    Refusal.PLAY_WHAT: lambda: typed("something"),
    Refusal.WHICH_CARD: lambda: typed("7"),
    Refusal.WHICH_PAIR: lambda: typed("6 7", "draw"),
    Refusal.NONE_PLAYABLE: lambda: typed("2"),
    Refusal.FAILED: failed,
}


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_of_the_engine_is_a_refusal(reason: Reason) -> None:
    assert Refusal[reason.name].value == f"refused.{reason.value}"


def test_every_refusal_has_a_scene() -> None:
    assert set(SCENES) == set(Refusal)


@pytest.mark.parametrize("refusal", Refusal)
def test_a_refusal_is_told_in_its_own_words(
    refusal: Refusal, caplog: pytest.LogCaptureFixture
) -> None:
    assert says(SCENES[refusal](), refusal.value)
    assert bool(caplog.records) == (refusal is Refusal.FAILED)


def test_no_two_refusals_share_a_text() -> None:
    told = [SCENES[refusal]() for refusal in Refusal]
    assert len(set(told)) == len(told)


@pytest.mark.parametrize("reason", CARD_REASONS)
@pytest.mark.parametrize("name", ["9D", "KS", "TC"])
def test_every_reason_can_be_told_of_any_card(reason: Reason, name: str) -> None:
    for rules in (Rules(), Rules(short_deck=True)):
        refusal = refused(IllegalMove(reason, Card.parse(name)), rules)
        assert "{" not in WORDS.read(refusal.line)


def test_a_wrong_sum_is_told_by_rank_and_value() -> None:
    cards = (Card.parse("QH"), Card.parse("5D"))
    error = IllegalMove(Reason.WRONG_SUM)
    for rules, total, target in ((Rules(), 17, 13), (Rules(short_deck=True), 16, 12)):
        refusal = refused(error, rules, cards)
        assert WORDS.read(refusal.line) == WORDS.say(
            "refused.wrong-sum", first="Q", second="5", total=total, target=target
        )
