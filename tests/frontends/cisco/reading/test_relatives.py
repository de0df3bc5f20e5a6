"""What IOS XR, NX-OS and EOS write and IOS does not: access lists, queues of the system, ports."""

from __future__ import annotations

import pytest

from qosc.amounts import Depth, DepthUnit
from qosc.fields import Field
from qosc.frontends import load
from qosc.ir import AllOf, Device, DropCurve, Interval, Masked, Predicate, SupportState, Test
from qosc.source import SourceText

NX = "feature lldp\nvdc one id 1\n"
XR = "!! IOS XR Configuration 6.5.3\ninterface TenGigE0/0/0/0\n!\n"
EOS = "! device: leaf1 (DCS-7050, EOS-4.27.0F)\nqos rewrite dscp\ndaemon TerminAttr\n   shutdown\n"


def device(text: str) -> Device:
    return load(SourceText("t.cfg", text))


def looked_at(match: Predicate) -> dict[Field, object]:
    parts = match.operands if isinstance(match, AllOf) else (match,)
    return {part.field: part.values for part in parts if isinstance(part, Test)}


def states(found: Device, *, of: SupportState) -> list[str]:
    return [residue.text for residue in found.residue if residue.state is of]


NET10 = (Masked(10 << 24, 0xFF << 24),)
RTP = (Interval(16384, 32767),)


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (NX, "ip access-list A\n  10 permit udp 10.0.0.0/8 any range 16384 32767\n"),
        (
            NX,
            (
                "ip access-list A\n  statistics per-entry\n  10 permit udp 10.0.0.0/8 any "
                "range 16384 32767\n"
            ),
        ),
        (XR, "ipv4 access-list A\n 10 permit udp 10.0.0.0/8 any range 16384 32767\n!\n"),
        (XR, "ipv4 access-list A\n 10 permit udp 10.0.0.0 0.255.255.255 any range 16384 32767\n"),
        (
            EOS,
            (
                "ip access-list A\n   counters per-entry\n   10 permit udp 10.0.0.0/8 any "
                "range 16384 32767\n"
            ),
        ),
    ],
)
def test_lists_without_a_kind(head: str, body: str) -> None:
    found = device(head + body)
    (only,) = found.access_lists["A"].entries
    assert looked_at(only.match) == {
        Field.PROTOCOL: (Interval(17, 17),),
        Field.SRC4: NET10,
        Field.DST_PORT: RTP,
    }
    assert not states(found, of=SupportState.UNKNOWN)


def test_a_prefix_of_no_bits_is_any_address() -> None:
    found = device(f"{NX}ip access-list A\n  permit ip 0.0.0.0/0 10.1.2.3/32\n")
    (only,) = found.access_lists["A"].entries
    assert looked_at(only.match) == {Field.DST4: (Masked(0x0A010203, 0xFFFFFFFF),)}


def test_prefixes_in_standard_lists_of_eos() -> None:
    body = "ip access-list standard A\n   10 permit 10.0.0.0/8\n"
    (only,) = device(EOS + body).access_lists["A"].entries
    assert looked_at(only.match) == {Field.SRC4: NET10}
    assert states(device(body), of=SupportState.UNKNOWN) == ["10 permit 10.0.0.0/8"]


@pytest.mark.parametrize("prefix", ["10.0.0.0/33", "10.0.0.256/8"])
def test_no_such_prefix(prefix: str) -> None:
    found = device(f"{NX}ip access-list A\n  permit ip {prefix} any\n")
    assert states(found, of=SupportState.UNKNOWN) == [f"permit ip {prefix} any"]


def test_ipv4_and_the_length_of_packets_in_ios_xr() -> None:
    found = device(f"{XR}ipv4 access-list A\n 10 permit ipv4 any any packet-length gt 1000\n")
    (only,) = found.access_lists["A"].entries
    assert looked_at(only.match)[Field.LENGTH] == (Interval(1001, 65535),)


@pytest.mark.parametrize(
    ("entry", "tests"),
    [
        ("permit 10.0.0.0/8", {Field.SRC4: NET10}),
        ("permit 10.0.0.0 0.255.255.255 log", {Field.SRC4: NET10}),
        ("permit any", {Field.VERSION: (Interval(4, 4),)}),
    ],
)
def test_an_entry_of_ios_xr_may_have_a_source_only(entry: str, tests: object) -> None:
    found = device(f"{XR}ipv4 access-list A\n 10 {entry}\n 20 deny any\n")
    first, second = found.access_lists["A"].entries
    assert looked_at(first.match) == tests
    assert (first.permit, second.permit) == (True, False)
    assert not states(found, of=SupportState.UNKNOWN)
    assert states(device(f"{EOS}ip access-list A\n 10 {entry}\n"), of=SupportState.UNKNOWN)


def test_names_of_ports_that_ios_lacks() -> None:
    entry = "10 permit tcp any any eq ssh\n"
    found = device(f"{XR}ipv4 access-list A\n {entry}")
    assert looked_at(found.access_lists["A"].entries[0].match)[Field.DST_PORT] == (
        Interval(22, 22),
    )
    found = device(f"ip access-list extended A\n {entry}")
    assert states(found, of=SupportState.UNKNOWN) == [entry.strip()]


@pytest.mark.parametrize(
    "entry",
    [
        "permit ip 10.0.0.0/8 any",
        "permit ipv4 any any",
        "permit ip any any packet-length gt 100",
        "permit tcp any any eq https",
        "permit ip any any counter C",
    ],
)
def test_ios_takes_none_of_it(entry: str) -> None:
    found = device(f"ip access-list extended A\n {entry}\n permit ip any any\n")
    assert states(found, of=SupportState.UNKNOWN) == [entry]
    # A list that does not name its kind is none of IOS, however short the text.
    assert not states(device(f"ip access-list A\n {entry}\n"), of=SupportState.UNKNOWN)


def test_a_setting_is_no_list() -> None:
    found = device("ip access-list logging hash-generation\nip access-list resequence A 10 10\n")
    assert not found.access_lists


def test_a_filter_of_ios_xr_is_not_looked_into() -> None:
    text = f"{XR}ipv4 access-list F\n 10 permit ipv4 any any\n!\n"
    text += "interface TenGigE0/0/0/1\n ipv4 access-group F ingress\n"
    found = device(text)
    assert not found.access_lists
    assert found.mentions == {"F"}


def test_an_address_of_ios_xr_does_not_end_its_interface() -> None:
    text = "interface TenGigE0/0/0/1\nipv4 address 10.0.0.1 255.255.255.0\nipv4 mtu 1400\n"
    found = device(f"{XR}{text}service-policy output P\n")
    port = found.ports["TenGigE0/0/0/1"]
    assert port.mtu == 1400
    assert port.output


def test_an_interface_that_is_not_plugged_in_yet() -> None:
    found = device(f"{XR}interface preconfigure TenGigE0/0/0/9\n service-policy output P\n")
    assert "TenGigE0/0/0/9" in found.ports


QUEUES = "policy-map type queuing P\n  class type queuing {}\n    bandwidth remaining percent 60\n"


@pytest.mark.parametrize(
    ("name", "group"),
    [
        ("c-out-8q-q-default", 0),
        ("c-out-8q-q7", 7),
        ("c-out-q-default", 0),
        ("c-out-q3", 3),
        ("c-in-q1", 1),
    ],
)
def test_queues_that_a_nexus_has_of_itself(name: str, group: int) -> None:
    found = device(NX + QUEUES.format(name))
    match = found.class_maps[name].match
    assert looked_at(match.operands[0]) == {Field.QOS_GROUP: (Interval(group, group),)}


def test_a_queue_of_the_system_can_be_defined_anew() -> None:
    own = "class-map type queuing match-any c-out-q3\n  match qos-group 5\n"
    found = device(NX + own + QUEUES.format("c-out-q3"))
    match = found.class_maps["c-out-q3"].match
    assert looked_at(match.operands[0]) == {Field.QOS_GROUP: (Interval(5, 5),)}


def test_ios_has_no_such_queues() -> None:
    assert not device("policy-map P\n class c-out-q3\n  bandwidth 60\n").class_maps


def nexus_queue(*lines: str) -> Device:
    below = "".join(f"    {line}\n" for line in lines)
    return device(f"{NX}policy-map type queuing P\n  class type queuing c-out-q3\n{below}")


def test_early_drop_of_a_nexus() -> None:
    levels = "minimum-threshold 100 packets maximum-threshold 300 packets"
    found = nexus_queue(f"random-detect {levels} drop-probability 20 weight 3 ecn")
    wred = found.policies["P"].classes[0].wred
    assert wred is not None
    assert (wred.field, wred.exponent, wred.ecn) == (None, 3, True)
    low, high = Depth(100, DepthUnit.PACKETS), Depth(300, DepthUnit.PACKETS)
    assert wred.curves == (DropCurve((), low, high, 5),)


def test_a_drop_probability_that_is_no_part_is_said() -> None:
    levels = "minimum-threshold 100 packets maximum-threshold 300 packets"
    found = nexus_queue(f"random-detect {levels} drop-probability 60")
    assert found.policies["P"].classes[0].wred is None
    assert len(states(found, of=SupportState.RECOGNISED)) == 2


def test_the_greatest_rate_of_a_queue() -> None:
    found = nexus_queue("shape min 0 mbps max 100 mbps")
    shaper = found.policies["P"].classes[0].shaper
    assert shaper is not None
    assert shaper.rate.value == 100_000_000
    assert len(states(found, of=SupportState.RECOGNISED)) == 1
    found = nexus_queue("shape min 10 mbps max 100 mbps")
    assert len(states(found, of=SupportState.RECOGNISED)) == 2


ARISTA = """interface Ethernet1
   qos trust dscp
   qos cos 3
   qos dscp 48
   tx-queue 3
      no priority
      bandwidth percent 30
      shape rate 500 mbps
   uc-tx-queue 2
      random-detect ecn minimum-threshold 320 kbytes maximum-threshold 320 kbytes weight 1
   shape rate 80 percent
qos profile UPLINK
   qos trust cos
   tx-queue 5
      bandwidth guaranteed percent 20
   service-policy type qos input P
qos map dscp 46 to traffic-class 5
"""


def test_queues_of_eos_are_not_taken_for_those_of_a_catalyst() -> None:
    found = device(EOS + ARISTA)
    assert not states(found, of=SupportState.UNKNOWN)
    port = found.ports["Ethernet1"]
    assert not port.input
    assert not port.output
    told = states(found, of=SupportState.RECOGNISED)
    assert {line.strip() for line in ARISTA.splitlines()[1:]} <= set(told)


def test_what_eos_does_not_have_either() -> None:
    found = device(f"{EOS}interface Ethernet1\n   tx-queue 3\n      bandwidth furlongs 3\n")
    assert states(found, of=SupportState.UNKNOWN) == ["bandwidth furlongs 3"]


def test_lists_that_a_class_of_eos_names_by_version() -> None:
    body = "class-map type qos match-any C\n   match ip access-group A\n"
    assert not states(device(EOS + body), of=SupportState.UNKNOWN)
    found = device("class-map match-any C\n match ip access-group A\n")
    assert states(found, of=SupportState.UNKNOWN) == ["match ip access-group A"]


def test_flow_control_by_priority() -> None:
    port = "interface Ethernet1/1\n  priority-flow-control mode {}\n"
    assert len(device(NX + port.format("auto")).residue) == 1
    assert len(device(NX + port.format("on")).residue) == 2


@pytest.mark.parametrize(
    ("written", "ports"),
    [
        ("Ethernet1/2-4", ["Ethernet1/2", "Ethernet1/3", "Ethernet1/4"]),
        ("Ethernet1/5, Ethernet1/7", ["Ethernet1/5", "Ethernet1/7"]),
        ("Ethernet1/1-2,Ethernet2/1", ["Ethernet1/1", "Ethernet1/2", "Ethernet2/1"]),
    ],
)
def test_several_ports_at_once(written: str, ports: list[str]) -> None:
    found = device(f"{NX}interface {written}\n  service-policy type qos input P\n")
    assert list(found.ports) == ports
    assert all(port.input for port in found.ports.values())
    assert len(found.residue) == 1


def test_a_hyphen_in_a_name_is_no_range() -> None:
    assert list(device(f"{NX}interface port-channel10\n  bandwidth 10\n").ports) == [
        "Port-channel10"
    ]
