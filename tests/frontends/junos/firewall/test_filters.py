"""Firewall filters and policers of JunOS; the facts are from Juniper's filter and policer guide."""

from __future__ import annotations

import pytest

from qosc.fields import Field
from qosc.frontends import load
from qosc.frontends.junos.firewall.prefixes import mac
from qosc.ir import (
    AllOf,
    AnyOf,
    Anything,
    Device,
    Interval,
    Mark,
    Masked,
    Named,
    Not,
    Opaque,
    Port,
    Predicate,
    Rule,
    RuleList,
    SupportState,
    Test,
    Verdict,
)
from qosc.source import SourceText

UNIT = "set interfaces ge-0/0/0 unit 0 family inet "
F = "set firewall family inet filter F term "


def device(text: str) -> Device:
    return load(SourceText("r1.conf", text))


def port(text: str, name: str = "ge-0/0/0.0") -> Port:
    return device(text).ports[name]


def rules(text: str) -> tuple[Rule, ...]:
    """The rules of filter F as applied to incoming IPv4, without the one that lets others pass."""
    (stage,) = port(UNIT + "filter input F\n" + text).input
    assert isinstance(stage, RuleList)
    assert stage.otherwise_drop
    other, *own = stage.rules
    assert other == Rule(Not(Test(Field.VERSION, (Interval(4, 4),))))
    return tuple(own)


def condition(text: str) -> Predicate:
    (rule,) = rules(f"{F}A from {text}\n{F}A then accept\n")
    return rule.match


def test_terms_in_order_with_what_they_do() -> None:
    accept, discard, onward, reject = rules(
        F
        + "A from protocol udp\n"
        + F
        + "A then accept\n"
        + F
        + "B from protocol tcp\n"
        + F
        + "B then discard\n"
        + F
        + "C then next term\n"
        + F
        + "C then dscp ef\n"
        + F
        + "D then reject\n"
    )
    assert accept == Rule(Test(Field.PROTOCOL, (Interval(17, 17),)))
    assert discard.verdict is Verdict.DROP
    assert onward == Rule(Anything(), marks=(Mark(Field.DSCP, 46),), verdict=Verdict.CONTINUE)
    assert reject == Rule(Anything(), verdict=Verdict.DROP)


def test_a_term_without_a_terminating_action_accepts() -> None:
    (rule,) = rules(F + "A then count c\n" + F + "A then log\n")
    assert rule == Rule(Anything(), verdict=Verdict.TRANSMIT)


def test_marks_have_the_number_of_the_queue_and_of_the_loss_priority() -> None:
    (rule,) = rules(
        "set class-of-service forwarding-classes class gold queue-num 5\n"
        + F
        + "A then forwarding-class gold\n"
        + F
        + "A then loss-priority medium-high\n"
    )
    assert rule.marks == (
        Mark(Field.FORWARDING_CLASS, 5, name="gold"),
        Mark(Field.LOSS_PRIORITY, 2, name="medium-high"),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("protocol [ tcp 17 ]", Test(Field.PROTOCOL, (Interval(6, 6), Interval(17, 17)))),
        ("protocol-except tcp", Not(Test(Field.PROTOCOL, (Interval(6, 6),)))),
        (
            "destination-port [ ssh 1024-2047 ]",
            Test(Field.DST_PORT, (Interval(22, 22), Interval(1024, 2047))),
        ),
        (
            "port bgp",
            AnyOf(
                (
                    Test(Field.SRC_PORT, (Interval(179, 179),)),
                    Test(Field.DST_PORT, (Interval(179, 179),)),
                )
            ),
        ),
        ("dscp [ ef 10 ]", Test(Field.DSCP, (Interval(46, 46), Interval(10, 10)))),
        ("precedence critical-ecp", Test(Field.PRECEDENCE, (Interval(5, 5),))),
        ("packet-length 0-64", Test(Field.LENGTH, (Interval(0, 64),))),
        ("forwarding-class gold", Test(Field.FORWARDING_CLASS, (Named("gold"),))),
        ("loss-priority [ low high ]", Test(Field.LOSS_PRIORITY, (Named("low"), Named("high")))),
        ("interface ge-1/0/0.0", Test(Field.INPUT_INTERFACE, (Named("ge-1/0/0.0"),))),
        ("icmp-type echo-request", Test(Field.ICMP_TYPE, (Interval(8, 8),))),
        ("ttl 1", Test(Field.TTL, (Interval(1, 1),))),
        ("is-fragment", Test(Field.FRAGMENT, (Interval(1, 1),))),
        ("fragment-offset 0", Test(Field.FRAGMENT, (Interval(0, 0),))),
        ("tcp-established", Test(Field.TCP_FLAGS, (Masked(16, 16), Masked(4, 4)))),
        ("tcp-initial", Test(Field.TCP_FLAGS, (Masked(2, 18),))),
        ('tcp-flags "syn & !ack"', Test(Field.TCP_FLAGS, (Masked(2, 18),))),
        (
            'tcp-flags "(ack | rst)"',
            AnyOf(
                (Test(Field.TCP_FLAGS, (Masked(16, 16),)), Test(Field.TCP_FLAGS, (Masked(4, 4),)))
            ),
        ),
        ('tcp-flags "!(syn & ack)"', Not(Test(Field.TCP_FLAGS, (Masked(18, 18),)))),
        ("ip-options any", Opaque("ip-options", "any")),
        ("interface-group-except 3", Not(Opaque("interface-group", "3"))),
        ("source-port nosuch", Opaque("source-port", "nosuch")),
        ('tcp-flags "syn &"', Opaque("tcp-flags", "syn &")),
    ],
)
def test_conditions(text: str, expected: Predicate) -> None:
    assert condition(text) == expected


def test_different_conditions_are_both_needed() -> None:
    found = rules(F + "A from protocol udp\n" + F + "A from destination-port 53\n")[0].match
    assert found == AllOf(
        (Test(Field.PROTOCOL, (Interval(17, 17),)), Test(Field.DST_PORT, (Interval(53, 53),)))
    )


def net(field: Field, *prefixes: tuple[int, int]) -> Test:
    return Test(field, tuple(Masked(value, mask) for value, mask in prefixes))


TEN, TEN_ONE, TEN_ONE_TWO = (
    (0x0A000000, 0xFF000000),
    (0x0A010000, 0xFFFF0000),
    (0x0A010200, 0xFFFFFF00),
)


def test_the_longest_prefix_decides() -> None:
    found = rules(
        F
        + "A from source-address 10.1.0.0/16 except\n"
        + F
        + "A from source-address 10.0.0.0/8\n"
        + F
        + "A from source-address 10.1.2.0/24\n"
    )[0].match
    ten = net(Field.SRC4, TEN)
    assert found == AnyOf(
        (net(Field.SRC4, TEN_ONE_TWO), AllOf((ten, Not(net(Field.SRC4, TEN_ONE)))))
    )


def test_nothing_but_except_matches_nothing() -> None:
    assert condition("source-address 10.0.0.0/8 except") == AnyOf(())


def test_addresses_and_prefix_lists_are_one_list() -> None:
    found = rules(
        "set policy-options prefix-list P 10.1.0.0/16\n"
        + F
        + "A from source-prefix-list P except\n"
        + F
        + "A from source-address 10.0.0.0/8\n"
    )[0].match
    assert found == AllOf((net(Field.SRC4, TEN), Not(net(Field.SRC4, TEN_ONE))))


def test_address_is_either_side() -> None:
    assert condition("address 10.0.0.0/8") == AnyOf((net(Field.SRC4, TEN), net(Field.DST4, TEN)))


def test_a_list_that_is_not_there_is_not_left_out() -> None:
    text = F + "A from source-prefix-list GONE\n" + F + "A then accept\n"
    assert rules(text)[0].match == Opaque("prefix-list", "GONE")
    assert any("not defined" in residue.reason for residue in device(text).residue)


def test_an_unknown_condition_does_not_widen_the_term() -> None:
    text = F + "A from protocol udp\n" + F + "A from moon-phase full\n"
    assert rules(text)[0].match == AllOf(
        (Test(Field.PROTOCOL, (Interval(17, 17),)), Opaque("moon-phase", "full"))
    )
    assert [r.state for r in device(text).residue] == [SupportState.UNKNOWN]


def test_a_filter_list_is_one_filter_after_another() -> None:
    (stage,) = port(
        F
        + "A then next term\nset firewall filter G term B then accept\n"
        + UNIT
        + "filter input-list [ F G ]\n"
    ).input
    assert isinstance(stage, RuleList)
    assert [rule.verdict for rule in stage.rules[1:]] == [Verdict.CONTINUE, Verdict.TRANSMIT]


def test_an_empty_filter_drops_everything() -> None:
    assert rules("set firewall family inet filter F\n") == ()


def test_a_filter_that_nothing_applies_is_kept() -> None:
    found = device("set firewall filter F term A then discard\nset system host-name r1\n")
    assert list(found.rule_lists) == ["filter inet F"]
    assert found.hostname == "r1"
    assert not found.complete


@pytest.mark.parametrize("text", ["filter input GONE", "policer input GONE"])
def test_what_is_not_defined_is_reported(text: str) -> None:
    found = device(UNIT + text + "\nset interfaces ge-0/0/1 unit 0\n")
    assert found.ports["ge-0/0/0.0"].input == ()
    assert [residue.state for residue in found.residue] == [SupportState.RECOGNISED]


def test_every_line_ends_in_one_state() -> None:
    text = (
        "system {\n  host-name r1;\n}\ninterfaces {\n  ge-0/0/0 {\n    unit 0 {\n"
        "      family inet {\n        filter {\n          input F;\n        }\n"
        "        address 10.0.0.1/24;\n      }\n    }\n  }\n}\nfirewall {\n  family inet {\n"
        "    filter F {\n      term A {\n        from {\n          protocol udp;\n"
        "          moon-phase full;\n          ip-options any;\n        }\n        then accept;\n"
        "      }\n    }\n  }\n}\n"
    )
    found = device(text).coverage
    total = found.modelled + found.recognised + found.irrelevant + found.unknown
    assert total == len(text.splitlines())
    assert (found.unknown, found.recognised) == (1, 1)
    # firewall, family, filter, term, from, protocol, then; filter and input of the interface
    assert found.modelled == 9


@pytest.mark.parametrize(
    ("text", "value", "mask"),
    [
        ("00:11:22:33:44:55", 0x001122334455, 0xFFFFFFFFFFFF),
        ("0011.2233.4455", 0x001122334455, 0xFFFFFFFFFFFF),
        ("00-11-22-33-44-55/48", 0x001122334455, 0xFFFFFFFFFFFF),
        ("00:11:22:33:44:55/24", 0x001122000000, 0xFFFFFF000000),
        ("01:00:5e:00:00:00/25", 0x01005E000000, 0xFFFFFF800000),
        ("ff:ff:ff:ff:ff:ff/0", 0, 0),
    ],
)
def test_a_mac_address_is_its_bits_and_how_many_of_them_count(
    text: str, value: int, mask: int
) -> None:
    assert mac(text) == Masked(value, mask)


@pytest.mark.parametrize(
    "text", ["00:11:22:33:44", "00:11:22:33:44:55:66", "00:11:22:33:44:gg", "00:11:22:33:44:55/49"]
)
def test_what_is_no_mac_address_is_none(text: str) -> None:
    assert mac(text) is None


def test_a_condition_outside_the_model_is_turned_round_by_except() -> None:
    plain, turned = (condition(f"fragment-offset{word} 5") for word in ("", "-except"))
    assert isinstance(plain, Opaque)
    assert isinstance(turned, Not)
    assert isinstance(turned.operand, Opaque)


def test_a_filter_of_mpls_sees_both_of_its_ether_types() -> None:
    text = (
        "set interfaces ge-0/0/0 unit 0 family mpls filter input F\n"
        "set firewall family mpls filter F term A then accept\n"
    )
    (stage,) = port(text).input
    assert isinstance(stage, RuleList)
    own = (Interval(0x8847, 0x8847), Interval(0x8848, 0x8848))
    assert stage.rules[0] == Rule(Not(Test(Field.ETHERTYPE, own)))


@pytest.mark.parametrize(
    ("word", "field"),
    [("source-mac-address", Field.SRC_MAC), ("destination-mac-address", Field.DST_MAC)],
)
def test_a_filter_of_frames_asks_for_the_address_of_one_end(word: str, field: Field) -> None:
    found = device(
        "interfaces { ge-0/0/0 { unit 0 { family ethernet-switching { filter { input F; } } } } }\n"
        "firewall { family ethernet-switching { filter F {\n"
        f"term a {{ from {{ {word} {{ 00:11:22:33:44:55; }} }} then discard; }}\n"
        "term z { then accept; } } } }\n"
    )
    assert found.residue == ()
    (stage,) = found.ports["ge-0/0/0.0"].input
    assert isinstance(stage, RuleList)
    tests = [one for one in _walked(stage.rules[0].match) if one.field in _MACS]
    assert tests == [Test(field, (Masked(0x001122334455, (1 << 48) - 1),))]


_MACS = (Field.SRC_MAC, Field.DST_MAC)


def _walked(match: Predicate) -> list[Test]:
    """All tests inside a predicate."""
    if isinstance(match, Test):
        return [match]
    return [one for part in getattr(match, "operands", ()) for one in _walked(part)]
