"""Colour-aware meters and RFC 4115: vectors worked by hand from the texts of the RFCs, and the same
meters again in fractions, for random traffic.

All vectors take 1000 bytes/s as CIR, so that a millisecond is a byte. G, Y, R are the colours.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qosc.scenario import Meter
from qosc.simulator.meters import GREEN, RED, YELLOW, build_meter

SECOND = 1_000_000_000
MS = 1_000_000
NAMES = {GREEN: "G", YELLOW: "Y", RED: "R"}
BEFORE = {"G": GREEN, "Y": YELLOW, "R": RED}

SRTCM = Meter(algorithm="srtcm", cir_bps=8000, cbs_bytes=1000, ebs_bytes=500)
TRTCM = Meter(algorithm="trtcm", cir_bps=8000, cbs_bytes=1000, pir_bps=16_000, pbs_bytes=1500)
RFC4115 = Meter(algorithm="rfc4115", cir_bps=8000, cbs_bytes=1000, eir_bps=16_000, ebs_bytes=500)


def colours(meter: Meter, arrivals: list[tuple[int, int, str]]) -> str:
    """The colours of (ms, bytes, colour that it comes with)."""
    built = build_meter(meter)
    found = (built.colour(now * MS, size, BEFORE[before]) for now, size, before in arrivals)
    return "".join(NAMES[colour] for colour in found)


def vector(text: str) -> tuple[list[tuple[int, int, str]], str]:
    """Lines `ms bytes colour -> colour`."""
    rows = [line.split("#")[0].split() for line in text.strip().splitlines()]
    return [(int(r[0]), int(r[1]), r[2]) for r in rows], "".join(r[4] for r in rows)


# RFC 2697, section 3, colour-aware: green if it is green and Tc - B >= 0; else yellow if it is
# green or yellow and Te - B >= 0; else red, and nothing is taken.
RFC_2697 = """
0    1000 G -> G   # burst: C 0, E 500
0    1    G -> Y   # burst + 1 byte: C has none, E 499
0    499  Y -> Y   # E 0
0    1    Y -> R
200  200  Y -> R   # C 200 would do for green; a yellow packet never takes it
200  201  G -> R   # C 200
200  200  G -> G   # C 0
1700 1000 R -> R   # idle 1500 ms: C full at 1000, what is over fills E: 500
1700 500  Y -> Y   # E 0, C still 1000
1700 1000 G -> G   # C 0
9000 1000 G -> G   # idle for long: no more than CBS and EBS gather
9000 500  G -> Y
9000 1    G -> R
"""

# RFC 2698, section 3, colour-aware: red if it is red or Tp - B < 0; else yellow if it is yellow or
# Tc - B < 0, and Tp is less by B; else green, and both are.
RFC_2698 = """
0    1000 G -> G   # C 0, P 500
0    1    G -> Y   # burst + 1 byte of C: P 499
0    499  Y -> Y   # P 0
0    1    G -> R   # burst + 1 byte of P
100  100  Y -> Y   # P 200 - 100, C 100 stays
100  100  R -> R   # P 100 would do; nothing is taken
100  100  G -> G   # P 0, C 0
1000 1000 Y -> Y   # P full at 1500, 500 left; C 900
1000 500  G -> G   # P 0, C 400
1000 1    G -> R   # C has 400, P nothing
9000 1500 Y -> Y   # idle for long: P 1500 and no more
9000 1    Y -> R
"""

# RFC 4115, on its algorithm: green takes of Tc alone, yellow of Te alone. A green packet for which
# Tc is too small is yellow if Te has its size. Neither bucket spills into the other.
RFC_4115 = """
0    1000 G -> G   # C 0, E 500: green took nothing of E
0    500  G -> Y   # E 0
0    1    G -> R
100  100  G -> G   # C 0; E 200
100  200  Y -> Y   # E 0
100  1    Y -> R
350  250  Y -> Y   # E 500 - 250; C 250 stays
350  250  R -> R
350  250  G -> G   # C 0: what yellow took was not missed
350  250  G -> Y   # E 0
3350 1000 G -> G   # idle 3 s: C 1000, E 500; of the 3000 bytes nothing ran over to E
3350 501  G -> R   # burst + 1 byte of E
3350 500  G -> Y
"""


@pytest.mark.parametrize(
    ("meter", "text"),
    [(SRTCM, RFC_2697), (TRTCM, RFC_2698), (RFC4115, RFC_4115)],
    ids=["2697", "2698", "4115"],
)
def test_vectors_by_hand(meter: Meter, text: str) -> None:
    arrivals, expected = vector(text)
    assert colours(meter, arrivals) == expected


def test_a_meter_of_one_bucket_leaves_what_is_not_green_alone() -> None:
    meter = Meter(algorithm="single-bucket", cir_bps=8000, cbs_bytes=1000)
    arrivals = [(0, 900, "Y"), (0, 900, "R"), (0, 1000, "G"), (0, 1, "G")]
    assert colours(meter, arrivals) == "YRGY"


Traffic = st.lists(
    st.tuples(st.integers(0, 900), st.integers(1, 1500), st.sampled_from("GYR")), max_size=40
)


class _Reference:
    """The buckets in fractions of a byte."""

    def __init__(self, rate: int, depth: int) -> None:
        self.rate, self.depth, self.tokens = Fraction(rate, 8), Fraction(depth), Fraction(depth)

    def fill(self, elapsed: Fraction) -> Fraction:
        self.tokens += self.rate * elapsed
        spill = max(self.tokens - self.depth, Fraction(0))
        self.tokens -= spill
        return spill


def reference(name: str, arrivals: list[tuple[int, int, str]]) -> str:
    """The colours of RFC 2697, RFC 2698 and RFC 4115 in their words."""
    first = _Reference(8000, 1000)
    second = {
        "2697": _Reference(0, 500),
        "2698": _Reference(16_000, 1500),
        "4115": _Reference(16_000, 500),
    }[name]
    last, out = 0, ""
    for now, size, before in arrivals:
        elapsed = Fraction(now - last, 1000)
        last = now
        spill = first.fill(elapsed)
        if name == "2697":
            second.tokens = min(second.depth, second.tokens + spill)
        else:
            second.fill(elapsed)
        if name == "2698":
            if before == "R" or second.tokens < size:
                out += "R"
            elif before == "Y" or first.tokens < size:
                second.tokens -= size
                out += "Y"
            else:
                second.tokens -= size
                first.tokens -= size
                out += "G"
        elif before == "G" and first.tokens >= size:
            first.tokens -= size
            out += "G"
        elif before != "R" and second.tokens >= size:
            second.tokens -= size
            out += "Y"
        else:
            out += "R"
    return out


@pytest.mark.parametrize(
    ("name", "meter"), [("2697", SRTCM), ("2698", TRTCM), ("4115", RFC4115)], ids=str
)
@given(traffic=Traffic)
@settings(max_examples=60, deadline=None)
def test_random_traffic_against_the_words(name: str, meter: Meter, traffic) -> None:
    now, arrivals = 0, []
    for gap, size, before in traffic:
        now += gap
        arrivals.append((now, size, before))
    assert colours(meter, arrivals) == reference(name, arrivals)


@pytest.mark.parametrize("meter", [SRTCM, TRTCM, RFC4115], ids=["2697", "2698", "4115"])
@given(traffic=Traffic)
@settings(max_examples=40, deadline=None)
def test_no_packet_gets_a_better_colour(meter: Meter, traffic) -> None:
    now, built = 0, build_meter(meter)
    for gap, size, before in traffic:
        now += gap
        assert built.colour(now * MS, size, BEFORE[before]) >= BEFORE[before]
