"""Several files in one input: `#%% name` on a line of its own begins each."""

from __future__ import annotations

import re

__all__ = ["pack", "unpack"]

_MARK = re.compile(rb"^#%% ([a-z]+[.][a-z]+)\n", re.MULTILINE)


def pack(files: dict[str, bytes]) -> bytes:
    """The files as one input. An end of line is added to a file that has none."""
    return b"".join(
        b"#%% " + name.encode() + b"\n" + text.removesuffix(b"\n") + b"\n"
        for name, text in files.items()
    )


def unpack(data: bytes) -> dict[str, bytes]:
    """The files of an input; what stands before the first mark belongs to none."""
    pieces = _MARK.split(data)
    return {name.decode(): text for name, text in zip(pieces[1::2], pieces[2::2], strict=True)}
