"""What near misses of rules on JunOS are made of, and how they are judged."""

from __future__ import annotations

from typing import NamedTuple

from tests.rules.linting import lint

__all__ = [
    "AF12",
    "BULK",
    "EF",
    "LIMIT",
    "MOVES",
    "POLICED",
    "PORT",
    "REST",
    "TWO_PORTS",
    "VOICE",
    "Miss",
    "classify",
    "codes_of",
    "cos",
    "filtered",
    "judge",
    "queues",
]


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


def codes_of(text: str) -> set[str]:
    return {finding.code for finding in lint(text, "junos-mx")}


def judge(miss: Miss) -> None:
    """The rule leaves the text alone, and speaks once `old` is `new` in it."""
    assert miss.text.count(miss.old) >= 1
    assert miss.code not in codes_of(miss.text)
    assert miss.code in codes_of(miss.text.replace(miss.old, miss.new))
