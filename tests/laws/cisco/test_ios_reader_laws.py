"""Laws of the reader: what may change in a text without changing what it says."""

from __future__ import annotations

import string

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qosc.frontends.cisco.sections.reader import read
from qosc.frontends.cisco.text.lines import Line, Reading
from qosc.source import SourceText, decode

Shape = tuple[str, str, bool, str, tuple["Shape", ...]]

NAMES = st.text(string.ascii_letters + string.digits + "-_", min_size=1, max_size=8).filter(
    lambda name: name[0].isalpha()
)
NUMBERS = st.integers(8, 64000).map(str)


def _lines(*patterns: str) -> st.SearchStrategy[str]:
    return st.builds(
        lambda pattern, name, number: pattern.format(name=name, number=number),
        st.sampled_from(patterns),
        NAMES,
        NUMBERS,
    )


def _section(
    head: st.SearchStrategy[str], body: st.SearchStrategy[list[tuple[int, str]]]
) -> st.SearchStrategy[list[tuple[int, str]]]:
    return st.builds(
        lambda first, rest: [(0, first), *((level + 1, text) for level, text in rest)], head, body
    )


def _several(
    part: st.SearchStrategy[list[tuple[int, str]]], most: int = 3
) -> st.SearchStrategy[list[tuple[int, str]]]:
    return st.lists(part, max_size=most).map(lambda parts: [row for part in parts for row in part])


def _flat(*patterns: str, most: int = 4) -> st.SearchStrategy[list[tuple[int, str]]]:
    return st.lists(_lines(*patterns), max_size=most).map(lambda rows: [(0, row) for row in rows])


CLASS_MAP = _section(
    _lines("class-map {name}", "class-map match-any {name}"),
    _flat(
        "match ip dscp ef",
        "match access-group {number}",
        "match not protocol {name}",
        "description bandwidth {number} ! {name}",
    ),
)
CLASS_BODY = _flat(
    "bandwidth {number}",
    "priority percent 10",
    "queue-limit {number}",
    "set ip dscp af21",
    "random-detect",
    "shape average {number}",
    "service-policy {name}",
    "police {number} 1500 1500 conform-action transmit exceed-action drop",
)
POLICE = st.just(
    [(0, "police cir 8000"), (1, "conform-action transmit"), (1, "exceed-action drop")]
)
POLICY = _section(
    _lines("policy-map {name}"),
    _several(
        _section(
            _lines("class {name}", "class class-default"), _several(st.one_of(CLASS_BODY, POLICE))
        )
    ),
)
INTERFACE = _section(
    _lines("interface Serial0/{number}", "interface FastEthernet0/0.{number}"),
    _flat(
        "bandwidth {number}",
        "ip address 10.0.0.1 255.0.0.0",
        "description to {name}",
        "service-policy output {name}",
        "no ip redirects",
        "shutdown",
        "no cdp enable",
        "rate-limit input {number} 8000 8000 conform-action transmit exceed-action drop",
    ),
)
ACCESS = _section(
    _lines("ip access-list extended {name}"),
    _flat(
        "permit udp any any eq {number}",
        "deny ip any any",
        "remark permit {name}",
        "10 permit tcp any host 10.0.0.1",
    ),
)
NUMBERED = _flat("access-list 101 permit ip any host 10.0.0.1", "access-list 7 remark {name}")
OTHERS = st.one_of(
    _section(_lines("router bgp {number}"), _flat("neighbor 10.0.0.1 remote-as {number}")),
    _section(_lines("line vty 0 4"), _flat("access-class 7 in", "login")),
    _flat("ip route 0.0.0.0 0.0.0.0 10.0.0.1", "logging host 10.0.0.1", "no ip http server"),
)
CONFIGS = _several(st.one_of(CLASS_MAP, POLICY, INTERFACE, ACCESS, NUMBERED, OTHERS), most=6)


FEW = settings(max_examples=40, deadline=None)


def text_of(rows: list[tuple[int, str]], unit: str = " ") -> str:
    return "".join(f"{unit * level}{row}\n" for level, row in rows)


def shape(line: Line) -> Shape:
    return (
        line.mode,
        line.keyword,
        line.negated,
        line.text,
        tuple(shape(one) for one in line.children),
    )


def reading(text: str) -> Reading:
    return read(SourceText("law.cfg", text))


def tree(text: str) -> list[Shape]:
    return [shape(root) for root in reading(text).roots]


@FEW
@given(CONFIGS)
def test_the_tree_is_that_of_the_indentation(rows: list[tuple[int, str]]) -> None:
    for line in reading(text_of(rows)).walk():
        level, row = rows[line.number - 1]
        assert (line.column, line.text) == (level, row)
        assert line.keyword
        for child in line.children:
            assert rows[child.number - 1][0] == level + 1
            between = rows[line.number : child.number - 1]
            assert all(one[0] > level for one in between)


@FEW
@given(CONFIGS, st.sampled_from(["", "  ", "   ", "\t"]), st.sampled_from(["", "  ", "\t"]))
def test_indentation_may_be_wider_none_or_shifted(
    rows: list[tuple[int, str]], unit: str, margin: str
) -> None:
    text = "".join(f"{margin}{unit * level}{row}\n" for level, row in rows)
    assert tree(text) == tree(text_of(rows))


@FEW
@given(CONFIGS)
def test_line_endings_do_not_matter(rows: list[tuple[int, str]]) -> None:
    text = text_of(rows)
    assert tree(text.replace("\n", "\r\n")) == tree(text) == tree(text.replace("\n", " \t\n"))


@FEW
@given(CONFIGS, st.data())
def test_comments_and_blank_lines_do_not_matter(
    rows: list[tuple[int, str]], data: st.DataObject
) -> None:
    text = text_of(rows)
    extra = st.sampled_from(
        [
            "",
            "!\n",
            "! class X\n",
            "\n",
            "\n\n",
            "/* class X */\n",
            "  // policy-map X\n",
            "/* class X\nclass Y\n*/\n",
        ]
    )
    changed = "".join(f"{line}{data.draw(extra)}" for line in text.splitlines(keepends=True))
    assert tree(changed) == tree(text)


@FEW
@given(CONFIGS)
def test_a_prompt_does_not_matter(rows: list[tuple[int, str]]) -> None:
    text = text_of(rows, "")
    assert tree("".join(f"R1(config-x)#{row}\n" for _, row in rows)) == tree(text)


SHORT = {
    "class-map": "class-m",
    "policy-map": "policy-m",
    "interface": "int",
    "bandwidth": "band",
    "priority": "prio",
    "queue-limit": "queue-l",
    "random-detect": "rand",
    "match": "mat",
    "service-policy": "service-p",
    "access-list": "access-l",
    "description": "desc",
    "permit": "per",
    "police": "poli",
    "shape": "sha",
    "rate-limit": "rate",
    "deny": "den",
    "conform-action": "conf",
    "exceed-action": "exc",
    "shutdown": "shut",
    "remark": "rem",
    "class": "cl",
}


@FEW
@given(CONFIGS, st.sampled_from([" ", ""]))
def test_abbreviated_first_words_do_not_matter(rows: list[tuple[int, str]], unit: str) -> None:
    def shorten(row: str) -> str:
        word, blank, rest = row.partition(" ")
        return SHORT.get(word, word) + blank + rest

    def bare(one: Shape) -> object:
        return (*one[:3], tuple(bare(child) for child in one[4]))

    full = text_of(rows, unit)
    short = text_of([(level, shorten(row)) for level, row in rows], unit)
    assert [bare(one) for one in tree(short)] == [bare(one) for one in tree(full)]


@FEW
@given(CONFIGS)
def test_spans_give_the_words_back(rows: list[tuple[int, str]]) -> None:
    found = reading(text_of(rows))
    for line in found.walk():
        for start in range(0, len(line.text), 3):
            span = line.span(start, start + 2)
            assert span.line == span.end_line
            source = found.source.line(span.line)
            assert source[span.column - 1 : span.end_column - 1] == line.text[start : start + 2]


def check_account(text: str) -> None:
    found = reading(text)
    lines = list(found.walk())
    assert found.blank + found.comment + found.skipped + sum(line.height for line in lines) == len(
        found.source.lines
    )
    numbers = [number for line in lines for number in set(line.numbers())]
    assert len(numbers) == len(set(numbers))
    for line in lines:
        assert "\n" not in line.text
        assert line.text == line.text.strip()
        line.span()


@FEW
@given(CONFIGS)
def test_every_line_of_a_config_is_accounted_for(rows: list[tuple[int, str]]) -> None:
    check_account(text_of(rows))


WORDS = st.sampled_from(
    [
        "class-map",
        "policy-map P",
        "class A",
        "interface Serial0",
        "pvc 1/1",
        "bandwidth",
        "100",
        "police 8000",
        "conform-action",
        "exceed-action",
        "drop",
        "rate-limit input 8000 1 1",
        "ip access-list extended X",
        "permit",
        "any",
        "host",
        "/*",
        "*/",
        "//",
        "!",
        "banner motd",
        "^C",
        "macro name X",
        "@",
        "exit",
        "end",
        "no",
        "default",
        "do",
        "R1(config)#",
        "R1#",
        " --More-- ",
        "\b",
        "\x00",
        "\x03",
        "{",
        "}",
        "**",
        "route-map R",
        "set ip precedence 1",
        "router ospf 1",
        "frobnicate",
        "bandwith",
        "is the",
        "template X",
        "\u00a0",
        "\u201c",
        "description",
        "remark",
        "10",
        " ",
        "  ",
        "\t",
        "\n",
        "\n ",
        "\n  ",
        "\r",
        "\x0c",
        "\u2028",
    ]
)


@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(WORDS, max_size=60))
def test_no_text_made_of_our_words_is_lost_or_raises(words: list[str]) -> None:
    check_account(" ".join(words))
    check_account("".join(words))


@settings(max_examples=200)
@given(st.binary(max_size=400))
def test_no_bytes_raise(data: bytes) -> None:
    check_account(decode(data)[0])


HOSTILE = {
    "braces": "{" * 100_000,
    "lines of braces": "{\n" * 10_000,
    "one line": "class-map C\n match " + "x" * 100_000,
    "openings of comments": "class-map " + "/* " * 20_000,
    "a rate limit without end": "interface Serial0\nrate-limit input " + "\n1" * 5_000,
    "unclosed banners": "".join(f"banner motd {chr(0x4E00 + n)}\n" for n in range(3_000)),
    "unclosed comments": "class-map A /* x\n" * 3_000,
    "a staircase": "\n".join(" " * (n % 400) + "class A" for n in range(3_000)),
    "circuits": "interface ATM0\n" + "pvc 1/1\n" * 3_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_texts_are_accounted_for(text: str) -> None:
    check_account(text)


def test_wrapping_has_an_end() -> None:
    car, *others = reading(HOSTILE["a rate limit without end"]).roots[0].children
    assert car.height <= 20
    assert others == []
