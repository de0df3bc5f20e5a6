"""Devices from a seed: each packet in a real kernel, against what the manuals say of it.

The generator (`tests/generator`) shares nothing with the compiler. What is wrong for a reason that
is listed in `tests/bulk/known.json` is counted, and no failure; so is what the ledger tells.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.bulk import Probe, Trial, Wanted, judge, run
from tests.bulk.generated import trial
from tests.engines.calm import in_time
from tests.generator import DIALECTS
from tests.wire import Packet

pytestmark = pytest.mark.engine

KNOWN = json.loads((Path(__file__).parents[2] / "bulk" / "known.json").read_text(encoding="utf-8"))
PARTS, CONFIGS, PACKETS = 24, 3, 100
"""Of the deep test: parts, configs of a dialect in each, and packets for each config."""


def tried(trials: list[Trial]) -> Counter[str]:
    """Run the trials; what went wrong fails, and the rest is counted."""
    total: Counter[str] = Counter()
    wrong = []
    for seen in run(trials, 540):
        if seen.error.startswith("no script"):
            total["reported as not supported"] += 1
            continue
        if seen.late:
            total["not tried in time"] += 1
            continue
        verdict = judge(seen)
        total += Counter(
            configs=1,
            sent=verdict.sent,
            excused=len(verdict.excused),
            known=len(verdict.known),
            unknown=verdict.unknown,
            untested=len(verdict.untested),
        )
        if verdict.wrong:
            wrong.append(verdict.report(5))
    assert wrong == [], "\n".join(wrong[:3])
    in_time(len(trials) - total["not tried in time"], len(trials))
    assert total["configs"] > total["reported as not supported"], total
    assert total["untested"] <= total["sent"] // 50, total
    return total


def test_a_sample_by_seed(linux: None, seed: int) -> None:
    total = tried([trial(seed % 100_000, dialect, 60) for dialect in DIALECTS])
    assert total["sent"] >= 60


@pytest.mark.deep
@pytest.mark.parametrize("part", range(PARTS))
def test_many_devices(
    linux: None, seed: int, part: int, record_property: pytest.RecordProperty
) -> None:
    first = seed % 100_000 + part * CONFIGS
    total = tried(
        [
            trial(first + number, dialect, PACKETS)
            for number in range(CONFIGS)
            for dialect in DIALECTS
        ]
    )
    for name, count in total.items():
        record_property(name, count)


def test_a_packet_without_a_mark_is_in_the_queue_of_best_effort(linux: None) -> None:
    """Juniper, Default Forwarding Classes: queue 0 has what no classifier puts elsewhere."""
    text = """
class-of-service { schedulers { be { transmit-rate percent 60; } ef { transmit-rate percent 40; } }
  scheduler-maps { m { forwarding-class best-effort scheduler be;
                       forwarding-class expedited-forwarding scheduler ef; } }
  interfaces { ge-0/0/1 { scheduler-map m; } } }
interfaces { ge-0/0/0 { unit 0 { family inet; } } ge-0/0/1 { unit 0 { family inet; } } }
"""
    wanted = Wanted(("best-effort",))
    # The text has no ge-0/0/2: its packets come without a mark. Those of ge-0/0/0 are classified.
    probes = tuple(
        Probe(Packet(dscp=0), "ge-0/0/1.0", wanted, entry) for entry in ("ge-0/0/2.0", "ge-0/0/0.0")
    )
    (seen,) = run([Trial("unmarked", text, probes, "junos-mx")])
    assert seen.error == ""
    taken = [row["leaves"][0][1] for row in seen.row["probes"]]
    assert len(taken) == 2
    assert len(set(taken)) == 1
