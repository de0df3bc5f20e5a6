"""Hierarchical policers of all frames of a unit or an interface."""

from __future__ import annotations

import pytest

import qosc
from qosc.ir import Anything, Device, RuleList, Verdict
from qosc.ledger import Fidelity

POLICER = """\
set class-of-service forwarding-classes class voice queue-num 1 policing-priority premium
set class-of-service forwarding-classes class data queue-num 2 policing-priority normal
set class-of-service classifiers dscp D forwarding-class voice loss-priority low code-points ef
set class-of-service interfaces ge-0/0/0 unit 0 classifiers dscp D
set class-of-service interfaces ge-0/0/0 unit 1 classifiers dscp D
set firewall hierarchical-policer H aggregate if-exceeding bandwidth-limit 2m burst-size-limit 15k
set firewall hierarchical-policer H aggregate then discard
set firewall hierarchical-policer H premium if-exceeding bandwidth-limit 500k burst-size-limit 15k
set firewall hierarchical-policer H premium then discard
set interfaces ge-0/0/0 unit 0 family inet address 10.0.0.1/24
set interfaces ge-0/0/1 unit 0 family inet address 10.0.1.1/24
"""
AT_UNIT = "set interfaces ge-0/0/0 unit 0 layer2-policer input-hierarchical-policer H\n"
AT_PORT = (
    "set interfaces ge-0/0/0 unit 1 family inet address 10.0.2.1/24\n"
    "set interfaces ge-0/0/0 layer2-policer input-hierarchical-policer H\n"
)
QUEUES = """\
set class-of-service schedulers s transmit-rate percent 50
set class-of-service scheduler-maps M forwarding-class voice scheduler s
set class-of-service scheduler-maps M forwarding-class best-effort scheduler s
set class-of-service interfaces ge-0/0/1 scheduler-map M
"""
OFFERED = """\
schema: qosc/traffic/1
duration_ms: 12000
measure: {{warm_up_ms: 2000}}
traffic:
  - {{name: voice, kind: cbr, from: sender1, to: receiver, header: {{dscp: 46}}, packet_bytes: 500,
     rate_bps: {voice}}}
  - {{name: data, kind: cbr, from: sender1, to: receiver, packet_bytes: 1000, rate_bps: 4000000}}
"""


def device(text: str) -> Device:
    return qosc.loads(text, platform="junos-mx").device


def lists(found: Device, port: str) -> list[RuleList]:
    stages = found.ports[port].input
    return [each for each in stages if getattr(each, "feature", "").startswith("layer2-policer")]


def test_a_unit_has_both_meters_for_all_of_its_frames() -> None:
    found = device(POLICER + AT_UNIT)
    assert not [one for one in found.residue if "hierarchical" in one.text]
    (stage,) = lists(found, "ge-0/0/0.0")
    premium, counted, others = stage.rules
    assert premium.policer is not None
    assert counted.policer is not None
    assert others.policer is not None
    assert premium.policer.meter.cir.value == 500_000
    assert premium.policer.conform.verdict is Verdict.CONTINUE
    assert counted.policer.meter == others.policer.meter
    assert counted.policer.shared == others.policer.shared
    assert premium.policer.shared != counted.policer.shared
    assert not isinstance(premium.match, Anything)
    assert lists(found, "ge-0/0/1.0") == []


def test_one_of_an_interface_is_one_for_all_its_units() -> None:
    found = device(POLICER + AT_PORT)
    assert not [one for one in found.residue if "hierarchical" in one.text]
    first, second = (lists(found, f"ge-0/0/0.{unit}")[0] for unit in (0, 1))
    shared = [
        [rule.policer.shared for rule in stage.rules if rule.policer is not None]
        for stage in (first, second)
    ]
    assert shared[0] == shared[1]
    assert len(set(shared[0])) == 2


@pytest.mark.parametrize(
    ("offered", "premium", "others"),
    [
        # Below its rate: the others get the rest of 2 Mbit/s.
        (250_000, 250_000, 1_750_000),
        # Above: 500 kbit/s pass, and the others get the rest again.
        (4_000_000, 500_000, 1_500_000),
    ],
)
def test_others_get_what_premium_packets_leave_of_the_aggregate_rate(
    offered: int, premium: int, others: int
) -> None:
    # Juniper, Hierarchical Policer Overview (Subscriber Management): the aggregate policer takes
    # credits for premium packets and drops none; the others are policed to what remains.
    # What a meter counts beside the packet is 14 bytes at most: within 5 %.
    config = qosc.loads(POLICER + AT_UNIT + QUEUES, platform="junos-mx")
    overlay = qosc.load_traffic(OFFERED.format(voice=offered))
    made = qosc.compile(
        config, target="sim", interface="ge-0/0/1", allow_loss=True, overlay=overlay
    )
    result = qosc.simulate(made)
    voice, data = (result.flow(name)["throughput_bps"] for name in ("voice", "data"))
    assert voice == pytest.approx(premium, rel=0.05)
    assert data == pytest.approx(others, rel=0.05)
    (told,) = [one for one in made.ledger if one.path.endswith("draws-all")]
    assert told.fidelity is Fidelity.ENVELOPE


def test_what_is_not_defined_or_reaches_no_unit_is_told() -> None:
    missing = AT_UNIT.replace(" H\n", " NONE\n")
    told = [one.reason for one in device(POLICER + missing).residue]
    assert "hierarchical-policer `NONE` is not defined" in told
    alone = "set interfaces ge-0/0/5 layer2-policer input-hierarchical-policer H\n"
    told = [one.reason for one in device(POLICER + alone).residue]
    assert "the interface has no unit that frames come in by" in told


@pytest.mark.parametrize("word", ["input-hierarchical-policer", "inputt"])
def test_no_policer_below_a_family_is_passed_over_in_silence(word: str) -> None:
    # Juniper, Hierarchical Policer Configuration Overview: it is no part of a family.
    line = f"set interfaces ge-0/0/0 unit 0 family inet policer {word} H\n"
    codes = [one.code for one in qosc.check(qosc.loads(POLICER + line, platform="junos-mx"))]
    assert "QOS010" in codes


def test_without_a_premium_class_it_says_so() -> None:
    text = POLICER.replace(" policing-priority premium", "")
    told = [one.reason for one in device(text + AT_UNIT).residue if "hierarchical" in one.text]
    assert len(told) == 2
    assert all("none says `policing-priority premium`" in reason for reason in told)
