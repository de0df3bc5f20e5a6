"""Statements that few configs have: kept in their place, read, or told of with their reason."""

from __future__ import annotations

import pytest

from qosc.amounts import Rate, RateBase
from qosc.fields import Field
from qosc.frontends import load
from qosc.ir import Device, Opaque, Policer, PortKind, SupportState
from qosc.source import SourceText
from tests.rules.linting import codes


def device(text: str) -> Device:
    return load(SourceText("t.cfg", text))


def unknown(found: Device) -> list[str]:
    return [one.text for one in found.residue if one.state is SupportState.UNKNOWN]


def told(found: Device, text: str) -> str:
    """Why a line is not in the model."""
    (reason,) = [one.reason for one in found.residue if one.text == text]
    return reason


PORT = "interface Tunnel0\n"


@pytest.mark.parametrize(
    "line",
    ["ip nhrp map group G service-policy output P", "nhrp map group G service-policy output P"],
)
def test_a_port_stands_for_each_spoke_of_a_group(line: str) -> None:
    """Cisco, Per-Tunnel QoS for DMVPN: each tunnel to a spoke has a policy of its own."""
    text = f"{PORT} ip nhrp network-id 1\n ip nhrp map multicast dynamic\n {line}\n"
    found = device(text)
    assert found.residue == ()
    assert not found.ports["Tunnel0"].output
    port = found.ports["Tunnel0 nhrp group G"]
    assert (port.kind, port.parent) == (PortKind.CIRCUIT, "Tunnel0")
    assert [stage.policy.name for stage in port.output] == ["P"]
    assert list(device(f"{text} no {line}\n").ports) == ["Tunnel0"]


def test_a_line_of_nhrp_that_names_half_a_policy_is_not_understood() -> None:
    assert unknown(device(f"{PORT} ip nhrp map group G service-policy output\n"))


def test_a_policy_for_some_vlans_of_a_port_is_not_that_of_the_port() -> None:
    text = "interface GigabitEthernet1/1\n vlan-range 7,1-2\n  service-policy input V\n"
    found = device(f"{text} service-policy output P\n")
    assert not found.residue
    port, *vlans = found.ports.values()
    assert not port.input
    assert port.output
    assert [one.name for one in vlans] == [f"GigabitEthernet1/1 vlan {n}" for n in (7, 1, 2)]
    for one in vlans:
        assert (one.kind, one.parent) == (PortKind.SUBINTERFACE, "GigabitEthernet1/1")
        assert [stage.policy.name for stage in one.input] == ["V"]
        assert not one.output


@pytest.mark.parametrize(
    ("written", "state"),
    [("1-65", SupportState.RECOGNISED), ("0", SupportState.UNKNOWN), ("9-3", SupportState.UNKNOWN)],
)
def test_a_range_of_vlans_that_is_no_short_list_is_told(written: str, state: SupportState) -> None:
    text = f"interface GigabitEthernet1/1\n vlan-range {written}\n  service-policy input V\n"
    found = device(text)
    assert list(found.ports) == ["GigabitEthernet1/1"]
    assert found.residue[0].state is state


def test_a_vlan_of_a_port_marks_what_its_policy_leaves_open_as_the_port_does() -> None:
    text = (
        "qos dbl\nqos\npolicy-map V\n class class-default\n  police 128 kbps 8000 byte\n"
        "interface GigabitEthernet1/1\n vlan-range 5\n  service-policy input V\n{}"
    )
    (untrusted,) = device(text.format("")).policies["V"].classes
    (trusted,) = device(text.format(" qos trust dscp\n")).policies["V"].classes
    assert [(mark.field, mark.value) for mark in untrusted.marks] == [(Field.DSCP, 0)]
    assert not trusted.marks


def test_qos_alone_turns_a_switch_on() -> None:
    found = device("version 12.2\nqos\ninterface GigabitEthernet1/1\n qos trust dscp\n")
    assert found.coverage.modelled == 3
    assert not found.residue


@pytest.mark.parametrize("line", ["qos pre-classify", "trust device cisco-phone"])
def test_settings_of_a_port(line: str) -> None:
    found = device(f"interface GigabitEthernet1/0/1\n {line}\n")
    assert not unknown(found)
    assert told(found, line)


def test_lines_of_a_drop_group() -> None:
    found = device(
        "random-detect-group G dscp-based\n exponential-weighting-constant 9\n dscp ef 30 40 10\n"
    )
    assert found.coverage.recognised == 3


CLASS = "policy-map P\n class c\n"


@pytest.mark.parametrize(
    "line",
    [
        "police 64000 8000 exceed-action drop",
        "police 64000 conform-action transmit exceed-action drop",
    ],
)
def test_drop_below_a_whole_police_line(line: str) -> None:
    found = device(f"{CLASS}  {line}\n  drop\n")
    assert not unknown(found)
    first = found.policies["P"].classes[0]
    assert first.drop
    assert isinstance(first.policers[0], Policer)


def test_an_action_that_is_wrapped_still_is_one() -> None:
    found = device(f"{CLASS}  police 64000 8000 conform-action transmit exceed-action\n  drop\n")
    assert not unknown(found)
    assert not found.policies["P"].classes[0].drop


def test_the_map_for_the_larger_burst() -> None:
    line = "mls qos map policed-dscp max-burst 46 to 0"
    assert "larger burst" in told(device(f"mls qos\n{line}\n"), line)


def test_a_class_of_fragments_asks_for_no_class_map() -> None:
    text = "policy-map P\n class data service-fragment BE\n  shape average 50000000\n"
    found = device(text)
    match = found.policies["P"].classes[0].match
    assert isinstance(match, Opaque)
    assert (match.feature, match.argument) == ("service-fragment", "BE")
    assert "QOS001" not in codes(f"{text}interface Gi0/0\n service-policy output P\n")


def test_policies_for_the_control_plane_of_a_nexus() -> None:
    text = "feature lldp\nvdc one id 1\nclass-map type control-plane match-any C\n"
    text += "  match dscp 48\npolicy-map type control-plane P\n  class C\n"
    text += "    police cir 39600 kbps bc 250 ms conform transmit violate drop\n"
    found = device(f"{text}control-plane\n  service-policy input P\n")
    assert not unknown(found)
    (policer,) = found.policies["P"].classes[0].policers
    assert policer.meter.cir.value == 39_600_000
    assert found.ports["control-plane"].input


def test_rates_in_packets_and_logs_for_the_control_plane() -> None:
    text = "feature lldp\nvdc one id 1\npolicy-map type control-plane P\n  class C\n"
    found = device(f"{text}    police pps 500\n    logging drop threshold 100 level 7\n")
    assert not unknown(found)
    (policer,) = found.policies["P"].classes[0].policers
    assert policer.meter.cir == Rate(500, RateBase.PPS)
    found = device(f"{text}    police cir 0 bps bc 0 bytes conform transmit violate drop\n")
    assert not unknown(found)
    assert "drops all" in told(found, "police cir 0 bps bc 0 bytes conform transmit violate drop")


def test_early_drop_of_a_nexus_in_percent() -> None:
    line = "random-detect cos 3 minimum-threshold percent 60 maximum-threshold percent 90"
    found = device(
        f"feature lldp\nvdc one id 1\npolicy-map type queuing P\n  class type queuing "
        f"1p7q4t-out-q2\n    {line}\n"
    )
    assert not unknown(found)
    assert isinstance(found.class_maps["1p7q4t-out-q2"].match.operands[0], Opaque)


def test_auto_qos_with_and_without_what_it_makes() -> None:
    line = "auto qos voip cisco-phone"
    port = f"interface GigabitEthernet0/1\n {line}\n"
    assert "there are none in this text" in told(device(port), line)
    assert "there are none in this text" in told(device(f"{port} priority-queue out\n"), line)
    assert not device(f"{port} mls qos trust cos\n").residue
    assert not device(port.replace("auto", "no auto")).residue


def test_auto_qos_of_a_circuit_of_frame_relay() -> None:
    text = (
        "policy-map P\n class class-default\n  shape average 256000\n"
        "interface Serial3/1 point-to-point\n frame-relay interface-dlci 100\n"
        "  class {}FR-Se3/1-100\n  auto qos\n"
        "map-class frame-relay {}FR-Se3/1-100\n service-policy output P\n"
    )
    assert not device(text.format("AutoQoS-", "AutoQoS-")).residue
    assert "there are none in this text" in told(device(text.format("X-", "X-")), "auto qos")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("precedence 6-7", "which circuit of its bundle"),
        ("protect vc", "bundle is taken to be up"),
    ],
)
def test_circuits_of_a_bundle(line: str, words: str) -> None:
    text = f"interface ATM1/0.1 point-to-point\n bundle B\n  pvc-bundle 1/100\n   {line}\n"
    assert words in told(device(text), line)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("bgp-policy source ip-prec-map", "QPPB"),
        ("bgp-policy destination ip-qos-map", "QPPB"),
        ("ip multicast rate-limit out 100", "multicast"),
        ("plim qos input map ip precedence-based", "queues between a port"),
        ("ppp multilink interleave", "fragments"),
        ("ppp multilink fragment delay 10", "fragments"),
        ("tunnel tos 8", "the tunnel"),
    ],
)
def test_what_touches_packets_and_has_no_model_is_told(line: str, words: str) -> None:
    assert words in told(device(f"interface Serial0\n {line}\n"), line)
    assert device(f"interface Serial0\n no {line}\n").coverage.recognised == 0


@pytest.mark.parametrize(
    "line",
    [
        "bgp-policy accounting",
        "ip multicast boundary 5",
        "ppp multilink group 1",
        "ppp multilink",
        "tunnel source Serial0",
        "ppp authentication chap",
        "ip nbar protocol-discovery",
    ],
)
def test_what_touches_no_packet_is_silent(line: str) -> None:
    assert device(f"interface Serial0\n {line}\n").residue == ()


@pytest.mark.parametrize(
    "line",
    [
        "traffic-category optimize",
        "packet-tag 1 2 3",
        "identity source user robin",
        "access-group input name X",
        "access-group output 101",
        "wlan user-priority 4",
        "dei 1",
    ],
)
def test_a_condition_of_the_published_schema_is_kept_as_it_is(line: str) -> None:
    """Cisco-IOS-XE-policy 17.18.1, class-map/match."""
    found = device(f"class-map match-all C\n match {line}\n")
    assert not found.residue
    (match,) = found.class_maps["C"].match.operands
    assert isinstance(match, Opaque)
    assert f"{match.feature} {match.argument}" == line


@pytest.mark.parametrize(
    "line",
    ["forward service-path 4 service-index 3", "priority level 1 express", "set interface Gi1"],
)
def test_an_action_of_the_published_schema_is_told_of(line: str) -> None:
    """The same, policy-map/class/action-list."""
    found = device(f"policy-map P\n class class-default\n  {line}\n")
    (residue,) = found.residue
    assert residue.state is SupportState.RECOGNISED


def test_a_traffic_class_is_looked_up_in_a_table() -> None:
    text = "table-map T\n map from 5 to 2\npolicy-map P\n class class-default\n"
    found = device(f"{text}  set traffic-class cos table T\n")
    assert not found.residue
    (mark,) = found.policies["P"].classes[-1].marks
    assert mark.field is Field.TRAFFIC_CLASS
    assert mark.table is not None
    assert (mark.table.source, mark.table.value(5)) == (Field.COS, 2)


def test_what_auto_qos_trusts_is_not_known_where_its_lines_are_not_in_the_text() -> None:
    text = "mls qos\ninterface GigabitEthernet0/1\n switchport mode access\n{}"
    (port,) = device(text.format("")).ports.values()
    assert port.input
    (port,) = device(text.format(" auto qos voip cisco-phone\n")).ports.values()
    assert not port.input


def test_a_line_of_a_port_without_its_port_says_so() -> None:
    found = device("switchport mode access\nsrr-queue bandwidth share 10 10 60 20\nqueue-set 2\n")
    assert {one.reason for one in found.residue} == {
        "the line that opens its section is not in the text"
    }


XR = "!! IOS XR Configuration 6.1.3\n{}\ninterface Bundle-Ether1\n service-policy input P\n"


def test_a_mode_of_the_hardware_for_policies_is_told() -> None:
    line = "hw-module profile qos bundle-aggregate-policer-mode"
    assert "mode of the hardware" in told(device(XR.format(line)), line)
    for other in (
        "hw-module all qos-mode bundle-qos-aggregate-mode",
        "hw-module location 0/0 reload",
    ):
        assert other not in {one.text for one in device(XR.format(other)).residue}
