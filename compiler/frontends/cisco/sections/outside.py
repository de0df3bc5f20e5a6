"""QoS in sections that are not in the model: crypto maps, dial peers, wireless LANs, templates.

The reader passes over such a section as a whole. A line in it that is plainly about QoS is told all
the same, so that nobody takes a check for one of that line.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.frontends.cisco.text.lines import Reading
from qosc.ir import Residue, SupportState
from qosc.patterns import pattern

__all__ = ["outside"]

_WORDS = ("service-policy", "qos ", "police ", "rate-limit ", "traffic-shape ", "hw-module ")
_LINE = pattern(
    r"[ \t]++(?:service-policy |qos (?:pre-classify|trust|map|queue)|ip qos dscp "
    r"|police (?:rate|cir|\d)|rate-limit (?:input|output) |traffic-shape )"
)
_WHOLE = pattern(r"service-policy \S+ (?:global|interface \S+)\s*")
"""Policies of all interfaces of an ASA, or of a named one: a line outside all sections."""
_MODELLED = frozenset(
    (
        "interface",
        "policy-map",
        "control-plane",
        "map-class",
        "vc-class",
        "class-map",
        "system",
    )
)
"""Sections that are read line by line."""
_SHOWN = 60


def outside(reading: Reading) -> list[Residue]:
    """A residue for each such line."""
    candidates = list(_candidates(reading))
    if not candidates:
        return []
    read = {line.number for line in reading.walk()}
    return [residue for residue in candidates if residue.origin.line not in read]


def _candidates(reading: Reading) -> Iterator[Residue]:
    lines = reading.source.lines
    skipped = {line for first, last in reading.blobs for line in range(first, last + 1)}
    head, passed = "", 0
    for index in reading.source.holding(*_WORDS):
        # The nearest line above that is not indented, of those that were not passed before.
        above = (line for line in reversed(lines[passed:index]) if line and line[0] != "!")
        head = next((line for line in above if not line[0].isspace()), head)
        passed = index
        line, number = lines[index], index + 1
        if line[0] == "!" or number in skipped:
            continue
        if line[0].isspace():
            if head and not _is_modelled(head) and _LINE.match(line) is not None:
                reason = "sections of this kind are not in the model"
                yield _residue(reading, number, " ".join(head.split())[:_SHOWN], reason)
        elif _WHOLE.fullmatch(line) is not None:
            reason = "a policy of a whole firewall is not in the model"
            yield _residue(reading, number, "global configuration", reason)
        elif line.split(None, 1)[0] == "hw-module" and _of_policies(line):
            reason = "this mode of the hardware, in which policies may do otherwise, is not in "
            yield _residue(reading, number, "global configuration", f"{reason}the model")


def _is_modelled(head: str) -> bool:
    """Whether the section is read line by line."""
    words = head.split(None, 3)
    return words[0].lower() in _MODELLED and words[:3] != ["policy-map", "type", "inspect"]


def _of_policies(line: str) -> bool:
    """Whether a line sets how the hardware of IOS XR carries out policies
    (`hw-module profile qos ...`), and is not the mode of bundles that is modelled.
    """
    from qosc.frontends.cisco.sections.bundle_mode import divides

    text = line.lower()
    return ("qos" in text or "polic" in text) and not divides(line)


def _residue(reading: Reading, number: int, context: str, reason: str) -> Residue:
    line = reading.source.lines[number - 1]
    bare = line.strip()
    start = len(line) - len(line.lstrip())
    origin = reading.source.span(number, start, start + len(bare))
    return Residue(SupportState.RECOGNISED, context, bare, reason, origin=origin)
