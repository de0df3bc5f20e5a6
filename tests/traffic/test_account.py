"""Each word is told once, whatever stands there, and the document can be read back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from qosc.scenario import load_overlay
from qosc.scenario.dumping import dump
from qosc.source import SourceText
from qosc.traffic import Fate, NoTrafficError, traffic_of
from qosc.traffic.words import command_lines
from tests.traffic.import_kit import read

_MANY = (
    "iperf iperf3 nuttcp netperf ping mgen -c -u -b -t -n -k -l -w -P -p -S -R -d -r -T -H -- -s "
    "-t TCP_RR TCP_CRR 10.0.0.1 host 5 10M 0.5 1,2 0xb8 [10 100] ON 1 UDP TCP DST 10.0.0.1/9 "
    "PERIODIC POISSON BURST event 0.0 OFF MOD COUNT --dscp ef -b5 -u -c9 -1 0 \u00b2 \u0663 $X `x` "
    "'q \" \\ ; & && | # sleep wait timeout > log 2>&1 SEND=5 -i -e -O 99999999999999 for"
)
_WORDS = st.sampled_from(_MANY.split())
_TEXTS = st.lists(st.lists(_WORDS, max_size=12).map(" ".join), max_size=6).map("\n".join)


def _assert_whole(text: str) -> None:
    found = read(text)
    try:
        overlay = traffic_of(found)
    except NoTrafficError:
        overlay = None
    lines = command_lines(SourceText("t.sh", text))
    there = sorted(" ".join(w.text for line in lines for w in line.words).split())
    told = sorted(" ".join(item.text for item in found.items if item.text).split())
    assert told == there
    if overlay is not None:
        assert load_overlay(dump(overlay), "made") == overlay


@given(_TEXTS)
def test_each_word_is_told_once(text: str) -> None:
    _assert_whole(text)


@given(
    st.text(max_size=60), st.sampled_from(["iperf -c ", "mgen event ", "0.0 ON 1 UDP ", "ping "])
)
def test_any_text_behind_a_tool(text: str, tool: str) -> None:
    _assert_whole(tool + text)


@given(st.text(max_size=200))
def test_any_text_of_a_chariot_script(text: str) -> None:
    found = read(f"CONNECT_INITIATE\n{text}\n")
    assert any("CONNECT_INITIATE" in item.text for item in found.items)


def test_hostile_names_stay_names() -> None:
    text = 'ping "$(reboot)"\nping \'a: b, "c"\x1b[2J\'\n'
    found = read(text)
    overlay = traffic_of(found)
    assert [item.fate for item in found.items if "reboot" in item.text] == [Fate.UNSUPPORTED]
    assert len(overlay.traffic) == 1
    assert load_overlay(dump(overlay), "made") == overlay


def test_very_many_sources_are_refused_and_told() -> None:
    found = read("iperf -u -c 10.0.0.1 -P 1000\n" * 12)
    assert len(found.flows) == 10_000
    assert any("more than 10000" in item.note for item in found.items)
