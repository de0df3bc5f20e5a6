"""What people paste along with a configuration: prompts, banners, the words of a session."""

from __future__ import annotations

import re

from qosc.patterns import pattern

__all__ = [
    "BANNER",
    "CHANGES",
    "EDITS",
    "ELISION",
    "INHERITED",
    "LABEL",
    "PROMPT",
    "STATE",
    "TAGS",
    "VERBS",
]

PROMPT = pattern(
    r"\s*+(?:[\w.-]++@[\w.:()-]++|root(?=[>#%])|[\w.-]++(?=[>#]\s*+set\s))([>#%])"
    r"(?:\s++(.*)|(set\s.*))?\Z",
    re.DOTALL,
)
"""`user@host> show configuration`: the mode mark and what was typed, with blanks behind it.

A router without a name has the prompt `root#`; a name alone is a prompt only before `set`.
"""

BANNER = pattern(r"\s*+(?:\{[\w:.-]++\}\s*+)?\[edit((?:\s[^\]]*+)?)\]\s*+\Z")
"""`[edit firewall]`, with or without the mark of the routing engine before it."""

STATE = pattern(r"\s*\{(?:master|primary|backup|secondary|linecard|node)[\w:.-]*\}\s*\Z")

LABEL = pattern(r"\s*[\w.()/ -]{1,60}:\s*\Z")
"""`AN1:` above the configuration of a device."""

ELISION = pattern(
    r"\s*(?:\.\.\.+|\u2026+|---\(more.*\)---|\[Type \^D.*\]|load complete|commit complete)\s*\Z"
)

INHERITED = " was inherited from group "
"""What a comment of `display inheritance` says, between two names in quotes; see "CLI User Guide",
Use Configuration Groups."""

TAGS = {
    "inactive:": "inactive",
    "active:": "active",
    "protect:": "protect",
    "unprotect:": "unprotect",
    "replace:": "replace",
    "delete:": "delete",
}

VERBS = frozenset(
    {
        "set",
        "delete",
        "deactivate",
        "activate",
        "insert",
        "rename",
        "copy",
        "annotate",
        "protect",
        "unprotect",
        "edit",
        "top",
        "up",
        "exit",
        "quit",
        "commit",
        "rollback",
        "load",
        "save",
        "run",
        "show",
        "status",
        "configure",
        "wildcard",
    }
)
"""Words that begin a command of configuration mode."""

CHANGES = frozenset(
    {
        "delete",
        "deactivate",
        "activate",
        "insert",
        "rename",
        "copy",
        "annotate",
        "protect",
        "unprotect",
    }
)
"""Commands that change what was written before them."""

EDITS = CHANGES | {"set"}
