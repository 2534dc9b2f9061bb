"""A listening address on loopback that can refuse connections for a while and open again."""

import socket

from aiohttp import web


class Door:
    """Serves one aiohttp application on 127.0.0.1 at a port that stays the same."""

    def __init__(self, app: web.Application) -> None:
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        self._site: web.SockSite | None = None
        # Bound but never listening: it holds the port for us while the door is shut.
        self._reserved = _bound(0)
        self.port: int = self._reserved.getsockname()[1]

    async def start(self) -> None:
        """Prepares the application and opens."""
        await self._runner.setup()
        await self.open()

    async def open(self) -> None:
        """Accepts connections (again)."""
        if self._site is None:
            self._site = web.SockSite(self._runner, _bound(self.port), backlog=1024)
            await self._site.start()

    async def shut(self) -> None:
        """Refuses new connections and cuts those that exist."""
        if self._site is not None:
            await self._site.stop()
            self._site = None
        self.cut()

    def cut(self) -> None:
        """Cuts all connections without a word."""
        server = self._runner.server
        if server is not None:
            for connection in list(server.connections):
                if connection.transport is not None:
                    connection.transport.abort()

    async def close(self) -> None:
        """Ends it for good and frees the port."""
        await self.shut()
        await self._runner.cleanup()
        self._reserved.close()


def _bound(port: int) -> socket.socket:
    one = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "SO_REUSEPORT"):
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    one.bind(("127.0.0.1", port))
    return one
