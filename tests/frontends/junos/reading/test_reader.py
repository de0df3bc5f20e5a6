"""The JunOS reader on small texts; what is expected follows Juniper's "CLI User Guide"."""

# ruff: noqa: E501 - a configuration on one line reads best on one line

from __future__ import annotations

import pytest

from qosc.frontends.junos import Tree, read, to_braces, to_set
from qosc.frontends.junos.reading.state import READ, SKIPPED
from qosc.frontends.junos.tree.printing import set_lines
from qosc.source import SourceText


def tree(text: str) -> Tree:
    return read(SourceText("r1.conf", text))


def force(text: str) -> list[str]:
    """The configuration in force, as `set` lines without the word `set`."""
    return [line.removeprefix("set ") for line in set_lines(tree(text).root)]


POLICER = "firewall policer P if-exceeding "


@pytest.mark.parametrize(
    "text",
    [
        "firewall { policer P { if-exceeding { bandwidth-limit 1m; burst-size-limit 15k; } } }",
        "firewall {\n policer P {\n  if-exceeding {\n   bandwidth-limit 1m;\n   burst-size-limit 15k;\n  }\n }\n}",
        "set firewall policer P if-exceeding bandwidth-limit 1m\nset firewall policer P if-exceeding burst-size-limit 15k",
        "set firewall policer P if-exceeding bandwidth-limit 1m burst-size-limit 15k",
        "firewall { policer P { if-exceeding { bandwidth-limit 1m; } } }\nset firewall policer P if-exceeding burst-size-limit 15k",
        "[edit firewall]\nme@r1# set policer P if-exceeding bandwidth-limit 1m\n\n[edit firewall]\nme@r1# set policer P if-exceeding burst-size-limit 15k",
        "me@r1> show configuration firewall | no-more\npolicer P {\n  if-exceeding {\n bandwidth-limit 1m;\n burst-size-limit 15k;\n }\n}\n\nme@r1> show system uptime\nfirewall { nonsense; }\n",
        "{master:0}[edit]\nme@r1# edit firewall policer P\n[edit firewall policer P]\nme@r1# show\nif-exceeding {\n bandwidth-limit 1m;\n burst-size-limit 15k;\n}\n",
        "policer P { if-exceeding { bandwidth-limit 1m; burst-size-limit 15k; } }",
        "/* a\n b } */ firewall { # x {\n policer P { ## }\n if-exceeding { bandwidth-limit 1m; /* y */ burst-size-limit 15k } }",
        "edit firewall policer P\nset if-exceeding bandwidth-limit 1m\ntop\nset firewall policer P if-exceeding burst-size-limit 15k",
        'firewall { policer "P" { if-exceeding { bandwidth-limit "1m"; burst-size-limit 15k; } } }',
    ],
)
def test_every_form_gives_the_same_tree(text: str) -> None:
    assert force(text) == [POLICER + "bandwidth-limit 1m", POLICER + "burst-size-limit 15k"]


def test_a_later_value_replaces_an_earlier_one_and_says_where_that_was() -> None:
    found = tree(
        "set class-of-service schedulers S priority low\n"
        "set class-of-service schedulers S priority high\n"
        "set class-of-service schedulers S transmit-rate percent 20\n"
        "set class-of-service schedulers S transmit-rate remainder\n"
    ).get("class-of-service", "schedulers", "S")
    assert found is not None
    priority = found.get("priority")
    assert priority is not None
    assert priority.value == "high"
    assert [span.line for span in priority.shadowed] == [1]
    rate = found.get("transmit-rate")
    assert rate is not None
    assert [kid.words for kid in rate.children] == [("remainder",)]


def test_values_of_a_set_are_children_with_places_of_their_own() -> None:
    text = "firewall {\n filter F {\n  term T {\n   from {\n    protocol [ tcp\n      udp ];\n"
    found = tree(text).get("firewall", "filter", "F", "term", "T", "from", "protocol")
    assert found is not None
    assert [kid.value for kid in found.children] == ["tcp", "udp"]
    assert [(kid.span.line, kid.span.column) for kid in found.children] == [(5, 16), (6, 7)]


def test_places_of_words() -> None:
    text = "set firewall policer P if-exceeding bandwidth-limit 1m"
    node = tree(text).get("firewall", "policer", "P", "if-exceeding", "bandwidth-limit")
    assert node is not None
    assert text[node.span.column - 1 : node.span.end_column - 1] == "bandwidth-limit 1m"
    assert text[node.value_span.column - 1 : node.value_span.end_column - 1] == "1m"
    text = '   policer "P" { if-exceeding { bandwidth-limit "1m"; } }'
    node = tree("firewall {\n" + text).get(
        "firewall", "policer", "P", "if-exceeding", "bandwidth-limit"
    )
    assert node is not None
    assert node.span.line == 2
    assert text[node.span.column - 1 : node.span.end_column - 1] == 'bandwidth-limit "1m"'
    assert text[node.value_span.column - 1 : node.value_span.end_column - 1] == '"1m"'


@pytest.mark.parametrize("first", ["", "edit class-of-service drop-profiles\n"])
def test_a_set_command_takes_several_lists(first: str) -> None:
    at = "D" if first else "class-of-service drop-profiles D"
    lists = "fill-level [ 70 90 ] drop-probability [ 0 100 ]"
    each = lists.replace(" drop", f"\nset {at} interpolate drop")
    assert force(f"{first}set {at} interpolate {lists}\n") == force(
        f"{first}set {at} interpolate {each}\n"
    )
    assert len(force(f"{first}set {at} interpolate {lists}\n")) == 4


@pytest.mark.parametrize("text", ["[ a ] [ b ]", "a [ ] [ ] [", "a [ 1 ] " + "[ 2 ] " * 20])
def test_lists_without_a_name_break_nothing(text: str) -> None:
    assert tree(f"set class-of-service drop-profiles {text}\n").root is not None


def test_a_value_that_comes_twice_counts_twice_where_order_matters() -> None:
    text = "class-of-service { drop-profiles { D { interpolate { fill-level [ 10 20 30 ]; drop-probability [ 0 0 50 ]; } } } }"
    node = tree(text).get(
        "class-of-service", "drop-profiles", "D", "interpolate", "drop-probability"
    )
    assert node is not None
    assert [kid.value for kid in node.children] == ["0", "0", "50"]


def test_deactivate_and_inactive_take_a_statement_away_but_not_from_what_is_written() -> None:
    braces = (
        "firewall { policer P { inactive: if-exceeding { bandwidth-limit 1m; } then discard; } }"
    )
    sets = (
        "set firewall policer P if-exceeding bandwidth-limit 1m\n"
        "set firewall policer P then discard\n"
        "deactivate firewall policer P if-exceeding\n"
    )
    assert force(braces) == force(sets) == ["firewall policer P then discard"]
    assert to_set(tree(braces)) == to_set(tree(sets))
    assert "inactive: if-exceeding" in to_braces(tree(sets))
    assert (
        force(sets + "activate firewall policer P if-exceeding")[0]
        == POLICER + "bandwidth-limit 1m"
    )


def test_commands_act_in_the_order_of_the_text() -> None:
    terms = "".join(f"set firewall filter F term {name} then accept\n" for name in "abc")
    assert force(terms + "insert firewall filter F term c before term a") == [
        f"firewall filter F term {name} then accept" for name in "cab"
    ]
    assert force(terms + "insert firewall filter F term a after term b") == [
        f"firewall filter F term {name} then accept" for name in "bac"
    ]
    assert force(terms + "rename firewall filter F term b to term x") == [
        f"firewall filter F term {name} then accept" for name in "axc"
    ]
    assert force(terms + "copy firewall filter F term a to term d")[-1].endswith("d then accept")
    assert force(terms + "delete firewall filter F term b\ndelete firewall filter F term c") == [
        "firewall filter F term a then accept"
    ]
    assert force(terms + "delete firewall filter") == ["firewall"]


def test_a_command_without_its_statement_is_noted() -> None:
    notes = tree(
        "set firewall policer P then discard\nrename firewall policer Q to policer R"
    ).notes
    assert [note.span.line for note in notes] == [2]


def test_load_tags() -> None:
    old = "firewall { policer P { if-exceeding { bandwidth-limit 1m; } then discard; } }\n"
    assert force(old + "firewall { replace: policer P { then loss-priority high; } }") == [
        "firewall policer P then loss-priority high"
    ]
    assert force(old + "firewall { policer P { delete: if-exceeding; } }") == [
        "firewall policer P then discard"
    ]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("firewall {\n policer P {\n  then discard;\n", 2, 12),
        ("firewall {\n}\n}\n", 3, 1),
        ("firewall {\n /* no end\n policer P;\n}\n", 2, 2),
        ('firewall {\n policer "P {\n }\n', 2, 10),
        ("firewall {\n policer P {\n  then discard\n }\n}\n", 3, 15),
        ("set apply-groups G\n", 1, 18),
        ("set fierwall policer P\n", 1, 5),
    ],
)
def test_problems_are_noted_at_their_place(text: str, line: int, column: int) -> None:
    notes = tree(text).notes
    assert (line, column) in [(note.span.line, note.span.column) for note in notes]


def test_a_forgotten_brace_does_not_swallow_the_next_stanza() -> None:
    text = "protocols {\n    bgp {\n        group x;\n\nfirewall {\n    policer P {\n        then discard;\n    }\n}\n"
    assert force(text) == ["firewall policer P then discard"]


def test_lines_are_counted_once() -> None:
    found = tree(
        "## x\n\nsystem {\n host-name r1;\n services {\n  ssh;\n }\n}\nprotocols {\n bgp;\n}\n"
    )
    assert (found.read, found.skipped, found.blank, found.comment) == (3, 6, 1, 1)
    assert (found.marks[3], found.marks[5]) == (READ, SKIPPED)


def test_display_inheritance_says_where_a_statement_came_from() -> None:
    text = (
        "firewall {\n policer P {\n  ##\n  ## 'discard' was inherited from group 'G'\n  ##\n"
        "  then discard;\n }\n}\n"
    )
    node = tree(text).get("firewall", "policer", "P", "then", "discard")
    assert node is not None
    assert node.inherited_from is not None
    assert node.inherited_from.group == "G"
    assert node.inherited_from.applied.line == 4


def test_apply_path_fills_a_prefix_list_with_networks() -> None:
    text = (
        'set policy-options prefix-list L apply-path "protocols bgp group <*> neighbor <*.*>"\n'
        'set policy-options prefix-list M apply-path "interfaces <*> unit <*> family inet address <*>"\n'
        "set protocols bgp group a neighbor 10.0.0.1\n"
        "set protocols bgp group b neighbor 2001:db8::1\n"
        "set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.9/24\n"
    )
    found = tree(text)
    for name, prefix in (("L", "10.0.0.1/32"), ("M", "192.0.2.0/24")):
        node = found.get("policy-options", "prefix-list", name)
        assert node is not None
        assert [kid.value for kid in node.children][1:] == [prefix]
        inherited = node.children[1].inherited_from
        assert inherited is not None
        assert inherited.group == "apply-path"


def test_a_session_on_two_devices_is_noted_once() -> None:
    one, two = "me@r1> show configuration firewall\n", "me@r2> show configuration firewall\n"
    body = "policer P { then discard; }\n"
    assert not tree(one + body + one + body).notes
    assert [note.span.line for note in tree(one + body + two + body + one + body).notes] == [3]
