"""What a null bot shows: two constant boards of the size that the real bot's boards have."""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import mean

from bot.chat import Board, packed

_VARIABLE = "NULL_BOARDS"


@dataclass(frozen=True, slots=True)
class NullBoard:
    """A text's parts and rows of (label, data); the data begins with the board's number."""

    above: str
    picture: str
    below: str
    rows: Sequence[Sequence[tuple[str, str]]]


def environment(boards: Sequence[Board], width: int, height: int) -> dict[str, str]:
    """What tells a null bot of its boards: two that are near the mean in text and buttons.

    `width` and `height` are the platform's most buttons in a row and rows.
    """
    chosen = [
        NullBoard(
            board.above,
            board.picture,
            board.below,
            [
                [(button.label, f"{number}{button.payload[:-1]}") for button in row]
                for row in packed(board.rows, width, height)
            ],
        )
        for number, board in enumerate(_typical(boards))
    ]
    return {_VARIABLE: json.dumps([asdict(board) for board in chosen])}


def read() -> tuple[NullBoard, NullBoard]:
    """The boards that the environment tells of."""
    first, second = (NullBoard(**board) for board in json.loads(os.environ[_VARIABLE]))
    return first, second


def _typical(boards: Sequence[Board]) -> tuple[Board, Board]:
    def sizes(board: Board) -> tuple[int, ...]:
        payloads = [button.payload for row in board.rows for button in row]
        return len(board.text), len(payloads), sum(map(len, payloads))

    usual: list[float] = [mean(column) for column in zip(*map(sizes, boards), strict=True)]

    def distance(board: Board) -> float:
        return sum(abs(size / wanted - 1) for size, wanted in zip(sizes(board), usual, strict=True))

    first, second, *_ = sorted(set(boards), key=distance)
    return first, second
