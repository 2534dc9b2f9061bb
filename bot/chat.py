"""The words that adapters and the bot share: what arrives from a chat and what goes back."""

from dataclasses import dataclass, replace
from enum import Enum


@dataclass(frozen=True, slots=True)
class ChatKey:
    """One conversation, with its own game: a chat, a forum topic or a thread.

    `private` tells a talk between one person and the bot from a shared chat.
    """

    platform: str
    chat: int
    thread: int | None = None
    private: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """Who sent an event; `language` is a language tag that the platform gave ("it", "pt-BR").

    `admin`: they are known to manage the chat.
    """

    id: int
    language: str | None = None
    admin: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """A typed command: `name` without its slash, `args` the text after it.

    `aside`: texts that answer it are shown to the player alone.
    """

    chat: ChatKey
    player: Player
    name: str
    args: str = ""
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Press:
    """A pressed button: what it carried, and which message of the chat it stands under.

    `shown` is what all buttons of that message carry by now, as far as the platform tells: whoever
    pressed may have seen an earlier picture.
    """

    chat: ChatKey
    player: Player
    payload: str
    board_id: str
    shown: tuple[str, ...] = ()


Event = Command | Press


class Mark(Enum):
    """What a button's colour says, where the platform has colours."""

    NONE = "none"
    SELECTED = "selected"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Button:
    """`label` is for people, `payload` comes back in a `Press`: at most 64 ASCII bytes."""

    label: str
    payload: str
    mark: Mark = Mark.NONE


Rows = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True, slots=True)
class Board:
    """What a message shows: lines above, the picture, lines below, and rows of buttons.

    `picture` may be empty (a panel); with `monospace` it needs a font of one width and has lines
    of at most 28 columns. `rows` go together by meaning, none of them empty, 25 buttons at most; a
    platform's width is for `packed`. Adapters escape all of it.
    """

    above: str
    picture: str = ""
    below: str = ""
    rows: Rows = ()
    monospace: bool = False

    @property
    def text(self) -> str:
        """The whole text as lines."""
        return "\n".join(part for part in (self.above, self.picture, self.below) if part)


@dataclass(frozen=True, slots=True)
class Search:
    """A question to the solver about a chat's game, which `token` tells.

    `kind` is "hint" (from where the game stands) or "solve" (from its deal). `board_id` is the
    message that waits for the answer, None where the reply was a new one; `language` is that of
    who asked, as far as it is known. `moved` counts how often another message came to wait.
    """

    chat: ChatKey
    kind: str
    token: str
    board_id: str | None = None
    language: str | None = None
    moved: int = 0

    def awaited_by(self, board_id: str | None) -> "Search":
        """The same question with its answer meant for this message; None: for a new one."""
        if board_id is not None and board_id == self.board_id:
            return self
        return replace(self, board_id=board_id, moved=self.moved + 1)


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to one event.

    `board`: what to show. With `post` it is a new message at the end of the chat, else the
    pressed message is edited. `notice`: what to tell whoever pressed, or with `post` and no board
    the text of the new message. `retire`: the pressed message keeps its text and loses its buttons.
    `admins_may`: it is a refusal that whoever manages the chat would not have got; where the
    adapter did not know, it may find out and ask again. `search`: a question to the solver, whose
    answer will be another reply for the same message.
    """

    board: Board | None = None
    notice: str | None = None
    post: bool = False
    retire: bool = False
    search: Search | None = None
    admins_may: bool = False


def packed(rows: Rows, width: int, height: int) -> Rows:
    """The rows cut evenly to a platform's `width`; run together if that makes more than `height`.

    The last row, the controls, never mixes with the others. All must fit in `width * height`.
    """
    cut = [part for row in rows for part in _cut(row, -(-len(row) // -(-len(row) // width)))]
    if len(cut) > height:
        together = tuple(button for row in rows[:-1] for button in row)
        cut = [*_cut(together, width), *_cut(rows[-1], width)]
    return tuple(cut)


def _cut(row: tuple[Button, ...], width: int) -> list[tuple[Button, ...]]:
    return [row[start : start + width] for start in range(0, len(row), width)]
