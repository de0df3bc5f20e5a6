"""JunOS behind margins and prompts, or with its braces on one line, is read as JunOS."""

from __future__ import annotations

import pytest

import qosc
from qosc.frontends.detection.dialect import detect
from qosc.frontends.junos import read, to_set
from qosc.source import SourceText

LINE = "set class-of-service schedulers s prioritty low"
PASTED = (
    f"  {LINE}",
    f"\t{LINE}",
    "set\tclass-of-service schedulers s prioritty low",
    f"user@r1# {LINE}",
    f"user@r1#{LINE}",
    f"root@mx> {LINE}",
    f"root# {LINE}",
    f"r1# {LINE}",
    f"[edit]\nroot# {LINE}",
    f"{{master}}[edit]\nuser@r1# {LINE}",
    f"{{master:0}}[edit]\nroot@mx# {LINE}",
    f"> {LINE}",
    f">{LINE}",
    f"> > {LINE}",
    f"> user@r1# {LINE}",
    f"10  {LINE}",
    f"1: {LINE}",
    f"7\t{LINE}",
    "> class-of-service {\n>   schedulers {\n>     s { prioritty low; }\n>   }\n> }",
    "1  class-of-service {\n2   schedulers { s { prioritty low; }\n3   }\n4  }",
    "configuration { class-of-service { schedulers { s { prioritty low; } } } }",
    "replace: class-of-service { schedulers { s { prioritty low; } } }",
)


@pytest.mark.parametrize("text", PASTED)
def test_what_is_pasted_is_the_config(text: str) -> None:
    source = SourceText("r1.conf", text + "\n")
    assert detect(source).dialect == "junos"
    assert to_set(read(source)) == [LINE]
    (line,) = (entry for entry in qosc.check(qosc.loads(text + "\n")) if entry.code == "QOS010")
    (place,) = (n for n, words in enumerate(text.splitlines(), 1) if "prioritty" in words)
    assert line.primary.line == place
    words = text.splitlines()[place - 1]
    assert words[line.primary.column - 1 :].startswith("prioritty"), words


def test_groups_on_one_line_are_inherited() -> None:
    group = "groups { G { class-of-service { schedulers { s { prioritty low; } } } } }"
    source = SourceText("r1.conf", f"{group} apply-groups G;\n")
    assert detect(source).dialect == "junos"
    found = read(source).get("class-of-service", "schedulers", "s", "prioritty")
    assert found is not None


def test_a_long_head_of_groups_on_one_line_each() -> None:
    head = "".join(f"groups {{ g{n} {{ system {{ host-name h{n}; }} }} }}\n" for n in range(2500))
    source = SourceText("r1.conf", head + f"{LINE}\n")
    assert len(head) > 100_000
    assert detect(source).dialect == "junos"


def test_what_is_at_the_end_of_a_long_text_tells() -> None:
    head = "# a remark\n" * 10_000
    assert detect(SourceText("r1.conf", head + f"{LINE}\n")).dialect == "junos"


@pytest.mark.parametrize(
    "text",
    [
        "Router# show interfaces\nclass-map C\n match ip dscp ef\n",
        "route-map A permit 10\n set ip precedence 5\n set interface Null0\n",
        "> class-map C\n>  match ip dscp ef\n",
        "hostname r1\n! set interfaces as in the plan\n",
    ],
)
def test_ios_stays_ios(text: str) -> None:
    assert detect(SourceText("r1.cfg", text)).dialect == "ios"
