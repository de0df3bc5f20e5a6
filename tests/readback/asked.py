"""What a tc command asks for, by tc(8) and the manual page of each part, in the kernel's units.

An object is named by its place (`class 1:10`, `ingress chain 0 pref 3 #1`), its arguments by tc's
own words. Values are numbers in the unit in which the kernel keeps them: rates in bytes/s, sizes in
bytes, handles as 32 bits, addresses as bytes. UnknownWordError for a word that no rule here knows:
an argument that nobody reads back would else count as right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from ipaddress import ip_address

__all__ = ["Objects", "UnknownWordError", "objects"]

Value = int | str | bytes | tuple[int, int]
Objects = dict[str, dict[str, Value]]

_PROTOCOLS = {"tcp": 6, "udp": 17, "sctp": 132, "icmp": 1, "icmpv6": 58}
"""tc-flower(8): names; any other `ip_proto` is hexadecimal."""
_ETHERTYPES = {
    "all": 3,
    "ip": 0x800,
    "ipv4": 0x800,
    "ipv6": 0x86DD,
    "arp": 0x806,
    "802.1Q": 0x8100,
    "mpls_uc": 0x8847,
}
"""linux/if_ether.h; `all` is ETH_P_ALL."""
_VERDICTS = {"ok": 0, "pass": 0, "drop": 2, "shot": 2, "pipe": 3, "continue": -1}
"""tc-actions(8) and linux/pkt_cls.h."""
_GOTO = 0x20000000
_PRIOMAP_BANDS = 16
_MEMORIES = ("memory_limit", "memlimit")


class UnknownWordError(ValueError):
    """A word that no rule of this reader knows."""


class _Words:
    """The words of one command, taken from the front."""

    def __init__(self, text: str) -> None:
        self.words = text.split()

    def take(self) -> str:
        return self.words.pop(0)

    def next(self) -> str:
        return self.words[0] if self.words else ""

    def skip(self, word: str) -> None:
        if self.take() != word:
            raise UnknownWordError(word)


def objects(text: str) -> Objects:
    """The objects that a file of commands makes, by place. Only `add` commands are known."""
    made: Objects = {}
    places: Counter[str] = Counter()
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        words = _Words(line)
        kind = words.take()
        words.skip("add")
        words.skip("dev")
        words.take()
        if kind == "filter":
            place, values = _filter(words)
            places[place] += 1
            made[f"{place} #{places[place]}"] = values
        else:
            place, values = _queue(kind, words)
            made[place] = values
    return made


def _queue(kind: str, words: _Words) -> tuple[str, dict[str, Value]]:
    values: dict[str, Value] = {}
    place = "root"
    while words.next() in ("root", "parent", "handle", "classid", "stab"):
        word = words.take()
        if word == "root":
            values["parent"] = 0xFFFFFFFF
        elif word == "stab":
            values |= _stab(words)
        else:
            values[word] = handle(words.take())
    name = words.take()
    values["kind"] = name
    if name == "clsact":
        return "qdisc clsact", values
    place = f"class {values['classid']:#x}" if kind == "class" else f"qdisc {values['handle']:#x}"
    while words.next():
        word = words.take()
        values |= _queue_argument(name, word, words)
    if name == "sfq":
        # net/sched/sch_sfq.c, sfq_change: no more flows than packets.
        values["flows"] = min(int(str(values["flows"])), int(str(values["limit"])))
    return place, values


def _stab(words: _Words) -> dict[str, Value]:
    values: dict[str, Value] = {}
    while words.next() in ("linklayer", "overhead", "mtu", "tsize", "mpu"):
        word = words.take()
        values[f"stab {word}"] = words.take() if word == "linklayer" else int(words.take())
    return values


def _queue_argument(kind: str, word: str, words: _Words) -> dict[str, Value]:
    if kind in ("fq_codel", "cake"):
        found = _leaf_argument(kind, word, words)
        if found:
            return found
    if kind == "htb" and word == "default":
        return {word: int(words.take(), 16)}
    if word in ("rate", "ceil", "bandwidth"):
        return {word: rate(words.take())}
    if word in ("burst", "cburst", "limit", "min", "max", "quantum", "avpkt", *_MEMORIES):
        return {word: size(words.take())}
    if word in ("prio", "depth", "flows", "divisor", "bands", "overhead", "mpu"):
        return {word: int(words.take())}
    if word == "priomap":
        return {word: " ".join(words.take() for _ in range(_PRIOMAP_BANDS))}
    if word == "probability":
        return {word: round(float(words.take()) * (1 << 32))}
    if word == "linklayer":
        return {word: words.take()}
    if word in ("ecn", "adaptive", "harddrop"):
        return {word: 1}
    raise UnknownWordError(f"{kind} {word}")


def _leaf_argument(kind: str, word: str, words: _Words) -> dict[str, Value]:
    """tc-fq_codel(8), tc-cake(8); nothing for an argument like those of other kinds."""
    if word in ("target", "interval"):
        # Linux codel.h: kept in units of 1024 ns, and told in whole microseconds.
        return {word: (_micros(words.take()) * 1000 >> 10 << 10) // 1000}
    if word == "rtt":
        # tc-cake(8): the target is a twentieth of it.
        micros = _micros(words.take())
        return {word: micros, "target": micros // 20}
    if word in ("unlimited", "besteffort") or (kind == "cake" and word == "flows"):
        return {word: 1}
    return {word: 1} if word == "noecn" else {}


def _micros(text: str) -> int:
    """tc(8), TIMES; those here are all written in us."""
    return int(text.removesuffix("us"))


def _filter(words: _Words) -> tuple[str, dict[str, Value]]:
    direction = words.take()
    words.skip("chain")
    chain = int(words.take())
    words.skip("pref")
    pref = int(words.take())
    words.skip("protocol")
    protocol = words.take()
    kind = words.take()
    values: dict[str, Value] = {"kind": kind, "protocol": _ethertype(protocol)}
    if kind == "flower":
        values |= dict(_flower(words))
    elif kind == "u32":
        values |= dict(_u32(words))
    elif kind != "matchall":
        raise UnknownWordError(kind)
    for number, action in enumerate(_actions(words), 1):
        values |= {f"action {number} {name}": value for name, value in action.items()}
    return f"{direction} chain {chain} pref {pref}", values


def _flower(words: _Words) -> Iterator[tuple[str, Value]]:
    transport = 0
    while words.next() not in ("action", ""):
        key, text = words.take(), words.take()
        number, _, mask = text.partition("/")
        if key == "ip_proto":
            transport = _PROTOCOLS[text] if text in _PROTOCOLS else int(text, 16)
            yield key, transport
        elif key in ("ip_tos", "tcp_flags"):
            yield key, (int(number, 16), int(mask, 16) if mask else _full(key))
        elif key in ("ip_ttl", "type", "code"):
            yield key, (int(number, 0), int(mask, 16 if key == "ip_ttl" else 0) if mask else 255)
        elif key in ("vlan_id", "vlan_prio", "mpls_tc"):
            yield key, int(text)
        elif key == "vlan_ethtype":
            yield key, _ethertype(text)
        elif key in ("src_ip", "dst_ip"):
            yield from _address(key, number, mask)
        elif key in ("src_mac", "dst_mac"):
            yield key, bytes.fromhex(number.replace(":", ""))
            yield f"{key} mask", bytes.fromhex((mask or "f" * 12).replace(":", ""))
        elif key in ("src_port", "dst_port"):
            if int(mask or "1", 0):  # a mask of 0 asks for nothing, and tc leaves it out
                yield key, _ports(text)
        elif key == "ip_flags":
            yield key, _ip_flags(text)
        else:
            raise UnknownWordError(f"flower {key}")


def _full(key: str) -> int:
    return 0xFFF if key == "tcp_flags" else 0xFF


def _address(key: str, number: str, mask: str) -> Iterator[tuple[str, Value]]:
    address = ip_address(number)
    length = int(mask) if mask else address.max_prefixlen
    bits = ((1 << length) - 1) << (address.max_prefixlen - length)
    octets = address.max_prefixlen // 8
    yield key, (int(address) & bits).to_bytes(octets, "big")
    yield f"{key} mask", bits.to_bytes(octets, "big")


def _ports(text: str) -> str:
    """`80`, `80/0xfffe` and `80-90` in one form."""
    if "-" in text:
        return text
    number, _, mask = text.partition("/")
    return f"{int(number, 0)}/{int(mask, 0) if mask else 0xFFFF:#x}"


def _ip_flags(text: str) -> tuple[int, int]:
    """tc-flower(8): frag is bit 0, firstfrag bit 1, each with `no` before it for its absence."""
    value = mask = 0
    for word in text.split("/"):
        bit = {"frag": 1, "firstfrag": 2}[word.removeprefix("no")]
        mask |= bit
        value |= 0 if word.startswith("no") else bit
    return value, mask


def _u32(words: _Words) -> Iterator[tuple[str, Value]]:
    """Keys by the 32 bits that they look at; tc joins those of one offset (tc-u32(8))."""
    keys: dict[int, tuple[int, int]] = {}
    while words.next() == "match":
        words.take()
        width = words.take()
        value, mask = int(words.take(), 0), int(words.take(), 0)
        if width == "mark":
            yield "mark", (value, mask)
            continue
        words.skip("at")
        offset, bits = int(words.take()), int(width.removeprefix("u"))
        shift = 32 - bits - 8 * (offset & 3)
        before = keys.get(offset & ~3, (0, 0))
        keys[offset & ~3] = (before[0] | value << shift, before[1] | mask << shift)
    for offset, pair in keys.items():
        yield f"key at {offset}", pair


def _actions(words: _Words) -> Iterator[dict[str, Value]]:
    while words.next():
        words.skip("action")
        name = words.take()
        if name in ("police", "pedit", "csum", "skbedit", "vlan"):
            yield {"kind": name, **globals()[f"_{name}"](words)}
        else:
            yield {"kind": "gact", "verdict": _verdict(name, words)}


def _verdict(name: str, words: _Words) -> int:
    if name == "goto":
        words.skip("chain")
        return _GOTO | int(words.take())
    return _VERDICTS[name]


def _police(words: _Words) -> dict[str, Value]:
    values: dict[str, Value] = {}
    while words.next() not in ("action", ""):
        word = words.take()
        if word == "rate":
            values[word] = rate(words.take())
        elif word in ("burst", "mtu"):
            values[word] = size(words.take())
        elif word in ("pkts_rate", "pkts_burst", "overhead", "index"):
            values[word] = int(words.take())
        elif word == "conform-exceed":
            values |= _outcomes(words)
        else:
            raise UnknownWordError(f"police {word}")
    return values


def _outcomes(words: _Words) -> dict[str, Value]:
    """tc-police(8): EXCEEDACT[/NOTEXCEEDACT]."""
    exceed, _, conform = words.take().partition("/")
    values: dict[str, Value] = {"exceed": _verdict(exceed, words)}
    if not conform and words.next().startswith("/"):
        conform = words.take().removeprefix("/") or words.take()
    values["conform"] = _verdict(conform, words)
    return values


def _pedit(words: _Words) -> dict[str, Value]:
    """tc-pedit(8): the field within the first 32 bits of the header, `retain` the bits changed."""
    words.skip("ex")
    words.skip("munge")
    header, field = words.take(), words.take()
    words.skip("set")
    value = int(words.take(), 0)
    words.skip("retain")
    retain = int(words.take(), 0)
    shift = {("ip", "dsfield"): 16, ("ip6", "traffic_class"): 20}[header, field]
    words.skip("pipe")
    kept = ~(retain << shift) & 0xFFFFFFFF
    return {"header": header, "value": (value & retain) << shift, "keep": kept, "verdict": 3}


def _csum(words: _Words) -> dict[str, Value]:
    words.skip("ip4h")
    words.skip("pipe")
    return {"what": 1, "verdict": 3}


def _skbedit(words: _Words) -> dict[str, Value]:
    word, text = words.take(), words.take()
    words.skip("pipe")
    if word == "priority":
        return {"priority": handle(text), "verdict": 3}
    if word != "mark":
        raise UnknownWordError(f"skbedit {word}")
    number, _, mask = text.partition("/")
    return {"mark": (int(number, 0), int(mask, 0) if mask else 0xFFFFFFFF), "verdict": 3}


def _vlan(words: _Words) -> dict[str, Value]:
    words.skip("modify")
    values: dict[str, Value] = {}
    while words.next() in ("id", "priority"):
        values[words.take()] = int(words.take())
    words.skip("pipe")
    return {**values, "verdict": 3}


def _ethertype(text: str) -> int:
    return _ETHERTYPES[text] if text in _ETHERTYPES else int(text, 16)


def handle(text: str) -> int:
    """tc(8): MAJOR:MINOR, both hexadecimal."""
    major, _, minor = text.partition(":")
    return int(major, 16) << 16 | int(minor or "0", 16)


def rate(text: str) -> int:
    """Bytes/s of `...bit` (bits/s), tc(8)."""
    if not text.endswith("bit"):
        raise UnknownWordError(text)
    return int(text.removesuffix("bit")) // 8


def size(text: str) -> int:
    """Bytes of `...b` or of a bare number, tc(8); packets where the queue counts them."""
    return int(text.removesuffix("b"))
