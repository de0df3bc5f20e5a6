"""Mistakes that earlier translators to tc have made, one test for each."""

import pytest

import qosc
from qosc.fields import Field
from qosc.ir import Device, Interval, Test
from qosc.ledger import Fidelity
from qosc.targets.tc.compiling import lower
from qosc.targets.tc.lower.classify.cells import cells
from qosc.targets.tc.lower.classify.decision import decide
from qosc.targets.tc.model import (
    U32,
    Filter,
    Flower,
    Htb,
    HtbClass,
    Police,
    Red,
    SkbPriority,
)
from qosc.targets.tc.options import TcOptions
from qosc.targets.tc.predict import red_wlog

LINK = "interface Serial0\n bandwidth 2000\n no fair-queue\n service-policy output p\n"


def plan_of(text: str, platform: str = "ios-12"):
    config = qosc.loads(text, platform=platform)
    device = config.complete_device
    plans, ledger = lower(device, qosc.api.qos_ports(config), TcOptions(config.profile))
    return [command.node for plan in plans for command in plan.commands], ledger


def of(kind, nodes):
    return [node for node in nodes if isinstance(node, kind)]


def matching(line: str):
    text = f"class-map match-all c\n {line}\npolicy-map p\n class c\n  bandwidth 100\n{LINK}"
    nodes, _ = plan_of(text)
    return [f for f in of(Filter, nodes) if f.match is not None][:-1]


def entry(ledger, ending: str):
    (found,) = [e for e in ledger if e.path.endswith(ending)]
    return found


def test_trap_1_dscp_match_ignores_the_ecn_bits():
    (found,) = matching("match ip dscp ef")
    assert found.match == Flower((("ip_tos", "0xb8/0xfc"),))


def test_trap_2_dscp_of_ipv6_is_the_traffic_class():
    four, six = matching("match dscp ef")
    assert (four.protocol, six.protocol) == ("ip", "ipv6")
    assert six.match == Flower((("ip_tos", "0xb8/0xfc"),))
    both = Test(Field.DSCP, (Interval(46, 46),)), Test(Field.LENGTH, (Interval(0, 65535),))
    for conjunction, _ in decide(Device(), qosc.ir.AllOf(both)).entries:
        for protocol, match in cells(conjunction):
            if protocol == "ipv6":
                assert isinstance(match, U32)
                key = match.keys[0]
                assert (key.width, key.value, key.mask, key.offset) == (16, 0x0B80, 0x0FC0, 0)


@pytest.mark.parametrize(("name", "byte"), [("critical", 0xA0), ("network", 0xE0), ("routine", 0)])
def test_trap_3_precedence_names_are_the_top_three_bits(name, byte):
    (found,) = matching(f"match ip precedence {name}")
    assert found.match == Flower((("ip_tos", f"{byte:#x}/0xe0"),))


def test_trap_4_a_length_bound_takes_every_length_below_it():
    predicate = Test(Field.LENGTH, (Interval(0, 100),))
    matched = set()
    for conjunction, _ in decide(Device(), predicate).entries:
        for protocol, match in cells(conjunction):
            if protocol == "ip":
                (key,) = match.keys
                assert key.offset == 2
                matched |= {n for n in range(65536) if n & key.mask == key.value}
    assert matched == set(range(101))


def test_trap_5_tcp_flags_are_found_behind_ip_options():
    text = "access-list 101 permit tcp any any established\n"
    nodes, _ = plan_of(
        text
        + "class-map c\n match access-group 101\npolicy-map p\n class c\n  bandwidth 100\n"
        + LINK
    )
    flags = [f for f in of(Filter, nodes) if "tcp_flags" in str(f.match)]
    assert flags
    assert all(isinstance(f.match, Flower) for f in flags)  # the kernel follows the header length
    # Where raw bits are needed, each header length has a filter of its own.
    broken = (
        Test(Field.SRC4, (qosc.ir.Masked(1, 0xFF0000FF),)),
        Test(Field.PROTOCOL, (Interval(6, 6),)),
        Test(Field.DST_PORT, (Interval(80, 80),)),
    )
    ((conjunction, _),) = decide(Device(), qosc.ir.AllOf(broken)).entries
    starts = set()
    for _, match in cells(conjunction):
        words = next(key.value for key in match.keys if (key.offset, key.mask) == (0, 0x0F))
        assert any(key.offset == 4 * words + 2 and key.value == 80 for key in match.keys)
        starts.add(words)
    assert starts == set(range(5, 16))


TWO = "policy-map p\n class a\n  bandwidth 800\n class b\n  bandwidth 100\n" + LINK
MAPS = "class-map a\n match ip precedence 1\nclass-map b\n match ip precedence 2\n"


def test_trap_6_quantum_goes_by_the_guarantee():
    nodes, _ = plan_of(MAPS + TWO)
    a, b, _ = [node.quantum for node in of(HtbClass, nodes)[1:]]
    assert a == 8 * b
    assert b >= 1514


def test_trap_6_quantum_is_equal_where_the_platform_shares_equally():
    nodes, _ = plan_of(MAPS + TWO, "ios-xe")
    assert {node.quantum for node in of(HtbClass, nodes)[1:]} == {1514}


def test_trap_6_a_quantum_is_never_above_what_the_kernel_takes():
    wide = TWO.replace("800", "90000000").replace("bandwidth 2000", "bandwidth 100000000")
    nodes, ledger = plan_of(MAPS + wide)
    quanta = [node.quantum for node in of(HtbClass, nodes)]
    assert max(quanta) == 200_000
    assert min(quanta) >= 1514
    assert "off the ratio" in entry(ledger, "class b > guarantee").note


RED = (
    """\
policy-map p
 class class-default
  bandwidth 1000
  random-detect
{curves}"""
    + LINK
)


def red(low: int, denominator: int) -> str:
    curves = "".join(f"  random-detect precedence {n} {low} 40 {denominator}\n" for n in range(8))
    return RED.format(curves=curves)


@pytest.mark.parametrize("low", [20, 26, 35])
def test_trap_7_red_averages_with_the_weight_of_the_source(low):
    nodes, _ = plan_of(red(low, 10))
    (found,) = of(Red, nodes)
    assert found.minimum == low * 1500
    assert red_wlog(found.minimum, found.burst, found.avpkt) == 9


def test_trap_8_several_curves_are_not_left_to_a_classifier_that_is_gone():
    text = red(20, 10)
    text = text.replace(LINK, "  random-detect precedence 5 30 35 5\n" + LINK)
    nodes, ledger = plan_of(text)
    (found,) = of(Red, nodes)
    assert (found.minimum, found.maximum) == (20 * 1500, 35 * 1500)
    # Linux drops 2p / (1 + p): one in 5 with 1/9.
    assert found.probability == 111_111_111
    fates = {e.fidelity for e in ledger if "> wred >" in e.path and "denominator" not in e.path}
    assert fates == {Fidelity.APPROX}


def test_trap_9_no_filter_without_an_action_hides_a_policer():
    policed = TWO.replace(
        "  bandwidth 800\n",
        "  bandwidth 800\n  police 64000 8000 8000 conform-action transmit exceed-action drop\n",
    )
    nodes, _ = plan_of(MAPS + policed)
    filters = of(Filter, nodes)
    assert filters
    assert all(f.actions for f in filters)
    # Filters of one pref are on the same bits and not the same, so that none hides another.
    places = [(f.hook, f.chain, f.pref, f.match) for f in filters]
    assert len(set(places)) == len(places)
    keys = [(f.hook, f.chain, f.protocol, f.match) for f in filters if f.chain == 0]
    assert len(set(keys)) == len(keys)
    (first,) = [f for f in filters if "0x20/0xe0" in str(f.match)]
    assert [type(action) for action in first.actions] == [SkbPriority, Police]


def test_trap_10_a_percentage_is_taken_once_of_the_right_whole():
    text = (
        """\
class-map a
 match ip precedence 1
policy-map child
 class a
  bandwidth percent 50
policy-map p
 class class-default
  shape average 1000000
  service-policy child
"""
        + LINK
    )
    nodes, _ = plan_of(text)
    top, shaped, child, rest = of(HtbClass, nodes)
    assert (top.rate, shaped.ceil, child.rate, child.ceil) == (
        2_000_000,
        1_000_000,
        500_000,
        1_000_000,
    )
    assert (child.parent, rest.parent) == (shaped.classid, shaped.classid)


def test_trap_10_class_ids_are_numbers_in_order():
    classes = "".join(f" class c{n}\n  bandwidth 10\n" for n in range(20))
    maps = "".join(f"class-map c{n}\n match qos-group {n}\n" for n in range(20))
    nodes, _ = plan_of(maps + "policy-map p\n" + classes + LINK)
    minors = [node.classid.minor for node in of(HtbClass, nodes)]
    assert minors == sorted(set(minors))
    assert len(minors) == 22
    assert of(Htb, nodes)[0].default == minors[-1]


def test_trap_11_the_mark_probability_of_the_source_is_used():
    """Linux draws the distance of two drops evenly from 1 to 1/p: 37 on average with p = 1/73."""
    nodes, ledger = plan_of(red(20, 37))
    assert of(Red, nodes)[0].probability == 13_698_630
    (entry,) = {e.note: e for e in ledger if e.path.endswith("> denominator")}.values()
    assert entry.fidelity is Fidelity.APPROX
    # At u below 1/37 a part of 2u / (2 - 1/37 + u) is dropped: most above u at u = 0.0134.
    assert entry.bound == pytest.approx(1e6 * (2 * 0.0134 / (2 - 1 / 37 + 0.0134) - 0.0134), abs=1)
