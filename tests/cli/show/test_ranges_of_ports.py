"""Ports that count on from one another are a range in headings, and no port is lost by it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qosc.cli import main
from qosc.render.runs import LEAST, with_ranges


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Gi0/1", "Gi0/2", "Gi0/3"], None),
        (["Gi0/1", "Gi0/2", "Gi0/3", "Gi0/4"], ["Gi0/1 to Gi0/4"]),
        (["Gi0/8", "Gi0/9", "Gi0/10", "Gi0/11"], ["Gi0/8 to Gi0/11"]),
        (["Gi0/1", "Gi0/2", "Gi0/4", "Gi0/5"], None),
        (["ge-0/0/3", "ge-0/0/4", "ge-0/0/5", "ge-0/1/6"], None),
        (["Gi0/07", "Gi0/08", "Gi0/09", "Gi0/10"], None),
        (["a", "a", "a", "a"], None),
        ([], None),
    ],
)
def test_what_counts_on_is_a_range(names: list[str], told: list[str] | None) -> None:
    assert with_ranges(names) == (names if told is None else told)


@given(st.lists(st.integers(0, 30)))
def test_a_range_says_the_same_ports(numbers: list[int]) -> None:
    told: list[int] = []
    for words in with_ranges([f"Gi0/{number}" for number in numbers]):
        first, _, last = words.partition(" to ")
        start = int(first.removeprefix("Gi0/"))
        end = int(last.removeprefix("Gi0/")) if last else start
        assert not last or end - start + 1 >= LEAST
        told += range(start, end + 1)
    assert told == numbers


def test_show_has_one_heading_for_a_switch(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ports = "".join(
        f"interface GigabitEthernet1/0/{number}\n service-policy output WAN\n"
        for number in (*range(1, 25), 30)
    )
    path = tmp_path / "switch.cfg"
    path.write_text("policy-map WAN\n class class-default\n  shape average 5000000\n" + ports)
    with pytest.raises(SystemExit):
        main(["show", str(path)])
    told = " ".join(capsys.readouterr().out.split())
    assert "GigabitEthernet1/0/1 to GigabitEthernet1/0/24, GigabitEthernet1/0/30: 1 Gbit/s" in told
