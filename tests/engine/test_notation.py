"""A whole game as a short text: every position has one, and no other text is accepted."""

import random
import string
from dataclasses import asdict, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import VARIANTS, Card, Game, InvalidToken, Rules
from tests.engine.referee import lay, picture
from tests.engine.test_moves import play

BASE64 = string.ascii_letters + string.digits + "-_"
LONGEST_TOKEN = 400
MOST_MOVES = 999
# A King of the bottom row that nobody takes keeps this game going for ever.
ENDLESS = replace(VARIANTS["tut"], king_at_apex=False)


def played(rules: Rules | str, number: int, moves: int, seed: int = 0) -> Game:
    """A game after up to so many random moves."""
    game, choice = Game.deal(rules, number), random.Random(seed)
    while moves and (legal := game.legal_moves()):
        game.play(choice.choice(legal))
        moves -= 1
    return game


def going_round(moves: int) -> Game:
    """A game of exactly so many draws and redeals."""
    game = Game.deal(ENDLESS, 12345)
    for _ in range(moves):
        game.play(game.legal_moves()[-1])
    return game


def same_as_its_text(text: str) -> bool:
    """Whether a text is a token; a token that decodes has to be the game's own."""
    try:
        game = Game.from_token(text)
    except InvalidToken:
        return False
    assert game.to_token() == text
    return True


@pytest.fixture(scope="module")
def tokens() -> list[str]:
    numbers = [1, 12345, 2147483647]
    return [
        played(name, number, moves, moves).to_token()
        for name in sorted(VARIANTS)
        for number, moves in zip(numbers, (0, 4, 30), strict=True)
    ]


def test_an_invalid_token_is_a_value_error() -> None:
    assert issubclass(InvalidToken, ValueError)


@pytest.mark.parametrize("name", sorted(VARIANTS))
@pytest.mark.parametrize("number", [1, 12345, 2147483647])
def test_a_token_brings_back_the_game_at_every_position(name: str, number: int) -> None:
    game, choice, seen = Game.deal(name, number), random.Random(number), set()
    while True:
        token = game.to_token()
        assert token not in seen
        seen.add(token)
        back = Game.from_token(token)
        assert picture(back, Card.parse) == picture(game, Card.parse)
        assert (back.rules, back.number, back.to_token()) == (game.rules, number, token)
        if not game.legal_moves() or len(seen) > 60:
            break
        game.play(choice.choice(game.legal_moves()))


def test_a_token_brings_back_the_history() -> None:
    game = Game.from_token(played("cell", 12345, 25).to_token())
    before = [picture(game, Card.parse)]
    again = Game.deal("cell", 12345)
    pictures = [picture(again, Card.parse)]
    choice = random.Random(0)
    while again.moves_played < game.moves_played:
        again.play(choice.choice(again.legal_moves()))
        pictures.append(picture(again, Card.parse))
    assert before[-1] == pictures.pop()
    while pictures:
        game.undo()
        assert picture(game, Card.parse) == pictures.pop()


def test_undo_brings_back_the_token_and_restart_the_first_one() -> None:
    game = Game.deal("open-stock", 12345)
    start = game.to_token()
    play(game, "Remove 3C TH")
    one = game.to_token()
    play(game, "Draw")
    assert len({start, one, game.to_token()}) == 3
    game.undo()
    assert game.to_token() == one
    game.restart()
    assert game.to_token() == start


def test_the_way_to_a_position_is_part_of_the_token() -> None:
    one, other = Game.deal("classic", 12345), Game.deal("classic", 12345)
    play(one, "Remove KH", "Remove KS")
    play(other, "Remove KS", "Remove KH")
    assert one.tableau == other.tableau
    assert one.to_token() != other.to_token()


def test_forced_moves_are_counted() -> None:
    game = Game.from_token(Game.deal("giza", 12345).to_token())
    tokens = [game.to_token()]
    while len(game.legal_moves()) > 0:
        game.play(game.legal_moves()[-1])
        tokens.append(game.to_token())
    assert len(set(tokens)) == len(tokens)
    assert [Game.from_token(token).moves_played for token in tokens] == list(range(len(tokens)))


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_every_field_of_the_rules_travels(data: st.DataObject) -> None:
    layout = data.draw(st.sampled_from(["pyramid7", "pyramid6", "triangle7", "giza"]))
    draw = data.draw(st.sampled_from([1, 3]))
    on = st.booleans()
    rules = Rules(
        layout=layout,
        short_deck=layout != "giza" and data.draw(on),
        reserve=0 if layout == "giza" else data.draw(st.sampled_from([0, 6, 7])),
        cells=data.draw(st.sampled_from([0, 1])),
        draw=draw,
        wastes=1 if draw == 1 else data.draw(st.sampled_from([1, 3])),
        redeals=data.draw(st.sampled_from([0, 1, 2, None])),
        open_stock=data.draw(on),
        waste_pair=data.draw(on),
        covering_pair=data.draw(on),
        clear_all=data.draw(on),
        king_at_apex=data.draw(on),
    )
    number = data.draw(st.integers(1, 2**31 - 1))
    back = Game.from_token(Game.deal(rules, number).to_token())
    assert asdict(back.rules) == asdict(rules)
    assert back.number == number


def test_different_rules_and_numbers_have_different_tokens() -> None:
    deals = [Game.deal(name, number) for name in VARIANTS for number in (1, 2, 2**31 - 1)]
    assert len({deal.to_token() for deal in deals}) == len(deals)


def test_a_token_is_short_and_safe_in_addresses_and_buttons(tokens: list[str]) -> None:
    for token in tokens:
        assert set(token) <= set(BASE64)
        assert 0 < len(token) <= 64


def test_a_game_from_given_cards_has_no_token() -> None:
    game = Game.from_cards("classic", lay("KS 9H 4D"))
    before = picture(game, Card.parse)
    with pytest.raises(ValueError, match=r".+"):
        game.to_token()
    assert picture(game, Card.parse) == before


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "A", "AA", "AAAA", "=", "====", "classic", "-", "_", "0", "\n", "\0"),
        *("no token", "é", "١٢٣", "😀" * 5, "A" * 8, "_" * 8, "A" * 64, "_" * 64, "\ud800"),
    ],
)
def test_other_texts_are_no_tokens(text: str) -> None:
    assert not same_as_its_text(text)


def test_the_beginning_of_a_token_is_refused_or_is_another_game(tokens: list[str]) -> None:
    refused = 0
    for token in tokens:
        for length in range(len(token)):
            refused += not same_as_its_text(token[:length])
            refused += not same_as_its_text(token[length:] + token[:length]) and length > 0
    assert refused


def test_padding_and_blanks_are_refused(tokens: list[str]) -> None:
    for token in tokens:
        for extra in ("=", "==", "===", " ", "\n", "\r\n", "\0", "+", "/", "é", "\ufeff", "."):
            assert not same_as_its_text(token + extra)
            assert not same_as_its_text(extra + token)
            assert not same_as_its_text(token[:3] + extra + token[3:])


def test_the_other_alphabet_of_base64_is_refused() -> None:
    tokens = [played("classic", number, 30, number).to_token() for number in range(1, 200)]
    others = [token.replace("-", "+").replace("_", "/") for token in tokens]
    changed = [other for other, token in zip(others, tokens, strict=True) if other != token]
    assert changed
    assert not any(same_as_its_text(other) for other in changed)


def test_a_changed_token_is_refused_or_is_another_game(tokens: list[str]) -> None:
    choice = random.Random(13)
    accepted = 0
    for _ in range(15_000):
        text = list(choice.choice(tokens))
        for _ in range(choice.choice([1, 1, 1, 2, 4])):
            place = choice.randrange(len(text) + 1)
            kind = choice.randrange(4)
            if kind == 0:
                text[place : place + 1] = choice.choice(BASE64)
            elif kind == 1:
                text[place:place] = choice.choices(BASE64, k=choice.choice([1, 1, 4, 8]))
            elif kind == 2:
                del text[place : place + choice.choice([1, 1, 4])]
            else:
                text[place : place + 1] = choice.choice("=+/ \n\0é.~")
        accepted += same_as_its_text("".join(text))
    assert accepted


def test_random_texts_are_refused_or_are_a_game() -> None:
    choice = random.Random(14)
    for _ in range(15_000):
        same_as_its_text("".join(choices_of(choice)))


def choices_of(choice: random.Random) -> list[str]:
    return choice.choices(BASE64, k=choice.randrange(1, 80))


@settings(deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_refused_or_is_a_game(text: str) -> None:
    same_as_its_text(text)


def test_a_game_of_the_most_moves_has_a_token() -> None:
    game = going_round(MOST_MOVES)
    assert game.moves_played == MOST_MOVES
    token = game.to_token()
    assert len(token) <= LONGEST_TOKEN
    assert Game.from_token(token).to_token() == token


def test_a_game_of_more_moves_has_no_token_until_one_is_undone() -> None:
    game = going_round(MOST_MOVES + 1)
    before = picture(game, Card.parse)
    with pytest.raises(ValueError, match=r".+"):
        game.to_token()
    assert picture(game, Card.parse) == before
    game.undo()
    assert game.to_token() == going_round(MOST_MOVES).to_token()


def test_a_game_whose_token_would_be_too_long_has_none() -> None:
    game = Game.deal(Rules(reserve=7, redeals=None), 12345)
    for _ in range(MOST_MOVES):
        game.play(game.legal_moves()[-1])
    with pytest.raises(ValueError, match=r".+"):
        game.to_token()
    while game.moves_played > 600:
        game.undo()
    fitting = game.to_token()
    assert 200 < len(fitting) <= LONGEST_TOKEN
    assert Game.from_token(fitting).moves_played == 600


def test_a_changed_beginning_of_the_longest_game_is_refused_or_is_another_game() -> None:
    token = going_round(MOST_MOVES).to_token()
    for place in range(12):
        for letter in BASE64[::4]:
            same_as_its_text(token[:place] + letter + token[place + 1 :])


@pytest.mark.parametrize("length", [401, 402, 404, 500, 4000, 100_000])
def test_a_longer_text_is_refused(length: int, tokens: list[str]) -> None:
    for start in ["", *tokens[:6]]:
        for filler in ("A", "_", "=", "é"):
            with pytest.raises(InvalidToken):
                Game.from_token(start + filler * (length - len(start)))


def test_a_preset_and_its_rules_have_the_same_token() -> None:
    for name, rules in VARIANTS.items():
        assert Game.deal(name, 12345).to_token() == Game.deal(rules, 12345).to_token()
