"""Games to try a rule on: any preset, any rules that the family allows, any legal position."""

from typing import Any

from hypothesis import strategies as st

from engine import VARIANTS, Game, InvalidRules, Rules
from engine.variants import CHOICES

PRESETS = sorted(VARIANTS)


def _rules_or_none(fields: dict[str, Any]) -> Rules | None:
    try:
        return Rules(**fields)
    except InvalidRules:
        return None


def any_rules() -> st.SearchStrategy[Rules]:
    """Any rules, house rules included."""
    fields = {name: st.sampled_from(values) for name, values in CHOICES.items()}
    made: st.SearchStrategy[Rules | None] = st.fixed_dictionaries(fields).map(_rules_or_none)
    return made.flatmap(lambda rules: st.nothing() if rules is None else st.just(rules))


def played(rules: str | Rules, number: int, choices: list[int]) -> Game:
    """A deal after legal moves, chosen by these numbers among the ones there are."""
    game = Game.deal(rules, number)
    for choice in choices:
        legal = game.legal_moves()
        if not legal:
            break
        game.play(legal[choice % len(legal)])
    return game


def games(rules: st.SearchStrategy[Any], longest: int = 40) -> st.SearchStrategy[Game]:
    """Positions of such games after up to `longest` moves."""
    choices = st.lists(st.integers(0, 50), max_size=longest)
    return st.builds(played, rules, st.integers(1, 2**31 - 1), choices)
