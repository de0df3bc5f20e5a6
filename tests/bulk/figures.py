"""The figures of classes and queues, decoded from what the kernel tells.

Layouts are those of linux/pkt_sched.h. Rates are bit/s, bursts and limits bytes or packets.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from qosc.lab.linux.guest.netlink import attributes

_TICK_NS = 64
"""The kernel counts the time that a bucket lasts in ticks of 64 ns (PSCHED_SHIFT)."""
_HTB_PARMS, _HTB_RATE64, _HTB_CEIL64 = 1, 6, 7


@dataclass(frozen=True)
class Class:
    """A class of HTB, or a band of prio (all figures 0), and the qdisc in it."""

    kind: str
    parent: str
    rate: int = 0
    ceil: int = 0
    burst: int = 0
    cburst: int = 0
    prio: int = 0
    quantum: int = 0
    queue: str = ""
    """The kind of the qdisc that it holds."""
    limit: int = 0
    """Packets of a pfifo, bytes of a bfifo; 0 for other kinds."""
    options: bytes = field(default=b"", repr=False)
    """Of the qdisc that it holds, as the kernel tells them."""


def classes_of(row: Mapping[str, Any]) -> dict[tuple[str, str], Class]:
    """By device and class id, the classes of a trial."""
    found = {}
    for device, tree in row["tree"].items():
        held = {each["parent"]: each for each in tree["qdiscs"]}
        for each in tree["classes"]:
            queue = held.get(each["handle"], {"kind": "", "options": ""})
            options = bytes.fromhex(queue["options"])
            limit = struct.unpack_from("=I", options)[0] if queue["kind"][1:] == "fifo" else 0
            found[device, class_id(each["handle"])] = Class(
                each["kind"],
                class_id(each["parent"]),
                queue=queue["kind"],
                limit=limit,
                options=options,
                **_htb(each),
            )
    return found


def class_id(number: int) -> str:
    """A class as tc writes it, 1:a."""
    return f"{number >> 16:x}:{number & 0xFFFF:x}"


def _htb(each: Mapping[str, Any]) -> dict[str, int]:
    if each["kind"] != "htb":
        return {}
    options = attributes(bytes.fromhex(each["options"]))
    data = options[_HTB_PARMS]
    rate, ceil = struct.unpack_from("=I", data, 8)[0], struct.unpack_from("=I", data, 20)[0]
    buffer, cbuffer, quantum, _, prio = struct.unpack_from("=IIIII", data, 24)
    if _HTB_RATE64 in options:
        rate = struct.unpack("=Q", options[_HTB_RATE64])[0]
    if _HTB_CEIL64 in options:
        ceil = struct.unpack("=Q", options[_HTB_CEIL64])[0]
    return {
        "rate": rate * 8,
        "ceil": ceil * 8,
        "prio": prio,
        "quantum": quantum,
        "burst": rate * buffer * _TICK_NS // 10**9,
        "cburst": ceil * cbuffer * _TICK_NS // 10**9,
    }
