"""The frames of a capture: classic pcap, and pcapng.

Sources: the pcap and pcapng drafts of the IETF (draft-ietf-opsawg-pcap, draft-ietf-opsawg-pcapng).
A capture is read as it comes, block by block; times are not looked at.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

__all__ = ["CaptureError", "Frame", "frames"]

MOST = 1 << 18
"""Bytes of a frame, as in libpcap (MAXIMUM_SNAPLEN)."""
_CLASSIC = {
    b"\xa1\xb2\xc3\xd4": ">",
    b"\xd4\xc3\xb2\xa1": "<",
    b"\xa1\xb2\x3c\x4d": ">",
    b"\x4d\x3c\xb2\xa1": "<",
}
_SECTION = b"\x0a\x0d\x0d\x0a"
_INTERFACE, _OLD_PACKET, _SIMPLE, _ENHANCED = 1, 2, 3, 6
_ORDERS = {b"\x1a\x2b\x3c\x4d": ">", b"\x4d\x3c\x2b\x1a": "<"}


class CaptureError(ValueError):
    """The file is no capture, or is broken; the message says where."""


class Frame(NamedTuple):
    """A captured frame. `size` is its length on the wire; `data` may have been cut."""

    link_type: int
    data: bytes
    size: int


def frames(file: BinaryIO) -> Iterator[Frame]:
    """The frames of a capture, in order.

    Raises CaptureError: before any frame for what is no capture, and later where a record is broken
    or cut off.
    """
    return _Capture(file).frames()


class _Capture:
    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._at = 0

    def frames(self) -> Iterator[Frame]:
        magic = self._file.read(4)
        self._at = len(magic)
        if magic == _SECTION:
            yield from self._blocks()
        elif magic in _CLASSIC:
            yield from self._records(_CLASSIC[magic])
        else:
            raise CaptureError("it is no capture: neither pcap nor pcapng begins so")

    def _read(self, count: int, what: str) -> bytes:
        data = self._file.read(count)
        if len(data) < count:
            raise CaptureError(f"byte {self._at}: the file ends within {what}")
        self._at += count
        return data

    def _records(self, order: str) -> Iterator[Frame]:
        head = self._read(20, "its header")
        link_type = struct.unpack(f"{order}I", head[16:])[0] & 0xFFFF
        while True:
            first = self._file.read(1)
            if not first:
                return
            self._at += 1
            head = first + self._read(15, "the header of a record")
            taken, size = struct.unpack(f"{order}II", head[8:])
            yield Frame(link_type, self._frame(taken), size)

    def _frame(self, taken: int) -> bytes:
        if taken > MOST:
            raise CaptureError(f"byte {self._at}: a record of {taken} bytes is broken")
        return self._read(taken, "a frame")

    def _blocks(self) -> Iterator[Frame]:
        order, kind = self._section()
        links: list[int] = []
        while True:
            head = self._file.read(4)
            if not head:
                return
            if len(head) < 4:
                raise CaptureError(f"byte {self._at}: the file ends within a block")
            self._at += 4
            if head == _SECTION:
                order, kind = self._section()
                links = []
                continue
            kind = struct.unpack(f"{order}I", head)[0]
            body = self._body(order)
            if kind == _INTERFACE and len(body) >= 8:
                links.append(struct.unpack(f"{order}H", body[:2])[0])
            else:
                yield from self._packet(order, kind, body, links)

    def _section(self) -> tuple[str, int]:
        head = self._read(8, "the header of a section")
        order = _ORDERS.get(head[4:])
        if order is None:
            raise CaptureError(f"byte {self._at - 4}: the byte order of a section is broken")
        length = struct.unpack(f"{order}I", head[:4])[0]
        self._rest(length, 12)
        return order, 0

    def _body(self, order: str) -> bytes:
        length = struct.unpack(f"{order}I", self._read(4, "a block"))[0]
        return self._rest(length, 8)

    def _rest(self, length: int, read: int) -> bytes:
        """What is left of a block of `length` bytes, without the length that ends it."""
        if length < 12 or length % 4 or length > MOST << 2:
            raise CaptureError(f"byte {self._at - 4}: a block of {length} bytes is broken")
        return self._read(length - read, "a block")[:-4]

    def _packet(self, order: str, kind: int, body: bytes, links: list[int]) -> Iterator[Frame]:
        if kind == _SIMPLE and len(body) >= 4:
            size = struct.unpack(f"{order}I", body[:4])[0]
            number, start, taken = 0, 4, min(size, len(body) - 4)
        elif kind == _ENHANCED and len(body) >= 20:
            number, _, _, taken, size = struct.unpack(f"{order}IIIII", body[:20])
            start = 20
        elif kind == _OLD_PACKET and len(body) >= 20:
            number, _, _, _, taken, size = struct.unpack(f"{order}HHIIII", body[:20])
            start = 20
        else:
            return
        if number >= len(links) or start + taken > len(body):
            raise CaptureError(
                f"byte {self._at}: a packet of no interface, or longer than its block"
            )
        yield Frame(links[number], body[start : start + taken], size)
