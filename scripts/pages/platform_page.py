"""docs/platforms.md, and a page for each profile: what it says, from the profiles themselves."""

from __future__ import annotations

import ast
from functools import cache
from inspect import getsource
from itertools import pairwise
from textwrap import dedent, fill
from typing import Any

from qosc.datapath.queues import fair
from qosc.profiles import NAMES, legacy_queueing, profile
from qosc.profiles.junos_tables import junos_defaults
from qosc.profiles.model import Fact, Profile
from qosc.profiles.switches import FAMILIES, STRICT, switch_facts

_HEAD = """# Platforms

Where a config does not say a value, the router's system does. `--platform` names the system;
without it the config's own hints decide, and `qosc show` says whose default a value is. A value
that no public source gives is not filled in: what depends on it is *unknown* in the ledger. Where
sources of one system differ, its page has the others too; the ledger gives the range of a depth
that they leave open, as *unknown*. [Features](features.md) says which statements are read.

These pages are written by `scripts/gen_docs.py` from the profiles (`qosc.profiles`).

| `--platform` | system | as |
| --- | --- | --- |
"""
_PAGE = """# {name}: {title}

What `--platform {name}` fills in where a config is silent, and by which source.
[Platforms](../platforms.md) has the others.
"""

_Row = tuple[str, str, str]


def pages() -> dict[str, str]:
    """The index and one page for each platform, by their paths below docs/."""
    lines = []
    found = {}
    for number, name in enumerate(NAMES):
        near, differ = _nearest(name, NAMES[:number])
        lines.append(
            f"| [{name}](platforms/{name}.md) | {profile(name).title} | "
            + (f"[{near}](platforms/{near}.md), but for {len(differ)} facts" if near else "")
            + " |"
        )
        found[f"platforms/{name}.md"] = _page(name, near, differ)
    older = ["## Older features of IOS", "", *_table(_older()), "", "### Sources", ""]
    tail = "\n".join(["", "", *older, *_sources(_older())])
    return {"platforms.md": _HEAD + "\n".join(lines) + tail + "\n", **found}


def _parts(name: str) -> dict[str, dict[str, _Row]]:
    """The tables of a platform by their titles."""
    parts = {"Facts": _facts(name)}
    if name in FAMILIES:
        parts["Queues of a port"] = _switch(name)
    if name.startswith("junos"):
        parts["Classes"] = _junos(name)
    return parts


def _nearest(name: str, others: tuple[str, ...]) -> tuple[str, list[str]]:
    """Of the platforms before it the one that it shares most facts with, and what differs."""
    rows = {fact: row for part in _parts(name).values() for fact, row in part.items()}
    near, differ = "", list(rows)[: (len(rows) + 1) // 2]
    for other in others:
        its = {fact: row for part in _parts(other).values() for fact, row in part.items()}
        found = [fact for fact, row in rows.items() if its.get(fact) != row]
        if len(found) < len(differ):
            near, differ = other, found
    return near, differ


def _page(name: str, near: str, differ: list[str]) -> str:
    parts = _parts(name)
    lines = [_PAGE.format(name=name, title=profile(name).title)]
    if near:
        words = f"As [{near}]({near}.md), but for: {', '.join(differ)}."
        lines += [*fill(words, 100, break_on_hyphens=False).split("\n"), ""]
    for title, rows in parts.items():
        lines += [f"## {title}", "", *_table(rows), ""]
    for title, rows in parts.items():
        lines += [f"## {title}: sources", "", *_sources(rows), ""]
    return "\n".join(lines)


def _table(rows: dict[str, _Row]) -> list[str]:
    meanings = _meanings()
    if not rows.keys() & meanings.keys():
        return [
            "| fact | value |",
            "| --- | --- |",
            *(f"| {k} | {v[0]} |" for k, v in rows.items()),
        ]
    lines = ["| fact | value | meaning |", "| --- | --- | --- |"]
    return [*lines, *(f"| {fact} | {row[0]} | {meanings[fact]} |" for fact, row in rows.items())]


@cache
def _meanings() -> dict[str, str]:
    """What each fact is, with its unit: the text behind its field in the profile."""
    found = {}
    for made in ast.parse(dedent(getsource(Profile))).body[:1]:
        for field, text in pairwise(getattr(made, "body", [])):
            if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
                words = " ".join(str(ast.literal_eval(text.value)).split())
                found[ast.unparse(field.target).replace("_", " ")] = words
    return found


def _sources(rows: dict[str, _Row]) -> list[str]:
    return [
        f"- **{fact}**: {source}" + (f". *Elsewhere*: {others}" if others else "")
        for fact, (_, source, others) in rows.items()
    ]


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
