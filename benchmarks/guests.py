"""Guests: people at the stand-ins' boards, each beside a model of the chat's game.

The model is the engine alone. A board that shows another position than the model's tells of a move
that was lost or made twice.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from time import monotonic

from benchmarks.chairs import Chair
from bot.labels import high_first
from bot.payloads import Action, carried
from bot.skins import SKINS
from engine import Draw, Game, Move, Remove, Status

_LONGEST = 80
_SETTLES_WITHIN = 3.0
_HINTS, _UNDOS, _DRAWS_FIRST, _DOUBLE_TAPS = 0.1, 0.1, 0.25, 0.2


@dataclass(slots=True)
class Book:
    """What was done, and what was wrong: times from press to acknowledgement in seconds."""

    times: list[float] = field(default_factory=list)
    moves: int = 0
    double_taps: int = 0
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Turn:
    """What a person does next: `data` of the buttons that are pressed one after the other.

    With `twice` the only one is pressed two times at once, which must count once.
    """

    action: Action
    data: tuple[str, ...]
    move: Move | None = None
    twice: bool = False

    @property
    def presses(self) -> int:
        """How many presses it makes."""
        return 2 if self.twice else len(self.data)


@dataclass(slots=True)
class Guest:
    """A person, the board in front, and the game as it must stand.

    `hinted`: the position's hint was asked for; once more would ask the solver.
    """

    chair: Chair
    game: Game
    hinted: bool = False

    async def take_turn(self, chance: Random, book: Book) -> None:
        """Think of a turn and make it at once."""
        await self.make(self.wish(chance), monotonic(), book)

    def wish(self, chance: Random) -> Turn:
        """Any pair or King, a draw before it at times, now and then a hint or an undo."""
        game, ref = self.game, self.game.to_token()
        if game.status is not Status.PLAYING or game.moves_played >= _LONGEST:
            return Turn(Action.RESTART, (carried(Action.RESTART, ref),))
        if not self.hinted and chance.random() < _HINTS:
            return Turn(Action.HINT, (carried(Action.HINT, ref),))
        if game.moves_played and chance.random() < _UNDOS:
            return Turn(Action.UNDO, (carried(Action.UNDO, ref),))
        removals = [move for move in game.legal_moves() if isinstance(move, Remove)]
        if game.stock_count and (not removals or chance.random() < _DRAWS_FIRST):
            twice = chance.random() < _DOUBLE_TAPS
            return Turn(Action.DRAW, (carried(Action.DRAW, ref),), Draw(), twice)
        move = chance.choice(removals)
        data = tuple(carried(Action.CARD, ref, str(card)) for card in high_first(move.cards))
        return Turn(Action.CARD, data, move)

    async def make(self, turn: Turn, due: float, book: Book) -> None:
        """Press the turn's buttons, make it in the model too, and compare board and model.

        The first press was due at that reading of the monotonic clock.
        """
        try:
            for data in turn.data[:-1]:
                await self._press(data, 1, due, book)
                due = monotonic()
            self.advance(turn)
            await self._press(turn.data[-1], 2 if turn.twice else 1, due, book)
            expected = _shows(self.game)
            if self._seen() != expected:
                # Another edit may be on its way, but not for long.
                await self.chair.until(
                    lambda: self._seen() == expected, "the model's position", _SETTLES_WITHIN
                )
        except AssertionError as error:
            # The stand-in's dump after the first line is long.
            what = str(error).partition("\n")[0]
            book.faults.append(f"deal {self.game.number}, {turn.action.name}: {what}")
        book.moves += turn.action is not Action.HINT
        book.double_taps += turn.twice

    async def _press(self, data: str, times: int, due: float, book: Book) -> None:
        edits = self.chair.edits
        await asyncio.gather(*[self._timed(data, due, book) for _ in range(times)])
        await self.chair.until(lambda: self.chair.edits > edits, "an edit")

    async def _timed(self, data: str, due: float, book: Book) -> None:
        await self.chair.press(data)
        book.times.append(monotonic() - due)

    def advance(self, turn: Turn) -> None:
        """Make the turn in the model."""
        self.hinted = turn.action is Action.HINT
        if turn.action is Action.UNDO:
            self.game.undo()
        elif turn.action is Action.RESTART:
            self.game.restart()
        elif turn.move is not None:
            self.game.play(turn.move)

    def _seen(self) -> tuple[bool, tuple[str, ...]]:
        """Whether the text fits the model, and what all buttons carry."""
        text, game = self.chair.text, self.game
        picture = "\n".join(SKINS["text"].draw(game))
        fits = picture in text and f"\n{game.score}/{game.full_score}" in text
        return fits or game.status is not Status.PLAYING, self.chair.data

    def fault(self) -> str | None:
        """How the board differs from the model, None for a board that does not."""
        seen, expected = self._seen(), _shows(self.game)
        return None if seen == expected else f"deal {self.game.number}: {seen}, not {expected}"


def _shows(game: Game) -> tuple[bool, tuple[str, ...]]:
    """What `_seen` has to give for the position."""
    ref = game.to_token()
    controls = [Action.UNDO, Action.RESTART, Action.NEW, Action.SETTINGS]
    data: list[str] = []
    if game.status is Status.PLAYING:
        data += [carried(Action.CARD, ref, str(card)) for card in game.playable]
        data += [carried(Action.DRAW, ref)] if game.stock_count else []
        controls.insert(0, Action.HINT)
    return True, (*data, *[carried(action, ref) for action in controls])


async def seat(chairs: Sequence[Chair], at_once: int, first_deal: int = 1) -> list[Guest]:
    """Have a classic game dealt at each chair, each another one."""
    guests = [
        Guest(chair, Game.deal("classic", number))
        for number, chair in enumerate(chairs, first_deal)
    ]
    waiting = iter(guests)

    async def sit() -> None:
        for guest in waiting:
            assert guest.game.number is not None
            await guest.chair.deal(guest.game.number)

    async with asyncio.TaskGroup() as group:
        for _ in range(at_once):
            group.create_task(sit())
    return guests
