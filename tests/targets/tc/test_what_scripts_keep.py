"""What holds of every script: units, policers, bounds of classes, the order of filters."""

import re
from collections import Counter

import pytest

from qosc.ledger import Fidelity
from qosc.targets.tc.lower.classify.chains import OK, Chains, TooDeepError
from qosc.targets.tc.model import (
    U32,
    Fifo,
    Filter,
    Gact,
    Hook,
    Htb,
    HtbClass,
    Pedit,
    Police,
    Sfq,
    SkbPriority,
    U32Key,
)
from tests.targets.tc.test_known_traps import LINK, MAPS, TWO, entry, of, plan_of


def test_units_are_plain_integers():
    import qosc as package

    config = package.loads(MAPS + TWO)
    text = package.compile(config).files[0].text
    commands = [line for line in text.split("\n") if line.strip().startswith("tc ")]
    assert not re.search(r"\d(k|m|g|t)i?(bit|bps|b)\b", " ".join(commands), re.IGNORECASE)
    assert "bps" not in " ".join(commands)


def test_a_policer_says_both_outcomes_and_takes_offloaded_packets():
    text = """\
interface Serial0
 bandwidth 2000
 no fair-queue
 rate-limit input 64000 8000 8000 conform-action transmit exceed-action drop
"""
    nodes, _ = plan_of(text)
    (found,) = of(Filter, nodes)
    (police,) = [a for a in found.actions if isinstance(a, Police)]
    assert (police.exceed.verb, police.conform.verb, police.mtu) == ("drop", "ok", 65535)


def test_a_policer_with_the_same_outcomes_is_only_a_marker():
    text = """\
interface Serial0
 bandwidth 2000
 rate-limit input 64000 8000 8000 conform-action set-prec-transmit 1
 exceed-action set-prec-transmit 1
"""
    nodes, ledger = plan_of(text)
    assert not [a for f in of(Filter, nodes) for a in f.actions if isinstance(a, Police)]
    assert entry(ledger, "meter > cir").fidelity is Fidelity.EXACT
    four = next(f for f in of(Filter, nodes) if f.protocol == "ip")
    assert Pedit("ip", 0x20, 0xE0) in four.actions


def test_unclassified_packets_are_never_unshaped():
    nodes, _ = plan_of(MAPS + TWO)
    assert of(Htb, nodes)[0].default != 0
    last = of(Filter, nodes)[-1]
    assert last.protocol == "all"
    assert isinstance(last.actions[0], SkbPriority)
    assert isinstance(last.actions[-1], Gact)


def test_guarantees_above_the_link_are_scaled_so_that_it_is_kept():
    nodes, ledger = plan_of(MAPS + TWO.replace("bandwidth 2000", "bandwidth 500"))
    top, *leaves = of(HtbClass, nodes)
    assert sum(node.rate for node in leaves) <= top.rate
    assert "scaled" in entry(ledger, "class a > guarantee").note


def test_a_deny_entry_passes_packets_to_the_next_class_and_drops_none():
    text = (
        """\
access-list 101 deny ip host 10.0.0.1 any
access-list 101 permit ip any any
class-map a
 match access-group 101
policy-map p
 class a
  bandwidth 100
"""
        + LINK
    )
    nodes, _ = plan_of(text)
    filters = of(Filter, nodes)
    assert not [
        f for f in filters for a in f.actions if isinstance(a, Gact) and a.control.verb == "drop"
    ]
    denied = next(f for f in filters if "10.0.0.1" in str(f.match))
    assert denied.actions[0].control.verb == "goto"


def test_a_priority_class_is_served_first_and_bounded():
    nodes, ledger = plan_of(MAPS + TWO.replace("bandwidth 800", "priority 800"))
    _, first, second, rest = of(HtbClass, nodes)
    assert first.prio < second.prio == rest.prio
    bounds = [a for f in of(Filter, nodes) for a in f.actions if isinstance(a, Police)]
    assert [(b.rate, b.burst, b.exceed.verb) for b in bounds] == [(800_000, 20_000, "drop")]
    assert "congested" in entry(ledger, "priority > rate").note


def test_queue_limits_and_flow_queues():
    text = MAPS + TWO.replace("  bandwidth 100\n", "  bandwidth 100\n  queue-limit 10\n")
    nodes, _ = plan_of(text)
    assert [f.limit for f in of(Fifo, nodes)] == [64, 10, 64]
    nodes, _ = plan_of(
        MAPS + TWO.replace("  bandwidth 100\n", "  bandwidth 100\n  fair-queue 32\n")
    )
    (sfq,) = of(Sfq, nodes)
    assert (sfq.flows, sfq.divisor, sfq.depth) == (32, 32, 16)


def test_atm_counts_cells():
    text = MAPS + TWO.replace(
        LINK,
        "interface ATM0.1 point-to-point\n pvc 1/2\n  vbr-nrt 2000 2000 1\n"
        "  encapsulation {}\n  service-policy output p\n",
    )
    nodes, _ = plan_of(text.format("aal5snap"))
    assert {node.linklayer.overhead for node in of(HtbClass, nodes)} == {2}
    nodes, _ = plan_of(text.format("aal5mux ip"))
    assert of(Htb, nodes)[0].stab.overhead == -6
    assert {node.linklayer for node in of(HtbClass, nodes)} == {None}


def test_u32_filters_of_the_two_hooks_never_share_a_pref():
    """The kernel keeps the u32 filters of both hooks together, and `tc show` mixes those up."""
    maps = "class-map short\n match packet length max 100\n"
    maps += "class-map long\n match packet length min 101\n"
    policy = "policy-map {}\n class short\n  set dscp 1\n class long\n  set dscp 2\n"
    text = maps + policy.format("a") + policy.format("b")
    text += "interface Serial0\n service-policy input a\n service-policy output b\n"
    nodes, _ = plan_of(text)
    raw = [f for f in of(Filter, nodes) if isinstance(f.match, U32)]
    assert len(raw) > 40
    groups = {(f.pref, f.hook, f.chain, f.protocol) for f in raw}
    assert len({pref for pref, *_ in groups}) == len(groups)
    assert {hook for _, hook, *_ in groups} == {Hook.INGRESS, Hook.EGRESS}


def test_raw_filters_in_a_row_share_a_pref_as_far_as_the_kernel_keeps_their_order():
    """Linux cls_u32.c: 2047 prefs with u32 filters for a device, and the 2049th filter of a pref
    comes before the first (seen on 6.1). Each length and port is a filter for each of the eleven
    lengths of an IPv4 header."""
    entries = "".join(f" permit udp any any eq {2 * n + 1} dscp ef\n" for n in range(100))
    text = (
        f"ip access-list extended many\n{entries}class-map match-all c\n"
        " match access-group name many\n match packet length min 100 max 103\n"
        " match packet length min 100 max 103\npolicy-map p\n class c\n  set dscp 1\n"
        "interface Serial0\n service-policy output p\n service-policy input p\n"
    )
    nodes, _ = plan_of(text)
    raw = [f for f in of(Filter, nodes) if isinstance(f.match, U32)]
    sizes = Counter((f.hook, f.chain, f.pref, f.protocol) for f in raw)
    assert len(raw) >= 2 * 1100
    assert len(sizes) < 10
    assert max(sizes.values()) == 1024


def test_more_groups_of_raw_filters_than_the_kernel_keeps_are_told():
    chains = Chains(Hook.INGRESS)
    first = chains.new()
    for number in range(2048):
        key = U32Key(16, number, 0xFFFF, 2)
        chains.add(first, (("ip", "ipv6")[number % 2], U32((key,))), (Gact(OK),))
    with pytest.raises(TooDeepError, match=r"2048 groups of u32 filters.*no more than 2047"):
        chains.commands()


def test_a_frame_type_beside_a_mark_and_an_ip_field_is_not_forgotten():
    """No frame is ARP and has a DSCP, whatever is kept beside it."""
    classes = "class-map match-all c\n match qos-group 1\n match protocol arp\n"
    policy = "policy-map p\n class c\n  set qos-group 2\n"
    found = {}
    for more in ("", " match dscp ef\n"):
        nodes, _ = plan_of(f"{classes}{more}{policy}{LINK}")
        found[more] = [node.protocol for node in nodes if isinstance(node, Filter)]
    assert found == {"": ["arp", "all"], " match dscp ef\n": ["all"]}
