"""What the words after a keyword look like: enough to tell a statement from prose, no more.

Papers, mails and study notes put configs among sentences, flush left both. `bandwidth 100` and
`interface ATM1/0.108 point-to-point` are statements; `bandwidth over-provisioning is adopted` and
`interface in the LAN.` are not. The statement grammars judge what passes here.
"""

from __future__ import annotations

from qosc.patterns import pattern

__all__ = ["BLOB_WORDS", "config_like", "heads_counters", "is_layout"]

_LOOKED_AT = 400
"""Characters of a line that decide: hostile lines are long."""

BLOB_WORDS = ("banner", "macro", "menu")
"""First words of lines that may begin text which is not made of statements."""


_STATEMENT_START = pattern(r"[A-Za-z][A-Za-z0-9+-]*(?:\s|$)")
_HEAD_OF_COUNTERS = pattern(r"Service-policy (?:in|out)put ?: ?\S")


def is_layout(text: str) -> bool:
    """Whether the text cannot begin a statement: fences, tables, bullets, page numbers."""
    return _STATEMENT_START.match(text) is None


def heads_counters(text: str) -> bool:
    """Whether the text is what `show policy-map interface` prints above the counters of a policy: a
    config has no colon there.
    """
    return ":" in text and _HEAD_OF_COUNTERS.match(text) is not None


def config_like(rest: str) -> bool:
    """Whether the words after a keyword look like names and numbers rather than a sentence."""
    rest = rest[:_LOOKED_AT]
    words = rest.split(None, 8)
    return 0 < len(words) <= 6 and any(letter.isdigit() or letter in "-_/" for letter in rest)
