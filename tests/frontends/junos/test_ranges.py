"""Interface ranges, filters inside filters, and other filters than those of a family."""

from __future__ import annotations

from qosc.fields import Field
from qosc.frontends import junos
from qosc.ir import Device, RuleList, Stage, Test, Verdict
from qosc.source import SourceText

RANGE = """
interfaces {
    interface-range access {
        member ge-0/0/1;
        member "ge-0/0/[2-3]";
        member-range ge-0/0/10 to ge-0/0/11;
        unit 0 { family inet { filter { input F; } } }
    }
    ge-0/0/2 { unit 0 { family inet { filter { input G; } } } }
    ge-0/0/20 { unit 0; }
}
class-of-service {
    interfaces { access { scheduler-map M; } }
    scheduler-maps { M { forwarding-class best-effort scheduler S; } }
    schedulers { S { transmit-rate percent 20; } }
}
firewall {
    family inet {
        filter F { term a { then accept; } }
        filter G { term b { then discard; } }
    }
}
"""


def load(text: str) -> Device:
    return junos.load(SourceText("r1.conf", text))


def features(stages: tuple[Stage, ...]) -> list[str]:
    return [one.feature if isinstance(one, RuleList) else one.policy.name for one in stages]


def test_members_of_a_range_have_its_statements_and_their_own_win() -> None:
    device = load(RANGE)
    found = {name: features(port.input) for name, port in device.ports.items() if port.input}
    assert found == {
        "ge-0/0/1.0": ["filter inet F"],
        "ge-0/0/2.0": ["filter inet G"],
        "ge-0/0/10.0": ["filter inet F"],
        "ge-0/0/11.0": ["filter inet F"],
    }
    scheduled = [name for name, port in device.ports.items() if port.output]
    assert sorted(scheduled) == ["ge-0/0/1", "ge-0/0/10", "ge-0/0/11", "ge-0/0/2"]


def test_a_range_without_members_makes_no_port() -> None:
    device = load("interfaces { interface-range a { unit 0 { family inet; } } ge-0/0/0; }")
    assert list(device.ports) == ["ge-0/0/0"]


def test_the_terms_of_a_filter_in_a_filter_stand_in_its_place() -> None:
    device = load(
        "interfaces { ge-0/0/0 { unit 0 { family inet { filter { input F; } } } } }"
        "firewall { family inet {"
        " filter F { term a { from { protocol udp; } then discard; } term c { filter C; }"
        "  term z { then accept; } }"
        " filter C { term ssh { from { protocol tcp; } then { loss-priority high; } } } } }"
    )
    stage = device.ports["ge-0/0/0.0"].input[0]
    assert isinstance(stage, RuleList)
    assert [rule.verdict for rule in stage.rules[1:]] == [
        Verdict.DROP,
        Verdict.TRANSMIT,
        Verdict.TRANSMIT,
    ]
    assert [mark.name for mark in stage.rules[2].marks] == ["high"]
    assert not device.residue


def test_filters_that_hold_each_other_end() -> None:
    both = "filter A { term x { filter B; } } filter B { term y { filter A; } }"
    many = " ".join(
        f"filter F{n} {{ " + " ".join(f"term t{k} {{ filter F{n + 1}; }}" for k in range(9)) + " }"
        for n in range(9)
    )
    device = load(f"firewall {{ family inet {{ {both} {many} }} }}")
    reasons = {residue.reason for residue in device.residue}
    assert "filters inside filters lead into each other" in reasons
    assert sum(len(made.rules) for made in device.rule_lists.values()) < 50_000


def test_a_simple_filter_accepts_what_it_does_not_take() -> None:
    device = load(
        "interfaces { ge-0/0/0 { unit 0 { family inet { simple-filter { input S; } } } } }"
        "firewall { family inet { simple-filter S { term v { from { protocol udp; }"
        " then { forwarding-class expedited-forwarding; } } } } }"
    )
    stage = device.ports["ge-0/0/0.0"].input[0]
    assert isinstance(stage, RuleList)
    assert (stage.feature, stage.otherwise_drop) == ("simple-filter S", False)


def test_a_set_of_interfaces_is_a_test_of_where_a_packet_came_in() -> None:
    device = load(
        "firewall { interface-set edge { ge-0/0/0.0; ge-0/0/1.0; } family inet {"
        " filter F { term a { from { interface-set edge; } then accept; } } } }"
    )
    match = device.rule_lists["filter inet F"].rules[-1].match
    assert isinstance(match, Test)
    assert match.field is Field.INPUT_INTERFACE
    assert not device.residue
