"""The solver: right about every position, its lines can be played, and its bound is kept."""

import random
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import VARIANTS, Draw, Game, Move, Rules, Status
from engine.solver import best_score, solve
from tests.engine.plain_search import house_rules, late_position, random_rules, search_everything

FIRST = 1_000_001
MOST = 1500
seeds = st.integers(0, 2**32)


def after(game: Game, moves: Iterable[Move]) -> Game:
    """The same game some moves later, the given one left alone."""
    later = Game.from_token(game.to_token())
    for move in moves:
        later.play(move)
    return later


def agrees_with_searching_everything(game: Game) -> bool:
    """Whether the position was small enough to be compared; fails where the answers differ."""
    answer = search_everything(game, MOST)
    if answer is None:
        return False
    result, best = solve(game), best_score(game)
    assert result.winnable is answer.winnable
    assert (after(game, result.line).status is Status.WON) is answer.winnable
    assert (best.score, best.exact) == (answer.best_score, True)
    assert after(game, best.line).score == answer.best_score
    return True


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_late_positions_of_every_preset_are_judged_rightly(name: str) -> None:
    choice = random.Random(name)
    games = (late_position(VARIANTS[name], choice.randrange(1, 2**31), choice) for _ in range(12))
    assert sum(agrees_with_searching_everything(game) for game in games) > 3


@settings(deadline=None, max_examples=40)
@given(seeds)
def test_late_positions_under_any_rules_are_judged_rightly(seed: int) -> None:
    choice = random.Random(seed)
    rules = random_rules(choice) if choice.random() < 0.5 else house_rules(choice)
    agrees_with_searching_everything(late_position(rules, choice.randrange(1, 2**31), choice))


@pytest.mark.parametrize(
    ("token", "score"),
    [
        # Three a draw: a removal from the waste shifts the threes of the next pass.
        ("AZthETIAmCCMmA", 18),
        ("QUuAM3wA0EDCth8", 26),
        ("QRtwmZwAeEA", 23),
        # Three a draw from an open stock: a removal from it shifts those of this pass.
        ("AbkRPdsAUCA", 12),
        ("ATlQnKMAiKCynA", 19),
    ],
)
def test_a_removal_that_shifts_the_threes_may_wait(token: str, score: int) -> None:
    assert best_score(Game.from_token(token)).score == score


@pytest.mark.parametrize(
    "token", ["gWKQvxkAIAEn1gi7BjzvTg51", "wVHh5qoAwABULZytBw", "UW5AlBIAUOE0t13GkHfSUoP__eAM"]
)
def test_a_cell_can_part_a_card_from_a_partner_under_it(token: str) -> None:
    game = Game.from_token(token)
    result = solve(game)
    assert result.winnable
    assert after(game, result.line).status is Status.WON


def winners(rules: Rules, numbers: Iterable[int]) -> list[int]:
    """The winnable ones of some deals, each of which has to be decided and its line to win."""
    found = []
    for number in numbers:
        game = Game.deal(rules, number)
        result = solve(game)
        assert result.winnable is not None
        assert (after(game, result.line).status is Status.WON) is result.winnable
        if result.winnable:
            found.append(number)
    return found


def test_the_first_classic_winners_are_those_of_the_rule_book() -> None:
    known = [17, 21, 22, 32, 53, 83, 86, 104]
    found = winners(VARIANTS["classic"], range(FIRST, FIRST + 104))
    assert found == [FIRST - 1 + number for number in known]


@pytest.mark.parametrize(
    ("rules", "first", "deals", "known"),
    [
        (Rules(waste_pair=True), 22, 6, [22]),
        (Rules(clear_all=True), 1, 30, []),
        (Rules(redeals=2), 1, 20, [1, 2, 3, 4, 7, 9, 11, 12, 13, 14, 15, 17, 19, 20]),
    ],
)
def test_the_winnable_deals_of_other_rules(
    rules: Rules, first: int, deals: int, known: list[int]
) -> None:
    found = winners(rules, range(FIRST - 1 + first, FIRST - 1 + first + deals))
    assert found == [FIRST - 1 + number for number in known]


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_every_preset_has_a_deal_whose_line_wins(name: str) -> None:
    for number in range(FIRST, FIRST + 400):
        game = Game.deal(name, number)
        result = solve(game, 500)
        if result.winnable:
            won = after(game, result.line)
            assert won.status is Status.WON
            break
    else:
        pytest.fail("no deal was found to be winnable")


def test_solving_leaves_the_game_as_it_was() -> None:
    game = Game.deal("par", FIRST)
    game.play(Draw())
    token, legal = game.to_token(), game.legal_moves()
    solve(game, 300)
    best_score(game, 300)
    assert (game.to_token(), game.legal_moves()) == (token, legal)


def test_a_line_goes_on_from_where_the_game_stands() -> None:
    game = Game.deal("relaxed", 1000017)
    line = solve(game).line
    for move in line:
        assert solve(game).winnable
        game.play(move)
    assert game.status is Status.WON
    assert solve(game).line == ()
    assert solve(game).winnable


def test_a_lost_game_cannot_be_won_and_keeps_its_score() -> None:
    game = Game.deal("classic", FIRST)
    while (hint := game.hint()) is not None:
        game.play(hint)
    assert game.status is Status.LOST
    assert solve(game).winnable is False
    best = best_score(game)
    assert (best.score, best.line, best.exact) == (game.score, (), True)


def test_a_bad_move_can_lose_a_winnable_game() -> None:
    game = Game.deal("classic", 1000017)
    while game.legal_moves()[-1] == Draw():
        game.play(Draw())
    assert solve(game).winnable is False


@pytest.mark.parametrize("name", ["classic", "relaxed", "tut", "giza", "cell"])
def test_a_bound_is_kept_and_what_it_leaves_open_is_never_guessed(name: str) -> None:
    for number in range(FIRST, FIRST + 8):
        game = Game.deal(name, number)
        answers = {}
        for bound in (0, 1, 10, 100, 300, 1000, 3000):
            result = solve(game, bound)
            assert result.states <= bound
            assert result == solve(game, bound)
            assert bool(result.line) is (result.winnable is True)
            answers[bound] = result.winnable
        decided = [answer for answer in answers.values() if answer is not None]
        assert answers[0] is None
        assert len(set(decided)) <= 1
        assert decided == list(answers.values())[len(answers) - len(decided) :]


@pytest.mark.parametrize("name", ["classic", "par", "giza", "six-reserve"])
def test_a_bounded_best_score_can_be_reached_and_grows_with_the_bound(name: str) -> None:
    game = Game.deal(name, 12345)
    before = 0
    for bound in (1, 30, 300, 3000):
        best = best_score(game, bound)
        assert best.states <= bound
        assert after(game, best.line).score == best.score
        assert best.score >= before
        before = best.score


@pytest.mark.parametrize("number", range(FIRST + 15, FIRST + 21))
def test_a_full_score_can_be_reached_exactly_where_classic_is_winnable(number: int) -> None:
    game = Game.deal("classic", number)
    best = best_score(game)
    assert best.exact
    assert (best.score == game.full_score) is solve(game).winnable


def test_emptying_the_table_counts_for_the_win_and_not_for_the_score() -> None:
    game = Game.deal(Rules(clear_all=True), 1000017)
    assert solve(game).winnable is False
    assert best_score(game).score == game.full_score
