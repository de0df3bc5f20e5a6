"""Frame Relay traffic shaping as far as it shapes."""

from __future__ import annotations

import pytest

from qosc.amounts import Burst, BurstUnit, Depth, Rate
from qosc.frontends import load
from qosc.ir import (
    Anything,
    Attachment,
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
from tests.rules.linting import codes, lint

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
        shaper=Shaper(
            Rate(128_000),
            committed=Burst(16_000, BurstUnit.BITS),
            excess=Burst(8000, BurstUnit.BITS),
            pool=Rate(64_000, default_by="ios"),
        ),
        limits=(QueueLimit(Depth(100)),),
        fair_queue=FairQueue(256, Depth(64)),
        child=Reference(RefKind.POLICY_MAP, "P"),
    )
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
        + MAIN.replace(" frame-relay traffic-shaping\n", "")
        + CIRCUIT
        + "  class m\n"
    )
    found = load(SourceText("t.cfg", text))
    assert names(found) == {"Serial0/0.1 dlci 100": ["P"]}
    assert [(residue.state, residue.text) for residue in found.residue] == [
        (SupportState.RECOGNISED, "frame-relay cir 64000")
    ]


def test_what_is_taken_back_shapes_nothing() -> None:
    found = names(device(MAIN + CIRCUIT + "  class fast\n  no class fast\n"))
    assert found == {"Serial0/0.1 dlci 100": ["map-class frame-relay"]}
    assert names(device(MAIN + CIRCUIT + MAIN + " no frame-relay traffic-shaping\n")) == {}
    assert names(device(MAIN + " frame-relay class fast\n no frame-relay class\n")) == {}


def test_a_circuit_that_no_map_class_is_named_for_has_the_default_one() -> None:
    """Cisco tech note 22304: default values, and a queue of 40 packets."""
    found = device(MAIN + CIRCUIT + "interface Serial0/1\n frame-relay interface-dlci 200\n")
    assert names(found) == {"Serial0/0.1 dlci 100": ["map-class frame-relay"]}
    (whole,) = found.policies["map-class frame-relay"].classes
    assert whole.shaper == Shaper(
        Rate(56_000, default_by="ios"),
        committed=Burst(7000, BurstUnit.BITS, "ios"),
        excess=Burst(0, BurstUnit.BITS, "ios"),
    )
    assert whole.limits == (QueueLimit(Depth(40, default_by="ios")),)


def only_class(*lines: str) -> TrafficClass:
    """The class of a map-class with these lines."""
    body = "".join(f" {line}\n" for line in lines)
    found = device(f"map-class frame-relay m\n{body}" + MAIN + CIRCUIT + "  class m\n")
    (whole,) = found.policies["map-class frame-relay m"].classes
    return whole


def test_traffic_rate_gives_the_cir_and_the_peak() -> None:
    shaper = only_class("frame-relay traffic-rate 64000 128000").shaper
    assert shaper == Shaper(
        Rate(64_000),
        committed=Burst(8000, BurstUnit.BITS, "ios"),
        excess=Burst(8000, BurstUnit.BITS),
    )
    assert only_class("frame-relay traffic-rate 64000").shaper == Shaper(
        Rate(64_000),
        committed=Burst(8000, BurstUnit.BITS, "ios"),
        excess=Burst(0, BurstUnit.BITS, "ios"),
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("frame-relay priority-group 1", "priority-list 1"),
        ("frame-relay custom-queue-list 16", "queue-list 16"),
    ],
)
def test_a_queue_list_of_a_map_class_is_below_its_shaper(line: str, expected: str) -> None:
    whole = only_class("frame-relay cir 64000", line)
    assert whole.child == Reference(RefKind.POLICY_MAP, expected)
    assert whole.limits == ()


def test_the_buffers_of_a_fair_queue_are_its_limit() -> None:
    """show frame-relay pvc: 64 packets a flow, 16 queues, 600 packets in all."""
    whole = only_class("frame-relay fair-queue 32 64 2 300")
    assert whole.fair_queue == FairQueue(64, Depth(32), 2)
    assert whole.limits == (QueueLimit(Depth(300)),)
    whole = only_class("frame-relay fair-queue")
    assert whole.fair_queue == FairQueue(16, Depth(64, default_by="ios"))
    assert whole.limits == (QueueLimit(Depth(600, default_by="ios")),)


def test_a_map_class_that_is_missing_is_named() -> None:
    found = names(device(MAIN + CIRCUIT + "  class gone\n"))
    assert found == {"Serial0/0.1 dlci 100": ["map-class frame-relay gone"]}


@pytest.mark.parametrize(
    "line",
    [
        "frame-relay adaptive-shaping becn",
        "frame-relay cir in 64000",
        "frame-relay fragment 80",
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


CHILD = "policy-map P\n class class-default\n  {}\n"


def shaper_of(*lines: str, child: str = "bandwidth 20") -> tuple[Shaper, list[str]]:
    """The shaper of a circuit with the policy P, and why lines are not in the model."""
    below = "".join(f" {line}\n" for line in lines)
    text = f"{CHILD.format(child)}map-class frame-relay m\n{below} service-policy output P\n"
    found = load(SourceText("t.cfg", f"{text}{MAIN}{CIRCUIT}  class m\n"))
    shaper = found.policies["map-class frame-relay m"].classes[0].shaper
    assert shaper is not None
    return shaper, [residue.reason for residue in found.residue]


def test_classes_of_a_circuit_share_its_least_rate() -> None:
    assert shaper_of("frame-relay cir 128000", "frame-relay mincir 96000")[0].pool == Rate(96_000)
    half = shaper_of("frame-relay cir 128000")[0].pool
    assert half is not None
    assert (half.value, half.default_by) == (64_000, "ios")
    same, told = shaper_of("frame-relay cir 128000", "frame-relay mincir 128000")
    assert same.pool is None
    assert not told


def test_what_a_map_class_no_longer_does_is_no_loss() -> None:
    assert not shaper_of("no frame-relay adaptive-shaping")[1]
    (reason,) = shaper_of("frame-relay adaptive-shaping becn")[1]
    assert "not to adapt" in reason


def test_guarantees_above_the_least_rate() -> None:
    text = f"{CHILD.format('bandwidth 80')}map-class frame-relay m\n frame-relay cir 128000\n"
    text += f" service-policy output P\n{MAIN}{CIRCUIT}  class m\n"
    (found,) = [one for one in lint(text) if one.code == "QOS402"]
    assert "available: 64 kbit/s, the least rate (mincir) of the circuit" in found.notes
    assert "QOS402" not in codes(text.replace(" 80", " 60"))


def test_a_map_class_polices_what_comes_in_on_its_circuits() -> None:
    text = (
        "policy-map IN\n class class-default\n  police 64000\n"
        "map-class frame-relay FR\n service-policy input IN\n"
        "interface Serial0\n frame-relay class FR\n"
        "interface Serial0.1 point-to-point\n frame-relay interface-dlci 100\n"
    )
    found = load(SourceText("t.cfg", text))
    (stage,) = found.ports["Serial0.1 dlci 100"].input
    assert isinstance(stage, Attachment)
    assert stage.policy.name == "IN"
    assert found.ports["Serial0"].input == found.ports["Serial0.1"].input == ()
    assert not found.residue
