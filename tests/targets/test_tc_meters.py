"""The chains of token buckets against the RFCs' own words, in exact arithmetic."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qosc.amounts import Burst, Rate
from qosc.fields import Field
from qosc.ir import (
    Algorithm,
    Anything,
    Device,
    Mark,
    Meter,
    Outcome,
    Policer,
    Port,
    Rule,
    RuleList,
    Verdict,
)
from qosc.ledger import Fidelity
from qosc.packets import Packet
from qosc.profiles import profile
from qosc.targets.tc.compiling import lower
from qosc.targets.tc.model import Filter
from qosc.targets.tc.options import TcOptions
from qosc.targets.tc.predict import kernel_burst
from tests.laws.packets.packet_oracle import build
from tests.targets.tc_machine import run

GREEN, YELLOW, RED = 10, 20, 30
TRACES = st.lists(st.tuples(st.integers(0, 400), st.integers(40, 1500)), min_size=1, max_size=60)
"""Milliseconds since the packet before, and bytes."""


class Bucket:
    """Filled continuously; starts full."""

    def __init__(self, rate: int, depth: int) -> None:
        self.rate, self.depth = Fraction(rate, 8), Fraction(depth)
        self.tokens, self.at = self.depth, Fraction(0)

    def fill(self, now: Fraction) -> Fraction:
        """Add what has come since; returns the overflow."""
        self.tokens += (now - self.at) * self.rate
        self.at = now
        spill = max(self.tokens - self.depth, Fraction(0))
        self.tokens -= spill
        return spill

    def take(self, now: Fraction, size: int) -> bool:
        self.fill(now)
        if self.tokens < size:
            return False
        self.tokens -= size
        return True


def rfc2698(trace, cir, cbs, pir, pbs):
    peak, committed = Bucket(pir, pbs), Bucket(cir, cbs)
    for now, size in trace:
        peak.fill(now)
        committed.fill(now)
        if peak.tokens < size:
            yield RED
        elif committed.tokens < size:
            peak.tokens -= size
            yield YELLOW
        else:
            peak.tokens -= size
            committed.tokens -= size
            yield GREEN


def rfc2697(trace, cir, cbs, ebs):
    committed, excess = Bucket(cir, cbs), Bucket(0, ebs)
    for now, size in trace:
        excess.tokens = min(excess.tokens + committed.fill(now), excess.depth)
        if committed.tokens >= size:
            committed.tokens -= size
            yield GREEN
        elif excess.tokens >= size:
            excess.tokens -= size
            yield YELLOW
        else:
            yield RED


def port_with(meter: Meter, colours: int) -> tuple[Device, Port]:
    green, yellow, red = (
        Outcome(Verdict.TRANSMIT, (Mark(Field.DSCP, value),)) for value in (GREEN, YELLOW, RED)
    )
    policer = Policer(meter, green, yellow if colours == 3 else red, red if colours == 3 else None)
    port = Port("Serial0", input=(RuleList("rate-limit", (Rule(Anything(), policer),)),))
    return Device(ports={"Serial0": port}), port


def colours_of(meter: Meter, trace, colours: int = 3) -> tuple[list[int], tuple]:
    """The colours that the emitted filters give, with the kernel's buckets in exact arithmetic."""
    device, port = port_with(meter, colours)
    (plan,), ledger = lower(device, (port,), TcOptions(profile("ios-12")))
    filters = [c.node for c in plan.commands if isinstance(c.node, Filter)]
    buckets: dict[tuple[int, int], Bucket] = {}
    found = []
    for now, size in trace:

        def conforms(police, now=now, size=size):
            key = (police.rate, police.burst)
            assert size <= police.mtu
            bucket = buckets.setdefault(
                key, Bucket(police.rate, kernel_burst(police.rate, police.burst))
            )
            return bucket.take(now, size)

        packet: Packet = build({Field.VERSION: 4})
        found.append(run(filters, packet, conforms).ds >> 2)
    return found, ledger


def times(trace) -> list[tuple[Fraction, int]]:
    now, result = Fraction(0), []
    for gap, size in trace:
        now += Fraction(gap, 1000)
        result.append((now, size))
    return result


@settings(deadline=None)
@given(TRACES)
def test_two_rates_are_rfc_2698_packet_by_packet(trace):
    meter = Meter(Algorithm.TRTCM, Rate(64_000), Burst(3000), pir=Rate(128_000), pbs=Burst(4000))
    found, _ = colours_of(meter, times(trace))
    assert found == list(rfc2698(times(trace), 64_000, 3000, 128_000, 4000))


@settings(deadline=None)
@given(TRACES)
def test_one_bucket_is_exact_packet_by_packet(trace):
    meter = Meter(Algorithm.SINGLE_BUCKET, Rate(64_000), Burst(3000))
    found, ledger = colours_of(meter, times(trace), 2)
    bucket = Bucket(64_000, 3000)
    assert found == [GREEN if bucket.take(*packet) else RED for packet in times(trace)]
    assert {e.fidelity for e in ledger if "> meter >" in e.path} == {Fidelity.EXACT}


@settings(deadline=None)
@given(TRACES, st.sampled_from((1500, 6000)))
def test_srtcm_never_admits_more_than_its_envelope(trace, ebs):
    meter = Meter(Algorithm.SRTCM, Rate(64_000), Burst(3000), Burst(ebs))
    packets = times(trace)
    found, ledger = colours_of(meter, packets)
    for allowed, bound in (((GREEN,), 3000), ((GREEN, YELLOW), 3000 + ebs)):
        for first in range(len(packets)):
            sent = 0
            for (now, size), colour in list(zip(packets, found, strict=True))[first:]:
                sent += size if colour in allowed else 0
                assert sent <= bound + (now - packets[first][0]) * 8000
    wanted = list(rfc2697(packets, 64_000, 3000, ebs))
    if not any(colour is RED for colour in wanted):
        assert found == wanted
    assert any(e.fidelity is Fidelity.ENVELOPE for e in ledger)


@pytest.mark.parametrize("ebs", [8000, 16000])
def test_car_lends_nothing_or_says_so(ebs):
    meter = Meter(Algorithm.CAR, Rate(64_000), Burst(8000), Burst(ebs))
    _, ledger = colours_of(meter, [], 2)
    (algorithm,) = [e for e in ledger if e.path.endswith("algorithm")]
    assert algorithm.fidelity is (Fidelity.EXACT if ebs == 8000 else Fidelity.APPROX)
    if ebs > 8000:
        assert "8000 bytes" in algorithm.note


def test_a_burst_that_the_clock_rounds_is_reported_with_what_the_kernel_holds():
    meter = Meter(Algorithm.SINGLE_BUCKET, Rate(1_000_000_000), Burst(1500))
    _, ledger = colours_of(meter, [], 2)
    (cbs,) = [e for e in ledger if e.path.endswith("cbs")]
    assert (cbs.fidelity, cbs.asked, cbs.got) == (Fidelity.ENVELOPE, "1500 bytes", "1624 bytes")
