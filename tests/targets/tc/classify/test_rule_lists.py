"""Filters, meters that ports share, and what a device keeps beside a packet."""

import pytest

import qosc
from qosc.amounts import Burst, Rate
from qosc.fields import Field
from qosc.ir import (
    Algorithm,
    AllOf,
    Anything,
    Attachment,
    Device,
    Interval,
    Mark,
    Meter,
    Named,
    Outcome,
    Policer,
    Policy,
    Port,
    Reference,
    RefKind,
    Rule,
    RuleList,
    Test,
    TrafficClass,
    Verdict,
)
from qosc.ledger import Fidelity
from qosc.profiles import profile
from qosc.targets.tc.compiling import lower
from qosc.targets.tc.model import Filter, Hook, Matchall, Police
from qosc.targets.tc.options import TcOptions
from tests.laws.packets.packet_oracle import build
from tests.targets.tc_machine import run
from tests.targets.tc_reading import read_script
from tests.targets.verify.verify_configs import CONFIGS

OPTIONS = TcOptions(profile("ios-12"))


def filters_of(ports: tuple[Port, ...]) -> list[Filter]:
    plans, _ = lower(Device(ports={port.name: port for port in ports}), ports, OPTIONS)
    nodes = [command.node for plan in plans for command in plan.commands]
    return [node for node in nodes if isinstance(node, Filter)]


def test_a_packet_that_nothing_marks_has_loss_priority_low():
    low = Test(Field.LOSS_PRIORITY, (Named("low"),))
    drop = RuleList("filter", (Rule(low),), otherwise_drop=True)
    port = Port("ge-0/0/0", output=(drop,))
    passed = run(filters_of((port,)), build({Field.VERSION: 4}), lambda police: True)
    assert not passed.dropped


def test_what_no_rule_takes_is_dropped_and_a_later_list_is_not_asked():
    tcp = Test(Field.PROTOCOL, (Interval(6, 6),))
    first = RuleList("filter", (Rule(tcp),), otherwise_drop=True)
    second = RuleList("policer", (Rule(Anything(), marks=(Mark(Field.DSCP, 46),)),))
    found = filters_of((Port("ge-0/0/0", output=(first, second)),))
    for protocol, dropped, ds in ((6, False, 0xB8), (17, True, 0)):
        packet = build({Field.VERSION: 4, Field.PROTOCOL: protocol})
        state = run(found, packet, lambda police: True)
        assert (state.dropped, state.ds) == (dropped, ds)


def test_a_class_set_on_the_way_in_is_known_on_the_way_out_of_another_port():
    """And it is the same number for all ports, whichever of them a script is made for."""
    voice = Mark(Field.FORWARDING_CLASS, 0, name="voice")
    other = Mark(Field.FORWARDING_CLASS, 0, name="bulk")
    rules = (
        Rule(Test(Field.PROTOCOL, (Interval(17, 17),)), marks=(voice,)),
        Rule(Anything(), marks=(other,)),
    )
    lan = Port("lan", input=(RuleList("filter", rules),))
    only = Rule(Test(Field.FORWARDING_CLASS, (Named("voice"),)))
    wan = Port("wan", output=(RuleList("filter", (only,), otherwise_drop=True),))
    device = Device(ports={"lan": lan, "wan": wan})
    filters = []
    for port in (lan, wan):
        (plan,), _ = lower(device, (port,), OPTIONS)
        filters.append([c.node for c in plan.commands if isinstance(c.node, Filter)])
    for protocol in (6, 17):
        packet = build({Field.VERSION: 4, Field.PROTOCOL: protocol})
        entered = run(filters[0], packet, lambda police: True)
        left = run(filters[1], packet, lambda police: True, entered.mark)
        assert left.dropped == (protocol == 6)


def test_classes_that_the_mark_has_no_room_for_are_refused():
    rules = tuple(
        Rule(
            Anything(),
            marks=(Mark(Field.FORWARDING_CLASS, 0, name=f"class-{n:03}"),),
            verdict=Verdict.CONTINUE,
        )
        for n in range(257)
    )
    port = Port("ge-0/0/0", input=(RuleList("filter", rules),))
    _, ledger = lower(Device(ports={"ge-0/0/0": port}), (port,), OPTIONS)
    lost = [e for e in ledger if e.fidelity is Fidelity.UNSUPPORTED]
    assert len(lost) == 2
    assert all("up to 255" in entry.note for entry in lost)


def shared_pair(rate: int) -> list[Filter]:
    """Two ports, one in and one out, with one meter."""
    drop, go = Outcome(Verdict.DROP), Outcome(Verdict.TRANSMIT)
    meter = Meter(Algorithm.SINGLE_BUCKET, Rate(rate), Burst(9000))
    rules = RuleList("filter", (Rule(Anything(), Policer(meter, go, drop, shared="sum")),))
    ports = (Port("a", input=(rules,)), Port("b", output=(rules,)))
    return filters_of(ports)


def test_a_shared_meter_is_one_bucket_on_all_ports():
    buckets = [a for f in shared_pair(64_000) for a in f.actions if isinstance(a, Police)]
    assert len(buckets) == 2
    assert buckets[0] == buckets[1]
    assert buckets[0].index >= 1 << 30
    others = [a for f in shared_pair(72_000) for a in f.actions if isinstance(a, Police)]
    assert others[0].index != buckets[0].index


def entries_of(device: Device, port: Port, options: TcOptions = OPTIONS):
    (_,), ledger = lower(device, (port,), options)
    return {entry.path.partition(" > ")[2]: entry for entry in ledger}


def metering(*outcomes: Outcome) -> Policer:
    return Policer(Meter(Algorithm.SINGLE_BUCKET, Rate(64_000), Burst(9000)), *outcomes)


GO, DROP = Outcome(Verdict.TRANSMIT), Outcome(Verdict.DROP)


def test_car_says_that_it_meters_more_than_ip():
    """Unlike a filter, which means all that it says."""
    for feature, fidelity in (("rate-limit", Fidelity.APPROX), ("filter", Fidelity.EXACT)):
        rules = RuleList(feature, (Rule(Anything(), metering(GO, DROP)),))
        port = Port("a", output=(rules,))
        entry = entries_of(Device(ports={"a": port}), port)[
            f"output > {feature} > rules[1] > match"
        ]
        assert entry.fidelity is fidelity


def test_raw_filters_say_that_they_do_not_look_behind_ipv6_extensions():
    length = Test(Field.LENGTH, (Interval(100, 200),))
    ports = Test(Field.DST_PORT, (Interval(80, 80),))
    for match, said in ((AllOf((length, ports)), True), (AllOf((ports,)), False)):
        port = Port("a", output=(RuleList("filter", (Rule(match, verdict=Verdict.DROP),)),))
        found = entries_of(Device(ports={"a": port}), port)
        notes = [e.note for path, e in found.items() if e.asked == "port 80"]
        assert [("extension" in note) for note in notes] == [said]


def test_a_parents_marks_behind_its_childs_are_an_assumption():
    """Only where it has a meter too: marks alone are put before the child's."""
    child = Policy("child", (TrafficClass("in", Anything(), marks=(Mark(Field.DSCP, 46),)),))
    for policers, fidelity in (((metering(GO, DROP),), Fidelity.UNKNOWN), ((), Fidelity.EXACT)):
        parent = TrafficClass(
            "p",
            Anything(),
            marks=(Mark(Field.DSCP, 10),),
            policers=policers,
            child=Reference(RefKind.POLICY_MAP, "child"),
        )
        port = Port("a", output=(Attachment(Reference(RefKind.POLICY_MAP, "top")),))
        device = Device(
            ports={"a": port}, policies={"child": child, "top": Policy("top", (parent,))}
        )
        found = entries_of(device, port)
        assert found["output > policy-map top > class p > marks[1]"].fidelity is fidelity
        for path, entry in found.items():
            if path.endswith(("> conform", "> exceed")):
                assert entry.fidelity is Fidelity.UNKNOWN


def test_a_parents_meter_before_its_childs_is_an_assumption() -> None:
    """IOS asks the child's first since 15.1(1)S; a meter without another behind it is certain, and
    so is the order of classic IOS.
    """
    rest = Reference(RefKind.POLICY_MAP, "child")
    for inner, fidelity in (((metering(GO, DROP),), Fidelity.UNKNOWN), ((), Fidelity.EXACT)):
        child = Policy("child", (TrafficClass("in", Anything(), policers=inner),))
        parent = TrafficClass("p", Anything(), policers=(metering(GO, DROP),), child=rest)
        port = Port("a", output=(Attachment(Reference(RefKind.POLICY_MAP, "top")),))
        device = Device(
            ports={"a": port}, policies={"child": child, "top": Policy("top", (parent,))}
        )
        found = entries_of(device, port, TcOptions(profile("ios-15")))
        above = "output > policy-map top > class p > policers[1] > exceed"
        assert found[above].fidelity is fidelity
        assert ("15.1" in found[above].note) == bool(inner)
        assert entries_of(device, port)[above].fidelity is Fidelity.EXACT
        below = [e for path, e in found.items() if "policy-map child" in path and "exceed" in path]
        assert all(entry.fidelity is Fidelity.EXACT for entry in below)


def test_a_route_map_writes_the_four_bits_of_the_tos() -> None:
    text = (
        "route-map M permit 10\n set ip precedence 5\n set ip tos min-delay\n"
        "interface Ethernet0\n ip policy route-map M\n"
    )
    artefact = qosc.compile(qosc.loads(text, platform="ios-12"), target="tc")
    assert "dsfield set 0xb0 retain 0xfe" in artefact.files[0].text
    (entry,) = [one for one in artefact.ledger if one.path.endswith("marks[2]")]
    assert entry.fidelity is Fidelity.EXACT
    assert "ECN kept" not in entry.got


TWO_STAGES = """\
class-map match-any VOICE
 match dscp ef
policy-map IN
 class VOICE
  set dscp af41
 class class-default
  set dscp default
route-map R permit 10
 match length 64 200
 set ip precedence 3
interface Ethernet0/0
 ip address 192.0.2.1 255.255.255.0
 service-policy input IN
 ip policy route-map R
"""


@pytest.mark.parametrize("text", [TWO_STAGES, *(text for text, _ in CONFIGS.values())])
def test_nothing_stands_behind_a_filter_that_takes_all(text: str) -> None:
    """tc(8): filters of a chain are asked by their pref, and the first that matches ends it, but
    for one whose actions say `continue`.
    """
    made = qosc.compile(qosc.loads(text), target="tc", allow_loss=True)
    for plan in read_script(made.files[0].text):
        filters = [one.node for one in plan.commands if isinstance(one.node, Filter)]
        ends: dict[tuple[Hook, int], Filter] = {}
        for one in sorted(filters, key=lambda each: each.pref):
            place = (one.hook, one.chain)
            assert place not in ends, f"{one} is behind {ends[place]}"
            goes_on = "'continue'" in repr(one.actions)
            if one.protocol == "all" and isinstance(one.match, Matchall) and not goes_on:
                ends[place] = one
