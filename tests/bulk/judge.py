"""Compare what became of the packets with what the manual says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tests.bulk.boot import Seen
from tests.bulk.trial import Probe
from tests.wire import Packet, WireError, frame, parse

Leaf = tuple[tuple[str, str], ...]
"""Devices and class ids that a packet was queued in."""


@dataclass
class Verdict:
    """What came of a trial. `untested` packets gave no answer; that is told, never passed."""

    seen: Seen
    sent: int = 0
    wrong: list[str] = field(default_factory=list)
    untested: list[str] = field(default_factory=list)
    leaves: dict[Hashable, Leaf] = field(default_factory=dict)
    """By expected class (with its port before it) the class of the kernel that stands for it."""

    @property
    def name(self) -> str:
        return self.seen.planned.trial.name

    def report(self, most: int = 10) -> str:
        """The config, and the packets that went wrong."""
        told = "\n".join(self.wrong[:most] or self.untested[:most])
        more = f"\n... and {len(self.wrong) - most} more" if len(self.wrong) > most else ""
        text = self.seen.planned.trial.text
        return f"{self.name}: {len(self.wrong)} wrong of {self.sent}\n{told}{more}\n{text}"


def judge(seen: Seen) -> Verdict:
    """The verdict on one trial."""
    verdict = Verdict(seen)
    if seen.error:
        verdict.wrong.append(seen.error)
        return verdict
    for step in seen.row["steps"]:
        if step["status"]:
            verdict.wrong.append(f"{step['argv']}: status {step['status']}: {step['stderr']}")
            return verdict
    rows = seen.row["probes"]
    pairs: list[tuple[Hashable, Leaf, Probe]] = []
    for probe, row in zip(seen.planned.probes, rows, strict=False):
        verdict.sent += 1
        _one(verdict, probe, row, pairs)
    left = len(seen.planned.probes) - len(rows)
    if left:
        verdict.untested.append(f"{left} packets were not sent in time")
    _pair_off(verdict, pairs)
    return verdict


def _one(
    verdict: Verdict, probe: Probe, row: Mapping[str, Any],
    pairs: list[tuple[Hashable, Leaf, Probe]],
) -> None:  # fmt: skip
    wanted = probe.wanted
    if row.get("over"):
        verdict.untested.append(f"a policer's bucket was empty: {shown(probe)}")
        return
    if row.get("lost"):
        verdict.wrong.append(f"neither sent nor counted as dropped: {shown(probe)}")
        return
    if wanted.dropped or "dropped" in row:
        if not wanted.dropped:
            verdict.wrong.append(f"dropped at {row['dropped']}, not {wanted}: {shown(probe)}")
        elif "dropped" not in row:
            verdict.wrong.append(f"not dropped but {_outcome(row)}: {shown(probe)}")
        return
    leaf = tuple((device, number) for device, number, _ in row["leaves"])
    if len({device for device, _ in leaf}) < len(leaf) or any(n != 1 for *_, n in row["leaves"]):
        verdict.wrong.append(f"counted more than once, {row['leaves']}: {shown(probe)}")
        return
    if wanted.leaf is not None:
        pairs.append(((probe.leave, wanted.leaf), leaf, probe))
    if row.get("held"):
        verdict.untested.append(f"still waiting in its queue: {shown(probe)}")
        return
    if problem := _frame_problem(verdict, probe, row):
        verdict.wrong.append(f"{problem}: {shown(probe)}")


def _frame_problem(verdict: Verdict, probe: Probe, row: Mapping[str, Any]) -> str:
    devices = verdict.seen.planned.devices
    above = probe.leave.rpartition(".")[0]
    last = devices.get(above) or devices[probe.leave]
    if len(row["out"]) != 1 or row["out"][0][0] != last:
        return f"left at {[device for device, _ in row['out']]}, not once at {last}"
    came = bytes.fromhex(row["out"][0][1])
    expected = _marked(probe.packet, probe.wanted.dscp_out, probe.wanted.cos_out)
    if came == frame(expected):
        return ""
    try:
        found = parse(came)
    except WireError as error:
        return f"{error} in what left, {came.hex()}"
    changed = [
        f"{name} {getattr(found, name)} for {getattr(expected, name)}"
        for name in Packet.__dataclass_fields__
        if getattr(found, name) != getattr(parse(frame(expected)), name)
    ]
    return "left with " + (", ".join(changed) or f"other bytes: {came.hex()}")


def _marked(packet: Packet, dscp: int | None, cos: int | None) -> Packet:
    if dscp is not None:
        packet = replace(packet, dscp=dscp)
    if cos is not None and packet.vlan is not None:
        packet = replace(packet, vlan=packet.vlan._replace(pcp=cos))
    return packet


def _pair_off(verdict: Verdict, pairs: list[tuple[Hashable, Leaf, Probe]]) -> None:
    """Expected and seen classes one to one; what most packets say is taken, the rest is wrong."""
    counted = Counter((wanted, leaf) for wanted, leaf, _ in pairs)
    taken: set[Leaf] = set()
    for (wanted, leaf), _ in sorted(counted.items(), key=lambda item: (-item[1], repr(item[0]))):
        if wanted not in verdict.leaves and leaf not in taken and leaf:
            verdict.leaves[wanted] = leaf
            taken.add(leaf)
    names = {leaf: wanted for wanted, leaf in verdict.leaves.items()}
    for wanted, leaf, probe in pairs:
        if verdict.leaves.get(wanted) != leaf:
            where = f"class {leaf} (that of {names.get(leaf, 'no packet')})"
            verdict.wrong.append(f"in {where}, not in that of {wanted}: {shown(probe)}")


def _outcome(row: Mapping[str, Any]) -> str:
    return f"in class {row['leaves']}, left at {[device for device, _ in row['out']]}"


def shown(probe: Probe) -> str:
    """The packet, in those of its fields that are not as in a new packet."""
    plain = Packet(version=probe.packet.version)
    fields = [
        f"{name}={getattr(probe.packet, name)!r}"
        for name in Packet.__dataclass_fields__
        if getattr(probe.packet, name) != getattr(plain, name)
    ]
    return f"{probe.entry} to {probe.leave}, IPv{probe.packet.version} {' '.join(fields)}"
