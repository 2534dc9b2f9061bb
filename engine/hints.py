"""The hint: the move that a player is shown, by the rule book's order."""

from collections.abc import Sequence

from engine.moves import Move, Store


def first_hint(legal: Sequence[Move]) -> Move | None:
    """The first removal; with none the draw, else the redeal, else the first store.

    `legal` holds the legal moves as `Game.legal_moves` orders them: removals in board order, then
    stores, draw, redeal. None only for no moves at all. It does not promise the best move.
    """
    for move in legal:
        if not isinstance(move, Store):
            return move
    return legal[0] if legal else None
