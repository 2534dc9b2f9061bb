"""Pace: whoever floods is slowed, and nobody else."""

import pytest

from bot.chat import ChatKey
from bot.pace import BURST, PER_SECOND, WAITING, Pace

CHAT, ELSEWHERE = ChatKey("test", 1), ChatKey("test", 2)
STEP = 1 / PER_SECOND


class Clock:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pace(clock: Clock) -> Pace:
    return Pace(clock)


def at_once(pace: Pace, count: int) -> list[float | None]:
    return [pace.wait(CHAT, 7) for _ in range(count)]


def test_a_burst_is_taken_at_once_then_some_wait_and_the_rest_is_refused(pace: Pace) -> None:
    assert at_once(pace, BURST) == [0.0] * BURST
    assert at_once(pace, WAITING) == pytest.approx([STEP * (place + 1) for place in range(WAITING)])
    assert at_once(pace, 500) == [None] * 500


def test_a_flood_is_nobody_elses_and_nowhere_elses(pace: Pace) -> None:
    at_once(pace, BURST + WAITING + 500)
    assert pace.wait(CHAT, 8) == 0.0
    assert pace.wait(ELSEWHERE, 7) == 0.0
    assert pace.wait(ChatKey("test", 1, thread=3), 7) == 0.0


def test_what_is_refused_costs_no_patience(pace: Pace, clock: Clock) -> None:
    at_once(pace, BURST + WAITING + 500)
    clock.now += STEP
    assert pace.wait(CHAT, 7) == pytest.approx(WAITING * STEP)


def test_who_waits_for_each_answer_is_held_up_by_one_step_at_most(pace: Pace, clock: Clock) -> None:
    for _ in range(10 * BURST):
        wait = pace.wait(CHAT, 7)
        assert wait is not None
        assert wait <= STEP + 1e-6
        clock.now += wait + 0.001


def test_ten_presses_a_second_never_wait(pace: Pace, clock: Clock) -> None:
    for _ in range(1000):
        assert pace.wait(CHAT, 7) == 0.0
        clock.now += 0.1


def test_after_a_rest_a_whole_burst_is_taken_again(pace: Pace, clock: Clock) -> None:
    at_once(pace, BURST + WAITING)
    clock.now += (BURST + WAITING) * STEP
    assert at_once(pace, BURST) == [0.0] * BURST
