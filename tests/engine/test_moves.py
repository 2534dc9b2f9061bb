"""Which moves are legal, and in which order they are listed."""

from typing import Any

import pytest

from engine import Card, Draw, Game, IllegalMove, Reason, Redeal, Remove, Rules, Store
from tests.engine.referee import DECK, lay, picture, plain, words

BOTTOM = "8S QD QS 7C 7D 7H / KS 9H 4D QC AC 5S 6H"

LISTED = lay(BOTTOM, "8D KD TC TD 2H")


def remove(*cards: str) -> Remove:
    return Remove(frozenset(map(Card.parse, cards)))


def play(game: Game, *moves: str) -> None:
    """Play legal moves that are given in words: "Draw", "Remove 9H 4D"."""
    for move in moves:
        kind, *cards = move.split()
        legal = {words(offered): offered for offered in game.legal_moves()}
        game.play(legal[" ".join([kind, *sorted(cards)])])


def listed(game: Game) -> list[str]:
    return [words(move) for move in game.legal_moves()]


def refusal(game: Game, move: Any) -> Reason:
    """Why the move is refused; that nothing changed is checked on the way."""
    before = picture(game, Card.parse)
    with pytest.raises(IllegalMove) as refused:
        game.play(move)
    assert picture(game, Card.parse) == before
    return refused.value.reason


def drawn_out(rules: Rules | str, cards: str) -> Game:
    """A game whose stock has been drawn to the end without any other move."""
    game = Game.from_cards(rules, cards)
    while game.stock_count:
        game.play(Draw())
    return game


def test_moves_are_frozen_values() -> None:
    assert remove("9H", "4D") == remove("4D", "9H")
    assert len({Draw(), Draw(), Redeal(), Redeal(), remove("KS"), remove("KS")}) == 3
    assert Store(Card.parse("KS")) == Store(Card.parse("KS"))
    assert len({Store(Card.parse("KS")), remove("KS")}) == 2
    with pytest.raises(AttributeError):
        remove("KS").cards = frozenset()  # type: ignore[misc]


def test_removals_come_in_board_order_and_then_the_draw() -> None:
    game = Game.from_cards("classic", LISTED)
    assert listed(game) == ["Remove KS", "Remove 4D 9H", "Remove AC QC", "Draw"]
    play(game, "Draw")
    assert listed(game) == ["Remove KS", "Remove 4D 9H", "Remove AC QC", "Remove 5S 8D", "Draw"]
    play(game, "Draw")
    assert listed(game) == [
        *("Remove KS", "Remove 4D 9H", "Remove AC QC"),
        *("Remove KD", "Draw"),
    ]


def test_a_card_meets_its_partners_in_board_order() -> None:
    game = Game.from_cards("classic", lay("9H 4D 4S 2S 2H 9D 4C", "9S"))
    play(game, "Draw")
    assert listed(game) == [
        *("Remove 4D 9H", "Remove 4S 9H", "Remove 4C 9H"),
        *("Remove 4D 9D", "Remove 4D 9S", "Remove 4S 9D", "Remove 4S 9S"),
        *("Remove 4C 9D", "Remove 4C 9S", "Draw"),
    ]


def test_board_order_is_tableau_reserve_cell_wastes_and_open_stock() -> None:
    rules = Rules(reserve=6, cells=1, draw=3, wastes=3, open_stock=True)
    cards = lay("KS 2S 2H 2D 2C 3S 3H", "JC KH 4S 9S 6S 8S 7H JD KD TC")
    game = Game.from_cards(rules, cards)
    play(game, "Draw")
    assert listed(game) == [
        *("Remove KS", "Remove 2S JC", "Remove 2S JD", "Remove 2H JC", "Remove 2H JD"),
        *("Remove 2D JC", "Remove 2D JD", "Remove 2C JC", "Remove 2C JD"),
        *("Remove 3S TC", "Remove 3H TC", "Remove KH", "Remove 4S 9S", "Remove 6S 7H"),
        "Remove KD",
        *("Store KS", "Store 2S", "Store 2H", "Store 2D", "Store 2C", "Store 3S", "Store 3H"),
        *("Store 7H", "Store JD", "Store KD", "Draw"),
    ]
    play(game, "Store 2S")
    assert listed(game) == [
        *("Remove KS", "Remove 2H JC", "Remove 2H JD", "Remove 2D JC", "Remove 2D JD"),
        *("Remove 2C JC", "Remove 2C JD", "Remove 3S TC", "Remove 3H TC", "Remove 2S JC"),
        *("Remove KH", "Remove 4S 9S", "Remove 6S 7H", "Remove 2S JD", "Remove KD", "Draw"),
    ]


def test_the_second_waste_card_stands_right_after_the_top_of_its_pile() -> None:
    rules = Rules(draw=3, wastes=3, waste_pair=True)
    game = Game.from_cards(rules, lay("2S 2H 2D 2C 3S 3H 3D", "5S 4S 4H 8S 5H KD"))
    play(game, "Draw", "Draw")
    assert plain(game.waste) == [["5S", "8S"], ["4S", "5H"], ["4H", "KD"]]
    assert listed(game) == ["Remove 5S 8S", "Remove 5H 8S", "Remove KD", "Draw"]


def test_a_redeal_comes_last() -> None:
    game = drawn_out(Rules(redeals=1, cells=1), LISTED)
    assert listed(game)[-2:] == ["Store " + plain(game.waste)[0][-1], "Redeal"]


def test_any_two_playable_cards_go_together() -> None:
    rules = Rules(reserve=6, cells=1, draw=3, wastes=3, open_stock=True)
    bottom = "KS 2S 2H 2D 2C KC KH"
    game = Game.from_cards(rules, lay(bottom, "4S 9S 5S 6S 7S 3S 8S 9H 4H TS"))
    play(game, "Draw", "Store 8S")
    assert {"Remove 4S 9S", "Remove 6S 7S", "Remove 4H 9H", "Remove 3S TS", "Remove 5S 8S"} <= set(
        listed(game)
    )


def test_the_open_stock_card_pairs_with_the_waste_top() -> None:
    game = Game.from_cards(Rules(open_stock=True), lay("2S 2H 2D 2C KS KC KH", "9H 4H 5H"))
    assert str(game.stock_top) == "9H"
    play(game, "Draw")
    assert str(game.stock_top) == "4H"
    play(game, "Remove 9H 4H")
    assert (str(game.stock_top), game.waste, game.stock_count) == ("5H", ((),), 22)


def test_with_waste_pair_the_top_goes_with_the_card_directly_under_it() -> None:
    cards = lay("2S 2H 2D 2C 7H KC KS", "6D 7D 6H 5H")
    game, classic = Game.from_cards("relaxed", cards), Game.from_cards("classic", cards)
    for each in (game, classic):
        play(each, "Draw", "Draw")
    assert refusal(classic, remove("6D", "7D")) is Reason.BURIED
    assert refusal(game, remove("7H", "6D")) is Reason.BURIED
    play(game, "Draw")
    assert refusal(game, remove("6D", "7D")) is Reason.BURIED
    play(game, "Remove 6H 7D", "Draw")
    assert plain(game.waste) == [["6D", "5H"]]


def test_the_second_card_of_one_pile_does_not_go_with_the_top_of_another() -> None:
    rules = Rules(draw=3, wastes=3, waste_pair=True)
    game = Game.from_cards(rules, lay("2S 2H 2D 2C KC KS KH", "6D 9C 9D TC 7D TD"))
    play(game, "Draw", "Draw")
    assert refusal(game, remove("6D", "7D")) is Reason.BURIED


def test_with_waste_pair_a_covered_king_of_the_waste_does_not_go() -> None:
    game = Game.from_cards("relaxed", lay("2S 2H 2D 2C 3S 3H 3D", "KD 9C"))
    play(game, "Draw", "Draw")
    assert refusal(game, remove("KD")) is Reason.BURIED


def test_with_covering_pair_a_card_goes_with_the_one_that_still_covers_it() -> None:
    cards = lay("9H 2S 2H 2D 2C 3S / KS 4D 4S 5S 5H 5D 5C")
    game, classic = Game.from_cards("covering", cards), Game.from_cards("classic", cards)
    for each in (game, classic):
        assert refusal(each, remove("9H", "4D")) is Reason.COVERED
        play(each, "Remove KS")
    assert refusal(classic, remove("9H", "4D")) is Reason.COVERED
    assert refusal(game, remove("9H", "4S")) is Reason.COVERED
    assert listed(game) == ["Remove 4D 9H", "Draw"]
    play(game, "Remove 4D 9H")
    assert (game.score, game.combo) == (3, 2)


def test_with_covering_pair_the_cover_is_free_itself() -> None:
    rules = Rules(layout="triangle7", covering_pair=True)
    game = Game.from_cards(rules, lay("9S 3S 4S 5S / 4D 8S TH / KS JD / KH"))
    play(game, "Remove KH")
    assert refusal(game, remove("9S", "4D")) is Reason.COVERED
    play(game, "Remove KS")
    assert listed(game) == ["Remove 4D 9S", "Draw"]


def test_covering_pair_holds_in_giza_columns() -> None:
    columns = ".. .. .. .. .. .. .. 4S / .. .. .. .. .. .. .. 9D / .. .. .. .. .. .. .. 4D"
    game = Game.from_cards(Rules(layout="giza", covering_pair=True), lay(columns, size=24))
    assert refusal(game, remove("9D", "4S")) is Reason.COVERED
    assert "Remove 4D 9D" in listed(game)
    play(game, "Remove 4D 9D")
    assert plain(game.tableau[14]) == ["4S", None, None]


def test_with_covering_pair_a_covered_king_does_not_go() -> None:
    game = Game.from_cards("covering", lay("KH 2S 2H 2D 2C 3S / KS 4D 4S 5S 5H 5D 5C"))
    play(game, "Remove KS")
    assert refusal(game, remove("KH")) is Reason.COVERED
    assert refusal(game, remove("KH", "4D")) in {Reason.COVERED, Reason.KING_GOES_ALONE}


def test_in_a_short_deck_pairs_sum_to_twelve_and_a_king_goes_alone() -> None:
    short = [card for card in DECK if card[0] != "T"]
    bottom = "AC JC 2C QC 6S 6H KS"
    game = Game.from_cards("spanish", lay(bottom, "5H", deck=short))
    assert listed(game) == ["Remove AC QC", "Remove 2C JC", "Remove 6H 6S", "Remove KS", "Draw"]
    assert refusal(game, remove("AC", "JC")) is Reason.WRONG_SUM
    assert refusal(game, remove("QC")) is Reason.NEEDS_PARTNER


def test_a_cell_takes_the_free_card_of_a_giza_column() -> None:
    game = Game.deal(Rules(layout="giza", cells=1), 12345)
    play(game, "Store 2H")
    assert plain(game.tableau[7]) == ["QC", "9C", None]
    assert plain(game.cells) == ["2H"]


def test_board_order_in_giza_is_the_pyramid_and_then_the_columns() -> None:
    game = Game.deal("giza", 12345)
    pairs = "6H 7S/3S TD/5S 8S/6H 7D/AD QS/5D 8S/5H 8S/3H TD"
    assert listed(game) == ["Remove " + pair for pair in pairs.split("/")]


def test_board_order_in_the_triangle_runs_from_the_row_of_seven_to_the_tip() -> None:
    cards = lay("2S KD 4S 5S / 9D 8S 5H / KS 4D / KH", "9H")
    game = Game.from_cards("triangle", cards)
    play(game, "Remove KH", "Remove KS")
    assert listed(game) == ["Remove 4D 9D", "Draw"]
    play(game, "Draw")
    assert listed(game) == ["Remove 4D 9D", "Remove 4D 9H", "Draw"]
    play(game, "Remove 4D 9H")
    assert listed(game) == ["Remove 5H 8S", "Draw"]
    game.undo()
    play(game, "Remove 4D 9D")
    assert listed(game) == ["Remove 5H 8S", "Draw"]
    play(game, "Remove 5H 8S")
    assert listed(game) == ["Remove KD", "Remove 4S 9H", "Draw"]


def test_removing_is_never_compulsory() -> None:
    game = Game.from_cards("classic", lay("KS KH KD KC 9H 4D 2S"))
    play(game, *["Draw"] * 24)
    assert listed(game)[:5] == ["Remove " + move for move in ("KS", "KH", "KD", "KC", "4D 9H")]
    assert game.score == 0
