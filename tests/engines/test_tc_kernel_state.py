"""Every construct in one policy: a real kernel takes the script, and holds what the model says."""

from __future__ import annotations

import json
from typing import Any

import pytest

import qosc
from qosc.lab.linux import uml
from qosc.targets.base import Options
from qosc.targets.tc import lower
from qosc.targets.tc.model import Fifo, Filter, HtbClass, Matchall, Node, Red, Sfq
from tests.engines.test_tc_script import experiment, run, shell

pytestmark = pytest.mark.engine

CONFIG = """
class-map match-any codes
 match ip dscp ef af41
 match ip precedence 5
class-map match-all short
 match packet length min 64 max 200
 match dscp af31
class-map match-all listed
 match not ip dscp ef
 match access-group name mixed
class-map match-all grouped
 match qos-group 5
class-map match-any tagged
 match access-group 103
 match cos 3
class-map match-all labelled
 match mpls experimental topmost 3
class-map match-all sender
 match source-address mac 0011.2233.4455
class-map match-all resolution
 match protocol arp
class-map match-all voice
 match ip rtp 16384 16383
ip access-list extended mixed
 permit tcp any 10.0.0.0 0.255.0.255 established
 deny udp host 10.1.1.1 range 5 100 any gt 1023
 permit udp any lt 1024 any neq 53
 permit icmp any any echo
 permit ip any any fragments
 permit ospf any any
 permit 255 any any
 permit tcp any any eq 80 dscp af11
access-list 103 permit ip any any tos min-delay
access-list 104 permit tcp any any range 0 65535
policy-map inner
 class codes
  bandwidth percent 20
  queue-limit 20
 class grouped
  bandwidth percent 10
  random-detect
 class class-default
  fair-queue 64
policy-map outer
 class codes
  priority 200
  set ip dscp cs5
 class short
  bandwidth 100
  police cir 64000 bc 8000 be 16000 conform-action set-dscp-transmit af11
   exceed-action set-dscp-transmit af12
   violate-action set-prec-transmit 0
  queue-limit 40
 class listed
  bandwidth 100
  random-detect dscp-based
  police cir 64000 pir 128000 conform-action transmit exceed-action set-dscp-transmit 0
   violate-action drop
 class grouped
  shape average 300000
  service-policy inner
 class tagged
  shape peak 100000
 class labelled
  drop
 class sender
  set qos-group 7
  bandwidth 10
 class resolution
  bandwidth 8
 class voice
  bandwidth 10
 class class-default
  fair-queue
policy-map marker
 class codes
  set qos-group 5
 class short
  set precedence 3
  police 8000
 class class-default
  set dscp 0
interface GigabitEthernet0/0
 bandwidth {kbps}
 service-policy input marker
 rate-limit output access-group 104 64000 8000 16000 conform-action set-prec-continue 2
  exceed-action continue
 rate-limit output dscp 46 64000 8000 8000 conform-action transmit
  exceed-action set-dscp-transmit 8
 rate-limit output 1000000 16000 16000 conform-action transmit exceed-action drop
 service-policy output outer
"""
CASES = [(platform, kbps) for platform in ("ios-12", "ios-xe") for kbps in (2_000, 10_000_000)]
KINDS = {Fifo: ("pfifo", "bfifo"), Red: ("red",), Sfq: ("sfq",)}
DUMP = "; echo; ".join(
    ("tc -j class show dev e0", "tc -j qdisc show dev e0", "tc -j filter show dev e0 ingress",
     "tc -j filter show dev e0 egress")
)  # fmt: skip


def name(platform: str, kbps: int) -> str:
    return f"{platform} at {kbps}"


def model(platform: str, kbps: int) -> tuple[list[Node], str]:
    config = qosc.load(CONFIG.format(kbps=kbps), platform=platform)
    (plan,), _ = lower(config.complete_device, qosc.api.qos_ports(config), Options(config.profile))
    artefact = qosc.compile(config)
    assert artefact.losses == ()
    return [command.node for command in plan.commands], artefact.files[0].text


@pytest.fixture(scope="module")
def states(linux: None) -> dict[str, Any]:
    """What the kernel holds after each script, in one boot."""
    files = {name(*case): model(*case)[1] for case in CASES}
    experiments = [experiment(key, run(f"@{key}", "apply", "e0"), shell(DUMP)) for key in files]
    outcome = uml.run({"files": files, "experiments": experiments}, timeout=180)
    assert outcome.result is not None, (outcome.error, outcome.console)
    assert "error" not in outcome.result, outcome.result["error"]
    return {each["name"]: each for each in outcome.result["experiments"]}


@pytest.mark.parametrize("case", CASES, ids=lambda case: name(*case))
def test_the_kernel_holds_what_the_model_says(
    states: dict[str, Any], case: tuple[str, int]
) -> None:
    applied, dumped = states[name(*case)]["steps"]
    assert (applied["status"], applied["stderr"]) == (0, "")
    classes, qdiscs, ingress, egress = dumped["stdout"].strip().split("\n\n")
    nodes, _ = model(*case)
    wanted = {str(node.classid): node for node in nodes if isinstance(node, HtbClass)}
    assert set(wanted) == {word for word in classes.split() if word in wanted}
    leaves = sorted(node.handle.major for node in nodes if isinstance(node, Fifo | Red | Sfq))
    made = [each for each in json.loads(qdiscs) if each.get("parent", "").startswith("1:")]
    assert sorted(int(each["handle"].rstrip(":"), 16) for each in made) == leaves
    for hook, dump in (("ingress", ingress), ("egress", egress)):
        filters = [node for node in nodes if isinstance(node, Filter) and node.hook == hook]
        shown = json.loads(dump)
        places = {(each.get("chain", 0), each["pref"]) for each in shown}
        assert places == {(node.chain, node.pref) for node in filters}
        # At the end of a message 6.1 shows only that there is a matchall, not what it does
        # (cls_matchall.c, mall_walk counts it as shown).
        held = [each for each in shown if each.get("options", {}).get("actions")]
        assert sorted(
            (each.get("chain", 0), each["pref"]) for each in held if each["kind"] != "matchall"
        ) == sorted(
            (node.chain, node.pref) for node in filters if not isinstance(node.match, Matchall)
        )
