"""The HTTP side of the stand-in: from a request to a method, and back to an answer or a break."""

import asyncio
import json
from typing import Any
from urllib.parse import parse_qsl

from aiohttp import web

from tests.standins.telegram_checks import Params, Refused, breach
from tests.standins.telegram_faults import COUNTED, Call, Fault
from tests.standins.telegram_methods import MESSAGE_METHODS
from tests.standins.telegram_profile import PROFILE_METHODS
from tests.standins.telegram_state import State

METHODS = MESSAGE_METHODS | PROFILE_METHODS
NAMES = frozenset({*METHODS, "getupdates", "*"})
HTML_502 = b"<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n</html>\r\n"


async def answer(state: State, token: str, request: web.BaseRequest) -> web.StreamResponse:
    """Answers one request to ``/bot<token>/<method>``; method names ignore case."""
    called_token, _, method = request.path.removeprefix("/bot").partition("/")
    if not request.path.startswith("/bot") or ":" not in called_token:
        return _refuse(404, "Not Found")
    if called_token != token:
        return _refuse(401, "Unauthorized")
    name = method.lower()
    params = Params(await _values(request))
    if name == "getupdates":
        return await _poll(state, params, request)
    if name not in METHODS:
        state.violations.append(f"unknown method {method!r}")
        return _refuse(404, "Not Found")
    call = Call(method, dict(params.values), _chat_id(params))
    state.calls.append(call)
    fault = state.faults.take(name, call.chat_id or state.chat_of_press(params))
    if fault is None:
        return _perform(state, name, params, call)
    response = await _perform_badly(state, name, params, call, fault, request)
    state.waits.changed(call.chat_id or 0)
    return response


async def _values(request: web.BaseRequest) -> dict[str, Any]:
    """The parameters from the query and from a form or JSON body."""
    values: dict[str, Any] = dict(request.query)
    if not request.can_read_body:
        return values
    if request.content_type == "application/json":
        body = await request.json()
        return values | body if isinstance(body, dict) else values
    if request.content_type == "multipart/form-data":
        return values | {
            key: value for key, value in (await request.post()).items() if isinstance(value, str)
        }
    text = (await request.read()).decode()
    return values | dict(parse_qsl(text, keep_blank_values=True))


def _chat_id(params: Params) -> int | None:
    """The chat that a call is meant for."""
    written = params.text("chat_id")
    return int(written) if written.lstrip("-").isdecimal() else None


async def _poll(state: State, params: Params, request: web.BaseRequest) -> web.StreamResponse:
    """A long poll. A conflict counts only if the one who lost it is still there to hear of it."""
    fault = state.faults.take("getupdates", None)
    call = Call("getUpdates", dict(params.values), None)
    try:
        if fault is not None:
            broken = await _strike_before(state, call, fault, request)
            if broken is not None:
                return broken
        result = await state.updates.poll(params)
    except Refused as refused:
        lost = request.transport is None or request.transport.is_closing()
        if refused.code == 409 and not lost:
            state.conflicts += 1
            state.waits.changed(0)
        return _refused(state, call, refused)
    if fault is not None and fault.kind == "drop_after":
        return _break(call, request)
    if fault is not None and fault.kind == "delay_after":
        await asyncio.sleep(fault.seconds)
    return _json({"ok": True, "result": result})


def _perform(state: State, name: str, params: Params, call: Call) -> web.StreamResponse:
    """Carries out a call, answers it, and wakes who waits on its chat."""
    try:
        state.flood.check(call)
        response = _json({"ok": True, "result": METHODS[name](state, params)})
        call.status = 200
    except Refused as refused:
        response = _refused(state, call, refused)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        response = _refused(state, call, breach(f"can't read the parameters: {error!r}"))
    state.waits.changed(call.chat_id or 0)
    return response


async def _perform_badly(
    state: State, name: str, params: Params, call: Call, fault: Fault, request: web.BaseRequest
) -> web.StreamResponse:
    """Carries out a call, or not, as the fault has it."""
    try:
        broken = await _strike_before(state, call, fault, request)
    except Refused as refused:
        return _refused(state, call, refused)
    if broken is not None:
        return broken
    response = _perform(state, name, params, call)
    if fault.kind == "drop_after":
        return _break(call, request)
    if fault.kind == "delay_after":
        await asyncio.sleep(fault.seconds)
    return response


async def _strike_before(
    state: State, call: Call, fault: Fault, request: web.BaseRequest
) -> web.StreamResponse | None:
    """The answer of a fault that lets the call take no effect, or None when it goes on."""
    state.waits.changed(call.chat_id or 0)
    match fault.kind:
        case "http_500":
            call.status = 500
            return _refuse(500, "Internal Server Error")
        case "html_502":
            call.status = 502
            return web.Response(status=502, body=HTML_502, content_type="text/html")
        case "drop_before":
            return _break(call, request)
        case "flood":
            counted = call.method.lower() in COUNTED
            raise state.flood.close(call.chat_id if counted else None, fault.seconds)
        case "refuse":
            raise fault.refused()
        case "delay":
            await asyncio.sleep(fault.seconds)
            if request.transport is None or request.transport.is_closing():
                return _break(call, request)
    return None


def _break(call: Call, request: web.BaseRequest) -> web.StreamResponse:
    """Breaks the connection; the response is never sent."""
    call.status, call.error = 0, "connection broken"
    if isinstance(request.transport, asyncio.WriteTransport):
        request.transport.abort()
    return web.Response()


def _refused(state: State, call: Call, refused: Refused) -> web.StreamResponse:
    """Answers with a refusal and writes it down."""
    call.status, call.error = refused.code, refused.description
    if refused.violation:
        state.violations.append(str(call))
    return _refuse(refused.code, refused.description, refused.parameters)


def _refuse(
    code: int, description: str, parameters: dict[str, Any] | None = None
) -> web.StreamResponse:
    """An answer that is not ok."""
    body: dict[str, Any] = {"ok": False, "error_code": code, "description": description}
    if parameters:
        body["parameters"] = parameters
    return _json(body, code)


def _json(body: dict[str, Any], status: int = 200) -> web.StreamResponse:
    """A JSON answer."""
    return web.Response(
        status=status, body=json.dumps(body).encode(), content_type="application/json"
    )
