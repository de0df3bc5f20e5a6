"""What tc of iproute2 6.1 shows of what a script sets up, and the dump that the collector makes of
it. Written from dumps of a 6.1 kernel, with no code of the reader.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address
from itertools import count
from math import log

from qosc.targets.tc.predict import red_wlog, shown_burst
from qosc.verify.tc.model import (
    Action,
    Class,
    Control,
    Csum,
    Filter,
    Handle,
    Key,
    Pedit,
    Police,
    PortSetup,
    Qdisc,
    SetMark,
)

BOOT = "69202428-34a5-4d39-a212-741d5d45bc35"
INDICES = count(1)
"""The kernel's own numbers for actions."""
NAMES = {"type": "icmp_type", "code": "icmp_code"}
PROTOCOLS = {1: "icmp", 6: "tcp", 17: "udp", 58: "icmpv6", 132: "sctp"}


def rate(value: int) -> str:
    value = value // 8 * 8
    for unit in ("", "K", "M", "G"):
        if value < 1000 or (value % 1000 and value < 1_000_000):
            return f"{value}{unit}bit"
        value //= 1000
    return f"{value}Tbit"


def size(value: int) -> str:
    if value >= 1 << 20 and abs(round(value / (1 << 20)) * (1 << 20) - value) < 1024:
        return f"{round(value / (1 << 20))}Mb"
    if value >= 1024 and abs(round(value / 1024) * 1024 - value) < 16:
        return f"{round(value / 1024)}Kb"
    return f"{value}b"


def time(micros: int) -> str:
    for unit, name in ((1_000_000, "s"), (1000, "ms")):
        if micros >= unit:
            return f"{micros / unit:.3g}{name}"
    return f"{micros}us"


def ident(own: Handle) -> str:
    return f"{own[0]:x}:{own[1]:x}" if own[1] else f"{own[0]:x}:"


def qdisc(found: Qdisc) -> str:
    if found.kind == "clsact":
        return "qdisc clsact ffff: parent ffff:fff1 "
    place = "root refcnt 2" if found.parent is None else f"parent {ident(found.parent)}"
    values = found.values
    number = {name: value for name, value in values.items() if isinstance(value, int)}
    if found.kind == "htb":
        default = number.get("default", 0)
        words = f"r2q 10 default {default:#x} direct_packets_stat 0 ver 3.17 direct_qlen 1000"
        if any(name.startswith("stab ") for name in values):
            layer = values.get("stab linklayer", "ethernet")
            words += f" linklayer {layer} overhead {values.get('stab overhead', 0)} mtu 2047"
            words += " tsize 512 "
    elif found.kind == "pfifo":
        words = f"limit {number['limit']}p"
    elif found.kind == "bfifo":
        words = f"limit {size(number['limit'])}"
    elif found.kind == "sfq":
        words = (
            f"limit {number['limit']}p quantum {size(number['quantum'])} depth {number['depth']}"
            f" flows {min(number['flows'], number['limit'])} divisor {number['divisor']} "
        )
    elif found.kind == "prio":
        order = values["priomap"]
        assert isinstance(order, tuple)
        words = f"bands {number['bands']} priomap {' '.join(map(str, order))}"
    elif found.kind == "fq_codel":
        ecn = "ecn " if "ecn" in values else ""
        words = (
            f"limit {number['limit']}p flows {number['flows']} quantum {number['quantum']} target "
            f"{time(number['target'] - 1)} interval {time(number['interval'] - 1)} memory_limit "
            f"{size(number['memory_limit'])} {ecn}drop_batch 64 "
        )
    elif found.kind == "cake":
        words = (
            "bandwidth unlimited besteffort flows nonat nowash no-ack-filter split-gso rtt "
            f"{time(number['rtt'])} raw overhead 0 memlimit {size(number['memlimit'])} "
        )
    else:
        assert found.kind == "red"
        average = red_wlog(number["min"], number["burst"], number["avpkt"])
        flags = "".join(f"{name} " for name in ("ecn", "harddrop") if name in values)
        words = (
            f"limit {size(number['limit'])} min {size(number['min'])} max {size(number['max'])}"
            f" {flags}ewma {average} probability {number['probability'] / 1e9:.6g} Scell_log"
            f" {idle(number['bandwidth'], number['avpkt'], average or 1)}"
        )
    return f"qdisc {found.kind} {ident(found.handle)} {place} {words}"


def idle(pace: int, packet: int, average: int) -> int:
    """tc_red_eval_idle_damping: a table of 256 places for the time in which the average fades."""
    ticks = int(packet * 8e6 / pace) * 15.625
    most = 31 / (-log(1 - 1 / 2**average) / ticks)
    scale = 0
    while most / 2**scale >= 512:
        scale += 1
    return scale


def htb_class(found: Class, inner: bool, leaf: str) -> str:
    number = {name: value for name, value in found.values.items() if isinstance(value, int)}
    top = not found.parent[1]
    own = "" if inner else f"prio {number.get('prio', 0)} quantum {number.get('quantum', 0)} "
    over = f" overhead {number['overhead']}" if number.get("overhead") else ""
    one, two = (
        shown_burst(number[speed], number[depth])
        for speed, depth in (("rate", "burst"), ("ceil", "cburst"))
    )
    return (
        f"class htb {ident(found.classid)} {'root' if top else f'parent {ident(found.parent)}'} "
        f"{leaf}{own}rate {rate(number['rate'])}{over} ceil {rate(number['ceil'])} linklayer "
        f"{found.values.get('linklayer', 'ethernet')} burst {size(one)}/1 mpu 0b cburst "
        f"{size(two)}/1 mpu 0b level {int(inner)} "
    )


def key(found: Key) -> str:
    name, numbers = found.name, found.numbers
    if name == "at":
        raise AssertionError
    if found.form == "range":
        return f"{name} {numbers[0]}-{numbers[1]}"
    if found.form in ("4", "6"):
        whole, make = (32, IPv4Address) if found.form == "4" else (128, IPv6Address)
        length = numbers[1].bit_count()
        address = make(numbers[0])
        return f"{name} {address}" if length == whole else f"{name} {address}/{length}"
    value, mask = numbers
    if name == "ip_flags":
        words = ["frag" if value & 1 else "nofrag"] if mask & 1 else []
        words += ["firstfrag" if value & 2 else "nofirstfrag"] if mask & 2 else []
        return f"{name} {'/'.join(words)}"
    if name == "ip_proto":
        return f"{name} {PROTOCOLS.get(value, f'{value:02x}')}"
    if name in ("src_mac", "dst_mac"):
        text, bits = (":".join(f"{n:012x}"[i : i + 2] for i in range(0, 12, 2)) for n in numbers)
        return f"{name} {text}" if mask == (1 << 48) - 1 else f"{name} {text}/{bits}"
    if name == "vlan_ethtype":
        return f"{name} { {0x800: 'ip', 0x86DD: 'ipv6'}[value] }"
    if name == "tcp_flags":
        return f"{name} {value:#x}" + (f"/{mask:x}" if mask != 0xFFF else "")
    whole = {"src_port": 0xFFFF, "dst_port": 0xFFFF, "vlan_id": 0xFFF, "vlan_prio": 7}
    plain = mask == whole.get(name, 7 if name == "mpls_tc" else 0xFF)
    return f"{NAMES.get(name, name)} {value}" + ("" if plain else f"/{mask:#x}")


def raw(keys: Iterable[Key]) -> list[str]:
    """tc packs what is in one word of four bytes."""
    words: dict[int, list[int]] = {}
    for found in keys:
        if found.name == "at":
            place, width, value, mask = found.numbers
            shift = 8 * (4 - width - place % 4)
            word = words.setdefault(place - place % 4, [0, 0])
            word[0] |= value << shift
            word[1] |= mask << shift
    shown = [f"  match {value:08x}/{mask:08x} at {at}" for at, (value, mask) in words.items()]
    marks = [found.numbers for found in keys if found.name == "mark"]
    return [*shown, *(f"  mark {value:#06x} {mask:#06x} (success 0)" for value, mask in marks)]


def control(found: Control) -> str:
    verb = {"ok": "pass"}.get(found.verb, found.verb)
    return f"goto chain {found.chain}" if verb == "goto" else verb


def police(found: Police, both: str) -> str:
    """A policer that counts packets was seen with no bytes in a burst, and no link layer."""
    mtu, over = size(found.mtu), f"overhead {found.overhead}b linklayer"
    if found.packets:
        counted = f"pkts_rate {found.rate} pkts_burst {found.burst}"
        return f"rate 0bit burst 0b mtu {mtu} {counted} action {both} {over} unspec "
    burst = size(shown_burst(found.rate, found.burst))
    return f"rate {rate(found.rate)} burst {burst} mtu {mtu} action {both} {over} ethernet "


def actions(found: tuple[Action, ...]) -> list[str]:
    """An action that is followed by no other and has a control of its own has it in its line."""
    lines: list[str] = []
    for place, each in enumerate(found, 1):
        head = f"\taction order {place}: "
        if isinstance(each, Control):
            lines += [f"{head}gact action {control(each)}", "\t random type none pass val 0"]
        elif isinstance(each, Police):
            both = control(each.exceed).replace("pass", "ok")
            both += "" if each.conform.verb == "ok" else f"/{control(each.conform)}"
            lines.append(f"{head} police {each.index or next(INDICES):#x} {police(each, both)}")
        elif isinstance(each, Pedit):
            at, shift = ("ipv4", 16) if each.header == "ip" else ("ipv6", 20)
            kept = 0xFFFFFFFF & ~(each.mask << shift)
            lines += [f"{head} pedit action pipe keys 1", f" \t index {place} ref 1 bind 1"]
            lines.append(f"\t key #0  at {at}+0: val {each.value << shift:08x} mask {kept:08x}")
        elif isinstance(each, Csum):
            lines.append(f"{head}csum (iph) action pipe")
        elif isinstance(each, SetMark):
            mask = "" if each.mask == 0xFFFFFFFF else f"/{each.mask:#x}"
            lines.append(f"{head}skbedit  mark {each.value}{mask} pipe")
        else:
            lines.append(f"{head}skbedit  priority {ident(each.classid)} pipe")
        lines += [f"\t index {place} ref 1 bind 1", ""]
    return lines


def filters(found: Iterable[Filter]) -> list[str]:
    lines: list[str] = []
    heads: set[str] = set()
    for number, each in enumerate(found, 1):
        head = f"filter protocol {each.protocol} pref {each.pref} {each.kind} chain {each.chain} "
        if head not in heads:
            lines.append(head)
        heads.add(head)
        if each.kind == "u32":
            own = f"fh 800::{number:x} order {number} key ht 800 bkt 0 terminal flowid not_in_hw "
            lines += [head + own, *raw(each.keys)]
        else:
            lines.append(f"{head}handle {number:#x} ")
            named = {"ip": "ipv4", "ipv6": "ipv6"}.get(each.protocol)
            if each.kind == "flower" and named:
                lines.append(f"  eth_type {named}")
            shown = (one for one in each.keys if one.numbers[-1] or one.form)
            lines += [*(f"  {key(one)}" for one in shown), "  not_in_hw"]
        lines += actions(each.actions)
    return lines


def part(kind: str, of: str, lines: Iterable[str]) -> list[str]:
    return [f"== begin {kind} {of}", *lines, "== end 0"]


def dump(setups: dict[str, PortSetup], ports: dict[str, str]) -> list[str]:
    """The lines of a dump: what is set up by interface, and the port that each is remembered of."""
    made = ["qosc-state 1", *part("system", "kernel", ["Linux 6.1.0 x86_64"])]
    made += part("system", "tc", ["tc utility, iproute2-6.1.0"])
    rooms = [BOOT]
    links = ["1: lo: <LOOPBACK> mtu 65536\\    link/loopback 00:00:00:00:00:00 brd 00"]
    for number, (name, setup) in enumerate(setups.items(), 2):
        pairs = "".join(f" {one}:{two}" for one, two in setup.priorities.items() if two)
        start = "\\    vlan protocol 802.1Q id 10 <REORDER_HDR> \\\t"
        tag = f"{start}  egress-qos-map {{{pairs} }}" if pairs else ""
        links.append(
            f"{number}: {name}@if2: <UP> mtu 1500\\    link/ether 02:00:00:00:00:{number:02x} {tag}"
        )
        if name in ports:
            rooms += [f"interface {number}", f"who {BOOT}", f"port {ports[name]}"]
    made += [*part("system", "apply", rooms), *part("system", "links", links)]
    for name, setup in setups.items():
        below = {each.parent: each.handle for each in setup.qdiscs}
        inner = {each.parent for each in setup.classes}
        made += part("qdisc", name, map(qdisc, setup.qdiscs))
        shown = (
            htb_class(
                each,
                each.classid in inner,
                f"leaf {ident(below[each.classid])} " if each.classid in below else "",
            )
            for each in reversed(setup.classes)
        )
        made += part("class", name, shown)
        for hook in ("ingress", "egress"):
            own = sorted((f for f in setup.filters if f.hook == hook), key=lambda f: -f.chain)
            made += part(f"filter-{hook}", name, filters(own))
        made += part("offloads", name, ["generic-receive-offload: off"])
    return [*made, "== done"]
