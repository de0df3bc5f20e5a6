"""The commands' objects against the kernel's, argument by argument."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tests.readback.asked import Objects, Value
from tests.readback.held import TICK_NS

__all__ = ["UNSEEN", "Report", "compare"]

UNSEEN = {
    ("red", "avpkt"): "only goes into the weight of the average, which iproute2 works out",
    ("red", "burst"): "only goes into the weight of the average, which iproute2 works out",
    ("red", "bandwidth"): "only goes into the table of the decay while idle",
}
"""Arguments that the kernel does not give back: packets must show what they do."""


@dataclass
class Report:
    """What was compared: how often each argument was seen right, and what differs, in words."""

    seen: Counter[tuple[str, str]] = field(default_factory=Counter)
    unseen: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


def compare(asked: Objects, held: Objects, report: Report) -> None:
    """Enter one state into the report. Objects that nobody asked for are wrong too."""
    for place in held.keys() - asked.keys():
        report.wrong.append(f"{place}: not asked for: {held[place]}")
    for place, values in asked.items():
        if place not in held:
            report.wrong.append(f"{place}: not there; asked for {values}")
            continue
        _object(place, values, held[place], report)


def _object(place: str, asked: dict[str, Value], held: dict[str, Value], report: Report) -> None:
    for name, value in asked.items():
        key = _kind(asked, name), name.split(" ", 2)[-1] if name.startswith("action") else name
        if key in UNSEEN:
            report.unseen[key] += 1
        elif _same(name, value, asked, held):
            report.seen[key] += 1
        else:
            report.wrong.append(f"{place}: {name}: asked for {value!r}, holds {held.get(name)!r}")


def _kind(asked: dict[str, Value], name: str) -> str:
    if name.startswith("action "):
        return str(asked[f"action {name.split()[1]} kind"])
    return str(asked["kind"])


def _same(name: str, value: Value, asked: dict[str, Value], held: dict[str, Value]) -> bool:
    last = name.rsplit(maxsplit=1)[-1]
    if last in ("burst", "cburst") and f"{name} ticks" in held:
        rate = asked.get(name.replace("cburst", "ceil").replace("burst", "rate"), 0)
        return isinstance(value, int) and _burst(value, rate, held[f"{name} ticks"])
    if last == "pkts_burst":
        return _burst(int(str(value)), asked[name.replace("burst", "rate")], held.get(name, 0))
    if last == "probability":
        # 32 bits of the probability, of which a float on the way keeps about 24.
        seen = held.get(name)
        return isinstance(seen, int) and isinstance(value, int) and abs(seen - value) <= 1 << 9
    if name == "parent" and isinstance(value, int) and value & 0xFFFF == 0:
        return held.get(name) in (value, 0xFFFFFFFF)  # tc shows a child of the root qdisc so
    return held.get(name) == value


def _burst(size: int, rate: Value, ticks: Value) -> bool:
    """Whether a time holds a size at a rate: iproute2 before 6.15 cuts it to a microsecond, and
    every one to a tick of the clock (tc_core.c, tc_calc_xmittime)."""
    if not isinstance(rate, int) or not isinstance(ticks, int) or not rate:
        return size == ticks == 0
    lost_ns = size * 1_000_000_000 / rate - ticks * TICK_NS
    return -TICK_NS <= lost_ns <= 1_000 + TICK_NS
