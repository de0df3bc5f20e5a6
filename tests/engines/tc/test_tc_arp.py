"""ARP at the script of a router in a real kernel: what its meters and queues do to it, as told."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

import pytest

import qosc
from qosc.lab.linux import uml
from tests.engines.engine_kit import emitted

pytestmark = pytest.mark.engine

SEND = """\
import socket, sys
device, count = sys.argv[1], int(sys.argv[2])
out = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
out.bind((device, 0))
me, you = bytes.fromhex("020000000001"), bytes(6)
arp = bytes.fromhex("0001080006040001") + me + bytes([10, 0, 0, 2]) + you + bytes([10, 0, 0, 1])
for _ in range(count):
    out.send(b"\\xff" * 6 + me + b"\\x08\\x06" + arp)
"""
COUNT, ARP_BYTES, BUCKET = 300, 28, 1500

PORT = """interface GigabitEthernet0/0
 service-policy input IN
 service-policy output OUT
"""
QUEUES = """policy-map OUT
 class CONTROL
  bandwidth percent 10
 class class-default
  bandwidth percent 50
"""
METER = f" class class-default\n  police 8000 {BUCKET} conform-action transmit exceed-action drop\n"
CLASSES = """class-map match-any CONTROL
 match ip precedence 6
class-map match-any ARP
 match protocol arp
"""
TEXTS = {
    "metered": f"{CLASSES}policy-map IN\n{METER}{QUEUES}{PORT}",
    "spared": f"{CLASSES}policy-map IN\n class ARP\n  set qos-group 1\n{METER}{QUEUES}{PORT}",
}


def experiment(name: str) -> dict[str, Any]:
    ends = [
        {"node": "host", "interface": "h0", "address": "10.0.0.2"},
        {"node": "router", "interface": "e0", "address": "10.0.0.1"},
    ]
    nodes = [{"name": "host", "addresses": []}, {"name": "router", "addresses": []}]
    show = "tc -s -j filter show dev e0 ingress; echo @@; tc -s class show dev e0"
    steps = [
        {"node": "router", "argv": [f"@{name}", "apply", "e0"]},
        {"node": "host", "argv": [sys.executable, "-I", "-S", "@send", "h0", str(COUNT)]},
        {"node": "router", "argv": ["sh", "-c", show]},
        {"node": "router", "argv": [f"@{name}", "clear", "e0"]},
    ]
    return {
        "name": name,
        "nodes": nodes,
        "links": [{"ends": ends}],
        "routes": [],
        "steps": steps,
    }


@pytest.fixture(scope="module")
def shown(linux: None) -> dict[str, tuple[list[Any], dict[str, int]]]:
    """The filters at the entry and the classes after the frames, by config, in one boot."""
    files = {"send": SEND, **{name: emitted(text, "ios-15").text for name, text in TEXTS.items()}}
    job = {"files": files, "experiments": [experiment(name) for name in TEXTS], "together": 1}
    outcome = uml.run(job, timeout=600)
    assert outcome.result is not None, (outcome.error, outcome.console)
    found = {}
    for each in outcome.result["experiments"]:
        assert "error" not in each, each
        filters, classes = each["steps"][2]["stdout"].split("@@")
        found[each["name"]] = (json.loads(filters), sent(classes))
    return found


def sent(dump: str) -> dict[str, int]:
    """The packets that each class has sent."""
    return {
        each[1]: int(each[2]) for each in re.finditer(r"htb (\S+) .*\n Sent \d+ bytes (\d+)", dump)
    }


def police(filters: list[Any]) -> dict[str, int]:
    actions = [a for f in filters for a in f.get("options", {}).get("actions", ())]
    (stats,) = (action["stats"] for action in actions if action["kind"] == "police")
    return {name: stats[name] for name in ("bytes", "packets", "drops")}


def test_arp_is_metered_with_class_default_and_the_ledger_says_so(
    shown: dict[str, tuple[list[Any], dict[str, int]]],
) -> None:
    found = police(shown["metered"][0])
    assert found["bytes"] == COUNT * ARP_BYTES
    assert found["packets"] == COUNT
    # The bucket holds 53 of them; refilled at a thousand bytes a second.
    assert COUNT // 4 < found["drops"] <= COUNT - BUCKET // ARP_BYTES
    ledger = qosc.compile(qosc.loads(TEXTS["metered"], platform="ios-15")).ledger
    (row,) = [entry for entry in ledger if entry.path.startswith("Linux > ARP")]
    assert row.got == "metered on GigabitEthernet0/0"


def test_a_class_for_arp_keeps_it_out_of_the_meter(
    shown: dict[str, tuple[list[Any], dict[str, int]]],
) -> None:
    assert police(shown["spared"][0])["packets"] == 0
    ledger = qosc.compile(qosc.loads(TEXTS["spared"], platform="ios-15")).ledger
    assert not [entry for entry in ledger if entry.path.startswith("Linux > ARP")]


def test_replies_that_the_machine_sends_wait_with_class_default(
    shown: dict[str, tuple[list[Any], dict[str, int]]],
) -> None:
    classes = shown["spared"][1]
    assert classes["1:10"] == 0
    assert classes["1:11"] >= COUNT // 2
