"""What a router notes beside a packet on its way in, read on its way out by a real kernel.

Three ports of one script. Each flow is counted in the class that it leaves by; nothing is timed.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

import qosc
from qosc.lab.linux import uml

pytestmark = pytest.mark.engine

COUNT = 40
SHIFT = 15
IOS = """class-map match-any EF
 match ip dscp ef
class-map match-any G7
 match qos-group 7
class-map match-any G9
 match qos-group 9
class-map match-any D2
 match discard-class 2
policy-map ONE
 class EF
  set qos-group 7
 class class-default
  set discard-class 2
policy-map TWO
 class class-default
  set qos-group 9
policy-map OUT
 class G7
  bandwidth 1000
 class G9
  bandwidth 1000
 class D2
  bandwidth 1000
interface GigabitEthernet0/0
 service-policy input ONE
interface GigabitEthernet0/1
 service-policy input TWO
interface GigabitEthernet0/2
 bandwidth 10000
 service-policy output OUT
"""
ENTERED = """class-map match-any FROM-0
 match input-interface GigabitEthernet0/0
class-map match-any FROM-1
 match input-interface GigabitEthernet0/1
policy-map OUT
 class FROM-0
  bandwidth 1000
 class FROM-1
  bandwidth 1000
interface GigabitEthernet0/0
 ip address 10.0.0.1 255.255.255.0
interface GigabitEthernet0/1
 ip address 10.0.1.1 255.255.255.0
interface GigabitEthernet0/2
 bandwidth 10000
 service-policy output OUT
"""
JUNOS = """
set class-of-service schedulers be transmit-rate percent 60
set class-of-service schedulers nc transmit-rate percent 20
set class-of-service scheduler-maps m forwarding-class best-effort scheduler be
set class-of-service scheduler-maps m forwarding-class network-control scheduler nc
set class-of-service classifiers dscp D forwarding-class network-control loss-priority low \
code-points ef
set class-of-service interfaces ge-0/0/0 unit 0 classifiers dscp D
set class-of-service interfaces ge-0/0/2 scheduler-map m
set interfaces ge-0/0/0 unit 0 family inet address 10.0.0.1/24
set interfaces ge-0/0/1 unit 0 family inet address 10.0.1.1/24
set interfaces ge-0/0/2 unit 0 family inet address 10.0.2.1/24
"""
FLOWS = (("host0", 184), ("host0", 0), ("host1", 192), ("host1", 0))
"""Where a flow comes from, and its TOS byte."""
CLASSES = {
    "ios": ("G7", "D2", "G9", "G9"),
    "entered": ("FROM-0", "FROM-0", "FROM-1", "FROM-1"),
    # ge-0/0/1 has the classifier that every port of JunOS has: precedence 6 is network-control.
    "junos": ("network-control", "best-effort", "network-control", "best-effort"),
}
"""The classes that the flows leave by, by the manuals of both routers."""
FOREIGN = 0x801
"""A mark that another program gives all packets before the script's filters. Where it is there, the
way to the far host is chosen by it, and there is no other."""


def script(text: str, platform: str, **options: Any) -> str:
    made = qosc.compile(qosc.loads(text.lstrip(), platform=platform), allow_loss=True, **options)
    return made.files[0].text


def with_foreign_marks(text: str) -> str:
    """The same where the first filter on the way in is another's, which marks every packet."""
    later = re.sub(
        r"(ingress chain 0 pref )(\d+)", lambda found: f"{found[1]}{int(found[2]) + 1}", text
    )
    own = (
        'tc filter add dev "$dev" ingress chain 0 pref 1 protocol all matchall '
        f"action skbedit mark {FOREIGN:#x} continue"
    )
    return re.sub(r"(?m)^( +tc qdisc add dev \"\$dev\" clsact)$", rf"\1\n    {own}", later)


SCRIPTS = {
    "ios": script(IOS, "ios-15"),
    "ios-moved": with_foreign_marks(script(IOS, "ios-15", mark_shift=SHIFT)),
    "entered": script(ENTERED, "ios-15"),
    "junos": script(JUNOS, "junos-mx"),
    "junos-moved": with_foreign_marks(script(JUNOS, "junos-mx", mark_shift=SHIFT)),
}
PORTS = {
    "ios": [f"GigabitEthernet0/{n}" for n in range(3)],
    "entered": [f"GigabitEthernet0/{n}" for n in range(3)],
    "junos": [f"ge-0/0/{n}" for n in range(3)],
}
NAMED = (
    "ip link property add dev e0 altname to-the-house-next-door && "
    "address=$(ip -o link show dev e1 | sed 's,.*link/ether \\([^ ]*\\) .*,\\1,')"
)
"""An alternative name for e0, and the MAC address of e1."""


def shell(command: str, *words: str) -> dict[str, Any]:
    return {"node": "router", "argv": ["sh", "-c", command, *words]}


def experiment(name: str) -> dict[str, Any]:
    """Two hosts, a router with a port to each, and what is far behind its third."""
    kind, _, moved = name.partition("-")
    far = ["host0", "host1", "far"]
    links = [
        {
            "ends": [
                {"node": node, "interface": f"h{n}", "address": f"10.0.{n}.2"},
                {"node": "router", "interface": f"e{n}", "address": f"10.0.{n}.1"},
            ]
        }
        for n, node in enumerate(far)
    ]
    to = {"to": "192.0.2.9/32"}
    routes = [
        {"node": f"host{n}", "via": f"10.0.{n}.1", "interface": f"h{n}", **to} for n in range(2)
    ]
    out = {"node": "router", "via": "10.0.2.2", "interface": "e2", **to}
    one, two, three = PORTS[kind]
    apply = f'{NAMED} && "$0" apply {one}=to-the-house-next-door "{two}=$address" {three}=e2'
    steps = [shell(apply, f"@{name}")]
    if moved:
        # No other way leads to the far host.
        steps.append(shell(f"ip rule add fwmark {FOREIGN:#x}/0xfff lookup 100"))
        steps.append(shell("ip route add 192.0.2.9/32 via 10.0.2.2 dev e2 table 100"))
    return {
        "name": name,
        "nodes": [
            {"name": "host0", "addresses": ["192.0.2.1"]},
            {"name": "host1", "addresses": ["192.0.2.2"]},
            {"name": "far", "addresses": ["192.0.2.9"]},
            {"name": "router", "addresses": [], "forward": True},
        ],
        "links": links,
        "routes": [*routes, *([] if moved else [out])],
        "steps": steps,
        "after": [shell("tc -s class show dev e2")],
        "sources": [
            {
                "index": index,
                "kind": "cbr",
                "from": node,
                "to": "far",
                "src": f"192.0.2.{int(node[-1]) + 1}",
                "dst": "192.0.2.9",
                "sport": index + 1,
                "dport": 9,
                "tos": tos,
                "packet_bytes": 100,
                "interval_ns": 5_000_000,
                "count": COUNT,
            }
            for index, (node, tos) in enumerate(FLOWS)
        ],
        "duration_us": COUNT * 5_000 + 300_000,
    }


@pytest.fixture(scope="module")
def runs(linux: None) -> dict[str, Any]:
    """All scripts in one boot."""
    job = {"files": SCRIPTS, "experiments": list(map(experiment, SCRIPTS)), "together": 2}
    outcome = uml.run(job, timeout=600)
    assert outcome.result is not None, (outcome.error, outcome.console)
    assert "error" not in outcome.result, outcome.result["error"]
    return {each["name"]: each for each in outcome.result["experiments"]}


def sent(name: str, dump: str) -> dict[str, int]:
    """Packets by the router's name of the class."""
    ids = dict(re.findall(r"class htb (1:\w+) .*\n Sent \d+ bytes (\d+) pkt", dump))
    named = re.findall(r"# class (\S+)\n +tc class add .* classid (1:\w+) ", SCRIPTS[name])
    return {called: int(ids[own]) for called, own in named}


def given(run: dict[str, Any], wanted: tuple[str, ...]) -> dict[str, int]:
    """Packets that the hosts sent, by the class that they should leave by: on a slow machine the
    end of a flow may be missing.
    """
    found = dict.fromkeys(wanted, 0)
    for part in run["processes"]:
        for index, flow in part.get("sent", {}).items():
            assert flow["packets"]
            found[wanted[int(index)]] += flow["packets"]
    return found


@pytest.mark.parametrize("name", SCRIPTS)
def test_each_flow_leaves_by_the_class_that_it_was_given_on_the_way_in(
    runs: dict[str, Any], name: str
) -> None:
    assert "error" not in runs[name], runs[name]["error"]
    found = sent(name, runs[name]["after"][0]["stdout"])
    wanted = given(runs[name], CLASSES[name.partition("-")[0]])
    assert all(wanted.values())
    assert {called: found[called] for called in wanted} == wanted
