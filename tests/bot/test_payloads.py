"""What a button carries: an action, a card and the game, in 64 ASCII bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games import HOUSE_FIELDS
from bot.i18n import LANGUAGES
from bot.payloads import (
    HOUSE_RULES,
    MAX_BYTES,
    MAX_CARRIED_MOVES,
    NO_LANGUAGE,
    PRESETS,
    REPLAY,
    Action,
    InvalidPayload,
    Payload,
    carried,
    carried_card,
    parse,
    reference,
    restore,
    step_code,
    step_of,
)
from engine import VARIANTS, Card, Draw, Game, InvalidToken, Redeal, Rules
from engine.cards import CARDS
from engine.variants import CHOICES as CHOICES_OF
from tests.bot.helpers import deal_of, short, told

CHOICES = {
    Action.GAME: list(PRESETS),
    Action.HOUSE: list(HOUSE_RULES),
    Action.LANGUAGE: [*LANGUAGES, NO_LANGUAGE],
    **{action: ["00", "0z", "zz"] for action in REPLAY},
}
LONG = Rules(reserve=7, waste_pair=True, redeals=None)


def long_game(moves: int = 400) -> Game:
    """A game drawn and redealt until its token is far too long for a button."""
    game = Game.deal(LONG, 2)
    for _ in range(moves):
        game.play(Draw() if game.stock_count else Redeal())
    return game


def test_the_limit_is_telegrams() -> None:
    assert MAX_BYTES == 64


@pytest.mark.parametrize("action", Action)
def test_a_payload_is_read_as_it_was_written(action: Action) -> None:
    ref = reference(Game.deal("classic", 2))
    card = Card.parse("TD") if action is Action.CARD else None
    for choice in CHOICES.get(action, [""]):
        what = choice if card is None else str(card)
        assert parse(carried(action, ref, what)) == Payload(action, ref, card, choice)


@given(st.sampled_from(CARDS), st.sampled_from(CARDS))
def test_a_card_is_read_with_the_selection_beside_it(card: Card, selected: Card) -> None:
    ref = reference(Game.deal("classic", 2))
    data = carried_card(ref, card, selected)
    assert len(data) == len(carried_card(ref, card))
    assert parse(data) == Payload(Action.CARD, ref, card, selected=selected)


def test_a_card_is_read_with_the_cell_that_waits_for_it() -> None:
    ref, card = reference(Game.deal("cell", 2)), Card.parse("TD")
    data = carried_card(ref, card, storing=True)
    assert parse(data) == Payload(Action.CARD, ref, card, storing=True)


def test_every_preset_has_a_button_of_its_own() -> None:
    assert sorted(PRESETS.values()) == sorted(VARIANTS)


@given(st.integers(0, 36 * 36 - 1))
def test_a_step_of_the_replay_is_two_characters(step: int) -> None:
    code = step_code(step)
    assert len(code) == 2
    assert step_of(code) == step


@pytest.mark.parametrize("code", ["", "1", "001", "0A", "-1", " 1", "1_", "\u0661\u0661"])
def test_what_is_no_step_is_refused(code: str) -> None:
    with pytest.raises(InvalidPayload):
        step_of(code)


@pytest.mark.parametrize(("field", "values"), [(f, CHOICES_OF[f]) for f in HOUSE_FIELDS])
def test_every_house_rule_has_a_button_for_each_value(field: str, values: tuple[object]) -> None:
    assert tuple(value for name, value in HOUSE_RULES.values() if name == field) == values


def test_every_action_has_a_character_of_its_own() -> None:
    assert all(len(action.value) == 1 and action.value.isascii() for action in Action)


@pytest.mark.parametrize(
    "data",
    [
        "",
        "?",
        "c",
        "cXX",
        "c9",
        "c9h",
        "p",
        "pA",
        "p__",
        "p9!",
        "k",
        "kXX",
        "v",
        "v16",
        "v1 ",
        "Hr3",
        "Hz1",
        "Lxx",
        "F",
        "O1",
        "O0A",
        "B-1",
        "A 1",
        "💡",
        "d\u0660",
        "d" * 65,
        "\x00",
        " d",
        "c\ud800S",
    ],
    ids=short,
)
def test_what_no_button_carries_is_no_payload(data: str) -> None:
    with pytest.raises(InvalidPayload):
        parse(data)


@given(st.text(max_size=80) | st.from_regex(r"[cpk][A-Za-z0-9_-]{2}.{0,9}", fullmatch=True))
def test_any_text_is_a_payload_or_says_that_it_is_none(data: str) -> None:
    try:
        payload = parse(data)
    except InvalidPayload:
        return
    if payload.card is None:
        again = carried(payload.action, payload.ref, payload.choice)
    else:
        again = carried_card(payload.ref, payload.card, payload.selected, storing=payload.storing)
    assert again == data
    assert len(data.encode()) <= MAX_BYTES


@given(st.text(max_size=80))
def test_any_reference_is_a_game_or_says_that_it_is_none(ref: str) -> None:
    for read in (deal_of, restore):
        try:
            read(ref)
        except InvalidToken:
            continue


@given(st.sampled_from(sorted(VARIANTS)), st.integers(1, 2**31 - 1), st.data())
def test_a_reference_brings_the_game_back_with_its_history(
    name: str, number: int, data: st.DataObject
) -> None:
    game = Game.deal(name, number)
    for _ in range(data.draw(st.integers(0, 12))):
        legal = game.legal_moves()
        if not legal:
            break
        game.play(data.draw(st.sampled_from(legal)))
    ref = reference(game)
    assert deal_of(ref) == (game.rules, game.number)
    assert told(restore(ref)) == told(game)


def test_a_history_that_outgrows_the_button_leaves_the_deal_alone() -> None:
    game = long_game()
    ref = reference(game)
    assert deal_of(ref) == (game.rules, game.number)
    assert told(restore(ref)) == told(Game.deal(LONG, 2))
    assert reference(restore(ref)) != ref


def test_every_position_of_a_long_game_has_another_reference() -> None:
    game = long_game(0)
    seen = {reference(game)}
    for turn in range(400):
        game.play(Draw() if game.stock_count else Redeal())
        ref = reference(game)
        assert ref not in seen, turn
        assert ref.isascii()
        assert len(carried(Action.CARD, ref, str(CARDS[0]))) <= MAX_BYTES
        seen.add(ref)
    assert any(ref.startswith("~") for ref in seen)


def test_beyond_the_longest_token_a_button_still_carries_the_deal() -> None:
    game = long_game(1100)
    assert deal_of(reference(game)) == (game.rules, game.number)


def test_a_game_from_given_cards_has_no_reference() -> None:
    cards = " ".join(map(str, CARDS))
    with pytest.raises(ValueError, match="given cards"):
        reference(Game.from_cards("classic", cards))


def test_a_button_carries_no_more_moves_than_are_quickly_played_again() -> None:
    game = Game.deal(Rules(redeals=None), 8)
    while game.moves_played < MAX_CARRIED_MOVES:
        game.play(game.legal_moves()[-1])
    assert restore(reference(game)).moves == game.moves
    game.play(game.legal_moves()[-1])
    assert len(game.to_token()) <= MAX_BYTES - 3
    assert reference(game).startswith("~")
    assert restore(reference(game)).moves_played == 0
    with pytest.raises(InvalidToken):
        restore(game.to_token())
