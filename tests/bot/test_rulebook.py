"""The rulebook: the game being played is explained with its own differences."""

import pytest
from hypothesis import given

from bot.games import game_name, rule_lines
from bot.i18n import LANGUAGES, texts
from bot.rulebook import rulebook
from engine import VARIANTS, Game, Rules
from engine.deals import deals_stock
from tests.bot.helpers import WORDS, Talk, new_talk
from tests.bot.strategies import PRESETS, any_rules

QUESTIONS = ["choose", "pair", "waste", "stock", "undo", "score", "hint", "end", "restart"]
LONGEST = 4096


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_preset_is_explained_with_what_is_different(name: str, language: str) -> None:
    words, rules = texts(language), VARIANTS[name]
    told = rulebook(rules, words)
    assert told.startswith(words.say("rules.classic"))
    differences = [f"• {words.read(line)}" for line in rule_lines(rules)]
    assert [line for line in told.split("\n") if line.startswith("•")] == differences
    title = words.say("rules.this-game", game=game_name(rules, words))
    assert (title in told) == (name != "classic")
    assert len(told) <= LONGEST


@given(any_rules())
def test_every_question_is_answered_in_every_game(rules: Rules) -> None:
    told = rulebook(rules, WORDS)
    asked = [part.split("\n") for part in told.split("❓ ")[1:]]
    assert [question for question, *_ in asked] == [
        *(WORDS.say(f"question.{topic}") for topic in QUESTIONS),
        WORDS.say("question.elsewhere"),
    ]
    assert all(answer for _, answer, *_ in asked)
    assert "{" not in told
    assert len(told) <= LONGEST


@given(any_rules())
def test_answers_are_true_for_the_game(rules: Rules) -> None:
    told = rulebook(rules, WORDS)
    game = Game.deal(rules, 2)
    assert WORDS.say("answer.pair", target=rules.target) in told
    assert WORDS.say("answer.score", full=game.full_score) in told
    assert (WORDS.say("answer.end-all") in told) == rules.clear_all
    assert (WORDS.say("answer.end") in told) != rules.clear_all
    assert (WORDS.say("answer.no-stock") in told) != deals_stock(rules)
    assert (WORDS.say("answer.waste") in told) == deals_stock(rules)
    limited = deals_stock(rules) and rules.redeals is not None
    assert (WORDS.say("answer.stock") in told) == (limited and rules.redeals == 0)
    if limited and rules.redeals:
        assert WORDS.say("answer.stock-redeals", count=rules.redeals) in told
    unlimited = deals_stock(rules) and rules.redeals is None
    assert (WORDS.say("answer.stock-unlimited") in told) == unlimited


def test_without_a_game_the_rules_of_the_next_deal_are_told() -> None:
    talk = Talk()
    talk.command("rules")
    assert talk.notice == rulebook(Rules(), WORDS)
    talk.command("house")
    talk.press("clear all")
    talk.command("rules")
    assert talk.notice == rulebook(Rules(clear_all=True), WORDS)


@pytest.mark.parametrize("name", PRESETS)
def test_rules_are_those_of_the_game_being_played(name: str) -> None:
    talk = new_talk(rules=name)
    talk.command("rules")
    assert talk.notice == rulebook(VARIANTS[name], WORDS)


def test_house_rules_for_the_next_deal_are_not_yet_told_of_the_game_being_played() -> None:
    talk = new_talk(rules="tut")
    talk.command("house")
    talk.press("🔁 0")
    talk.command("rules")
    assert talk.notice == rulebook(VARIANTS["tut"], WORDS)
    talk.command("new")
    talk.command("rules")
    assert talk.notice is not None
    assert "King Tut 🔁0" in talk.notice
    assert WORDS.say("rule.redeals-unlimited") not in talk.notice
