"""Policers that know colours, and policers that classes share."""

from __future__ import annotations

import pytest

from qosc.amounts import Burst, Rate
from qosc.frontends import load
from qosc.ir import (
    Algorithm,
    Colours,
    Device,
    Meter,
    Outcome,
    Policer,
    Reference,
    RefKind,
    SupportState,
    Verdict,
)
from qosc.source import SourceText

GREEN, YELLOW = (Reference(RefKind.CLASS_MAP, name) for name in ("green", "yellow"))


def device(text: str) -> Device:
    return load(SourceText("t.cfg", text))


def policers(text: str) -> list[Policer]:
    found = device(text)
    assert found.residue == (), found.residue
    return [policer for each in found.policies["p"].classes for policer in each.policers]


HEAD = "policy-map p\n class c\n"


@pytest.mark.parametrize(
    ("lines", "colours"),
    [
        ("   conform-color green\n", Colours(GREEN)),
        ("   conform-color green exceed-color yellow\n", Colours(GREEN, YELLOW)),
        ("   conform-color green\n   exceed-color yellow\n", Colours(GREEN, YELLOW)),
        ("   conform-color green\n   no conform-color green\n", None),
    ],
)
def test_colours_of_packets_as_they_come(lines: str, colours: Colours | None) -> None:
    (found,) = policers(f"{HEAD}  police cir 8000 bc 1500 be 3000\n{lines}")
    assert found.meter == Meter(
        Algorithm.SRTCM, Rate(8000), Burst(1500), ebs=Burst(3000), colours=colours
    )


def test_exceed_color_alone_is_reported() -> None:
    found = device(f"{HEAD}  police cir 8000 bc 1500 be 3000\n   exceed-color yellow\n")
    assert found.policies["p"].classes[0].policers[0].meter.colours is None
    assert [residue.state for residue in found.residue] == [SupportState.RECOGNISED]


SHARED = "mls qos aggregate-policer a 64000 8000 exceed-action drop\n"
USES = f"{HEAD}  police aggregate a\n class d\n  police aggregate a\n"


@pytest.mark.parametrize("text", [SHARED + USES, USES + SHARED])
def test_an_aggregate_policer_is_one_meter_of_many_classes(text: str) -> None:
    one, two = policers(text)
    assert one == two
    assert one.meter == Meter(Algorithm.SINGLE_BUCKET, Rate(64_000), Burst(8000))
    assert one.exceed == Outcome(Verdict.DROP)
    assert one.shared


def test_two_aggregates_are_two_meters() -> None:
    other = SHARED.replace(" a ", " b ") + SHARED
    one, two = policers(other + f"{HEAD}  police aggregate a\n class d\n  police aggregate b\n")
    assert one.shared != two.shared


def test_a_policer_that_nobody_defines_is_reported() -> None:
    found = device(USES)
    assert [residue.state for residue in found.residue] == [SupportState.RECOGNISED] * 2
    assert "`a`" in found.residue[0].reason


def test_meters_of_single_flows_are_reported() -> None:
    (residue,) = device(f"{HEAD}  police flow mask src-only 64000 8000\n").residue
    assert residue.state is SupportState.RECOGNISED
    assert "flow" in residue.reason


@pytest.mark.parametrize("line", ["police 7999", "police 64000 600000000"])
def test_a_value_that_no_router_takes_is_kept_as_it_was_meant(line: str) -> None:
    found = device(f"{HEAD}  {line}\n")
    assert found.residue == ()  # a rule reports it
    (policer,) = found.policies["p"].classes[0].policers
    words = [int(word) for word in line.split()[1:]]
    assert policer.meter.cir == Rate(words[0])
    assert policer.meter.cbs == (Burst(words[1]) if len(words) > 1 else None)


def test_bytes_of_a_catalyst_4500() -> None:
    (found,) = policers(f"{HEAD}  police 1000000 bps 8000 byte conform-action transmit\n")
    assert found.meter == Meter(Algorithm.SINGLE_BUCKET, Rate(1_000_000), Burst(8000))
