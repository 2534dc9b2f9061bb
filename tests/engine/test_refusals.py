"""Why a move is refused, that nothing changes then, and why a card cannot be played."""

import random
from itertools import combinations

import pytest

from engine import Card, Draw, Game, IllegalMove, Reason, Redeal, Remove, Rules, Store
from tests.engine.referee import DECK, Referee, lay, picture, plain, words
from tests.engine.test_against_referee import FIELDS, agree, allowed, both, play_both
from tests.engine.test_endings import CLEARING, PYRAMID
from tests.engine.test_moves import BOTTOM, LISTED, drawn_out, listed, play, refusal, remove

PAIRS_FROM_OPEN_STOCK = "QC AC JC 2C TC 3C 9C 4C 8C 5C 7C 6C QS AS JS 2S TS 3S 9S 4S 8S 5S 7S 6S"


def test_an_illegal_move_is_a_value_error() -> None:
    assert issubclass(IllegalMove, ValueError)


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("", Reason.TOO_MANY_CARDS),
        ("KS 9H 4D", Reason.TOO_MANY_CARDS),
        ("9H", Reason.NEEDS_PARTNER),
        ("KS 9H", Reason.KING_GOES_ALONE),
        ("9H 5S", Reason.WRONG_SUM),
        ("AC 5S", Reason.WRONG_SUM),
        ("8S 5S", Reason.COVERED),
        ("AC QD", Reason.COVERED),
        ("5S 8D", Reason.IN_STOCK),
        ("KD", Reason.IN_STOCK),
    ],
)
def test_an_illegal_removal_names_its_reason(cards: str, reason: Reason) -> None:
    game = Game.from_cards("classic", LISTED)
    assert refusal(game, remove(*cards.split())) is reason


def test_only_the_waste_top_is_playable() -> None:
    game = Game.from_cards("classic", LISTED)
    play(game, "Draw", "Draw")
    assert refusal(game, remove("5S", "8D")) is Reason.BURIED
    play(game, "Remove KD", "Remove 5S 8D")


def test_a_removed_card_is_gone() -> None:
    game = Game.from_cards("classic", LISTED)
    play(game, "Remove KS", "Remove 4D 9H")
    assert refusal(game, remove("KS")) is Reason.GONE
    assert refusal(game, remove("9H", "4D")) is Reason.GONE


def test_a_closed_stock_card_is_in_the_stock_and_an_open_one_is_playable() -> None:
    closed, opened = (
        Game.from_cards(Rules(open_stock=seen), lay(BOTTOM, "8D KD")) for seen in (False, True)
    )
    assert refusal(closed, remove("5S", "8D")) is Reason.IN_STOCK
    assert refusal(opened, remove("KD")) is Reason.IN_STOCK
    play(opened, "Remove 5S 8D", "Remove KD")


def test_a_ten_is_not_in_a_short_deck() -> None:
    short = [card for card in DECK if card[0] != "T"]
    game = Game.from_cards("spanish", lay("2C 3C 3S 3H 3D 4C 4S", deck=short))
    assert refusal(game, remove("TC", "2C")) is Reason.NOT_IN_DECK
    assert game.why_not(Card.parse("TC")) is Reason.NOT_IN_DECK


def test_a_draw_needs_a_card_in_the_stock() -> None:
    game = drawn_out("classic", LISTED)
    assert refusal(game, Draw()) is Reason.STOCK_EMPTY


@pytest.mark.parametrize("rules", [Rules(layout="giza"), Rules(layout="giza", redeals=None)])
def test_giza_has_no_stock_to_draw_or_to_redeal(rules: Rules) -> None:
    game = Game.deal(rules, 12345)
    assert refusal(game, Draw()) is Reason.NO_STOCK
    assert refusal(game, Redeal()) is Reason.NO_STOCK


def test_a_redeal_needs_an_empty_stock() -> None:
    game = Game.from_cards(Rules(redeals=1, draw=3), lay(BOTTOM))
    for _ in range(7):
        play(game, "Draw")
    assert game.stock_count == 3
    assert refusal(game, Redeal()) is Reason.STOCK_NOT_EMPTY


def test_a_redeal_needs_a_card_in_the_waste() -> None:
    game = Game.from_cards(Rules(redeals=2, open_stock=True), lay("KC", PAIRS_FROM_OPEN_STOCK))
    while game.stock_count:
        first = str(game.stock_top)
        play(game, "Draw")
        play(game, f"Remove {first} {game.stock_top}")
    assert not any(game.waste)
    assert refusal(game, Redeal()) is Reason.WASTE_EMPTY


def test_a_redeal_needs_one_that_is_left() -> None:
    game = drawn_out(Rules(redeals=1), LISTED)
    play(game, "Redeal")
    while game.stock_count:
        game.play(Draw())
    assert refusal(game, Redeal()) is Reason.NO_REDEALS_LEFT
    assert refusal(drawn_out("classic", LISTED), Redeal()) is Reason.NO_REDEALS_LEFT


def test_a_store_needs_a_cell() -> None:
    assert refusal(Game.from_cards("classic", LISTED), Store(Card.parse("KS"))) is Reason.NO_CELL


def test_a_store_needs_an_empty_cell() -> None:
    game = Game.from_cards("cell", LISTED)
    play(game, "Store KS")
    assert refusal(game, Store(Card.parse("9H"))) is Reason.CELL_FULL
    play(game, "Remove KS", "Store 9H")
    assert plain(game.cells) == ["9H"]


def test_a_cell_takes_free_tableau_cards_and_waste_tops_and_nothing_else() -> None:
    rules = Rules(cells=1, reserve=6, open_stock=True, waste_pair=True)
    game = Game.from_cards(rules, lay(BOTTOM, "TC TD 3S 3H 3D 3C / 2H JH 9S 8C"))
    play(game, "Draw", "Draw")
    stores = [move for move in listed(game) if move.startswith("Store")]
    takes = "KS 9H 4D QC AC 5S 6H JH"
    assert stores == ["Store " + card for card in takes.split()]
    others = "TC 9S 8S 2H 8C"
    refused = {card: refusal(game, Store(Card.parse(card))) for card in others.split()}
    assert refused["TC"] is Reason.NOT_STORABLE
    assert refused["9S"] is Reason.NOT_STORABLE
    assert refused["8S"] in {Reason.NOT_STORABLE, Reason.COVERED}
    assert refused["2H"] in {Reason.NOT_STORABLE, Reason.BURIED}
    assert refused["8C"] in {Reason.NOT_STORABLE, Reason.IN_STOCK}


def test_after_the_end_every_move_is_refused_because_the_game_is_over() -> None:
    game = drawn_out("classic", lay("2S 2H 2D 2C 3S 3H 3D", "AC AS AH AD 4C"))
    while game.legal_moves():
        game.play(game.legal_moves()[0])
    for move in (Draw(), Redeal(), remove("2S")):
        assert refusal(game, move) is Reason.GAME_OVER


@pytest.mark.parametrize(
    ("place", "card", "reason"),
    [
        ("free", "9H", None),
        ("free without a partner", "6H", None),
        ("covered", "8S", Reason.COVERED),
        ("reserve", "TC", None),
        ("waste top", "JH", None),
        ("under the waste top", "3D", Reason.BURIED),
        ("closed stock", "JS", Reason.IN_STOCK),
        ("removed", "KS", Reason.GONE),
        ("cell", "5S", None),
    ],
)
def test_why_not_speaks_of_the_place_of_the_card(
    place: str, card: str, reason: Reason | None
) -> None:
    rules = Rules(cells=1, reserve=6)
    game = Game.from_cards(rules, lay(BOTTOM, "TC TD 3S 3H 9C 9S / 3D JH JS"))
    play(game, "Remove KS", "Store 5S", "Draw", "Draw")
    assert game.why_not(Card.parse(card)) is reason, place


def test_why_not_is_none_for_a_card_that_only_a_legal_move_names() -> None:
    game = Game.from_cards("covering", lay("9H 2S 2H 2D 2C 3S / KS 4D 4S 5S 5H 5D 5C", "6D 7D TS"))
    assert game.why_not(Card.parse("9H")) is Reason.COVERED
    play(game, "Remove KS", "Draw", "Draw")
    assert game.why_not(Card.parse("9H")) is None
    assert game.why_not(Card.parse("6D")) is None
    play(game, "Draw")
    assert game.why_not(Card.parse("6D")) is Reason.BURIED


def test_why_not_names_the_reason_after_the_end_too() -> None:
    game = Game.from_cards("relaxed", lay(PYRAMID, "QH AH JD 2D"))
    play(game, *["Draw"] * 4, "Remove JD 2D", *CLEARING)
    assert game.legal_moves() == ()
    said = {card: game.why_not(Card.parse(card)) for card in ("KC", "2D", "AH", "QH", "AD")}
    assert said == {
        "KC": Reason.GONE,
        "2D": Reason.GONE,
        "AH": None,
        "QH": Reason.BURIED,
        "AD": Reason.IN_STOCK,
    }


def test_a_single_six_of_a_short_deck_is_no_pair_with_itself() -> None:
    short = [card for card in DECK if card[0] != "T"]
    game = Game.from_cards("spanish", lay("6S 6H 2S 2H 2D 2C 3S", deck=short))
    assert refusal(game, remove("6S")) is Reason.NEEDS_PARTNER


def test_undo_and_restart_refuse_nothing_else_than_an_undo_at_the_deal() -> None:
    game = Game.deal("classic", 12345)
    start = picture(game, Card.parse)
    for _ in range(2):
        with pytest.raises(IllegalMove) as refused:
            game.undo()
        assert refused.value.reason is Reason.NOTHING_TO_UNDO
        game.restart()
    assert picture(game, Card.parse) == start


def reasons(referee: Referee, move: Remove | Store | Draw | Redeal) -> set[str]:
    """Every reason for which the rule book refuses the move here; which one is said is free."""
    now, found = referee.now, {"GAME_OVER"} if referee.status != "PLAYING" else set()
    if isinstance(move, Draw):
        return found | {"NO_STOCK" if referee.book.layout == "giza" else "STOCK_EMPTY"}
    if isinstance(move, Redeal):
        found |= {"NO_STOCK"} if referee.book.layout == "giza" else set()
        found |= {"STOCK_NOT_EMPTY"} if now.stock else set()
        found |= set() if any(now.waste) else {"WASTE_EMPTY"}
        return found | ({"NO_REDEALS_LEFT"} if now.redeals_left == 0 else set())
    cards = [str(move.card)] if isinstance(move, Store) else sorted(map(str, move.cards))
    for card in cards:
        if card not in referee.playable():
            in_tableau = any(card in row for row in now.tableau)
            buried = any(card in pile for pile in now.waste)
            place = "COVERED" if in_tableau else "BURIED" if buried else None
            found |= {place or str(referee.why_not(card))}
    if isinstance(move, Store):
        cell = {"NO_CELL"} if not now.cells else {"CELL_FULL"} if None not in now.cells else set()
        storable = any(card in row for row in now.tableau for card in cards) or any(
            pile[-1:] == cards for pile in now.waste
        )
        return found | cell | ({"NOT_STORABLE"} if found or not storable else set())
    values = [referee.value(card) for card in cards if card in referee.deck]
    if len(cards) == 1:
        return found | ({"NEEDS_PARTNER"} if values != [referee.target] else set())
    if len(cards) != 2:
        return found | {"TOO_MANY_CARDS"}
    found |= {"KING_GOES_ALONE"} if referee.target in values else set()
    return found | ({"WRONG_SUM"} if sum(values) != referee.target else set())


@pytest.mark.parametrize("seed", range(20))
def test_every_move_that_is_not_listed_is_refused_for_a_true_reason(seed: int) -> None:
    choice = random.Random(seed)
    book = allowed({name: choice.choice(good) for name, good in FIELDS.items()})
    game, referee = both(book, choice.randrange(1, 2147483648))
    for _ in range(choice.randrange(60)):
        if legal := referee.legal_moves():
            play_both(game, referee, choice.choice(legal))
    before = picture(game, Card.parse)
    cards = list(map(Card.parse, DECK))
    few = [some for count in (0, 1, 2) for some in combinations(cards, count)]
    many = [choice.sample(cards, count) for count in (3, 4, 52)]
    moves: list[Remove | Store | Draw | Redeal] = [Draw(), Redeal(), *map(Store, cards)]
    moves += [Remove(frozenset(some)) for some in [*few, *many]]
    for move in moves:
        if move not in game.legal_moves():
            with pytest.raises(IllegalMove) as refused:
                game.play(move)
            assert refused.value.reason.name in reasons(referee, move), (words(move), before)
    assert picture(game, Card.parse) == before
    agree(game, referee)
