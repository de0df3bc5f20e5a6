"""Text from a config inside a shell script: as one word, or as a comment of one line."""

from __future__ import annotations

import re
import shlex

__all__ = ["batch_word", "comment_text", "word"]

_LONGEST = 120


def word(text: str) -> str:
    r"""One word of a POSIX shell, whatever the text holds. NUL, which no word can hold, goes.

    >>> word("a'b"), word("eth0")
    ("'a'\\"'\\"'b'", 'eth0')
    """
    return shlex.quote(text.replace("\0", ""))


_PLAIN = re.compile(r"[A-Za-z0-9_.:/%+,=-]+")


def batch_word(text: str) -> str:
    r"""One word of a file for `tc -batch`, which knows quotes but no way to write one in quotes.

    All that commands are made of is plain; anything else would lose what is not.

    >>> batch_word("0xb8/0xfc"), batch_word("a b\n'c")
    ('0xb8/0xfc', 'abc')
    """
    return text if _PLAIN.fullmatch(text) else "".join(_PLAIN.findall(text))


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
