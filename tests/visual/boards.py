"""Draws chat bubbles with boards of each language, running, won and lost, in both skins, to PNG.

`python -m tests.visual.boards FOLDER` needs headless Chromium and the Noto fonts (on Debian the
packages chromium, fonts-noto-core, fonts-noto-color-emoji). It makes no network connection.
"""

import argparse
import subprocess
import tempfile
from html import escape
from pathlib import Path

from bot.board import live_board
from bot.chat import Board
from bot.i18n import LANGUAGES, texts
from bot.sessions import Session
from bot.turns import begin, hint, play
from engine import Game, Status

WON_DEAL, LOST_DEAL = 1_000_021, 7
STYLE = """
body { margin: 0; padding: 16px; background: #d5e3ee; width: 1240px;
       font-family: "Noto Sans", "Noto Sans Arabic", "Noto Sans Devanagari", "Noto Color Emoji"; }
.row { display: flex; gap: 16px; margin-bottom: 16px; align-items: flex-start; }
.bubble { background: #fff; border-radius: 12px; padding: 8px 12px; width: 270px; font-size: 14px; }
.line { unicode-bidi: plaintext; text-align: start; }
pre { font-family: "Noto Sans Mono", "Noto Color Emoji", monospace; margin: 4px 0; font-size: 13px;
      background: #f3f6f9; }
.keys { display: flex; gap: 3px; margin-top: 3px; }
.key { flex: 1; background: #7fa5c1; color: #fff; border-radius: 5px; font-size: 11px;
       text-align: center; padding: 4px 1px; overflow: hidden; white-space: nowrap; }
.selected { background: #3390ec; } .hint { background: #4fae4e; }
"""
CHROMIUM = (
    "chromium",
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--window-size=1280,1900",
)


def bubble(board: Board) -> str:
    """A board as a phone shows it: each line finds its own direction, the picture is monospace."""
    lines = [f'<div class="line"><b dir="auto">{escape(board.above)}</b></div>']
    if board.monospace:
        lines.append(f'<pre dir="auto">{escape(board.picture)}</pre>')
    else:
        lines += [f'<div class="line">{escape(line)}</div>' for line in board.picture.split("\n")]
    lines += [f'<div class="line">{escape(line)}</div>' for line in board.below.split("\n")]
    for row in board.rows:
        keys = "".join(
            f'<div class="key {button.mark.value}">{escape(button.label)}</div>' for button in row
        )
        lines.append(f'<div class="keys">{keys}</div>')
    return f'<div class="bubble">{"".join(lines)}</div>'


def running() -> Session:
    """A game with a card selected and the hint shown."""
    session = Session()
    begin(session, Game.deal("classic", WON_DEAL), 0)
    game = session.game
    assert game is not None
    for _ in range(6):
        move = game.hint()
        assert move is not None
        play(session, move, 90)
    hint(session)
    return session


def finished(status: Status) -> Session:
    """A game to its end: by the hints for a loss, else the first deal that they win."""
    for number in range(LOST_DEAL, 100_000):
        game = Game.deal("classic", number)
        session = Session()
        begin(session, game, 0)
        while (move := game.hint()) is not None:
            play(session, move, 252)
        if game.status is status:
            return session
    raise AssertionError("no such deal")


def main() -> None:
    parser = argparse.ArgumentParser(description="Draw boards of each language to PNG.")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    sessions = (running(), finished(Status.WON), finished(Status.LOST))
    for language in LANGUAGES:
        rows = []
        for skin in ("text", "emoji"):
            bubbles = []
            for session in sessions:
                session.skin = skin
                assert session.game is not None
                bubbles.append(bubble(live_board(session, session.game, texts(language))))
            rows.append(f'<div class="row">{"".join(bubbles)}</div>')
        with tempfile.TemporaryDirectory() as temporary:
            page = Path(temporary) / "page.html"
            page.write_text(
                f'<meta charset="utf-8"><style>{STYLE}</style>{"".join(rows)}', encoding="utf-8"
            )
            picture = folder / f"boards-{language}.png"
            subprocess.run(
                [
                    *CHROMIUM,
                    f"--user-data-dir={temporary}/profile",
                    f"--screenshot={picture}",
                    page.as_uri(),
                ],
                check=True,
                capture_output=True,
                timeout=60,
            )
        print(picture)


if __name__ == "__main__":
    main()
