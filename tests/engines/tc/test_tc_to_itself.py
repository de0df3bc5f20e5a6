"""Packets to the router itself and past it, in a real kernel, under its control plane and its lo0.

What reached the machine is told by the counters of its own IP, which know nothing of tc.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Any

import pytest

import qosc
from qosc.lab.linux import uml
from tests.wire import Packet, frame

pytestmark = pytest.mark.engine

SEND = """\
import socket, sys
device, count, data = sys.argv[1], int(sys.argv[2]), bytes.fromhex(sys.argv[3])
out = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
out.bind((device, 0))
for _ in range(count):
    out.send(data)
"""
IOS = """hostname r
class-map match-any EF
 match dscp ef
class-map match-any MARKED
 match dscp cs5
policy-map IN
 class EF
  set dscp cs5
policy-map COPP
 class MARKED
  police 8000 3000 conform-action transmit exceed-action drop
 class class-default
  police 8000 1500 conform-action transmit exceed-action drop
interface GigabitEthernet0/0
 ip address 10.0.0.1 255.255.255.0
 service-policy input IN
interface GigabitEthernet0/1
 ip address 10.0.1.1 255.255.255.0
control-plane
 service-policy input COPP
"""
JUNOS = """interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input PORT; } address 10.0.0.1/24; } } }
    ge-0/0/1 { unit 0 { family inet { address 10.0.1.1/24; } } }
    lo0 { unit 0 { family inet { filter { input RE; } address 192.0.2.1/32; } } }
}
policy-options { prefix-list peers { 10.0.0.2/32; } }
firewall {
    policer P { if-exceeding { bandwidth-limit 8k; burst-size-limit 1500; } then discard; }
    family inet {
        filter PORT {
            term no { from { protocol udp; port 7777; } then discard; }
            term rest { then accept; }
        }
        filter RE {
            term bgp {
                from { source-prefix-list { peers; } protocol tcp; port bgp; }
                then accept;
            }
            term icmp { from { protocol icmp; } then { policer P; accept; } }
            term rest { then discard; }
        }
    }
}
"""
SIZE = 100
MACS = {"h0": "02:00:00:00:00:02", "h1": "02:00:00:00:01:02"}
ADDRESSES = {"h0": "10.0.0.2", "h1": "10.0.1.2"}
UDP, TCP, ICMP = 17, 6, 1
HEADERS = {UDP: 28, TCP: 40, ICMP: 28}


@dataclass(frozen=True)
class Sent:
    """Equal packets of `SIZE` bytes that one host sends."""

    count: int
    to: str
    protocol: int = UDP
    host: str = "h0"
    dscp: int = 0
    port: int = 9999
    source: str = ""

    def step(self) -> dict[str, Any]:
        packet = Packet(
            dst_mac=MACS[self.host],
            src=self.source or ADDRESSES[self.host],
            dst=self.to,
            protocol=self.protocol,
            dscp=self.dscp,
            src_port=40000 if self.protocol != ICMP else 0,
            dst_port=self.port if self.protocol != ICMP else 0,
            tcp_flags=0x10 if self.protocol == TCP else 0,
            icmp_type=8 if self.protocol == ICMP else 0,
            payload_length=SIZE - HEADERS[self.protocol],
        )
        words = [sys.executable, "-I", "-S", "@send", self.host, str(self.count)]
        node = "near" if self.host == "h0" else "far"
        return {"node": node, "argv": [*words, frame(packet).hex()]}


def on(node: str, *argv: str, check: bool = True) -> dict[str, Any]:
    return {"node": node, "argv": list(argv), "check": check}


READ = [on("router", "cat", "/proc/net/snmp"), on("far", "cat", "/proc/net/snmp")]
FORGET = [
    on("router", "sh", "-c", "ip neigh flush all nud permanent; true"),
    on("near", "sh", "-c", "ip neigh flush all nud permanent; true"),
]


def experiment(name: str, *steps: dict[str, Any]) -> dict[str, Any]:
    links = [
        {
            "ends": [
                {"node": node, "interface": f"h{n}", "address": f"10.0.{n}.2"},
                {"node": "router", "interface": f"e{n}", "address": f"10.0.{n}.1"},
            ]
        }
        for n, node in enumerate(("near", "far"))
    ]
    nodes = [
        {"name": "near", "addresses": []},
        {"name": "far", "addresses": []},
        {"name": "router", "addresses": ["192.0.2.1"], "forward": True},
    ]
    routes = [{"node": "far", "to": "10.0.0.2/32", "via": "10.0.1.1", "interface": "h1"}]
    return {"name": name, "nodes": nodes, "links": links, "routes": routes, "steps": list(steps)}


IOS_PORTS = ("GigabitEthernet0/0=e0", "control-plane=e1")
JUNOS_PORTS = ("ge-0/0/0=e0", "lo0.0=e1")
IOS_SENT = (
    Sent(60, "10.0.0.1", dscp=46),
    Sent(100, "10.0.0.1"),
    Sent(100, "10.0.1.1", host="h1"),
    Sent(200, "10.0.1.2"),
)
JUNOS_SENT = (
    Sent(20, "192.0.2.1", TCP, port=179),
    Sent(30, "192.0.2.1", TCP, port=179, source="10.0.0.9"),
    Sent(40, "10.0.1.1", TCP, port=22),
    Sent(50, "10.0.0.1"),
    Sent(100, "10.0.0.1", ICMP),
    Sent(60, "10.0.1.2"),
    Sent(70, "10.0.1.2", port=7777),
    Sent(80, "224.0.0.5"),
)
TOLD = ("--own-address", "10.0.1.1", "--own-address", "2001:db8::1")
TREE = on("router", "sh", "-c", "tc qdisc show; tc filter show dev e0 ingress")


@pytest.fixture(scope="module")
def results(linux: None) -> dict[str, Any]:
    """All of it in one boot: by experiment, what its steps printed."""
    texts = {"ios": (IOS, "ios-15"), "junos": (JUNOS, "junos-mx")}
    files = {"send": SEND}
    for name, (text, platform) in texts.items():
        config = qosc.loads(text, name="router.cfg", platform=platform)
        files[name] = qosc.compile(config).files[0].text
    job = {
        "files": files,
        "together": 1,
        "experiments": [
            experiment(
                "ios",
                on("router", "@ios", "apply", "--no-confirm", *IOS_PORTS),
                *(sent.step() for sent in IOS_SENT),
                *READ,
                on("router", "sh", "-c", "tc -s -j filter show dev e1 ingress"),
            ),
            experiment(
                "junos",
                TREE,
                on("router", "@junos", "apply", *JUNOS_PORTS, check=False),
                TREE,
                on("router", "@junos", "apply", "--no-confirm", *JUNOS_PORTS),
                *FORGET,
                *(sent.step() for sent in JUNOS_SENT),
                *READ,
                on("router", "@junos", "apply", "--no-confirm", *TOLD, *JUNOS_PORTS),
                Sent(50, "10.0.0.1").step(),
                Sent(50, "10.0.1.1").step(),
                *READ,
                on("router", "@junos", "clear", "e0", "e1"),
                TREE,
            ),
        ],
    }
    outcome = uml.run(job, timeout=300)
    assert outcome.result is not None, (outcome.error, outcome.console)
    found = {}
    for each in outcome.result["experiments"]:
        assert "error" not in each, each
        found[each["name"]] = each["steps"]
    return found


def counters(step: dict[str, Any]) -> dict[str, int]:
    """What is in /proc/net/snmp, as `Udp NoPorts`."""
    found = {}
    lines = step["stdout"].splitlines()
    for names, values in zip(lines[::2], lines[1::2], strict=True):
        kind = names.split()[0].rstrip(":")
        for name, value in zip(names.split()[1:], values.split()[1:], strict=True):
            found[f"{kind} {name}"] = int(value)
    return found


def about(full: int, found: int) -> bool:
    """A bucket that held so many packets, and is refilled with ten in a second."""
    return full <= found <= full + 40


def test_control_plane_policing_meters_what_is_for_the_router_and_nothing_else(
    results: dict[str, Any],
) -> None:
    *_, router, far, shown = results["ios"]
    # Of the marked ones 30, of the others 15 from both interfaces together.
    assert about(30 + 15, counters(router)["Udp NoPorts"])
    assert counters(far)["Udp NoPorts"] == 200
    filters = json.loads(shown["stdout"])
    actions = [a for f in filters for a in f.get("options", {}).get("actions", ())]
    stats = [action["stats"] for action in actions if action["kind"] == "police"]
    assert sorted(each["packets"] for each in stats) == [60, 200]


def test_a_filter_that_drops_asks_for_confirm_before_it_changes_anything(
    results: dict[str, Any],
) -> None:
    before, refused, after = results["junos"][:3]
    assert refused["status"] == 1
    assert "apply --confirm TIME" in refused["stderr"]
    assert before["stdout"] == after["stdout"]


def test_lo0_takes_what_its_terms_accept_and_transit_passes(results: dict[str, Any]) -> None:
    first = 4 + len(FORGET) + len(JUNOS_SENT)
    router, far = map(counters, results["junos"][first : first + 2])
    assert router["Tcp InSegs"] == 20
    assert router["Udp NoPorts"] == 0
    assert about(15, router["Icmp InEchos"])
    # Behind a neighbour that ARP has to find: it passes the final discard.
    assert far["Udp NoPorts"] >= 50
    assert far["Udp NoPorts"] <= 60


def test_addresses_that_apply_is_told_take_the_place_of_those_of_the_config(
    results: dict[str, Any],
) -> None:
    first = 4 + len(FORGET) + len(JUNOS_SENT)
    before, after = (counters(results["junos"][place]) for place in (first, first + 5))
    assert after["Udp NoPorts"] - before["Udp NoPorts"] == 50


def test_clear_leaves_nothing(results: dict[str, Any]) -> None:
    assert results["junos"][-1]["stdout"] == results["junos"][0]["stdout"]
