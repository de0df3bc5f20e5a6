"""JunOS configs that a rule must leave alone, each beside the small change that makes it speak."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.rules.linting import lint


class Miss(NamedTuple):
    code: str
    why: str
    text: str
    old: str
    new: str


PORT = "interfaces { ge-0/0/0 { unit 0; } }\n"


def cos(*stanzas: str, unit: str = "", port: str = "scheduler-map core;") -> str:
    """Class of service with a binding of one port."""
    binding = f"interfaces {{ ge-0/0/0 {{ {port} unit 0 {{ {unit} }} }} }}"
    return "class-of-service {\n" + "\n".join([*stanzas, binding]) + "\n}\n" + PORT


def queues(*entries: str, schedulers: str = "", unit: str = "") -> str:
    """A scheduler map with best effort and control, and what `entries` add."""
    return cos(
        "schedulers { rest { transmit-rate percent 50; } control { transmit-rate percent 5; }\n"
        + schedulers
        + "}",
        "scheduler-maps { core {\n forwarding-class best-effort scheduler rest;\n"
        " forwarding-class network-control scheduler control;\n" + "\n".join(entries) + "\n} }",
        unit=unit,
    )


def classify(*lines: str, kind: str = "dscp") -> str:
    return f"classifiers {{ {kind} edge {{ import default;\n" + "\n".join(lines) + "\n} }"


def filtered(*terms: str, more: str = "", port: str = "ge-0/0/0") -> str:
    """A filter with the given terms on one port."""
    return (
        "firewall { family inet { filter edge {\n" + "\n".join(terms) + "\n} }\n" + more + "}\n"
        f"interfaces {{ {port} {{ unit 0 {{ family inet {{ filter {{ input edge; }} }} }} }} }}\n"
    )


VOICE = "term voice { from { dscp ef; } then { forwarding-class expedited-forwarding; accept; } }"
REST = "term rest { then accept; }"
EF = "forwarding-class expedited-forwarding { loss-priority low code-points ef; }"
LIMIT = "policer p { if-exceeding { bandwidth-limit 10m; burst-size-limit 625k; } then discard; }"
MOVES = LIMIT.replace("discard", "forwarding-class best-effort")
POLICED = (
    "term all { from { protocol tcp; } "
    "then { policer p; forwarding-class assured-forwarding; accept; } }"
)
BULK = "forwarding-class best-effort { loss-priority high code-points 000011; }"
AF12 = "forwarding-class assured-forwarding { loss-priority high code-points af12; }"
TWO_PORTS = "interfaces { ge-0/0/1 { unit 0 { family inet { filter { input edge; } } } } }\n"

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
    Miss(
        "QOS306",
        "what exceeds gets another loss priority only",
        filtered(POLICED, REST, more=LIMIT.replace("discard", "loss-priority high")),
        "then loss-priority high;",
        "then forwarding-class best-effort;",
    ),
    Miss(
        "QOS306",
        "traffic that is not TCP",
        filtered(POLICED.replace("tcp", "udp"), REST, more=MOVES),
        "protocol udp",
        "protocol tcp",
    ),
    Miss(
        "QOS309",
        "a burst of its own, however small",
        filtered(POLICED, REST, more=LIMIT.replace("625k", "15k")),
        "burst-size-limit 15k;",
        "",
    ),
    Miss(
        "QOS309",
        "one of percent of the port",
        filtered(POLICED, REST, more=LIMIT.replace("bandwidth-limit 10m", "bandwidth-percent 10")),
        "burst-size-limit 625k;",
        "",
    ),
    Miss("QOS307", "a burst of ten packets", filtered(POLICED, REST, more=LIMIT), "625k", "14999"),
    Miss(
        "QOS307",
        "the peak bucket is the one that drops",
        filtered(
            POLICED.replace("policer p", "three-color-policer two-rate p"),
            REST,
            more="three-color-policer p { action { loss-priority high then discard; }\n"
            "two-rate { color-blind; committed-information-rate 10m;\n"
            "committed-burst-size 1500; peak-information-rate 20m;\n"
            "peak-burst-size 35k; } }",
        ),
        "35k",
        "3k",
    ),
    Miss(
        "QOS308",
        "interface-specific",
        filtered("interface-specific;", POLICED, REST, more=LIMIT) + TWO_PORTS,
        "interface-specific;",
        "",
    ),
    Miss(
        "QOS308",
        "two units of one interface",
        filtered(POLICED, REST, more=LIMIT)
        + TWO_PORTS.replace("ge-0/0/1 { unit 0", "ge-0/0/0 { unit 1"),
        "ge-0/0/0 { unit 1",
        "ge-0/0/2 { unit 1",
    ),
    Miss(
        "QOS402",
        "shares that nobody promised",
        queues(schedulers="")
        .replace("control { transmit-rate percent 5; }", "control;")
        .replace("percent 50", "percent 100"),
        "percent 100",
        "percent 50; } control { transmit-rate percent 51",
    ),
    Miss(
        "QOS405",
        "a policer in each term that feeds the class",
        queues(
            " forwarding-class expedited-forwarding scheduler voice;",
            schedulers="voice { priority strict-high; }",
        ).replace(PORT, "")
        + filtered(POLICED.replace("assured", "expedited"), REST, more=LIMIT),
        "policer p; ",
        "",
    ),
    Miss(
        "QOS405",
        "a shaping rate",
        queues(
            " forwarding-class expedited-forwarding scheduler voice;",
            schedulers="voice { priority strict-high; shaping-rate 10m; }",
        ),
        "shaping-rate 10m;",
        "",
    ),
    Miss(
        "QOS431",
        "a class that only a default table uses",
        queues(unit="classifiers { dscp default; }"),
        "classifiers { dscp default; }",
        "forwarding-class assured-forwarding;",
    ),
    Miss(
        "QOS432",
        "a class of another name in queue 3",
        cos(
            "forwarding-classes { class routing queue-num 3; class best-effort queue-num 0; }",
            "schedulers { a { transmit-rate percent 5; } }",
            "scheduler-maps { core { forwarding-class best-effort scheduler a;\n"
            "forwarding-class routing scheduler a; } }",
        ),
        "queue-num 3",
        "queue-num 2",
    ),
    Miss(
        "QOS433",
        "what remains is nothing",
        queues(
            " forwarding-class assured-forwarding scheduler last;",
            schedulers="last { transmit-rate { remainder; } }",
        ).replace("percent 50", "percent 95"),
        "{ remainder; }",
        "percent 0",
    ),
    Miss(
        "QOS434",
        "one strict-high and one high",
        queues(
            " forwarding-class expedited-forwarding scheduler v;",
            " forwarding-class assured-forwarding scheduler w;",
            schedulers="v { transmit-rate { percent 10; rate-limit; } priority strict-high; }\n"
            "w { transmit-rate { percent 10; rate-limit; } priority high; }",
        ),
        "priority high",
        "priority strict-high",
    ),
    Miss(
        "QOS435",
        "a curve that stays level",
        queues(
            schedulers="x { transmit-rate percent 1; drop-profile-map loss-priority any"
            " protocol any drop-profile d; }"
        )
        .replace("scheduler rest;", "scheduler x;")
        .replace(
            "class-of-service {",
            "class-of-service {\ndrop-profiles { d { interpolate {"
            " fill-level [ 50 60 ]; drop-probability [ 20 20 ]; } } }",
        ),
        "[ 20 20 ]",
        "[ 20 10 ]",
    ),
    Miss(
        "QOS436",
        "a class of control for another code point",
        cos(
            "classifiers { exp edge { forwarding-class network-control {\n"
            "loss-priority low code-points 011; }\n"
            "forwarding-class best-effort { loss-priority low code-points 000; } } }",
            unit="classifiers { exp edge; }",
            port="",
        ),
        "class network-control",
        "class assured-forwarding",
    ),
]


def found(text: str) -> set[str]:
    return {finding.code for finding in lint(text, "junos-mx")}


@pytest.mark.parametrize("miss", MISSES, ids=lambda miss: f"{miss.code}: {miss.why}")
def test_a_near_miss_is_left_alone_and_its_neighbour_is_not(miss: Miss) -> None:
    assert miss.text.count(miss.old) >= 1
    assert miss.code not in found(miss.text)
    assert miss.code in found(miss.text.replace(miss.old, miss.new))


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


def test_the_hard_limit_of_a_queue_needs_no_burst() -> None:
    queued = queues(schedulers="voice { transmit-rate { percent 20; rate-limit; } }")
    queued = queued.replace("scheduler rest;", "scheduler voice;")
    assert "QOS309" not in found(queued)


def test_a_policer_of_many_ports_is_told_once() -> None:
    bare = LIMIT.replace("burst-size-limit 625k;", "")
    text = filtered(POLICED, REST, more=bare)
    unit = "{ unit 0 { family inet { filter { input edge; } } } }"
    text += f"interfaces {{ ge-0/0/1 {unit} ge-0/0/2 {unit} }}\n"
    told = [one for one in lint(text, "junos-mx") if one.code == "QOS309"]
    assert len(told) == 1
    assert told[0].primary.line == 1 + text[: text.index("if-exceeding")].count("\n")


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
