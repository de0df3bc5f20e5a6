"""Every construct in one policy: a real kernel takes the script, and holds what the model says."""

from __future__ import annotations

import json
from typing import Any

import pytest

import qosc
from qosc.lab.linux import uml
from qosc.targets.tc.compiling import lower
from qosc.targets.tc.model import Fifo, Filter, HtbClass, Matchall, Node, Red, Sfq
from qosc.targets.tc.options import TcOptions
from tests.engines.tc.test_tc_script import experiment, run, shell
from tests.targets.verify.verify_configs import EVERYTHING

pytestmark = pytest.mark.engine

MORE = """
class-map match-any tagged
 match access-group 103
 match cos 3
class-map match-all labelled
 match mpls experimental topmost 3
access-list 103 permit ip any any tos min-delay
policy-map outer
 class tagged
  shape peak 100000
 class labelled
  drop
interface GigabitEthernet0/0
 bandwidth {kbps}
"""
"""What a kernel takes, and no comparison of a script with its config needs."""
CASES = [(platform, kbps) for platform in ("ios-12", "ios-xe") for kbps in (2_000, 10_000_000)]
KINDS = {Fifo: ("pfifo", "bfifo"), Red: ("red",), Sfq: ("sfq",)}
DUMP = "; echo; ".join(
    (
        "tc -j class show dev e0",
        "tc -j qdisc show dev e0",
        "tc -j filter show dev e0 ingress",
        "tc -j filter show dev e0 egress",
    )
)


def name(platform: str, kbps: int) -> str:
    return f"{platform} at {kbps}"


def model(platform: str, kbps: int) -> tuple[list[Node], str]:
    config = qosc.loads(EVERYTHING + MORE.format(kbps=kbps), platform=platform)
    (plan,), _ = lower(
        config.complete_device, qosc.api.qos_ports(config), TcOptions(config.profile)
    )
    artefact = qosc.compile(config)
    assert artefact.losses == ()
    return [command.node for command in plan.commands], artefact.files[0].text


@pytest.fixture(scope="module")
def states(linux: None) -> dict[str, Any]:
    """What the kernel holds after each script, in one boot."""
    files = {name(*case): model(*case)[1] for case in CASES}
    experiments = [experiment(key, run(f"@{key}", "apply", "e0"), shell(DUMP)) for key in files]
    outcome = uml.run({"files": files, "experiments": experiments}, timeout=600)
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
