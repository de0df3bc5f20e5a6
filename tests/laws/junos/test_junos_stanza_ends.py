"""Passing over a stanza in one step gives what passing over it line by line gives."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qosc.frontends.junos import Tree, read, to_set
from qosc.frontends.junos.text import stanza_ends
from qosc.source import SourceText

LINES = st.sampled_from(
    [
        "group g {",
        "}",
        "peer 1;",
        'description "a { b";',
        'note "x',
        "# comment {",
        "key 1; # k }",
        "",
        "/* c */",
        "a { b; }",
        "c { d {",
        "} }",
        "set x y",
        '    "',
        "family inet {",
        "}}",
    ]
)

HEADS = ["protocols {", "protocols { bgp {", "protocols {   evpn { interface et-0/0/0.1 {"]


def seen(text: str) -> tuple[list[str], bytes, list[str], list[object]]:
    """Everything that a reading says of a text."""
    tree: Tree = read(SourceText("r1.conf", text))
    return to_set(tree), tree.marks, [note.message for note in tree.notes], list(tree.comments)


def stepwise(text: str, monkeypatch: pytest.MonkeyPatch) -> object:
    """The same with every line looked at."""
    with monkeypatch.context() as patch:
        patch.setattr(stanza_ends.StanzaEnds, "end", lambda _self, _line: None)
        return seen(text)


@settings(max_examples=150, deadline=None)
@given(st.lists(LINES, max_size=12), st.booleans(), st.sampled_from(HEADS))
def test_a_leap_changes_nothing(body: list[str], balanced: bool, head: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        depth, lines = head.count("{"), []
        for line in body:
            if balanced and line.count("}") >= depth + line.count("{"):
                continue
            depth += line.count("{") - line.count("}")
            lines.append("    " * max(depth, 1) + line)
        if balanced:
            lines += ["    " * level + "}" for level in range(depth - 1, 0, -1)]
        inner = "\n".join(lines)
        tail = "}\nfirewall {\n    policer P {\n        then discard;\n    }\n}\n"
        text = f"{head}\n{inner}\n{tail}"
        assert seen(text) == stepwise(text, patch)


def test_what_stands_behind_a_stanza_that_is_skipped_is_read() -> None:
    text = (
        "protocols {\n    bgp {\n        group g {\n"
        '            description "not } the end";\n            peer-as 1; ## SECRET-DATA\n'
        "        }\n    }\n}\nfirewall {\n    policer P {\n        then discard;\n    }\n}\n"
    )
    tree = read(SourceText("r1.conf", text))
    assert to_set(tree) == ["set firewall policer P then discard"]
    assert [(span.line, words) for span, words in tree.comments] == [(5, "## SECRET-DATA")]


def test_a_stanza_whose_line_opens_others_too_ends_at_its_own_brace() -> None:
    text = (
        "routing-instances {\n    A {\n"
        "        protocols {   evpn {   interface et-0/0/0.1 {\n"
        "            vpws-service-id {\n            }\n        }\n        }\n        }\n"
        "        interface et-0/0/0.1;\n    }\n}\n"
    )
    assert to_set(read(SourceText("r1.conf", text), whole=True))[-1] == (
        "set routing-instances A interface et-0/0/0.1"
    )
    assert to_set(read(SourceText("r1.conf", text))) == [
        "set routing-instances A interface et-0/0/0.1"
    ]


def test_a_line_that_goes_on_where_the_last_one_ended_stands_at_its_own_place() -> None:
    lines = [
        "set interfaces ge-0/0/0 unit 0 family inet filter input F",
        "set interfaces ge-0/0/0 unit 0 family inet6 filter input G",
        "set interfaces ge-0/0/0 unit 1 vlan-id 5 family inet filter input H",
        "set interfaces ge-0/0/0 unit 1 family inet filter output I",
        "set interfaces ge-0/0/1 unit 1 family inet filter output I",
    ]
    text = "\n".join([*lines, "delete interfaces ge-0/0/1", lines[-1]]) + "\n"
    apart = "\n".join(
        f"{line}\nset firewall filter F{at} term T then accept" for at, line in enumerate(lines)
    )
    together = to_set(read(SourceText("a", text)))
    assert together == [
        one for one in to_set(read(SourceText("b", apart))) if "firewall" not in one
    ]
