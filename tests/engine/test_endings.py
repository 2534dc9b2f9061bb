"""When a game is won and when it is lost, and not a move earlier or later."""

from dataclasses import replace

import pytest

from engine import VARIANTS, Game, IllegalMove, Reason, Rules, Status
from tests.engine.referee import DECK, lay, plain
from tests.engine.test_hints import NO_PAIRS
from tests.engine.test_moves import drawn_out, listed, play

# A pyramid that comes off row by row from the bottom, with no card of the stock.
PYRAMID = """
    KC
    QC AC
    KD JC 2C
    TC 3C 9C 4C
    KH 8C 5C 7C 6C
    QS AS JS 2S TS 3S
    KS 9S 4S 8S 5S 7S 6S
"""
BY_ROWS = [
    ["Remove KC"],
    ["Remove QC AC"],
    ["Remove KD", "Remove JC 2C"],
    ["Remove TC 3C", "Remove 9C 4C"],
    ["Remove KH", "Remove 8C 5C", "Remove 7C 6C"],
    ["Remove QS AS", "Remove JS 2S", "Remove TS 3S"],
    ["Remove KS", "Remove 9S 4S", "Remove 8S 5S", "Remove 7S 6S"],
]
CLEARING = [move for row in BY_ROWS[::-1] for move in row]
RED_PAIRS = "QH AH JH 2H TH 3H 9H 4H 8H 5H 7H 6H QD AD JD 2D TD 3D 9D 4D 8D 5D 7D 6D"
SIX_ROWS = " ".join(PYRAMID.split()[:21])
TRIANGLE = " ".join(card for line in PYRAMID.splitlines()[::-1] for card in line.split())
# Eight columns of three, each round of eight cards four pairs.
COLUMNS = RED_PAIRS


def status(game: Game) -> str:
    return game.status.name


def shown(game: Game) -> tuple[int, int, str]:
    return game.score, game.combo, status(game)


@pytest.mark.parametrize(
    ("rules", "cards", "moves", "full"),
    [
        (Rules(), lay(PYRAMID), CLEARING, 28),
        (Rules(layout="pyramid6"), lay(SIX_ROWS, size=21), CLEARING[4:], 21),
        (Rules(layout="triangle7"), lay(TRIANGLE), CLEARING[::-1], 28),
        (Rules(layout="giza"), lay(COLUMNS + PYRAMID, size=52), CLEARING, 28),
        (Rules(redeals=None), lay(PYRAMID), CLEARING, 28),
        (Rules(cells=1, reserve=7), lay(PYRAMID), CLEARING, 28),
    ],
)
def test_a_game_is_won_when_the_last_pyramid_card_is_removed(
    rules: Rules, cards: str, moves: list[str], full: int
) -> None:
    game = Game.from_cards(rules, cards)
    for move in moves:
        assert status(game) == "PLAYING"
        play(game, move)
    assert shown(game) == (full, len(moves), "WON")
    assert (game.moves_played, game.longest_combo) == (len(moves), len(moves))
    assert game.legal_moves() == ()
    assert game.hint() is None


def test_with_clear_all_the_stock_and_the_waste_have_to_go_too() -> None:
    game = Game.from_cards("strict", lay(PYRAMID, RED_PAIRS))
    play(game, *CLEARING)
    assert shown(game) == (28, 16, "PLAYING")
    pairs = RED_PAIRS.split()
    for one, other in zip(pairs[::2], pairs[1::2], strict=True):
        assert status(game) == "PLAYING"
        play(game, "Draw", "Draw", f"Remove {one} {other}")
    assert shown(game) == (28, 1, "WON")
    assert game.longest_combo == 16


def test_with_clear_all_the_columns_have_to_go_too() -> None:
    game = Game.from_cards("giza", lay(COLUMNS + PYRAMID, size=52))
    play(game, *CLEARING)
    assert shown(game) == (28, 16, "PLAYING")
    pairs = COLUMNS.split()
    for one, other in list(zip(pairs[::2], pairs[1::2], strict=True))[::-1]:
        assert status(game) == "PLAYING"
        play(game, f"Remove {one} {other}")
    assert shown(game) == (28, 28, "WON")


def test_with_clear_all_the_reserve_has_to_go_too() -> None:
    game = Game.from_cards(
        Rules(reserve=6, clear_all=True, waste_pair=True), lay(PYRAMID, RED_PAIRS)
    )
    play(game, *CLEARING)
    pairs = RED_PAIRS.split()
    for place in range(6, 24, 2):
        play(game, "Draw", "Draw", f"Remove {pairs[place]} {pairs[place + 1]}")
    assert status(game) == "PLAYING"
    play(game, "Remove QH AH", "Remove JH 2H", "Remove TH 3H")
    assert shown(game) == (28, 4, "WON")


def test_a_pyramid_card_in_the_cell_scores_and_wins_when_it_is_removed() -> None:
    game = Game.from_cards("cell", lay(PYRAMID))
    play(game, "Store KS")
    assert shown(game) == (0, 0, "PLAYING")
    play(game, *(move for move in CLEARING if move != "Remove KS"))
    assert shown(game) == (27, 15, "PLAYING")
    assert not any(card for row in game.tableau for card in row)
    play(game, "Remove KS")
    assert shown(game) == (28, 16, "WON")


def test_a_column_card_in_the_cell_does_not_hold_up_the_win_of_the_pyramid() -> None:
    rules = Rules(layout="giza", cells=1)
    game = Game.from_cards(rules, lay(COLUMNS + PYRAMID, size=52))
    play(game, "Store 6D", *CLEARING)
    assert shown(game) == (28, 16, "WON")


def test_a_waste_card_in_the_cell_does_not_hold_up_the_win_of_the_pyramid() -> None:
    game = Game.from_cards("cell", lay(PYRAMID, "2D"))
    play(game, "Draw", "Store 2D", *CLEARING)
    assert shown(game) == (28, 16, "WON")


def test_a_game_is_lost_when_nothing_is_left_to_do() -> None:
    game = Game.from_cards("classic", lay(NO_PAIRS))
    for _ in range(24):
        assert (game.status, listed(game)) == (Status.PLAYING, ["Draw"])
        play(game, "Draw")
    assert (game.status, game.legal_moves()) == (Status.LOST, ())


def test_a_deal_can_be_lost_before_its_first_move() -> None:
    columns = ".. " * 16 + "3C 3S 3H 3D 4C 4S 4H 4D " + ".. " * 21 + "AC AS AH AD 2C 2S 2H"
    game = Game.from_cards("giza", lay(columns, size=52))
    assert (game.status, game.legal_moves(), game.hint()) == (Status.LOST, (), None)
    with pytest.raises(IllegalMove) as refused:
        game.undo()
    assert refused.value.reason is Reason.NOTHING_TO_UNDO
    with_cell = Game.from_cards(replace(VARIANTS["giza"], cells=1), lay(columns, size=52))
    assert status(with_cell) == "PLAYING"
    assert len(with_cell.legal_moves()) == 15


def test_a_useless_redeal_keeps_a_game_going() -> None:
    game = drawn_out(Rules(redeals=2), lay(NO_PAIRS))
    for left in (2, 1):
        assert (game.redeals_left, listed(game)) == (left, ["Redeal"])
        play(game, "Redeal", *["Draw"] * 23)
        assert status(game) == "PLAYING"
        play(game, "Draw")
    assert (game.redeals_left, game.status) == (0, Status.LOST)


def test_a_useless_store_keeps_a_game_going() -> None:
    game = drawn_out(Rules(cells=1), lay(NO_PAIRS))
    assert status(game) == "PLAYING"
    assert all(move.startswith("Store") for move in listed(game))
    play(game, "Store 2H")
    assert status(game) == "LOST"


def test_a_full_cell_does_not_save_a_game_but_its_card_may_still_pair() -> None:
    cards = lay(NO_PAIRS.replace("QD", ".."), "QD")
    game = Game.from_cards(Rules(cells=1), cards)
    play(game, "Draw", "Store QD", *["Draw"] * 23)
    assert status(game) == "PLAYING"
    assert listed(game) == ["Remove " + pair for pair in ("AC QD", "AS QD", "AH QD", "AD QD")]


@pytest.mark.parametrize("wastes", [1, 3])
def test_with_unlimited_redeals_a_game_is_lost_when_no_pass_can_help(wastes: int) -> None:
    rules = Rules(layout="triangle7", short_deck=True, draw=3, wastes=wastes, redeals=None)
    low = [rank + suit for rank in "A2345" for suit in "CSHD"]
    deck = [card for card in DECK if card[0] != "T" and card not in low]
    game = Game.from_cards(rules, " ".join(["6H", *(c for c in deck if c != "6H")][::-1] + low))
    assert plain(game.tableau[6]) == ["6H"]
    play(game, *["Draw"] * 6)
    assert (game.status, listed(game)) == (Status.PLAYING, ["Draw"])
    play(game, "Draw")
    assert (game.status, game.redeals_left, game.legal_moves()) == (Status.LOST, None, ())
    game.undo()
    assert (game.status, listed(game)) == (Status.PLAYING, ["Draw"])


@pytest.mark.parametrize(
    ("draw", "place", "status"),
    [
        (1, 0, Status.PLAYING),
        (1, 22, Status.PLAYING),
        (3, 0, Status.LOST),
        (3, 1, Status.LOST),
        (3, 2, Status.PLAYING),
        (3, 20, Status.PLAYING),
        (3, 21, Status.LOST),
    ],
)
def test_a_card_that_some_later_pass_turns_up_keeps_an_unlimited_game_going(
    draw: int, place: int, status: Status
) -> None:
    cards = lay(NO_PAIRS.replace("QD", ".."), ".. " * place + "QD")
    assert drawn_out(Rules(draw=draw, redeals=None), cards).status is status


@pytest.mark.parametrize("place", [0, 1, 2, 3, 22, 23])
def test_with_three_wastes_every_card_is_on_top_at_some_time(place: int) -> None:
    cards = lay(NO_PAIRS.replace("QD", ".."), ".. " * place + "QD")
    game = drawn_out(Rules(draw=3, wastes=3, redeals=None), cards)
    assert status(game) == "PLAYING"
    assert listed(game)[-1] == "Redeal"


def test_a_store_keeps_an_unlimited_game_going_and_a_full_cell_does_not() -> None:
    game = drawn_out(Rules(redeals=None, cells=1), lay(NO_PAIRS))
    assert status(game) == "PLAYING"
    assert listed(game)[-1] == "Redeal"
    play(game, "Store 2H")
    assert status(game) == "LOST"


def test_an_unlimited_game_goes_on_while_a_draw_brings_a_card_that_the_cell_can_take() -> None:
    rules = Rules(redeals=None, clear_all=True)
    for cells, ended in ((0, "LOST"), (1, "PLAYING")):
        game = Game.from_cards(replace(rules, cells=cells), lay(PYRAMID, RED_PAIRS))
        play(game, *CLEARING, *["Draw"] * 24)
        assert status(game) == ended
    play(game, "Redeal")
    assert (status(game), listed(game)) == ("PLAYING", ["Draw"])
    play(game, "Draw", "Store QH", "Draw", "Remove QH AH")
    assert status(game) == "PLAYING"


def test_an_unlimited_game_can_be_lost_in_the_middle_of_a_later_pass_but_not_of_the_first() -> None:
    cards = lay(NO_PAIRS.replace("QD", ".."), ".. .. QD")
    first = Game.from_cards(Rules(draw=3, redeals=None), cards)
    play(first, "Draw", "Remove AC QD")
    assert (first.status, listed(first)) == (Status.PLAYING, ["Draw"])
    later = drawn_out(Rules(draw=3, redeals=None), cards)
    play(later, "Redeal", "Draw")
    assert status(later) == "PLAYING"
    play(later, "Remove AC QD")
    assert (later.status, later.stock_count, later.legal_moves()) == (Status.LOST, 21, ())
    later.undo()
    assert (later.status, later.stock_count) == (Status.PLAYING, 21)
    play(later, "Remove AS QD")
    assert status(later) == "LOST"


def test_undo_forgets_that_the_stock_was_empty() -> None:
    cards = lay(NO_PAIRS.replace("QD", ".."), ".. .. QD")
    game = drawn_out(Rules(draw=3, redeals=None), cards)
    assert status(game) == "PLAYING"
    for _ in range(7):
        game.undo()
    play(game, "Remove AC QD")
    assert (game.status, listed(game)) == (Status.PLAYING, ["Draw"])


def test_without_unlimited_redeals_passes_that_cannot_help_are_played_to_the_end() -> None:
    game = drawn_out(Rules(draw=3, redeals=2), lay(NO_PAIRS))
    assert (game.status, listed(game)) == (Status.PLAYING, ["Redeal"])
