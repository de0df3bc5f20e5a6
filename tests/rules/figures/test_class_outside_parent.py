"""QOS110: classes of a child policy that the classes around it hand no packet."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.linting import lint

NAMES = {"A": "ef", "B": "af11", "C": "af11 ef", "D": "cs3"}
MAPS = "".join(f"class-map match-any {name}\n match dscp {of}\n" for name, of in NAMES.items())
END = "interface GigabitEthernet0/0\n service-policy output TOP\n"


def policy(name: str, *classes: tuple[str, str]) -> str:
    return f"policy-map {name}\n" + "".join(
        f" class {each}\n" + "".join(f"  {line}\n" for line in lines.split("; "))
        for each, lines in classes
    )


def unreached(text: str, platform: str = "ios-15") -> list[tuple[int, str]]:
    found = [one for one in lint(text, platform) if one.code == "QOS110"]
    return sorted((one.primary.line, f"{one.message}: {one.notes[0]}") for one in found)


CHILD = policy("IN", ("A", "priority percent 10"), ("B", "bandwidth percent 10"))
SHAPED = "shape average 1000000; service-policy IN"


def test_the_class_is_named_with_the_parent_and_where_its_packets_go() -> None:
    text = MAPS + CHILD + policy("TOP", ("A", SHAPED)) + END
    (found,) = [one for one in lint(text, "ios-15") if one.code == "QOS110"]
    assert found.message == "class B of policy-map IN is unreachable"
    assert found.notes[0] == (
        "it is inside class A of policy-map TOP, which matches none of its packets"
    )
    assert text.splitlines()[found.primary.line - 1] == " class B"
    assert "goes to class class-default of policy-map TOP" in found.notes[1]
    assert "ef" in str(found.related[0])


@pytest.mark.parametrize(
    "top",
    [
        policy("TOP", ("class-default", SHAPED)),
        policy("TOP", ("C", SHAPED)),
        policy("TOP", ("A", SHAPED), ("class-default", SHAPED)),
        policy("TOP", ("A", f"set dscp af11; {SHAPED}")),
        policy("TOP", ("A", SHAPED)) + "interface Ethernet1/0\n service-policy output IN\n",
        policy("TOP", ("A", SHAPED)).replace("class A", "class NOWHERE"),
    ],
    ids=["all", "both", "one-of-two-places", "marked-above", "on-a-port", "undefined"],
)
def test_near_misses(top: str) -> None:
    assert not unreached(MAPS + CHILD + top + END)


def test_classes_before_it_may_take_all_that_comes_in() -> None:
    child = policy("IN", ("C", "bandwidth percent 10"), ("D", "bandwidth percent 5"))
    child = child.replace("class D", "class P5")
    maps = MAPS + "class-map match-any P5\n match precedence 5\n"
    text = maps + child + policy("TOP", ("A", SHAPED)) + END
    ((_, message),) = unreached(text)
    assert message.endswith(
        "class C before it matches all of its packets that class A of policy-map TOP lets in"
    )


def test_what_a_grandparent_keeps_out_is_not_there() -> None:
    middle = policy("MIDDLE", ("class-default", "shape average percent 50; service-policy IN"))
    top = policy("TOP", ("A", "shape average 1000000; service-policy MIDDLE"))
    ((_, message),) = unreached(MAPS + CHILD + middle + top + END)
    assert message.startswith("class B of policy-map IN is unreachable")


def test_policies_that_contain_each_other_end() -> None:
    one = policy("TOP", ("A", "shape average 1000000; service-policy IN"))
    other = policy("IN", ("B", "shape average 1000000; service-policy TOP"))
    assert unreached(MAPS + one + other) == []
    ((_, message),) = unreached(MAPS + one + other + END)
    assert message.startswith("class B of policy-map IN is unreachable")


def test_many_uses_of_one_policy_cost_no_more_than_their_lines() -> None:
    """30 classes with one child, in each of 6 levels: 30 ** 6 ways into the last."""
    text = "".join(f"class-map match-any K{n}\n match dscp {n}\n" for n in range(30))
    text += policy("L0", ("K31", "bandwidth percent 5"), ("K1", "bandwidth percent 5"))
    text += "class-map match-any K31\n match dscp 31\n"
    for level in range(6):
        lines = f"shape average percent 90; service-policy L{level}"
        text += policy(f"L{level + 1}", *((f"K{n}", lines) for n in range(30)))
    ((_, message),) = unreached(f"{text}interface Ethernet0/0\n service-policy output L6\n")
    assert message.startswith("class K31 of policy-map L0 is unreachable")


def test_a_question_that_is_given_up_is_told() -> None:
    """Addresses with some bit in common: 2 ** 28 pieces, more than the budget for one question."""
    bits = [".".join(str(1 << bit >> shift & 255) for shift in (24, 16, 8, 0)) for bit in range(28)]
    rests = [".".join(str(255 - int(octet)) for octet in bit.split(".")) for bit in bits]
    entries = "".join(
        f" permit ip {bit} {rest} {bit} {rest}\n" for bit, rest in zip(bits, rests, strict=True)
    )
    text = (
        f"ip access-list extended X\n{entries}class-map match-all X\n match access-group name X\n"
    )
    text += MAPS + policy("IN", ("X", "bandwidth percent 5"), ("B", "bandwidth percent 5"))
    text += policy("TOP", ("A", SHAPED)) + END
    (told,) = lint(text, "ios-15", select=("QOS110",))
    assert told.code == "QOS091"
    assert "policy-map IN inside other classes" in str(told)


SETS = st.frozensets(st.integers(0, 63), min_size=1, max_size=4)


@settings(max_examples=60, deadline=None)
@given(tops=st.lists(SETS, min_size=1, max_size=2), inner=st.lists(SETS, min_size=1, max_size=3))
def test_the_same_as_trying_all_code_points(
    tops: list[frozenset[int]], inner: list[frozenset[int]]
) -> None:
    """Reported: classes that are reached in the child alone, and by nothing that comes in."""
    sets = [*(("T", number, each) for number, each in enumerate(tops))]
    sets += [*(("I", number, each) for number, each in enumerate(inner))]
    text = "".join(
        f"class-map match-any {kind}{number}\n match dscp {' '.join(map(str, sorted(each)))}\n"
        for kind, number, each in sets
    )
    text += policy("IN", *((f"I{n}", "bandwidth percent 5") for n in range(len(inner))))
    text += (
        policy("TOP", (f"T{len(tops) - 1}", SHAPED))
        if len(tops) == 1
        else policy("TOP", ("T0", "bandwidth percent 5"), ("T1", SHAPED))
    )
    inside = set(tops[-1]) - set().union(*tops[:-1])
    expected = []
    for number, each in enumerate(inner):
        left = set(each) - set().union(*inner[:number])
        if inside and left and not left & inside:
            expected.append(f"class I{number} of")
    found = [message for _, message in unreached(text + END)]
    assert [one.partition(" policy-map")[0] for one in found] == expected
