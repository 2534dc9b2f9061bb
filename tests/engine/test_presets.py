"""Each preset by the rule book: its deal, what goes with what, when it is won and when lost."""

import random
from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysol_cards.cards import createCards
from pysol_cards.random import shuffle
from pysol_cards.random_base import RandomBase

from engine import VARIANTS, Card, Game, Remove, Rules, Status
from tests.engine.referee import DECK, Referee, cards_of, lay, picture, plain, words
from tests.engine.test_endings import (
    BY_ROWS,
    CLEARING,
    COLUMNS,
    PYRAMID,
    RED_PAIRS,
    SIX_ROWS,
    TRIANGLE,
)
from tests.engine.test_moves import listed, play
from tests.engine.test_variants import PRESETS

SHORT_DECK = [card for card in DECK if card[0] != "T"]
PARTNERS = {13: "AQ 2J 3T 49 58 67", 12: "AQ 2J 39 48 57 66"}
"""The ranks that make a pair, by the target."""

NUMBERS = [1, 2, 24, 12345, 31999, 32001, 1000017, 999_999_999, 2_147_483_647]

# A pyramid without tens that comes off row by row from the bottom.
SHORT_PYRAMID = """
    KC
    QC AC
    KD JC 2C
    9C 3C 8C 4C
    KH 7C 5C 6C 6S
    QS AS JS 2S 9S 3S
    KS 8S 4S 7S 5S 6H 6D
"""
SHORT_CLEARING = [
    *("Remove KS", "Remove 8S 4S", "Remove 7S 5S", "Remove 6H 6D"),
    *("Remove QS AS", "Remove JS 2S", "Remove 9S 3S"),
    *("Remove KH", "Remove 7C 5C", "Remove 6C 6S", "Remove 9C 3C", "Remove 8C 4C"),
    *("Remove KD", "Remove JC 2C", "Remove QC AC", "Remove KC"),
]
OTHERS = RED_PAIRS.split()


def pairs(cards: list[str]) -> Iterator[str]:
    """The removals of cards that lie in pairs."""
    for first, second in zip(cards[::2], cards[1::2], strict=True):
        yield f"Remove {first} {second}"


BY_TWO_DRAWS = [move for pair in pairs(OTHERS) for move in ("Draw", "Draw", pair)]
BY_THREE_PILES = [
    move
    for a, b, c, d, e, f in zip(*[iter(OTHERS)] * 6, strict=True)
    for move in ("Draw", f"Remove {a} {b}", "Draw", f"Remove {e} {f}", f"Remove {c} {d}")
]
KINGS_CHANGED = [{"Remove KS": "Remove KC", "Remove KC": "Remove KS"}.get(m, m) for m in CLEARING]
OF_COLUMNS = [move for row in (2, 1, 0) for move in pairs(OTHERS[8 * row : 8 * row + 8])]

WINS: dict[str, tuple[str, list[str]]] = {
    **dict.fromkeys(
        ["classic", "three-piles", "relaxed", "reserve", "cell", "covering", "open-stock"],
        (lay(PYRAMID), CLEARING),
    ),
    "strict": (lay(PYRAMID, RED_PAIRS), CLEARING + BY_TWO_DRAWS),
    "par": (lay(PYRAMID, RED_PAIRS), CLEARING + BY_TWO_DRAWS),
    "tut": (lay(PYRAMID), KINGS_CHANGED),
    "apophis": (lay(PYRAMID, RED_PAIRS), CLEARING + BY_THREE_PILES),
    "giza": (lay(COLUMNS + PYRAMID, size=52), CLEARING + OF_COLUMNS),
    "triangle": (lay(TRIANGLE, RED_PAIRS), CLEARING[::-1] + BY_TWO_DRAWS),
    "spanish": (lay(SHORT_PYRAMID, deck=SHORT_DECK), SHORT_CLEARING),
    **dict.fromkeys(
        ["six-rows", "six-reserve"], (lay(SIX_ROWS, size=21), CLEARING[len(BY_ROWS[-1]) :])
    ),
}
"""For each preset given cards and the moves that win them."""


def pysol_order(number: int) -> list[str]:
    """The cards in the order in which PySol FC deals this number, asked of pysol-cards itself."""
    cards = shuffle(createCards(1), number, RandomBase.DEALS_PYSOLFC)
    return ["?A23456789TJQK"[card.rank] + "CSHD"[card.suit] for card in cards][::-1]


def tableau_size(name: str) -> int:
    return {"giza": 52}.get(name, 21 if name.startswith("six-") else 28)


def after_deal(name: str, *stock: str) -> str:
    """The cards behind the tableau, so that these come first from the stock."""
    return " ".join([*[".."] * VARIANTS[name].reserve, *stock])


def deck_of(name: str) -> list[str]:
    return SHORT_DECK if name == "spanish" else DECK


@pytest.mark.parametrize("number", NUMBERS)
def test_giza_is_dealt_as_pysol_fc_deals_it(number: int) -> None:
    cards = pysol_order(number)
    rows = plain(Game.deal("giza", number).tableau)
    assert [card for row in rows[:7] for card in row] == cards[24:]
    for depth in range(3):
        assert [column[depth] for column in rows[7:]] == cards[8 * depth : 8 * depth + 8]


@pytest.mark.parametrize("number", NUMBERS)
def test_the_triangle_is_dealt_as_pysol_fc_deals_it(number: int) -> None:
    cards = pysol_order(number)
    game = Game.deal("triangle", number)
    assert [len(row) for row in game.tableau] == [7, 6, 5, 4, 3, 2, 1]
    assert [card for row in plain(game.tableau) for card in row] == cards[:28]
    for card in cards[28:]:
        play(game, "Draw")
        assert str(game.waste[0][-1]) == card


@pytest.mark.parametrize("name", PRESETS)
def test_any_two_ranks_go_together_exactly_when_they_sum_to_the_target(name: str) -> None:
    target = 12 if name == "spanish" else 13
    good = {frozenset(pair) for pair in PARTNERS[target].split()}
    deck = deck_of(name)
    for one, other in combinations_with_replacement(dict.fromkeys(card[0] for card in deck), 2):
        first, second = one + "C", other + "H"
        if name == "triangle":
            game = Game.from_cards(name, lay(first, second))
            play(game, "Draw")
        else:
            size = tableau_size(name)
            game = Game.from_cards(name, lay(f"{first} {second}", size=size, deck=deck))
        goes = Remove(frozenset(map(Card.parse, (first, second)))) in game.legal_moves()
        assert goes == (frozenset(one + other) in good), (one, other)
        for card in {first, second}:
            assert (f"Remove {card}" in listed(game)) == (card[0] == "K")


@pytest.mark.parametrize("name", [name for name in PRESETS if name != "giza"])
def test_two_cards_that_a_draw_turned_go_together_only_where_the_rule_book_says_so(
    name: str,
) -> None:
    high, low = ("8D", "4H") if name == "spanish" else ("8D", "5H")
    cards = lay("", after_deal(name, "..", high, low), tableau_size(name), deck_of(name))
    game = Game.from_cards(name, cards)
    while sum(map(len, game.waste)) < 3:
        play(game, "Draw")
    assert (f"Remove {' '.join(sorted([high, low]))}" in listed(game)) == (
        name not in ("classic", "tut", "spanish", "open-stock")
    )
    assert f"Remove {high}" not in listed(game)


@pytest.mark.parametrize("name", PRESETS)
def test_a_card_goes_with_the_one_that_covers_it_only_in_one_preset(name: str) -> None:
    high, low = ("8D", "4H") if name == "spanish" else ("9H", "4D")
    deck, size = deck_of(name), tableau_size(name)
    if name == "giza":
        column = [*[".."] * 8, low, *[".."] * 7, high, *[".."] * 35]
        game = Game.from_cards(name, lay(" ".join(column), size=52))
    elif name == "triangle":
        game = Game.from_cards(name, lay(f"{low} .. {high}"))
    else:
        bottom = 6 if size == 21 else 7
        row = [low, *[".."] * (bottom - 2), "KH", high, *[".."] * (bottom - 2)]
        game = Game.from_cards(name, lay(" ".join(row), size=size, deck=deck))
        play(game, "Remove KH")
    assert game.why_not(Card.parse(high)) is None
    assert (f"Remove {' '.join(sorted([high, low]))}" in listed(game)) == (name == "covering")


@pytest.mark.parametrize("name", [name for name in PRESETS if name != "giza"])
def test_only_the_open_stock_lets_its_next_card_be_played(name: str) -> None:
    cards = lay("QC", after_deal(name, "AH"), tableau_size(name), deck_of(name))
    game = Game.from_cards(name, cards)
    assert ("Remove AH QC" in listed(game)) == (name == "open-stock")


@pytest.mark.parametrize(("name", "places"), [("reserve", 7), ("six-reserve", 6)])
def test_every_reserve_card_goes_with_a_free_card_and_with_another_one(
    name: str, places: int
) -> None:
    for place in range(places):
        reserve = [".."] * places
        reserve[place], reserve[(place + 1) % places] = "9H", "4D"
        cards = lay("4S", " ".join(reserve), tableau_size(name))
        assert {"Remove 4S 9H", "Remove 4D 9H"} <= set(listed(Game.from_cards(name, cards)))


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_won_by_its_last_card_and_not_before(name: str) -> None:
    cards, moves = WINS[name]
    game = Game.from_cards(name, cards)
    for move in moves:
        assert game.status is Status.PLAYING
        play(game, move)
    assert game.status is Status.WON
    assert game.score == game.full_score
    assert (game.cards_left == 0) == VARIANTS[name].clear_all
    assert game.legal_moves() == ()
    game.undo()
    assert listed(game)


@pytest.mark.parametrize("name", [name for name in PRESETS if VARIANTS[name].clear_all])
def test_an_empty_pyramid_is_no_win_where_every_card_has_to_go(name: str) -> None:
    cards, moves = WINS[name]
    game = Game.from_cards(name, cards)
    play(game, *moves[: len(CLEARING)])
    assert (game.score, game.cards_left) == (28, 24)
    assert game.status is Status.PLAYING


def position(game: Game) -> tuple[object, ...]:
    places = (game.tableau, game.reserve, game.cells, game.waste)
    return (*places, game.stock_count, game.redeals_left)


def judged_alike(game: Game, referee: Referee, seen: set[object]) -> None:
    """Every position from here on, each once, is the same for the engine and the referee."""
    seen.add(position(game))
    assert picture(game, Card.parse) == picture(referee)
    for move in game.legal_moves():
        game.play(move)
        if position(game) not in seen and len(seen) < 150:
            referee.play(words(move))
            judged_alike(game, referee, seen)
            referee.undo()
        game.undo()


@pytest.mark.parametrize("name", PRESETS)
def test_every_position_near_the_end_is_judged_as_by_the_referee(name: str) -> None:
    choice = random.Random(name)
    ends = set()
    for number in range(1, 5):
        game = Game.deal(name, number)
        while legal := game.legal_moves():
            game.play(game.hint() or legal[0] if choice.random() < 0.8 else choice.choice(legal))
        ends.add(game.status)
        for _ in range(min(8, game.moves_played)):
            game.undo()
        referee = Referee(PRESETS[name], cards_of(PRESETS[name], number))
        for move in game.moves:
            referee.play(words(move))
        judged_alike(game, referee, set())
    assert Status.LOST in ends


def any_house_rules() -> st.SearchStrategy[Rules]:
    """Any preset with any redeals, covering pairs, clear all and waste pairs."""
    return st.builds(
        lambda name, redeals, covering, perfect, waste: Rules(
            **{
                **PRESETS[name]._asdict(),
                "redeals": redeals,
                "covering_pair": covering,
                "clear_all": perfect,
                "waste_pair": waste,
            }
        ),
        st.sampled_from(sorted(PRESETS)),
        st.sampled_from([0, 1, 2, None]),
        *[st.booleans()] * 3,
    )


@given(any_house_rules(), st.integers(1, 2**31 - 1), st.lists(st.integers(0, 99), max_size=60))
def test_no_game_gains_or_loses_a_card_or_forgets_its_rules(
    rules: Rules, number: int, choices: list[int]
) -> None:
    game = Game.deal(rules, number)
    deck = 48 if rules.short_deck else 52
    for choice in choices:
        if not (legal := game.legal_moves()):
            break
        game.play(legal[choice % len(legal)])
        rows = [*game.tableau, game.reserve, game.cells, *game.waste]
        lying = [card for row in rows for card in row if card is not None]
        removed = [card for move in game.moves if isinstance(move, Remove) for card in move.cards]
        assert len(set(lying + removed)) == len(lying + removed) == deck - game.stock_count
        assert game.cards_left == deck - len(removed)
        perfect = game.cards_left == 0 if rules.clear_all else game.score == game.full_score
        assert (game.status is Status.WON) == perfect
    again = Game.from_token(game.to_token())
    assert (again.rules, again.number, again.moves) == (rules, number, game.moves)
    assert position(again) == position(game)
