"""What the kernel says that it holds, under the same names as `asked`.

By linux/pkt_cls.h, linux/pkt_sched.h and linux/tc_act/*.h: attributes are type-length-value, each
in 4-byte steps; numbers are in the order of the machine, flower's packet fields in that of the
wire.
"""

from __future__ import annotations

import struct
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.readback.asked import Objects, Value

__all__ = ["TICK_NS", "objects"]

TICK_NS = 64
"""A tick of the kernel's clock for queues (net/sch_generic.h, PSCHED_SHIFT 6)."""
_TCMSG = struct.Struct("=BxxxiIII")
_KIND, _OPTIONS, _CHAIN, _STAB = 1, 2, 11, 8


def objects(state: Mapping[str, Any]) -> Objects:
    """The objects of one state, as `guest.py` dumped it. Filters of one place stand in the order
    in which the kernel asks them."""
    made: Objects = {}
    for text in state["qdiscs"]:
        handle, parent, _, attributes = _message(text)
        kind = _text(attributes[_KIND])
        if kind == "clsact":
            made["qdisc clsact"] = {"kind": kind}
        elif handle:
            values = {"kind": kind, "handle": handle, "parent": parent}
            made[f"qdisc {handle:#x}"] = values | _qdisc(kind, attributes)
    for text in state["classes"]:
        handle, parent, _, attributes = _message(text)
        if _text(attributes[_KIND]) == "htb":
            # The root's children name the root, and tc's `parent 1:` is handle 1:0.
            values = {"kind": "htb", "classid": handle, "parent": parent}
            made[f"class {handle:#x}"] = values | _htb_class(attributes[_OPTIONS])
    for direction in ("ingress", "egress"):
        made |= _filters(direction, state[direction])
    return made


def _message(text: str) -> tuple[int, int, int, dict[int, bytes]]:
    data = bytes.fromhex(text)
    _, _, handle, parent, info = _TCMSG.unpack_from(data)
    return handle, parent, info, attributes_of(data[_TCMSG.size :])


def attributes_of(data: bytes) -> dict[int, bytes]:
    """The attributes of a block; a later one of the same number replaces the earlier."""
    found = {}
    while len(data) >= 4:
        length, kind = struct.unpack_from("=HH", data)
        if length < 4:
            break
        found[kind & 0x3FFF] = data[4:length]
        data = data[(length + 3) & ~3 :]
    return found


def _text(data: bytes) -> str:
    return data.rstrip(b"\0").decode()


def _u32(data: bytes) -> int:
    return int(struct.unpack_from("=I", data)[0])


def _qdisc(kind: str, attributes: Mapping[int, bytes]) -> dict[str, Value]:
    options = attributes.get(_OPTIONS, b"")
    values: dict[str, Value] = {}
    if _STAB in attributes:
        values |= _stab(attributes_of(attributes[_STAB])[1])
    if kind == "htb":
        init = attributes_of(options)[2]
        values["default"] = struct.unpack_from("=5I", init)[2]
    elif kind in ("pfifo", "bfifo"):
        values["limit"] = _u32(options)
    elif kind == "prio":
        bands, priomap = struct.unpack_from("=i16s", options)
        values |= {"bands": bands, "priomap": " ".join(str(band) for band in priomap)}
    elif kind == "sfq":
        # struct tc_sfq_qopt_v1: the first five of tc_sfq_qopt, then depth.
        quantum, _, limit, divisor, flows, depth = struct.unpack_from("=IiIIII", options)
        values |= {
            "quantum": quantum,
            "limit": limit,
            "divisor": divisor,
            "flows": flows,
            "depth": depth,
        }
    elif kind == "fq_codel":
        # linux/pkt_sched.h, TCA_FQ_CODEL_TARGET and those after it.
        held = attributes_of(options)
        names = {1: "target", 2: "limit", 3: "interval", 4: "ecn", 5: "flows", 6: "quantum"}
        names[9] = "memory_limit"
        values |= {name: _u32(held[number]) for number, name in names.items()}
        values["noecn"] = int(not values["ecn"])
    elif kind == "cake":
        # TCA_CAKE_BASE_RATE64, DIFFSERV_MODE (3: one band), FLOW_MODE (4: by flow), RTT, TARGET.
        held = attributes_of(options)
        values |= {
            "unlimited": int(not any(held[2])),
            "besteffort": int(_u32(held[3]) == 3),
            "flows": int(_u32(held[5]) == 4),
            "rtt": _u32(held[7]),
            "target": _u32(held[8]),
            "memlimit": _u32(held[10]),
        }
    elif kind == "red":
        values |= _red(attributes_of(options))
    return values


def _stab(data: bytes) -> dict[str, Value]:
    """struct tc_sizespec."""
    _, _, _, overhead, layer, _, mtu, tsize = struct.unpack_from("=BBhiIIII", data)
    return {
        "stab overhead": overhead,
        "stab linklayer": {1: "ethernet", 2: "atm"}.get(layer, "?"),
        "stab mtu": mtu,
        "stab tsize": tsize,
    }


def _red(attributes: Mapping[int, bytes]) -> dict[str, Value]:
    limit, low, high, wlog, plog, damping, flags = struct.unpack_from("=IIIBBBB", attributes[1])
    values: dict[str, Value] = {
        "limit": limit,
        "min": low,
        "max": high,
        "wlog": wlog,
        "plog": plog,
        "damping": damping,
    }
    values["probability"] = _u32(attributes[3])
    for bit, name in ((1, "ecn"), (2, "harddrop")):
        if flags & bit:
            values[name] = 1
    return values


def _htb_class(options: bytes) -> dict[str, Value]:
    """struct tc_htb_opt; rates beyond 32 bits stand apart."""
    attributes = attributes_of(options)
    parms = attributes[1]
    rate, ceil = (struct.unpack_from("=BBHhHI", parms, place) for place in (0, 12))
    burst, cburst, quantum, _, prio = struct.unpack_from("=IIIII", parms, 24)
    wide = {
        number: struct.unpack("=Q", attributes[number])[0]
        for number in (6, 7)
        if number in attributes
    }
    values: dict[str, Value] = {
        "rate": wide.get(6, rate[5]),
        "ceil": wide.get(7, ceil[5]),
        "burst ticks": burst,
        "cburst ticks": cburst,
        "quantum": quantum,
        "prio": prio,
    }
    if rate[2]:
        values["overhead"] = rate[2]
    if rate[1] & 15 == 2:
        values["linklayer"] = "atm"
    if rate[4]:
        values["mpu"] = rate[4]
    return values


def _filters(direction: str, texts: Iterable[str]) -> Objects:
    by_place: dict[str, list[dict[str, Value]]] = defaultdict(list)
    shown: set[tuple[int, int, int]] = set()
    for text in texts:
        handle, _, info, attributes = _message(text)
        kind = _text(attributes[_KIND])
        chain = _u32(attributes[_CHAIN]) if _CHAIN in attributes else 0
        if not handle or _OPTIONS not in attributes or (kind == "u32" and not handle & 0xFFF):
            continue  # a head without a filter, or a hash table
        if (chain, info, handle) in shown:
            continue  # two dumps held it
        shown.add((chain, info, handle))
        values: dict[str, Value] = {"kind": kind, "protocol": _swap(info & 0xFFFF)}
        values |= _MATCHES[kind](attributes_of(attributes[_OPTIONS]))
        by_place[f"{direction} chain {chain} pref {info >> 16}"].append(values)
    made: Objects = {}
    counts: Counter[str] = Counter()
    for place, found in by_place.items():
        for values in found:
            counts[place] += 1
            made[f"{place} #{counts[place]}"] = values
    return made


def _swap(number: int) -> int:
    return (number & 0xFF) << 8 | number >> 8


def _matchall(attributes: Mapping[int, bytes]) -> dict[str, Value]:
    return _actions(attributes.get(2, b""))


def _u32_match(attributes: Mapping[int, bytes]) -> dict[str, Value]:
    values: dict[str, Value] = {}
    if 10 in attributes:
        value, mask, _ = struct.unpack_from("=III", attributes[10])
        values["mark"] = (value, mask)
    if 5 in attributes:
        # struct tc_u32_sel: 16 bytes, then keys of mask, val (of the wire), off, offmask.
        selector = attributes[5]
        for number in range(selector[2]):
            mask, value = struct.unpack_from(">II", selector, 16 + 16 * number)
            offset = struct.unpack_from("=i", selector, 24 + 16 * number)[0]
            values[f"key at {offset}"] = (value, mask)
    return values | _actions(attributes.get(7, b""))


_PAIRS = {"ip_tos": (73, 74), "ip_ttl": (75, 76), "tcp_flags": (71, 72), "ip_flags": (47, 48)}
_ICMP = {"code": ((49, 50), (53, 54)), "type": ((51, 52), (55, 56))}
_PORTS = {"src_port": ((18, 35), (20, 37), (41, 39)), "dst_port": ((19, 36), (21, 38), (42, 40))}
_RANGES = {"src_port": (87, 88), "dst_port": (89, 90)}
_BYTES = {
    "src_mac": ((6, 7),),
    "dst_mac": ((4, 5),),
    "src_ip": ((10, 11), (14, 15)),
    "dst_ip": ((12, 13), (16, 17)),
}


def _wire(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _flower(held: Mapping[int, bytes]) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for name, number in {"ip_proto": 9, "vlan_prio": 24, "mpls_tc": 69}.items():
        if number in held:
            values[name] = held[number][0]
    if 23 in held:
        values["vlan_id"] = struct.unpack("=H", held[23])[0]
    if 25 in held:
        values["vlan_ethtype"] = _wire(held[25])
    for name, (low, high) in _RANGES.items():
        if low in held:
            values[name] = f"{_wire(held[low])}-{_wire(held[high])}"
    return values | _flower_fields(held) | _flower_choices(held) | _actions(held.get(3, b""))


def _flower_fields(held: Mapping[int, bytes]) -> dict[str, Value]:
    """Fields with one attribute for their value and one for their mask."""
    return {
        name: (_wire(held[number]), _wire(held[mask]))
        for name, (number, mask) in _PAIRS.items()
        if mask in held
    }


def _flower_choices(held: Mapping[int, bytes]) -> dict[str, Value]:
    """Fields whose attributes depend on the protocol: of ICMP, of ports, of addresses."""
    values: dict[str, Value] = {}
    for name, choices in _ICMP.items():
        for number, mask in choices:
            if mask in held:
                values[name] = (held[number][0], held[mask][0])
    for name, choices in _PORTS.items():
        for number, mask in choices:
            if number in held:
                bits = _wire(held.get(mask, b"\xff\xff"))
                values[name] = f"{_wire(held[number])}/{bits:#x}"
    for name, choices in _BYTES.items():
        for number, mask in choices:
            if mask in held:
                values |= {name: held[number], f"{name} mask": held[mask]}
    return values


_MATCHES: dict[str, Callable[[Mapping[int, bytes]], dict[str, Value]]] = {
    "flower": _flower,
    "matchall": _matchall,
    "u32": _u32_match,
}


def _actions(data: bytes) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for number, action in sorted(attributes_of(data).items()):
        attributes = attributes_of(action)
        kind = _text(attributes[1])
        found = {"kind": kind, **_ACTIONS[kind](attributes_of(attributes[_OPTIONS]))}
        values |= {f"action {number} {name}": value for name, value in found.items()}
    return values


def _generic(data: bytes) -> int:
    """The verdict in struct tc_gen: index, capab, action, refcnt, bindcnt."""
    return int(struct.unpack_from("=IIi", data)[2])


def _gact(held: Mapping[int, bytes]) -> dict[str, Value]:
    return {"verdict": _generic(held[2])}


def _police(held: Mapping[int, bytes]) -> dict[str, Value]:
    index, exceed, _, burst, mtu = struct.unpack_from("=IiIII", held[1])
    rate = struct.unpack_from("=BBHhHI", held[1], 20)
    values: dict[str, Value] = {
        "index": index,
        "exceed": exceed,
        "burst ticks": burst,
        "mtu": mtu,
        "rate": rate[5],
    }
    if 8 in held:
        values["rate"] = struct.unpack("=Q", held[8])[0]
    if rate[2]:
        values["overhead"] = rate[2]
    # act_police leaves out a verdict of 0, which is `ok`.
    values["conform"] = struct.unpack("=i", held[5])[0] if 5 in held else 0
    for name, number in {"pkts_rate": 10, "pkts_burst": 11}.items():
        if number in held:
            values[name] = struct.unpack("=Q", held[number])[0]
    return values


def _pedit(held: Mapping[int, bytes]) -> dict[str, Value]:
    """struct tc_pedit_sel, then keys of mask (the bits kept) and val, of the wire."""
    parms = held.get(4) or held[2]
    keep, value = struct.unpack_from(">II", parms, 24)
    header = struct.unpack_from("=H", attributes_of(attributes_of(held[5])[6])[1])[0]
    return {
        "header": {2: "ip", 3: "ip6"}.get(header, str(header)),
        "value": value,
        "keep": keep,
        "verdict": _generic(parms),
    }


def _csum(held: Mapping[int, bytes]) -> dict[str, Value]:
    return {"what": struct.unpack_from("=I", held[1], 20)[0], "verdict": _generic(held[1])}


def _skbedit(held: Mapping[int, bytes]) -> dict[str, Value]:
    values: dict[str, Value] = {"verdict": _generic(held[2])}
    if 3 in held:
        values["priority"] = _u32(held[3])
    if 5 in held:
        values["mark"] = (_u32(held[5]), _u32(held[8]) if 8 in held else 0xFFFFFFFF)
    return values


def _vlan(held: Mapping[int, bytes]) -> dict[str, Value]:
    values: dict[str, Value] = {"verdict": _generic(held[2])}
    if 3 in held:
        values["id"] = struct.unpack("=H", held[3])[0]
    if 6 in held:
        values["priority"] = held[6][0]
    return values


_ACTIONS: dict[str, Callable[[Mapping[int, bytes]], dict[str, Value]]] = {
    "gact": _gact,
    "police": _police,
    "pedit": _pedit,
    "csum": _csum,
    "skbedit": _skbedit,
    "vlan": _vlan,
}
