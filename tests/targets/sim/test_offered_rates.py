"""How much the made-up traffic offers: shapers around classes, ranks, and links that are fast."""

from __future__ import annotations

import pytest

import qosc
from qosc.scenario import Scenario, load
from qosc.scenario.cost import estimate
from qosc.simulator import Result, simulate

BRANCH = """\
hostname branch
class-map match-all VOICE
 match ip dscp ef
class-map match-all VIDEO
 match ip dscp af41
class-map match-all GOLD
 match ip dscp af31
class-map match-all VPN
 match access-group name TUNNELS
ip access-list extended TUNNELS
 permit gre any any
policy-map QUEUES
 class VOICE
  priority 1000
 class VIDEO
  bandwidth 3000
 class GOLD
  bandwidth 2000
 class class-default
  bandwidth 1000
policy-map SITES
 class VOICE
  priority 400
 class class-default
policy-map SHAPED
 class VPN
  shape average 2000000
  service-policy SITES
 class class-default
  shape average 8000000
  service-policy QUEUES
policy-map IN
 class VIDEO
  police 6000000 60000 conform-action transmit exceed-action drop
interface GigabitEthernet0/0
 ip address 192.0.2.1 255.255.255.0
 service-policy output SHAPED
interface GigabitEthernet0/1
 ip address 10.0.0.1 255.255.255.0
 service-policy input IN
"""
EDGE = """\
system { host-name edge; }
interfaces {
    ge-0/0/0 { speed 1g; unit 0 { family inet { address 192.0.2.1/24; } } }
    xe-0/0/1 { unit 0 { family inet { filter { input classify; } address 10.0.0.1/24; } } }
    xe-0/0/2 { unit 0 { family inet { address 10.0.1.1/24; } } }
}
firewall { family inet { filter classify {
    term voice { from { dscp ef; } then { forwarding-class voice; accept; } }
    term data { from { destination-port 80; } then { forwarding-class data; accept; } }
    term rest { then accept; }
} } }
class-of-service {
    forwarding-classes {
        queue 0 best-effort; queue 1 data; queue 2 video; queue 3 voice; queue 4 control;
    }
    classifiers {
        dscp marks {
            forwarding-class video { loss-priority low code-points af41; }
            forwarding-class control { loss-priority low code-points cs6; }
        }
    }
    interfaces {
        ge-0/0/0 { scheduler-map out; }
        xe-0/0/2 { unit 0 { classifiers { dscp marks; } } }
    }
    scheduler-maps { out {
        forwarding-class voice scheduler voice; forwarding-class video scheduler video;
        forwarding-class data scheduler data; forwarding-class best-effort scheduler rest;
        forwarding-class control scheduler control;
    } }
    schedulers {
        voice { shaping-rate percent 5; priority strict-high; }
        control { shaping-rate percent 5; priority high; }
        video { shaping-rate percent 30; priority medium-high; }
        data { transmit-rate percent 40; priority low; }
        rest { transmit-rate remainder; priority low; }
    }
}
"""
ACCESS = """\
hostname access
mls qos
interface GigabitEthernet0/1
 speed 100
 mls qos trust dscp
 srr-queue bandwidth share 10 20 30 40
 srr-queue bandwidth shape 8 0 0 0
 priority-queue out
interface GigabitEthernet0/2
 mls qos trust cos
"""
DEVICES = {
    "branch": (BRANCH, "ios-15", "GigabitEthernet0/0"),
    "edge": (EDGE, "junos-mx", "ge-0/0/0"),
    "access": (ACCESS, "cat3750", "GigabitEthernet0/1"),
}


def made(name: str) -> Scenario:
    text, platform, port = DEVICES[name]
    config = qosc.loads(text, platform=platform)
    artefact = qosc.compile(config, target="sim", interface=port, allow_loss=True)
    (file,) = artefact.files
    scenario = load(file.text, file.name)
    assert isinstance(scenario, Scenario), scenario
    return scenario


@pytest.fixture(scope="module", params=DEVICES)
def whole(request) -> tuple[str, Scenario, Result]:
    scenario = made(request.param)
    return request.param, scenario, simulate(scenario)


def rates(scenario: Scenario) -> tuple[dict[str, int], dict[str, int]]:
    """The bit/s that each class is offered in the first part of the time and in the second."""
    parts: tuple[dict[str, int], dict[str, int]] = ({}, {})
    for each in scenario.traffic:
        if each.kind == "cbr":
            name = each.name.partition(", ")[0]
            if each.start_us < scenario.duration_ms * 500:
                parts[0][name] = each.rate_bps
            if each.stop_us is None:
                parts[1][name] = each.rate_bps
    return parts


def test_the_classes_below_each_shaper_want_more_than_it_lets_through() -> None:
    # The link has 1 Gbit/s, and the two shapers 2 and 8 Mbit/s.
    for part in rates(made("branch")):
        inside = {name: rate for name, rate in part.items() if name.startswith("class-default >")}
        assert len(inside) == 4
        assert 1.2 * 8_000_000 < sum(inside.values()) < 1.6 * 8_000_000
    first, second = (sum(r for n, r in p.items() if "VPN" in n) for p in rates(made("branch")))
    assert max(first, second) > 1.2 * 2_000_000


def test_each_class_is_below_its_share_once_and_above_it_once(whole) -> None:
    name, scenario, _ = whole
    words = {each.name for each in scenario.traffic}
    for below in (each for each in words if each.endswith(", below its share")):
        assert below.replace("below", "above") in words
    constant = {each for each in words if " its share" not in each} - {"ping"}
    wanted = {
        "branch": {"VPN > VOICE", "class-default > VOICE"},
        "edge": {"voice", "control", "video"},  # video has no rate of its own: next to nothing
        "access": {"queue 1"},
    }
    assert constant == wanted[name]


def test_each_class_of_a_whole_device_has_packets(whole) -> None:
    name, _, result = whole
    for flow in result.flows:
        assert flow["sent_packets"] >= 2, flow["name"]
    rows = [
        row
        for row in result.classes
        if row["side"] == "output" and row["policy"] and row["port"].endswith(DEVICES[name][2])
    ]
    assert rows
    assert [row["name"] for row in rows if not row["arrived_packets"]] == []
    lost = {row["name"] for row in rows if row["dropped_packets"]}
    assert lost, "nothing is overloaded"


def test_what_a_priority_class_and_one_below_its_share_are_offered_arrives(whole) -> None:
    _, _, result = whole
    quiet = [
        flow
        for flow in result.flows
        if flow["kind"] == "cbr" and "above" not in flow["name"] and flow["name"] != "video"
    ]
    assert len(quiet) >= 4
    for flow in quiet:
        lost = sum(each["packets"] for each in flow["drops"].values())
        # What the other part of the time has left in a queue of drop probabilities may cost some.
        assert lost <= 0.01 * flow["sent_packets"], flow["name"]


def test_no_access_link_is_narrower_than_what_its_host_sends(whole) -> None:
    _, scenario, result = whole
    links = {
        end.node: link.rate_bps
        for link in scenario.links
        for end in link.ends
        if end.node.startswith("sender")
    }
    for host, rate in links.items():
        mine = [each for each in scenario.traffic if each.kind == "cbr" and each.source == host]
        for before, after in ((True, False), (False, True)):
            at_once = [
                each
                for each in mine
                if (before and each.start_us < scenario.duration_ms * 500)
                or (after and each.stop_us is None)
            ]
            assert rate >= 2 * sum(each.rate_bps for each in at_once)
    lost = sum(sum(each["packets"] for each in flow["drops"].values()) for flow in result.flows)
    assert lost == sum(row["dropped_packets"] for row in result.classes)


def test_packets_are_jittered_and_the_run_is_as_long_as_they_are_few(whole) -> None:
    _, scenario, _ = whole
    for each in scenario.traffic:
        if each.kind == "cbr":
            interval_ns = each.packet_bytes * 8_000_000_000 // each.rate_bps
            assert 0 < each.jitter_ns <= interval_ns // 4
    events = estimate(scenario).events
    assert events <= 330_000
    assert events >= 200_000 or scenario.duration_ms == 30_000


def test_a_class_that_goes_first_beyond_its_guarantee_leaves_most_to_the_others() -> None:
    # Priority high with a shaper of 5 % of 1 Gbit/s: less than that, whatever its weight is.
    first, second = rates(made("edge"))
    assert first["control"] == second["control"]
    assert 30_000_000 < first["control"] < 50_000_000
    assert first["data"] + second["data"] > 400_000_000
