"""Meters that count packets: the same figures in the scenario, the ns-3 program and tc."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings

from qosc.amounts import Burst, BurstUnit, Rate, RateBase
from qosc.fields import Field
from qosc.ir import Algorithm, Mark, Meter, Outcome, Policer, Verdict
from qosc.ledger import Fidelity
from qosc.profiles import profile
from qosc.targets.tc.compiling import lower
from qosc.targets.tc.model import Filter
from qosc.targets.tc.options import TcOptions
from tests.laws.packets.packet_oracle import build
from tests.targets.sim_kit import default, lowered, on_port, only
from tests.targets.tc_machine import run
from tests.targets.test_tc_meters import TRACES, Bucket, port_with, rfc2698, times

TEN, TWENTY = Burst(10, BurstUnit.PACKETS), Burst(20, BurstUnit.PACKETS)
SLOW, FAST = Rate(100, RateBase.PPS), Rate(200, RateBase.PPS)


def test_meters_of_packets_keep_their_figures() -> None:
    colours = Outcome(Verdict.TRANSMIT), Outcome(Verdict.TRANSMIT, (Mark(Field.DSCP, 0),))
    policers = (
        Policer(Meter(Algorithm.SINGLE_BUCKET, SLOW, TEN), *colours),
        Policer(Meter(Algorithm.SRTCM, SLOW, TEN, TWENTY), *colours, Outcome(Verdict.DROP)),
        Policer(
            Meter(Algorithm.TRTCM, SLOW, TEN, pir=FAST, pbs=TWENTY), *colours, Outcome(Verdict.DROP)
        ),
    )
    artefact = lowered(on_port(default(policers=policers, guarantee=Rate(1000))))
    assert not artefact.losses
    meters = [police.meter for police in only(artefact).ports[0].output[0].classes[0].police]
    figures = [meter.model_dump(exclude_none=True, exclude={"algorithm"}) for meter in meters]
    assert figures == [
        {"cir_pps": 100, "cbs_packets": 10},
        {"cir_pps": 100, "cbs_packets": 10, "ebs_packets": 20},
        {"cir_pps": 100, "cbs_packets": 10, "pir_pps": 200, "pbs_packets": 20},
    ]
    got = {entry.path.rpartition(" > ")[2]: entry.got for entry in artefact.ledger}
    assert (got["pir"], got["pbs"]) == ("200 packet/s", "20 packets")


@settings(deadline=None, max_examples=40)
@given(TRACES)
def test_tc_counts_packets_by_two_rates_as_rfc_2698_does(trace: list[tuple[int, int]]) -> None:
    few, more = Burst(2, BurstUnit.PACKETS), Burst(3, BurstUnit.PACKETS)
    meter = Meter(Algorithm.TRTCM, Rate(8, RateBase.PPS), few, pir=Rate(16, RateBase.PPS), pbs=more)
    device, port = port_with(meter, 3)
    (plan,), ledger = lower(device, (port,), TcOptions(profile("ios-12")))
    filters = [command.node for command in plan.commands if isinstance(command.node, Filter)]
    buckets: dict[int, Bucket] = {}
    found, packets = [], [(now, 1) for now, _ in times(trace)]
    for now, _ in packets:

        def conforms(police, now: Fraction = now) -> bool:
            assert police.packets
            made = buckets.setdefault(police.rate, Bucket(police.rate * 8, police.burst))
            return made.take(now, 1)

        found.append(run(filters, build({Field.VERSION: 4}), conforms).ds >> 2)
    assert found == list(rfc2698(packets, 64, 2, 128, 3))
    meters = [entry for entry in ledger if "> meter >" in entry.path]
    kinds = {entry.path.rpartition(" > ")[2]: entry.fidelity for entry in meters}
    assert [name for name, kind in kinds.items() if kind is not Fidelity.EXACT] == ["cbs", "pbs"]
    assert not [entry for entry in meters if "bytes" in f"{entry.note} {entry.got}"]


def test_tc_tells_the_depth_of_the_excess_burst_in_packets() -> None:
    device, port = port_with(Meter(Algorithm.SRTCM, SLOW, TEN, TWENTY), 3)
    _, ledger = lower(device, (port,), TcOptions(profile("ios-12")))
    (excess,) = [entry for entry in ledger if entry.path.endswith("> ebs")]
    assert excess.got == "outer bucket of 30 packets"
    assert "8.3 %" in excess.note


@pytest.mark.parametrize(
    ("burst", "field", "packets", "full_ms"), [(TWENTY, "cbs", 20, 200), (None, "cir", 1, 10)]
)
def test_tc_tells_that_a_bucket_of_packets_begins_empty(
    burst: Burst | None, field: str, packets: int, full_ms: int
) -> None:
    """RFC 2697: buckets are full at time 0; the kernel does so with those of bytes alone."""
    device, port = port_with(Meter(Algorithm.SINGLE_BUCKET, SLOW, burst), 2)
    _, ledger = lower(device, (port,), TcOptions(profile("ios-12")))
    (told,) = [entry for entry in ledger if entry.path.endswith(f"> {field}")]
    assert told.fidelity is Fidelity.APPROX
    assert f"at most {packets} packets fewer" in told.note
    assert f"{full_ms} ms" in told.note


def test_tc_tells_nothing_of_an_empty_bucket_of_bytes() -> None:
    meter = Meter(Algorithm.SINGLE_BUCKET, Rate(800_000), Burst(10_000))
    device, port = port_with(meter, 2)
    _, ledger = lower(device, (port,), TcOptions(profile("ios-12")))
    assert not [entry for entry in ledger if "empty" in entry.note]
