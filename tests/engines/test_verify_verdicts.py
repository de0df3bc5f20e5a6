"""What `verify` says of scripts with a fault, and what packets in a kernel show of it.

The faults are drawn by the seed, from the kinds of two lists. The same packets go through the
script as it was made and through the one with the fault: where the kernel drops, queues or rewrites
one of them otherwise, or refuses the script, `verify` has to have found it. That it finds nothing
in the script as it was made is held by other tests.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from qosc.api import qos_ports
from tests.bulk import Probe, Trial, Wanted, run
from tests.bulk.boot import Seen
from tests.engines.calm import in_time
from tests.engines.test_verify_packets import packets
from tests.targets.verify.mutants_from_manual import KINDS as MANUAL
from tests.targets.verify.test_verify_mutations import changed, compiled, is_caught
from tests.targets.verify.verify_mutations import KINDS

pytestmark = pytest.mark.engine

NAMES = ("holes", "ports", "hierarchy", "bands", "turns")
"""Scripts of one port, of all kinds of filters and queues."""
SAMPLE, DEEP_PARTS, DEEP_FAULTS = 10, 3, 30
PACKETS = 60
ALL = {f"manual: {name}": kind for name, kind in MANUAL.items()} | KINDS


def faults(draw: random.Random, count: int) -> list[tuple[str, str, str]]:
    """Kinds in a drawn order: each with the name of a script, and the script with the fault."""
    kinds = draw.sample(sorted(ALL), len(ALL))
    found = []
    for kind in kinds:
        names = draw.sample(NAMES, len(NAMES))
        for name in names:
            script = compiled(name)[2]
            edits = [text for text in ALL[kind](script) if text != script]
            if edits:
                found.append((kind, name, draw.choice(edits)))
                break
        if len(found) == count:
            break
    return found


def trial(name: str, title: str, script: str, seed: int) -> Trial:
    """A script with packets to its port."""
    (port,) = (port.name for port in qos_ports(compiled(name)[0]))
    draw = packets(seed)
    probes = tuple(Probe(next(draw), port, Wanted()) for _ in range(PACKETS))
    return Trial(title, "", probes, script=script, ports=(port,))


def treatment(row: dict[str, Any]) -> object:
    """What became of a packet; None where that is not known."""
    if row.get("over") or row.get("held"):
        return None
    if "dropped" in row or row.get("lost"):
        return "dropped"
    return [number for _, number, _ in row["leaves"]], [octets for _, octets in row["out"]]


def refused(seen: Seen) -> bool:
    return bool(seen.error) or any(step["status"] for step in seen.row["steps"])


def told(seed: int, count: int) -> Counter[str]:
    """Faults by what `verify` says and packets show; fails for one that packets alone show."""
    drawn = faults(random.Random(seed), count)  # noqa: S311
    names = sorted({name for _, name, _ in drawn})
    trials = [trial(name, name, compiled(name)[2], seed) for name in names]
    trials += [trial(name, kind, text, seed) for kind, name, text in drawn]
    made = run(trials, 500)
    whole = dict(zip(names, made, strict=False))
    in_time(sum(not seen.late for seen in whole.values()), len(whole))
    assert not [name for name, seen in whole.items() if refused(seen) and not seen.late]
    total: Counter[str] = Counter()
    missed = []
    for (kind, name, text), seen in zip(drawn, made[len(names) :], strict=True):
        verdict = "found" if is_caught(name, text) else "not found"
        if seen.error:
            total["not tried in time"] += 1
            continue
        if refused(seen):
            shown = "refused"
        else:
            pairs = zip(whole[name].row["probes"], seen.row["probes"], strict=False)
            both = [(treatment(one), treatment(two)) for one, two in pairs]
            known = [(one, two) for one, two in both if one is not None and two is not None]
            shown = "other treatment" if any(one != two for one, two in known) else "alike"
        total[f"{verdict}, {shown}"] += 1
        if verdict == "not found" and shown != "alike":
            missed.append(f"{kind} in {name}: {shown}: {changed(name, text)[:300]}")
    assert not missed, "\n".join(missed)
    in_time(total.total() - total["not tried in time"], total.total())
    return total


def test_what_packets_show_of_a_fault_is_found(linux: None, seed: int) -> None:
    total = told(seed, SAMPLE)
    assert total.total() == SAMPLE


@pytest.mark.deep
@pytest.mark.parametrize("part", range(DEEP_PARTS))
def test_what_packets_show_of_many_faults_is_found(
    linux: None, seed: int, part: int, record_property: pytest.RecordProperty
) -> None:
    total = told(seed + 1000 * (part + 1), DEEP_FAULTS)
    assert total["found, other treatment"] + total["found, refused"] > DEEP_FAULTS // 8, total
    for name, count in total.items():
        record_property(name, count)
