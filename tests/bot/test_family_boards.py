"""Boards of every game of the family, through whole games: what they show and what they offer."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.board import live_board
from bot.chat import Board, packed
from bot.labels import CELL, DRAW, REDEAL, STORE, WASTE, face
from bot.payloads import MAX_BYTES, Action, parse, reference
from bot.sessions import Session
from engine import VARIANTS, Card, Game, Remove, Rules, Status, Store
from tests.bot.helpers import WORDS, Talk, buttons, check_board, label_rows, new_talk, told
from tests.bot.strategies import PRESETS, any_rules, games, played

SKINS = ["text", "emoji"]
TELEGRAM, DISCORD = (8, 100), (5, 5)
FULL = Rules(reserve=7, cells=1, draw=3, wastes=3, open_stock=True, covering_pair=True)


def board_of(game: Game, skin: str = "text") -> Board:
    return live_board(Session(game=game, skin=skin), game, WORDS)


def whole_game(name: str, number: int, choice: random.Random) -> Game:
    """A preset's deal played to its end: removals mostly, else anything that is legal."""
    game, eager = Game.deal(name, number), choice.random()
    while legal := game.legal_moves():
        removals = [move for move in legal if isinstance(move, Remove)]
        eagerly = bool(removals) and choice.random() < eager
        other = game.hint() if choice.random() < 0.5 else None
        game.play(choice.choice(removals) if eagerly else other or choice.choice(legal))
    return game


def at_every_move(game: Game, look: Callable[[Game], None]) -> None:
    """Look at a played game from its end back to the deal."""
    look(game)
    while game.moves_played:
        game.undo()
        look(game)


@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize("name", PRESETS)
def test_a_board_keeps_its_size_and_its_limits_through_a_whole_game(name: str, skin: str) -> None:
    game = whole_game(name, 12345, random.Random(name))
    height = board_of(game, skin).text.count("\n")

    def look(game: Game) -> None:
        board = board_of(game, skin)
        check_board(board)
        assert board.text.count("\n") == height
        for width, most in (TELEGRAM, DISCORD):
            rows = packed(board.rows, width, most)
            assert len(rows) <= most
            assert all(1 <= len(row) <= width for row in rows)

    at_every_move(game, look)


@pytest.mark.parametrize("name", PRESETS)
def test_the_status_line_counts_what_the_variant_counts(name: str) -> None:
    rules = VARIANTS[name]

    def look(game: Game) -> None:
        parts = board_of(game).below.split("\n")[0].split(" · ")
        wanted = [f"{game.score}/{game.full_score}", WORDS.say("status.combo", combo=game.combo)]
        if rules.clear_all:
            there = [card for row in (*game.tableau, game.reserve, game.cells) for card in row]
            lying = len(there) - there.count(None) + sum(map(len, game.waste))
            wanted.append(WORDS.say("status.left", count=lying + game.stock_count))
        if rules.layout != "giza":
            tops = " ".join(face(pile[-1]) if pile else "-" for pile in game.waste)
            wanted.append(WORDS.say("status.stock", stock=game.stock_count))
            wanted.append(WORDS.say("status.waste", cards=tops))
        if rules.redeals != 0:
            left = "∞" if game.redeals_left is None else game.redeals_left
            wanted.append(f"{REDEAL} {left}")
        if rules.cells:
            (card,) = game.cells
            wanted.append(WORDS.say("status.cell", cards="-" if card is None else face(card)))
        assert parts == wanted

    at_every_move(whole_game(name, 7, random.Random(name)), look)


@pytest.mark.parametrize("name", PRESETS)
def test_cards_left_are_told_with_the_result_where_every_card_counts(name: str) -> None:
    game = whole_game(name, 3, random.Random(1))
    result = board_of(game).below.split("\n")[1].split(" · ")
    won = game.status is Status.WON
    assert result[0] == WORDS.say("result.won" if won else "result.lost")
    left = WORDS.say("status.left", count=game.cards_left)
    assert (left in result) == VARIANTS[name].clear_all


@given(games(st.one_of(st.sampled_from(PRESETS), any_rules())))
def test_every_pile_has_its_sign(game: Game) -> None:
    labels = [label for row in label_rows(board_of(game)) for label in row]
    if game.status is not Status.PLAYING:
        assert not [label for label in labels if label[0] in (DRAW, REDEAL, STORE, CELL)]
        return
    for card in game.cells:
        assert card is None or f"{CELL} {face(card)}" in labels
    for pile in game.waste:
        assert not pile or f"{WASTE} {face(pile[-1])}" in labels
    assert (f"{DRAW} {game.stock_count}" in labels) == (game.stock_count > 0)
    if game.stock_top is not None:
        assert f"{DRAW} {face(game.stock_top)}" in labels
    stores = any(isinstance(move, Store) for move in game.legal_moves())
    assert (STORE in labels) == stores
    free = [face(card) for card in game.playable if card in game.reserve]
    assert [label for label in labels if label in free] == free


@given(games(st.sampled_from([FULL, replace(FULL, waste_pair=True)])))
def test_the_fullest_game_fits_discord(game: Game) -> None:
    board = board_of(game)
    assert len(buttons(board)) <= 25
    shown = {parse(button.payload).card for button in buttons(board)}
    assert game.status is not Status.PLAYING or set(game.playable) <= shown


def test_three_wastes_stand_side_by_side_and_an_empty_one_has_no_button() -> None:
    talk = new_talk(2, "three-piles")
    talk.play("draw")
    assert label_rows(talk.board)[1] == ["🗑️ 6♠️", "🗑️ 4♥️", "🗑️ A♣️", "🎴 21"]
    talk.play("ac qh")
    assert label_rows(talk.board)[1] == ["🗑️ 6♠️", "🗑️ 4♥️", "🎴 21"]
    assert WORDS.say("status.waste", cards="6♠️ 4♥️ -") in talk.board.below


def test_the_selected_card_goes_into_the_cell_and_comes_out_of_it() -> None:
    talk = new_talk(2, "cell")
    talk.press("9♦️")
    talk.press("📥")
    assert talk.game.cells == (Card.parse("9D"),)
    assert "📥" not in talk.labels()
    talk.press("📦 9♦️")
    talk.press("4♠️")
    assert talk.game.score == 2
    assert not [label for label in talk.labels() if label.startswith(CELL)]
    assert "📥" in talk.labels()


def test_the_cell_waits_for_a_card_where_none_is_selected() -> None:
    talk = new_talk(2, "cell")
    talk.press("📥")
    talk.press("K♠️")
    assert talk.game.cells == (Card.parse("KS"),)
    talk.press("📦 K♠️")
    assert talk.game.score == 1
    assert not [label for label in talk.labels() if label.startswith(CELL)]


def test_redeals_count_down_on_the_button() -> None:
    talk = new_talk(2, "par")
    for left in (2, 1):
        while talk.game.stock_count:
            talk.press(f"🎴 {talk.game.stock_count}")
        talk.press(f"🔁 {left}")
        assert talk.game.redeals_left == left - 1
    assert WORDS.say("status.redeals", redeals="🔁 0") in talk.board.below


@pytest.mark.parametrize("name", PRESETS)
def test_undo_restart_and_a_new_process_hold_for_every_game(name: str) -> None:
    talk = Talk()
    talk.command("new", f"{name} 12345")
    seen = [told(talk.game)]
    for turn in range(10):
        legal = talk.game.legal_moves()
        talk.game.play(legal[(7 * turn) % len(legal)])
        seen.append(told(talk.game))
    talk.command("board")
    while len(seen) > 1:
        talk.restart_process()
        talk.tap("button.hint")
        assert told(talk.game) == seen.pop()
        talk.tap("button.undo")
    assert told(talk.game) == seen[0]
    talk.game.play(talk.game.legal_moves()[0])
    talk.command("restart")
    assert told(talk.game) == seen[0]


@pytest.mark.parametrize("name", PRESETS)
def test_ordinary_games_of_every_preset_fit_their_buttons(name: str) -> None:
    choice = random.Random(name)
    for number in (1, 48151, 999_999, 2_147_483_647):

        def look(game: Game) -> None:
            assert not reference(game).startswith("~")
            assert len(reference(game)) + 3 <= MAX_BYTES

        at_every_move(whole_game(name, number, choice), look)


@given(any_rules(), st.integers(1, 2**31 - 1), st.lists(st.integers(0, 50), max_size=40))
def test_house_rules_travel_inside_the_buttons(rules: Rules, number: int, moves: list[int]) -> None:
    game = played(rules, number, moves)
    undo = next(b for b in buttons(board_of(game)) if b.payload[0] == Action.UNDO.value)
    talk = Talk()
    talk.send(undo.payload, "m1")
    assert talk.game.rules == rules
    assert talk.game.number == number
    assert talk.game.moves_played == max(0, len(game.moves) - 1)
    assert talk.session.rules == rules
