"""Pressing cards: one goes at once, two make a pair, and the selection between them."""

import pytest

from bot import turns
from bot.chat import Mark
from bot.labels import card_label, run
from bot.sessions import Session
from engine import Card, Draw, Game, Remove, Rules
from tests.bot.helpers import WORDS, Talk, new_talk, refused, told

NINE_FOUR = WORDS.say("notice.removed", cards="9♦️ + 4♠️")


def two_partners() -> Talk:
    """A chat where the six of spades on the waste has two sevens to go with."""
    talk = new_talk()
    talk.play("draw")
    return talk


def covered_pair(game: Game) -> Remove | None:
    """The legal removal of a covered card together with the card on it."""
    for move in game.legal_moves():
        if isinstance(move, Remove) and not move.cards <= set(game.playable):
            return move
    return None


def covering() -> Talk:
    """A chat where a covered card may go together with the card that lies on it."""
    talk = new_talk(2, Rules(covering_pair=True))
    while covered_pair(talk.game) is None:
        hint = talk.game.hint()
        assert hint is not None
        talk.game.play(hint)
    talk.command("board")
    return talk


def no_pair() -> tuple[Game, Card, Card]:
    """A playable card, and one of the right sum that may only go with the waste top on it."""
    for number in range(1, 1000):
        game = Game.deal("relaxed", number)
        while game.stock_count:
            game.play(Draw())
            for second in game.waste[0][-2:-1]:
                if second not in game.playable and game.why_not(second) is None:
                    for card in game.playable[:-1]:
                        if card.rank + second.rank == 13:
                            return game, card, second
    raise AssertionError("no such deal")


def test_a_king_goes_at_once() -> None:
    talk = new_talk()
    talk.press("K♠️")
    assert talk.game.tableau[6][5] is None
    assert talk.game.score == 1
    assert WORDS.say("notice.removed", cards="K♠️") in talk.board.text


def test_another_card_becomes_selected() -> None:
    talk = new_talk()
    talk.press("9♦️")
    assert talk.marked(Mark.SELECTED) == ["9♦️"]
    assert WORDS.say("notice.selected", card="9♦️", partner="4", target=13) in talk.board.text
    assert talk.game.moves_played == 0
    assert talk.notice is None


@pytest.mark.parametrize(("first", "second"), [("9♦️", "4♠️"), ("4♠️", "9♦️")])
def test_the_second_card_completes_the_pair(first: str, second: str) -> None:
    talk = new_talk()
    talk.press(first)
    talk.press(second)
    assert talk.game.moves == (Remove(frozenset((Card.parse("9D"), Card.parse("4S")))),)
    assert talk.marked(Mark.SELECTED) == []
    assert NINE_FOUR in talk.board.text


def test_a_pair_can_be_made_with_the_waste() -> None:
    talk = two_partners()
    talk.press("🗑️ 6♠️")
    talk.press("7♣️")
    assert talk.game.waste == ((),)
    assert talk.game.score == 1


def test_a_wrong_sum_is_told_and_the_second_card_is_selected_instead() -> None:
    talk = new_talk()
    talk.press("9♦️")
    talk.press("5♦️")
    assert talk.notice is not None
    assert "9 + 5 = 14, a pair needs 13" in talk.notice
    assert talk.notice in talk.board.text
    assert talk.marked(Mark.SELECTED) == ["5♦️"]
    assert talk.game.moves_played == 0


def test_court_cards_are_named_by_rank_and_counted_by_value() -> None:
    talk = new_talk()
    talk.press("Q♥️")
    talk.press("5♦️")
    assert talk.notice is not None
    assert WORDS.say("refused.wrong-sum", first="Q", second="5", total=17, target=13) in talk.notice


def test_in_a_deck_without_tens_a_pair_needs_twelve() -> None:
    talk = new_talk(rules="spanish")
    talk.press("Q♥️")
    talk.press("9♦️")
    assert talk.notice is not None
    assert WORDS.say("refused.wrong-sum", first="Q", second="9", total=20, target=12) in talk.notice
    talk.press("7♠️")
    talk.press("5♦️")
    assert talk.game.score == 2


def test_pressing_the_selected_card_deselects_it() -> None:
    talk = new_talk()
    talk.press("9♦️")
    talk.press("9♦️")
    assert talk.marked(Mark.SELECTED) == []
    assert WORDS.say("notice.deselected", card="9♦️") in talk.board.text
    talk.press("4♠️")
    assert talk.game.moves_played == 0


def test_a_covered_card_goes_with_the_card_on_it_where_the_rules_say_so() -> None:
    talk = covering()
    pair = covered_pair(talk.game)
    assert pair is not None
    before = talk.game.moves
    for card in pair.cards:
        talk.press(card_label(talk.game, card))
    assert talk.game.moves == (*before, pair)


def test_cards_of_the_right_sum_that_cannot_go_together_say_so() -> None:
    game, first, second = no_pair()
    session = Session(game=game)
    before = told(game)
    turns.press_card(session, first, 0)
    why = turns.press_card(session, second, 0)
    assert why is not None
    assert WORDS.say("notice.no-pair", cards=run(first, second)) in WORDS.read(why)
    assert session.selected == second
    assert told(game) == before


def test_one_tap_takes_a_card_with_its_only_partner() -> None:
    talk = new_talk()
    talk.session.one_tap = True
    talk.press("4♠️")
    assert NINE_FOUR in talk.board.text
    assert talk.game.score == 2


def test_one_tap_does_not_choose_between_two_partners() -> None:
    talk = two_partners()
    talk.session.one_tap = True
    talk.press("🗑️ 6♠️")
    assert talk.marked(Mark.SELECTED) == ["🗑️ 6♠️"]
    talk.press("7♣️")
    assert talk.game.moves_played == 2


def test_one_tap_selects_a_card_without_a_partner() -> None:
    talk = new_talk()
    talk.session.one_tap = True
    talk.press("5♦️")
    assert talk.marked(Mark.SELECTED) == ["5♦️"]


def test_without_one_tap_a_card_with_one_partner_waits_for_it() -> None:
    talk = new_talk()
    talk.press("4♠️")
    assert talk.game.moves_played == 0


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("10d", "refused.covered"),
        ("6s", "refused.buried"),
        ("ks", "refused.gone"),
        ("jh", "refused.in-stock"),
    ],
)
def test_a_card_that_cannot_be_played_says_why(name: str, key: str) -> None:
    talk = new_talk()
    talk.play("ks", "draw", "draw")
    refused(talk, lambda: talk.command("play", name), key)


def test_no_refusal_loses_the_selection() -> None:
    talk = new_talk()
    talk.press("9♦️")
    refused(talk, lambda: talk.command("play", "10d"), "refused.covered")
    talk.press("4♠️")
    assert talk.game.moves_played == 1
