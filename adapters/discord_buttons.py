"""Boards in Discord's form, and the one item that answers every button ever sent."""

from typing import Any, Protocol, runtime_checkable

import discord
from discord.utils import escape_markdown

from bot.chat import Board, Mark, packed

_ROWS = _BUTTONS_IN_A_ROW = 5
_STYLES = {
    Mark.NONE: discord.ButtonStyle.secondary,
    Mark.SELECTED: discord.ButtonStyle.primary,
    Mark.HINT: discord.ButtonStyle.success,
}

Interaction = discord.Interaction[Any]


@runtime_checkable
class PressHandler(Protocol):
    """What the client must be able to do for its buttons."""

    async def on_press(self, interaction: Interaction, payload: str) -> None:
        """Answer a pressed button."""


class PressedButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"(?s:.{1,100})"):
    """Any button of any board, from this process or an earlier one: its id is its payload."""

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: Any, /
    ) -> "PressedButton":
        """The button that was pressed."""
        assert isinstance(item, discord.ui.Button)
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        """Hand the press to the client."""
        assert isinstance(interaction.client, PressHandler)
        await interaction.client.on_press(interaction, self.custom_id)


def content_of(board: Board) -> str:
    """A board as Discord's markdown: everything in it is escaped here."""
    above, below = escape_markdown(board.above), escape_markdown(board.below)
    if not board.picture:
        return "\n".join(part for part in (above, below) if part)
    picture = f"```\n{board.picture}\n```" if board.monospace else board.picture
    return f"**{above}**\n{picture}\n{below}"


def view_of(board: Board) -> discord.ui.View:
    """The board's buttons. They carry all they need, so the library keeps nothing of the view."""
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(packed(board.rows, _BUTTONS_IN_A_ROW, _ROWS)):
        for button in row:
            item: discord.ui.Button[Any] = discord.ui.Button(
                label=button.label,
                custom_id=button.payload,
                style=_STYLES[button.mark],
                row=number,
            )
            view.add_item(PressedButton(item))
    return view
