"""Three packets of each public pair, chosen from the text diff, and what becomes of each by hand.

By hand: from the two texts, and the references that the rows of `test_public_pairs` follow. A
packet is told rightly where the report says just that of it; `open` is a report that decides
nothing of a packet of which the texts say what becomes.
"""

from __future__ import annotations

import json
from collections import Counter
from enum import Enum
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any

import pytest

from tests.diff.running import diff
from tests.diff.test_public_pairs import HISTORY, PAIRS
from tests.judged.reported import in_term, is_of_packets


class Told(Enum):
    """What a report says of a packet."""

    SAME = "as before"
    DIFFERS = "otherwise"
    ALONE = "one side alone has the policy"
    LINE = "a line that is not compared"
    OPEN = "not decided"


SAME, DIFFERS, ALONE, LINE, OPEN = Told

Fields = dict[str, int | str]
Packet = tuple[str, bool, Fields, Told]


def packet(**fields: int | str) -> Fields:
    """A TCP packet from 10.2.0.1 to 192.0.2.9, port 80, with some fields otherwise."""
    found: Fields = {"ip-version": 4, "ethertype": 0x0800, "protocol": 6, "ecn": 0, "dscp": 0}
    found |= {"src4": _ip("10.2.0.1"), "dst4": _ip("192.0.2.9"), "fragment": 0}
    found |= {"src-port": 1024, "dst-port": 80, "first-fragment": 0, "tagged": 0, "labelled": 0}
    return found | {name.replace("_", "-"): value for name, value in fields.items()}


def _ip(address: str) -> int:
    return int(IPv4Address(address))


def ports(*numbers: int) -> list[Fields]:
    return [packet(dst_port=number) for number in numbers]


def marked(*codes: int, **fields: int | str) -> list[Fields]:
    return [packet(dscp=code, **fields) for code in codes]


def rows(port: str, side: str, packets: list[Fields], *told: Told) -> list[Packet]:
    """Packets of one side of a port. One word for all, or one for each."""
    every = told if len(told) > 1 else told * len(packets)
    return [(port, side == "out", *both) for both in zip(packets, every, strict=True)]


TAGGED = {"tagged": 1, "cos": 1, "input_interface": "ae1"}
LABELLED = {"labelled": 1, "mpls-exp": 1, "input_interface": "ae1"}
ANY = marked(0, 10, 46)
NOWHERE = rows("", "in", ANY, SAME)
FILTER = "filter inet f1 (applied nowhere)"
ALONE_2 = "filter inet example-filter2 (applied nowhere)"
OPTIONS = "filter inet ip_options (applied nowhere)"
PACKETS: dict[str, list[Packet]] = {
    "001": NOWHERE,
    "003": rows("reth0.80", "out", ports(5212, 7, 5202), DIFFERS, DIFFERS, SAME),
    "005": rows("reth0.80", "out", ports(5203, 5204, 80), DIFFERS, SAME, DIFFERS),
    # cs1 is of FC-CLASS2 with high loss priority, af12 of the class of queue 2, ef of FC-CLASS2
    # with low: the rule has an entry of its own for the last one only.
    "007": rows("ae1", "out", marked(8, 12, 46, **TAGGED), DIFFERS, DIFFERS, SAME),
    "009": rows("ae1", "out", ANY, SAME),
    "011": rows("ae1", "out", marked(8, 12, 46, **LABELLED), DIFFERS, DIFFERS, SAME),
    "013": [
        *rows("xe-0/0/4", "in", ports(80), ALONE),
        *rows("xe-0/0/8", "in", ports(80), ALONE),
        *rows("xe-0/0/0", "in", ports(80), SAME),
    ],
    "015": NOWHERE,
    # What the condition takes without a number, JunOS does not say.
    "017": rows(
        FILTER,
        "in",
        [packet(src_port=179, dst_port=100), packet(dst_port=50), packet(protocol=47)],
        OPEN,
        SAME,
        SAME,
    ),
    "019": NOWHERE,
    # A policy without actions under another name, on a VLAN.
    "021": NOWHERE,
    "023": NOWHERE,
    "025": rows("xe-0/0/0", "in", ANY, SAME),
    "027": rows("xe-0/0/0", "in", ANY, SAME),
    "029": rows("xe-0/0/0", "in", ANY, SAME),
    "039": NOWHERE,
    "041": NOWHERE,
    "043": NOWHERE,
    "045": NOWHERE,
    "047": rows("Ethernet1/1", "out", ANY, SAME),
    "049": rows("Ethernet1/1", "in", ANY, SAME),
    "051": rows("control-plane", "out", ANY, SAME),
    "055": [
        *rows(OPTIONS, "in", ANY[:1], ALONE),
        *rows("filter inet blah (applied nowhere)", "in", ANY[:2], SAME),
    ],
    "057": [
        *rows(ALONE_2, "in", ANY[:1], ALONE),
        *rows("filter inet example-filter (applied nowhere)", "in", ANY[:2], SAME),
    ],
    # Policies of an ASA, and of flowspec, that the texts do not hold.
    "059": rows("the firewall", "in", ANY, LINE),
    "063": rows("the firewall", "in", ANY, LINE),
    "065": NOWHERE,
    "067": rows("the router", "in", ANY, LINE),
    **dict.fromkeys(("031", "033", "035", "037", "053", "061"), NOWHERE),
}
LEFT_OPEN = {"021"}
"""Of these the report says that a policy stands on one side alone, or a line is not compared."""


def told(device: dict[str, Any], port: str, output: bool, fields: Fields) -> Told:
    """What the report of a device says of a packet; of all ports where `port` is empty."""
    if port in (*device["only_old"], *device["only_new"]):
        return ALONE
    known = {pair["old"] for pair in device["pairs"]}
    if port and port not in known:
        return LINE if any(one["kind"] == "line" for one in device["changes"]) else SAME
    came = fields.get("input-interface")
    through = any(came in one["inputs"] and port in one["outputs"] for one in device["composed"])
    here: set[Told] = set()
    for change in device["changes"]:
        ends = {
            (way_in, way_out)
            for way in change["ways"]
            for way_in in way["inputs"]
            for way_out in way["outputs"]
        }
        wanted = {(came if through else None, port)} if output else {(port, None)}
        if change["kind"] == "line" or (port and not ends & wanted):
            continue
        if change["kind"] == "undecided" and change["region"] is None:
            here.add(OPEN)
        elif any(in_term(term, fields) for term in change["region"] or ()):
            here.add(OPEN if change["kind"] == "undecided" else DIFFERS)
        elif change["kind"] == "differs" and not is_of_packets(change):
            here.add(DIFFERS)
    if not port and (device["only_old"] or device["only_new"]):
        here.add(ALONE)
    return next((each for each in (DIFFERS, OPEN, ALONE) if each in here), SAME)


@pytest.mark.shared("history")
def test_three_packets_of_each_public_pair(tmp_path: Path) -> None:
    """102 packets: 99 told rightly, 3 of a VLAN's policy left open, none told wrongly."""
    assert set(PACKETS) == set(PAIRS) - {"069"}, "069 is not readable"
    tally: Counter[str] = Counter()
    for number, packets in PACKETS.items():
        assert len(packets) == 3
        (folder,) = HISTORY.glob(f"{number}-*")
        (old,), (new,) = folder.glob("old.*"), folder.glob("new.*")
        _, out, _ = diff(tmp_path, str(old), str(new), "--format", "json")
        (device,) = json.loads(out)["devices"]
        for port, output, fields, wanted in packets:
            found = told(device, port, output, fields)
            if number in LEFT_OPEN:
                assert found in (ALONE, OPEN, LINE), (number, found)
                tally["open"] += 1
            else:
                assert found is wanted, (number, port, fields, found)
                tally["right"] += 1
    assert tally == {"right": 99, "open": 3}
