"""One policy on several ports, or in several classes: its defaults are worked out at each place.

Figures by hand. Cisco, "QoS: Percentage-Based Policing": CIR and bursts are calculated from the
bandwidth of each interface that the policy map is attached to.
"""

from __future__ import annotations

import json
import re

import pytest

import qosc
from qosc.amounts import Depth, DepthUnit
from qosc.api import verify_script
from qosc.datapath import with_defaults
from qosc.fields import Field
from qosc.ir import (
    Anything,
    Attachment,
    Device,
    Policy,
    Port,
    Reference,
    RefKind,
    TrafficClass,
    Wred,
)
from qosc.ir.resolve import resolve
from qosc.profiles import profile
from qosc.profiles.model import Fact
from qosc.render.shows.model import show_loose_policies, show_port
from qosc.render.style import Style
from qosc.targets.ir import dump, parse

AF21 = "class-map match-any EF\n match dscp af21\n"
WIDE = Style(room=400)
GIGABIT, SERIAL = "GigabitEthernet0/0", "Serial0/0/0"


def config(action: str, *ports: str, platform: str = "ios-15") -> qosc.Config:
    text = f"{AF21}policy-map OUT\n class EF\n  {action}\n"
    text += "".join(f"interface {name}\n service-policy output OUT\n" for name in ports)
    return qosc.loads(text, platform=platform)


def shown(found: qosc.Config, port: str) -> str:
    """What `show` says of a port, without line breaks and runs of spaces."""
    device = found.complete_device
    return " ".join(" ".join(show_port(device, device.ports[port], found.profile, WIDE)).split())


def compiled(found: qosc.Config, target: str, port: str) -> str:
    made = qosc.compile(found, target=target, interface=port, allow_loss=True)
    return "\n".join(file.text for file in made.files)


def tc_bursts(script: str) -> list[str]:
    return re.findall(r"police .*?burst (\w+)", script)


@pytest.mark.parametrize(
    ("action", "port", "rate", "burst"),
    [
        # 250 ms of 10 % of 1 Gbit/s, and of 10 % of 1544 kbit/s.
        ("police cir percent 10", GIGABIT, 100_000_000, 3_125_000),
        ("police cir percent 10", SERIAL, 154_400, 4_825),
        # 200 ms of the same.
        ("priority percent 10", GIGABIT, 100_000_000, 2_500_000),
        ("priority percent 10", SERIAL, 154_400, 3_860),
    ],
)
def test_a_burst_follows_from_the_port_of_each_attachment(
    action: str, port: str, rate: int, burst: int
) -> None:
    both = config(action, GIGABIT, SERIAL)
    assert f"burst {burst} bytes" in shown(both, port)
    scenario = compiled(both, "sim", port)
    key = "burst_bytes" if "priority" in action else "cbs_bytes"
    assert re.search(rf"{key}: {burst}\b", scenario)
    assert re.search(rf"_bps: {rate}\b", scenario)
    alone = config(action, port)
    script = compiled(both, "tc", port)
    assert tc_bursts(script)
    assert tc_bursts(script) == tc_bursts(compiled(alone, "tc", port))


def test_each_script_of_a_policy_on_two_ports_is_verified() -> None:
    both = config("police cir percent 10", GIGABIT, SERIAL)
    made = qosc.compile(both, target="tc", allow_loss=True)
    (script,) = (file.text for file in made.files)
    found = verify_script(both, script, made.ledger)
    assert not found.differences


def test_a_queue_of_each_port_has_its_own_depth() -> None:
    # IOS XR: a queue holds 100 ms of its part of the link, a fifth: of 200 Mbit/s, 2 Gbit/s and
    # 20 Gbit/s. That of class-default is four times as deep.
    ports = {
        "GigabitEthernet0/0/0/0": 2_500_000,
        "TenGigE0/0/0/1": 25_000_000,
        "HundredGigE0/0/0/2": 250_000_000,
    }
    text = (
        f"{AF21} end-class-map\npolicy-map OUT\n class EF\n  bandwidth remaining percent 20\n"
        " class class-default\n end-policy-map\n"
    )
    text += "".join(f"interface {name}\n service-policy output OUT\n" for name in ports)
    found = qosc.loads(text, platform="ios-xr")
    for name, depth in ports.items():
        assert f"{depth} bytes" in shown(found, name)
        scenario = compiled(found, "sim", name)
        assert set(re.findall(r"\bbytes: (\d+)", scenario)) == {str(depth), str(4 * depth)}
        assert len(re.findall(r"(?:limit|bytes) \d+b?", compiled(found, "tc", name))) >= 2
    script = compiled(found, "tc", "TenGigE0/0/0/1")
    assert "limit 25000000b" in script
    assert "limit 2500000b" not in script


def test_a_child_policy_below_two_shapers_of_one_policy_has_two_bursts() -> None:
    # 250 ms of 10 % of 10 Mbit/s, and of 20 Mbit/s.
    text = (
        f"{AF21}class-map match-any A\n match dscp 1\nclass-map match-any B\n match dscp 2\n"
        "policy-map IN\n class EF\n  police cir percent 10\n"
        "policy-map OUT\n class A\n  shape average 10000000\n  service-policy IN\n"
        " class B\n  shape average 20000000\n  service-policy IN\n"
        f"interface {GIGABIT}\n service-policy output OUT\n"
    )
    found = qosc.loads(text, platform="ios-15")
    assert re.findall(r"10% = (\d) Mbit/s, burst (\d+) bytes", shown(found, GIGABIT)) == [
        ("1", "31250"),
        ("2", "62500"),
    ]
    scenario = compiled(found, "sim", GIGABIT)
    meters = re.findall(r"cir_bps: (\d+),\s+cbs_bytes: (\d+)", scenario)
    assert meters == [("1000000", "31250"), ("2000000", "62500")]
    assert len(set(tc_bursts(compiled(found, "tc", GIGABIT)))) == 2


def test_rate_and_burst_of_a_child_below_a_peak_shaper_have_one_base() -> None:
    # shape peak: CIR * (1 + Be / Bc), and Be is Bc: 1536 kbit/s. 10 % of that, and 250 ms of it.
    text = (
        f"{AF21}policy-map IN\n class EF\n  police cir percent 10\n"
        "policy-map OUT\n class class-default\n  shape peak 768000\n  service-policy IN\n"
        f"interface {GIGABIT}\n service-policy output OUT\n"
    )
    found = qosc.loads(text, platform="ios-15")
    assert "10% = 153600 bit/s, burst 4800 bytes" in shown(found, GIGABIT)
    scenario = compiled(found, "sim", GIGABIT)
    assert re.findall(r"cir_bps: (\d+),\s+cbs_bytes: (\d+)", scenario) == [("153600", "4800")]


def test_bursts_in_time_of_a_peak_shaper_are_of_its_committed_rate() -> None:
    # CIR 500 Mbit/s: 20 ms of it are 1250000 bytes, Bc and Be 2500000; Be / Bc makes 1 Gbit/s.
    text = (
        "policy-map OUT\n class class-default\n  shape peak percent 50 20 ms 20 ms\n"
        "interface TenGigabitEthernet0/0\n bandwidth 1000000\n service-policy output OUT\n"
    )
    found = qosc.loads(text, platform="ios-15")
    port = "TenGigabitEthernet0/0"
    scenario = compiled(found, "sim", port)
    assert re.findall(r"rate_bps: (\d+), burst_bytes: (\d+)", scenario) == [
        ("1000000000", "2500000")
    ]
    made = qosc.compile(found, target="tc", interface=port, allow_loss=True)
    script = "\n".join(file.text for file in made.files)
    ((rate, bucket),) = re.findall(r"classid 1:10 .*ceil (\d+)bit .*cburst (\d+)b", script)
    assert rate == "1000000000"
    assert 2_500_000 <= int(bucket) <= 2_500_200
    assert not verify_script(found, script, made.ledger).differences


def test_a_port_of_unknown_speed_has_no_figure_in_bytes_beside_one_of_known_speed() -> None:
    found = config("police cir percent 10", GIGABIT, "Tunnel0")
    assert "burst 3125000 bytes" in shown(found, GIGABIT)
    assert "bytes" not in shown(found, "Tunnel0")
    assert "burst" not in shown(found, "Tunnel0")


def test_drop_curves_follow_the_limit_of_each_port() -> None:
    # No platform here has limits in bytes and a known drop probability: one made of IOS XR. The
    # maximum is half of the limit, the minimum of precedence 0 half of the maximum.
    made = profile("ios-xr")._replace(wred_denominator=Fact(10, "a made-up platform"))
    wred = TrafficClass("class-default", Anything(), wred=Wred(Field.PRECEDENCE))
    reference = Reference(RefKind.POLICY_MAP, "P")
    names = ("GigabitEthernet0/0/0/0", "TenGigE0/0/0/1")
    device = with_defaults(
        Device(
            ports={name: Port(name, output=(Attachment(reference),)) for name in names},
            policies={"P": Policy("P", (wred,))},
        ),
        made,
    )
    ends = []
    for port in device.ports.values():
        (stage,) = port.output
        assert isinstance(stage, Attachment)
        policy = resolve(device, stage.policy)
        assert isinstance(policy, Policy)
        curves = policy.classes[0].wred.curves if policy.classes[0].wred else ()
        ends.append((curves[0].minimum, curves[0].maximum))
    assert ends == [
        (Depth(3_125_000, DepthUnit.BYTES, "ios-xr"), Depth(6_250_000, DepthUnit.BYTES, "ios-xr")),
        (
            Depth(31_250_000, DepthUnit.BYTES, "ios-xr"),
            Depth(62_500_000, DepthUnit.BYTES, "ios-xr"),
        ),
    ]


def test_ports_of_one_speed_share_one_policy() -> None:
    ports = [f"GigabitEthernet0/{number}" for number in range(250)]
    ports += [f"FastEthernet1/{number}" for number in range(250)]
    device = config("police cir percent 10", *ports).complete_device
    assert len(device.applied) == 2
    stages = [stage for port in device.ports.values() for stage in port.output]
    assert {stage.policy.use for stage in stages if isinstance(stage, Attachment)} == set(
        device.applied
    )


def test_nothing_is_held_twice_where_all_places_agree() -> None:
    for device in (
        config("police cir percent 10", "GigabitEthernet0/0", "GigabitEthernet0/1").complete_device,
        config("police 64000", GIGABIT, SERIAL).complete_device,
    ):
        assert not device.applied
        assert device.policies["OUT"].classes[0].policers[0].meter.cbs is not None


def test_a_definition_has_no_default_where_its_places_disagree() -> None:
    device = config("police cir percent 10", GIGABIT, SERIAL).complete_device
    assert device.policies["OUT"].classes[0].policers[0].meter.cbs is None


def test_a_policy_that_nothing_applies_is_shown_with_the_child_that_it_would_have() -> None:
    text = (
        f"{AF21}policy-map IN\n class EF\n  police cir percent 10\n"
        "policy-map LOOSE\n class class-default\n  shape average 10000000\n  service-policy IN\n"
        f"interface {GIGABIT}\n service-policy output IN\n"
    )
    found = qosc.loads(text, platform="ios-15")
    assert "burst 3125000 bytes" in shown(found, GIGABIT)
    loose = " ".join(
        " ".join(show_loose_policies(found.complete_device, found.profile, WIDE)).split()
    )
    assert "10% = 1 Mbit/s, burst 31250 bytes" in loose


NESTED = (
    f"{AF21}policy-map IN\n class EF\n  police cir percent 10\n"
    "policy-map OUT\n class class-default\n  shape average percent 50\n  service-policy IN\n"
    f"interface {GIGABIT}\n service-policy output OUT\n"
    f"interface {SERIAL}\n service-policy output OUT\n service-policy input IN\n"
)
LOOP = (
    f"{AF21}policy-map A\n class EF\n  police cir percent 10\n  service-policy B\n"
    "policy-map B\n class EF\n  police cir percent 5\n  shape average percent 50\n"
    "  service-policy A\n class class-default\n  service-policy C\n"
    "policy-map C\n class EF\n  police cir percent 5\n"
    f"interface {GIGABIT}\n service-policy output A\n"
    f"interface {SERIAL}\n service-policy output B\n"
)
CIRCUIT = "interface ATM1/0.108 point-to-point\n pvc 4/108\n  vbr-nrt 1000 500 10\n"


@pytest.mark.parametrize("platform", ["ios-12", "ios-xe", "ios-xr"])
@pytest.mark.parametrize("text", [NESTED, LOOP, CIRCUIT], ids=["nested", "loop", "circuit"])
def test_filling_in_twice_changes_nothing(text: str, platform: str) -> None:
    once = qosc.loads(text, platform=platform).complete_device
    assert with_defaults(once, profile(platform)) == once


def test_percentages_of_a_child_follow_from_port_and_shaper() -> None:
    # 10 % of 50 % of 1 Gbit/s; of 50 % of 1544 kbit/s; and on input, 10 % of 1544 kbit/s.
    found = qosc.loads(NESTED, platform="ios-15")
    assert re.findall(r"burst (\d+) bytes", shown(found, GIGABIT)) == ["1562500"]
    assert re.findall(r"burst (\d+) bytes", shown(found, SERIAL)) == ["4825", "2412"]


def test_policies_that_contain_each_other_are_the_same_at_every_level() -> None:
    found = qosc.loads(LOOP, platform="ios-15")
    assert not any(use.startswith(("A ", "B ")) for use in found.complete_device.applied)
    for target in ("sim", "tc", "ir"):
        made = qosc.compile(found, target=target, interface=GIGABIT, allow_loss=True)
        assert made.ledger
    codes = [finding.code for finding in qosc.check(found)]
    assert codes.count("QOS007") == 1


def test_policies_that_multiply_with_each_level_are_bounded() -> None:
    # Each level has ten classes with another shaper: ten times as many bases a level.
    text = "".join(f"class-map match-any K{n}\n match dscp {n}\n" for n in range(10))
    for level in range(8):
        text += f"policy-map P{level}\n"
        for n in range(10):
            text += f" class K{n}\n  shape average percent {50 + n}\n"
            text += f"  service-policy P{level + 1}\n"
    text += "policy-map P8\n class K1\n  police cir percent 10\n"
    text += f"interface {GIGABIT}\n service-policy output P0\n"
    device = qosc.loads(text, platform="ios-15").complete_device
    assert 1_000 < sum(len(policy.classes) for policy in device.applied.values()) < 300_000


def test_the_model_as_json_holds_each_kind_of_a_policy_once() -> None:
    device = config("police cir percent 10", GIGABIT, SERIAL).complete_device
    text = dump(device)
    assert parse(text) == device
    written = json.loads(text)
    assert list(written["applied"]) == ["OUT at 1000000000 bit/s", "OUT at 1544000 bit/s"]
    (stage,) = written["ports"][SERIAL]["output"]
    assert stage["policy"]["use"] == "OUT at 1544000 bit/s"


@pytest.mark.parametrize(
    "lines",
    [
        "police cir percent 10",
        "priority percent 50",
        "bandwidth percent 90",
        "police 64000 1500",
        "random-detect\n  bandwidth percent 10",
        "shape average percent 20",
    ],
)
def test_no_finding_is_doubled_by_a_second_speed(lines: str) -> None:
    def findings(*ports: str) -> list[tuple[str, int]]:
        return [(each.code, each.primary.line) for each in qosc.check(config(lines, *ports))]

    both = findings(GIGABIT, SERIAL)
    assert len(set(both)) == len(both)
    assert set(findings(GIGABIT)) <= set(both)


def test_a_mark_that_nothing_matches_is_told_once_for_ports_of_two_speeds() -> None:
    ports = "".join(
        f"interface {port}\n service-policy input IN\n service-policy output OUT\n"
        for port in (GIGABIT, SERIAL)
    )
    text = (
        "version 15.4\nclass-map V\n match dscp ef\nclass-map W\n match dscp cs1\n"
        "policy-map OUT\n class V\n  bandwidth percent 20\n"
        "policy-map IN\n class V\n  police cir percent 10 conform-action set-dscp-transmit 10\n"
        f" class W\n  set dscp ef\n{ports}"
    )
    found = [each for each in qosc.check(qosc.loads(text)) if each.code == "QOS201"]
    assert [(each.primary.line, str(each.severity)) for each in found] == [(11, "warning")]
