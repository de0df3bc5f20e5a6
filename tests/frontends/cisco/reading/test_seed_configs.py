"""The configs of two published testbeds, typed anew: every figure by hand from the papers.

Remote hardware control over a test bed of INFN and FNAL (appendices B and C), and a test of CAR
with WFQ between INFN and CERN (scenarios 1 and 3).
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network

import pytest

from qosc.amounts import Burst, Depth, Rate
from qosc.fields import Field
from qosc.frontends import load
from qosc.ir import (
    Algorithm,
    AllOf,
    Attachment,
    Device,
    FairQueue,
    Interval,
    Mark,
    Masked,
    PortKind,
    Predicate,
    QueueLimit,
    Reference,
    RefKind,
    RuleList,
    Test,
    Verdict,
)
from qosc.source import SourceText

_CLASSES = ((7, 180), (6, 181), (5, 105), (4, 183), (3, 184), (2, 185), (1, 186))
_PRECEDENCES = (
    "priority",
    "immediate",
    "flash",
    "flash-override",
    "critical",
    "internet",
    "network",
)


def _infn_fnal(name: str, first: str) -> str:
    lines = [f"policy-map {name} /* scheduling module */"]
    for precedence, _ in _CLASSES:
        lines.append(f"  class pre{precedence}")
        if precedence == 7:
            lines.append(f"    {first} 800")
        else:
            lines += ["    bandwidth 100", "    queue-limit 10"]
    lines += ["  class class-default", "", "bandwidth 100", ""]
    for precedence, number in _CLASSES:
        lines += [
            f"class-map pre{precedence}   /* precedence {precedence} traffic */",
            f"  match access-group {number}",
        ]
    lines += [
        "",
        "interface FastEthernet0/0",
        "  description test LAN",
        "  ip address 192.168.72.1 255.255.255.0 secondary",
        "  no ip directed-broadcast",
        "  /* classification, marking and policing */",
        "  rate-limit input access-group 150 1000000 8000 8000 conform-action set-prec-transmit 7",
        "  exceed-action drop /* Robin traffic */",
    ]
    for precedence in range(1, 7):
        lines += [
            f"  rate-limit input access-group 16{precedence} 1000000 8000 8000",
            f"  conform-action set-prec-transmit {precedence}",
            f"  exceed-action set-prec-transmit {precedence}",
        ]
    lines += [
        "  ip route-cache policy",
        "  full-duplex",
        "",
        "interface ATM1/0.108 point-to-point",
        "  description to ESnet (CDF QoS testing)",
        "  ip address 192.168.190.2 255.255.255.252",
        "  pvc 4/108",
        "  tx-ring-limit 5",
        f"  service-policy output {name} /* scheduling is activated */",
        "  vbr-nrt 2000 2000 1",
        "  encapsulation aal5snap",
        "",
        "access-list 150 permit ip any host 192.190.218.1",
    ]
    lines += [
        f"access-list 16{n} permit udp any host 192.190.218.2 eq 5000{n}" for n in range(1, 6)
    ]
    lines += ["access-list 166 permit tcp any host 192.190.218.2", ""]
    lines += [
        f"access-list {180 + n} permit ip any any precedence {word}"
        for n, word in enumerate(reversed(_PRECEDENCES))
    ]
    return "\n".join(lines) + "\n"


def _infn_cern(number: int, source: str, exceed: str) -> str:
    return f"""\
class-map wfq
match access-group 177
policy-map wfq
class wfq
bandwidth 1300
interface FastEthernet0/0
description test LAN
ip address 192.168.72.1 255.255.255.0 secondary
no ip directed-broadcast
rate-limit input access-group {number} 1296000 64000 128000 conform-action set-prec-transmit 5 \
exceed-action {exceed}
full-duplex
interface ATM1/0.8 point-to-point
description to CERN (diffserv)
bandwidth 2000
ip address 192.168.60.6 255.255.255.252
pvc 8/8
service-policy output wfq
vbr-nrt 2000 2000 1
encapsulation aal5mux ip
access-list {number} permit tcp host {source} 192.65.183.0 0.0.0.255
access-list {number} deny ip any any
access-list 177 permit tcp any any precedence critical
access-list 177 deny ip any any
"""


def device(text: str) -> Device:
    found = load(SourceText("seed.cfg", text))
    assert found.residue == (), found.residue
    return found


def eq(field: Field, value: int) -> Test:
    return Test(field, (Interval(value, value),))


def to(address: str) -> Test:
    return Test(Field.DST4, (Masked(int(IPv4Address(address)), 0xFFFFFFFF),))


WFQ, PQ = _infn_fnal("cdf-wfq", "bandwidth"), _infn_fnal("cdf-pq", "priority")


@pytest.mark.parametrize(("text", "name"), [(WFQ, "cdf-wfq"), (PQ, "cdf-pq")])
def test_infn_fnal_classes(text: str, name: str) -> None:
    classes = device(text).policies[name].classes
    assert [c.name for c in classes] == [f"pre{n}" for n in range(7, 0, -1)] + ["class-default"]
    robin, *others, default = classes
    given = robin.guarantee if name == "cdf-wfq" else robin.priority and robin.priority.rate
    assert given == Rate(800_000)
    assert robin.limits == ()
    assert all(c.guarantee == Rate(100_000) for c in (*others, default))
    assert all(c.limits == (QueueLimit(Depth(10)),) for c in others)
    assert default.limits == ()


@pytest.mark.parametrize("text", [WFQ, PQ])
def test_infn_fnal_class_maps_and_the_list_that_is_missing(text: str) -> None:
    found = device(text)
    assert {name: found_map.match for name, found_map in found.class_maps.items()} == {
        f"pre{precedence}": AllOf((Reference(RefKind.ACCESS_LIST, str(number)),))
        for precedence, number in _CLASSES
    }
    assert "105" not in found.access_lists
    (critical,) = found.access_lists["182"].entries
    assert critical.match == AllOf((eq(Field.VERSION, 4), eq(Field.PRECEDENCE, 5)))


def test_infn_fnal_rate_limits_that_go_over_two_lines() -> None:
    (stage,) = device(WFQ).ports["FastEthernet0/0"].input
    assert isinstance(stage, RuleList)
    expected = [("150", 7, None), *((f"16{n}", n, n) for n in range(1, 7))]
    got = []
    for rule in stage.rules:
        assert isinstance(rule.match, Reference)
        assert rule.policer is not None
        meter = rule.policer.meter
        assert (meter.algorithm, meter.cir) == (Algorithm.CAR, Rate(1_000_000))
        assert (meter.cbs, meter.ebs) == (Burst(8000), Burst(8000))
        (conform,), exceed = rule.policer.conform.marks, rule.policer.exceed
        assert exceed.verdict is (Verdict.TRANSMIT if exceed.marks else Verdict.DROP)
        value = exceed.marks[0].value if exceed.marks else None
        got.append((rule.match.name, conform.value, value))
    assert got == expected


def test_infn_fnal_lists_of_the_marker() -> None:
    lists = device(WFQ).access_lists
    (robin,) = lists["150"].entries
    assert robin.match == to("192.190.218.1")
    (udp,) = lists["163"].entries
    assert udp.match == AllOf(
        (eq(Field.PROTOCOL, 17), to("192.190.218.2"), eq(Field.DST_PORT, 50003))
    )
    (tcp,) = lists["166"].entries
    assert tcp.match == AllOf((eq(Field.PROTOCOL, 6), to("192.190.218.2")))


def test_infn_fnal_circuit() -> None:
    port = device(WFQ).ports["ATM1/0.108 pvc 4/108"]
    assert (port.kind, port.parent) == (PortKind.CIRCUIT, "ATM1/0.108")
    assert port.encapsulation == "aal5snap"
    assert port.tx_ring == Depth(5)
    assert port.atm is not None
    assert (port.atm.category, port.atm.burst_cells) == ("vbr-nrt", 1)
    assert port.atm.peak == port.atm.sustained == Rate(2_000_000)
    assert port.output == (Attachment(Reference(RefKind.POLICY_MAP, "cdf-wfq")),)


def test_infn_fnal_every_line_is_accounted_for() -> None:
    coverage = device(WFQ).coverage
    # Not QoS: two addresses, directed-broadcast, route-cache, full-duplex; one line of comment and
    # six blank ones.
    assert (coverage.irrelevant, coverage.recognised, coverage.unknown) == (5 + 1 + 6, 0, 0)
    assert coverage.modelled == len(WFQ.splitlines()) - 12


@pytest.mark.parametrize(
    ("number", "source", "exceed"),
    [(165, "192.168.73.2", "transmit"), (170, "192.168.73.3", "drop")],
)
def test_infn_cern(number: int, source: str, exceed: str) -> None:
    found = device(_infn_cern(number, source, exceed))
    (stage,) = found.ports["FastEthernet0/0"].input
    assert isinstance(stage, RuleList)
    (rule,) = stage.rules
    assert rule.match == Reference(RefKind.ACCESS_LIST, str(number))
    assert rule.policer is not None
    assert rule.policer.meter.cir == Rate(1_296_000)
    assert (rule.policer.meter.cbs, rule.policer.meter.ebs) == (Burst(64_000), Burst(128_000))
    assert rule.policer.conform.marks == (Mark(Field.PRECEDENCE, 5),)
    assert rule.policer.exceed.verdict is Verdict(exceed)
    assert rule.policer.exceed.marks == ()
    first, second = found.access_lists[str(number)].entries
    net = IPv4Network("192.65.183.0/24")
    tests: tuple[Predicate, ...] = (
        eq(Field.PROTOCOL, 6),
        Test(Field.SRC4, (Masked(int(IPv4Address(source)), 0xFFFFFFFF),)),
        Test(Field.DST4, (Masked(int(net.network_address), int(net.netmask)),)),
    )
    assert (first.permit, first.match) == (True, AllOf(tests))
    assert (second.permit, second.match) == (False, eq(Field.VERSION, 4))
    policy = found.policies["wfq"]
    assert [(c.name, c.guarantee) for c in policy.classes] == [
        ("wfq", Rate(1_300_000)),
        ("class-default", None),
    ]
    assert found.ports["ATM1/0.8"].bandwidth == Rate(2_000_000)
    assert found.ports["ATM1/0.8 pvc 8/8"].encapsulation == "aal5mux ip"


def test_weighted_fair_queueing_of_ios_11_3_with_a_short_hardware_queue() -> None:
    """A test of S/390 terminals over 256 kbit/s (Cisco and IBM, 1998), appendix A: the queue below
    the scheduler is one packet, so that the 150 packets above it are served by their weights.
    """
    found = load(SourceText("appendix-a.cfg", _S390))
    assert found.residue == ()
    port = found.ports["Serial5/0/0"]
    assert port.bandwidth == Rate(256_000)
    assert port.fair_queue == FairQueue(4096, Depth(150), 0)
    assert (port.hold_queue_out, port.tx_ring) == (Depth(150), Depth(1))
    assert found.ports["FastEthernet5/1/0"].input == ()


_S390 = """\
interface Serial5/0/0
 ip address 198.51.100.1 255.255.255.0
 no ip directed-broadcast
 encapsulation ppp
no ip route-cache optimum
bandwidth 256
 load-interval 30
 tx-queue-limit 1
 fair-queue 150 4096 0
hold-queue 150 out
!
interface FastEthernet5/1/0
 ip address 192.0.2.99 255.255.255.0
no ip directed-broadcast
ip policy route-map inter
"""
