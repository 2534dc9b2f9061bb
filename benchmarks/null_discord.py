"""The null bot for Discord: discord.py in the ordinary way, and no game behind it."""

import os
from typing import Any

import discord
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from benchmarks.null_boards import NullBoard, read

Interaction = discord.Interaction[Any]
Button = discord.ui.Button[discord.ui.View]


class Tap(discord.ui.DynamicItem[Button], template=r"[01].{0,99}"):
    """Any button of a board."""

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: Any, /
    ) -> "Tap":
        """The button that was pressed."""
        assert isinstance(item, discord.ui.Button)
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        """Show the other board."""
        client = interaction.client
        assert isinstance(client, NullClient)
        content, view = client.boards[1 - int(self.custom_id[0])]
        await interaction.response.edit_message(content=content, view=view)


class NullClient(discord.Client):
    """Each press shows the other one of two boards."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.none())
        self.boards: list[tuple[str, discord.ui.View]] = []
        self.tree = app_commands.CommandTree(self)
        self.add_dynamic_items(Tap)

        @self.tree.command(description="A new game")
        async def new(interaction: Interaction, deal: int) -> None:
            content, view = self.boards[0]
            await interaction.response.send_message(content, view=view)

    async def setup_hook(self) -> None:
        """Make the boards, which needs the running loop, and tell Discord the command."""
        self.boards = [_shown(board) for board in read()]
        await self.tree.sync()


def _shown(board: NullBoard) -> tuple[str, discord.ui.View]:
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(board.rows):
        for label, data in row:
            button: Button = discord.ui.Button(label=label, custom_id=data, row=number)
            view.add_item(Tap(button))
    return f"**{board.above}**\n```\n{board.picture}\n```\n{board.below}", view


def main() -> None:
    """Serve `DISCORD_API_URL` until a signal comes."""
    Route.BASE = os.environ["DISCORD_API_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = URL(os.environ["DISCORD_GATEWAY_URL"])

    NullClient().run(os.environ["DISCORD_BOT_TOKEN"], log_handler=None)


if __name__ == "__main__":
    main()
