"""Winnable deals: the shipped lists and their maker, `/winnable` and the switch in the settings."""

import math
import os
import random
import subprocess
import sys
import tomllib
from importlib.resources import files
from itertools import islice
from pathlib import Path

import pytest

from bot.winnable import ANY, GRADE_KEYS, winnable_number
from bot.winnable_deals import make
from engine import VARIANTS, Game, Rules
from engine.solver import solve
from tests.bot.helpers import WORDS, Talk, buttons, dealt, new_talk, refused, says

REPOSITORY = Path(__file__).parents[2]
HIGHEST = 999_999
AT_LEAST = {name: 2_000 if name == "classic" else 200 for name in VARIANTS}
PROVEN, PLAYED = 15, 3
"""How many deals of a preset are proven again, and how many of a grade are played again."""
LETTERS = {"easy": "e", "medium": "m", "hard": "h"}


def listed(name: str) -> dict[int, str]:
    """A preset's numbers with their letters, as the list has them."""
    text = files("bot.winnable_deals").joinpath(f"{name}.txt").read_text("ascii")
    return {int(line[:-1]): line[-1] for line in text.splitlines()}


def of_grade(name: str, grade: str) -> list[int]:
    return [n for n, letter in listed(name).items() if grade == ANY or letter == LETTERS[grade]]


def sample(numbers: list[int], size: int) -> list[int]:
    return random.Random(2_026).sample(sorted(numbers), size)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_list_has_enough_deals_of_every_grade(name: str) -> None:
    lines = files("bot.winnable_deals").joinpath(f"{name}.txt").read_text("ascii").splitlines()
    numbers = list(listed(name))
    assert len(lines) == len(numbers) >= AT_LEAST[name]
    assert numbers == sorted(numbers)
    assert 1 <= numbers[0] <= numbers[-1] <= HIGHEST
    assert set(listed(name).values()) == set(LETTERS.values())
    for grade in LETTERS:
        assert len(of_grade(name, grade)) >= AT_LEAST[name] // 4


@pytest.mark.parametrize("name", VARIANTS)
def test_a_sample_of_a_list_is_proven_winnable_again(name: str) -> None:
    for number in sample(of_grade(name, ANY), PROVEN):
        assert solve(Game.deal(name, number), make.MAX_STATES).winnable is True, number


@pytest.mark.parametrize("name", VARIANTS)
def test_no_deal_of_a_grade_is_easier_than_one_of_an_easier_grade(name: str) -> None:
    eases = [
        [make.ease(name, number) for number in sample(of_grade(name, grade), PLAYED)]
        for grade in ("easy", "medium", "hard")
    ]
    assert min(eases[0]) >= max(eases[1])
    assert min(eases[1]) >= max(eases[2])


def test_the_maker_goes_through_every_number_that_people_can_type_once() -> None:
    assert math.gcd(make.STRIDE, make.MAX_NUMBER) == 1
    first = list(islice(make.numbers(), 5_000))
    assert len(set(first)) == len(first)
    assert all(1 <= number <= HIGHEST for number in first)
    assert make.MAX_NUMBER == HIGHEST


def test_the_maker_makes_the_same_list_whenever_it_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(make.HOW_MANY, "tut", 6)
    made = make.make("tut")
    assert made == make.make("tut")
    lines = made.splitlines()
    assert sorted(line[-1] for line in lines) == sorted("eemmhh")
    assert {int(line[:-1]) for line in lines} <= set(listed("tut"))


def test_the_maker_can_be_run_by_anyone(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    for arguments, code in (["--help"], 0), (["klondike"], 2):
        run = [sys.executable, str(REPOSITORY / "bot/winnable_deals/make.py"), *arguments]
        done = subprocess.run(run, cwd=tmp_path, env=environment, capture_output=True, check=False)
        assert done.returncode == code
        assert b"Traceback" not in done.stderr


def test_the_lists_are_part_of_what_is_installed() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))
    data = project["tool"]["setuptools"]["package-data"]
    inner = data.get("bot.winnable_deals", [])
    assert "*.txt" in inner or "winnable_deals/*.txt" in data["bot"]


@pytest.mark.parametrize("grade", [ANY, *GRADE_KEYS])
def test_every_deal_of_a_grade_can_come_and_no_other(grade: str) -> None:
    wanted = of_grade("giza", grade)
    dealt = [winnable_number(VARIANTS["giza"], grade, chance) for chance in range(len(wanted))]
    assert sorted(n for n in dealt if n is not None) == wanted


def test_there_is_no_list_for_rules_that_are_no_preset() -> None:
    assert winnable_number(Rules(reserve=7, clear_all=True), ANY, 1) is None


@pytest.mark.parametrize(
    ("typed", "grade"),
    [("", ANY), ("any", ANY), ("easy", "easy"), (" HARD ", "hard"), ("Medium", "medium")],
)
def test_winnable_deals_one_of_the_grade_and_so_does_every_new_deal(typed: str, grade: str) -> None:
    talk, wanted = new_talk(), of_grade("classic", grade)
    reply = talk.command("winnable", typed)
    assert reply.post
    assert dealt(talk, wanted[5001 % len(wanted)])
    talk.tap("button.new")
    assert dealt(talk, wanted[5002 % len(wanted)])
    talk.command("new", "giza")
    assert talk.game.rules == VARIANTS["giza"]
    assert talk.game.number in of_grade("giza", grade)
    talk.command("games")
    talk.tap("game.tut")
    assert talk.game.number in of_grade("tut", grade)
    talk.command("winnable")
    assert talk.game.rules == VARIANTS["tut"]
    assert talk.session.winnable == ANY


def test_a_number_that_is_asked_for_is_dealt_whatever_it_is() -> None:
    talk = new_talk()
    talk.command("winnable", "hard")
    talk.command("new", "285")
    assert dealt(talk, 285)


@pytest.mark.parametrize("grade", ["tricky", "1", "easy hard", "\x00", "x" * 9_000], ids=ascii)
@pytest.mark.parametrize("playing", [True, False])
def test_an_unknown_grade_gets_a_sentence(grade: str, playing: bool) -> None:
    talk = new_talk() if playing else Talk()
    refused(talk, lambda: talk.command("winnable", grade), "refused.unknown-grade")


def test_off_brings_back_all_deals() -> None:
    talk = new_talk()
    talk.command("winnable")
    number = talk.game.number
    talk.command("winnable", "off")
    assert f"✅ {WORDS.say('button.winnable-off')}" in talk.labels()
    assert talk.game.number == number
    talk.command("new")
    assert dealt(talk, 5002)


@pytest.mark.parametrize("playing", [True, False])
def test_the_settings_switch_it_on_and_off(playing: bool) -> None:
    talk = new_talk() if playing else Talk()
    on, off = WORDS.say("button.winnable-on"), WORDS.say("button.winnable-off")
    talk.command("settings")
    assert [label for label in talk.labels() if "eal" in label] == [on, f"✅ {off}"]
    talk.press(on)
    assert [label for label in talk.labels() if "eal" in label] == [f"✅ {on}", off]
    talk.command("new")
    assert talk.game.number in of_grade("classic", ANY)
    talk.command("settings")
    talk.press(off)
    talk.command("new")
    assert dealt(talk, 5002)


def test_house_rules_are_dealt_without_a_list_and_the_board_says_so() -> None:
    talk = new_talk()
    talk.command("house")
    talk.press("🔁 2")
    talk.command("winnable", "easy")
    assert dealt(talk, 5001)
    assert says(talk.board.below.splitlines()[-1], "notice.no-winnable")
    assert len(buttons(talk.board)) > 5
    talk.command("board")
    talk.tap("button.undo")
    assert says(talk.notice, "refused.nothing-to-undo")
