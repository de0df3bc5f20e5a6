"""Fixes: each rule has one or a reason; what they touch, and what they do to packets."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

import qosc
from qosc.changes import changes
from qosc.diagnostics import Diagnostic, Edit, Fix, Severity
from qosc.lint.engine.fixing import fixed
from qosc.lint.engine.pages import all_rules, examples
from qosc.lint.engine.unfixed import UNFIXED
from qosc.source import SourceText, Span
from tests.published import CORPUS

REPEATED = "access-list 101 permit ip any any dscp ef\n"
SILENT = (
    "interface Serial0/0\n ! qosc: ignore[QOS402] why\n ! qosc: ignore[QOS302,QOS301]\n"
    " bandwidth 9 ! qosc: ignore[QOS303]\n"
)
JUNOS = (
    "class-of-service {\n    /* qosc: ignore[QOS402] */\n    schedulers {\n        s {\n"
    "            transmit-rate percent 5; # qosc: ignore[QOS433] why\n        }\n    }\n}\n"
)
DISTRIBUTION = "hostname d1\ninterface GigabitEthernet0/1\n mls qos trust dscp\n"
EXAMPLES = [
    (rule.code, example.text, example.platform or None)
    for rule in all_rules()
    for example in examples(rule, "Example")
]
EXAMPLES += [("QOS115", REPEATED * 3, None), ("QOS090", SILENT, None), ("QOS090", JUNOS, None)]


def check(platform: str | None = None) -> object:
    def run(source: SourceText) -> Sequence[Diagnostic]:
        return [
            one for config in qosc.devices(source, platform=platform) for one in qosc.check(config)
        ]

    return run


def codes(text: str, platform: str | None) -> list[str]:
    return [one.code for one in check(platform)(SourceText.of("x.cfg", text))]  # type: ignore[operator]


def fix(text: str, platform: str | None = None, *, unsafe: bool = False) -> str:
    made = fixed("x.cfg", text.encode(), check(platform), unsafe=unsafe)  # type: ignore[arg-type]
    assert not made.trouble
    return made.data.decode()


def test_each_rule_has_a_fix_or_a_reason_why_not() -> None:
    offering = {
        one.code
        for _, text, platform in EXAMPLES
        for one in check(platform)(SourceText.of("x.cfg", text))  # type: ignore[operator]
        if one.fixes
    }
    every = {rule.code for rule in all_rules()}
    odd = set(UNFIXED) ^ (every - offering)
    assert not odd, f"neither a fix nor a row of lint/engine/unfixed.py, or both: {sorted(odd)}"
    assert not [code for code, reason in UNFIXED.items() if not reason]


@pytest.mark.parametrize(
    ("code", "text", "platform"),
    [row for row in EXAMPLES if row[0] not in UNFIXED],
    ids=lambda value: value if isinstance(value, str) and value.startswith("QOS") else "",
)
def test_a_fixed_text_is_clean_of_the_finding(code: str, text: str, platform: str | None) -> None:
    assert code in codes(text, platform)
    made = fix(text, platform, unsafe=True)
    assert code not in codes(made, platform)
    assert fix(made, platform, unsafe=True) == made


def same_treatment(old: str, new: str, platform: str | None) -> bool:
    """Whether `qosc diff` sees no difference for any packet, on any device of the text."""
    before, after = (
        list(qosc.devices(SourceText.of("x.cfg", text), platform=platform)) for text in (old, new)
    )
    return len(before) == len(after) and all(
        not changes((a.joined_device, a.profile), (b.joined_device, b.profile)).changes
        for a, b in zip(before, after, strict=True)
    )


@pytest.mark.parametrize(("code", "text", "platform"), EXAMPLES)
def test_safe_fixes_change_nothing_for_packets(code: str, text: str, platform: str | None) -> None:
    made = fix(text, platform)
    if made != text:
        assert same_treatment(text, made, platform), code


@pytest.mark.parametrize(
    ("text", "made"),
    [
        (REPEATED * 3, REPEATED),
        (SILENT, "interface Serial0/0\n bandwidth 9\n"),
        (
            JUNOS,
            JUNOS.replace("    /* qosc: ignore[QOS402] */\n", "").replace(
                " # qosc: ignore[QOS433] why", ""
            ),
        ),
    ],
)
def test_what_safe_fixes_write(text: str, made: str) -> None:
    assert fix(text) == made


def test_mls_qos_is_written_where_the_router_has_it() -> None:
    made = fix(DISTRIBUTION, "cat3750", unsafe=True)
    assert made == DISTRIBUTION.replace("interface", "mls qos\ninterface")
    assert fix(DISTRIBUTION, "cat3750") == DISTRIBUTION


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", ["", "\n"])
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_what_no_fix_touches_stays(end: str, last: str, codec: str) -> None:
    text = f"! caf\u00e9 \N{GRINNING FACE}\n{REPEATED * 2}! \t end{last}"
    data = text.replace("\n", end).encode(codec)
    made = fixed("x.cfg", data, check())  # type: ignore[arg-type]
    assert made.data == text.replace(REPEATED * 2, REPEATED).replace("\n", end).encode(codec)


def test_bytes_in_no_encoding_stay() -> None:
    data = b"! caf\xe9 \xff\n" + (REPEATED * 2).encode()
    made = fixed("x.cfg", data, check())  # type: ignore[arg-type]
    assert made.data == b"! caf\xe9 \xff\n" + REPEATED.encode()


def test_a_line_with_such_bytes_is_left_alone() -> None:
    data = b"interface Serial0/0\n ! qosc: ignore[QOS402] caf\xe9\n bandwidth 9\n"
    made = fixed("x.cfg", data, check())  # type: ignore[arg-type]
    assert made.data == data
    assert not made.settled


def finding(*edits: Edit, safe: bool = True) -> Diagnostic:
    fixes = (Fix("change it", edits, safe),)
    return Diagnostic("QOS999", "x", Severity.INFO, "m", edits[0].span, fixes=fixes)


def edit(line: int, start: int, end: int, text: str) -> Edit:
    return Edit(Span("x", line, start, line, end), text)


def test_of_two_that_overlap_one_is_made() -> None:
    rounds: list[str] = []

    def found(source: SourceText) -> list[Diagnostic]:
        rounds.append(source.text)
        if len(rounds) > 1:
            return []
        return [
            finding(edit(1, 1, 5, "X")),
            finding(edit(1, 3, 7, "Y")),
            finding(edit(1, 7, 9, "Z")),
        ]

    made = fixed("x", b"abcdefgh\n", found)
    assert made.data == b"XefZ\n"
    assert len(made.settled) == 2


def test_unsafe_fixes_are_counted_and_left() -> None:
    made = fixed("x", b"abc\n", lambda _: [finding(edit(1, 1, 2, "X"), safe=False)])
    assert (made.data, made.unsafe) == (b"abc\n", 1)


def test_fixes_without_end_come_to_an_end() -> None:
    made = fixed("x", b"a\n", lambda _: [finding(edit(1, 1, 1, "a"))])
    assert set(made.data) == set(b"a\n")


@given(
    lines=st.lists(st.text("ab\u00e9\N{GRINNING FACE}", max_size=6), min_size=1, max_size=6),
    data=st.data(),
)
def test_edits_are_those_of_a_plain_replacement(lines: list[str], data: st.DataObject) -> None:
    number = data.draw(st.integers(1, len(lines)))
    start = data.draw(st.integers(1, len(lines[number - 1]) + 1))
    end = data.draw(st.integers(start, len(lines[number - 1]) + 1))
    one = finding(edit(number, start, end, "!"))
    calls: list[int] = []

    def found(_: SourceText) -> list[Diagnostic]:
        calls.append(1)
        return [one] if len(calls) == 1 else []

    text = "\n".join(lines)
    offset = sum(len(line) + 1 for line in lines[: number - 1])
    wanted = text[: offset + start - 1] + "!" + text[offset + end - 1 :]
    assert fixed("x", text.encode(), found).data.decode() == wanted


@pytest.mark.shared("corpus")
def test_safe_fixes_change_nothing_for_packets_of_real_configs(seed: int) -> None:
    paths = sorted(path for path in CORPUS.rglob("*") if path.is_file())
    for path in random.Random(seed).sample(paths, min(60, len(paths))):  # noqa: S311
        source = SourceText.of("x.cfg", path.read_bytes())
        if source.doubt is not None or len(source.text) > 100_000 or not source.text.strip():
            continue
        made = fixed("x.cfg", path.read_bytes(), check())  # type: ignore[arg-type]
        if made.data != path.read_bytes():
            assert same_treatment(source.text, SourceText.of("x", made.data).text, None), path
