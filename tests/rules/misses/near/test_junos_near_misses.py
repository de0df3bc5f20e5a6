"""JunOS configs that a rule on names, units, classes and marks must leave alone.

Each stands beside the small change that makes the rule speak.
"""

from __future__ import annotations

import pytest

from tests.rules.linting import lint
from tests.rules.misses.near.junos_miss import (
    AF12,
    BULK,
    EF,
    LIMIT,
    PORT,
    REST,
    VOICE,
    Miss,
    classify,
    cos,
    filtered,
    judge,
)

MISSES = [
    Miss(
        "QOS012",
        "a class that every router has",
        cos(classify(EF), port=""),
        "class expedited-forwarding",
        "class expedited-forwardin",
    ),
    Miss(
        "QOS012",
        "a default table",
        cos(unit="classifiers { dscp default; }", port=""),
        "classifiers { dscp default; }",
        "scheduler-map nowhere;",
    ),
    Miss(
        "QOS013",
        "a filter that an input-list applies",
        filtered(REST).replace("input edge", "input-list [ edge edge ]"),
        "input-list [ edge edge ]",
        "output other",
    ),
    Miss(
        "QOS013",
        "a name in a stanza that is not read",
        "firewall { family inet { filter edge { term a { then accept; } } } }\n"
        "forwarding-options { family inet { filter { input edge; } } }\n" + PORT,
        "input edge",
        "input other",
    ),
    Miss(
        "QOS013",
        "a policer that a stanza outside the model names",
        "firewall {\n" + LIMIT + "\n}\ndynamic-profiles { x { firewall { family inet {\n"
        "filter f { term t { then {\npolicer p;\n} } } } } } }\n" + PORT,
        "policer p;",
        "policer other;",
    ),
    Miss(
        "QOS014",
        "a pattern of a unit's interface",
        "class-of-service { interfaces { ge-* { unit * { classifiers { dscp default; } } } } }\n"
        + PORT,
        "ge-*",
        "xe-*",
    ),
    Miss(
        "QOS015",
        "an alias that the config makes",
        cos(
            "code-point-aliases { exp { cs5 101; } }",
            classify(
                "forwarding-class best-effort { loss-priority low code-points cs5; }", kind="exp"
            ),
            unit="classifiers { exp edge; }",
            port="",
        ),
        "exp { cs5 101; }",
        "dscp { cs5 101000; }",
    ),
    Miss("QOS105", "the last term has no from", filtered(VOICE, REST), REST, ""),
    Miss(
        "QOS105",
        "two terms that take everything together",
        filtered(
            VOICE,
            "term tcp { from { protocol tcp; } then accept; }",
            "term others { from { protocol-except tcp; } then accept; }",
        ),
        "protocol-except tcp",
        "protocol-except [ tcp udp ]",
    ),
    Miss(
        "QOS105",
        "an excerpt of a list of what is allowed",
        "firewall { family inet { filter edge { term a { from { dscp ef; } then accept; } } } }",
        "then accept",
        "then { forwarding-class expedited-forwarding; accept; }",
    ),
    Miss(
        "QOS106",
        "next term with a term behind it",
        filtered("term count { then { count all; next term; } }", REST),
        REST,
        "",
    ),
    Miss(
        "QOS107",
        "packets that next term sends on",
        filtered(
            "term count { from { protocol tcp; } then { count all; next term; } }",
            "term web { from { protocol tcp; } then { loss-priority high; accept; } }",
            REST,
        ),
        "next term;",
        "accept;",
    ),
    Miss(
        "QOS107",
        "a last discard that nothing reaches",
        filtered(REST, "term deny { then discard; }"),
        "term deny { then discard; }",
        "term deny { then { loss-priority high; accept; } }",
    ),
    Miss(
        "QOS107",
        "a code point that stands twice for the same class",
        cos(classify(EF, BULK), unit="classifiers { dscp edge; }", port=""),
        "000011",
        "ef",
    ),
    Miss(
        "QOS108",
        "AF classes in queues of their own",
        cos(classify(AF12), unit="classifiers { dscp edge; }", port=""),
        "class assured-forwarding",
        "class expedited-forwarding",
    ),
    Miss(
        "QOS109",
        "no other AF class is told apart, and nothing drops by loss priority",
        cos(
            "classifiers { dscp edge { forwarding-class assured-forwarding {\n"
            "loss-priority low code-points [ af11 af12 ]; }\n"
            "forwarding-class best-effort { loss-priority low code-points [ af21 af22 ];\n"
            "loss-priority high code-points cs1; } } }",
            unit="classifiers { dscp edge; }",
            port="",
        ),
        "[ af21 af22 ];\nloss-priority high code-points cs1;",
        "af21;\nloss-priority high code-points af22;",
    ),
    Miss(
        "QOS202",
        "a loss priority of another kind of code point",
        cos(
            classify(
                "forwarding-class best-effort { loss-priority high code-points cs1; }", kind="dscp"
            ),
            "rewrite-rules { ieee-802.1 out { forwarding-class best-effort {\n"
            "loss-priority low code-point be; } } }",
            unit="classifiers { dscp edge; } rewrite-rules { ieee-802.1 out; }",
            port="",
        ),
        "ieee-802.1 out",
        "dscp out",
    ),
]


@pytest.mark.parametrize("miss", MISSES, ids=lambda miss: f"{miss.code}: {miss.why}")
def test_a_near_miss_is_left_alone_and_its_neighbour_is_not(miss: Miss) -> None:
    judge(miss)


def test_beside_a_dead_term_one_that_next_term_feeds_is_alive() -> None:
    terms = (
        "term count { from { protocol tcp; } then { count all; next term; } }",
        "term web { from { protocol tcp; } then { loss-priority high; accept; } }",
        "term bulk { from { protocol tcp; port 20; } then { loss-priority low; accept; } }",
        REST,
    )
    lines = filtered(*terms).splitlines()
    dead = [one for one in lint(filtered(*terms), "junos-mx") if one.code == "QOS107"]
    assert [lines[one.primary.line - 1] for one in dead] == [terms[2]]


@pytest.mark.parametrize(
    ("units", "bound", "told"),
    [
        ("unit 100;", "unit 0 { classifiers { dscp default; } }", [1]),
        ("unit 100;", "unit 100 { classifiers { dscp default; } }", []),
        ("unit 100;", "unit * { classifiers { dscp default; } }", []),
        ("unit 100;", "scheduler-map M;", []),
        ("mtu 9000;", "unit 0 { classifiers { dscp default; } }", []),
        (
            "unit 100;",
            "unit 100 { classifiers { dscp default; } } unit 0 { classifiers { dscp default; } }",
            [],
        ),
    ],
)
def test_a_unit_that_its_interface_does_not_have_is_told(
    units: str, bound: str, told: list[int]
) -> None:
    text = (
        f"class-of-service {{ interfaces {{ ge-0/0/0 {{ {bound} }} }} }}\n"
        f"interfaces {{ ge-0/0/0 {{ {units} }} ge-0/0/1 {{ unit 0; }} }}\n"
    )
    found = [one for one in lint(text, "junos-mx") if one.code == "QOS014"]
    assert [one.primary.line for one in found] == told
