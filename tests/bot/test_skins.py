"""The pyramid as text: ranks in columns, or a grid of emoji; always the same size."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.skins import SKINS
from engine import Card, Draw, Game, Move, Remove
from tests.bot.strategies import PRESETS, any_rules, games

DEALT = """\
              Q
            Q   K
          3   4   2
        K   5   4   J
      J   6   Q   6   2
    9  10   J   8   6   8
[ 4][ 5][ Q][ 7][ 9][ K][ 7]"""
PLAYED = """\
              Q
            Q   K
          3   4   2
        K   5   4   J
      J   6   Q   6   2
    9  10   J   8 [ 6]  8
  · [ 5][ Q][ 7]  ·   · [ 7]"""
GIZA = (
    "  Q  Q  K  3  4  2  K  5",
    "  4  J  J  6  Q  6  2  9",
    " 10  J  8  6  8  4  5  Q",
)
"""The rows of the columns of deal 2, the first cards of the deal: the lower cover the upper."""
EMOJI = """\
⬛⬛⬛⬛⬛⬛👸⬛⬛⬛⬛⬛⬛
⬛⬛⬛⬛⬛👸⬛👑⬛⬛⬛⬛⬛
⬛⬛⬛⬛3️⃣⬛4️⃣⬛2️⃣⬛⬛⬛⬛
⬛⬛⬛👑⬛5️⃣⬛4️⃣⬛🤵⬛⬛⬛
⬛⬛🤵⬛6️⃣⬛👸⬛6️⃣⬛2️⃣⬛⬛
⬛9️⃣⬛🔟⬛🤵⬛8️⃣⬛6️⃣⬛8️⃣⬛
⬛⬛5️⃣⬛👸⬛7️⃣⬛⬛⬛⬛⬛7️⃣"""
SIGNS = ("🅰️", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣", "🔟", "🤵", "👸", "👑", "⬛")


def picture(skin: str, game: Game) -> str:
    return "\n".join(SKINS[skin].draw(game))


def remove(*names: str) -> Move:
    return Remove(frozenset(map(Card.parse, names)))


def after_two_removals() -> Game:
    game = Game.deal("classic", 2)
    game.play(remove("9D", "4S"))
    game.play(remove("KS"))
    return game


def signs_in(line: str) -> int:
    """How many emoji the line consists of."""
    for sign in SIGNS:
        line = line.replace(sign, "x")
    assert set(line) == {"x"}
    return len(line)


def test_there_are_two_skins_and_text_needs_a_font_of_one_width() -> None:
    assert {name: skin.monospace for name, skin in SKINS.items()} == {"text": True, "emoji": False}


def test_the_text_skin_draws_ranks_and_brackets_what_is_free() -> None:
    assert picture("text", Game.deal("classic", 2)) == DEALT


def test_a_card_that_is_gone_leaves_a_dot_and_frees_the_one_above() -> None:
    assert picture("text", after_two_removals()) == PLAYED


def test_the_emoji_skin_is_a_grid_of_emoji_alone() -> None:
    assert picture("emoji", after_two_removals()) == EMOJI


def test_every_card_has_its_sign() -> None:
    game = Game.deal("classic", 12345)
    ranks = {card.rank for row in game.tableau for card in row if card is not None}
    assert ranks == set(range(1, 14))
    assert {sign for sign in SIGNS if sign in picture("emoji", game)} == set(SIGNS)


def test_cards_keep_their_letters_in_a_deck_without_tens() -> None:
    assert picture("text", Game.deal("spanish", 2)).endswith("[ 5][ Q][ 7][ 9][ K][ 7][ 6]")


def test_the_triangle_stands_on_its_tip() -> None:
    lines = SKINS["text"].draw(Game.deal("triangle", 2))
    assert [line.count("[") for line in lines] == [0, 0, 0, 0, 0, 0, 1]
    assert len(lines[0]) > len(lines[6])


def test_gizas_columns_follow_the_pyramid() -> None:
    lines = SKINS["text"].draw(Game.deal("giza", 2))
    assert lines[:7] == SKINS["text"].draw(Game.deal("giza", 2))[:7]
    assert lines[7] == ""
    assert lines[8:] == GIZA


def test_a_draw_changes_nothing_in_the_picture() -> None:
    game = Game.deal("classic", 2)
    for skin in SKINS:
        before = picture(skin, game)
        game.play(Draw())
        assert picture(skin, game) == before


@given(games(st.one_of(st.sampled_from(PRESETS), any_rules())))
def test_text_lines_are_at_most_28_columns_of_ascii_and_dots(game: Game) -> None:
    lines = SKINS["text"].draw(game)
    beside = game.rules.layout == "giza" or game.rules.reserve > 0
    assert lines.count("") == beside
    assert lines[0]
    assert lines[-1]
    for line in lines:
        assert len(line) <= 28
        assert line.replace("·", "").isascii()


@given(games(st.one_of(st.sampled_from(PRESETS), any_rules())))
def test_emoji_lines_are_equally_long(game: Game) -> None:
    assert len({signs_in(line) for line in SKINS["emoji"].draw(game)}) == 1


@pytest.mark.parametrize("skin", SKINS)
@given(game=games(st.one_of(st.sampled_from(PRESETS), any_rules())))
def test_a_picture_keeps_its_number_of_lines(skin: str, game: Game) -> None:
    lines = len(SKINS[skin].draw(game))
    while game.moves_played:
        game.undo()
    assert len(SKINS[skin].draw(game)) == lines


@given(games(st.one_of(st.sampled_from(PRESETS), any_rules())))
def test_exactly_the_playable_cards_of_pyramid_and_reserve_are_bracketed(game: Game) -> None:
    rows = [*game.tableau[: len(game.tableau) - 8 * (game.rules.layout == "giza")], game.reserve]
    free = [card for row in rows for card in row if card in game.playable]
    assert picture("text", game).count("[") == len(free)


@given(games(st.sampled_from(["giza"])))
def test_the_lowest_card_of_a_column_is_the_free_one(game: Game) -> None:
    rows = [line.split() for line in SKINS["text"].draw(game)[8:]]
    for column, cards in enumerate(game.tableau[7:]):
        shown = [row[column] for row in rows]
        assert [sign == "·" for sign in shown] == [card is None for card in cards]
        there = [card for card in cards if card is not None]
        assert [card in game.playable for card in there] == [card is there[-1] for card in there]
