"""Policers of JunOS: colours as they come, scopes, whole frames, and what is only recognised."""

from __future__ import annotations

import pytest

from qosc.amounts import Burst, BurstUnit, Rate, RateBase
from qosc.fields import Field
from qosc.frontends import load
from qosc.ir import (
    Algorithm,
    Anything,
    Colours,
    Device,
    Mark,
    Meter,
    Named,
    Not,
    Outcome,
    Policer,
    RuleList,
    SupportState,
    Test,
    Verdict,
)
from qosc.source import SourceText

LOSS = Field.LOSS_PRIORITY


def device(text: str) -> Device:
    return load(SourceText("t.conf", text))


def reasons(found: Device) -> list[tuple[SupportState, str]]:
    return [(residue.state, residue.reason) for residue in found.residue]


def three(mode: str, *, two_rate: bool = False, action: str = "") -> Policer:
    """The policer of a filter with a three-color-policer in it."""
    rates = "peak-information-rate 2m; peak-burst-size 30k" if two_rate else "excess-burst-size 30k"
    kind = "two-rate" if two_rate else "single-rate"
    text = (
        f"firewall {{ three-color-policer t {{ {action} {kind} {{ {mode} committed-information-rate"
        f" 1m; committed-burst-size 15k; {rates}; }} }}\n"
        f"family inet {{ filter f {{ term a {{ then {{ three-color-policer {{ {kind} t; }} }} }} }}"
        " } }\ninterfaces { ge-0/0/0 { unit 0 { family inet { filter { input f; } } } } }\n"
    )
    found = device(text)
    assert found.residue == (), reasons(found)
    (stage,) = found.ports["ge-0/0/0.0"].input
    assert isinstance(stage, RuleList)
    policer = stage.rules[-1].policer
    assert policer is not None
    return policer


def named(*names: str) -> Test:
    return Test(LOSS, tuple(Named(name) for name in names))


AWARE = Colours(Not(named("medium-low", "medium-high", "high")), named("medium-low", "medium-high"))


@pytest.mark.parametrize(
    ("mode", "colours"),
    # Neither word is the same as color-aware.
    [("color-blind;", None), ("color-aware;", AWARE), ("", AWARE)],
)
@pytest.mark.parametrize("two_rate", [False, True])
def test_colour_modes(mode: str, colours: Colours | None, two_rate: bool) -> None:
    found = three(mode, two_rate=two_rate).meter
    if two_rate:
        assert found == Meter(
            Algorithm.TRTCM,
            Rate(1_000_000),
            Burst(15_000),
            pir=Rate(2_000_000),
            pbs=Burst(30_000),
            colours=colours,
        )
    else:
        assert found == Meter(
            Algorithm.SRTCM, Rate(1_000_000), Burst(15_000), ebs=Burst(30_000), colours=colours
        )


def test_colours_become_loss_priorities_and_red_can_be_dropped() -> None:
    low, yellow, high = (
        Mark(LOSS, place, name=name)
        for place, name in ((0, "low"), (2, "medium-high"), (3, "high"))
    )
    found = three("color-blind;")
    assert (found.conform.marks, found.exceed.marks) == ((low,), (yellow,))
    assert found.violate == Outcome(Verdict.TRANSMIT, (high,))
    dropped = three("color-blind;", action="action { loss-priority high then discard; }")
    assert dropped.violate == Outcome(Verdict.DROP)


POLICER = "policer p {{ {word} if-exceeding {{ {limit}; burst-size-limit 15k; }} then discard; }}"


def with_policer(word: str, units: str, limit: str = "bandwidth-limit 1m") -> Device:
    policer = POLICER.format(word=word, limit=limit)
    return device(f"firewall {{ {policer} }}\ninterfaces {{ ge-0/0/0 {{ {units} }} }}\n")


TWO = (
    "unit 0 { family inet { policer { input p; } } family inet6 { policer { input p; } } } "
    "unit 1 { family inet { policer { input p; } } }"
)


@pytest.mark.parametrize(
    ("word", "meters"),
    [("", 3), ("logical-interface-policer;", 2), ("physical-interface-policer;", 1)],
)
def test_who_shares_a_meter(word: str, meters: int) -> None:
    found = with_policer(word, TWO)
    assert found.residue == (), reasons(found)
    stages = [stage for port in found.ports.values() for stage in port.input]
    assert len(stages) == 3
    names = [stage.rules[0].policer.shared or str(n) for n, stage in enumerate(stages)]
    assert len(set(names)) == meters


def test_a_shared_bandwidth_policer_is_one_for_the_bundle() -> None:
    found = with_policer("shared-bandwidth-policer;", TWO)
    assert found.residue == (), reasons(found)


def test_a_percentage_of_what_a_unit_is_shaped_to_is_reported() -> None:
    found = with_policer("logical-bandwidth-policer;", TWO, "bandwidth-percent 10")
    (state, reason), *_ = reasons(found)
    assert state is SupportState.RECOGNISED
    assert "shaped" in reason
    policer = found.ports["ge-0/0/0.0"].input[0].rules[0].policer
    assert policer.meter.cir == Rate(100_000, RateBase.PERCENT)
    assert with_policer("logical-bandwidth-policer;", TWO).residue == ()


def test_policers_of_whole_frames_come_first_and_last() -> None:
    found = device(
        "firewall { "
        + POLICER.format(word="logical-interface-policer;", limit="bandwidth-limit 1m")
        + " three-color-policer t { single-rate { color-blind; committed-information-rate 1m; "
        "committed-burst-size 15k; excess-burst-size 30k; } } }\n"
        "interfaces { ge-0/0/0 { unit 0 { layer2-policer { input-policer p; output-three-color t; }"
        " family inet { policer { input p; output p; } } } } }\n"
    )
    assert found.residue == (), reasons(found)
    port = found.ports["ge-0/0/0.0"]
    assert [stage.feature for stage in port.input] == ["layer2-policer p", "policer inet p"]
    assert [stage.feature for stage in port.output] == ["policer inet p", "layer2-policer t"]
    frames, packets = (stage.rules[0] for stage in port.input)
    assert frames.match == Anything()
    # They are two meters: one for frames, one for the families.
    assert frames.policer.shared != packets.policer.shared


@pytest.mark.parametrize("burst", ["burst-size", "packet-burst-size"])
def test_three_colours_of_packet_rates(burst: str) -> None:
    text = (
        "firewall { three-color-policer t { two-packet-rate { color-blind;"
        f" committed-packet-rate 1k; committed-{burst} 100; peak-packet-rate 2k;"
        f" peak-{burst} 200; }} }} family inet {{ filter f {{ term a {{ then {{"
        " three-color-policer { two-packet-rate t; } } } } } }\n"
        "interfaces { ge-0/0/0 { unit 0 { family inet { filter { input f; } } } } }\n"
    )
    found = device(text)
    assert found.residue == (), reasons(found)
    (stage,) = found.ports["ge-0/0/0.0"].input
    assert isinstance(stage, RuleList)
    policer = stage.rules[-1].policer
    assert policer is not None
    meter = policer.meter
    assert (meter.algorithm, meter.cir) == (Algorithm.TRTCM, Rate(1000, RateBase.PPS))
    assert (meter.pir, meter.pbs) == (Rate(2000, RateBase.PPS), Burst(200, BurstUnit.PACKETS))
    assert meter.cbs == Burst(100, BurstUnit.PACKETS)


@pytest.mark.parametrize("action", ["out-of-profile", "discrad"])
def test_a_policer_with_an_action_that_is_not_in_the_model_is_left_out_whole(action: str) -> None:
    """Half of it would say that what exceeds is treated like what conforms."""
    found = device(
        f"firewall {{ policer p {{ if-exceeding {{ bandwidth-limit 1m; burst-size-limit 15k; }}"
        f" then {{ {action}; }} }} }}\n"
        "interfaces { ge-0/0/0 { unit 0 { family inet { policer { input p; } } } } }\n"
    )
    assert found.ports["ge-0/0/0.0"].input == ()
    assert any("not in the model" in reason for _, reason in reasons(found))


APPLIED = """\
firewall {{
    {policer}
    family inet {{
        filter F {{ {own} term a {{ then {{ policer p; accept; }} }} }}
    }}
}}
interfaces {{
    ge-0/0/0 {{
        unit 0 {{ family inet {{ filter {{ input F; }} }} }}
        unit 1 {{ family inet {{ filter {{ input F; }} }} }}
    }}
    ge-0/0/1 {{ unit 0 {{ family inet {{ filter {{ input F; output F; }} }} }} }}
}}
"""


@pytest.mark.parametrize(
    ("word", "own", "meters"),
    [
        ("", "", 1),
        ("", "interface-specific;", 4),
        ("logical-interface-policer;", "", 4),
        ("physical-interface-policer;", "physical-interface-filter;", 3),
    ],
)
def test_who_shares_a_meter_of_a_filter(word: str, own: str, meters: int) -> None:
    """Juniper, Two-Color Physical Interface Policer Overview: it meters all units of an interface
    together, in each direction; Logical Interface (Aggregate) Policer Overview: those of one unit;
    Interface-Specific Firewall Filter Instances Overview: without that, a filter has one instance.
    """
    policer = POLICER.format(word=word, limit="bandwidth-limit 1m")
    found = device(APPLIED.format(policer=policer, own=own))
    stages = [s for port in found.ports.values() for s in (*port.input, *port.output)]
    assert len(stages) == 4
    meter = [next(r.policer for r in stage.rules if r.policer is not None) for stage in stages]
    names = [one.shared or str(n) for n, one in enumerate(meter)]
    assert len(set(names)) == meters
