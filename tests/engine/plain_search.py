"""A slow and plain search of everything, for the solver to be compared with on small positions.

It plays every legal move from every position once and leaves nothing out, so that it is right
where it finishes.
"""

import copy
import random
from typing import NamedTuple

from engine import VARIANTS, Game, Redeal, Remove, Rules, Status
from engine.position import Position
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
        try:
            return Rules(**{name: choice.choice(values) for name, values in CHOICES.items()})
        except InvalidRules:
            continue


def house_rules(choice: random.Random) -> Rules:
    """A preset, or a preset with another value in one or two fields."""
    fields = {name: getattr(rules, name) for rules in [_preset(choice)] for name in CHOICES}
    for name in choice.sample(sorted(CHOICES), choice.randrange(3)):
        fields[name] = choice.choice(CHOICES[name])
    try:
        return Rules(**fields)
    except InvalidRules:
        return _preset(choice)


def _preset(choice: random.Random) -> Rules:
    return VARIANTS[choice.choice(sorted(VARIANTS))]


def played(rules: Rules, number: int, choice: random.Random, moves: int) -> Game:
    """A numbered deal after so many random moves, or fewer when the game ends before them.

    A game lost early is dealt no further; an eager player removes whatever can be removed.
    """
    game = Game.deal(rules, number)
    eager = choice.choice((0.5, 0.8, 0.95, 1))
    for _ in range(moves):
        if game.status is not Status.PLAYING:
            break
        legal = game.legal_moves()
        removals = [move for move in legal if isinstance(move, Remove)]
        others = [move for move in legal if not isinstance(move, Redeal)] or list(legal)
        game.play(choice.choice(removals if removals and choice.random() < eager else others))
    return game
