"""The benchmarks still run: what they print is for people, that they end well is for tests."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "command",
    [
        ["benchmarks.press", "--games", "1", "--rounds", "1", "--sessions", "40"],
        ["benchmarks.hostile", "--events", "2000", "--climb", "0"],
        ["benchmarks.long_life", "--games", "300"],
    ],
    ids=lambda command: command[0],
)
def test_a_benchmark_of_the_core_ends_well(command: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout
