"""How gateway payloads are packed for the transport that a client asks for in `compress=`."""

import zlib
from collections.abc import Callable

Pack = Callable[[str], str | bytes]
"""Turns one payload's JSON into one WebSocket message: text, or bytes when compressed."""

TRANSPORTS = ("", "zlib-stream", "zstd-stream")

_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_ZSTD_UNSIZED_FRAME = b"\x00"
_ZSTD_WINDOW_128_KIB = b"\x38"
_ZSTD_BLOCK_MAX = 128 * 1024


def packer(transport: str) -> Pack:
    """A fresh packer for one connection; ValueError for a transport Discord does not have."""
    if transport == "":
        return str
    if transport == "zlib-stream":
        return _zlib_stream()
    if transport == "zstd-stream":
        return _zstd_stream()
    raise ValueError(f"unknown compression {transport!r}")


def _zlib_stream() -> Pack:
    context = zlib.compressobj(1)

    def pack(text: str) -> bytes:
        # A sync flush ends each message with 00 00 FF FF, by which clients know it is whole.
        return context.compress(text.encode()) + context.flush(zlib.Z_SYNC_FLUSH)

    return pack


def _zstd_stream() -> Pack:
    """One endless frame of stored blocks: valid zstd, and no compression library is needed."""
    header = _ZSTD_MAGIC + _ZSTD_UNSIZED_FRAME + _ZSTD_WINDOW_128_KIB

    def pack(text: str) -> bytes:
        nonlocal header
        data = text.encode()
        parts = [header]
        header = b""
        for start in range(0, len(data), _ZSTD_BLOCK_MAX):
            block = data[start : start + _ZSTD_BLOCK_MAX]
            parts.append((len(block) << 3).to_bytes(3, "little"))
            parts.append(block)
        return b"".join(parts)

    return pack
