"""Packets that another device, or TCP of the machine, has joined: up to 64 KB that Linux hands on
as one. Behind `apply` on the output port alone the classes share as with single packets.
"""

from __future__ import annotations

import re
import sys
from typing import Any

import pytest

import qosc
from qosc.lab.linux import uml

pytestmark = pytest.mark.engine

TEXT = """version 15.2
class-map match-all THIN
 match dscp af11
class-map match-all WIDE
 match dscp af21
policy-map CHILD
 class THIN
  bandwidth remaining percent 10
 class WIDE
  bandwidth remaining percent 80
policy-map PARENT
 class class-default
  shape average 8000000
  service-policy CHILD
interface GigabitEthernet0/1
 service-policy output PARENT
"""
THIN, WIDE = "1:11", "1:12"
SEGMENTS, SEGMENT = 40, 1448
SEND = f"""\
import socket, struct, sys, time
HEADER = struct.pack("=BBHHHH", 1, 1, 54, {SEGMENT}, 34, 16)  # struct virtio_net_hdr: TCP over IPv4
out = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
out.setsockopt(263, 15, 1)  # PACKET_VNET_HDR: the frame is one of a TCP that joins
out.bind(("h0", 0))
def joined(tos, port, number):
    data = bytes({SEGMENTS * SEGMENT})
    ip = struct.pack("!BBHHHBBH4s4s", 0x45, tos, 40 + len(data), number, 0x4000, 64, 6, 0,
                     socket.inet_aton("10.0.0.2"), socket.inet_aton("10.0.1.2"))
    total = sum(struct.unpack("!10H", ip))
    total = (total & 0xFFFF) + (total >> 16)
    total = ~((total & 0xFFFF) + (total >> 16)) & 0xFFFF
    ip = ip[:10] + struct.pack("!H", total) + ip[12:]
    tcp = struct.pack("!HHIIBBHHH", port, 9, 1 + number * len(data), 1, 0x50, 0x10, 1000, 0, 0)
    ends = bytes.fromhex("020000000002020000000001") + b"\\x08\\x00"
    return HEADER + ends + ip + tcp + data
frames = [joined(0x28, 1000, 1), joined(0x48, 2000, 1)]
until = time.monotonic() + float(sys.argv[1])
while time.monotonic() < until:
    for frame in frames:
        try:
            out.send(frame)
        except OSError:
            pass
    time.sleep(0.002)
"""
"""Two flows of 57.9 KB a frame, together up to 230 Mbit/s into 8 Mbit/s."""
SHOW = "tc -s class show dev e1; tc qdisc show dev e1"


def shell(node: str, command: str) -> dict[str, Any]:
    return {"node": node, "argv": ["sh", "-c", command]}


def experiment(name: str, *options: str) -> dict[str, Any]:
    """All as a device comes, but for the output port, which `apply` alone touches."""
    on = "sg on tx on gro on gso on tso on"
    links = [
        {
            "ends": [
                {"node": node, "interface": f"h{n}", "address": f"10.0.{n}.2"},
                {"node": "router", "interface": f"e{n}", "address": f"10.0.{n}.1"},
            ]
        }
        for n, node in enumerate(("host", "far"))
    ]
    send = ["sh", sys.executable, "-s", "-S", "-B", "@send"]
    return {
        "name": name,
        "nodes": [
            {"name": "host", "addresses": []},
            {"name": "far", "addresses": []},
            {"name": "router", "addresses": [], "forward": True},
        ],
        "links": links,
        "routes": [],
        "steps": [
            shell("host", f"ethtool -K h0 {on}"),
            shell("far", f"ethtool -K h1 {on}"),
            shell("router", f"ethtool -K e0 {on}; ethtool -K e1 {on}"),
            {"node": "router", "argv": ["@script", "apply", *options, "e1"]},
            {"node": "host", "argv": ["sh", "-c", '"$@" >/dev/null 2>&1 &', *send, "6"]},
            shell("router", f"sleep 1; {SHOW}"),
            shell("router", f"sleep 4; {SHOW}"),
            shell("router", "sleep 2"),
            {"node": "router", "argv": ["@script", "show", "e1"]},
            {"node": "router", "argv": ["@script", "apply", *options, "e1"]},
            {"node": "router", "argv": ["@script", "clear", "e1"]},
            shell("router", SHOW),
        ],
    }


@pytest.fixture(scope="module")
def results(linux: None) -> dict[str, Any]:
    made = qosc.compile(qosc.loads(TEXT, name="r.cfg"), target="tc")
    files = {"script": made.files[0].text, "send": SEND}
    experiments = [experiment("split"), experiment("kept", "--keep-offloads")]
    outcome = uml.run({"files": files, "experiments": experiments}, timeout=200)
    assert outcome.result is not None, (outcome.error, outcome.console)
    assert "error" not in outcome.result, outcome.result["error"]
    found = {each["name"]: each for each in outcome.result["experiments"]}
    assert not any("error" in each for each in found.values()), found
    return {**found, "dmesg": outcome.result["dmesg"]}


def sent(shown: str) -> dict[str, int]:
    """Bytes by class, as tc counts them."""
    return {
        name: int(count)
        for name, count in re.findall(r"class htb (\S+) .*\n Sent (\d+) bytes", shown)
    }


def ratio(found: dict[str, Any]) -> float:
    before, after = (sent(found["steps"][n]["stdout"]) for n in (5, 6))
    return (after[WIDE] - before[WIDE]) / (after[THIN] - before[THIN])


def test_weights_of_1_to_8_stay_above_6(results: dict[str, Any]) -> None:
    assert 6 < ratio(results["split"]) < 10


def test_they_are_lost_where_packets_stay_joined(results: dict[str, Any]) -> None:
    # The control: with --keep-offloads nothing splits them, and the senders are as before.
    assert ratio(results["kept"]) < 4


def test_show_has_the_counters_of_the_classes(results: dict[str, Any]) -> None:
    shown = results["split"]["steps"][8]["stdout"]
    assert "not of this script" not in shown
    counted = sent(results["split"]["steps"][6]["stdout"])
    assert set(counted) >= {THIN, WIDE}
    assert shown.count("> class THIN") == shown.count("> class WIDE") == 1


def test_nothing_is_left_after_clear(results: dict[str, Any]) -> None:
    assert "tbf" not in results["split"]["steps"][-1]["stdout"]
    assert "tbf" in results["split"]["steps"][6]["stdout"]


def test_the_kernel_has_no_complaint(results: dict[str, Any]) -> None:
    assert results["dmesg"] == []
