"""Configuration groups: Juniper, "CLI User Guide", Use Configuration Groups."""

from __future__ import annotations

import pytest

from qosc.frontends.junos import Tree, read
from qosc.frontends.junos.tree.printing import set_lines
from qosc.frontends.junos.tree.wildcard import matches
from qosc.source import SourceText


def tree(text: str) -> Tree:
    return read(SourceText("r1.conf", text))


def force(text: str) -> list[str]:
    return [line.removeprefix("set ") for line in set_lines(tree(text).root)]


TWO = (
    "set groups A interfaces <ge-*> mtu 1000\n"
    "set groups B interfaces <*> mtu 2000\n"
    "set groups B interfaces <*> description b\n"
)


def test_the_first_group_listed_wins() -> None:
    text = TWO + "set interfaces ge-0/0/0 unit 0\n"
    assert "interfaces ge-0/0/0 mtu 1000" in force(text + "set apply-groups [ A B ]")
    assert "interfaces ge-0/0/0 mtu 2000" in force(text + "set apply-groups [ B A ]")
    assert "interfaces ge-0/0/0 description b" in force(text + "set apply-groups [ A B ]")


def test_the_nearest_level_wins_and_what_is_written_wins_over_all() -> None:
    text = TWO + "set apply-groups A\nset interfaces ge-0/0/0 apply-groups B\n"
    assert "interfaces ge-0/0/0 mtu 2000" in force(text)
    assert "interfaces ge-0/0/0 mtu 9" in force(text + "set interfaces ge-0/0/0 mtu 9")


def test_apply_groups_except_stops_a_group_from_above() -> None:
    text = TWO + "set apply-groups [ A B ]\nset interfaces ge-0/0/0 apply-groups-except A\n"
    assert force(text) == ["interfaces ge-0/0/0 mtu 2000", "interfaces ge-0/0/0 description b"]


def test_a_pattern_makes_nothing() -> None:
    assert force(TWO + "set apply-groups [ A B ]\nset interfaces xe-0/0/0 unit 0") == [
        "interfaces xe-0/0/0 unit 0",
        "interfaces xe-0/0/0 mtu 2000",
        "interfaces xe-0/0/0 description b",
    ]
    assert force("set groups A interfaces ge-1/0/0 mtu 1\nset apply-groups A") == [
        "interfaces ge-1/0/0 mtu 1"
    ]


def test_a_group_can_apply_a_group() -> None:
    text = (
        "set groups A apply-groups B\n"
        + TWO
        + "set apply-groups A\nset interfaces ge-0/0/0 unit 0\n"
    )
    assert "interfaces ge-0/0/0 mtu 1000" in force(text)
    assert "interfaces ge-0/0/0 description b" in force(text)
    inner = (
        "set groups A interfaces <*> apply-groups B\nset groups B interfaces <*> mtu 7\n"
        "set apply-groups A\nset interfaces xe-0 unit 0\n"
    )
    assert "interfaces xe-0 mtu 7" in force(inner)


def test_groups_that_apply_each_other_end() -> None:
    text = (
        "set groups A apply-groups B\nset groups B apply-groups A\n"
        "set groups A interfaces x mtu 1\nset groups B interfaces x mtu 2\nset apply-groups B\n"
    )
    assert force(text) == ["interfaces x mtu 2"]


def test_inherited_terms_stand_behind_the_written_ones() -> None:
    text = (
        "set groups G firewall family inet filter <*> term last then discard\n"
        "set apply-groups G\nset firewall family inet filter F term one then accept\n"
    )
    assert force(text) == [
        "firewall family inet filter F term one then accept",
        "firewall family inet filter F term last then discard",
    ]


def test_values_of_a_set_are_inherited_behind_the_written_ones() -> None:
    text = (
        "set groups G interfaces <*> unit <*> family inet filter input-list [ b c ]\n"
        "set apply-groups G\nset interfaces x unit 0 family inet filter input-list a\n"
    )
    line = "interfaces x unit 0 family inet filter input-list"
    assert force(text) == [f"{line} {name}" for name in "abc"]


def test_the_one_choice_that_is_written_wins_over_the_other_in_the_group() -> None:
    text = (
        "set groups G class-of-service schedulers <*> transmit-rate remainder\n"
        "set apply-groups G\nset class-of-service schedulers S transmit-rate percent 20\n"
    )
    assert force(text) == ["class-of-service schedulers S transmit-rate percent 20"]


def test_what_is_inactive_is_not_inherited() -> None:
    text = (
        TWO + "deactivate groups B interfaces <*> mtu\nset apply-groups B\nset interfaces x unit 0"
    )
    assert force(text) == ["interfaces x unit 0", "interfaces x description b"]
    text = TWO + "set apply-groups B\ndeactivate apply-groups\nset interfaces x unit 0"
    assert force(text) == ["interfaces x unit 0"]


def test_an_inherited_value_knows_both_places() -> None:
    found = tree(TWO + "set interfaces ge-0/0/0 apply-groups B\n")
    node = found.get("interfaces", "ge-0/0/0", "mtu")
    assert node is not None
    assert node.span.line == 2
    assert node.inherited_from is not None
    assert node.inherited_from.group == "B"
    assert node.inherited_from.applied.line == 4


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("set apply-groups nope", "not defined"),
        ("set apply-groups junos-defaults", "built in"),
        ('set apply-groups "${node}"', "cluster"),
        ("set groups re1 system host-name x\nset apply-groups re1", "routing engine"),
        (
            "set groups W when model mx\nset groups W system host-name x\nset apply-groups W",
            "condition",
        ),
    ],
)
def test_what_cannot_be_inherited_is_noted(text: str, word: str) -> None:
    found = tree(text)
    assert any(word in note.message for note in found.notes)
    assert found.get("system", "host-name") is None


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        ("<*>", "ge-0/0/0", None),
        ("<ge-*>", "ge-0/0/0", "xe-0/0/0"),
        ("<*.cfg>", "a.cfg", "a.cfgs"),
        ("<ge-[01]/?/*>", "ge-1/2/3", "ge-2/2/3"),
        ("<[!a-c]x>", "dx", "bx"),
        ("<[]x]>", "]", "y"),
        ("<a[b>", "a[b", "ab"),
        ("<*.*.*.*>", "10.0.0.1", "2001:db8::1"),
        ("<a*b*c>", "abcbc", "abcb"),
        ("<[9-0]>", "-", "5"),
        ("ge-*", "ge-*", "ge-0"),
    ],
)
def test_patterns(pattern: str, yes: str, no: str | None) -> None:
    assert matches(pattern, yes)
    assert no is None or not matches(pattern, no)


def test_a_path_leads_to_the_servers_of_the_system() -> None:
    found = read(
        SourceText(
            "r1.conf",
            "system { ntp { server 192.0.2.1; server 192.0.2.2 key 1; }"
            " radius-server { 192.0.2.3 secret x; } name-server { 192.0.2.4; } }\n"
            "policy-options {\n"
            ' prefix-list N { apply-path "system ntp server <*>"; }\n'
            ' prefix-list R { apply-path "system radius-server <*>"; }\n'
            ' prefix-list D { apply-path "system name-server <*>"; }\n}\n',
        )
    )
    prefixes = {
        name: [kid.name for kid in node.children if kid.name != "apply-path"]
        for name in "NRD"
        if (node := found.get("policy-options", "prefix-list", name)) is not None
    }
    assert prefixes == {
        "N": ["192.0.2.1/32", "192.0.2.2/32"],
        "R": ["192.0.2.3/32"],
        "D": ["192.0.2.4/32"],
    }
    assert found.notes == ()
