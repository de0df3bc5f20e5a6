"""Compare what became of the packets with what the manual says."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tests.bulk.boot import Seen
from tests.bulk.trial import Probe
from tests.wire import Packet, WireError, frame, parse
from tests.wire.numbers import FRAGMENT

Leaf = tuple[tuple[str, str], ...]
"""Devices and class ids that a packet was queued in."""


@dataclass
class Verdict:
    """What came of a trial. `untested` packets gave no answer; that is told, never passed."""

    seen: Seen
    sent: int = 0
    wrong: list[str] = field(default_factory=list)
    untested: list[str] = field(default_factory=list)
    excused: list[str] = field(default_factory=list)
    """Packets of a kind that the ledger says is treated otherwise, and was."""
    known: list[str] = field(default_factory=list)
    """Packets that went wrong in a way that is listed in `known.json`."""
    unknown: int = 0
    """Packets of which no source says whether they are dropped; they are not sent in vain, but
    nothing is compared."""
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
        if "dropped" in probe.wanted.unknown:
            verdict.unknown += 1
            continue
        _one(verdict, probe, row, pairs)
    left = len(seen.planned.probes) - len(rows)
    if left:
        verdict.untested.append(f"{left} packets were not sent in time")
    _pair_off(verdict, pairs)
    return verdict


def _one(
    verdict: Verdict,
    probe: Probe,
    row: Mapping[str, Any],
    pairs: list[tuple[Hashable, Leaf, Probe]],
) -> None:
    wanted = probe.wanted
    if row.get("over"):
        verdict.untested.append(f"a policer's bucket was empty: {shown(probe)}")
        return
    if row.get("lost"):
        verdict.wrong.append(f"neither sent nor counted as dropped: {shown(probe)}")
        return
    if wanted.dropped or "dropped" in row:
        if not wanted.dropped:
            _wrong(verdict, probe, f"dropped at {row['dropped']}, not {wanted}")
        elif "dropped" not in row:
            _wrong(verdict, probe, f"not dropped but {_outcome(row)}")
        return
    leaf = tuple((device, number) for device, number, _ in row["leaves"])
    if len({device for device, _ in leaf}) < len(leaf) or any(n != 1 for *_, n in row["leaves"]):
        verdict.wrong.append(f"counted more than once, {row['leaves']}: {shown(probe)}")
        return
    if wanted.leaf is not None and "leaf" not in wanted.unknown:
        pairs.append(((probe.leave, wanted.leaf), leaf, probe))
    if row.get("held"):
        verdict.untested.append(f"still waiting in its queue: {shown(probe)}")
        return
    if problem := _frame_problem(verdict, probe, row):
        _wrong(verdict, probe, problem)


def _wrong(verdict: Verdict, probe: Probe, problem: str) -> None:
    """A wrong packet, unless the ledger says so of its kind."""
    excuses = verdict.seen.planned.excuses & kinds(probe.packet)
    into = verdict.excused if excuses else verdict.known if probe.known else verdict.wrong
    into.append(f"{problem}: {shown(probe)}{' '.join(('', *sorted(excuses)))}")


def kinds(packet: Packet) -> frozenset[str]:
    """The kinds of packets that a ledger may excuse, by the words of `qosc.ledger.Excuse`."""
    first = packet.more_fragments and packet.fragment_offset == 0
    six = packet.version == 6 and packet.has_ip
    marks = {
        "first-fragment": packet.has_ip and first,
        "tagged-frames": packet.vlan is not None,
        "mpls-in-ip": packet.has_ip and packet.protocol == 137,
        "rare-transports": packet.has_ip and packet.protocol in (33, 136),
        "extension-headers": six and bool(packet.extension_headers),
        "fragment-header": six and (first or FRAGMENT in packet.extension_headers),
    }
    return frozenset(name for name, holds in marks.items() if holds)


def _frame_problem(verdict: Verdict, probe: Probe, row: Mapping[str, Any]) -> str:
    devices = verdict.seen.planned.devices
    above = probe.leave.rpartition(".")[0]
    last = devices.get(above) or devices[probe.leave]
    if len(row["out"]) != 1 or row["out"][0][0] != last:
        return f"left at {[device for device, _ in row['out']]}, not once at {last}"
    came = bytes.fromhex(row["out"][0][1])
    wanted = probe.wanted
    dscp, cos = wanted.dscp_out, wanted.cos_out
    if "dscp_out" in wanted.unknown and probe.packet.has_ip:
        with contextlib.suppress(WireError):
            dscp = parse(came).dscp
    expected = _marked(probe.packet, dscp, cos)
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
    if dscp is not None and packet.has_ip:
        packet = replace(packet, dscp=dscp)
    if cos is not None and packet.vlan is not None:
        packet = replace(packet, vlan=packet.vlan._replace(pcp=cos))
    return packet


def _pair_off(verdict: Verdict, pairs: list[tuple[Hashable, Leaf, Probe]]) -> None:
    """Expected and seen classes one to one; what most packets say is taken, the rest is wrong.

    A packet that may be in another class for a reason that is told says which class is which only
    where no other does, and after all others.
    """
    excuses = verdict.seen.planned.excuses
    sure = [pair for pair in pairs if not pair[2].known and not excuses & kinds(pair[2].packet)]
    settled = {wanted for wanted, _, _ in sure}
    taken: set[Leaf] = set()
    for told in (sure, [pair for pair in pairs if pair[0] not in settled]):
        counted = Counter((wanted, leaf) for wanted, leaf, _ in told)
        for (wanted, leaf), _ in sorted(counted.items(), key=lambda row: (-row[1], repr(row[0]))):
            if wanted not in verdict.leaves and leaf not in taken and leaf:
                verdict.leaves[wanted] = leaf
                taken.add(leaf)
    names = {leaf: wanted for wanted, leaf in verdict.leaves.items()}
    for wanted, leaf, probe in pairs:
        if verdict.leaves.get(wanted) != leaf:
            where = f"class {leaf} (that of {names.get(leaf, 'no packet')})"
            _wrong(verdict, probe, f"in {where}, not in that of {wanted}")


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
