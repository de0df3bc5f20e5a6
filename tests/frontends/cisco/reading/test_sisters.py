"""IOS XR and NX-OS: what their MQC has in common with that of IOS, and what differs."""

from __future__ import annotations

import pytest

from qosc.amounts import Burst, BurstUnit, Depth, DepthUnit, Rate, RateBase
from qosc.fields import Field
from qosc.frontends import load
from qosc.frontends.detection.dialect import detect
from qosc.ir import (
    Algorithm,
    Device,
    DropCurve,
    Mark,
    Meter,
    Outcome,
    Policer,
    Priority,
    Reference,
    RefKind,
    Shaper,
    SupportState,
    TrafficClass,
    Verdict,
    Wred,
)
from qosc.source import SourceText

XR = "interface TenGigE0/0/0/0\n!\nclass-map match-any c\n match qos-group 1\n end-class-map\n!\n"
NX = "feature lldp\nvdc one id 1\n"


def device(text: str) -> Device:
    return load(SourceText("t.cfg", text))


def _class(found: Device) -> TrafficClass:
    return found.policies["p"].classes[0]


def _reasons(found: Device) -> list[str]:
    """Why lines are not in the model, but for the remark on the dialect."""
    return [residue.reason for residue in found.residue[1:]]


def xr(*lines: str) -> Device:
    below = "".join(f"  {line}\n" for line in lines)
    found = device(
        f"{XR}policy-map p\n class c\n{below} !\n class class-default\n !\n end-policy-map\n"
    )
    assert found.coverage.unknown == 0
    return found


def nx(*lines: str) -> Device:
    below = "".join(f"    {line}\n" for line in lines)
    return device(f"{NX}policy-map type qos p\n  class c\n{below}")


def test_both_are_detected_and_have_profiles_of_their_own() -> None:
    for text, dialect in ((XR, "ios-xr"), (NX, "nxos")):
        guess = detect(SourceText("t.cfg", text))
        assert (guess.dialect, guess.platform) == (dialect, dialect)
        remark = device(text).residue[0]
        assert remark.state is SupportState.RECOGNISED
        assert "as far as it is like that of IOS" in remark.reason


@pytest.mark.parametrize(
    ("line", "rate"),
    [
        ("bandwidth 10 mbps", Rate(10_000_000)),
        ("bandwidth 64 kbps", Rate(64_000)),
        ("bandwidth 2 gbps", Rate(2_000_000_000)),
        ("bandwidth 5000", Rate(5_000_000)),
        ("bandwidth percent 20", Rate(200_000, RateBase.PERCENT)),
    ],
)
def test_a_guarantee_with_a_unit(line: str, rate: Rate) -> None:
    found = xr(line)
    assert _class(found).guarantee == rate
    assert _reasons(found) == []


def test_a_shape_rate_with_a_unit() -> None:
    assert _class(xr("shape average 50 mbps")).shaper == Shaper(Rate(50_000_000))
    found = xr("shape average 50 mbps 100 ms")
    burst = Burst(100_000, BurstUnit.MICROSECONDS)
    assert _class(found).shaper == Shaper(Rate(50_000_000), committed=burst)
    assert _reasons(found) == []
    found = xr("shape average 50 mbps 100 kbytes")
    assert _class(found).shaper == Shaper(Rate(50_000_000), committed=Burst(100_000))
    assert _reasons(found)[0].startswith("taken as a power of 1000")


def test_seven_levels_of_priority() -> None:
    assert _class(xr("priority level 7")).priority == Priority(7)


def test_a_policer_with_units_says_how_it_reads_kilobytes() -> None:
    found = xr("police rate 10 mbps burst 100 kbytes", " conform-action set dscp af11", " !")
    (policer,) = _class(found).policers
    assert policer.meter == Meter(Algorithm.SINGLE_BUCKET, Rate(10_000_000), Burst(100_000))
    assert policer.conform == Outcome(Verdict.TRANSMIT, (Mark(Field.DSCP, 10),))
    (reason,) = _reasons(found)
    assert reason.startswith("taken as a power of 1000")


def test_ios_xr_drops_what_violates_and_ios_does_as_with_what_exceeds() -> None:
    line = "police rate 10 mbps peak-rate 20 mbps exceed-action set dscp af12"
    (policer,) = _class(xr(line)).policers
    assert policer.violate == Outcome(Verdict.DROP, default_by="ios")
    (policer,) = _class(device(f"policy-map p\n class c\n  {line}\n")).policers
    assert policer.violate == Outcome(Verdict.TRANSMIT, (Mark(Field.DSCP, 12),), "ios")


def test_the_default_drop_curve_of_ios_xr_is_recognised() -> None:
    found = xr("random-detect default")
    assert _class(found).wred is None
    assert _reasons(found) == ["the default curve of IOS XR is not in the model"]


def test_one_drop_curve_of_ios_xr_is_for_all_packets() -> None:
    found = xr("random-detect 10 ms 20 ms")
    low, high = (Depth(ms * 1000, DepthUnit.MICROSECONDS) for ms in (10, 20))
    assert _class(found).wred == Wred(None, (DropCurve((), low, high),))
    assert _reasons(found) == []


def test_a_policer_of_nx_os_has_two_colours_unless_it_names_three() -> None:
    (policer,) = _class(
        nx("police cir 12 mbps bc 3000 bytes conform transmit violate drop")
    ).policers
    drop = Outcome(Verdict.DROP)
    assert policer == Policer(
        Meter(Algorithm.SINGLE_BUCKET, Rate(12_000_000), Burst(3000)),
        Outcome(Verdict.TRANSMIT),
        drop,
    )
    line = "police cir 12 mbps pir 24 mbps conform transmit exceed set dscp af12 violate drop"
    (policer,) = _class(nx(line)).policers
    assert policer.meter.algorithm is Algorithm.TRTCM
    assert policer.exceed.marks == (Mark(Field.DSCP, 12),)
    assert policer.violate == drop


def test_policies_of_type_qos_and_queuing_are_policies() -> None:
    found = device(
        f"{NX}policy-map type queuing p\n  class type queuing c-out-q1\n    bandwidth percent 40\n"
    )
    assert _reasons(found) == []
    first = _class(found)
    assert first.match == Reference(RefKind.CLASS_MAP, "c-out-q1")
    assert first.guarantee == Rate(400_000, RateBase.PERCENT)


def test_policies_of_type_network_qos_are_recognised_whole() -> None:
    found = device(
        f"{NX}policy-map type network-qos p\n  class type network-qos c\n    no pause\n"
        "    congestion-control tail-drop\n    mtu 9216\n"
    )
    assert found.policies == {}
    assert found.coverage.recognised == 5
    assert set(_reasons(found)) == {"policy-maps of type network-qos are not in the model"}


def test_no_set_needs_no_value() -> None:
    text = "policy-map p\n class c\n  set dscp ef\n  set cos 5\n  no set ip dscp\n"
    found = device(text)
    assert found.residue == ()
    assert _class(found).marks == (Mark(Field.COS, 5),)
    (residue,) = device("policy-map p\n class c\n  set dscp\n").residue
    assert (residue.state, residue.reason) == (SupportState.UNKNOWN, "a value is missing")


def test_policies_of_a_type_on_an_interface() -> None:
    found = device(
        f"{NX}interface Ethernet1/1\n  service-policy type qos input a\n"
        "  service-policy type queuing output b\n  service-policy type qos output c\n"
    )
    port = found.ports["Ethernet1/1"]
    assert [stage.policy.name for stage in port.input] == ["a"]
    assert [stage.policy.name for stage in port.output] == ["c", "b"]
    assert _reasons(found) == []


def test_policies_of_the_whole_switch_hold_where_a_port_has_none() -> None:
    found = device(
        f"{NX}system qos\n  service-policy type qos input a\n"
        "  service-policy type queuing output q\n"
        "interface Ethernet1/1\ninterface Ethernet1/2\n  service-policy type qos input b\n"
        "interface mgmt0\n"
    )
    names = {
        name: [stage.policy.name for stage in (*port.input, *port.output)]
        for name, port in found.ports.items()
    }
    assert names == {"Ethernet1/1": ["a", "q"], "Ethernet1/2": ["b", "q"], "mgmt0": []}
    assert _reasons(found) == []


def test_policies_of_a_whole_switch_without_ports_are_recognised() -> None:
    found = device(f"{NX}system qos\n  service-policy type qos input a\n")
    assert set(_reasons(found)) == {"there is no switch port in the text"}


def test_a_share_of_nothing_is_one_of_a_nexus_only() -> None:
    found = nx("bandwidth remaining percent 0")
    assert _class(found).excess == Rate(0, RateBase.REMAINING)
    assert _class(nx("bandwidth percent 0")).guarantee == Rate(0, RateBase.PERCENT)
    assert _reasons(found) == []
    ios = device("policy-map p\n class c\n  bandwidth remaining percent 0\n")
    assert _class(ios).excess is None
    assert "a share of nothing is not in the model" in [one.reason for one in ios.residue]


@pytest.mark.parametrize(
    ("port", "largest"),
    [
        ("GigabitEthernet0/0/0/1", 9000),
        ("Bundle-Ether1", 9000),
        ("Bundle-Ether1.10", 8996),
        ("POS0/1/0/0", 9010),
        ("tunnel-ip1", 9014),
    ],
)
def test_ios_xr_counts_the_header_of_the_frame_in_an_mtu(port: str, largest: int) -> None:
    found = device(f"{XR}interface {port}\n mtu 9014\n")
    assert next(reversed(found.ports.values())).mtu == largest


def test_ios_does_not() -> None:
    port = "GigabitEthernet0/1"
    assert device(f"interface {port}\n mtu 9014\n").ports[port].mtu == 9014
