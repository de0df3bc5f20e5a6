"""Bytes that are not plain UTF-8: which encoding they are in, or that they are no text at all."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["Doubt", "decode_odd", "decode_wide"]


class Doubt(NamedTuple):
    """Why bytes are no text: what they are, and what their owner can do about it."""

    what: str
    remedy: str


_UNPACK = "unpack it first"
_SAVE = "save the config as plain text"
_NONE = "give the config itself, as plain text"
_CONVERT = "convert it first (iconv -f IBM037 -t UTF-8)"

_BEGINNINGS = (
    (b"\x1f\x8b", Doubt("a gzip file", _UNPACK)),
    (b"BZh", Doubt("a bzip2 file", _UNPACK)),
    (b"\xfd7zXZ\0", Doubt("an xz file", _UNPACK)),
    (b"\x28\xb5\x2f\xfd", Doubt("a zstd file", _UNPACK)),
    (b"7z\xbc\xaf\x27\x1c", Doubt("a 7z archive", _UNPACK)),
    (b"PK\x03\x04", Doubt("a zip archive or an office document", _UNPACK + f", or {_SAVE}")),
    (b"\xd0\xcf\x11\xe0", Doubt("an office document", _SAVE)),
    (b"%PDF-", Doubt("a PDF document", _SAVE)),
    (b"\x89PNG", Doubt("a picture", _NONE)),
    (b"\xff\xd8\xff", Doubt("a picture", _NONE)),
    (b"GIF8", Doubt("a picture", _NONE)),
    (b"\x7fELF", Doubt("a program", _NONE)),
)
"""How files begin that are often taken for a config, or hold one."""
_TAR = (257, b"ustar")
"""Where a tar archive has its mark: its members may be plain text."""

_LOOKED_AT = 8192
"""Bytes at the beginning that decide."""
_PADDING = re.compile(rb"(?<=[\r\n])\0+")
"""What serial lines and telnet send behind the end of a line."""
_CONTROLS = bytes({*range(32), 127} - set(b"\a\b\t\n\v\f\r\x1b"))
"""What the record of a terminal session does not have, or only here and there."""
_MOST_CONTROLS = 0.05
"""Of the characters of a text. In random bytes they are 9 %, in programs a third."""


def decode_wide(data: bytes) -> str:
    """Text that begins with a byte order mark of UTF-16 or UTF-32."""
    wide = data[:4] in (b"\xff\xfe\0\0", b"\0\0\xfe\xff")
    return data.decode("utf-32" if wide else "utf-16", errors="replace")


def decode_odd(data: bytes) -> tuple[str, Doubt | None]:
    """Text of bytes that hold a NUL or are not UTF-8; no text and a doubt where they are none.

    UTF-16 is understood without a mark too. In a text of 8 bits, what is not UTF-8 becomes U+FFFD.
    """
    for beginning, doubt in _BEGINNINGS:
        if data.startswith(beginning):
            return "", doubt
    if data[_TAR[0] :].startswith(_TAR[1]):
        return "", Doubt("a tar archive", _UNPACK)
    if not data.strip(b"\0"):
        return "", Doubt("nothing but NUL bytes", "copy the config again")
    head = data[:_LOOKED_AT]
    wide = _unmarked(head)
    if wide:
        return data.decode(wide, errors="replace"), None
    if _is_ebcdic(head):
        return "", Doubt("text in EBCDIC", _CONVERT)
    head = _PADDING.sub(b"", head).rstrip(b"\0")
    controls = len(head) - len(head.translate(None, _CONTROLS))
    if controls > _MOST_CONTROLS * len(head):
        return "", Doubt("binary data", _NONE)
    return data.decode("utf-8", errors="replace").removeprefix("\ufeff"), None


_EBCDIC_BLANK = 0x40
_EBCDIC_WORDS = bytes((*range(0x81, 0xAA), *range(0xC1, 0xEA), *range(0xF0, 0xFA)))
"""Letters and digits, and some characters that no text has between them."""


def _is_ebcdic(head: bytes) -> bool:
    """Whether bytes are letters, digits and blanks of EBCDIC for the most part, with no blank and
    no line of ASCII.
    """
    words = len(head) - len(head.translate(None, _EBCDIC_WORDS))
    blanks = head.count(_EBCDIC_BLANK)
    return blanks > 0 and b" " not in head and b"\n" not in head and 2 * words > len(head)


def _unmarked(head: bytes) -> str:
    """The name of UTF-16 without a mark, where nearly all characters are ASCII; else nothing."""
    half = len(head) // 2
    first, second = head[::2].count(0), head[1::2].count(0)
    if half and second > 0.8 * half and first <= 0.02 * half:
        return "utf-16-le"
    if half and first > 0.8 * half and second <= 0.02 * half:
        return "utf-16-be"
    return ""
