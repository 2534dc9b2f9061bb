"""A game in play: score, combo, count of moves, undo and restart."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import VARIANTS, Card, Game, IllegalMove, Reason, Redeal, Remove, Rules, Status
from engine.cards import CARDS
from tests.engine.referee import DECK, lay, picture, plain
from tests.engine.test_endings import CLEARING, PYRAMID
from tests.engine.test_hints import NO_PAIRS
from tests.engine.test_moves import play


@pytest.mark.parametrize(
    ("moves", "score"),
    [
        (["Remove 9H 4D"], 2),
        (["Remove KS"], 1),
        (["Draw", "Remove 5S 8D"], 1),
        (["Draw", "Draw", "Remove KD"], 0),
        (["Remove 6S 7S"], 0),
        (["Remove KC"], 0),
        (["Remove 6H 7S"], 1),
        (["Draw", "Store KS", "Remove 5S 8D", "Remove KS"], 2),
        (["Draw", "Store 8D", "Remove 5S 8D"], 1),
        (["Store 4D", "Draw", "Remove 9H 4D", "Remove 5S 8D"], 3),
        (["Remove QC AS", "Remove AC QS"], 2),
        (["Draw", "Draw", "Draw", "Remove 3H TS"], 0),
    ],
)
def test_the_score_counts_the_pyramid_cards_removed(moves: list[str], score: int) -> None:
    cards = lay("KS 9H 4D QC AC 5S 6H", "6S 7S KC AS QS 3H / 8D KD TS")
    game = Game.from_cards(Rules(reserve=6, cells=1), cards)
    play(game, *moves)
    assert game.score == score


@pytest.mark.parametrize(
    ("moves", "score"),
    [(["Remove 3H TD"], 0), (["Remove 8S 5D"], 0), (["Remove 5S 8S"], 1), (["Store 8S"], 0)],
)
def test_column_cards_score_nothing(moves: list[str], score: int) -> None:
    game = Game.deal(Rules(layout="giza", cells=1), 12345)
    play(game, *moves)
    assert game.score == score


def test_an_open_stock_card_scores_nothing() -> None:
    game = Game.from_cards("open-stock", lay("KS 9H 4D QC AC 5S 6H", "8D KD 7S"))
    play(game, "Remove 5S 8D")
    assert game.score == 1
    play(game, "Remove KD")
    assert game.score == 1


def test_a_combo_is_removals_in_a_row_since_a_draw_a_redeal_or_a_store() -> None:
    cards = lay("KS 9H 4D QC AC 5S 6H", "KH KD " + ".. " * 21 + "KC")
    game = Game.from_cards(Rules(cells=1, redeals=1), cards)
    combos = []
    for move in [
        *("Remove KS", "Remove 9H 4D", "Store 6H", "Remove QC AC", "Draw", "Remove KH"),
        *["Draw"] * 23,
        *("Remove KC", "Redeal", "Draw", "Remove KD"),
    ]:
        play(game, move)
        combos.append(game.combo)
    assert combos == [1, 2, 0, 1, 0, 1, *[0] * 23, 1, 0, 0, 1]
    assert game.longest_combo == 2


def test_undo_restores_the_longest_combo_too() -> None:
    game = Game.from_cards("classic", lay(PYRAMID))
    play(game, "Remove KS", "Draw", "Remove 9S 4S", "Remove 8S 5S")
    assert (game.combo, game.longest_combo) == (2, 2)
    game.undo()
    assert (game.combo, game.longest_combo) == (1, 1)
    game.undo()
    game.undo()
    assert (game.combo, game.longest_combo) == (1, 1)
    game.undo()
    assert (game.combo, game.longest_combo) == (0, 0)


def test_every_kind_of_move_counts_one_and_undo_takes_one_off() -> None:
    game = Game.from_cards(Rules(draw=3, redeals=1, cells=1), lay(PYRAMID))
    moves = ["Draw", "Store KS", "Remove 9S 4S", *["Draw"] * 7, "Redeal"]
    for count, move in enumerate(moves, 1):
        play(game, move)
        assert game.moves_played == count
    for count in range(len(moves) - 1, -1, -1):
        game.undo()
        assert game.moves_played == count


@pytest.mark.parametrize("won", [True, False])
def test_a_finished_game_can_be_undone_back_to_the_deal(won: bool) -> None:
    game = Game.from_cards("classic", lay(PYRAMID if won else NO_PAIRS))
    before = []
    for move in CLEARING if won else ["Draw"] * 24:
        before.append(picture(game, Card.parse))
        play(game, move)
    assert game.status is (Status.WON if won else Status.LOST)
    while before:
        game.undo()
        assert picture(game, Card.parse) == before.pop()
    with pytest.raises(IllegalMove) as refused:
        game.undo()
    assert refused.value.reason is Reason.NOTHING_TO_UNDO


def test_an_undone_game_takes_another_way() -> None:
    game = Game.from_cards("classic", lay("9H 4D 4S 2S 2H 2D 2C"))
    play(game, "Remove 9H 4D")
    game.undo()
    play(game, "Remove 9H 4S")
    assert plain(game.tableau[6]) == [None, "4D", None, "2S", "2H", "2D", "2C"]
    assert (game.moves_played, game.score) == (1, 2)


def test_restart_is_not_undone() -> None:
    game = Game.from_cards("cell", lay(PYRAMID))
    start = picture(game, Card.parse)
    play(game, "Draw", "Store KS", "Remove 9S 4S")
    game.restart()
    assert picture(game, Card.parse) == start
    with pytest.raises(IllegalMove) as refused:
        game.undo()
    assert refused.value.reason is Reason.NOTHING_TO_UNDO
    assert picture(game, Card.parse) == start


def test_two_games_of_one_deal_do_not_touch_each_other() -> None:
    one, other = Game.deal("cell", 12345), Game.deal("cell", 12345)
    start = picture(other, Card.parse)
    play(one, "Draw", "Store KS")
    one.undo()
    assert picture(other, Card.parse) == start
    assert picture(one, Card.parse) != start


def test_what_a_game_shows_does_not_change_afterwards() -> None:
    game = Game.deal("cell", 12345)
    kept = (game.tableau, game.waste, game.cells, game.legal_moves())
    text = str(kept)
    play(game, "Draw", "Store KS")
    assert str(kept) == text
    assert all(isinstance(part, tuple) for part in (*kept, *game.tableau, *game.waste))


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(sorted(VARIANTS)), st.integers(1, 2**31 - 1), st.lists(st.integers(0, 999)))
def test_every_card_is_always_somewhere_and_only_once(
    name: str, number: int, choices: list[int]
) -> None:
    game = Game.deal(name, number)
    removed: list[Card] = []
    for choice in choices:
        moves = game.legal_moves()
        if not moves:
            break
        move = moves[choice % len(moves)]
        game.play(move)
        removed += move.cards if isinstance(move, Remove) else []
    places = [*game.tableau, *game.waste, game.reserve, game.cells]
    seen = [card for place in places for card in place if card is not None]
    deck = [card for card in DECK if not game.rules.short_deck or card[0] != "T"]
    assert len({*seen, *removed}) == len(seen) + len(removed) == len(deck) - game.stock_count
    hidden = {Card.parse(card) for card in deck} - {*seen, *removed}
    assert all(
        game.why_not(card) in ({None} if card == game.stock_top else {Reason.IN_STOCK})
        for card in hidden
    )


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(sorted(VARIANTS)), st.integers(1, 2**31 - 1), st.lists(st.integers(0, 999)))
def test_the_status_and_the_moves_agree(name: str, number: int, choices: list[int]) -> None:
    game = Game.deal(name, number)
    score = 0
    for choice in choices:
        moves = game.legal_moves()
        assert (game.status is Status.PLAYING) is bool(moves)
        assert len(set(moves)) == len(moves)
        if not moves:
            break
        move = moves[choice % len(moves)]
        game.play(move)
        assert score <= game.score <= score + 2
        assert game.combo <= game.longest_combo
        assert isinstance(move, Remove) or game.combo == 0
        assert not isinstance(move, Redeal) or game.stock_count > 0
        score = game.score


@pytest.mark.parametrize("name", VARIANTS)
def test_a_picture_tells_the_free_cards_from_the_covered_and_the_gone(name: str) -> None:
    game = Game.deal(name, 12345)
    while game.score < 4 and (legal := game.legal_moves()):
        game.play(legal[0])
    free = [f"[{card}]" for card in CARDS]
    shown = game.depict(free, list(map(str, CARDS)), "gone")
    for cells, cards in zip(shown, game.tableau, strict=True):
        for cell, card in zip(cells, cards, strict=True):
            if card is None:
                assert cell == "gone"
            else:
                wanted = f"[{card}]" if card in game.playable else str(card)
                assert cell == wanted
