"""No filter stands in a script that no packet comes to, so that a reader has none to rule out."""

from __future__ import annotations

import qosc
from qosc.targets.tc.compiling import lower
from qosc.targets.tc.lower.classify.chains import CONTINUE, DROP, OK, PIPE, Chains, to
from qosc.targets.tc.model import Filter, Flower, Gact, Hook, Matchall, Police
from qosc.targets.tc.options import TcOptions

FILTER = """
firewall {
  family inet { filter F {
    term a { from { dscp ef; } then { policer P; accept; } }
    term b { from { protocol tcp; } then accept; }
    term c { then { loss-priority high; accept; } }
  } }
  policer P { if-exceeding { bandwidth-limit 1m; burst-size-limit 15k; } then discard; }
}
interfaces { ge-0/0/0 { unit 0 { family inet { filter { input F; } } } } }
"""
EVERY = ("all", Matchall())
EF = Flower((("ip_tos", "0xb8/0xfc"),))


def filters(chains: Chains) -> list[tuple[int, int, str]]:
    """Chain, pref and protocol of each filter that is left."""
    nodes = [command.node for command in chains.commands()]
    return [(n.chain, n.pref, n.protocol) for n in nodes if isinstance(n, Filter)]


def test_a_filter_of_family_inet_has_no_filters_of_ipv6() -> None:
    text = qosc.compile(qosc.loads(FILTER, name="a.conf"), allow_loss=True).files[0].text
    commands = [line.split() for line in text.splitlines() if line.lstrip().startswith("tc filter")]
    assert any("0xb8/0xfc" in words for words in commands)
    assert not [words for words in commands if words[words.index("protocol") + 1] == "ipv6"]


def test_nothing_stands_behind_a_term_without_conditions() -> None:
    config = qosc.loads(FILTER, name="a.conf")
    (port,) = (p for p in qosc.api.qos_ports(config) if p.name == "ge-0/0/0")
    (plan,), _ = lower(config.joined_device, (port,), TcOptions(config.profile))
    ended: set[tuple[Hook, int]] = set()
    for command in plan.commands:
        node = command.node
        if isinstance(node, Filter):
            assert (node.hook, node.chain) not in ended
            if node.protocol == "all" and isinstance(node.match, Matchall):
                ended.add((node.hook, node.chain))


def test_what_goes_on_is_seen_by_the_next_filter() -> None:
    chains = Chains(Hook.INGRESS)
    first = chains.new()
    chains.add(first, EVERY, (Police(8000, 1000, CONTINUE, PIPE), Gact(OK)))
    chains.add(first, ("ip", Matchall()), (Gact(CONTINUE),))
    chains.add(first, ("ip", Matchall()), (Gact(DROP),))
    chains.add(first, ("ip", EF), (Gact(OK),))
    chains.add(first, ("ipv6", EF), (Gact(OK),))
    chains.always(first, OK)
    assert filters(chains) == [
        (0, 1, "all"),
        (0, 2, "ip"),
        (0, 3, "ip"),
        (0, 5, "ipv6"),
        (0, 6, "all"),
    ]


def test_a_chain_has_what_all_its_jumps_bring() -> None:
    chains = Chains(Hook.INGRESS)
    first, second, third = chains.new(), chains.new(), chains.new()
    chains.add(first, ("ip", EF), (Gact(to(second)),))
    chains.add(first, ("arp", Matchall()), (Gact(to(third)),))
    chains.always(first, to(third))
    for chain in (second, third):
        for protocol in ("ip", "ipv6", "arp"):
            chains.add(chain, (protocol, Matchall()), (Gact(OK),))
    chains.always(second, DROP)
    chains.always(third, DROP)
    left = filters(chains)
    assert [row for row in left if row[0] == second] == [(1, 1, "ip")]
    assert [row[2] for row in left if row[0] == third] == ["ip", "ipv6", "arp", "all"]


def test_a_chain_that_nothing_leads_to_is_left_out() -> None:
    chains = Chains(Hook.INGRESS)
    first, lost = chains.new(), chains.new()
    chains.always(lost, DROP)
    chains.always(first, OK)
    chains.always(first, to(lost))
    assert filters(chains) == [(0, 1, "all")]
