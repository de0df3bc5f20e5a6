"""The priority in the tags of frames that leave VLAN devices, as the next machine sees them."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

import pytest

import qosc
from qosc.lab.linux import uml
from tests.wire import Packet, frame

pytestmark = pytest.mark.engine

SEND = """\
import socket, sys
out = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
out.bind(("h0", 0))
for data in sys.argv[2:]:
    for _ in range(int(sys.argv[1])):
        out.send(bytes.fromhex(data))
"""
TEXT = """class-map match-any VOICE
 match dscp ef
class-map match-any VIDEO
 match dscp af41
policy-map MARK
 class VOICE
  set cos 5
 class VIDEO
  police 8000 1500 conform-action set-cos-transmit 4 exceed-action set-cos-transmit 1
 class class-default
  set cos 0
policy-map QUEUE
 class VOICE
  priority 1000
  set cos 5
 class VIDEO
  bandwidth 1000
  set cos 4
interface GigabitEthernet0/1.10
 encapsulation dot1Q 10
 service-policy output MARK
interface GigabitEthernet0/1.20
 encapsulation dot1Q 20
 service-policy output QUEUE
"""
JUNOS = """
set class-of-service classifiers dscp D forwarding-class expedited-forwarding loss-priority low \
code-points ef
set class-of-service classifiers dscp D forwarding-class assured-forwarding loss-priority high \
code-points af41
set class-of-service rewrite-rules ieee-802.1 R forwarding-class expedited-forwarding \
loss-priority low code-point 101
set class-of-service rewrite-rules ieee-802.1 R forwarding-class assured-forwarding \
loss-priority high code-point 011
set class-of-service interfaces ge-0/0/0 unit 0 classifiers dscp D
set class-of-service interfaces ge-0/0/1 unit 30 rewrite-rules ieee-802.1 R
set interfaces ge-0/0/0 unit 0 family inet address 10.0.0.1/24
set interfaces ge-0/0/1 vlan-tagging
set interfaces ge-0/0/1 unit 30 vlan-id 30
set interfaces ge-0/0/1 unit 30 family inet address 10.0.30.1/24
"""
COUNT = 30
DSCPS = (46, 34, 0)
EARLY = """\
ethtool -K e1 tx-vlan-offload off
ip link add link e1 name e1.40 type vlan id 40 reorder_hdr off
sh "$0" apply GigabitEthernet0/1.10=e1.40 2>&1 && exit 1
tc qdisc show dev e1.40
ip link set dev e1.40 type vlan reorder_hdr on
sh "$0" apply GigabitEthernet0/1.10=e1.40 2>&1
"""
"""A device that writes its tag before its filters see a packet, and one that no longer does."""
FOREIGN = "egress-qos-map { 0:3 6:6 }"
"""What others have told the device of VLAN 20."""


def on(node: str, *argv: str) -> dict[str, Any]:
    return {"node": node, "argv": list(argv)}


def shell(node: str, command: str, *words: str) -> dict[str, Any]:
    return on(node, "sh", "-ec", command, *words)


def sent(vlan: int) -> list[dict[str, Any]]:
    """Equal counts of each DSCP on their way to the network behind a VLAN, and what came of it."""
    frames = [
        frame(
            Packet(
                dst_mac="02:00:00:00:00:02",
                src="10.0.0.2",
                dst=f"10.9.{vlan}.1",
                dscp=dscp,
                payload_length=72,
            )
        ).hex()
        for dscp in DSCPS
    ]
    return [
        on("near", sys.executable, "-I", "-S", "@send", str(COUNT), *frames),
        shell("far", "sleep 0.3; tc -s -j filter show dev h1 ingress"),
    ]


def counting() -> str:
    """Commands of the next machine: a filter that counts for each VLAN, priority and DSCP."""
    lines = ["tc qdisc add dev h1 clsact"]
    for vlan in (10, 20, 30):
        for priority in range(8):
            for dscp in DSCPS:
                pref = vlan * 100 + priority * 10 + DSCPS.index(dscp)
                tag = f"vlan_id {vlan} vlan_prio {priority} vlan_ethtype ip"
                lines.append(
                    f"tc filter add dev h1 ingress pref {pref} protocol 802.1Q flower {tag}"
                    f" ip_tos {dscp << 2:#x}/0xfc action ok"
                )
    return "\n".join(lines)


@pytest.fixture(scope="module")
def printed(linux: None) -> list[str]:
    """What each step printed, all in one boot."""
    ios = qosc.loads(TEXT, name="router.cfg", platform="ios-15")
    junos = qosc.loads(JUNOS, name="router.conf", platform="junos-mx")
    links = [
        {
            "ends": [
                {"node": node, "interface": f"h{n}", "address": f"10.0.{n}.2"},
                {"node": "router", "interface": f"e{n}", "address": f"10.0.{n}.1"},
            ]
        }
        for n, node in enumerate(("near", "far"))
    ]
    build = "\n".join(
        f"ip link add link e1 name e1.{vlan} type vlan id {vlan}"
        f" {'egress-qos-map 0:3 6:6' if vlan == 20 else ''}\n"
        f"ip link set e1.{vlan} up\n"
        f"ip addr add 10.0.{vlan}.1/24 dev e1.{vlan}\n"
        f"ip neigh add 10.0.{vlan}.2 lladdr 02:00:00:00:01:02 dev e1.{vlan} nud permanent\n"
        f"ip route add 10.9.{vlan}.0/24 via 10.0.{vlan}.2 dev e1.{vlan}"
        for vlan in (10, 20, 30)
    )
    maps = shell("router", "ip -d link show e1.10; ip -d link show e1.20")
    steps = [
        shell("far", counting()),
        shell("router", f"{build}\ntc qdisc add dev e1 root handle 5: prio"),
        on("router", "@ios", "apply", *(f"GigabitEthernet0/1.{n}=e1.{n}" for n in (10, 20))),
        maps,
        *sent(10),
        *sent(20),
        on("router", "@junos", "apply", "ge-0/0/0=e0", "ge-0/0/1.30=e1.30"),
        *sent(30),
        shell("router", "tc -s class show dev e1"),
        shell("router", EARLY, "@ios"),
        on("router", "@ios", "clear", "e1.10", "e1.20"),
        maps,
    ]
    job = {
        "files": {
            "send": SEND,
            "ios": qosc.compile(ios).files[0].text,
            "junos": qosc.compile(junos).files[0].text,
        },
        "together": 1,
        "experiments": [
            {
                "name": "vlans",
                "nodes": [
                    {"name": "near", "addresses": []},
                    {"name": "far", "addresses": []},
                    {"name": "router", "addresses": [], "forward": True},
                ],
                "links": links,
                "routes": [],
                "steps": steps,
            }
        ],
    }
    outcome = uml.run(job, timeout=600)
    assert outcome.result is not None, (outcome.error, outcome.console)
    (found,) = outcome.result["experiments"]
    assert "error" not in found, found["error"]
    return [each["stdout"] for each in found["steps"]]


def seen(text: str, vlan: int) -> dict[int, dict[int, int]]:
    """Packets by DSCP and the priority in the tag; none where no packet came."""
    found: dict[int, dict[int, int]] = {dscp: {} for dscp in DSCPS}
    for row in json.loads(text):
        options = row.get("options", {})
        if "keys" not in options or row["pref"] // 100 != vlan:
            continue
        packets = options["actions"][0]["stats"]["packets"]
        if packets:
            priority, which = divmod(row["pref"] % 100, 10)
            found[DSCPS[which]][priority] = packets
    return found


def test_a_device_without_queues_has_the_priority_of_each_mark(printed: list[str]) -> None:
    found = seen(printed[5], 10)
    assert found[46] == {5: COUNT}
    assert found[0] == {0: COUNT}
    video = found[34]
    assert set(video) == {4, 1}
    assert sum(video.values()) == COUNT
    # The bucket holds 1500 bytes, of 114 each.
    assert 13 <= video[4] < COUNT


def test_a_device_with_queues_has_the_priority_of_the_class(printed: list[str]) -> None:
    assert seen(printed[7], 20) == {46: {5: COUNT}, 34: {4: COUNT}, 0: {0: COUNT}}


def test_rewrite_rules_of_junos_give_the_priority(printed: list[str]) -> None:
    # Juniper, Rewriting 802.1p: what no rule names leaves with the default, 000 for best-effort.
    assert seen(printed[10], 30) == {46: {5: COUNT}, 34: {3: COUNT}, 0: {0: COUNT}}


def test_the_device_below_sees_one_band(printed: list[str]) -> None:
    # By default the second of three has what has no priority: Linux sch_generic.c, prio2band.
    rows = re.findall(r"class prio (5:\d) .*\n Sent \d+ bytes (\d+) pkt", printed[11])
    assert dict(rows) == {"5:1": "0", "5:2": str(3 * len(DSCPS) * COUNT), "5:3": "0"}


def test_a_device_that_tags_early_is_refused(printed: list[str]) -> None:
    refused, _, later = printed[12].partition("qdisc noqueue")
    assert "error: e1.40 may write its VLAN tag before its filters see a packet" in refused
    assert "clsact" not in refused
    assert "error" not in later


def test_clear_puts_back_what_the_devices_had(printed: list[str]) -> None:
    applied = re.findall(r"egress-qos-map \{.*\}", printed[3])
    assert len(applied) == 2
    assert FOREIGN not in printed[3]
    assert re.findall(r"egress-qos-map \{.*\}", printed[-1]) == [FOREIGN]
