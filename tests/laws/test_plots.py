"""Laws of pictures: clean ticks, one look for one thing, and files that readers can read."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qosc.render.plots import drawn
from qosc.render.plots.axes import Scale, linear, logarithmic, shown
from qosc.render.plots.distributions import distributions, steps
from qosc.render.plots.over_time import over_time
from qosc.render.plots.picture import Line, Picture, Style, Words, style_of
from qosc.simulator import simulate
from tests.laws.simulator.scenario_kit import cbr, klass, policy, scenario

SIZES = st.floats(1e-6, 1e12)


def clean(value: float) -> bool:
    """Whether a number is 1, 2 or 5 times a power of ten."""
    return f"{value:.6e}"[0] in "125" and f"{value:.6e}"[1:].startswith(".000000")


@given(st.floats(0, 1e9), SIZES)
def test_ticks_are_as_far_apart_as_clean_numbers(low: float, size: float) -> None:
    high = low + max(size, low * 1e-3)
    scale = linear(low, high)
    gaps = [after - before for before, after in pairwise(scale.ticks)]
    assert clean(float(f"{gaps[0]:.3g}"))
    assert gaps == pytest.approx([gaps[0]] * len(gaps), rel=1e-6)
    assert scale.low <= low * (1 + 1e-9)
    assert high <= scale.high * (1 + 1e-9)
    assert 3 <= len(scale.ticks) <= 12


@given(SIZES, st.floats(1, 1e9))
def test_ticks_of_a_logarithm_are_clean_and_hold_all(low: float, times: float) -> None:
    scale = logarithmic(low, low * times)
    assert all(clean(tick) for tick in scale.ticks)
    assert scale.low <= low
    assert low * times <= scale.high
    assert scale.ticks[0] == scale.low < scale.high == scale.ticks[-1]


@given(st.floats(-1e6, 1e6), st.booleans())
def test_what_is_outside_of_a_scale_is_at_its_edge(value: float, by_log: bool) -> None:
    part = Scale(1, 100, (1, 10, 100), by_log).part(value)
    assert 0 <= part <= 1
    assert (part == 0) is (value <= 1)


@given(st.lists(st.integers(0, 50), min_size=1, max_size=300))
def test_a_distribution_is_that_of_the_values(values: list[int]) -> None:
    corners = steps(sorted(values))
    assert corners[0][1] == 0
    assert corners[-1] == (max(values), 1)
    for value, part in corners[1::2]:
        assert part == sum(each <= value for each in values) / len(values)
    assert [part for _, part in corners] == sorted(part for _, part in corners)


def test_32_things_have_32_looks() -> None:
    assert len({style_of(number) for number in range(32)}) == 32


def test_one_thing_has_one_look_in_all_panels_and_no_other_has_it() -> None:
    out = policy(klass("calls", 5, {"priority": {}}), klass("bulk", None, {}))
    found = scenario([cbr("calls", 300_000, 5), cbr("bulk", 2_500_000)], out=out, ms=1000)
    measure = found.measure.model_copy(update={"interval_ms": 100, "occupancy_every_ms": 10})
    result = simulate(found.model_copy(update={"measure": measure}), samples=True)
    for picture in (over_time(result), distributions(result)):
        looks: dict[str, set[Style]] = {}
        shapes = picture.shapes
        for before, after in pairwise(shapes):
            # In the list of names a line is followed by its name.
            if isinstance(before, Line) and isinstance(after, Words) and before.style.width == 1.5:
                looks.setdefault(after.text, set()).add(before.style)
        assert {"calls", "bulk", "r out: calls", "r out: bulk"} <= set(looks)
        assert all(len(each) == 1 for each in looks.values())
        assert len(set.union(*looks.values())) == len(looks)


HOSTILE = ") Tj ET Q /JS (app.alert) </text><script>x</script> \u4e2d \\ endstream"


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=30))
def test_texts_are_texts_in_both_forms(text: str) -> None:
    for words in (text, HOSTILE + text):
        picture = Picture(words, 100, 50, (Words(1, 2, words), Line(((0, 0), (3, 4)))))
        root = ET.fromstring(drawn(picture, ".svg"))  # noqa: S314 - ours
        assert not list(root.iter("{http://www.w3.org/2000/svg}script"))
        page = drawn(picture, ".pdf")
        assert page.isascii()
        assert page.count("endstream") == page.count(" Tj") == 1
        assert "JS" not in page
        (shown,) = re.findall(r"<([0-9a-f]*)> Tj", page)
        assert bytes.fromhex(shown) == words.encode("cp1252", "backslashreplace")


def test_the_table_of_a_pdf_leads_to_its_objects() -> None:
    page = drawn(Picture("t", 10, 10, (Words(1, 1, "a"),)), ".pdf")
    table = int(page.split("startxref\n")[1].split("\n")[0])
    assert page[table:].startswith("xref\n0 8\n")
    places = [int(line.split()[0]) for line in page[table:].splitlines()[3:10]]
    assert [page[place:].split("\n")[0] for place in places] == [f"{n} 0 obj" for n in range(1, 8)]
    length = int(page.split("/Length ")[1].split(" ")[0])
    begin = page.index("stream\n") + len("stream\n")
    assert page[begin + length :].startswith("\nendstream")


def test_a_long_name_of_a_legend_keeps_the_class_at_its_end() -> None:
    assert shown("router ATM1/0.8 pvc 8/8: wfq") == "router ATM1/0.8 pvc 8/8: wfq"
    cut = shown("router ATM1/0.8 pvc 8/8: class-default")
    assert len(cut) == 34
    assert cut.startswith("router ATM1")
    assert cut.endswith("class-default")
