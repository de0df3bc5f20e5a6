"""Near misses of rules on objects, values and lines that nothing uses."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint


def lines_told(code: str, text: str, platform: str = "ios-15") -> list[tuple[int, str]]:
    """The lines of the findings of a rule, with their severities."""
    return [
        (one.primary.line, str(one.severity)) for one in lint(text, platform) if one.code == code
    ]


def policy(*lines: str) -> str:
    body = "".join(f"  {line}\n" for line in lines)
    return f"policy-map P\n class class-default\n{body}interface FastEthernet0/1\n"


AGGREGATE = "mls qos aggregate-policer {} 10000000 250000 exceed-action drop\n"


def test_an_aggregate_policer_without_a_class() -> None:
    text = "hostname s\nmls qos\n" + AGGREGATE.format("A") + policy("set dscp af11")
    assert lines_told("QOS620", text, "cat3750") == [(3, "warning")]


def test_one_of_two_may_be_kept_for_later() -> None:
    text = "hostname s\nmls qos\n" + AGGREGATE.format("A") + AGGREGATE.format("B")
    assert lines_told("QOS620", text + policy("police aggregate A"), "cat3750") == [(4, "info")]


@pytest.mark.parametrize(
    ("use", "lines"),
    [
        ("set cos dscp table T", []),
        (
            "police cir 1000000 exceed-action set-dscp-transmit dscp table T",
            [],
        ),
        ("set cos 3", [(2, "warning")]),
        ("set cos dscp table OTHER", [(2, "info")]),
    ],
)
def test_table_maps(use: str, lines: list[tuple[int, str]]) -> None:
    text = "hostname r\ntable-map T\n map from 46 to 5\ntable-map OTHER\n map from 8 to 1\n"
    found = lines_told("QOS620", text + policy(use), "ios-15")
    assert [one for one in found if one[0] == 2] == lines


def test_the_table_map_of_bgp_is_no_definition() -> None:
    text = "hostname r\nrouter bgp 64500\n table-map T\nroute-map T permit 10\n"
    assert lines_told("QOS620", text + policy("set cos 3")) == []


def test_groups_in_an_entry_with_three() -> None:
    text = (
        "hostname r\nobject-group service S\n tcp eq 443\nobject-group network A\n host 192.0.2.1\n"
        "object-group network B\n host 192.0.2.2\nobject-group network C\n host 192.0.2.3\n"
        "ip access-list extended L\n permit object-group S object-group A object-group B\n"
    )
    assert lines_told("QOS620", text + policy("set cos 3")) == [(8, "info")]


def test_groups_of_a_device_that_uses_none() -> None:
    text = "hostname r\nobject-group network A\n host 192.0.2.1\n" + policy("set cos 3")
    assert lines_told("QOS620", text) == []


VLAN = (
    "hostname s\nmls qos\npolicy-map PORT\n class class-default\n  trust dscp\n"
    "interface FastEthernet1/0/1\n switchport mode access\n switchport access vlan 10\n{}"
    "interface Vlan10\n ip address 192.0.2.1 255.255.255.0\n{}"
)
OWN, BASED, OF_VLAN = (
    " service-policy input PORT\n",
    " mls qos vlan-based\n",
    " service-policy input PORT\n",
)


@pytest.mark.parametrize(
    ("port", "vlan", "line"),
    [
        (OWN, "", 0),
        (BASED + OWN, OF_VLAN, 10),
        (BASED + OWN, "", 10),
        (BASED, "", 9),
        (BASED, OF_VLAN, 0),
        (BASED + OWN + " shutdown\n", OF_VLAN, 0),
    ],
)
def test_policies_of_ports_and_of_vlans(port: str, vlan: str, line: int) -> None:
    found = lines_told("QOS621", VLAN.format(port, vlan), "cat3750")
    assert [at for at, _ in found] == ([line] if line else [])


@pytest.mark.parametrize(
    ("kind", "lines", "found"),
    [
        ("any", " match dscp af41 af42 af42\n", [(2, "warning")]),
        ("any", " match ip precedence 3 5 3\n", [(2, "warning")]),
        ("any", " match dscp ef 46\n", [(2, "warning")]),
        ("any", " match dscp af41 af42 af43\n", []),
        ("any", " match dscp ef\n match dscp ef\n", [(3, "info")]),
        ("any", " match dscp ef\n match ip dscp ef\n", []),
        ("any", " match access-group name A\n match access-group name a\n", []),
        ("all", " match cos  5\n", []),
    ],
)
def test_values_twice(kind: str, lines: str, found: list[tuple[int, str]]) -> None:
    assert lines_told("QOS622", f"class-map match-{kind} C\n{lines}") == found


def port(number: int, line: str) -> str:
    return f"interface FastEthernet1/0/{number}\n mls qos trust dscp\n {line}\n"


SRR, WRR = "srr-queue bandwidth share 10 20 30 40", "wrr-queue bandwidth 10 20 30 40"


@pytest.mark.parametrize(
    ("ports", "lines"),
    [
        ((SRR, SRR, WRR), [11]),
        ((WRR, WRR, "queue-set 2"), [11]),
        ((SRR, WRR), []),  # which of the two it is, the text does not say
        ((SRR, SRR, "description wrr-queue bandwidth"), []),
    ],
)
def test_queue_lines_of_two_families(ports: tuple[str, ...], lines: list[int]) -> None:
    text = "hostname s\nmls qos\n" + "".join(port(at, line) for at, line in enumerate(ports, 1))
    assert [at for at, _ in lines_told("QOS623", text, "cat3750")] == lines


QPPB = (
    "hostname r\ninterface GigabitEthernet0/0\n ip address 192.0.2.1 255.255.255.252\n"
    " description x\n{}router bgp 64500\n neighbor 192.0.2.2 remote-as 64501\n{}"
    "route-map GOLD permit 10\n{}"
)
COPY, TABLE = " bgp-policy source ip-{}-map\n", " table-map GOLD\n"
PREC, GROUP = " set ip precedence 4\n", " set ip qos-group 4\n"


@pytest.mark.parametrize(
    ("port", "bgp", "sets", "lines"),
    [
        (COPY.format("prec"), TABLE, PREC, []),
        (COPY.format("qos"), TABLE, GROUP, []),
        ("", TABLE, PREC, [7]),
        (COPY.format("prec"), "", PREC, [5]),
        (COPY.format("qos"), TABLE, PREC, [5]),
        ("", TABLE, " set metric 5\n", []),  # a table-map may be for something else
    ],
)
def test_marks_by_route(port: str, bgp: str, sets: str, lines: list[int]) -> None:
    assert [at for at, _ in lines_told("QOS624", QPPB.format(port, bgp, sets))] == lines
