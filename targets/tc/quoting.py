"""Text from a config inside a shell script: as one word, or as a comment of one line."""

from __future__ import annotations

import re
import shlex
from itertools import groupby
from unicodedata import category

__all__ = ["batch_word", "comment_text", "unquoted", "word"]

_LONGEST = 120


def word(text: str) -> str:
    r"""One word of a POSIX shell, whatever the text holds. NUL, which no word can hold, goes.

    What a terminal would obey, or what rearranges a line, is written by its bytes.

    >>> print(word("eth0"), word("a b"), word("a\x1bb"))
    eth0 'a b' a"$(printf '\033')"b
    """
    if text.isprintable():
        return shlex.quote(text)
    parts = groupby(text.replace("\0", ""), _is_hidden)
    words = (
        _printed("".join(run)) if hidden else shlex.quote("".join(run)) for hidden, run in parts
    )
    return "".join(words) or shlex.quote("")


def _is_hidden(char: str) -> bool:
    return not (char.isprintable() or char == "\n" or category(char) == "Cs")


def _printed(text: str) -> str:
    octal = "".join(f"\\{byte:03o}" for byte in text.encode())
    return f"\"$(printf '{octal}')\""


_OCTAL = re.compile("\"\\$\\(printf '((?:\\\\[0-7]{3})+)'\\)\"")


def unquoted(written: str) -> str:
    r"""The text that `word` wrote so. ValueError for what it never writes.

    >>> [unquoted(word(text)) for text in ("eth0", "a b", "a\x1b'b")]
    ['eth0', 'a b', "a\x1b'b"]
    """
    parts = _OCTAL.split(written)
    for place, part in enumerate(parts):
        if place % 2:
            parts[place] = bytes(int(octal, 8) for octal in part.split("\\")[1:]).decode()
        else:
            parts[place] = "".join(shlex.split(part))
    text = "".join(parts)
    if word(text) != written:
        raise ValueError(f"not a word as it is written for a shell: {written!a}")
    return text


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
    flat = text[: 4 * longest]
    if not flat.isprintable():
        flat = "".join(
            char if char.isprintable() else " " if char.isspace() else "?" for char in flat
        )
    flat = " ".join(flat.split())
    return flat if len(flat) <= longest else flat[: longest - 3] + "..."
