"""A filter does what its statements say: a naive reader of the tree and the model agree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address
from itertools import islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qosc.frontends.junos import Node, load, read
from qosc.ir import Device
from qosc.source import SourceText
from tests.laws.junos.filter_interpreter import (
    DSCPS,
    PORTS,
    PROTOCOLS,
    Seen,
    UnreadableError,
    interpret,
    listed,
    model,
    networks,
    number,
    words,
)
from tests.published import CORPUS

SHARED = CORPUS / "junos"


def corners(node: Node, lists: dict[str, Node], version: int) -> Iterator[Seen]:
    """Packets at the edges of what a filter asks for."""
    ends = {ip_address("192.0.2.77") if version == 4 else ip_address("2001:db8:77::1")}
    numbers: dict[str, set[int]] = {
        "port": {0, 1024},
        "protocol": {1, 6, 17},
        "dscp": {0},
        "length": {100},
        "ttl": {64},
    }
    kinds: dict[str, tuple[str, dict[str, int], int]] = {
        "port": ("port", PORTS, 65_535),
        "source-port": ("port", PORTS, 65_535),
        "destination-port": ("port", PORTS, 65_535),
        "protocol": ("protocol", PROTOCOLS, 255),
        "next-header": ("protocol", PROTOCOLS, 255),
        "dscp": ("dscp", DSCPS, 63),
        "traffic-class": ("dscp", DSCPS, 63),
        "packet-length": ("length", {}, 65_535),
        "ttl": ("ttl", {}, 255),
        "hop-limit": ("ttl", {}, 255),
    }
    froms = [held for term in node.all("term") if (held := term.get("from")) is not None]
    for one in (kid for held in froms for kid in held.children):
        word = one.words[0].removesuffix("-except")
        if word in kinds:
            name, names, high = kinds[word]
            for text in words(one):
                parts = [text] if text in names else text.split("-")
                for part in parts:
                    value = number(part, names)
                    near = {value} if name == "protocol" else {value - 1, value, value + 1}
                    numbers[name] |= {each for each in near if 0 <= each <= high}
        elif word.endswith(("address", "prefix-list")) and "mac" not in word:
            for net, _ in islice(networks(one, lists), 6):
                if net.version == version:
                    ends |= {net[0], net[-1]}
    pools = [sorted(ends), sorted(ends)[::-1], *(sorted(pool) for pool in numbers.values())]
    count = max(map(len, pools))
    for step, turn in product(range(min(count, 24)), range(4)):
        picks = [pool[(step * (1 + turn * place)) % len(pool)] for place, pool in enumerate(pools)]
        source, target, port, protocol, dscp, length, ttl = picks
        other = pools[2][(step + turn) % len(pools[2])]
        flags = (2, 16, 18, 4)[turn]
        yield Seen(source, target, protocol, other, port, dscp, length, ttl, flags, turn == 3)


def compare(tree_root: Node, device: Device, packets: Callable[[Node, str], Iterator[Seen]]) -> int:
    """How many packets were compared; each filter that the interpreter can read is."""
    options = tree_root.get("policy-options")
    lists = {one.words[1]: one for one in options.all("prefix-list")} if options else {}
    firewall = tree_root.get("firewall")
    compared = 0
    for family in firewall.all("family") if firewall is not None else ():
        name = family.words[1]
        for node in family.all("filter") if name in ("inet", "inet6") else ():
            version = 4 if name == "inet" else 6
            try:
                for seen in packets(node, name):
                    expected = interpret(node, seen, lists)
                    feature = f"filter {name} {node.words[1]}"
                    assert model(device, feature, seen.packet()) == expected, (node.words, seen)
                    assert seen.source.version == version
                    compared += 1
            except UnreadableError:
                continue
    return compared


ADDRESSES = ("10.0.0.0/8", "10.1.0.0/16", "10.1.2.0/24", "10.1.2.3/32", "0.0.0.0/0", "192.0.2.0/25")
PREFIXES = st.lists(
    st.tuples(st.sampled_from(ADDRESSES), st.sampled_from(["", " except"])),
    min_size=1,
    max_size=3,
    unique_by=lambda pair: pair[0],
).map(lambda pairs: "{ " + " ".join(f"{net}{other};" for net, other in pairs) + " }")
RANGES = st.sampled_from(["[ ssh 80-90 ]", "179", "[ 1-1023 ]", "[ 53 ntp ]"])
SIDES = st.sampled_from(["source-address", "destination-address", "address"])
ENDS = st.sampled_from(
    ["source-port", "destination-port", "port", "destination-port-except", "source-port-except"]
)
CONDITIONS = st.one_of(
    st.tuples(SIDES, PREFIXES).map(" ".join),
    st.tuples(ENDS, RANGES).map(lambda pair: f"{pair[0]} {pair[1]};"),
    st.sampled_from(
        [
            "protocol [ tcp udp ];",
            "protocol-except tcp;",
            "protocol icmp;",
            "dscp [ ef af11 ];",
            "dscp-except 0;",
            "precedence 7;",
            "packet-length 64-128;",
            "packet-length-except 100;",
            "ttl 1;",
            "is-fragment;",
            "tcp-established;",
            "tcp-initial;",
            "source-prefix-list { A; B except; }",
            "prefix-list { B; }",
        ]
    ),
)
MARKING = st.lists(
    st.sampled_from(["forwarding-class gold;", "loss-priority high;", "count c;"]),
    max_size=2,
    unique=True,
)
ENDING = st.sampled_from([[], ["accept;"], ["discard;"], ["next term;"]])
ACTIONS = st.tuples(MARKING, ENDING).map(lambda pair: pair[0] + pair[1])
ASKED = st.lists(CONDITIONS, max_size=3, unique_by=lambda text: text.split()[0])
TERMS = st.lists(st.tuples(ASKED, ACTIONS), max_size=5)
LISTS = (
    "policy-options { prefix-list A { 10.1.0.0/16; 192.0.2.0/24; } prefix-list B { 10.1.2.0/24; } }"
)


@settings(max_examples=60, deadline=None)
@given(TERMS)
def test_a_filter_does_what_a_naive_reader_of_it_does(
    terms: list[tuple[list[str], list[str]]],
) -> None:
    body = "".join(
        f"term t{at} {{ from {{ {' '.join(asked)} }} then {{ {' '.join(done)} }} }}\n"
        for at, (asked, done) in enumerate(terms)
    )
    classes = "class-of-service { forwarding-classes { class gold queue-num 1; } }"
    source = SourceText(
        "r1.conf", f"firewall {{ family inet {{ filter F {{\n{body}}} }} }}\n{LISTS}\n{classes}\n"
    )
    tree, device = read(source), load(source)
    options = tree.get("policy-options")
    assert options is not None
    lists = {one.words[1]: one for one in options.all("prefix-list")}
    assert compare(tree.root, device, lambda node, _: corners(node, lists, 4)) > 3


def test_the_order_of_terms_that_cannot_both_match_does_not_count() -> None:
    parts = [
        "term a { from { protocol tcp; } then { forwarding-class gold; } }",
        "term b { from { protocol udp; destination-port 53; } then discard; }",
        "term c { from { protocol icmp; } then { loss-priority high; } }",
    ]
    results = []
    for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2)):
        body = " ".join(parts[at] for at in order)
        device = load(
            SourceText("r1.conf", f"firewall {{ family inet {{ filter F {{ {body} }} }} }}")
        )
        here = IPv4Address("10.0.0.1")
        seen = [
            Seen(here, here, protocol, 1, port) for protocol in (1, 6, 17, 47) for port in (52, 53)
        ]
        results.append([model(device, "filter inet F", one.packet()) for one in seen])
    assert results[0] == results[1] == results[2]
    assert results[0][0] == (True, {"loss-priority": "high"})


def test_the_interpreter_of_this_test_sees_prefixes_as_documented() -> None:
    nets = [(IPv4Network("10.0.0.0/8"), True), (IPv4Network("10.1.0.0/16"), False)]
    assert listed(IPv4Address("10.2.0.1"), nets)
    assert not listed(IPv4Address("10.1.0.1"), nets)
    assert not listed(IPv4Address("11.1.0.1"), nets)
    assert IPv6Network("2001:db8::/32").version == 6


@pytest.mark.shared("corpus")
def test_published_filters_do_what_a_naive_reader_of_them_does() -> None:
    compared = 0
    for path in sorted(SHARED.iterdir()):
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
        if "firewall" not in text or len(text) > 400_000:
            continue
        source = SourceText(path.name, text)
        tree = read(source)
        options = tree.get("policy-options")
        lists = {one.words[1]: one for one in options.all("prefix-list")} if options else {}
        compared += compare(
            tree.root,
            load(source),
            lambda node, family, lists=lists: corners(node, lists, 4 if family == "inet" else 6),
        )
    assert compared > 400
