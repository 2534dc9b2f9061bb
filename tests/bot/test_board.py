"""The board: what it says and which buttons it has, in every game of the family."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.board import live_board
from bot.chat import Board, Mark
from bot.labels import card_label
from bot.panels import confirm_new, settings_panel, welcome
from bot.payloads import Action, parse, reference
from bot.sessions import Session
from engine import Card, Draw, Game, Redeal, Remove, Rules, Status, Store
from tests.bot.helpers import CONTROLS, WORDS, buttons, check_board, label_rows, new_talk
from tests.bot.strategies import PRESETS, any_rules, games, played

FAMILY = games(st.one_of(st.sampled_from(PRESETS), any_rules()))


def board_of(game: Game, skin: str = "text") -> Board:
    return live_board(Session(game=game, skin=skin), game, WORDS)


def test_a_new_board_shows_title_picture_status_and_prompt() -> None:
    lines = new_talk().board.text.split("\n")
    assert lines[0] == WORDS.say("board.title", game=WORDS.say("game.classic"), number=2)
    assert "#2" in lines[0]
    assert lines[7] == "[ 4][ 5][ Q][ 7][ 9][ K][ 7]"
    assert lines[8].startswith("0/28 · ")
    assert lines[9] == WORDS.say("board.prompt", target=13)


def test_the_status_line_tells_score_combo_stock_and_waste_top() -> None:
    talk = new_talk()
    talk.play("draw", "9d 4s", "ks")
    parts = talk.board.below.split("\n")[0].split(" · ")
    assert parts == [
        "3/28",
        WORDS.say("status.combo", combo=2),
        WORDS.say("status.stock", stock=23),
        WORDS.say("status.waste", cards="6♠️"),
    ]


def test_the_tops_of_all_wastes_are_told_and_an_empty_one_as_a_dash() -> None:
    talk = new_talk(rules="three-piles")
    assert WORDS.say("status.waste", cards="- - -") in talk.board.below
    talk.play("draw")
    assert WORDS.say("status.waste", cards="6♠️ 4♥️ A♣️") in talk.board.below


def test_a_game_without_a_stock_tells_of_none() -> None:
    talk = new_talk(rules="giza")
    assert talk.board.below.split("\n")[0] == " · ".join(
        ["0/28", WORDS.say("status.combo", combo=0), WORDS.say("status.left", count=52)]
    )


def test_six_rows_score_up_to_21() -> None:
    assert new_talk(rules="six-rows").board.below.startswith("0/21 · ")


def test_the_prompt_names_the_target() -> None:
    assert WORDS.say("board.prompt", target=12) in new_talk(rules="spanish").board.below


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_has_a_title_of_its_own(name: str) -> None:
    titles = {new_talk(rules=other).board.above for other in PRESETS}
    assert len(titles) == len(PRESETS)
    assert new_talk(48151, name).board.above == WORDS.say(
        "board.title", game=WORDS.say(f"game.{name}"), number=48151
    )


def test_house_rules_have_a_title_too() -> None:
    board = new_talk(rules=Rules(redeals=1)).board
    named = f"{WORDS.say('game.classic')} 🔁1"
    assert board.above == WORDS.say("board.title", game=named, number=2)


def test_rules_that_no_preset_is_near_have_a_title_too() -> None:
    board = new_talk(rules=Rules(cells=1, open_stock=True)).board
    assert board.above == WORDS.say("board.title", game=WORDS.say("board.game"), number=2)


def test_buttons_are_tableau_then_piles_then_controls() -> None:
    talk = new_talk()
    tableau = ["4♠️", "5♦️", "Q♥️", "7♠️", "9♦️", "K♠️", "7♣️"]
    assert label_rows(talk.board) == [tableau, ["🎴 24"], CONTROLS]
    talk.play("draw")
    assert label_rows(talk.board) == [tableau, ["🗑️ 6♠️", "🎴 23"], CONTROLS]


def test_uncovered_cards_stand_in_board_order() -> None:
    talk = new_talk()
    talk.play("9d 4s", "ks")
    assert label_rows(talk.board)[0] == ["6♣️", "5♦️", "Q♥️", "7♠️", "7♣️"]


def test_the_reserve_is_a_row_after_the_tableau() -> None:
    rows = label_rows(new_talk(rules="reserve").board)
    assert rows[1] == ["6♠️", "4♥️", "A♣️", "8♥️", "A♥️", "9♠️", "10♣️"]


def test_an_empty_stock_or_waste_has_no_button() -> None:
    talk = new_talk()
    talk.play(*["draw"] * 24)
    assert label_rows(talk.board)[1] == ["🗑️ J♥️"]


def test_a_redeal_has_its_button_only_while_it_is_legal() -> None:
    talk = new_talk(rules="par")
    for left in (2, 1):
        assert not [label for label in talk.labels() if label.startswith("🔁")]
        talk.play(*["draw"] * 24)
        assert f"🔁 {left}" in talk.labels()
        talk.play("redeal")
    talk.play(*["draw"] * 24)
    assert not [label for label in talk.labels() if label.startswith("🔁")]


def test_redeals_without_limit_are_told_so() -> None:
    talk = new_talk(rules=Rules(redeals=None))
    talk.play(*["draw"] * 24)
    assert "🔁 ∞" in talk.labels()


def test_the_open_stock_card_has_a_button() -> None:
    assert label_rows(new_talk(rules="open-stock").board)[1] == ["🎴 6♠️", "🎴 24"]


def test_the_cell_has_a_button_to_fill_it_or_its_card() -> None:
    talk = new_talk(rules="cell")
    assert label_rows(talk.board)[1] == ["🎴 24", "📥"]
    talk.play("store ks")
    assert label_rows(talk.board)[1] == ["📦 K♠️", "🎴 24"]


def test_the_second_waste_card_has_a_button_while_it_can_go_with_the_top() -> None:
    game = Game.deal("relaxed", 2)
    while not any(
        len(pile) > 1 and Remove(frozenset(pile[-2:])) in game.legal_moves() for pile in game.waste
    ):
        game.play(Draw())
    top, second = game.waste[0][:-3:-1]
    piles = label_rows(board_of(game))[1]
    assert piles[:2] == [card_label(game, top), card_label(game, second)]


@given(FAMILY)
def test_every_playable_card_has_one_button_while_the_game_lasts(game: Game) -> None:
    shown = [parse(button.payload).card for button in buttons(board_of(game))]
    for card in game.playable if game.status is Status.PLAYING else ():
        assert shown.count(card) == 1


@given(games(st.sampled_from(PRESETS)))
def test_every_legal_move_of_a_preset_has_its_buttons(game: Game) -> None:
    payloads = [parse(button.payload) for button in buttons(board_of(game))]
    cards = {payload.card for payload in payloads}
    actions = {payload.action for payload in payloads}
    for move in game.legal_moves():
        match move:
            case Remove(named):
                assert named <= cards
            case Store(card):
                assert card in cards
                assert Action.STORE in actions
            case Draw():
                assert Action.DRAW in actions
            case Redeal():
                assert Action.REDEAL in actions


def test_where_a_board_would_be_too_full_the_cards_bound_to_another_are_left_out() -> None:
    rules = Rules(reserve=7, draw=3, wastes=3, open_stock=True, waste_pair=True, cells=1)
    for number in range(1, 200):
        game = played(rules, number, [-1, -1])
        named = {card for move in game.legal_moves() for card in getattr(move, "cards", ())}
        if len(named.union(game.playable)) > 18:
            break
    shown = {parse(button.payload).card for button in buttons(board_of(game))} - {None}
    assert shown == set(game.playable)
    assert named - shown
    check_board(board_of(game))


@given(FAMILY)
def test_a_board_fits_every_platform(game: Game) -> None:
    check_board(board_of(game))
    check_board(board_of(game, "emoji"))


@given(FAMILY, st.sampled_from(["text", "emoji"]))
def test_a_board_keeps_its_height_through_the_whole_game(game: Game, skin: str) -> None:
    heights = {len(board_of(game, skin).text.split("\n"))}
    asking = confirm_new(Session(game=game, skin=skin), game, WORDS)
    heights.add(len(asking.text.split("\n")))
    while game.moves_played:
        game.undo()
        heights.add(len(board_of(game, skin).text.split("\n")))
    assert len(heights) == 1


@given(FAMILY)
def test_every_button_of_a_board_names_its_position(game: Game) -> None:
    assert {parse(button.payload).ref for button in buttons(board_of(game))} == {reference(game)}


@given(games(st.sampled_from(PRESETS)))
def test_labels_of_a_board_are_never_mistaken_for_each_other(game: Game) -> None:
    all_labels = [button.label for button in buttons(board_of(game))]
    assert len(set(all_labels)) == len(all_labels)


def test_the_selected_card_and_the_hint_are_marked() -> None:
    talk = new_talk()
    assert talk.marked(Mark.SELECTED) == talk.marked(Mark.HINT) == []
    talk.tap("button.hint")
    assert talk.marked(Mark.HINT) == ["4♠️", "9♦️"]
    talk.press("5♦️")
    assert talk.marked(Mark.SELECTED) == ["5♦️"]
    assert talk.marked(Mark.HINT) == ["4♠️", "9♦️"]


def test_a_hinted_draw_marks_the_stock() -> None:
    talk = new_talk(8)
    talk.tap("button.hint")
    assert talk.marked(Mark.HINT) == ["🎴 24"]


def test_the_question_before_a_new_game_has_a_way_back() -> None:
    game = played("classic", 2, [0])
    asking = confirm_new(Session(game=game), game, WORDS)
    assert WORDS.say("board.confirm-new") in asking.text
    assert label_rows(asking) == [[WORDS.say("button.new-sure"), WORDS.say("button.keep")]]


@pytest.mark.parametrize("game", [None, Game.deal("giza", 2)], ids=["no game", "a game"])
def test_the_settings_mark_what_is_chosen(game: Game | None) -> None:
    panel = settings_panel(Session(game=game, skin="emoji", one_tap=True), WORDS)
    chosen = [button.label for button in buttons(panel) if button.mark is Mark.SELECTED]
    assert chosen == [
        f"✅ {WORDS.say('button.skin-emoji')}",
        f"✅ {WORDS.say('button.one-tap-on')}",
        f"✅ {WORDS.say('button.winnable-off')}",
    ]
    assert [label for row in label_rows(panel) for label in row if label.startswith("✅")] == chosen
    assert WORDS.say("settings.text") in panel.text


def test_the_settings_lead_back_to_the_board_only_where_there_is_one() -> None:
    back = WORDS.say("button.back")
    assert back not in str(label_rows(settings_panel(Session(), WORDS)))
    assert back in str(label_rows(settings_panel(Session(game=Game.deal("classic", 2)), WORDS)))


def test_newcomers_are_welcomed_with_a_button_to_begin() -> None:
    board = welcome(WORDS)
    assert board.above == WORDS.say("text.start")
    assert label_rows(board) == [[WORDS.say("button.new")]]


def test_cards_in_sentences_and_on_buttons_have_emoji_suits() -> None:
    talk = new_talk()
    assert all(re.fullmatch(r"(\d+|[AJQK])[♣♠♥♦]\ufe0f", label) for label in talk.labels()[:7])
    assert card_label(talk.game, Card.parse("TC")) == "10♣️"
