"""`deny` in the list of a class, on routers that ignore it and on those that do not.

Cisco, Modular QoS Command Reference for NCS 5500 and NCS 540, match access-group: within a
class-map the deny action is ignored, and traffic is classified by what the entries match. So the
calls from 10.1.0.0/16 are of the class there, by the manual, and outside it by that of IOS.
"""

from __future__ import annotations

from ipaddress import ip_address

import pytest
import yaml

import qosc
from qosc.fields import Field
from qosc.targets.tc.model import Filter
from tests import wire
from tests.judged.scenario_walk import Walk
from tests.laws.packets.packet_oracle import build
from tests.targets.tc_machine import run
from tests.targets.tc_reading import read_script

TEXT = """
ipv4 access-list CALLS
 10 deny udp 10.1.0.0 0.0.255.255 any eq 5060
 20 permit udp any any eq 5060
!
class-map match-any CALLS
 match access-group ipv4 CALLS
 end-class-map
!
policy-map IN
 class CALLS
  police rate 10 mbps
 !
 class class-default
 !
 end-policy-map
!
interface HundredGigE0/0/0/1
 service-policy input IN
!
"""
DENIED = "udp 10.1.0.1:9000 > 192.0.2.1:5060 len 200"
OTHER = "udp 10.2.0.1:9000 > 192.0.2.1:5060 len 200"
LAST = TEXT.replace("any any eq 5060", "any any eq 5060\n 30 deny ipv4 any any")


def config(platform: str, text: str = TEXT) -> qosc.Config:
    return qosc.loads(text, name="a.cfg", platform=platform)


@pytest.mark.parametrize(
    ("platform", "packet", "taken"),
    [
        ("ios-xr-ncs", DENIED, True),
        ("ios-xr-ncs", OTHER, True),
        ("ios-xr", DENIED, False),
        ("ios-xr", OTHER, True),
    ],
)
def test_trace_has_the_packet_in_the_class_of_the_platform(
    platform: str, packet: str, taken: bool
) -> None:
    told = str(qosc.trace_packet(config(platform), packet, entered="HundredGigE0/0/0/1"))
    assert ("class CALLS of policy-map IN matches" in told) is taken


def test_trace_says_that_the_action_is_ignored() -> None:
    traced = qosc.trace_packet(config("ios-xr-ncs"), DENIED, entered="HundredGigE0/0/0/1")
    told = " ".join(str(traced).split())
    assert "deny udp and from 10.1.0.0/16 and port 5060; the action is ignored" in told


def test_show_has_no_exception_where_the_platform_makes_none() -> None:
    shown = " ".join(str(qosc.show(config("ios-xr-ncs"))).split())
    assert "except" not in shown
    assert "(its deny is ignored)" in shown
    assert "except (udp" in " ".join(str(qosc.show(config("ios-xr"))).split())


@pytest.mark.parametrize(("platform", "same"), [("ios-xr-ncs", True), ("ios-xr", False)])
def test_diff_of_deny_and_permit(platform: str, same: bool) -> None:
    permits = config(platform, TEXT.replace("10 deny", "10 permit"))
    told = str(qosc.diff(config(platform), permits))
    assert ("No change" in told) is same


@pytest.mark.parametrize(("platform", "taken"), [("ios-xr-ncs", True), ("ios-xr", False)])
def test_a_script_and_a_scenario_police_the_packets_or_not(platform: str, taken: bool) -> None:
    made = qosc.compile(config(platform), target="tc", allow_loss=True)
    (plan,) = read_script(made.files[0].text)
    filters = [command.node for command in plan.commands if isinstance(command.node, Filter)]
    values: dict[Field, int | str] = {
        Field.VERSION: 4,
        Field.SRC4: int(ip_address("10.1.0.1")),
        Field.DST4: int(ip_address("192.0.2.1")),
        Field.PROTOCOL: 17,
        Field.SRC_PORT: 9000,
        Field.DST_PORT: 5060,
    }
    assert run(filters, build(values), lambda _: False).dropped is taken
    made = qosc.compile(config(platform), target="sim", allow_loss=True)
    (port,) = yaml.safe_load(made.files[0].text)["ports"]
    walk = Walk(wire.Packet(src="10.1.0.1", dst="192.0.2.1", protocol=17, dst_port=5060))
    walk.go(port["input"])
    assert walk.taken == (["CALLS"] if taken else ["class-default"])


def test_a_last_line_that_denies_the_rest_takes_it_into_the_class() -> None:
    told = qosc.trace_packet(
        config("ios-xr-ncs", LAST), "tcp 10.9.0.1 > 192.0.2.1:80", entered="HundredGigE0/0/0/1"
    )
    assert "class CALLS of policy-map IN matches" in str(told)


def test_the_user_is_told_once_for_a_list() -> None:
    found = [one for one in qosc.check(config("ios-xr-ncs", LAST)) if one.code == "QOS128"]
    assert [(one.primary.line, one.message) for one in found] == [
        (3, "2 deny entries of access-list CALLS are ignored in a class")
    ]
    assert not [one for one in qosc.check(config("ios-xr", LAST)) if one.code == "QOS128"]


@pytest.mark.parametrize("target", ["tc", "sim"])
def test_the_ledger_says_that_routers_of_ios_xr_differ(target: str) -> None:
    made = qosc.compile(config("ios-xr"), target=target, allow_loss=True)
    rows = {str(one.fidelity) for one in made.ledger if "deny action is ignored" in one.note}
    assert rows
    assert "exact" not in rows
    made = qosc.compile(config("ios-xr-ncs"), target=target, allow_loss=True)
    assert not [one for one in made.ledger if "deny action is ignored" in one.note]
