"""The REST server: every request is recorded, meets its faults and limits, then its handler."""

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import BodyPartReader, web

from tests.standins.discord_app_routes import Registry
from tests.standins.discord_errors import Json, Refused, encode
from tests.standins.discord_faults import Fault, FaultPlan, RateLimits, Trouble
from tests.standins.discord_messages import Answer, Call, Post
from tests.standins.discord_world import World

PREFIX = "/api/v10"
CALLS_KEPT = 10_000
BODY_MAX = 32 * 1024 * 1024

Handler = Callable[[Call], Answer]

_OPEN_ROUTES = frozenset({"callback", "gateway"})
_VIA = {"Via": "1.1 stand-in"}


class Rest:
    """Joins the handlers with what all requests have in common."""

    def __init__(self, world: World, token: str, registry: Registry, post: Post) -> None:
        self.calls: deque[Call] = deque(maxlen=CALLS_KEPT)
        self.faults = FaultPlan()
        self.limits = RateLimits(world.clock)
        self._world = world
        self._authorization = f"Bot {token}"
        self._registry = registry
        self._post = post

    def application(self) -> web.Application:
        """The aiohttp application with all routes."""
        app = web.Application(client_max_size=BODY_MAX)
        for method, path, route, handler in self._table():
            app.router.add_route(method, PREFIX + path, self._serve(route, handler))
        app.router.add_route("*", "/{anything:.*}", self._unknown)
        return app

    def _table(self) -> list[tuple[str, str, str, Handler]]:
        registry, post = self._registry, self._post
        channel = "/channels/{channel}/messages"
        hook = "/webhooks/{application}/{token}"
        table: list[tuple[str, str, str, Handler]] = [
            ("GET", "/users/@me", "me", registry.me),
            ("GET", "/oauth2/applications/@me", "application", registry.application),
            ("GET", "/applications/@me", "application", registry.application),
            ("GET", "/gateway", "gateway", registry.gateway),
            ("GET", "/gateway/bot", "gateway", registry.gateway_bot),
            ("POST", "/interactions/{interaction}/{token}/callback", "callback", post.acknowledge),
            ("GET", hook + "/messages/@original", "original.get", post.get_original),
            ("PATCH", hook + "/messages/@original", "original.edit", post.edit_original),
            ("DELETE", hook + "/messages/@original", "original.delete", post.delete_original),
            ("POST", hook, "followup", post.follow_up),
            ("GET", hook + "/messages/{message}", "followup.get", post.get_original),
            ("PATCH", hook + "/messages/{message}", "followup.edit", post.edit_original),
            ("DELETE", hook + "/messages/{message}", "followup.delete", post.delete_original),
            ("GET", channel, "message.get", post.list_messages),
            ("POST", channel, "message.create", post.create_message),
            ("GET", channel + "/{message}", "message.get", post.get_message),
            ("PATCH", channel + "/{message}", "message.edit", post.edit_message),
            ("DELETE", channel + "/{message}", "message.delete", post.delete_message),
        ]
        for shelf in (
            "/applications/{application}/commands",
            "/applications/{application}/guilds/{guild}/commands",
        ):
            table += [
                ("GET", shelf, "commands.get", registry.list_commands),
                ("PUT", shelf, "commands.sync", registry.sync_commands),
                ("POST", shelf, "commands.edit", registry.create_command),
                ("GET", shelf + "/{command}", "commands.get", registry.get_command),
                ("PATCH", shelf + "/{command}", "commands.edit", registry.edit_command),
                ("DELETE", shelf + "/{command}", "commands.edit", registry.delete_command),
            ]
        return table

    def _serve(
        self, route: str, handler: Handler
    ) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def serve(request: web.Request) -> web.StreamResponse:
            call = self._record(route, request)
            fault: Fault | None = None
            headers: dict[str, str] = {}
            try:
                call.body = await _read(request)
                fault = self.faults.take(route, call.channel_id)
                if fault is not None:
                    await self._strike(fault, call)
                self._authorise(request, route)
                major = call.args.get("token") or call.args.get("channel") or ""
                headers, refusal = self.limits.spend(route, major)
                if refusal is not None:
                    raise refusal
                answer = handler(call)
                response = _response(204 if answer is None else 200, answer, headers)
            except Refused as refusal:
                response = _response(refusal.status, refusal.body, headers | refusal.headers)
            except _Cut:
                return _cut(request, call)
            except _Page as page:
                response = page.response
            if fault is not None and fault.trouble is Trouble.LOST_RESPONSE:
                return _cut(request, call)
            if fault is not None and fault.trouble is Trouble.LATE_RESPONSE:
                await asyncio.sleep(fault.seconds)
            call.status = response.status
            self._world.changed.notify()
            return response

        return serve

    def _record(self, route: str, request: web.Request) -> Call:
        call = Call(
            route,
            request.method,
            request.path,
            dict(request.match_info),
            dict(request.query),
            self._world.clock.now(),
        )
        if "token" in call.args:
            call.interaction = self._post.desk.find(call.args["token"])
        if call.interaction is not None:
            call.channel_id = call.interaction.channel.id
        elif call.args.get("channel", "").isdecimal():
            call.channel_id = int(call.args["channel"])
        self.calls.append(call)
        return call

    async def _strike(self, fault: Fault, call: Call) -> None:
        if call.route == "callback" and call.interaction is not None:
            call.interaction.excused = True
        if fault.trouble is Trouble.DELAY:
            await asyncio.sleep(fault.seconds)
        elif fault.trouble is Trouble.DROP:
            raise _Cut
        elif fault.trouble is Trouble.BAD_GATEWAY:
            raise _Page
        refusal = fault.refusal()
        if refusal is not None:
            raise refusal

    def _authorise(self, request: web.Request, route: str) -> None:
        for name in ("interaction", "channel", "message", "guild", "command"):
            if not request.match_info.get(name, "0").isdecimal():
                raise Refused(50035)
        if route in _OPEN_ROUTES or "token" in request.match_info:
            return
        if request.headers.get("Authorization") != self._authorization:
            raise Refused(0)

    async def _unknown(self, request: web.Request) -> web.StreamResponse:
        self._world.violation(f"no such route: {request.method} {request.path}")
        return _response(404, {"message": "404: Not Found", "code": 0}, {})


class _Cut(Exception):
    """The connection is to be cut instead of answering."""


class _Page(Exception):
    """A proxy's error page is to be sent instead of an answer."""

    @property
    def response(self) -> web.Response:
        text = "<html><head><title>502 Bad Gateway</title></head></html>"
        return web.Response(status=502, text=text, content_type="text/html", headers=_VIA)


def _cut(request: web.Request, call: Call) -> web.StreamResponse:
    call.status = 0
    if request.transport is not None:
        request.transport.abort()
    return web.Response()


def _response(status: int, body: Json | list[Any] | None, headers: dict[str, str]) -> web.Response:
    if body is None:
        return web.Response(status=status, headers=headers | _VIA)
    # discord.py takes a body for JSON only if the type is exactly this, without a charset.
    kind = {"Content-Type": "application/json"}
    return web.Response(status=status, body=encode(body), headers=headers | _VIA | kind)


async def _read(request: web.Request) -> Any:
    if not request.can_read_body:
        return None
    try:
        if request.content_type == "multipart/form-data":
            return await _read_form(request)
        return json.loads(await request.read())
    except ValueError:
        raise Refused(50109) from None


async def _read_form(request: web.Request) -> Any:
    """The `payload_json` of a form, with its files listed among the attachments."""
    body: Any = {}
    files: list[Json] = []
    reader = await request.multipart()
    while (part := await reader.next()) is not None:
        if not isinstance(part, BodyPartReader):
            continue
        data = bytes(await part.read(decode=True))
        if part.name == "payload_json":
            body = json.loads(data)
            continue
        url = f"attachment://{part.filename}"
        files.append(
            {
                "id": str(len(files)),
                "filename": part.filename,
                "size": len(data),
                "url": url,
                "proxy_url": url,
            }
        )
    target = body.get("data", body)
    kept = [one for one in target.get("attachments") or [] if "url" in one]
    target["attachments"] = kept + files
    return body
