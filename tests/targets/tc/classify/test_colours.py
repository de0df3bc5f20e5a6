"""tc: meters that go by the colour a packet comes with, and marks that are looked up."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qosc.amounts import Burst, Rate
from qosc.fields import Field
from qosc.ir import (
    Algorithm,
    AllOf,
    Anything,
    Colours,
    Device,
    Interval,
    Mark,
    MarkTable,
    Meter,
    Not,
    Outcome,
    Policer,
    Port,
    Predicate,
    Rule,
    RuleList,
    Verdict,
)
from qosc.ir import Test as FieldTest
from qosc.ledger import Entry, Fidelity
from qosc.packets import Packet
from qosc.packets.quick import marked
from qosc.profiles import profile
from qosc.scenario import Meter as ScenarioMeter
from qosc.simulator.meters import build_meter
from qosc.targets.tc.compiling import lower
from qosc.targets.tc.model import Filter
from qosc.targets.tc.options import TcOptions
from qosc.targets.tc.predict import kernel_burst
from tests.laws.packets.packet_oracle import build
from tests.targets.tc_machine import State, run

GREEN, YELLOW, RED = 10, 20, 30
EVERYTHING = Anything()
BEFORE = {"G": (1, 0), "Y": (2, 1), "R": (3, 2)}
"""The DSCP that a packet comes with, and the colour it stands for."""


def dscp(*values: int) -> FieldTest:
    return FieldTest(Field.DSCP, tuple(Interval(value, value) for value in values))


def filters_of(rule: Rule) -> tuple[list[Filter], tuple[Entry, ...]]:
    port = Port("Serial0", input=(RuleList("rate-limit", (rule,)),))
    device = Device(ports={"Serial0": port})
    (plan,), ledger = lower(device, (port,), TcOptions(profile("ios-12")))
    return [c.node for c in plan.commands if isinstance(c.node, Filter)], ledger


def coloured(meter: Meter, trace, violate: bool = True) -> tuple[list[int], tuple[Entry, ...]]:
    """What the filters make of (ms, bytes, colour before), by the mark of each outcome."""
    green, yellow, red = (
        Outcome(Verdict.TRANSMIT, (Mark(Field.DSCP, value),)) for value in (GREEN, YELLOW, RED)
    )
    policer = Policer(meter, green, yellow, red if violate else None)
    filters, ledger = filters_of(Rule(Anything(), policer))
    levels: dict[object, tuple[Fraction, Fraction]] = {}
    found = []
    for now, size, before in trace:

        def conforms(police, now=Fraction(now, 1000), size=size) -> bool:
            # One bucket for all actions of an index, as in the kernel.
            depth = Fraction(kernel_burst(police.rate, police.burst))
            key = police.index or id(police)
            tokens, last = levels.get(key, (depth, Fraction(0)))
            tokens = min(depth, tokens + (now - last) * police.rate / 8)
            levels[key] = (tokens - size if tokens >= size else tokens, now)
            return tokens >= size

        packet: Packet = build({Field.VERSION: 4, Field.DSCP: BEFORE[before][0]})
        found.append(run(filters, packet, conforms).ds >> 2)
    return found, ledger


AWARE = Colours(dscp(1), dscp(2))
# A green that has an entry which says no before one that says yes.
TANGLED = Colours(AllOf((dscp(0, 1, 3), Not(dscp(0, 3)))), dscp(2))
Traces = st.lists(
    st.tuples(st.integers(0, 90), st.integers(40, 1500), st.sampled_from("GYR")), max_size=50
)


def since_start(trace) -> list[tuple[int, int, str]]:
    now, out = 0, []
    for gap, size, before in trace:
        now += gap
        out.append((now, size, before))
    return out


@settings(deadline=None, max_examples=40)
@given(Traces, st.sampled_from((AWARE, TANGLED)))
def test_two_rates_are_rfc_2698_with_colours_packet_by_packet(trace, colours: Colours) -> None:
    trace = since_start(trace)
    meter = Meter(
        Algorithm.TRTCM,
        Rate(64_000),
        Burst(3000),
        pir=Rate(128_000),
        pbs=Burst(4000),
        colours=colours,
    )
    found, ledger = coloured(meter, trace)
    oracle = build_meter(
        ScenarioMeter(
            algorithm="trtcm", cir_bps=64_000, cbs_bytes=3000, pir_bps=128_000, pbs_bytes=4000
        )
    )
    wanted = [oracle.colour(now * 10**6, size, BEFORE[before][1]) for now, size, before in trace]
    assert found == [(GREEN, YELLOW, RED)[colour] for colour in wanted]
    assert {e.fidelity for e in ledger if "> meter >" in e.path} == {Fidelity.EXACT}


def test_green_and_yellow_packets_share_the_bucket_of_the_peak_rate() -> None:
    meter = Meter(
        Algorithm.TRTCM,
        Rate(64_000),
        Burst(3000),
        pir=Rate(128_000),
        pbs=Burst(4000),
        colours=AWARE,
    )
    # Yellow takes 3000 of 4000; 1500 more is red whatever the colour, 1000 is not.
    trace = [(0, 1500, "Y"), (0, 1500, "Y"), (0, 1500, "G"), (0, 1000, "G"), (0, 40, "Y")]
    assert coloured(meter, trace)[0] == [YELLOW, YELLOW, RED, GREEN, RED]


@settings(deadline=None, max_examples=30)
@given(Traces)
def test_one_bucket_takes_green_packets_only(trace) -> None:
    trace = since_start(trace)
    meter = Meter(Algorithm.SINGLE_BUCKET, Rate(64_000), Burst(3000), colours=AWARE)
    found, _ = coloured(meter, trace, violate=False)
    oracle = build_meter(ScenarioMeter(algorithm="single-bucket", cir_bps=64_000, cbs_bytes=3000))
    wanted = [oracle.colour(now * 10**6, size, BEFORE[before][1]) for now, size, before in trace]
    assert found == [(GREEN, YELLOW, YELLOW)[colour] for colour in wanted]


@settings(deadline=None, max_examples=30)
@given(Traces)
def test_rfc_2697_with_colours_never_admits_more_than_it_says(trace) -> None:
    trace = since_start(trace)
    meter = Meter(Algorithm.SRTCM, Rate(64_000), Burst(3000), Burst(1500), colours=AWARE)
    found, ledger = coloured(meter, trace)
    for allowed, bound in (((GREEN,), 3000), ((GREEN, YELLOW), 4500)):
        for first in range(len(trace)):
            sent = 0
            for (now, size, _), colour in list(zip(trace, found, strict=True))[first:]:
                sent += size if colour in allowed else 0
                assert sent <= bound + (now - trace[first][0]) * 8
    for (_, _, before), colour in zip(trace, found, strict=True):
        assert colour >= {"G": GREEN, "Y": YELLOW, "R": RED}[before]
    entry = next(e for e in ledger if e.path.endswith("algorithm"))
    assert entry.fidelity is Fidelity.APPROX
    assert "kept for green" in entry.note or "keeps for green" in entry.note


def test_what_cannot_be_told_apart_is_a_loss() -> None:
    meter = Meter(
        Algorithm.SINGLE_BUCKET,
        Rate(64_000),
        Burst(3000),
        colours=Colours(FieldTest(Field.FR_DE, (Interval(0, 0),))),
    )
    _, ledger = coloured(meter, [])
    (entry,) = (e for e in ledger if "colours" in e.path)
    assert entry.fidelity is Fidelity.UNSUPPORTED


def after(marks: tuple[Mark, ...], packet: Packet, match: Predicate = EVERYTHING) -> State:
    filters, ledger = filters_of(Rule(match, None, marks))
    assert all(e.fidelity is not Fidelity.UNSUPPORTED for e in ledger)
    return run(filters, packet, lambda police: True)


TABLES = [
    MarkTable(Field.DSCP, ((10, 12), (12, 14), (14, 0)), "copy", "down"),
    MarkTable(Field.DSCP, ((0, 46), (46, 0)), "ignore"),
    MarkTable(Field.DSCP, ((1, 2),), 40),
    MarkTable(Field.PRECEDENCE, ((5, 46),), "copy"),
    MarkTable(Field.QOS_GROUP, ((3, 30),), "ignore"),
]


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("version", [4, 6])
def test_each_value_of_a_table_is_written_once(table: MarkTable, version: int) -> None:
    mark = Mark(Field.DSCP, 0, table=table)
    filters, ledger = filters_of(Rule(Anything(), None, (mark,)))
    assert {e.fidelity for e in ledger if "marks" in e.path} == {Fidelity.EXACT}
    for value in range(64):
        packet = build(
            {Field.VERSION: version, Field.DSCP: value, Field.ECN: 1, Field.QOS_GROUP: value % 5}
        )
        wanted = marked(packet, (mark,))
        assert run(filters, packet, lambda police: True).ds == wanted.ds


def test_marks_before_and_after_one_that_is_looked_up() -> None:
    marks = (
        Mark(Field.DSCP, 10),
        Mark(Field.DSCP, 0, table=MarkTable(Field.DSCP, ((10, 46),))),
        Mark(Field.QOS_GROUP, 0, table=MarkTable(Field.DSCP, ((46, 7),), "ignore")),
        Mark(Field.DISCARD_CLASS, 2),
    )
    done = after(marks, build({Field.VERSION: 4, Field.DSCP: 0}))
    assert done.ds >> 2 == 46
    assert done.mark & 0x3FF == 7
    assert done.mark >> 10 & 7 == 2


def test_a_mark_by_the_tag_of_a_frame() -> None:
    mark = Mark(Field.DSCP, 0, table=MarkTable(Field.COS, ((5, 46),)))
    tagged = build({Field.VERSION: 4, Field.DSCP: 1, Field.VLAN: 10, Field.COS: 5})
    assert after((mark,), tagged).ds >> 2 == 46
    plain = build({Field.VERSION: 4, Field.DSCP: 1})
    assert after((mark,), plain).ds >> 2 == 1


def test_the_dscp_of_a_frame_that_is_told_by_its_tag_is_written() -> None:
    cos = FieldTest(Field.COS, (Interval(5, 5),))
    for version in (4, 6):
        tagged = build({Field.VERSION: version, Field.DSCP: 1, Field.VLAN: 10, Field.COS: 5})
        assert after((Mark(Field.DSCP, 46),), tagged, cos).ds >> 2 == 46


@pytest.mark.parametrize(
    "mark",
    [
        Mark(Field.COS, 0, table=MarkTable(Field.DSCP, ((46, 5),), "ignore")),
        Mark(Field.DSCP, 0, table=MarkTable(Field.COS_INNER)),
        Mark(Field.DISCARD_CLASS, 0, table=MarkTable(Field.DSCP)),
    ],
    ids=["not written", "not read", "does not fit"],
)
def test_what_cannot_be_looked_up_is_a_loss(mark: Mark) -> None:
    filters, ledger = filters_of(Rule(Anything(), None, (mark,)))
    entry = next(e for e in ledger if "marks" in e.path)
    assert entry.fidelity is Fidelity.UNSUPPORTED
    packet = build({Field.VERSION: 4, Field.DSCP: 46})
    assert run(filters, packet, lambda police: True).ds == packet.ds
