"""What `verify` makes of a script, for packets that a kernel with that script has treated.

For each packet the model's queue, DS byte and drop are compared with what the kernel did. The
packets are built and read by code that knows nothing of qosc; the model's side is the set of all
packets like the one that was sent.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

import qosc
from qosc.api import qos_ports
from qosc.fields import Field
from qosc.ir import Interval
from qosc.verify.packets.space import HeaderSpace
from qosc.verify.packets.tree import Leaf, Metered, Outcomes
from qosc.verify.queueing.setup import Setup, set_up
from qosc.verify.tc.machine import Machine
from qosc.verify.tc.matches import Matches
from qosc.verify.tc.read import read_script
from tests.bulk import Probe, Trial, Wanted, run
from tests.engines.calm import in_time
from tests.targets.verify.verify_configs import CONFIGS
from tests.wire import Packet, frame, parse

pytestmark = pytest.mark.engine

NAMES = ("holes", "ports", "hierarchy", "bands", "turns")
PACKETS = 150
SEED = 20
PROTOCOLS = (1, 2, 6, 6, 6, 17, 17, 17, 47, 50, 58, 88, 89, 103, 112, 132)
PORTS = (0, 22, 53, 80, 80, 90, 443, 1023, 1024, 2047, 5000, 5060, 5999, 16384, 32767, 65535)
SOURCES = {
    4: ("10.0.0.1", "10.1.1.1", "10.9.3.4", "192.0.2.9"),
    6: ("2001:db8:1::7", "2001:db8::1"),
}
GOALS = {4: ("10.1.1.1", "10.1.2.200", "198.51.100.1"), 6: ("2001:db8:2::9", "2001:db8::2")}


class Told(NamedTuple):
    """How the packets of all scripts fared."""

    agree: int
    disagree: list[str]
    untested: int
    tried: int
    """Packets for which there was time."""


def packets(seed: int) -> Iterator[Packet]:
    draw = random.Random(seed)  # noqa: S311  (packets, no secrets)
    while True:
        version = draw.choice((4, 4, 4, 6))
        protocol = draw.choice(PROTOCOLS)
        ported = protocol in (6, 17, 132)
        icmp = protocol == (1 if version == 4 else 58)
        later = version == 4 and draw.random() < 0.1
        yield Packet(
            version=version,
            src=draw.choice(SOURCES[version]),
            dst=draw.choice(GOALS[version]),
            protocol=protocol,
            dscp=draw.choice((0, 10, 26, 34, 40, 46, draw.randrange(64))),
            ecn=draw.randrange(4),
            ttl=draw.choice((1, 64, 255)),
            src_port=draw.choice(PORTS) if ported and not later else 0,
            dst_port=draw.choice(PORTS) if ported and not later else 0,
            tcp_flags=draw.choice((2, 16, 18, 24)) if protocol == 6 and not later else 0,
            icmp_type=draw.choice((0, 8)) if icmp and not later else 0,
            fragment_offset=draw.choice((1, 185)) if later else 0,
            payload_length=draw.choice((8, 32, 160, 400)),
        )


def alike(space: HeaderSpace, packet: Packet) -> Any:
    """All packets with the header fields of one, none of which carries a mark yet."""
    ip4 = packet.version == 4
    later = packet.fragment_offset > 0
    octets = frame(packet)[14:]
    length = int.from_bytes(octets[2:4]) if ip4 else int.from_bytes(octets[4:6]) + 40
    node = space.domain & space.have("ip4" if ip4 else "ip6") & ~space.have("tagged")

    def put(field: Field, value: int) -> Any:
        return space.builder.value(field, Interval(value, value))

    addresses = octets[12:20] if ip4 else octets[8:40]
    half = len(addresses) // 2
    node &= put(Field.SRC4 if ip4 else Field.SRC6, int.from_bytes(addresses[:half]))
    node &= put(Field.DST4 if ip4 else Field.DST6, int.from_bytes(addresses[half:]))
    node &= put(Field.PROTOCOL, packet.protocol) & put(Field.TTL, packet.ttl)
    node &= put(Field.LENGTH, length)
    node &= space.number([space.var(v) for v in space.ds_bits], packet.dscp << 2 | packet.ecn)
    node &= space.number([space.var(v) for v in space.mark_bits], 0)
    fragment = space.bit(Field.FRAGMENT, 0)
    node &= (fragment if later else ~fragment) & ~space.var(space.more)
    if ip4:
        node &= space.number([space.var(v) for v in space.header_words], 5)
        node &= space.number([space.var(v) for v in space.offset], packet.fragment_offset)
    if later:
        return node
    if packet.protocol in (6, 17, 132):
        node &= put(Field.SRC_PORT, packet.src_port) & put(Field.DST_PORT, packet.dst_port)
    if packet.protocol == 6:
        node &= put(Field.TCP_FLAGS, packet.tcp_flags)
    if packet.protocol == (1 if ip4 else 58):
        node &= put(Field.ICMP_TYPE, packet.icmp_type) & put(Field.ICMP_CODE, packet.icmp_code)
    return node


def expected(outcomes: Outcomes, packets: Any) -> Leaf:
    """The end of a packet; buckets are full when the harness sends it."""
    (tree,) = (tree for tree, region in outcomes.items() if (region & packets).satisfiable())
    while isinstance(tree, Metered):
        tree = tree.conform
    return tree


def disagreement(setup: Setup, leaf: Leaf, packet: Packet, row: dict[str, Any]) -> str:
    """In what the kernel did something else; empty where it did not."""
    if leaf.dropped or "dropped" in row:
        return "" if leaf.dropped == ("dropped" in row) else f"dropped: {leaf.dropped}, {row}"
    queue = setup.queue_of(leaf.state.queue)
    wanted = f"{queue[0]:x}:{queue[1]:x}" if isinstance(queue, tuple) else ""
    seen = [number for _, number, _ in row["leaves"]]
    if wanted not in (seen or [""]):
        return f"in {seen}, not in {wanted}"
    if not row["out"]:
        return "" if row.get("held") else "not sent"
    came = parse(bytes.fromhex(row["out"][0][1]))
    before = packet.dscp << 2 | packet.ecn
    after = before & ~leaf.state.ds.mask | leaf.state.ds.value
    return "" if came.dscp << 2 | came.ecn == after else f"DS byte {came.dscp << 2 | came.ecn:#x}"


@pytest.fixture(scope="module")
def told(linux: None) -> Told:
    trials, models = [], []
    for name in NAMES:
        config = qosc.loads(CONFIGS[name][0])
        script = qosc.compile(config, allow_loss=True).files[0].text
        parts = zip(qos_ports(config), read_script(script), strict=True)
        port, part = next((port, part) for port, part in parts if port.output)
        space = HeaderSpace(config.complete_device)
        filters = tuple(each for each in part.filters if each.hook == "egress")
        outcomes = Machine(space, Matches(space), filters, space.domain).outcomes()
        draw = packets(SEED)
        probes = tuple(Probe(next(draw), port.name, Wanted()) for _ in range(PACKETS))
        trials.append(Trial(name, CONFIGS[name][0], probes))
        models.append((space, set_up(part), outcomes))
    agree = untested = tried = 0
    disagree: list[str] = []
    for seen, (space, setup, outcomes) in zip(run(trials, 400), models, strict=True):
        if seen.late:
            continue
        assert not seen.error, seen.error
        tried += len(seen.row["probes"])
        for probe, row in zip(seen.planned.probes, seen.row["probes"], strict=False):
            if row.get("over") or row.get("lost"):
                untested += 1
                continue
            leaf = expected(outcomes, alike(space, probe.packet))
            why = disagreement(setup, leaf, probe.packet, row)
            agree += not why
            disagree += [f"{seen.planned.trial.name}: {why}: {probe.packet}"] if why else []
    in_time(tried, PACKETS * len(trials))
    return Told(agree, disagree, untested, tried)


def test_the_model_agrees_with_the_kernel_for_every_packet(told: Told) -> None:
    assert not told.disagree, "\n".join(told.disagree[:5])
    assert told.agree > 0.9 * told.tried, told
