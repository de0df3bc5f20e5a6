"""Ports, policies and networks that differ from others that are like them in all else."""

from __future__ import annotations

import pytest

from tests.rules.linting import codes, lint

PORT = """interface GigabitEthernet0/{number}
 description {word} {number}
 ip address 10.0.{number}.1 255.255.255.0
{policy}"""
HEAD = "hostname r1\npolicy-map MARK\n class class-default\n  set dscp default\n"
IN = " service-policy input MARK\n"


def ports(without: int, count: int, word: str = "LAN floor", more: str = "") -> str:
    """A router whose interface `without` lacks the policy of the others."""
    blocks = [
        PORT.format(
            number=number,
            word=word if number != without else (more or word),
            policy="" if number == without else IN,
        )
        for number in range(1, count + 1)
    ]
    return HEAD + "".join(blocks) + "end\n"


def test_the_one_port_without_the_policy_of_the_others_is_told_with_them() -> None:
    (found,) = [one for one in lint(ports(3, 5)) if one.code == "QOS701"]
    assert found.primary.line == 13
    assert found.message == (
        "GigabitEthernet0/3 differs from 4 like interfaces: `service-policy input MARK`"
    )
    assert found.notes[0] == "they have the line; GigabitEthernet0/3 has no such line"
    assert [label.span.line for label in found.related] == [5]


def test_a_port_of_another_word_a_small_group_and_one_that_is_shut_are_not() -> None:
    assert "QOS701" not in codes(ports(3, 5, more="uplink"))
    assert "QOS701" not in codes(ports(3, 3))
    shut = ports(3, 5).replace("10.0.3.1 255.255.255.0\n", "10.0.3.1 255.255.255.0\n shutdown\n")
    assert "QOS701" not in codes(shut)


def test_one_of_four_is_told() -> None:
    """Three that are alike in all else say what was meant as well as four do."""
    assert "QOS701" in codes(ports(3, 4))


def test_two_without_it_among_nine_are_not_a_majority() -> None:
    text = ports(3, 9).replace("10.0.5.1 255.255.255.0\n" + IN, "10.0.5.1 255.255.255.0\n")
    assert "QOS701" not in codes(text)


def sites(*rates: str, name: str = "SITE-{}") -> str:
    made = [
        f"policy-map {name.format(number)}\n class class-default\n  shape average {rate}\n"
        for number, rate in enumerate(rates)
    ]
    used = [
        f"interface GigabitEthernet0/0.{number}\n service-policy output {name.format(number)}\n"
        for number in range(len(rates))
    ]
    return "".join(made + used)


@pytest.mark.parametrize(
    ("odd", "told"), [("2000000", True), ("200000000", True), ("50000000", False)]
)
def test_a_digit_more_or_less_is_a_slip_and_another_rate_is_none(odd: str, told: bool) -> None:
    text = sites(*["20000000"] * 4, odd)
    found = [one for one in lint(text) if one.code == "QOS702"]
    assert [one.primary.line for one in found] == ([15] if told else [])


def test_a_rate_that_the_name_of_its_policy_has_is_no_slip() -> None:
    text = sites(*["20000000"] * 4, "2000000").replace("SITE-4", "SITE-2M")
    assert "QOS702" not in codes(text)


def test_a_class_with_a_tenth_among_the_classes_of_one_policy_is_told() -> None:
    lists = "".join(
        f"ip access-list extended L{n}\n permit ip any 10.0.{n}.0 0.0.0.255\n"
        f"class-map match-all SITE-{n}\n match access-group name L{n}\n"
        for n in range(5)
    )
    classes = "".join(
        f" class SITE-{n}\n  shape average {400000 if n == 2 else 4000000}\n" for n in range(5)
    )
    used = "interface GigabitEthernet0/0\n service-policy output HUB\n"
    text = f"{lists}policy-map HUB\n{classes}{used}"
    (found,) = [one for one in lint(text) if one.code == "QOS702"]
    assert found.primary.line == 27
    assert "class SITE-2 of policy-map HUB has 400 kbit/s where 4 others" in found.message


def network(*seconds: str) -> str:
    entries = "".join(f" permit ip any {two}.{n}.0 0.0.0.255\n" for n, two in enumerate(seconds))
    return (
        f"ip access-list extended L\n{entries}class-map match-all C\n match access-group name L\n"
        "policy-map P\n class C\n  set dscp af31\n"
        "interface FastEthernet0/0\n service-policy input P\n"
    )


@pytest.mark.parametrize(
    ("odd", "told"),
    [("192.186", True), ("192.0", False), ("10.1", False), ("192.169", False)],
)
def test_only_digits_that_changed_places_are_told(odd: str, told: bool) -> None:
    found = [one for one in lint(network(*["192.168"] * 4, odd)) if one.code == "QOS703"]
    assert [one.primary.line for one in found] == ([6] if told else [])


def test_a_private_network_among_others_is_no_slip() -> None:
    assert "QOS703" not in codes(network(*["172.16"] * 4, "172.61", "172.17"))
    assert "QOS703" not in codes(network(*["172.16"] * 4, "172.18"))


def desks(*lines: str) -> str:
    """Phone ports of a switch, whose descriptions begin with names of people."""
    names = ("Alice", "Bob")
    return "hostname sw\nmls qos\n" + "".join(
        f"interface GigabitEthernet1/0/{number}\n description {names[number % 2]} desk {number}\n"
        f" switchport mode access\n switchport voice vlan 110\n priority-queue out\n{line}"
        for number, line in enumerate(lines, start=1)
    )


def test_the_first_word_of_a_description_does_not_hide_the_one_port() -> None:
    trust = " mls qos trust cos\n"
    text = desks(trust, trust, trust, "", trust, trust)
    (found,) = [one for one in lint(text, "cat3750") if one.code == "QOS701"]
    assert found.message == (
        "GigabitEthernet1/0/4 differs from 5 like interfaces: `mls qos trust cos`"
    )
    assert found.notes[0] == "they have the line; GigabitEthernet1/0/4 has no such line"
    uplink = text.replace("Alice desk 4", "to the core").replace("Bob desk 4", "to the core")
    assert "QOS701" not in codes(uplink, "cat3750")


def test_a_port_that_trusts_another_mark_than_the_rest_is_told() -> None:
    trust = " mls qos trust dscp\n"
    text = desks(*[trust] * 5, " mls qos trust cos\n")
    (found,) = [one for one in lint(text, "cat3750") if one.code == "QOS701"]
    assert found.notes[0].endswith("GigabitEthernet1/0/6 has `mls qos trust cos`")


@pytest.mark.parametrize(("said", "told"), [("20M", False), ("10M", True)])
def test_a_policy_of_the_rate_that_the_description_has_is_meant(said: str, told: bool) -> None:
    shapes = "".join(
        f"policy-map SHAPE-{rate}M\n class class-default\n  shape average {rate}000000\n"
        for rate in (10, 20)
    )
    marks = "policy-map MARK\n class class-default\n  set dscp default\n"
    blocks = "".join(
        f"interface GigabitEthernet0/0.{number}\n description cust {number}, "
        f"{said if number == 5 else '10M'}\n encapsulation dot1Q {number}\n"
        " service-policy input MARK\n"
        f" service-policy output SHAPE-{20 if number == 5 else 10}M\n"
        for number in range(1, 6)
    )
    assert ("QOS701" in codes(f"hostname r\n{shapes}{marks}{blocks}")) is told


@pytest.mark.parametrize(
    "words", [" description Paris HQ 20M\n", " bandwidth 20000\n", " description HQ, 20 Mbit/s\n"]
)
def test_a_rate_that_its_port_names_is_no_slip_of_a_digit(words: str) -> None:
    text = sites(*["2000000"] * 4, "20000000")
    assert "QOS702" in codes(text)
    port = "interface GigabitEthernet0/0.4\n"
    assert "QOS702" not in codes(text.replace(port, port + words))
