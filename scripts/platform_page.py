"""docs/platforms.md: what each profile says, from the profiles themselves."""

from __future__ import annotations

from typing import Any

from qosc.datapath.queues import fair
from qosc.profiles import NAMES, legacy_queueing, profile
from qosc.profiles.junos_tables import junos_defaults
from qosc.profiles.model import Fact
from qosc.profiles.switches import FAMILIES, STRICT, switch_facts

_HEAD = """# Platforms

Where a config does not say a value, the router's system does. `--platform` names the system;
without it the config's own hints decide, and `qosc show` says whose default a value is. A value
that no public source gives is not filled in: what depends on it is *unknown* in the ledger. Where
sources of one system differ, the column *elsewhere* has the others; the ledger gives the range of
a depth that they leave open, as *unknown*.

This page is written by `scripts/gen_docs.py` from the profiles (`qosc.profiles`).
"""
_ROW = "| fact | value | source | elsewhere |\n| --- | --- | --- | --- |"

_Row = tuple[str, str, str]


def page() -> str:
    """The whole page."""
    facts = {name: _facts(name) for name in NAMES}
    lines = [_HEAD, "| `--platform` | system |", "| --- | --- |"]
    lines += [f"| [{name}](#{name}) | {profile(name).title} |" for name in NAMES]
    for number, name in enumerate(NAMES):
        lines += ["", f"## {name}", ""]
        near = min(
            NAMES[:number], key=lambda other: len(_other(facts[name], facts[other])), default=""
        )
        rows = facts[name]
        if near and len(_other(rows, facts[near])) < len(rows) // 2:
            rows = _other(rows, facts[near])
            lines += [
                f"As [{near}](#{near})" + (", but:" if rows else " in what is listed here."),
                "",
            ]
        if rows:
            lines += _table(rows)
        if name in FAMILIES:
            lines += ["", f"### Queues of a port of {name}", "", *_table(_switch(name))]
        if name.startswith("junos"):
            lines += ["", f"### Classes of {name}", "", *_table(_junos(name))]
    lines += ["", "## Older features of IOS", "", *_table(_older())]
    return "\n".join(lines) + "\n"


def _table(rows: dict[str, _Row]) -> list[str]:
    return [_ROW, *(f"| {fact} | {' | '.join(row)} |" for fact, row in rows.items())]


def _facts(name: str) -> dict[str, _Row]:
    return {
        field.replace("_", " "): ("as any class", "no row of its own", "")
        if fact is None and field.startswith("priority")
        else _row(fact)
        for field, fact in profile(name)._asdict().items()
        if field not in ("name", "title")
    }


def _row(fact: Fact[Any] | None) -> _Row:
    if fact is None:
        return ("none", "no such rule is known", "")
    return (_value(fact.value), fact.source, fact.others)


def _switch(family: str) -> dict[str, _Row]:
    facts = switch_facts(family)
    rows: dict[str, _Row] = {}
    for kind in facts.port_types:
        rows[f"{kind.name}: CoS of the queues"] = _places(kind.queues)
        rows[f"{kind.name}: weights"] = _row(kind.weights)
    rows["weights"] = _row(facts.share)
    if facts.shape is not None:
        rows["shaping weights"] = _row(facts.shape)
    if facts.dscp_queue is not None:
        rows["DSCP of the queues"] = _places(facts.dscp_queue)
    if facts.buffers is not None:
        rows["percent of the buffer"] = _row(facts.buffers)
    if facts.thresholds is not None:
        rows["thresholds 1 and 2, reserved, maximum (%)"] = _row(facts.thresholds)
    return rows


def _places(fact: Fact[tuple[tuple[int, int], ...] | None]) -> _Row:
    """The code points of each queue and threshold, as ranges."""
    if fact.value is None:
        return _row(fact)
    found: dict[tuple[int, int], list[int]] = {}
    for point, place in enumerate(fact.value):
        found.setdefault(place, []).append(point)
    words = []
    for (queue, threshold), points in sorted(found.items()):
        name = "strict queue" if queue == STRICT else f"queue {queue}, threshold {threshold}"
        words.append(f"{name}: {_ranges(points)}")
    return ("; ".join(words), fact.source, fact.others)


def _ranges(points: list[int]) -> str:
    ends: list[list[int]] = []
    for point in points:
        if ends and ends[-1][1] == point - 1:
            ends[-1][1] = point
        else:
            ends.append([point, point])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in ends)


def _junos(name: str) -> dict[str, _Row]:
    return {
        what: _row(fact)
        for what, fact in zip(
            (
                "queues of the classes",
                "parts per million by queue",
                "classifiers in force",
                "priority above the rate",
                "one classifier for IPv4 and IPv6",
                "default tables",
                "default rewrite rules",
                "priorities that are served with others: their rank",
                "excess priorities that are served with others: their rank",
            ),
            junos_defaults(name),
            strict=True,
        )
    }


def _older() -> dict[str, _Row]:
    return {
        "fair-queue of an interface: packets of a flow": _row(fair.THRESHOLD),
        "fair-queue of an interface: packets of all flows": _row(fair.HELD),
        "fair-queue of an interface: flow queues by bit/s": _row(fair.QUEUES),
        "fair-queue of a class: its limit divided by, for a flow": _row(fair.PART),
        "priority-list: packets": _row(legacy_queueing.PRIORITY_LIST_LIMITS),
        "queue-list: bytes of a turn": _row(legacy_queueing.QUEUE_LIST_BYTES),
        "queue-list: packets": _row(legacy_queueing.QUEUE_LIST_LIMIT),
        "Frame Relay circuit: CIR": _row(legacy_queueing.FRAME_RELAY_CIR),
        "Frame Relay circuit: Tc in us": _row(legacy_queueing.FRAME_RELAY_INTERVAL),
        "Frame Relay circuit: Be in bits": _row(legacy_queueing.FRAME_RELAY_EXCESS),
        "Frame Relay circuit: packets": _row(legacy_queueing.FRAME_RELAY_FIFO),
        "Frame Relay circuit, fair-queue: flows, packets of one, of all": _row(
            legacy_queueing.FRAME_RELAY_FAIR
        ),
    }


def _other(rows: dict[str, _Row], than: dict[str, _Row]) -> dict[str, _Row]:
    """The rows that say something else: another value, or the same from another source."""
    return {fact: row for fact, row in rows.items() if row != than[fact]}


def _value(value: Any) -> str:
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {each}" for key, each in value.items()) or "none"
    if isinstance(value, tuple):
        inner = (
            " ".join(map(str, each)) if isinstance(each, tuple) else str(each) for each in value
        )
        return ("; " if value and isinstance(value[0], tuple) else " ").join(inner) or "none"
    return str(value)
