"""One person floods a group with presses: nobody else waits, and the game stays in order."""

from pathlib import Path

from bot.i18n import texts
from bot.refusals import Refusal
from tests.e2e.scripts import WON, face
from tests.e2e.telegram_play import assert_clean, assert_goes_on, deal, serving
from tests.standins.telegram_api import BotApi

EARLIER, LATER = 330, 270
"""Presses of the flood before and after those of the others."""
LET_THROUGH = 150
"""Presses of one person that may come at once."""
TOO_FAST = texts("en").say(Refusal.TOO_FAST.value)
OUTDATED = texts("en").say(Refusal.OUTDATED.value)


async def test_whoever_floods_a_group_with_presses_slows_nobody_else(tmp_path: Path) -> None:
    async with BotApi() as api, serving(api, tmp_path) as bot:
        bob = api.person("Bob", language_code="en")
        table = await deal(api, 12345, api.group("Friends", bob))
        chat, board, ada = table.chat, table.board, table.person
        other = await deal(api, WON.deal)
        with api.holding():
            flood = [chat.tap(ada, board, "🎴 24") for _ in range(EARLIER)]
            kings = [chat.tap(bob, board, face(king)) for king in ("KH", "KS")]
            card = other.chat.tap(other.person, other.board, face("6S"))
            flood += [chat.tap(ada, board, "🎴 24") for _ in range(LATER)]
        assert [(await press.answer()).text for press in (*kings, card)] == [""] * 3
        await chat.until(lambda: table.status.startswith("2/28"))
        await other.chat.until(lambda: other.styled("primary") == [face("6S")])
        assert not all(press.done for press in flood)
        told = [(await press.answer()).text for press in flood]
        # The first of them drew a card, which the others came too late for.
        assert told.count("") == 1
        assert told.count(OUTDATED) >= LET_THROUGH - 1
        assert told.count(TOO_FAST) >= (EARLIER + LATER) // 4
        assert {*told} == {"", OUTDATED, TOO_FAST}
        await chat.until(lambda: "🎴 23" in board.labels)
        await table.press("🎴 23")
        assert table.status.startswith("2/28 · combo 0 · stock 22")
        await assert_goes_on(table, 4)
        await other.press(face("7D"))
        assert other.status.startswith("2/28")
        assert_clean(api, bot)
        assert bot.errors.text == ""
