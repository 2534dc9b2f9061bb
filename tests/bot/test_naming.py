"""Naming: moves in typed words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.labels import RANKS, card_label
from bot.naming import play_named
from bot.refusals import Refusal, Refused
from bot.sessions import Session
from engine import Card, Draw, Game, Move, Redeal, Remove, Store
from tests.bot.helpers import WORDS, new_talk, refused, short, state
from tests.bot.strategies import PRESETS, any_rules, games


def remove(*names: str) -> Move:
    return Remove(frozenset(map(Card.parse, names)))


def word(card: Card) -> str:
    return RANKS[card.rank - 1] + card.suit


def typed(move: Move) -> str:
    """A move in words that can mean no other one."""
    match move:
        case Remove(cards):
            return " ".join(map(word, cards))
        case Store(card):
            return f"store {word(card)}"
        case Draw():
            return "draw"
        case Redeal():
            return "redeal"


@pytest.mark.parametrize(
    "words",
    [
        "9 4",
        "4 9",
        "9d 4s",
        "4S 9D",
        "9d 4",
        "9,4",
        "9+4",
        "9 + 4",
        "9, 4",
        "  9   4 ",
        "9\n4",
        "9♦️ 4♠️",
        "9♦ 4♠",
        "9♦️ + 4♠️",
    ],
)
def test_a_pair_is_named_by_its_ranks_and_if_need_be_by_suits(words: str) -> None:
    talk = new_talk()
    talk.command("play", words)
    assert talk.game.moves == (remove("9D", "4S"),)


@pytest.mark.parametrize("words", ["k", "K", "ks", "K♠️"])
def test_a_king_is_named_alone(words: str) -> None:
    talk = new_talk()
    talk.command("play", words)
    assert talk.game.moves == (remove("KS"),)


@pytest.mark.parametrize(("words", "name"), [("9", "9D"), ("qh", "QH"), ("7c", "7C")])
def test_one_other_card_is_selected_as_by_a_press(words: str, name: str) -> None:
    talk = new_talk()
    talk.command("play", words)
    assert talk.session.selected == Card.parse(name)
    assert talk.game.moves_played == 0


def test_two_words_in_turn_make_a_pair_too() -> None:
    talk = new_talk()
    talk.command("play", "9")
    talk.command("play", "4")
    assert talk.game.moves == (remove("9D", "4S"),)


@pytest.mark.parametrize("words", ["10", "t", "T", "10h", "th", "10♥️"])
def test_a_ten_is_10_or_t(words: str) -> None:
    talk = new_talk(12345)
    talk.command("play", words)
    assert talk.session.selected == Card.parse("TH")


@pytest.mark.parametrize("words", ["draw", "DRAW", " Draw "])
def test_draw_draws(words: str) -> None:
    talk = new_talk()
    talk.command("play", words)
    assert talk.game.moves == (Draw(),)


def test_redeal_turns_the_waste_over() -> None:
    talk = new_talk(rules="par")
    talk.play(*["draw"] * 24, "redeal")
    assert talk.game.redeals_left == 1


def test_store_puts_a_card_into_the_cell() -> None:
    talk = new_talk(rules="cell")
    talk.play("store 9")
    assert talk.game.cells == (Card.parse("9D"),)


def test_of_two_cards_of_a_rank_the_words_must_say_which() -> None:
    talk = new_talk()
    refused(talk, lambda: talk.command("play", "7"), "refused.which-card")
    assert talk.notice == WORDS.say("refused.which-card", cards="7♠️, 7♣️")


def test_of_two_pairs_the_words_must_say_which() -> None:
    talk = new_talk(1)
    refused(talk, lambda: talk.command("play", "q a"), "refused.which-pair")
    talk.play("q as")


def test_the_question_which_one_names_cards_by_their_buttons() -> None:
    talk = new_talk()
    talk.play("draw", "draw", "draw", "draw", "draw", "draw", "9d 4s")
    talk.play(*["draw"] * 9)
    talk.command("play", "7")
    assert talk.notice is not None
    for card in talk.game.playable:
        if card.rank == 7:
            assert card_label(talk.game, card) in talk.notice


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("9 5", "refused.wrong-sum"),
        ("9d 5d", "refused.wrong-sum"),
        ("2", "refused.none-playable"),
        ("9 2", "refused.none-playable"),
        ("2h", "refused.in-stock"),
        ("10d 3c", "refused.covered"),
        ("k 9", "refused.king-goes-alone"),
        ("9d 9d", "refused.play-what"),
        ("redeal", "refused.no-redeals-left"),
        ("store 9", "refused.no-cell"),
    ],
)
def test_what_cannot_be_played_says_why(words: str, key: str) -> None:
    talk = new_talk()
    refused(talk, lambda: talk.command("play", words), key)


def test_a_wrong_sum_tells_the_higher_card_first() -> None:
    talk = new_talk()
    talk.command("play", "5 9")
    assert talk.notice == WORDS.say("refused.wrong-sum", first="9", second="5", total=14, target=13)


def test_the_same_card_twice_is_no_move() -> None:
    talk = new_talk()
    talk.command("play", "ks ks")
    assert talk.game.moves_played == 0


@pytest.mark.parametrize(
    "words",
    [
        "",
        "   ",
        "help",
        "1",
        "11",
        "0",
        "9 4 k",
        "store",
        "store draw",
        "9x",
        "9dd",
        "9-4",
        "9\x004",
        "\u202e9 4",
        "<b>9</b> 4",
        "9 4" + " " * 100_000 + "x",
        "9" * 100_000,
        "k " * 40,
        ", ,",
        "🂩",
        "\ud800",
    ],
    ids=short,
)
def test_what_names_no_move_is_answered_with_examples(words: str) -> None:
    talk = new_talk()
    refused(talk, lambda: talk.command("play", words), "refused.play-what")


@given(st.text(alphabet="0123456789atjqkcshd ♣♠♥♦\ufe0f,+\x00\u202e<drawredealstore", max_size=20))
def test_any_words_are_a_move_or_get_a_sentence(words: str) -> None:
    talk = new_talk(rules="cell")
    before = state(talk.session)
    reply = talk.command("play", words)
    assert reply.board is not None or reply.notice
    if reply.board is None:
        assert state(talk.session) == before
    assert talk.game.moves_played <= 1


@given(games(st.one_of(st.sampled_from(PRESETS), any_rules())), st.data())
def test_every_legal_move_can_be_typed(game: Game, data: st.DataObject) -> None:
    legal = game.legal_moves()
    if not legal:
        return
    move = data.draw(st.sampled_from(legal))
    played = game.moves
    play_named(Session(game=game), typed(move), 0)
    assert game.moves == (*played, move)


@given(games(st.sampled_from(PRESETS)))
def test_ranks_alone_play_a_pair_only_where_they_can_mean_but_one(game: Game) -> None:
    pairs = [
        tuple(sorted(card.rank for card in move.cards))
        for move in game.legal_moves()
        if isinstance(move, Remove) and len(move.cards) == 2
    ]
    for pair in sorted(set(pairs)):
        words = " ".join(RANKS[rank - 1] for rank in pair)
        session = Session(game=game)
        if pairs.count(pair) == 1:
            before = game.moves_played
            play_named(session, words, 0)
            assert game.moves_played == before + 1
            game.undo()
        else:
            with pytest.raises(Refused) as refusal:
                play_named(session, words, 0)
            assert refusal.value.refusal is Refusal.WHICH_PAIR
