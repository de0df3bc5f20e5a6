"""Laws of the JunOS reader: forms agree, round trips, order, inheritance, no text raises."""

# ruff: noqa: E501 - a statement to a line

from __future__ import annotations

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from qosc.frontends.junos import Tree, read, to_braces, to_set
from qosc.frontends.junos.tree.printing import set_lines
from qosc.source import SourceText, decode
from tests.published import CORPUS


def tree(text: str) -> Tree:
    return read(SourceText("r1.conf", text))


def force(found: Tree) -> list[str]:
    return set_lines(found.root)


NAMES = st.sampled_from(
    [
        "a",
        "b",
        "x y",
        "$(reboot)",
        "#1",
        "then",
        "term",
        "<*>",
        "[",
        "é",
        '"',
        "\\",
        ";",
        "{",
        "inactive:",
    ]
)
RATES = st.sampled_from(["1m", "15k", "10"])


def quoted(name: str) -> str:
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


@st.composite
def statements(draw: st.DrawFn) -> str:
    """One `set` line, without `set`, of a stanza that is read."""
    one, two = quoted(draw(NAMES)), quoted(draw(NAMES))
    return draw(
        st.sampled_from(
            [
                f"class-of-service schedulers {one} transmit-rate percent {draw(RATES)}",
                f"class-of-service schedulers {one} transmit-rate {draw(RATES)} exact",
                f"class-of-service schedulers {one} drop-profile-map loss-priority low protocol any drop-profile {two}",
                f"class-of-service classifiers dscp {one} forwarding-class {two} loss-priority low code-points [ 000 111 ]",
                f"class-of-service interfaces {one} unit {two} scheduler-map {one}",
                f"class-of-service unheard {one} of {two}",
                f"firewall family inet filter {one} term {two} from protocol [ tcp udp ]",
                f"firewall family inet filter {one} term {two} from source-address 10.0.0.0/8 except",
                f"firewall family inet filter {one} term {two} then policer {one}",
                f"firewall family inet filter {one} term {two} then accept",
                f"firewall family inet filter {one} term {two} then discard",
                f"firewall policer {one} if-exceeding bandwidth-limit {draw(RATES)}",
                f"interfaces {one} unit {two} family inet filter input-list [ {one} {two} ]",
                f"policy-options prefix-list {one} 10.0.0.0/8",
                f"groups {one} firewall policer <*> then loss-priority high",
                f"groups {one} interfaces {two} mtu 9",
                f"apply-groups {one}",
            ]
        )
    )


@st.composite
def configs(draw: st.DrawFn) -> str:
    lines = [f"set {one}" for one in draw(st.lists(statements(), max_size=12))]
    for line in draw(st.lists(st.sampled_from(lines), max_size=2)) if lines else ():
        words = line.split(" [ ")[0].removeprefix("set ")
        lines.append(f"deactivate {words}")
    return "\n".join(lines)


@given(configs())
def test_braces_and_set_lines_give_the_same_tree(text: str) -> None:
    first = tree(text)
    by_set, by_braces = tree("\n".join(to_set(first))), tree(to_braces(first))
    assert to_set(by_set) == to_set(by_braces) == to_set(first)
    assert force(by_set) == force(by_braces) == force(first)
    assert not [note for note in by_braces.notes if "group" not in note.message]


@given(configs(), st.randoms(use_true_random=False))
def test_layout_does_not_matter(text: str, rng: random.Random) -> None:
    first = to_braces(tree(text))
    lines = []
    for line in first.splitlines():
        lines.append(" " * rng.randrange(3) + line.strip())
        lines.extend(rng.choice([[], [""], ["/* } { */"], ["# x {"], ["/* a", "b; */"]]))
    assert force(tree("\n".join(lines))) == force(tree(first))


@given(st.lists(statements(), max_size=8, unique=True), st.randoms(use_true_random=False))
def test_statements_of_their_own_can_stand_in_any_order(
    lines: list[str], rng: random.Random
) -> None:
    own = {line.rsplit(" ", 2)[0]: f"set {line}" for line in lines if "apply" not in line}
    shuffled = list(own.values())
    rng.shuffle(shuffled)
    kept = [line for line in shuffled if " then accept" not in line and " then discard" not in line]
    first = tree("\n".join(line for line in own.values() if line in kept))
    rates = ("transmit-rate", "bandwidth-limit", "scheduler-map", "policer", "drop-profile")
    if sum(any(rate in line for rate in rates) for line in kept) <= 1:
        assert sorted(force(first)) == sorted(force(tree("\n".join(kept))))


@given(
    st.lists(
        st.tuples(st.sampled_from("ab"), st.sampled_from(["ge-0", "ge-1", "xe-0"]), RATES),
        max_size=6,
    )
)
def test_inheriting_is_the_same_as_writing_it_out(rows: list[tuple[str, str, str]]) -> None:
    """Each interface takes the first value of what is written, group a, group b."""
    written = [(name, rate) for group, name, rate in rows if group == "a" and name == "xe-0"]
    lines = [f"set groups {group} interfaces {name} mtu {rate}" for group, name, rate in rows]
    lines += [f"set groups b interfaces <ge-*> description {rate}" for _, _, rate in rows[:1]]
    lines += [f"set interfaces {name} mtu {rate}" for name, rate in written]
    if {group for group, _, _ in rows} != {"a", "b"}:
        lines += ["set groups a interfaces xe-9 mtu 1", "set groups b interfaces xe-9 mtu 2"]
    lines.append("set apply-groups [ a b ]")
    want: dict[str, str] = dict(written)
    for group in "ab":
        last = {name: rate for other, name, rate in rows if other == group}
        want = {**last, **want}
    by_hand = {f"set interfaces {name} mtu {rate}" for name, rate in want.items()}
    if rows:
        by_hand |= {
            f"set interfaces {name} description {rows[0][2]}" for name in want if name[0] == "g"
        }
    got = {line for line in force(tree("\n".join(lines))) if "xe-9" not in line}
    assert got == by_hand


PIECES = st.sampled_from(
    [
        "{",
        "}",
        ";",
        "[",
        "]",
        '"',
        "/*",
        "*/",
        "#",
        "\n",
        "\n",
        " ",
        "set ",
        "delete ",
        "firewall ",
        "class-of-service ",
        "filter ",
        "term ",
        "from ",
        "protocol ",
        "inactive: ",
        "replace: ",
        "groups ",
        "apply-groups ",
        "<*> ",
        "a ",
        "b ",
        "\0",
        "\\",
        "\ufffd",
        "me@r1> ",
        "me@r1# ",
        "[edit firewall]\n",
        "show configuration ",
        "insert ",
        " before ",
        "rename ",
        " to ",
        "copy ",
        "deactivate ",
        "top ",
        "edit ",
        "up ",
        "apply-path ",
        "prefix-list ",
        "policy-options ",
        "\t",
        "interfaces ",
        "$ ",
        "${node} ",
        "protocols ",
        "\u2028",
        "## 'a' was inherited from group 'b'\n",
    ]
)


@example("prefix-list set }prefix-list ;")
@given(st.lists(PIECES, max_size=60).map("".join))
def test_no_text_raises_and_every_line_is_counted_once(text: str) -> None:
    found = tree(text)
    count = len(found.source.lines)
    assert found.read + found.skipped + found.blank + found.comment == count
    for note in found.notes:
        assert 1 <= note.span.line <= max(count, 1)
    for node in found.root.walk():
        assert node.span.column <= node.value_span.column <= node.value_span.end_column
    again = tree("\n".join(to_set(found)))
    assert read_stanzas(again) == read_stanzas(found)
    assert read_stanzas(tree(to_braces(found))) == read_stanzas(found)


def read_stanzas(found: Tree) -> list[str]:
    """Without what says nothing: an empty stanza beside one of the same name that is not empty.

    Nor with a stanza that is read only while some `apply-path` in the text leads there.
    """
    lines = to_set(found)
    begun = {line[:end] for line in lines for end, char in enumerate(line) if char == " "}
    return [line for line in lines if line not in begun and line.split()[1] != "protocols"]


@given(st.binary(max_size=200))
def test_no_bytes_raise(data: bytes) -> None:
    found = tree(decode(data)[0])
    assert found.read + found.skipped + found.blank + found.comment == len(found.source.lines)


@pytest.mark.parametrize(
    "text",
    [
        "{" * 100_000,
        "firewall " + "a { " * 100_000,
        "}" * 100_000,
        "firewall { x [ " + "a " * 100_000,
        "set firewall " + "a " * 100_000,
        "/*" * 50_000,
        '"\n' * 50_000,
        "#" * 100_000,
    ],
)
def test_depth_and_length_are_taken(text: str) -> None:
    found = tree(text)
    assert found.notes or text.startswith("#")
    assert to_set(tree(to_braces(found))) == to_set(found)


@pytest.mark.parametrize("step", [1, 2])
def test_groups_cannot_blow_up(step: int) -> None:
    lines = [
        f"set groups g{i} interfaces <*> unit {j} family inet filter input F{i}{j}"
        for i in range(30)
        for j in range(30)
    ]
    lines += [f"set groups g{i} apply-groups g{j}" for i in range(30) for j in range(0, 30, step)]
    lines += [f"set interfaces ge-0/0/{i} mtu 1" for i in range(2000)]
    found = tree("\n".join([*lines, "set apply-groups g0"]))
    assert any("too much" in note.message for note in found.notes)


JUNOS = CORPUS / "junos"


@pytest.mark.shared("corpus")
def test_published_configs_survive_the_round_trip() -> None:
    files = sorted(JUNOS.iterdir())
    assert files
    for path in files:
        found = tree(decode(path.read_bytes())[0])
        by_set, by_braces = tree("\n".join(to_set(found))), tree(to_braces(found))
        assert to_set(by_set) == to_set(by_braces) == to_set(found), path.name
        assert force(by_set) == force(by_braces) == force(found), path.name


@pytest.mark.shared("corpus")
def test_both_published_forms_of_one_device_give_one_tree() -> None:
    """Files of a whole device; the others are notes of sessions on several devices."""
    pairs = 0
    for path in sorted(JUNOS.glob("*.set")):
        other = path.with_suffix(".conf")
        if not other.exists() or any(
            mark in path.name for mark in ("eline", "elan", "etree", "eaccess")
        ):
            continue
        pairs += 1
        one, two = (tree(decode(file.read_bytes())[0]) for file in (path, other))
        assert sorted(force(one)) == sorted(force(two)), path.name
    assert pairs
