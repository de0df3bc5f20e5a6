"""Text from a config inside a shell script: as one word, or as a comment of one line."""

from __future__ import annotations

import shlex

__all__ = ["comment_text", "word"]

_LONGEST = 120


def word(text: str) -> str:
    r"""One word of a POSIX shell, whatever the text holds. NUL, which no word can hold, goes.

    >>> word("a'b"), word("eth0")
    ("'a'\\"'\\"'b'", 'eth0')
    """
    return shlex.quote(text.replace("\0", ""))


def comment_text(text: str, longest: int = _LONGEST) -> str:
    """One line of printable text for a comment, cut to `longest` characters.

    Whatever could end the line or move the cursor becomes a space or a question mark.
    """
    flat = "".join(
        char if char.isprintable() else " " if char.isspace() else "?"
        for char in text[: 4 * longest]
    )
    flat = " ".join(flat.split())
    return flat if len(flat) <= longest else flat[: longest - 3] + "..."
