"""Forms of statements that running configs and posted excerpts have, not the manuals."""

from __future__ import annotations

import pytest

from qosc.amounts import Depth, Rate
from qosc.fields import Field
from qosc.frontends import load
from qosc.frontends.detection.dialect import detect
from qosc.ir import Attachment, Device, Policy, SupportState, TrafficClass
from qosc.source import SourceText


def device(text: str) -> Device:
    return load(SourceText("t.cfg", text))


def first(lines: str, name: str = "X") -> TrafficClass:
    """The class of a policy-map with some lines in it."""
    found = device(f"policy-map P\n class {name}\n{lines}")
    return found.policies["P"].classes[0]


def reasons(found: Device, state: SupportState = SupportState.RECOGNISED) -> dict[str, str]:
    return {one.text: one.reason for one in found.residue if one.state is state}


@pytest.mark.parametrize("taken", ["no police", "no police cir", "no police rate"])
def test_a_bare_no_police_takes_the_policer_and_leaves_the_next_line(taken: str) -> None:
    found = first(f"  police cir 64000\n  {taken}\n  set dscp af11\n")
    assert found.policers == ()
    assert [mark.value for mark in found.marks] == [10]


def test_the_buffer_limit_behind_a_shaped_group() -> None:
    lines = "interface e0/1\n traffic-shape group 100 64000 8000 8000 {}\n"
    (policy,) = policies(device(lines.format(1000)))
    assert [limit.depth for limit in policy.classes[0].limits] == [Depth(1000)]
    assert reasons(device(lines.format(99999)), SupportState.UNKNOWN)


def policies(found: Device) -> list[Policy]:
    return list(found.policies.values())


@pytest.mark.parametrize("word", ["prec", "preced", "ip prec"])
def test_precedence_is_abbreviated(word: str) -> None:
    (mark,) = first(f"  set {word} 5\n").marks
    assert (mark.field, mark.value) == (Field.PRECEDENCE, 5)
    (policer,) = first("  police 64000\n   conform-action set prec 3\n").policers
    assert [mark.value for mark in policer.conform.marks] == [3]


@pytest.mark.parametrize(
    "line",
    ["set prec tunnel 4", "conform-action set prec tunnel 4", "exceed-action set dscp tunnel ef"],
)
def test_marks_of_a_tunnel_header_are_known_in_each_form(line: str) -> None:
    before = "" if line.startswith("set") else "  police 64000\n "
    found = device(f"policy-map P\n class class-default\n{before}  {line}\n")
    assert "tunnel" in reasons(found)[line]


def test_a_shared_policer_goes_on_in_the_next_line() -> None:
    text = (
        "mls qos\nmls qos aggregate-policer A 1000000 8000 exceed-action\npoliced-dscp-transmit\n"
        "mls qos aggregate-policer B 2000000 8000\nexceed-action drop\nmls qos\n"
    )
    assert not reasons(device(text), SupportState.UNKNOWN)
    policy = "policy-map P\n class class-default\n  police aggregate {}\n"
    for name, rate in (("A", 1_000_000), ("B", 2_000_000)):
        (policer,) = device(text + policy.format(name)).policies["P"].classes[0].policers
        assert policer.meter.cir.value == rate


@pytest.mark.parametrize(
    "line",
    [
        " ipv4 address 10.0.0.1 255.255.255.252",
        "interface GigabitEthernet0/1/0/1",
        "interface HundredGigE0/0/0/0.100",
        "interface Bundle-Ether10",
    ],
)
def test_one_line_that_only_ios_xr_has_tells_it(line: str) -> None:
    text = "class-map match-any C\n match dscp ef\npolicy-map P\n class C\n  police rate 2 mbps\n"
    port = "" if line.startswith("interface") else "interface POS0/1/0/1\n"
    assert detect(SourceText("x", f"{text}{port}{line}\n service-policy input P\n")).dialect == (
        "ios-xr"
    )


@pytest.mark.parametrize("name", ["GigabitEthernet0/0/1", "HundredGigE1/1/0/1", "Serial0/1/0/1:0"])
def test_ports_of_ios_do_not_look_like_those_of_ios_xr(name: str) -> None:
    text = f"interface {name}\n ip address 10.0.0.1 255.255.255.252\n service-policy input P\n"
    assert detect(SourceText("x", text)).dialect == "ios"


XR_PORT = "interface TenGigE0/0/0/1\n service-policy output {}\n service-policy output {}\n"
DUAL = (
    "policy-map Q\n class C\n  bandwidth percent 5\n end-policy-map\n"
    "policy-map M\n class C\n  set dscp af11\n end-policy-map\n"
)


def attached(found: Device) -> list[str]:
    (port,) = found.ports.values()
    return [stage.policy.name for stage in port.output if isinstance(stage, Attachment)]


@pytest.mark.parametrize("pair", ["MQ", "QM"])
def test_ios_xr_marks_and_queues_an_output_by_two_policies(pair: str) -> None:
    found = device(DUAL + XR_PORT.format(*pair))
    assert attached(found) == ["M", "Q"]
    assert not [one for one in found.residue if "service-policy" in one.text]
    again = device(DUAL + XR_PORT.format(*pair) + " no service-policy output M\n")
    assert attached(again) == ["Q"]


def test_a_second_policy_on_a_port_of_ios_is_refused_and_the_first_stays() -> None:
    """ansible-collections/cisco.ios, issue 109: a new policy-map cannot be applied without removing
    the old one by name first.
    """
    port = "interface Serial0\n service-policy output A\n service-policy output {}\n"
    found = device(port.format("B"))
    assert attached(found) == ["A"]
    assert "policy-map A is attached there" in reasons(found)["service-policy output B"]
    assert not device(port.format("A")).residue
    assert not device(port.format("A").replace(" A\n", " A\n no service-policy output A\n")).residue


@pytest.mark.parametrize("indent", ["", " "])
def test_a_policy_for_a_vlan_is_not_that_of_the_interface_above(indent: str) -> None:
    text = (
        f"interface Vlan10\n{indent}ip address 10.0.0.1 255.0.0.0\n"
        f"vlan configuration 10\n{indent}service-policy input P\n"
    )
    found = device(text)
    assert not found.ports["Vlan10"].input
    assert set(reasons(found)) == {"vlan configuration 10", "service-policy input P"}
    assert not device("vlan 10\nname voice\nvlan configuration 11\n").residue


@pytest.mark.parametrize(
    "remark",
    ["# to the voice queue", "#队列", "#DSCP marking", "-> for voice", "<-- here", "← LLQ 语音"],
)
def test_a_remark_behind_a_statement_is_no_part_of_it(remark: str) -> None:
    lines = f"policy-map P  # of the WAN\n class X\n  priority 1024 {remark}\n"
    found = device(lines + "interface e0\n service-policy output P #out here\n")
    assert not found.residue
    queue = found.policies["P"].classes[0].priority
    assert queue is not None
    assert queue.rate == Rate(1_024_000)
    assert attached(found) == ["P"]


@pytest.mark.parametrize("line", ["class #gold", "class a#b", "class c #d"])
def test_a_name_with_a_hash_is_a_name(line: str) -> None:
    found = device(f"policy-map P\n {line}\n  priority 1024\n")
    names = [one.name for one in found.policies["P"].classes]
    assert names[0] in line.split() or reasons(found, SupportState.UNKNOWN)
    assert "#" in names[0] or reasons(found, SupportState.UNKNOWN)


def test_what_stands_behind_a_remark_on_nothing_is_still_told_of() -> None:
    found = device("policy-map P\n class X\n  priority -> 10\n  bandwidth many -> 10\n")
    assert set(reasons(found, SupportState.UNKNOWN)) == {"bandwidth many -> 10"}


def test_a_pseudowire_leaves_the_policy_with_its_circuit() -> None:
    text = (
        "interface ATM0/0.100 point-to-point\npvc 0/100 l2transport\nencapsulation aal5\n"
        "xconnect 10.0.0.2 100 encapsulation mpls\nservice-policy input P\n"
    )
    ports = device(text).ports
    assert [name for name, port in ports.items() if port.input] == ["ATM0/0.100 pvc 0/100"]


XE = "interface GigabitEthernet0/0/1\n service-policy output P\n"


@pytest.mark.parametrize(
    ("more", "platform"),
    [
        ("", "ios-xe"),
        ("interface GigabitEthernet0/0\n no ip address\n", "ios-15"),
        ("interface FastEthernet0/1\n no ip address\n", "ios-15"),
        ("version 12.4\n", "ios-12"),
        ("version 15.2\n", "ios-15"),
    ],
)
def test_ports_of_three_numbers_alone_are_those_of_ios_xe(more: str, platform: str) -> None:
    guess = detect(SourceText("x", more + XE))
    assert (guess.platform, guess.assumed) == (platform, "version 15" not in more)
