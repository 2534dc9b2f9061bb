"""`python -m benchmarks.hostile`: forged and broken input through `PyramidBot.handle`."""

import argparse
import base64
import heapq
import logging
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from time import monotonic, thread_time_ns
from typing import Any

from benchmarks.long_life import grew, sample
from bot.chat import ChatKey, Command, Event, Player, Press, Reply
from bot.commands import COMMANDS
from bot.i18n import FALLBACK, texts
from bot.payloads import (
    HOUSE_RULES,
    MAX_BYTES,
    MAX_CARRIED_MOVES,
    PRESETS,
    REPLAY,
    Action,
    carried,
    carried_card,
    reference,
    restore,
)
from bot.pyramid_bot import PyramidBot
from bot.refusals import Refusal
from bot.sessions import Sessions
from engine import MAX_DEAL, VARIANTS, Game, InvalidRules, Rules
from engine.cards import CARDS
from engine.variants import CHOICES

COSTLIEST = "AUSBdXMbhez_n0sVPhY-vwbw6ZwO"
"""400 moves, nearly all of them forced: the costliest token that `climb` has found."""

TOKEN_CHARS = 60
"""The longest token beside an action and a card; 61 characters are never whole bytes."""

MOVE_BITS = TOKEN_CHARS * 6 - 61
"""The room that such a token has for its moves behind version, rules, deal and count."""

_CHATS, _SESSIONS = 512, 128
_SAMPLES, _SLOWEST = 20, 8
_COMMANDS, _HANDFUL = 0.01, 0.002
_KEY = re.compile(r"\b[a-z]+\.[a-z]+(?:-[a-z]+)*\b|\{\w*\}")
_CONTROL = re.compile(r"[\x00\u202a-\u202e]")
ARGUMENTS = (
    *("", "9" * 4096, "-1", "0", "1e9", str(MAX_DEAL + 1), "\u0669" * 11, "²", "½", "0x10", "1 2"),
    *("\u202e9 4\u202c", "\u2067k\u2069", "<b>9</b>&4", "*_`[9](4)", "9\x004", "\x00", "\ud800"),
    *("{0}", "{count}", "%s%n", "../../etc", "'; --", "\n" * 4096, "_" * 4096, "a " * 2048),
    *(
        "ﷺ" * 4096,
        "ß" * 4096,
        "e" + "\u0301" * 4095,
        "👩‍👩‍👧" * 500,
        " ".join(map(str, range(1000))),
    ),
)
"""What nobody types in good faith, as long as the platforms let through."""


@dataclass(frozen=True, slots=True)
class Line:
    """A way to play to the token's bound: a deal, and the digits that are not the last legal
    move's, by the move's place."""

    rules: Rules
    number: int
    picks: Mapping[int, int]

    def token(self) -> str:
        """The token of as many moves as a button can carry."""
        game = Game.deal(self.rules, self.number)
        states, room = 1, 1 << MOVE_BITS
        while game.moves_played < MAX_CARRIED_MOVES:
            legal = game.legal_moves()
            states *= max(1, len(legal))
            if not legal or states > room:
                break
            game.play(legal[self.picks.get(game.moves_played, -1) % len(legal)])
        return game.to_token()


def cost(token: str) -> int:
    """Nanoseconds of processor time that reading a token takes, the better of two tries."""
    tries = []
    for _ in range(2):
        before = thread_time_ns()
        _ = restore(token).status
        tries.append(thread_time_ns() - before)
    return min(tries)


def climb(seconds: float, chance: Random) -> tuple[int, str]:
    """The costliest token that hill climbing over rules, deals and digits finds in that time."""
    end, best = monotonic() + seconds, (0, "")
    while monotonic() < end:
        here = Line(Rules(redeals=None), chance.randint(1, MAX_DEAL), {})
        height, idle = 0, 0
        while idle < 60 and monotonic() < end:
            there = _near(here, chance)
            token = there.token()
            reached = cost(token)
            idle += 1
            if reached > height:
                here, height, idle = there, reached, 0
                best = max(best, (reached, token))
    return best


def _near(line: Line, chance: Random) -> Line:
    """The line with one of its parts changed."""
    match chance.randrange(3):
        case 0:
            return replace(line, number=chance.randint(1, MAX_DEAL))
        case 1:
            name = chance.choice(list(CHOICES))
            change: dict[str, Any] = {name: chance.choice(CHOICES[name])}
            try:
                return replace(line, rules=replace(line.rules, **change))
            except InvalidRules:
                return line
        case _:
            places = [chance.randrange(MAX_CARRIED_MOVES) for _ in range(chance.randint(1, 20))]
            return replace(
                line, picks={**line.picks, **{place: chance.randrange(9) for place in places}}
            )


class Forger:
    """Makes payloads and commands that no board of the bot's offered, and some that one did."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)
        self._real = [payload for name in VARIANTS for payload in self._payloads(name)]
        self._costly = carried(Action.UNDO, COSTLIEST)

    def event(self) -> Event:
        """A press or a command in one of the chats."""
        chance = self._chance
        number = chance.randrange(_CHATS)
        chat = ChatKey("hostile", number, private=bool(number % 2))
        player = Player(number, chance.choice((None, "en", "x" * 300, "\x00", "--")))
        if chance.random() < _COMMANDS:
            names = (*COMMANDS, "", "\u202enew", "n\x00", "x" * 4096, "/new", "NEW")
            return Command(chat, player, chance.choice(names), chance.choice(ARGUMENTS))
        return Press(chat, player, self.payload(), str(chance.randrange(3)))

    def payload(self) -> str:
        """A button's data of one of the kinds."""
        chance = self._chance
        if chance.random() < _HANDFUL:
            return self._costly
        real = chance.choice(self._real)
        place = chance.randrange(len(real) + 1)
        match chance.randrange(7):
            case 0:
                return chance.randbytes(chance.randrange(80)).decode("latin-1")
            case 1:
                return "".join(chr(chance.randrange(32, 127)) for _ in range(chance.randrange(70)))
            case 2:
                return real[:place]
            case 3:
                return real[:place] + chr(chance.randrange(256)) + real[place + 1 :]
            case 4:
                return (real[:place] + chance.choice(self._real)[place:])[: MAX_BYTES + 1]
            case 5:
                return chance.choice(list(Action)).value + self._token()
            case _:
                return real

    def _token(self) -> str:
        """A token with a true head and any moves."""
        chance = self._chance
        rules = chance.randrange(1 << 16) if chance.random() < 0.5 else chance.randrange(1 << 12)
        count = chance.choice((0, 1, 5, 40, MAX_CARRIED_MOVES, 1023))
        moves = chance.getrandbits(chance.choice((1, 4, 12, 60, MOVE_BITS)))
        value = ((moves << 10 | count) << 31 | chance.getrandbits(31)) << 16 | rules
        value = value << 4 | 1
        data = value.to_bytes((value.bit_length() + 7) // 8, "little")
        return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")

    def _payloads(self, preset: str) -> Iterator[str]:
        """What buttons carry along some games of a preset."""
        chance = self._chance
        whats: dict[Action, list[str]] = {
            Action.CARD: [str(card) for card in CARDS],
            Action.GAME: list(PRESETS),
            Action.HOUSE: list(HOUSE_RULES),
            Action.LANGUAGE: ["en", "--"],
            **{action: ["00", "zz"] for action in REPLAY},
        }
        for number in range(1, 4):
            game = Game.deal(preset, number)
            while (legal := game.legal_moves()) and game.moves_played < 60:
                action = chance.choice(list(Action))
                ref = reference(game)
                yield carried(action, ref, chance.choice(whats.get(action, [""])))
                card, selected = chance.choice(CARDS), chance.choice((None, *CARDS))
                yield carried_card(ref, card, selected, storing=chance.random() < 0.1)
                game.play(chance.choice(legal))


@dataclass(slots=True)
class Findings:
    """What came of the events: answers by kind, the slowest ones, and what should not have been."""

    kinds: Counter[str] = field(default_factory=Counter)
    slowest: list[tuple[int, str]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def note(self, event: Event, reply: Reply, nanoseconds: int) -> None:
        text = reply.notice or ""
        kind = kind_of(text) if reply.board is None else "a board"
        self.kinds[kind] += 1
        shown = text if reply.board is None else f"{text}\n{reply.board.text}"
        if kind == Refusal.FAILED.name or not shown.strip():
            self.wrong.append(f"failed: {event!r}"[:400])
        elif _KEY.search(shown) or _CONTROL.search(shown):
            self.wrong.append(f"shown: {shown!r} for {event!r}"[:400])
        entry = (nanoseconds, f"{event!r}"[:180])
        if len(self.slowest) < _SLOWEST:
            heapq.heappush(self.slowest, entry)
        else:
            heapq.heappushpop(self.slowest, entry)


@lru_cache(maxsize=1)
def _refusals() -> Mapping[str, re.Pattern[str]]:
    words = texts(FALLBACK)
    return {
        refusal.name: re.compile(
            ".+".join(map(re.escape, re.split(r"\{\w+\}", words.say(refusal.value)))), re.DOTALL
        )
        for refusal in Refusal
    }


@lru_cache(maxsize=1024)
def kind_of(text: str) -> str:
    """The refusal that an English text is, else that it is another text."""
    return next((name for name, form in _refusals().items() if form.fullmatch(text)), "a text")


class _Lines(logging.Handler):
    """Counts what is logged."""

    count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += 1


def run(events: int, seed: int) -> bool:
    """Send that many events and print what came of them; whether all was well."""
    lines = _Lines()
    logging.basicConfig(level=logging.INFO, handlers=[lines], force=True)
    bot, forger, findings = PyramidBot(Sessions(_SESSIONS)), Forger(seed), Findings()
    part, samples = max(1, events // _SAMPLES), []
    for number in range(1, events + 1):
        event = forger.event()
        before = thread_time_ns()
        reply = bot.handle(event)
        findings.note(event, reply, thread_time_ns() - before)
        if number % part == 0:
            samples.append(sample())
    for kind, count in findings.kinds.most_common():
        print(f"  {kind:20} {count:9}")
    print("Slowest (processor time)")
    for nanoseconds, event_text in sorted(findings.slowest, reverse=True):
        print(f"  {nanoseconds / 1e6:6.2f} ms {event_text}")
    growing = grew(samples[len(samples) // 5 :])
    print(f"before {samples[0]}\nafter  {samples[-1]}")
    print(f"memory {'GREW' if growing else 'is flat'}; log lines written: {lines.count}")
    print(*findings.wrong[:10], sep="\n")
    return not (findings.wrong or growing or lines.count)


def main() -> None:
    """Send and climb, and exit with 1 when something failed, a key was shown or memory grew."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hostile", description=__doc__)
    parser.add_argument("--events", type=int, default=1_000_000, help="how many are sent")
    parser.add_argument("--climb", type=float, default=30, help="seconds for the costliest token")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"{options.events} events, seed {options.seed}")
    well = run(options.events, options.seed)
    nanoseconds, token = climb(options.climb, Random(options.seed))
    known = cost(COSTLIEST)
    print(f"Costliest token found: {nanoseconds / 1e6:.2f} ms to read {token}")
    print(f"Costliest token known: {known / 1e6:.2f} ms to read {COSTLIEST}")
    sys.exit(0 if well else 1)


if __name__ == "__main__":
    main()
