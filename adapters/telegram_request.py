"""How calls reach Telegram: aiohttp under python-telegram-bot, which discord.py brings anyway.

With the library's own client a press costs about four times the processor time, most of it spent
in the client's connection pool.
"""

from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
from telegram.error import NetworkError, TelegramError, TimedOut
from telegram.request import BaseRequest, RequestData

_OK = 200
_CONNECT_SECONDS = 5.0
_ANSWERS = "answerCallbackQuery"
_PAGE = ". Parsing the server response"
_UNREAD = frozenset({"sendMessage", "editMessageText", "editMessageReplyMarkup"})
_DONE = b'{"ok": true, "result": true}'
_FORM = {"Content-Type": "application/x-www-form-urlencoded"}

Timeout = object
"""Seconds, None for no limit, or the library's mark for the default."""


def proxy_of(url: str) -> str | None:
    """The proxy that the environment names for an address, None without one."""
    parts = urlsplit(url)
    if parts.hostname is None or proxy_bypass(parts.hostname):
        return None
    return getproxies().get(parts.scheme)


def reason(error: TelegramError) -> str:
    """An error for the log, without the page that a proxy may have sent in place of an answer."""
    return error.message.partition(_PAGE)[0]


class AiohttpRequest(BaseRequest):
    """Calls by aiohttp over at most `connections` kept connections.

    Answers to presses have as many of their own, so that no board that is slow to go out keeps a
    button waiting. `read_timeout` is the default number of seconds to wait for data. A call waits
    for a free connection without limit. Files are not sent: this bot has none. What Telegram tells
    of a message that was sent or edited is not read: the library would spend as much time on it as
    on sending it, and nobody here asks.
    """

    def __init__(
        self, connections: int, proxy: str | None = None, read_timeout: float = 10.0
    ) -> None:
        self._connections = connections
        self._proxy = proxy
        self._read_timeout = read_timeout
        self._sessions: dict[bool, aiohttp.ClientSession] = {}

    @property
    def read_timeout(self) -> float:
        return self._read_timeout

    async def initialize(self) -> None:
        """Open the sessions; connections are made as they are needed."""
        for answers in (False, True):
            if answers not in self._sessions:
                self._sessions[answers] = aiohttp.ClientSession(
                    connector=aiohttp.TCPConnector(limit=self._connections),
                    cookie_jar=aiohttp.DummyCookieJar(),
                )

    async def shutdown(self) -> None:
        """Close all connections."""
        while self._sessions:
            _, session = self._sessions.popitem()
            await session.close()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Timeout = BaseRequest.DEFAULT_NONE,
        write_timeout: Timeout = BaseRequest.DEFAULT_NONE,
        connect_timeout: Timeout = BaseRequest.DEFAULT_NONE,
        pool_timeout: Timeout = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """One call: its status and its body.

        Raises `TimedOut` and `NetworkError`, as the library defines it; neither names the address,
        which holds the token.
        """
        name = _last(url)
        session = self._sessions.get(name == _ANSWERS)
        if session is None:
            raise RuntimeError("the request was not initialised")
        timeout = aiohttp.ClientTimeout(
            total=None,
            sock_connect=_seconds(connect_timeout, _CONNECT_SECONDS),
            sock_read=_seconds(read_timeout, self._read_timeout),
        )
        body = None if request_data is None else request_data.url_encoded_parameters().encode()
        try:
            async with session.request(
                method, url, data=body, headers=_FORM, timeout=timeout, proxy=self._proxy
            ) as response:
                answer = await response.read()
                read = response.status != _OK or name not in _UNREAD
                return response.status, answer if read else _DONE
        except TimeoutError as error:
            raise TimedOut(f"{type(error).__name__} after a call of {name}") from error
        except (aiohttp.ClientError, OSError) as error:
            raise NetworkError(f"{type(error).__name__} at a call of {name}") from error


def _seconds(given: Timeout, default: float) -> float | None:
    if given is None:
        return None
    return float(given) if isinstance(given, int | float) else default


def _last(url: str) -> str:
    """The method's name at the end of an address."""
    return url.rpartition("/")[2]
