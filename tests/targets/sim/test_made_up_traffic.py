"""The traffic that is made up for a config that brings none."""

from __future__ import annotations

import pytest

import qosc
from qosc.fields import Field
from qosc.scenario import Scenario, header_values, load
from qosc.scenario.cost import estimate
from qosc.simulator import Result, simulate

TEXT = (
    "interface GigabitEthernet3/1\n wrr-queue bandwidth {}\n wrr-queue cos-map 1 1 0\n"
    " wrr-queue cos-map 2 1 1 2 3 4 5 6 7\n"
)


def ping(weights: str) -> bool:
    """Whether the ping has a precedence, and so goes to queue 2."""
    config = qosc.loads(TEXT.format(weights), platform="cat6500")
    (file,) = qosc.compile(config, target="sim").files
    scenario = load(file.text, "made.yaml")
    assert isinstance(scenario, Scenario)
    (found,) = (source for source in scenario.traffic if source.name == "ping")
    return bool(found.model_dump(by_alias=True)["header"].get("dscp", 0))


def test_the_ping_is_in_the_class_with_the_largest_weight() -> None:
    assert not ping("99 1")
    assert ping("1 99")


# Each class is offered packets that reach it, below its share and above it


def simulated(text: str, platform: str | None = None, **options: object) -> tuple[Scenario, Result]:
    scenario = made(text, platform, **options)
    return scenario, simulate(scenario)


def made(text: str, platform: str | None = None, **options: object) -> Scenario:
    artefact = qosc.compile(qosc.loads(text, platform=platform), target="sim", **options)
    (file,) = artefact.files
    scenario = load(file.text, file.name)
    assert isinstance(scenario, Scenario), scenario
    return scenario


VOICE = """\
class-map match-all VOICE
 match ip dscp ef
class-map match-all GOLD
 match ip dscp af31
class-map match-all TUNNEL
 match access-group 150
access-list 150 permit gre any any
policy-map QUEUES
 class VOICE
  priority 500
 class GOLD
  bandwidth 800
 class TUNNEL
  bandwidth 200
 class class-default
policy-map SHAPED
 class class-default
  shape average 2000000
  service-policy QUEUES
interface FastEthernet0/0
 service-policy output SHAPED
"""


@pytest.fixture(scope="module")
def voice() -> tuple[Scenario, Result]:
    return simulated(VOICE, "ios-12")


def sent(scenario: Scenario) -> dict[str, int]:
    return {each.name: each.rate_bps for each in scenario.traffic if each.kind == "cbr"}


def test_the_traffic_is_sized_by_the_shaper_and_not_by_the_link(voice) -> None:
    scenario, _ = voice
    rates = sent(scenario)
    for part in ("below", "above"):
        names = [name for name in rates if part in name]
        assert len(names) == 3
    first = [each for each in scenario.traffic if each.kind == "cbr" and each.start_us < 1_000_000]
    # 1.25 of 2 Mbit/s, less what frames have beside IP; the link is of 100 Mbit/s.
    assert 2_000_000 < sum(each.rate_bps for each in first) < 3_500_000


def test_voice_stays_below_its_bound_and_loses_nothing(voice) -> None:
    _, result = voice
    found = result.of_class("VOICE")
    assert found["arrived_packets"] > 100
    assert found["drops"] == {}


def test_every_class_gets_packets_and_its_guarantee_and_some_are_too_many(voice) -> None:
    _, result = voice
    for name, share in (("GOLD", 800_000), ("TUNNEL", 200_000)):
        found = result.of_class(name)
        arriving = found["arrived_bytes"] * 8000 / result.measured_ms
        assert found["throughput_bps"] >= 0.94 * min(share, arriving) > 0
    lost = sum(row["dropped_packets"] for row in result.classes if row["name"] == "GOLD")
    assert lost > 0


def test_a_protocol_without_ports_is_sent_without_them(voice) -> None:
    scenario, _ = voice
    source = next(each for each in scenario.traffic if "TUNNEL" in each.name)
    assert source.header[Field.PROTOCOL] == 47
    assert Field.DST_PORT not in header_values(source, 1, 2)


def test_nothing_is_lost_before_the_router(voice) -> None:
    _, result = voice
    lost = sum(sum(each["packets"] for each in flow["drops"].values()) for flow in result.flows)
    assert lost == sum(row["dropped_packets"] for row in result.classes)


def test_a_fast_port_has_a_short_run_within_the_budget() -> None:
    text = """\
class-map match-all A
 match ip dscp ef
policy-map P
 class A
  bandwidth percent 30
 class class-default
interface HundredGigE0/0
 service-policy output P
"""
    scenario = made(text, "ios-xe", allow_loss=True)
    assert scenario.duration_ms < 100
    assert estimate(scenario).events < 1_000_000
    fast = min(link.rate_bps for link in scenario.links)
    assert max(sent(scenario).values()) > fast // 2


def test_what_a_policer_of_the_input_marks_down_feeds_its_class() -> None:
    text = """\
class-map match-all DOWN
 match ip precedence 1
class-map match-all UP
 match ip precedence 5
policy-map QUEUES
 class UP
  bandwidth 500
 class DOWN
  bandwidth 500
interface Serial0/0
 bandwidth 2000
 service-policy output QUEUES
interface FastEthernet0/0
 rate-limit input 400000 8000 8000 {}
"""
    marks = "conform-action set-prec-transmit 5 exceed-action set-prec-transmit 1"
    scenario, result = simulated(text.format(marks), "ios-12")
    assert {name.partition(",")[0] for name in sent(scenario)} >= {"UP", "DOWN"}
    for name in ("UP", "DOWN"):
        assert result.of_class(name)["arrived_packets"] > 100


def test_a_policer_of_an_input_is_met_and_kept() -> None:
    text = """\
policy-map IN
 class class-default
  police 1000000 8000 conform-action transmit exceed-action drop
interface FastEthernet0/0
 service-policy input IN
"""
    scenario = made(text, "ios-12")
    assert sorted(sent(scenario).values()) == [500_000, 1_500_000]


GROUPS = """\
class-map match-all NEVER
 match qos-group 5
class-map match-all FIRST
 match ip dscp ef
class-map match-all SHADOWED
 match ip dscp ef
policy-map P
 class {}
  bandwidth 100
 class FIRST
  bandwidth 100
 class SHADOWED
  bandwidth 100
interface Serial0/0
 bandwidth 2000
 service-policy output P
"""


def test_a_class_that_no_packet_reaches_is_a_loss() -> None:
    artefact = qosc.compile(qosc.loads(GROUPS.format("NEVER"), platform="ios-12"), target="sim")
    assert [entry.path for entry in artefact.losses] == ["Serial0/0 > traffic > class NEVER"]
    assert artefact.losses[0].origin.line == 8
    assert artefact.files == ()


def test_a_class_that_its_own_definition_leaves_empty_is_told_and_no_loss() -> None:
    config = qosc.loads(GROUPS.replace(" class {}\n  bandwidth 100\n", ""), platform="ios-12")
    artefact = qosc.compile(config, target="sim")
    assert artefact.losses == ()
    assert "# no traffic for SHADOWED: no packet can be in it" in artefact.files[0].text


def test_a_class_by_the_input_interface_is_reached_through_that_one() -> None:
    text = """\
class-map match-all LAN
 match input-interface FastEthernet0/1
policy-map P
 class LAN
  bandwidth 100
policy-map IN
 class class-default
  set qos-group 1
interface Serial0/0
 bandwidth 2000
 service-policy output P
interface FastEthernet0/0
 service-policy input IN
interface FastEthernet0/1
 service-policy input IN
"""
    scenario = made(text, "ios-12")
    senders = {each.name.partition(",")[0]: each.source for each in scenario.traffic}
    assert senders["LAN"] == "sender2"


def test_a_rule_behind_one_whose_meter_goes_on_is_reached() -> None:
    text = """\
access-list 101 permit tcp any any eq www
interface Serial0/0
 bandwidth 10000
 rate-limit output 8000000 1500000 3000000 {}
 rate-limit output access-group 101 4000000 8000 8000 conform-action transmit exceed-action drop
 rate-limit output 2000000 100000 100000 conform-action transmit exceed-action drop
"""
    scenario = made(text.format("conform-action continue exceed-action continue"), "ios-12")
    assert {name.partition(",")[0] for name in sent(scenario)} == {"rule 1", "rule 2", "rule 3"}
    www = next(each for each in scenario.traffic if each.name.startswith("rule 2"))
    assert www.header[Field.PROTOCOL] == 6


def test_meters_too_many_to_be_followed_are_told_so() -> None:
    rules = "".join(
        f" rate-limit {{0}} {8000 * rate} 8000 8000 conform-action set-prec-continue 1 "
        "exceed-action continue\n"
        for rate in range(2, 402)
    )
    text = "interface Ethernet0/0\n" + rules.format("input") + GROUPS.format("FIRST")
    artefact = qosc.compile(qosc.loads(text, platform="ios-12"), target="sim")
    (row,) = (entry for entry in artefact.losses if entry.path.endswith("class FIRST"))
    assert "more meters on its way than are followed" in row.note


def test_of_a_policer_for_each_family_that_of_ipv4_is_met() -> None:
    text = """\
set firewall policer SLOW if-exceeding bandwidth-limit 1m burst-size-limit 15k
set firewall policer SLOW then discard
set interfaces ge-0/0/8 unit 0 family inet policer input SLOW
set interfaces ge-0/0/8 unit 0 family inet6 policer input SLOW
"""
    artefact = qosc.compile(qosc.loads(text), target="sim")
    assert artefact.losses == ()
    scenario = load(artefact.files[0].text, "made.yaml")
    assert isinstance(scenario, Scenario)
    (row,) = (row for row in simulate(scenario).classes if row["dropped_packets"])
    assert row["side"] == "input"


def test_a_class_of_the_platform_that_nothing_reaches_is_no_loss() -> None:
    config = qosc.loads("set class-of-service interfaces ge-1/1/2 shaping-rate 10000000\n")
    artefact = qosc.compile(config, target="sim")
    assert artefact.losses == ()
    (row,) = (entry for entry in artefact.ledger if " > traffic > class " in entry.path)
    assert (row.path.rpartition(" > ")[2], row.fidelity) == ("network-control", "approx")


MARKED_INSIDE = """\
class-map match-any EF
 match dscp ef
class-map match-any MARKED
 match dscp af41
class-map match-any SITE
 match access-group 101
access-list 101 permit ip any 192.0.2.0 0.0.0.255
policy-map MARK
 class EF
  set dscp af41
 class class-default
  set dscp cs1
policy-map LAN
 class SITE
  service-policy MARK
 class class-default
  set dscp default
policy-map WAN
 class MARKED
  bandwidth 200
 class EF
  bandwidth 200
interface Ethernet0/0
 ip address 10.0.0.1 255.255.255.0
 service-policy input LAN
interface Serial0/0
 bandwidth 1000
 service-policy output WAN
"""


def test_packets_for_a_class_come_by_the_marks_of_a_child_policy() -> None:
    """AF41 is written only inside SITE, on EF; every other packet gets DSCP 8 or 0."""
    config = qosc.loads(MARKED_INSIDE, platform="ios-15")
    artefact = qosc.compile(config, target="sim", allow_loss=True)
    text = next(file.text for file in artefact.files if file.name == "serial0-0.yaml")
    scenario = load(text, "serial0-0.yaml")
    assert isinstance(scenario, Scenario)
    sent = [each for each in scenario.traffic if each.name.startswith("MARKED")]
    assert sent
    for each in sent:
        header = each.model_dump(by_alias=True)["header"]
        assert header["dscp"] == 46
        assert header["dst4"].startswith("192.0.2.")
    (row,) = (one for one in artefact.ledger if one.path == "Serial0/0 > traffic > class EF")
    assert row.note.startswith("no packet of IPv4 that comes in by any port gets there")
    comments = " ".join(line[1:].strip() for line in text.splitlines() if line.startswith("#"))
    assert row.note in comments
