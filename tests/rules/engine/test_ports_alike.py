"""A device with each port twice has the mistakes of its page still, and each of them is told once.

What a rule says of a policy or a list does not depend on how many ports use it, unless the mistake
is that one port is unlike the others.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest
from _pytest.mark import ParameterSet

from qosc.lint import all_rules
from qosc.lint.engine.pages import Example, examples
from tests.rules.test_rule_pages import findings

CISCO = re.compile(r"(interface [A-Za-z-]+(?:\d+/)*)(\d+)(.*)")
JUNOS = re.compile(r"\b((?:ge|xe|et|so|at|fe)-\d+/\d+/)(\d+)\b")
NO_LONGER = {
    # What one port does differently, two do alike.
    *("QOS612", "QOS618", "QOS933", "QOS970", "QOS989", "QOS991"),
    # What comes in by the second serial line keeps its mark, and the second one has the network.
    *("QOS207", "QOS608"),
}

SHARED = frozenset(("QOS632", "QOS945", "QOS946", "QOS947", "QOS958", "QOS989"))
"""Their good examples have a filter with a policer, whose bucket two ports share (QOS308)."""


def second(line: str) -> str:
    """The same line about the other port."""
    line = CISCO.sub(lambda found: f"{found[1]}{int(found[2]) + 7}{found[3]}", line)
    return JUNOS.sub(lambda found: f"{found[1]}{int(found[2]) + 7}", line)


def is_statement(line: str) -> bool:
    return line.startswith("set ") or line.endswith(";")


def doubled(text: str) -> str:
    """The config with a second port like each of its ports, behind the last of them."""
    lines = text.split("\n")
    made: list[str] = []
    waiting: list[str] = []
    place = 0
    while place < len(lines):
        line = lines[place]
        end = place + 1
        if CISCO.fullmatch(line):
            while end < len(lines) and lines[end].startswith(" "):
                end += 1
            waiting += [second(line), *lines[place + 1 : end]]
        elif JUNOS.search(line) and line.endswith("{"):
            indent = line[: len(line) - len(line.lstrip())]
            while lines[end - 1] != indent + "}":
                end += 1
            waiting += [second(each) for each in lines[place:end]]
        elif JUNOS.search(line) and is_statement(line):
            waiting.append(second(line))
        made += lines[place:end]
        place = end
        following = lines[place] if place < len(lines) else ""
        if not CISCO.fullmatch(following):
            made += waiting
            waiting = []
    return "\n".join(made)


def cases(section: str) -> list[ParameterSet]:
    """The examples that have ports."""
    return [
        pytest.param(rule.code, example, id=f"{rule.code}-{number}")
        for rule in all_rules()
        for number, example in enumerate(examples(rule, section), start=1)
        if doubled(example.text) != example.text
    ]


MISTAKES = cases("Example")


def test_most_rules_are_asked() -> None:
    assert len(MISTAKES) > 200
    assert (
        doubled("interface Gi0/1\n qos\nend") == "interface Gi0/1\n qos\ninterface Gi0/8\n qos\nend"
    )
    assert doubled("  ge-0/0/1 {\n    mtu 9;\n  }") == (
        "  ge-0/0/1 {\n    mtu 9;\n  }\n  ge-0/0/8 {\n    mtu 9;\n  }"
    )


@pytest.mark.parametrize(("code", "example"), MISTAKES)
def test_a_mistake_is_told_once_however_many_ports_are_alike(code: str, example: Example) -> None:
    found = findings(Example(doubled(example.text), example.platform))
    told = Counter((one.code, one.primary, one.message) for one in found)
    assert [each for each, times in told.items() if times > 1] == []
    assert (code in {one.code for one in found}) is (code not in NO_LONGER)


@pytest.mark.parametrize(("code", "example"), cases("Use instead"))
def test_what_is_right_on_one_port_is_right_on_two(code: str, example: Example) -> None:
    found = findings(Example(doubled(example.text), example.platform))
    assert {one.code for one in found} == ({"QOS308"} if code in SHARED else set())
