"""Frame Relay traffic shaping as far as it shapes."""

from __future__ import annotations

import pytest

from qosc.amounts import Burst, BurstUnit, Depth, Rate
from qosc.frontends import load
from qosc.ir import (
    Anything,
    Device,
    FairQueue,
    Policy,
    QueueLimit,
    Reference,
    RefKind,
    Shaper,
    SupportState,
    TrafficClass,
)
from qosc.source import SourceText

FAST = "map-class frame-relay fast\n frame-relay cir 128000\n"
SLOW = "map-class frame-relay slow\n frame-relay cir 9600\n"
MAIN = "interface Serial0/0\n encapsulation frame-relay\n frame-relay traffic-shaping\n"
CIRCUIT = "interface Serial0/0.1 point-to-point\n frame-relay interface-dlci 100\n"


def device(text: str) -> Device:
    found = load(SourceText("t.cfg", text))
    assert found.residue == (), found.residue
    return found


def names(found: Device) -> dict[str, list[str]]:
    """The policies at the output of each port."""
    return {
        name: [stage.policy.name for stage in port.output]
        for name, port in found.ports.items()
        if port.output
    }


def test_a_circuit_is_shaped_by_its_map_class() -> None:
    found = device(
        "map-class frame-relay fast\n frame-relay cir 128000\n frame-relay bc 16000\n"
        " frame-relay be out 8000\n frame-relay holdq 100\n frame-relay fair-queue 64 256\n"
        " service-policy output P\n" + MAIN + CIRCUIT + "  class fast\n"
    )
    assert names(found) == {"Serial0/0.1 dlci 100": ["map-class frame-relay fast"]}
    name = "map-class frame-relay fast"
    whole = TrafficClass(
        "class-default",
        Anything(),
        shaper=Shaper(Rate(128_000), committed=Burst(16_000, BurstUnit.BITS),
                      excess=Burst(8000, BurstUnit.BITS)),
        limits=(QueueLimit(Depth(100)),),
        fair_queue=FairQueue(256, Depth(64)),
        child=Reference(RefKind.POLICY_MAP, "P"),
    )  # fmt: skip
    assert found.policies[name] == Policy(name, (whole,), feature=name)


def test_the_class_of_the_circuit_goes_before_those_above_it() -> None:
    text = (
        FAST + SLOW + MAIN + " frame-relay class slow\n" + CIRCUIT + "  class fast\n"
        "interface Serial0/0.2 point-to-point\n frame-relay interface-dlci 200\n"
        "interface Serial0/0.3 point-to-point\n frame-relay class fast\n"
        " frame-relay interface-dlci 300\n"
    )
    assert names(device(text)) == {
        "Serial0/0.1 dlci 100": ["map-class frame-relay fast"],
        "Serial0/0.2 dlci 200": ["map-class frame-relay slow"],
        "Serial0/0.3 dlci 300": ["map-class frame-relay fast"],
    }


def test_a_map_class_that_names_no_rate_shapes_to_56_kbit() -> None:
    found = device(
        "map-class frame-relay m\n frame-relay bc 7000\n" + MAIN + CIRCUIT + "  class m\n"
    )
    shaper = found.policies["map-class frame-relay m"].classes[0].shaper
    assert shaper is not None
    assert shaper.rate == Rate(56_000, default_by="ios")


def test_without_traffic_shaping_only_the_policy_has_an_effect() -> None:
    text = (
        "map-class frame-relay m\n frame-relay cir 64000\n service-policy output P\n"
        + MAIN.replace(" frame-relay traffic-shaping\n", "") + CIRCUIT + "  class m\n"
    )  # fmt: skip
    found = load(SourceText("t.cfg", text))
    assert names(found) == {"Serial0/0.1 dlci 100": ["P"]}
    assert [(residue.state, residue.text) for residue in found.residue] == [
        (SupportState.RECOGNISED, "frame-relay cir 64000")
    ]


def test_what_is_taken_back_shapes_nothing() -> None:
    assert names(device(MAIN + CIRCUIT + "  class fast\n  no class fast\n")) == {}
    assert names(device(MAIN + " frame-relay class fast\n no frame-relay class\n")) == {}


def test_a_map_class_that_is_missing_is_named() -> None:
    found = names(device(MAIN + CIRCUIT + "  class gone\n"))
    assert found == {"Serial0/0.1 dlci 100": ["map-class frame-relay gone"]}


@pytest.mark.parametrize(
    "line",
    [
        "frame-relay mincir 32000",
        "frame-relay cir in 64000",
        "frame-relay adaptive-shaping becn",
        "frame-relay traffic-rate 64000 128000",
        "frame-relay fragment 80",
        "frame-relay priority-group 1",
        "service-policy input P",
    ],
)
def test_what_a_map_class_says_and_the_model_has_not(line: str) -> None:
    text = f"map-class frame-relay m\n {line}\n" + MAIN + CIRCUIT + "  class m\n"
    (residue,) = load(SourceText("t.cfg", text)).residue
    assert residue.state is SupportState.RECOGNISED


@pytest.mark.parametrize("line", ["frame-relay cir", "frame-relay cir x", "frame-relay bc"])
def test_what_a_map_class_would_not_take(line: str) -> None:
    text = f"map-class frame-relay m\n {line}\n" + MAIN + CIRCUIT + "  class m\n"
    (residue,) = load(SourceText("t.cfg", text)).residue
    assert residue.state is SupportState.UNKNOWN
