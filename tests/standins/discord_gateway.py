"""The gateway: WebSocket sessions with sequence numbers, resume and replay."""

import asyncio
import json
import secrets
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.standins.discord_errors import Json
from tests.standins.discord_people import THREAD, Guild
from tests.standins.discord_wire import packer
from tests.standins.discord_world import World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME = 0, 1, 2, 3, 4, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 8, 9, 10, 11

UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, AUTHENTICATION_FAILED = 4001, 4002, 4003, 4004
ALREADY_AUTHENTICATED, INVALID_SEQ, INVALID_VERSION = 4005, 4007, 4012

SESSION_ENDING_CODES = frozenset({1000, 1001, 4003, 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014})

GUILDS_INTENT = 1

HEARTBEAT_MS = 41_250
REPLAY_KEPT = 5000
SESSIONS_KEPT = 50
PAYLOAD_MAX = 4096


@dataclass(eq=False, slots=True)
class Session:
    """What the gateway remembers of a client between its connections."""

    id: str
    intents: int
    seq: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REPLAY_KEPT))
    line: "Line | None" = None

    def dispatch(self, event: str, data: Any) -> bool:
        """Sends an event, or keeps it for a resume; tells whether a client is connected."""
        self.seq += 1
        body = {"op": DISPATCH, "t": event, "s": self.seq, "d": data}
        text = json.dumps(body, separators=(",", ":"))
        self.sent.append((self.seq, text))
        if self.line is None:
            return False
        self.line.outbox.put_nowait(text)
        return True


@dataclass(eq=False, slots=True)
class Line:
    """One WebSocket connection; what is put into its outbox goes out in that order."""

    socket: web.WebSocketResponse
    transport: asyncio.Transport | None
    outbox: "asyncio.Queue[str | int]" = field(default_factory=asyncio.Queue)
    """Payloads, or an int: the code to close with after everything before it is sent."""
    session: Session | None = None
    closed_with: int | None = None
    """The code with which this side closed it, if it did."""

    def send(self, op: int, data: Any = None) -> None:
        body = {"op": op, "d": data, "s": None, "t": None}
        self.outbox.put_nowait(json.dumps(body, separators=(",", ":")))

    def close(self, code: int) -> None:
        self.closed_with = code
        self.outbox.put_nowait(code)


class Gateway:
    """Serves the connections and lets tests disturb them. Counts what clients did."""

    def __init__(self, world: World, token: str, resume_url: str) -> None:
        self._world = world
        self._token = token
        self._resume_url = resume_url
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._lines: set[Line] = set()
        self.connections = self.identifies = self.resumes = self.heartbeats = 0
        self.close_codes: deque[int | None] = deque(maxlen=100)
        """The codes with which connections ended, oldest first."""

    @property
    def identified(self) -> bool:
        """Whether a client is connected and past READY or RESUMED."""
        return any(session.line is not None for session in self._sessions.values())

    def dispatch(self, event: str, data: Any, intent: int = 0) -> bool:
        """Sends an event to every session; tells whether a client is connected."""
        wanted = [one for one in self._sessions.values() if not intent or one.intents & intent]
        return any([session.dispatch(event, data) for session in wanted])

    def ask_reconnect(self) -> None:
        """Opcode 7: clients are to reconnect and resume."""
        for line in self._lines:
            line.send(RECONNECT)

    def invalidate(self, *, resumable: bool) -> None:
        """Opcode 9; a session that is not resumable is forgotten."""
        for line in list(self._lines):
            session = line.session
            if not resumable and session is not None:
                self._forget(session)
            line.send(INVALID_SESSION, resumable)

    def close(self, code: int) -> None:
        """Closes every connection with `code`; some codes end the session too."""
        for line in list(self._lines):
            if code in SESSION_ENDING_CODES and line.session is not None:
                self._forget(line.session)
            line.close(code)

    def drop(self) -> None:
        """Cuts every connection without a word; sessions can be resumed."""
        for line in self._lines:
            if line.transport is not None:
                line.transport.abort()

    def forget_sessions(self) -> None:
        """Makes the next resume fail with INVALID_SESSION."""
        self._sessions.clear()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Handles one connection from HELLO to its end."""
        try:
            pack = packer(request.query.get("compress", ""))
        except ValueError as error:
            return web.Response(status=400, text=str(error))
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        line = Line(socket, request.transport)
        self._lines.add(line)
        self.connections += 1
        writer = asyncio.create_task(_write(line, pack))
        try:
            if request.query.get("v") != "10" or request.query.get("encoding") != "json":
                line.close(INVALID_VERSION)
            else:
                line.send(HELLO, {"heartbeat_interval": HEARTBEAT_MS, "_trace": []})
            await self._listen(line)
        finally:
            writer.cancel()
            self._lines.discard(line)
            code = socket.close_code if line.closed_with is None else line.closed_with
            self.close_codes.append(code)
            self._hang_up(line, code)
            self._world.changed.notify()
        return socket

    async def _listen(self, line: Line) -> None:
        async for message in line.socket:
            if message.type is not WSMsgType.TEXT or len(message.data) > PAYLOAD_MAX:
                line.close(DECODE_ERROR)
                continue
            try:
                body = json.loads(message.data)
                op = body["op"]
            except (ValueError, KeyError, TypeError):
                line.close(DECODE_ERROR)
                continue
            self._hear(line, op, body.get("d"))

    def _hear(self, line: Line, op: int, data: Any) -> None:
        if op == HEARTBEAT:
            self.heartbeats += 1
            line.send(HEARTBEAT_ACK)
        elif op in (IDENTIFY, RESUME):
            if line.session is not None:
                line.close(ALREADY_AUTHENTICATED)
            elif data.get("token") != self._token:
                line.close(AUTHENTICATION_FAILED)
            elif op == IDENTIFY:
                self._identify(line, data)
            else:
                self._resume(line, data)
        elif line.session is None:
            line.close(NOT_AUTHENTICATED)
        elif op not in (PRESENCE, VOICE, REQUEST_MEMBERS):
            line.close(UNKNOWN_OPCODE)

    def _identify(self, line: Line, data: Json) -> None:
        session = Session(secrets.token_hex(16), data["intents"], line=line)
        line.session = session
        self._sessions[session.id] = session
        if len(self._sessions) > SESSIONS_KEPT:
            self._sessions.popitem(last=False)
        guilds = list(self._world.guilds.values())
        ready: Json = {
            "v": 10,
            "user": self._world.bot.json(),
            "user_settings": {},
            "private_channels": [],
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self._resume_url,
            "application": {"id": str(self._world.bot.id), "flags": 0},
        }
        if "shard" in data:
            ready["shard"] = data["shard"]
        session.dispatch("READY", ready)
        if session.intents & GUILDS_INTENT:
            for guild in guilds:
                session.dispatch("GUILD_CREATE", guild_json(self._world, guild))
        self.identifies += 1
        self._world.changed.notify()

    def _resume(self, line: Line, data: Json) -> None:
        session = self._sessions.get(data.get("session_id") or "")
        after = data.get("seq")
        if session is None:
            line.send(INVALID_SESSION, False)
            return
        if not isinstance(after, int) or not 0 <= after <= session.seq:
            self._forget(session)
            line.close(INVALID_SEQ)
            return
        if session.line is not None:
            session.line.close(4000)
        line.session, session.line = session, line
        for seq, text in session.sent:
            if seq > after:
                line.outbox.put_nowait(text)
        session.dispatch("RESUMED", {"_trace": []})
        self.resumes += 1
        self._world.changed.notify()

    def _hang_up(self, line: Line, code: int | None) -> None:
        session = line.session
        if session is None or session.line is not line:
            return
        session.line = None
        if code in SESSION_ENDING_CODES:
            self._forget(session)

    def _forget(self, session: Session) -> None:
        self._sessions.pop(session.id, None)


async def _write(line: Line, pack: Any) -> None:
    while True:
        item = await line.outbox.get()
        if isinstance(item, int):
            await line.socket.close(code=item)
            return
        packed = pack(item)
        try:
            if isinstance(packed, str):
                await line.socket.send_str(packed)
            else:
                await line.socket.send_bytes(packed)
        except ConnectionError:
            return


def guild_json(world: World, guild: Guild) -> Json:
    """A whole server, as clients with the guilds intent receive it."""
    here = [one for one in world.channels.values() if one.guild is guild]
    everyone = {"id": str(guild.id), "name": "@everyone", "permissions": "0", "position": 0}
    return {
        **guild.partial_json(),
        "name": guild.name,
        "owner_id": str(world.owner.id),
        "preferred_locale": guild.locale,
        "roles": [everyone],
        "emojis": [],
        "stickers": [],
        "members": [guild.member_json(world.bot)],
        "member_count": 2,
        "channels": [one.json() for one in here if one.kind != THREAD],
        "threads": [one.json() for one in here if one.kind == THREAD],
        "unavailable": False,
    }
