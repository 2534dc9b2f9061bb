"""Who is on the pretended Discord: people and their servers."""

from dataclasses import dataclass
from enum import Enum

from tests.standins.discord_errors import Json

TEXT, DM, GROUP, THREAD = 0, 1, 3, 11
IN_GUILD, IN_BOT_DM, IN_PRIVATE = 0, 1, 2

ALL_PERMISSIONS = str((1 << 51) - 1)
NO_PERMISSIONS = "0"


class Access(Enum):
    """What the bot itself may do in a channel, apart from answering interactions there."""

    FULL = "full"
    SILENT = "silent"
    """A member that may read but not write: REST answers 50013."""
    ABSENT = "absent"
    """Not a member, only used through a person's own install: REST answers 50001."""


@dataclass(frozen=True, slots=True)
class User:
    """A person (or the bot); `locale` is the language of that person's client."""

    id: int
    name: str
    global_name: str | None
    locale: str = "en-US"
    bot: bool = False

    def json(self) -> Json:
        return {
            "id": str(self.id),
            "username": self.name,
            "global_name": self.global_name,
            "discriminator": "0000" if self.bot else "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
        }


@dataclass(frozen=True, slots=True)
class Guild:
    """A server; `locale` is its preferred language."""

    id: int
    name: str
    locale: str = "en-US"

    def partial_json(self) -> Json:
        return {"id": str(self.id), "locale": self.locale, "features": []}

    def member_json(self, user: User) -> Json:
        return {
            "user": user.json(),
            "nick": None,
            "avatar": None,
            "roles": [],
            "joined_at": "2024-01-01T00:00:00+00:00",
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "permissions": ALL_PERMISSIONS,
        }
