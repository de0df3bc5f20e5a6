"""`verify --state` of a kernel: what apply leaves is as the config says, and each change that a
person makes with tc is found and named.

The changes are written from the manual pages tc(8), tc-htb(8), tc-red(8), tc-flower(8) and
tc-actions(8), and what is to be found is written beside them.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import qosc
from qosc.cli import main
from qosc.lab.linux import uml
from qosc.verify.state.collector import collector
from tests.engines.tc.test_tc_script import experiment, run, shell

pytestmark = pytest.mark.engine

IOS = """
class-map match-all voice
 match dscp ef
class-map match-all data
 match dscp af31
policy-map out
 class voice
  priority 512
 class data
  bandwidth 256
  random-detect
 class class-default
  queue-limit 30
policy-map in
 class voice
  police 128000 8000 conform-action transmit exceed-action drop
 class data
  set dscp af11
interface Ethernet0/0
 service-policy input in
 service-policy output out
"""
JUNOS = """
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input in; } address 192.0.2.1/24; } } }
    ge-0/0/1 { unit 0 { family inet { address 192.0.2.5/30; } } }
}
firewall {
    policer ten { if-exceeding { bandwidth-limit 10m; burst-size-limit 62500; } then discard; }
    family inet { filter in {
        term web { from { protocol tcp; destination-port [ 80 443 ]; }
            then { forwarding-class assured-forwarding; accept; } }
        term rest { then { policer ten; accept; } }
    } }
}
class-of-service {
    interfaces { ge-0/0/1 { scheduler-map m; } }
    scheduler-maps { m {
        forwarding-class best-effort scheduler be;
        forwarding-class assured-forwarding scheduler af;
    } }
    schedulers {
        be { transmit-rate percent 60; buffer-size percent 60; }
        af { transmit-rate percent 40; buffer-size percent 40; }
    }
}
"""
CONFIGS = {"ios": IOS, "junos": JUNOS}
PAIRS = {"ios": ("Ethernet0/0=e0",), "junos": ("ge-0/0/0=e0", "ge-0/0/1=e1")}


class Change(NamedTuple):
    """What a person does, and what is to be told of it: the code, and words of the message."""

    router: str
    command: str
    code: str
    words: str
    status: int = 1


CHANGES = (
    Change(
        "ios",
        "tc class change dev e0 parent 1:1 classid 1:11 htb rate 300kbit ceil 10mbit prio 1"
        " quantum 1514",
        "QOS823",
        "class data has another guarantee",
    ),
    Change(
        "ios",
        "tc qdisc change dev e0 parent 1:11 handle 11: red limit 96000 min 20000 max 60000"
        " avpkt 1500 burst 60 bandwidth 256kbit probability 0.05",
        "QOS829",
        "the queue of class data has another min",
    ),
    Change(
        "ios",
        "tc qdisc change dev e0 parent 1:12 handle 12: pfifo limit 5",
        "QOS828",
        "the queue of class class-default has another limit",
    ),
    Change(
        "ios",
        "tc filter del dev e0 egress chain 0 pref 3 protocol ip flower",
        "QOS842",
        "filter egress chain 0 pref 3 flower of e0 is not there",
    ),
    Change(
        "ios",
        "tc actions change action police rate 64kbit burst 8000 mtu 65535 conform-exceed drop/ok"
        " index 1",
        "QOS814",
        "policer",
    ),
    Change(
        "ios",
        "tc filter del dev e0 ingress chain 0 pref 5 && tc filter add dev e0 ingress chain 0 pref 5"
        " protocol all matchall action drop",
        "QOS813",
        "packet dropped by only one of router and machine",
    ),
    Change(
        "ios",
        "tc qdisc replace dev e0 parent 1:10 handle 99: fq_codel",
        "QOS841",
        "qdisc fq_codel 99: of e0 is not of the script",
    ),
    Change(
        "ios",
        "tc filter add dev e0 parent 1: protocol ip pref 9 u32 match ip dst 192.0.2.1/32"
        " flowid 1:11",
        "QOS841",
        "filters of the qdisc 1: of e0",
    ),
    Change(
        "ios",
        "tc class add dev e0 parent 1:1 classid 1:99 htb rate 100kbit",
        "QOS842",
        "class 1:99 of e0 is not of the script",
    ),
    Change("ios", "ethtool -K e0 gro on", "QOS844", "e0 joins packets"),
    Change("ios", "tc qdisc del dev e0 clsact", "QOS842", "the clsact qdisc of e0 is not there"),
    Change(
        "ios", "tc qdisc del dev e0 root", "QOS803", "the machine has no commands for Ethernet0/0"
    ),
    Change(
        "junos",
        "tc filter add dev e0 ingress pref 60000 protocol all matchall action drop",
        "QOS842",
        "filter ingress chain 0 pref 60000 matchall of e0 is not of the script",
        # No packet comes to it.
        0,
    ),
    Change(
        "junos",
        "tc filter add dev e1 egress pref 60001 protocol ip flower dst_ip 198.51.100.0/24"
        " action mirred egress redirect dev e0",
        "QOS841",
        "filter egress chain 0 pref 60001 flower of e1",
    ),
    Change(
        "junos",
        "tc filter add dev e0 ingress chain 0 pref 1 protocol ip flower ip_tos 0x48/0xfc"
        " action drop",
        "QOS843",
        "two filters of one pref take the same packet to different ends",
    ),
    Change(
        "junos",
        "tc qdisc replace dev e1 root handle 9: pfifo limit 100",
        "QOS821",
        "the machine has no scheduler for the classes",
    ),
)


SEND = """
import socket
out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
out.setsockopt(socket.IPPROTO_IP, socket.IP_TOS, 0xB8)
for _ in range(2):
    out.sendto(b"voice", ("10.0.0.2", 9))
"""
VOICE = re.compile(r"^out +([0-9]+) +[0-9]+ +0 +[0-9]+  class voice$", re.MULTILINE)


def script_of(name: str) -> str:
    return qosc.compile(qosc.loads(CONFIGS[name]), allow_loss=True).files[0].text


@pytest.fixture(scope="module")
def dumps(linux: None) -> dict[tuple[str, int], str]:
    """After apply, and after each change; one boot. What a step says beside is an error."""
    files = {"collect": collector()}
    made = []
    for name, pairs in PAIRS.items():
        files[name] = script_of(name)
        steps = [run(f"@{name}", "apply", *pairs), run("@collect")]
        if name == "ios":
            steps += [run(sys.executable, "-c", SEND), run(f"@{name}", "show", "e0")]
        for change in CHANGES:
            if change.router == name:
                steps += [shell(change.command), run("@collect")]
        made.append(experiment(name, *steps))
    outcome = uml.run({"files": files, "experiments": made}, timeout=400)
    assert outcome.result is not None, (outcome.error, outcome.console)
    assert "error" not in outcome.result, outcome.result["error"]
    found: dict[tuple[str, int], str] = {}
    for each in outcome.result["experiments"]:
        for number, step in enumerate(each["steps"]):
            assert step["status"] == 0, (each["name"], number, step["stderr"])
        outputs = [step["stdout"] for step in each["steps"]]
        if each["name"] == "ios":
            shown = outputs.pop(3)
            outputs.pop(2)
            found["shown", 0] = shown
        found |= {(each["name"], number): text for number, text in enumerate(outputs[1::2])}
    return found


def compared(
    name: str, dump: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> tuple[int, dict[str, Any]]:
    """Exit status and document of `qosc verify --state`; no port is named: apply remembers them."""
    (tmp_path / "router.cfg").write_text(CONFIGS[name])
    (tmp_path / "state.txt").write_text(dump)
    config, state = str(tmp_path / "router.cfg"), str(tmp_path / "state.txt")
    with pytest.raises(SystemExit) as ended:
        main(("verify", config, "--state", state, "--format", "json"))
    assert isinstance(ended.value.code, int)
    return ended.value.code, json.loads(capsys.readouterr().out)


def told(document: dict[str, Any]) -> set[tuple[str, str]]:
    rows = [*document["differences"], *document["unknown"], *document["warnings"]]
    return {(row["diagnostic"]["code"], row["diagnostic"]["message"]) for row in rows}


@pytest.mark.parametrize("name", CONFIGS)
def test_what_apply_leaves_is_as_the_config_says(
    dumps: dict[tuple[str, int], str],
    name: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, document = compared(name, dumps[name, 0], tmp_path, capsys)
    assert (status, told(document)) == (0, set())
    assert document["as_the_config_says"]
    assert document["interfaces"] == dict(pair.split("=") for pair in PAIRS[name])
    assert document["compared"]["packet_sets"] > 0


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.command[:60])
def test_each_change_by_hand_is_found_and_named(
    dumps: dict[tuple[str, int], str],
    change: Change,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    own = [each for each in CHANGES if each.router == change.router]
    number = own.index(change) + 1
    _, before = compared(change.router, dumps[change.router, number - 1], tmp_path, capsys)
    status, after = compared(change.router, dumps[change.router, number], tmp_path, capsys)
    new = told(after) - told(before)
    assert any(code == change.code and change.words in message for code, message in new), new
    assert status == change.status


def test_show_counts_by_the_names_of_the_router(dumps: dict[tuple[str, int], str]) -> None:
    """Two packets with DSCP 46 are in their class, and in its policer."""
    text = dumps["shown", 0]
    assert text.startswith("e0, Ethernet0/0\nway ")
    (packets,) = VOICE.findall(text)
    assert packets == "2"
    policer = next(line for line in text.splitlines() if line.endswith("priority 512"))
    assert policer.split()[:2] == ["out", "2"]
    names = [line.split("  ")[-1].strip() for line in text.splitlines()[2:]]
    assert names[:4] == ["the link", "class voice", "class data", "class class-default"]
