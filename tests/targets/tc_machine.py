"""A machine that runs filters of the tc model on one packet, as the kernel does.

It knows nothing of configs. Keys of flower are judged on the packet's fields, those of u32 on its
bytes, so that the two ways of matching check each other.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from itertools import groupby

from qosc.fields import Field
from qosc.packets import Packet
from qosc.targets.tc.model import (
    U32,
    Csum,
    Filter,
    Flower,
    Gact,
    Handle,
    Matchall,
    Pedit,
    Police,
    SkbMark,
    SkbPriority,
)

GOTO_MOST = 16
NAMES = {"icmp": 1, "tcp": 6, "udp": 17, "icmpv6": 58, "sctp": 132}
PORTS = (6, 17, 132)


@dataclass
class State:
    """A packet on its way."""

    version: int
    ds: int
    values: dict[Field, int | str]
    layers: frozenset[str]
    mark: int = 0
    queue: Handle | None = None
    dropped: bool = False
    hits: list[Filter] = field(default_factory=list)


def run(
    filters: list[Filter], packet: Packet, conforms: Callable[[Police], bool], mark: int = 0
) -> State:
    """What becomes of a packet at one hook. `mark`: its mark beside what the packet says."""
    _check_shared(filters)
    marks = {Field.QOS_GROUP: 0, Field.DISCARD_CLASS: 10, Field.TRAFFIC_CLASS: 13}
    mark |= sum(int(packet.values.get(name, 0)) << shift for name, shift in marks.items())
    state = State(packet.version, packet.ds, dict(packet.values), packet.layers, mark)
    chain, jumps = 0, 0
    while True:
        verdict = _chain(filters, chain, state, conforms)
        if verdict is None or verdict == "ok":
            return state
        if verdict == "drop":
            state.dropped = True
            return state
        chain = verdict
        jumps += 1
        assert jumps <= GOTO_MOST, "the kernel drops what changes chain so often"


def _check_shared(filters: list[Filter]) -> None:
    """The kernel gives a later action of the same index the first one's settings."""
    first: dict[int, Police] = {}
    for action in (action for found in filters for action in found.actions):
        if isinstance(action, Police) and action.index:
            assert first.setdefault(action.index, action) == action
            # A jump leads into the chains of the port that was first.
            assert "goto" not in (action.exceed.verb, action.conform.verb)


def _chain(filters, chain, state, conforms):
    here = sorted((f for f in filters if f.chain == chain), key=lambda f: f.pref)
    _check_prefs(here)
    for _, group in groupby(here, key=lambda f: f.pref):
        # A filter sees what those before it have written. Which of two flower filters of one pref
        # looks first is the kernel's business; u32 asks them in the order of their making, and
        # goes on after `continue`.
        members = list(group)
        taking = (found for found in members if matches(found, state))
        if not isinstance(members[0].match, U32):
            taking = tuple(taking)
            assert len(taking) < 2
        for found in taking:
            state.hits.append(found)
            control = _actions(found, state, conforms)
            if control.verb == "continue":
                continue
            assert control.verb in ("ok", "drop", "goto")
            return control.chain if control.verb == "goto" else control.verb
    return None


def _check_prefs(filters: list[Filter]) -> None:
    """Filters of one pref are of one kind and protocol; flower's on the same keys, no two alike."""
    first: dict[int, Filter] = {}
    for found in filters:
        other = first.setdefault(found.pref, found)
        if other is found:
            continue
        assert found.protocol == other.protocol
        assert type(found.match) is type(other.match)
        if isinstance(found.match, U32):
            continue
        assert isinstance(found.match, Flower)
        assert isinstance(other.match, Flower)
        assert [k for k, _ in found.match.keys] == [k for k, _ in other.match.keys]
    others = [f for f in filters if not isinstance(f.match, U32)]
    assert len({(f.pref, f.match) for f in others}) == len(others)


def _actions(found: Filter, state: State, conforms):
    for action in found.actions:
        if isinstance(action, Gact):
            return action.control
        if isinstance(action, Police):
            control = action.conform if conforms(action) else action.exceed
            if control.verb != "pipe":
                return control
        elif isinstance(action, Pedit):
            # The kernel would write into whatever stands there.
            assert {"ip": 4, "ip6": 6}[action.header] == state.version
            state.ds = state.ds & ~action.retain | action.value & action.retain
        elif isinstance(action, SkbPriority):
            state.queue = action.classid
        elif isinstance(action, SkbMark):
            state.mark = state.mark & ~action.mask | action.value & action.mask
        else:
            assert isinstance(action, Csum)
    raise AssertionError("the actions end without a control")


def matches(found: Filter, state: State) -> bool:
    protocols = {4: ("ip",), 6: ("ipv6",)}.get(
        state.version, ("arp",) if state.values[Field.ETHERTYPE] == 0x806 else ()
    )
    if "tagged" in state.layers:
        protocols = ("802.1Q",)
    elif "labelled" in state.layers:
        protocols = ("mpls_uc",)
    if found.protocol not in ("all", *protocols):
        return False
    if isinstance(found.match, Matchall):
        return True
    if isinstance(found.match, Flower):
        return all(_flower(name, value, state) for name, value in found.match.keys)
    return all(_u32(key, state) for key in found.match.keys)


def _flower(name: str, text: str, state: State) -> bool:
    values = state.values
    protocol = values[Field.PROTOCOL] if state.version else None
    first = bool(values.get(Field.FIRST_FRAGMENT))
    whole = not values[Field.FRAGMENT] and not first
    if name in ("src_mac", "dst_mac"):
        place = Field.SRC_MAC if name == "src_mac" else Field.DST_MAC
        address, _, mask = text.replace(":", "").partition("/")
        return not (values[place] ^ int(address, 16)) & int(mask or "f" * 12, 16)
    if name == "ip_proto":
        return protocol == (NAMES[text] if text in NAMES else int(text, 16))
    if name in ("src_ip", "dst_ip"):
        wanted = {
            ("src_ip", 4): Field.SRC4,
            ("dst_ip", 4): Field.DST4,
            ("src_ip", 6): Field.SRC6,
            ("dst_ip", 6): Field.DST6,
        }[name, state.version]
        network = ip_network(text)
        assert network.version == state.version
        make = type(network.network_address)
        return make(values[wanted]) in network
    if name in ("src_port", "dst_port"):
        port = values[Field.SRC_PORT if name == "src_port" else Field.DST_PORT]
        return _number(text, port if whole and protocol in PORTS else 0)
    if name == "tcp_flags":
        return _number(text, values[Field.TCP_FLAGS] if whole and protocol == 6 else 0)
    if name in ("type", "code"):
        value = values[Field.ICMP_TYPE if name == "type" else Field.ICMP_CODE]
        return _number(text, value if whole else 0)
    if name == "ip_flags":
        later = bool(values[Field.FRAGMENT])
        return {"nofrag": whole, "frag/nofirstfrag": later, "firstfrag": first}[text]
    if name == "ip_tos":
        return _number(text, state.ds)
    if name == "ip_ttl":
        return _number(text, values[Field.TTL])
    if name == "vlan_ethtype":
        return {"ip": state.version == 4, "ipv6": state.version == 6}.get(
            text, text == "arp" and not state.version and values[Field.ETHERTYPE] == 0x806
        )
    plain = {"vlan_id": Field.VLAN, "vlan_prio": Field.COS, "mpls_tc": Field.MPLS_EXP}
    return _number(text, values[plain[name]])


def _number(text: str, value: int) -> bool:
    if "-" in text:
        low, high = map(int, text.split("-"))
        assert 0 < low < high
        return low <= value <= high
    wanted, _, mask = text.partition("/")
    return value & (int(mask, 0) if mask else -1) == int(wanted, 0)


def _u32(key, state: State) -> bool:
    if key.offset is None:
        return state.mark & key.mask == key.value
    data = header(state)
    word = int.from_bytes(data[key.offset : key.offset + key.width // 8])
    return word & key.mask == key.value


def header(state: State) -> bytes:
    """The packet from its network header on, without IPv4 options."""
    values = state.values
    transport = bytearray(20)
    if not values[Field.FRAGMENT]:
        if values[Field.PROTOCOL] in (1, 58):
            transport[0:2] = values[Field.ICMP_TYPE], values[Field.ICMP_CODE]
        else:
            transport[0:2] = values[Field.SRC_PORT].to_bytes(2)
            transport[2:4] = values[Field.DST_PORT].to_bytes(2)
        if values[Field.PROTOCOL] == 6:
            transport[13] = values[Field.TCP_FLAGS]
    if state.version == 4:
        first = bytes((0x45, state.ds)) + values[Field.LENGTH].to_bytes(2)
        more = bool(values.get(Field.FIRST_FRAGMENT)) << 13
        second = bytes(2) + (values[Field.FRAGMENT] | more).to_bytes(2)
        third = bytes((values[Field.TTL], values[Field.PROTOCOL])) + bytes(2)
        addresses = ip_address(values[Field.SRC4]).packed + ip_address(values[Field.DST4]).packed
        return first + second + third + addresses + bytes(transport)
    first = (6 << 28 | state.ds << 20).to_bytes(4)
    second = (values[Field.LENGTH] - 40).to_bytes(2)
    third = bytes((values[Field.PROTOCOL], values[Field.TTL]))
    addresses = values[Field.SRC6].to_bytes(16) + values[Field.DST6].to_bytes(16)
    return first + second + third + addresses + bytes(transport)
