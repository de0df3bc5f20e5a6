"""Meters: the vectors of the RFCs worked by hand, an independent reference, and the envelope."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from qosc.scenario import Action, Meter, Police
from qosc.simulator.conditioning import PoliceStep
from qosc.simulator.meters import GREEN, RED, YELLOW, SingleBucket, build_meter
from qosc.simulator.stats import ClassCount

SECOND = 1_000_000_000
MS = 1_000_000


def colours(meter: Meter, arrivals: list[tuple[int, int]]) -> list[int]:
    """The colours of (ns, bytes)."""
    built = build_meter(meter)
    return [built.colour(now, length) for now, length in arrivals]


def single(cir: int, cbs: int) -> Meter:
    return Meter(algorithm="single-bucket", cir_bps=cir, cbs_bytes=cbs)


def car(cir: int, cbs: int, ebs: int) -> Meter:
    return Meter(algorithm="car", cir_bps=cir, cbs_bytes=cbs, ebs_bytes=ebs)


def test_one_bucket_by_hand() -> None:
    # 8000 bit/s is 1000 bytes/s. The bucket of 1500 bytes is full at 0.
    # 0 s: 1000 of 1500, 500 left. 0 s: 1000 > 500, exceeds and takes nothing.
    # 0.499999999 s: 500 + 499.999999 bytes < 1000: exceeds. 0.5 s: 500 + 500 = 1000: conforms, 0.
    # 0.5 s: nothing left. 10 s: full again at 1500, no more.
    arrivals = [
        (0, 1000),
        (0, 1000),
        (SECOND // 2 - 1, 1000),
        (SECOND // 2, 1000),
        (SECOND // 2, 1),
        (10 * SECOND, 1500),
        (10 * SECOND, 1),
    ]
    got = colours(single(8000, 1500), arrivals)
    assert got == [GREEN, YELLOW, YELLOW, GREEN, YELLOW, GREEN, YELLOW]


def test_a_bucket_that_all_draw_on_by_hand() -> None:
    # 8000 bit/s is 1000 bytes/s; 1500 bytes at 0 s. Packets that draw in any case: 1000 leave 500,
    # 1200 more are too many and leave -700. At 0.5 s: -200, at 0.7 s: 0, which is too few for 1.
    # At 1.2 s: 500, so that 500 conform.
    bucket = SingleBucket(8000, 1500)
    assert [bucket.draw(0, length) for length in (1000, 1200)] == [GREEN, YELLOW]
    later = [(SECOND // 2, 1), (SECOND * 7 // 10, 1), (SECOND * 6 // 5, 500), (SECOND * 6 // 5, 1)]
    assert [bucket.colour(*each) for each in later] == [YELLOW, YELLOW, GREEN, YELLOW]


def test_all_draw_on_one_bucket_alone() -> None:
    three = Meter(algorithm="srtcm", cir_bps=8000, cbs_bytes=1000, ebs_bytes=500)
    with pytest.raises(ValidationError, match="draws_all is of a single-bucket meter"):
        Police(meter=three, draws_all=True)


def test_rfc_2697_by_hand() -> None:
    # CIR 1000 bytes/s, CBS 1000, EBS 500; C = 1000, E = 500 at 0.
    # 0 s, 600: C 400, green. 0 s, 500: C 400 < 500, E 500: yellow, E 0. 0 s, 400: green, C 0.
    # 0.3 s: C 300. 400: C short, E 0: red, nothing taken. 300: green, C 0.
    # 1.8 s: 1500 bytes arrived: C full at 1000, 500 over to E. 1000: green. 500: yellow. 1: red.
    # 2.0 s: C 200. 201: E is empty: red. 200: green.
    srtcm = Meter(algorithm="srtcm", cir_bps=8000, cbs_bytes=1000, ebs_bytes=500)
    arrivals = [
        (0, 600),
        (0, 500),
        (0, 400),
        (300 * MS, 400),
        (300 * MS, 300),
        (1800 * MS, 1000),
        (1800 * MS, 500),
        (1800 * MS, 1),
        (2000 * MS, 201),
        (2000 * MS, 200),
    ]
    got = colours(srtcm, arrivals)
    assert got == [GREEN, YELLOW, GREEN, RED, GREEN, GREEN, YELLOW, RED, RED, GREEN]


def test_rfc_2698_by_hand() -> None:
    # CIR 1000 bytes/s with CBS 1000, PIR 2000 bytes/s with PBS 1500; C = 1000, P = 1500 at 0.
    # 0 s, 600: both have it: green, C 400, P 900.
    # 0 s, 600: P has it, C has not: yellow, P 300, C stays 400.
    # 0 s, 300: green, C 100, P 0. That C was kept for it is what tells RFC 2698 from a meter that
    # charges both buckets for yellow.
    # 0 s, 100: P is empty: red, although C has 100. 0.1 s: P 200, C 200: 200 green, both 0.
    # 0.3 s: P 400, C 200: 300: yellow, P 100. 100: green, C 100, P 0.
    trtcm = Meter(algorithm="trtcm", cir_bps=8000, cbs_bytes=1000, pir_bps=16_000, pbs_bytes=1500)
    arrivals = [
        (0, 600),
        (0, 600),
        (0, 300),
        (0, 100),
        (100 * MS, 200),
        (300 * MS, 300),
        (300 * MS, 100),
    ]
    got = colours(trtcm, arrivals)
    assert got == [GREEN, YELLOW, GREEN, RED, GREEN, YELLOW, GREEN]


def test_compounded_debt_by_hand() -> None:
    # One unit is 1000 bytes: rate 1 unit/s, normal burst 2, extended burst 4, 2 units each second,
    # as one packet, from the second in which the bucket is full.
    # t   tokens before  after  debt  compounded
    # 0   2              0      -     -            conforms
    # 1   1              -1     1     1            conforms
    # 2   0              -2     2     3            conforms
    # 3   -1             -3     3     6 > 4        exceeds; tokens stay -1, compounded 0
    # 4   0              -2     2     2            conforms
    # 5   -1             -3     3     5 > 4        exceeds; compounded 0
    # 6   0              -2     2     2            conforms
    # 7   -1             -3     3     5 > 4        exceeds
    arrivals = [(second * SECOND, 2000) for second in range(8)]
    got = colours(car(8000, 2000, 4000), arrivals)
    assert got == [GREEN, GREEN, GREEN, YELLOW, GREEN, YELLOW, GREEN, YELLOW]


def test_debt_above_the_extended_burst_needs_no_compounding() -> None:
    # Tokens 2000. 2000: 0. 3000: debt 3000, compounded 3000 <= 4000. Then 2000: debt 5000 > 4000,
    # exceeds, and so does every packet until the debt is paid off: at 1 s it is 2000, so 2001 more
    # would be 4001, 2000 more just 4000.
    arrivals = [(0, 2000), (0, 3000), (0, 2000), (0, 2000), (SECOND, 2001), (SECOND, 2000)]
    got = colours(car(8000, 2000, 4000), arrivals)
    assert got == [GREEN, GREEN, YELLOW, YELLOW, YELLOW, GREEN]


@pytest.mark.parametrize("ebs", [0, 1999, 2000])
def test_car_without_room_to_borrow_is_one_bucket(ebs: int) -> None:
    arrivals = [(n * 137 * MS, 700 + 13 * n % 900) for n in range(200)]
    assert colours(car(8000, 2000, ebs), arrivals) == colours(single(8000, 2000), arrivals)


def test_meters_of_packets_by_hand() -> None:
    # The lengths do not count. CIR 10 and PIR 20 packets/s, CBS 1, PBS 2; C = 1, P = 2 at 0.
    # 0 s: green (C 0, P 1), yellow (P 0), red. 50 ms less 1 ns: P short of 1: red. 50 ms: P 1, C
    # half a packet: yellow. 100 ms less 1 ns: P short: red. 100 ms: P 1, C 1: green.
    two = Meter(algorithm="trtcm", cir_pps=10, cbs_packets=1, pir_pps=20, pbs_packets=2)
    times = [0, 0, 0, 50 * MS - 1, 50 * MS, 100 * MS - 1, 100 * MS]
    all_go_on = Police(meter=two, exceed=Action())
    for lengths in ((1,) * 7, (1500, 40, 9000, 64, 1, 1500, 700)):
        count = ClassCount("", "", "", "", "")
        step, found = PoliceStep(all_go_on, 14, count, {}), []
        for now, length in zip(times, lengths, strict=True):
            before = [packets for packets, _ in step.counters]
            step(SimpleNamespace(header=None, length=length), now, count)
            after = [packets for packets, _ in step.counters]
            found.append([a - b for a, b in zip(after, before, strict=True)].index(1))
        assert found == [GREEN, YELLOW, RED, RED, YELLOW, RED, GREEN]


@pytest.mark.parametrize("algorithm", ["single-bucket", "srtcm", "trtcm", "rfc4115", "car"])
def test_packets_are_counted_as_bytes_would_be(algorithm: str) -> None:
    more = {
        "srtcm": {"ebs": 6},
        "car": {"ebs": 6},
        "trtcm": {"pir": 150, "pbs": 5},
        "rfc4115": {"eir": 50, "ebs": 4},
    }.get(algorithm, {}) | {"cir": 100, "cbs": 3}
    packets = {f"{k}_{'pps' if k[1:] == 'ir' else 'packets'}": n for k, n in more.items()}
    octets = {
        f"{k}_{'bps' if k[1:] == 'ir' else 'bytes'}": n * 8 if k[1:] == "ir" else n
        for k, n in more.items()
    }
    arrivals = [(n * 4 * MS + (n % 7) * MS, 1) for n in range(300)]
    found = colours(Meter(algorithm=algorithm, **packets), arrivals)
    assert found == colours(Meter(algorithm=algorithm, **octets), arrivals)
    assert len(set(found)) > 1


@pytest.mark.parametrize(
    "keys",
    [
        {"cir_pps": 10, "cbs_bytes": 1},
        {"cir_pps": 10, "cbs_packets": 1, "cbs_bytes": 1},
        {"cir_bps": 10, "cbs_packets": 1},
        {"cir_pps": 10},
        {"cbs_packets": 1},
        {"cir_pps": 10, "cbs_packets": 1, "ebs_packets": 1},
    ],
)
def test_a_meter_counts_bytes_or_packets(keys: dict[str, int]) -> None:
    with pytest.raises(ValidationError):
        Meter(algorithm="single-bucket", **keys)


# The same meters again, in fractions of a byte and from the words of the RFCs.


def reference_single(cir: int, cbs: int, arrivals: list[tuple[int, int]]) -> list[int]:
    tokens, last, out = Fraction(cbs), 0, []
    for now, length in arrivals:
        tokens = min(Fraction(cbs), tokens + Fraction(cir * (now - last), 8 * SECOND))
        last = now
        out.append(GREEN if tokens >= length else YELLOW)
        tokens -= length if tokens >= length else 0
    return out


def reference_srtcm(cir: int, cbs: int, ebs: int, arrivals: list[tuple[int, int]]) -> list[int]:
    c, e, last, out = Fraction(cbs), Fraction(ebs), 0, []
    for now, length in arrivals:
        fresh = Fraction(cir * (now - last), 8 * SECOND)
        last = now
        room = cbs - c
        c, fresh = c + min(fresh, room), max(fresh - room, Fraction(0))
        e = min(Fraction(ebs), e + fresh)
        if c - length >= 0:
            c -= length
            out.append(GREEN)
        elif e - length >= 0:
            e -= length
            out.append(YELLOW)
        else:
            out.append(RED)
    return out


def reference_trtcm(
    cir: int, cbs: int, pir: int, pbs: int, arrivals: list[tuple[int, int]]
) -> list[int]:
    c, p, last, out = Fraction(cbs), Fraction(pbs), 0, []
    for now, length in arrivals:
        c = min(Fraction(cbs), c + Fraction(cir * (now - last), 8 * SECOND))
        p = min(Fraction(pbs), p + Fraction(pir * (now - last), 8 * SECOND))
        last = now
        if p - length < 0:
            out.append(RED)
        elif c - length < 0:
            p -= length
            out.append(YELLOW)
        else:
            p, c = p - length, c - length
            out.append(GREEN)
    return out


def reference_car(cir: int, cbs: int, ebs: int, arrivals: list[tuple[int, int]]) -> list[int]:
    """Tokens and debt kept apart: a debt is paid back before tokens gather."""
    tokens, debt, compounded, last, out = Fraction(cbs), Fraction(0), Fraction(0), 0, []
    for now, length in arrivals:
        fresh = Fraction(cir * (now - last), 8 * SECOND)
        last = now
        paid = min(debt, fresh)
        debt -= paid
        tokens = min(Fraction(cbs), tokens + fresh - paid)
        if tokens >= length:
            tokens -= length
            out.append(GREEN)
            continue
        new_debt = debt + length - tokens
        if compounded + new_debt > ebs:
            compounded = Fraction(0)
            out.append(YELLOW)
        else:
            compounded += new_debt
            tokens, debt = Fraction(0), new_debt
            out.append(GREEN)
    return out


@st.composite
def arrivals(draw: st.DrawFn) -> list[tuple[int, int]]:
    gaps = draw(st.lists(st.integers(0, 400 * MS), min_size=1, max_size=60))
    now, out = 0, []
    for gap in gaps:
        now += gap
        out.append((now, draw(st.sampled_from((40, 64, 577, 1000, 1500)))))
    return out


RATES = st.integers(1, 200_000)
BURSTS = st.integers(0, 6_000)


@given(RATES, BURSTS, arrivals())
def test_one_bucket_equals_its_reference(
    cir: int, cbs: int, packets: list[tuple[int, int]]
) -> None:
    assert colours(single(cir, cbs), packets) == reference_single(cir, cbs, packets)


@given(RATES, BURSTS, BURSTS, arrivals())
def test_srtcm_equals_its_reference(
    cir: int, cbs: int, ebs: int, packets: list[tuple[int, int]]
) -> None:
    meter = Meter(algorithm="srtcm", cir_bps=cir, cbs_bytes=cbs, ebs_bytes=ebs)
    assert colours(meter, packets) == reference_srtcm(cir, cbs, ebs, packets)


@given(RATES, BURSTS, RATES, BURSTS, arrivals())
def test_trtcm_equals_its_reference(
    cir: int, cbs: int, more: int, pbs: int, packets: list[tuple[int, int]]
) -> None:
    pir = cir + more
    meter = Meter(algorithm="trtcm", cir_bps=cir, cbs_bytes=cbs, pir_bps=pir, pbs_bytes=pbs)
    assert colours(meter, packets) == reference_trtcm(cir, cbs, pir, pbs, packets)


@given(RATES, BURSTS, st.integers(1, 6000), arrivals())
def test_car_equals_its_reference(
    cir: int, cbs: int, more: int, packets: list[tuple[int, int]]
) -> None:
    meter = car(cir, cbs, cbs + more)
    assert colours(meter, packets) == reference_car(cir, cbs, cbs + more, packets)


@settings(max_examples=60)
@given(RATES, BURSTS, BURSTS, arrivals(), st.sampled_from(("single", "srtcm", "trtcm", "car")))
def test_no_interval_admits_more_than_the_envelope(
    cir: int, cbs: int, ebs: int, packets: list[tuple[int, int]], kind: str
) -> None:
    """Over every interval: green bytes <= CIR * t + burst, and all but red <= their own bound."""
    green, all_but_red = (cir, cbs), None
    if kind == "single":
        meter = single(cir, cbs)
    elif kind == "srtcm":
        meter = Meter(algorithm="srtcm", cir_bps=cir, cbs_bytes=cbs, ebs_bytes=ebs)
        all_but_red = (cir, cbs + ebs)
    elif kind == "trtcm":
        meter = Meter(algorithm="trtcm", cir_bps=cir, cbs_bytes=cbs, pir_bps=2 * cir, pbs_bytes=ebs)
        all_but_red = (2 * cir, ebs)
    else:
        meter, green = car(cir, cbs, cbs + ebs), (cir, cbs + (cbs + ebs if ebs else 0))
    got = colours(meter, packets)
    bounds = [(green, (GREEN,))] + ([(all_but_red, (GREEN, YELLOW))] if all_but_red else [])
    for (rate, burst), counted in bounds:
        for first in range(len(packets)):
            admitted = 0
            for last in range(first, len(packets)):
                if got[last] in counted:
                    admitted += packets[last][1]
                elapsed = packets[last][0] - packets[first][0]
                assert admitted <= Fraction(rate * elapsed, 8 * SECOND) + burst
