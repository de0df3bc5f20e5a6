"""Small JunOS policies whose tables were written by hand from Juniper's pages."""

from __future__ import annotations

from dataclasses import replace
from ipaddress import ip_address

import pytest

from tests.generator.junos.model import (
    HIGH,
    LOW,
    Address,
    Classifier,
    Filter,
    Flags,
    From,
    JunosRouter,
    PhysicalPort,
    Policer,
    Rewrite,
    Scheduler,
    Term,
    Unit,
)
from tests.generator.junos.treat import AF, BE, EF, NC, treat
from tests.generator.treatment import Treatment
from tests.wire import Packet

QUEUES = tuple((name, Scheduler("s", ("percent", 20))) for name in (BE, EF, AF, NC))


def router(ingress: Unit | None = None, egress: Unit | None = None) -> JunosRouter:
    return JunosRouter(
        "R",
        (
            PhysicalPort("ge-0/0/0", 10**9, ingress or Unit(0)),
            PhysicalPort("ge-0/0/1", 10**9, egress or Unit(0), QUEUES, "M"),
        ),
        {"P": Policer("P", 10**6, None, 15000)},
        {"L": (prefix("10.0.0.0/8"),)},
    )


def prefix(text: str, *, excepted: bool = False) -> Address:
    address, _, bits = text.partition("/")
    return Address(int(ip_address(address)), int(bits), excepted)


def filtered(*terms: Term, version: int = 4) -> JunosRouter:
    found = Filter("F", version, terms)
    return router(Unit(0, versions=(4, 6), input_filters=(found,)))


def go(of: JunosRouter, **fields: object) -> Treatment:
    return treat(of, "ge-0/0/0", "ge-0/0/1", Packet(**fields))  # type: ignore[arg-type]


def fate(of: JunosRouter, **fields: object) -> str:
    """The queue of a packet, "drop", or "?" when no source decides."""
    found = go(of, **fields)
    if found.unknown & {"leaf", "dropped"}:
        return "?"
    return "drop" if found.dropped else (found.leaf or ("",))[0]


def to(name: str) -> Term:
    """A term without conditions that sends all to a class."""
    return Term("rest", forwarding_class=name, end="accept")


def test_without_a_classifier_the_precedence_decides_for_ipv4() -> None:
    """ipprec-compatibility: 6 and 7 network-control, the others best-effort."""
    found = [fate(router(), dscp=8 * value) for value in range(8)]
    assert found == [BE] * 6 + [NC] * 2
    assert fate(router(), dscp=46, version=6) == BE
    assert fate(router(), dscp=48, version=6) == "?"


def test_a_classifier_and_the_code_points_it_does_not_list() -> None:
    own = Classifier("C", "dscp", ((EF, LOW, (46, 34)), (NC, HIGH, (10,))))
    alone = router(Unit(0, classifiers=(own,)))
    over = router(Unit(0, classifiers=(replace(own, import_default=True),)))
    codes = (46, 34, 10, 12, 48, 8)
    assert [fate(alone, dscp=code) for code in codes] == [EF, EF, NC, BE, BE, BE]
    assert [fate(over, dscp=code) for code in codes] == [EF, EF, NC, AF, NC, BE]


def test_inet_precedence_classifiers_see_three_bits() -> None:
    own = Classifier("C", "inet-precedence", ((AF, LOW, (5,)),))
    of = router(Unit(0, classifiers=(own,)))
    assert [fate(of, dscp=code) for code in (39, 40, 46, 47, 48)] == [BE, AF, AF, AF, BE]


def test_ipv6_has_a_classifier_of_its_own() -> None:
    own = Classifier("C", "dscp-ipv6", ((AF, LOW, (46,)),))
    of = router(Unit(0, versions=(4, 6), classifiers=(own,)))
    assert fate(of, version=6, dscp=46) == AF
    assert fate(of, version=4, dscp=46) == BE
    assert fate(of, version=4, dscp=48) == NC


def test_the_filter_overrides_the_classifier() -> None:
    own = Classifier("C", "dscp", ((EF, LOW, (46,)),))
    found = Filter(
        "F", 4, (Term("t", From(protocols=(6,)), AF, end="accept"), Term("r", end="accept"))
    )
    of = router(Unit(0, classifiers=(own,), input_filters=(found,)))
    assert fate(of, protocol=6, dscp=46) == AF
    assert fate(of, protocol=17, dscp=46) == EF


def test_what_matches_no_term_is_discarded() -> None:
    of = filtered(Term("t", From(protocols=(6,)), EF))
    assert fate(of, protocol=6) == EF
    assert fate(of, protocol=17) == "drop"
    assert fate(of, protocol=17, version=6) == BE


def test_next_term_keeps_its_marks_and_goes_on() -> None:
    of = filtered(
        Term("a", From(protocols=(17,)), EF, end="next term"),
        Term("b", From(dst_port=((53, 53),), protocols=(17,)), policer="P", end="discard"),
        Term("c", From(dscps=(8,)), AF),
        Term("d", end="accept"),
    )
    assert fate(of, dst_port=53) == "drop"
    assert fate(of, dst_port=54) == EF
    assert fate(of, dst_port=54, dscp=8) == AF
    assert fate(of, protocol=6, dscp=0) == BE
    assert go(of, dst_port=53).meters == ("input:F/b:P",)


@pytest.mark.parametrize(
    ("conditions", "inside", "outside"),
    [
        (From(protocols=(17,), port=((53, 53),)), {"src_port": 53}, {"src_port": 54}),
        (From(protocols=(17,), dst_port=((5, 9),)), {"dst_port": 9}, {"dst_port": 10}),
        (From(protocols=(17,), dst_port_except=((5, 9),)), {"dst_port": 4}, {"dst_port": 5}),
        (From(precedences=(5,)), {"dscp": 47}, {"dscp": 48}),
        (From(protocols=(1,), icmp_types=(8,)), {"protocol": 1, "icmp_type": 8}, {"protocol": 1}),
        (From(lengths=((60, 60),)), {"payload_length": 32}, {"payload_length": 33}),
        (From(ttls=((5, 6),)), {"ttl": 6}, {"ttl": 7}),
        (From(is_fragment=True), {"fragment_offset": 1}, {"more_fragments": True}),
        (From(first_fragment=True), {"more_fragments": True}, {"fragment_offset": 1}),
        (From(prefix_list="L"), {"dst": "10.9.9.9"}, {"dst": "11.0.0.0"}),
        (From(src=(prefix("10.0.0.0/31"),)), {"src": "10.0.0.1"}, {"src": "10.0.0.2"}),
    ],
)
def test_conditions(
    conditions: From, inside: dict[str, object], outside: dict[str, object]
) -> None:
    of = filtered(Term("t", conditions, EF), to(AF))
    assert (fate(of, **inside), fate(of, **outside)) == (EF, AF)


@pytest.mark.parametrize(
    ("conditions", "flags"),
    [
        (From(protocols=(6,), established=True), {4, 16, 18, 20}),
        (From(protocols=(6,), initial=True), {2}),
        (From(protocols=(6,), flags=Flags(("syn",), ("ack",))), {2}),
        (From(protocols=(6,), flags=Flags(("fin", "rst"), either=True)), {1, 4, 20}),
    ],
)
def test_tcp_flags(conditions: From, flags: set[int]) -> None:
    of = filtered(Term("t", conditions, EF), to(AF))
    values = (0, 1, 2, 4, 16, 18, 20)
    assert {f for f in values if fate(of, protocol=6, tcp_flags=f) == EF} == flags


def test_the_longest_prefix_decides_about_an_exception() -> None:
    wanted = From(
        src=(prefix("10.0.0.0/8"), prefix("10.1.0.0/16", excepted=True), prefix("10.1.2.0/24"))
    )
    of = filtered(Term("t", wanted, EF), to(AF))
    found = [fate(of, src=text) for text in ("10.0.0.1", "10.1.0.1", "10.1.2.1", "11.0.0.1")]
    assert found == [EF, AF, EF, AF]


def test_ports_of_later_fragments_are_decided_by_no_source() -> None:
    of = filtered(Term("t", From(protocols=(17,), dst_port=((53, 53),)), EF), to(AF))
    assert fate(of, dst_port=53, fragment_offset=1) == "?"
    assert fate(of, protocol=6, fragment_offset=1) == AF


def test_rewrite_rules_by_class_and_loss_priority() -> None:
    own = Classifier("C", "dscp", ((EF, LOW, (46,)), (EF, HIGH, (45,)), (AF, LOW, (10,))))
    rule = Rewrite("W", "dscp", ((EF, LOW, 40), (EF, HIGH, 0)))
    bits = Rewrite("W", "inet-precedence", ((EF, LOW, 2), (EF, HIGH, 3)))
    plain = router(Unit(0, classifiers=(own,)), Unit(0, rewrites=(rule,)))
    three = router(Unit(0, classifiers=(own,)), Unit(0, rewrites=(bits,)))
    assert [go(plain, dscp=code).dscp_out for code in (46, 45)] == [40, 0]
    assert "dscp_out" in go(plain, dscp=10).unknown
    assert [go(three, dscp=code).dscp_out for code in (46, 45)] == [22, 29]
    assert go(plain, dscp=46, version=6).dscp_out == 46


def test_an_output_filter_discards_too() -> None:
    found = Filter(
        "F",
        4,
        (
            Term("t", From(dst_port=((1, 99),), protocols=(17,)), end="discard"),
            Term("r", end="accept"),
        ),
    )
    of = router(None, Unit(0, output_filters=(found,)))
    assert [fate(of, dst_port=port) for port in (0, 1, 99, 100)] == [BE, "drop", "drop", BE]
