"""The engine and the referee play the same games and have to show the same at every move."""

import random
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import VARIANTS, Card, Game, IllegalMove, Reason, Rules
from tests.engine.referee import Book, Referee, cards_of, picture, words

FIELDS: dict[str, list[Any]] = {
    "layout": ["pyramid7", "pyramid6", "triangle7", "giza"],
    "short_deck": [False, True],
    "reserve": [0, 6, 7],
    "cells": [0, 1],
    "draw": [1, 3],
    "wastes": [1, 3],
    "redeals": [0, 1, 2, None],
    "open_stock": [False, True],
    "waste_pair": [False, True],
    "covering_pair": [False, True],
    "clear_all": [False, True],
    "king_at_apex": [False, True],
}
numbers = st.integers(1, 2147483647)
books = st.fixed_dictionaries({name: st.sampled_from(good) for name, good in FIELDS.items()})


def allowed(fields: dict[str, Any]) -> Book:
    """The nearest combination that the rule book does not refuse."""
    if fields["layout"] == "giza":
        fields = {**fields, "short_deck": False, "reserve": 0}
    if fields["draw"] == 1:
        fields = {**fields, "wastes": 1}
    return Book(**fields)


def both(book: Book, number: int) -> tuple[Game, Referee]:
    return Game.deal(Rules(**book._asdict()), number), Referee(book, cards_of(book, number))


def agree(game: Game, referee: Referee) -> None:
    assert picture(game, Card.parse) == picture(referee)


def play_both(game: Game, referee: Referee, move: str) -> None:
    game.play(next(legal for legal in game.legal_moves() if words(legal) == move))
    referee.play(move)


def play_through(book: Book, number: int, choice: random.Random, most: int) -> str:
    """Play a random game on both, then undo it and its token's game. Returns how it ended."""
    game, referee = both(book, number)
    eager = choice.random()
    while True:
        agree(game, referee)
        moves = referee.legal_moves()
        if not moves or referee.moves_played == most:
            break
        removals = [move for move in moves if move.startswith("Remove")]
        play_both(game, referee, choice.choice(removals * (choice.random() < eager) or moves))
    status = referee.status
    back = Game.from_token(game.to_token())
    while referee.moves_played:
        referee.undo()
        for each in (game, back):
            each.undo()
            agree(each, referee)
    with pytest.raises(IllegalMove) as refused:
        game.undo()
    assert refused.value.reason is Reason.NOTHING_TO_UNDO
    return status


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_every_preset_is_played_as_the_referee_plays_it(name: str) -> None:
    choice = random.Random(name)
    book = Book(**asdict(VARIANTS[name]))
    for _ in range(5):
        play_through(book, choice.randrange(1, 2147483648), choice, 120)


@pytest.mark.parametrize("seed", range(8))
def test_any_rules_are_played_as_the_referee_plays_them(seed: int) -> None:
    choice = random.Random(seed)
    for _ in range(12):
        book = allowed({name: choice.choice(good) for name, good in FIELDS.items()})
        play_through(book, choice.randrange(1, 2147483648), choice, 150)


@pytest.mark.parametrize("count", [1, 3])
def test_random_games_reach_wins_and_the_losses_of_unlimited_redeals(count: int) -> None:
    choice = random.Random(3)
    book = Book(draw=count, wastes=count, redeals=None)
    ends = {play_through(book, number, choice, 300) for number in range(1, 7)}
    assert ends == {"WON", "LOST"}


@settings(deadline=None, max_examples=100)
@given(books, numbers, st.lists(st.integers(0, 9999), max_size=80))
def test_moves_and_undos_in_any_order(
    fields: dict[str, Any], number: int, choices: list[int]
) -> None:
    game, referee = both(allowed(fields), number)
    agree(game, referee)
    for choice in choices:
        moves = referee.legal_moves()
        if referee.moves_played and (not moves or choice % 5 == 0):
            game.undo()
            referee.undo()
        elif moves:
            play_both(game, referee, moves[choice // 5 % len(moves)])
        agree(game, referee)
        assert picture(Game.from_token(game.to_token()), Card.parse) == picture(referee)


@pytest.mark.parametrize("seed", range(8))
def test_the_loss_of_unlimited_redeals_is_the_same_on_every_way(seed: int) -> None:
    choice = random.Random(seed)
    fields = {name: choice.choice(good) for name, good in FIELDS.items()}
    pyramid = choice.choice(["pyramid7", "pyramid6", "triangle7"])
    book = allowed({**fields, "layout": pyramid, "redeals": None, "cells": seed % 2})
    game, referee = both(book, choice.randrange(1, 2147483648))
    for _ in range(250):
        moves = referee.legal_moves()
        back = 0 if moves and choice.random() < 0.85 else choice.choice([1, 2, 9])
        for _ in range(min(back, referee.moves_played)):
            game.undo()
            referee.undo()
            agree(game, referee)
        if not back:
            play_both(game, referee, choice.choice(moves[choice.choice([0, -1]) :]))
        agree(game, referee)


@settings(deadline=None, max_examples=100)
@given(books, numbers, st.lists(st.integers(0, 9999), max_size=60))
def test_a_restarted_game_is_the_deal_again(
    fields: dict[str, Any], number: int, choices: list[int]
) -> None:
    game, referee = both(allowed(fields), number)
    for choice in choices:
        if legal := game.legal_moves():
            game.play(legal[choice % len(legal)])
    game.restart()
    agree(game, referee)
    for choice in choices[::-1]:
        if moves := referee.legal_moves():
            play_both(game, referee, moves[choice % len(moves)])
    agree(game, referee)


def count(game: Any, depth: int) -> int:
    """How many ways of so many moves there are from here, on the engine or on the referee."""
    moves = game.legal_moves()
    if depth == 1:
        return len(moves)
    ways = 0
    for move in moves:
        game.play(move)
        ways += count(game, depth - 1)
        game.undo()
    return ways


WAYS: list[tuple[dict[str, Any], int, list[int]]] = [
    ({}, 12345, [3, 8, 22, 50, 83, 162, 342, 881, 2156, 4752]),
    ({"draw": 3, "redeals": 1}, 12345, [3, 7, 15, 37, 79, 176, 417, 701, 1412, 3009]),
    ({"draw": 3, "wastes": 3, "redeals": None}, 1000017, [3, 6, 16, 49, 201, 786, 2673]),
    ({"layout": "giza", "clear_all": True}, 12345, [8, 57, 371, 2248, 12594]),
    (
        {"layout": "triangle7", "waste_pair": True, "redeals": 2},
        12345,
        [2, 4, 9, 18, 25, 33, 57, 80, 121, 208, 251, 300, 415],
    ),
    ({"reserve": 7, "waste_pair": True}, 12345, [9, 67, 409, 2071, 9118]),
    ({"layout": "pyramid6", "reserve": 6}, 2147483647, [6, 24, 77, 286, 910, 2969]),
    ({"cells": 1, "waste_pair": True}, 12345, [10, 49, 204, 796, 2778]),
    (
        {"covering_pair": True, "waste_pair": True},
        1000017,
        [3, 8, 18, 38, 74, 127, 259, 551, 1090, 2989],
    ),
    ({"short_deck": True}, 1, [3, 6, 8, 11, 24, 40, 60, 116, 181, 416, 764, 1542, 3074]),
    ({"open_stock": True, "draw": 3}, 12345, [4, 13, 41, 138, 429, 1181, 2985]),
    (
        {"king_at_apex": True, "cells": 1, "layout": "giza", "covering_pair": True},
        1,
        [24, 346, 4186],
    ),
]


@pytest.mark.parametrize(("change", "number", "ways"), WAYS)
def test_the_number_of_ways_to_begin(change: dict[str, Any], number: int, ways: list[int]) -> None:
    game, referee = both(Book(**change), number)
    start = picture(game, Card.parse)
    assert [count(game, depth + 1) for depth in range(len(ways))] == ways
    assert [count(referee, depth + 1) for depth, few in enumerate(ways) if few < 400] == [
        few for few in ways if few < 400
    ]
    assert picture(game, Card.parse) == start
