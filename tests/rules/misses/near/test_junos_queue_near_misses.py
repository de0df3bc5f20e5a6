"""JunOS configs that a rule on policers and schedulers must leave alone.

Each stands beside the small change that makes the rule speak.
"""

from __future__ import annotations

import pytest

from tests.rules.linting import lint
from tests.rules.misses.near.junos_miss import (
    LIMIT,
    MOVES,
    POLICED,
    PORT,
    REST,
    TWO_PORTS,
    Miss,
    codes_of,
    cos,
    filtered,
    judge,
    queues,
)

MISSES = [
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


@pytest.mark.parametrize("miss", MISSES, ids=lambda miss: f"{miss.code}: {miss.why}")
def test_a_near_miss_is_left_alone_and_its_neighbour_is_not(miss: Miss) -> None:
    judge(miss)


def test_the_hard_limit_of_a_queue_needs_no_burst() -> None:
    queued = queues(schedulers="voice { transmit-rate { percent 20; rate-limit; } }")
    queued = queued.replace("scheduler rest;", "scheduler voice;")
    assert "QOS309" not in codes_of(queued)


def test_a_policer_of_many_ports_is_told_once() -> None:
    bare = LIMIT.replace("burst-size-limit 625k;", "")
    text = filtered(POLICED, REST, more=bare)
    unit = "{ unit 0 { family inet { filter { input edge; } } } }"
    text += f"interfaces {{ ge-0/0/1 {unit} ge-0/0/2 {unit} }}\n"
    told = [one for one in lint(text, "junos-mx") if one.code == "QOS309"]
    assert len(told) == 1
    assert told[0].primary.line == 1 + text[: text.index("if-exceeding")].count("\n")
