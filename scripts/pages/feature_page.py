"""docs/features.md: which features the reader of each vendor puts into the model.

The statements and what they fill in are those of the tables that the readers go by; a field of the
model that no feature below has is an error, so that a new one comes onto the page.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from qosc.frontends.cisco.table import ROWS, Reader
from qosc.frontends.junos.tree.schema import Spec, parts

__all__ = ["page"]

_HEAD = """# Features by vendor

Which statements put a feature into the model, from the tables that the readers go by. What a
target makes of each is in [semantics.md](semantics.md), and what a config leaves to its platform in
[platforms.md](platforms.md). *Cisco* is IOS, IOS XE, IOS XR, NX-OS and EOS together; how well each
of them is covered, counted in lines of published configs, is in [coverage.md](coverage.md).
[Limits](limits.md) has the larger gaps, [statements.md](statements.md) every statement, and
[policy-agent.md](policy-agent.md) what is read of IBM hosts.

This page is written by `scripts/gen_docs.py`; see `scripts/pages/feature_page.py`.

| feature | Cisco | Cisco, queues and trust of a switch | JunOS |
| --- | --- | --- | --- |
"""
_FEATURES: tuple[tuple[str, str], ...] = (
    (
        "classes of packets, access lists",
        (
            "ClassMap.match Device.class_maps Rule.match TrafficClass.match "
            "AccessList.entries Device.access_lists"
        ),
    ),
    ("policies and their classes", "Policy.classes Policy.description Device.policies"),
    ("hierarchy", "TrafficClass.child"),
    ("applied to ports, on input", "Port.input"),
    ("applied to ports, on output", "Port.output"),
    ("marks", "TrafficClass.marks Rule.marks"),
    ("tables from mark to mark", "MarkTable.entries MarkTable.otherwise"),
    ("lists of rules", "RuleList.rules Device.rate_limit_lists"),
    (
        "policers",
        (
            "TrafficClass.policers Rule.policer Meter.cir Meter.cbs Meter.ebs Meter.pir "
            "Meter.pbs Policer.conform Policer.exceed Policer.violate"
        ),
    ),
    ("colour-aware policers", "Meter.colours"),
    ("policers that classes share", "Policer.shared"),
    ("drop", "TrafficClass.drop Rule.verdict"),
    ("low-latency queue", "TrafficClass.priority"),
    ("guaranteed rate", "TrafficClass.guarantee"),
    ("shares of the remainder", "TrafficClass.excess"),
    ("ranks between classes", "TrafficClass.level TrafficClass.excess_level"),
    ("shapers", "TrafficClass.shaper Shaper.rate Shaper.committed"),
    ("depth of queues", "TrafficClass.limits"),
    ("early drop (WRED, drop profiles), ECN", "TrafficClass.wred DropCurve.points Wred.ecn"),
    ("queues by flow", "TrafficClass.fair_queue Port.fair_queue"),
    ("queues of a port itself", "Port.hold_queue_in Port.hold_queue_out Port.tx_ring"),
    ("rate, MTU, encapsulation of a port", "Port.bandwidth Port.speed Port.mtu Port.encapsulation"),
    ("share of a link to reserve", "Port.max_reserved"),
    ("ATM circuits", "Port.atm"),
)
_NO_FEATURE = frozenset(("Device.ports", "Port.shutdown", "Port.description"))
_PARTS = frozenset(("exact", "percent", "proportion", "remainder", "temporal"))
"""Words of JunOS that say nothing without the one before them."""
_SWITCH = frozenset((Reader.SWITCH, Reader.SWITCH_PORT))
_SHOWN = 6

_Found = dict[str, dict[str, None]]


def page() -> str:
    """The text of the page. ValueError where a field of the tables is in no feature."""
    columns = (_cisco(switch=False), _cisco(switch=True), _junos())
    known = {field for _, fields in _FEATURES for field in fields.split()} | _NO_FEATURE
    unknown = sorted(set().union(*columns) - known)
    if unknown:
        raise ValueError(f"scripts/pages/feature_page.py has no feature with {', '.join(unknown)}")
    lines = []
    for feature, fields in _FEATURES:
        cells = (_cell(column, fields.split()) for column in columns)
        lines.append(f"| {feature} | {' | '.join(cells)} |\n")
    return _HEAD + "".join(lines)


def _cell(column: _Found, fields: list[str]) -> str:
    names = sorted(dict.fromkeys(name for field in fields for name in column.get(field, ())))
    shown = ", ".join(f"`{name}`" for name in names[:_SHOWN])
    return shown + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")


def _cisco(*, switch: bool) -> _Found:
    found: _Found = defaultdict(dict)
    for row in ROWS:
        if (row.reader in _SWITCH) is switch:
            for field in row.gives.split():
                found[field][row.keyword] = None
    return found


def _junos() -> _Found:
    found: _Found = defaultdict(dict)
    seen: set[int] = set()
    for spec in parts().values():
        for word, given in _below(spec, seen):
            for field in given.split():
                found[field][word] = None
    return found


def _below(spec: Spec, seen: set[int], above: str = "") -> Iterator[tuple[str, str]]:
    """Each statement below a place that is read, by its last word that is no name."""
    if id(spec.words) in seen:
        return
    seen.add(id(spec.words))
    for word, one in [*spec.words.items(), *([("*", spec.any)] if spec.any is not None else [])]:
        name = above if word == "*" else word
        if one.gives and name:
            yield f"{above} {word}".strip() if word in _PARTS else name, one.gives
        yield from _below(one, seen, name)
