"""Words of a line: free text, `no` and `default`, abbreviations."""

from __future__ import annotations

import pytest

from tests.frontends.cisco.ios_tree import outline, reading


@pytest.mark.parametrize(
    "text",
    [
        "description policy-map foo",
        "description /* x",
        "description bandwidth ! 10",
        "description interface Serial0 // no",
    ],
)
def test_a_description_is_free_text(text: str) -> None:
    for section in ("interface Serial0\n", "class-map C\n", "policy-map P\n"):
        for indent in ("", " "):
            found = reading(f"{section}{indent}{text}\n{indent}description last\n")
            assert [line.text for line in found.roots[0].children] == [text, "description last"]
            assert found.notes == []


def test_no_and_default_are_flags() -> None:
    text = "interface Serial0\n no service-policy output P\n default bandwidth\n no ip redirects\n"
    lines = reading(text).roots[0].children
    assert [(line.keyword, line.negated) for line in lines] == [
        ("service-policy", True),
        ("bandwidth", True),
    ]
    assert lines[0].text == "no service-policy output P"


def test_a_negated_object_opens_nothing() -> None:
    assert outline("interface Serial0\n no policy-map P\n bandwidth 64\n").count("bandwidth") == 2
    assert [line.keyword for line in reading("no policy-map P\nclass A\n").roots] == [
        "policy-map",
        "class",
    ]


@pytest.mark.parametrize(
    ("short", "keyword"),
    [
        ("int Fa0/0", "interface"),
        ("interf FastEthernet 0/0", "interface"),
        ("pol P", "policy-map"),
        ("policy-m P", "policy-map"),
        ("class-m C", "class-map"),
        ("access-l 101 permit ip any any", "access-list"),
        ("ip acc ext X", "ip access-list"),
        ("INTERFACE Serial0", "interface"),
    ],
)
def test_abbreviated_global_words(short: str, keyword: str) -> None:
    assert [line.keyword for line in reading(short).roots] == [keyword]


@pytest.mark.parametrize(
    ("section", "short", "keyword"),
    [
        ("interface Serial0", "serv out P", "service-policy"),
        ("interface Serial0", "desc to the north", "description"),
        ("interface Serial0", "band 64", "bandwidth"),
        ("policy-map P\nclass A", "prio 64", "priority"),
        ("policy-map P\nclass A", "sh average 64000", "shape"),
        ("policy-map P", "cl A", "class"),
        ("class-map C", "mat ip dscp ef", "match"),
    ],
)
def test_abbreviated_words_of_a_mode(section: str, short: str, keyword: str) -> None:
    last = list(reading(f"{section}\n{short}\n").walk())[-1]
    assert (last.keyword, last.text) == (keyword, short)


def test_an_ambiguous_abbreviation_is_not_resolved() -> None:
    # `p` may be police or priority, `pri` in an interface priority-group or priority-queue.
    found = reading("interface Serial0\n pri out\n")
    assert found.roots[0].children == []
