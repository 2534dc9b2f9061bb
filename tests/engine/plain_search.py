"""A slow and plain search of everything, for the solver to be compared with on small positions.

It plays every legal move from every position once and leaves nothing out, so that it is right
where it finishes.
"""

import copy
import random
from dataclasses import replace
from typing import Any, NamedTuple

from engine import VARIANTS, Game, Remove, Rules
from engine.position import Position
from engine.solver import best_score, solve
from engine.variants import CHOICES, InvalidRules


class Answer(NamedTuple):
    """Whether the position can be won, and the highest score that any play reaches."""

    winnable: bool
    best_score: int


def search_everything(game: Game, most: int) -> Answer | None:
    """The answer for a position; None when more than `most` positions can be reached from it."""
    stack = [copy.copy(game._position)]
    seen = {_key(stack[0])}
    winnable, best = False, 0
    while stack:
        position = stack.pop()
        winnable |= position.won
        best = max(best, position.score)
        for code in position.legal():
            child = copy.copy(position)
            child.play(code)
            if _key(child) not in seen:
                seen.add(_key(child))
                stack.append(child)
        if len(seen) > most:
            return None
    return Answer(winnable, best)


def _key(position: Position) -> tuple[object, ...]:
    return (
        position.present,
        position.cell,
        position.stock,
        position.wastes,
        position.redeals,
    )


def random_rules(choice: random.Random) -> Rules:
    """Rules with a random value in every field."""
    while True:
        fields: dict[str, Any] = {name: choice.choice(good) for name, good in CHOICES.items()}
        try:
            return Rules(**fields)
        except InvalidRules:
            continue


def house_rules(choice: random.Random) -> Rules:
    """A preset, or one with other values in one or two fields."""
    while True:
        changed: dict[str, Any] = {
            name: choice.choice(CHOICES[name])
            for name in choice.sample(sorted(CHOICES), choice.randrange(3))
        }
        try:
            return replace(VARIANTS[choice.choice(sorted(VARIANTS))], **changed)
        except InvalidRules:
            continue


def late_position(rules: Rules, number: int, choice: random.Random) -> Game:
    """A position of a numbered deal with few cards left, of good play, bad play, or a mix."""
    game = Game.deal(rules, number)
    if choice.random() < 0.75:
        line = solve(game, 1000).line or best_score(game, 1000).line
        for move in line[: max(0, len(line) - choice.randrange(1, 16))]:
            game.play(move)
        for _ in range(choice.randrange(5)):
            if legal := game.legal_moves():
                game.play(choice.choice(legal))
    else:
        eagerness = choice.choice((0.5, 0.8, 0.95, 1))
        for _ in range(choice.randrange(10, 70)):
            if legal := game.legal_moves():
                removals = [move for move in legal if isinstance(move, Remove)]
                game.play(choice.choice(removals * (choice.random() < eagerness) or legal))
    return game
