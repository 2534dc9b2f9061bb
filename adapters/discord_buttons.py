"""Boards in Discord's form."""

from typing import Any

import discord
from discord.utils import escape_markdown

from bot.chat import Board, Mark, packed

_ROWS = _BUTTONS_IN_A_ROW = 5
_STYLES = {
    Mark.NONE: discord.ButtonStyle.secondary.value,
    Mark.SELECTED: discord.ButtonStyle.primary.value,
    Mark.HINT: discord.ButtonStyle.success.value,
}


def shown_by(message: discord.Message) -> tuple[str, ...]:
    """What a message's buttons carry."""
    rows = [row.children for row in message.components if isinstance(row, discord.ActionRow)]
    buttons = [one for row in rows for one in row if isinstance(one, discord.Button)]
    return tuple(one.custom_id for one in buttons if one.custom_id is not None)


def content_of(board: Board) -> str:
    """A board as Discord's markdown: everything in it is escaped here."""
    above, below = escape_markdown(board.above), escape_markdown(board.below)
    if not board.picture:
        return "\n".join(part for part in (above, below) if part)
    picture = f"```\n{board.picture}\n```" if board.monospace else board.picture
    return f"**{above}**\n{picture}\n{below}"


class BoardView(discord.ui.View):
    """A board's buttons in the form that Discord takes.

    They carry all they need, so no items are built for them and the library keeps nothing.
    """

    def __init__(self, board: Board) -> None:
        super().__init__(timeout=None)
        self._rows = packed(board.rows, _BUTTONS_IN_A_ROW, _ROWS)

    def to_components(self) -> list[dict[str, Any]]:
        """The rows as the library sends them."""
        return [
            {
                "type": discord.ComponentType.action_row.value,
                "components": [
                    {
                        "type": discord.ComponentType.button.value,
                        "style": _STYLES[button.mark],
                        "label": button.label,
                        "custom_id": button.payload,
                    }
                    for button in row
                ],
            }
            for row in self._rows
        ]
