"""Packing a board's rows into a platform's width and height."""

from hypothesis import given
from hypothesis import strategies as st

from bot.chat import Board, Button, Rows, packed


def rows_of(*lengths: int) -> Rows:
    """Rows of these lengths whose buttons are numbered through."""
    numbers = iter(range(sum(lengths)))
    return tuple(
        tuple(Button(str(number), f"b{number}") for number in (next(numbers) for _ in range(size)))
        for size in lengths
    )


def lengths_of(rows: Rows) -> list[int]:
    return [len(row) for row in rows]


def flat(rows: Rows) -> list[Button]:
    return [button for row in rows for button in row]


def test_rows_that_fit_stay_as_they_are() -> None:
    rows = rows_of(7, 2, 5)
    assert packed(rows, 8, 100) == rows


def test_a_wide_row_is_cut_into_even_parts() -> None:
    assert lengths_of(packed(rows_of(7, 5), 5, 5)) == [4, 3, 5]
    assert lengths_of(packed(rows_of(15, 5), 8, 100)) == [8, 7, 5]
    assert lengths_of(packed(rows_of(9, 5), 8, 100)) == [5, 4, 5]


def test_too_many_rows_run_together_but_for_the_controls() -> None:
    assert lengths_of(packed(rows_of(7, 6, 2, 5), 5, 5)) == [5, 5, 5, 5]
    assert lengths_of(packed(rows_of(1, 1, 1, 1, 1, 5), 5, 5)) == [5, 5]


def test_no_rows_are_no_rows() -> None:
    assert packed((), 5, 5) == ()


@given(
    st.lists(st.integers(1, 20), max_size=4).filter(lambda lengths: sum(lengths) <= 20),
    st.integers(1, 5),
)
def test_packed_rows_fit_and_keep_every_button_in_its_order(
    lengths: list[int], controls: int
) -> None:
    rows = rows_of(*lengths, controls)
    for width, height in ((5, 5), (8, 12)):
        cut = packed(rows, width, height)
        assert len(cut) <= height
        assert all(1 <= len(row) <= width for row in cut)
        assert flat(cut) == flat(rows)
        assert cut[-1] == rows[-1]


def test_the_text_of_a_board_leaves_no_line_for_a_missing_part() -> None:
    assert Board("above", "picture", "below").text == "above\npicture\nbelow"
    assert Board("above").text == "above"
