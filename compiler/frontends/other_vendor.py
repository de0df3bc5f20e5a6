"""Lines of JunOS in a text that is read as IOS: both in one file, as notes and tickets have them.

The reader of JunOS tells each line that is not its own; to that of IOS all that it does not know
stands outside of QoS. So what JunOS writes about QoS has to be looked for.
"""

from __future__ import annotations

import re

from qosc.ir import Device, Residue, SupportState
from qosc.patterns import pattern
from qosc.source import SourceText
from qosc.values import replace

__all__ = ["with_junos_lines"]

_COMMAND = pattern(
    r"^[ \t]*+(?:set|delete|deactivate)[ \t]++(?:class-of-service|firewall)[ \t]++[a-z]",
    re.MULTILINE,
)
_STANZA = pattern(r"^[ \t]*+(?:class-of-service|firewall)[ \t]*+\{[ \t\r]*+$", re.MULTILINE)
_CONTEXT = "the IOS config"
_REASON = (
    "it is written as JunOS writes it, and the text is read as IOS: put each config in a file of "
    "its own"
)


def with_junos_lines(device: Device, source: SourceText) -> Device:
    """The device, with the lines that JunOS has about QoS as not understood: each `set` command,
    and each stanza by its first line.
    """
    residues = []
    count = 0
    end: str | None = None  # the last line of the stanza that a line stands in
    for number, line in source.numbered():
        if end is not None:
            count += 1
            end = None if line.rstrip() == end else end
            continue
        stanza = _STANZA.match(line) is not None
        if not stanza and _COMMAND.match(line) is None:
            continue
        count += 1
        text = line.strip()
        start = len(line) - len(line.lstrip())
        end = line[:start] + "}" if stanza else None
        origin = source.span(number, start, start + len(text))
        residues.append(Residue(SupportState.UNKNOWN, _CONTEXT, text, _REASON, origin=origin))
    if not residues:
        return device
    old = device.coverage
    # Some of a stanza's lines may be words of IOS, and counted as such.
    moved = min(count, old.irrelevant)
    coverage = replace(old, irrelevant=old.irrelevant - moved, unknown=old.unknown + moved)
    return replace(device, residue=(*device.residue, *residues), coverage=coverage)
