"""The whole table pipeline of a Catalyst switch, from the code points of a packet that comes in to
the DSCP and the queue that it leaves with, against arithmetic from the manuals; and what of it is
said not to be in the model.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from qosc.api import check
from qosc.api import loads as read
from qosc.fields import Field
from qosc.frontends import load
from qosc.ir import Device
from qosc.source import SourceText
from tests.laws.packets.packet_oracle import build
from tests.targets.tc_router import route

IN, OUT = "GigabitEthernet1/1", "GigabitEthernet1/2"
COS_DSCP = [0, 10, 18, 26, 34, 46, 48, 56]
MAP = "mls qos map cos-dscp " + " ".join(map(str, COS_DSCP)) + "\n"
SRR = [*[2] * 16, *[3] * 16, *[4] * 8, *[1] * 8, *[4] * 16]
"""Queue of each DSCP of a Catalyst 3750: 0 to 15, 16 to 31, 32 to 39, 40 to 47, the rest."""


def device(text: str, platform: str) -> Device:
    return load(SourceText("t.cfg", text), platform)


def config(into: str, out: str = "", top: str = "") -> str:
    return f"mls qos\n{MAP}{top}interface {IN}\n{into}interface {OUT}\n{out}"


def passed(found: Device, cos: int | None, dscp: int) -> tuple[int, str]:
    """The DSCP that a packet leaves with, and its queue."""
    values: dict[Field, int | str] = {Field.VERSION: 4, Field.DSCP: dscp}
    if cos is not None:
        values |= {Field.VLAN: 7, Field.COS: cos}
    came = route(found, found.ports[IN].input, build(values), lambda _: True)
    left = route(found, found.ports[OUT].output, came.packet, lambda _: True)
    return left.packet.ds >> 2, left.queue


def by_cos(cos: int | None, _dscp: int) -> int:
    return COS_DSCP[cos or 0]


def by_precedence(_cos: int | None, dscp: int) -> int:
    return dscp & 0x38


def mutated(_cos: int | None, dscp: int) -> int:
    return {10: 20, 46: 34}.get(dscp, dscp)


PORTS: list[tuple[str, Callable[[int | None, int], int]]] = [
    ("", lambda _cos, _dscp: 0),
    (" mls qos trust cos\n", by_cos),
    (" mls qos trust cos\n mls qos cos 5\n", lambda cos, _: COS_DSCP[5 if cos is None else cos]),
    (" mls qos trust dscp\n", lambda _, dscp: dscp),
    (" mls qos trust ip-precedence\n", by_precedence),
    (" mls qos cos 3\n mls qos cos override\n", lambda _cos, _dscp: COS_DSCP[3]),
    (" mls qos trust dscp\n mls qos dscp-mutation M\n", mutated),
]
MUTATION = "mls qos map dscp-mutation M 10 to 20\nmls qos map dscp-mutation M 46 to 34\n"
LBE = " wrr-queue bandwidth 99 1\n wrr-queue cos-map 1 1 0\n wrr-queue cos-map 2 1 1 2 3 4 5 6 7\n"
FAMILIES: list[tuple[str, str, str, Callable[[int], str]]] = [
    (
        "cat3750",
        " priority-queue out\n",
        "mls qos srr-queue output dscp-map queue 4 threshold 1 8\n",
        lambda dscp: f"queue {4 if dscp == 8 else SRR[dscp]}",
    ),
    # Four queues for two CoS each, of the CoS that the DSCP stands for.
    (
        "cat3550",
        " wrr-queue bandwidth 1 2 3 4\n",
        "mls qos map dscp-cos 46 to 2\n",
        lambda dscp: f"queue {2 if dscp == 46 else 1 + (dscp >> 4)}",
    ),
    (
        "cat4500",
        " tx-queue 3\n  priority high\n",
        "qos map dscp 0 1 to tx-queue 4\n",
        lambda dscp: f"tx-queue {4 if dscp < 2 else 1 + (dscp >> 4)}",
    ),
    ("cat6500", LBE, "mls qos map dscp-cos 8 to 0\n", lambda dscp: f"queue {1 if dscp < 9 else 2}"),
]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda row: row[0])
@pytest.mark.parametrize("port", PORTS, ids=lambda row: row[0].strip() or "untrusted")
def test_every_code_point_leaves_as_the_maps_say(
    family: tuple[str, str, str, Callable[[int], str]],
    port: tuple[str, Callable[[int | None, int], int]],
) -> None:
    platform, out, top, queue = family
    into, written = port
    found = device(config(into, out, top + MUTATION), platform)
    # Said of a 3750 whose ports all trust CoS: untagged frames go to the queue of CoS 0.
    said = any("untagged" in line.reason for line in found.residue)
    tagged = [(cos, dscp) for cos in range(8) for dscp in (0, 8, 10, 46, 63)]
    for cos, dscp in tagged if said else [*((None, dscp) for dscp in range(64)), *tagged]:
        want = written(cos, dscp)
        assert passed(found, cos, dscp) == (want, queue(want)), (cos, dscp)


@pytest.mark.parametrize("platform", ["cat3550", "cat4500", "cat3750"])
def test_a_port_without_lines_has_the_queues_of_its_family(platform: str) -> None:
    found = device(config(" mls qos trust dscp\n"), platform)
    want = {"cat3550": "queue 4", "cat4500": "tx-queue 4", "cat3750": "queue 4"}[platform]
    assert passed(found, None, 56) == (56, want)


def test_a_switch_with_an_output_policy_has_no_queues_of_its_own() -> None:
    text = config("", " service-policy output P\n") + "policy-map P\n class class-default\n"
    found = device(text, "cat4500")
    assert len(found.ports[OUT].output) == 1


def told(text: str, platform: str) -> dict[str, str]:
    return {line.text.strip(): line.reason for line in device(text, platform).residue}


def test_pass_through_is_said_to_choose_the_queue_by_cos() -> None:
    line = "mls qos trust cos pass-through dscp"
    found = told(config(f" {line}\n"), "cat3550")
    assert "queue goes by the CoS" in found[line]
    assert passed(device(config(f" {line}\n"), "cat3550"), 5, 10)[0] == 10
    # Where all ports go by CoS, so do the queues.
    top = "mls qos srr-queue output cos-map queue 1 threshold 1 3\n"
    assert line not in told(config(f" {line}\n", top=top), "cat3750")
    assert passed(device(config(f" {line}\n", top=top), "cat3750"), 3, 10) == (10, "queue 1")


def test_ports_that_trust_dscp_go_by_its_map_though_that_of_cos_is_changed() -> None:
    line = "mls qos srr-queue output cos-map queue 1 threshold 1 3"
    text = config(" mls qos trust dscp\n", top=line + "\n")
    assert passed(device(text, "cat3750"), 3, 10) == (10, "queue 2")
    assert "map of DSCP" in told(text, "cat3750")[line]


def test_the_threshold_map_of_a_3550_takes_dscps_and_no_queue() -> None:
    line = "wrr-queue dscp-map 2 10 46"
    text = config(" mls qos trust dscp\n", f" {line}\n wrr-queue bandwidth 1 2 3 4\n")
    assert passed(device(text, "cat3550"), None, 46) == (46, "queue 3")
    assert "threshold" in told(text, "cat3550")[line]


@pytest.mark.parametrize("platform", ["cat3550", "cat3750"])
def test_a_whole_config_without_mls_qos_has_qos_off(platform: str) -> None:
    body = f"interface {IN}\n mls qos trust cos\n priority-queue out\n"
    found = device(f"version 12.2\nhostname sw\n{body}", platform)
    assert found.ports[IN].input == found.ports[IN].output == ()
    assert {line.reason for line in found.residue} == {
        "without effect: QoS is off, since the config does not say `mls qos`"
    }
    assert device(body, platform).ports[IN].input, "an excerpt may leave the line out"
    assert device(f"version 12.2\nhostname sw\nmls qos\n{body}", platform).ports[IN].input


def test_a_2950_says_where_its_queues_do_not_go_by_the_cos_of_the_frame() -> None:
    text = "wrr-queue bandwidth 1 2 3 4\ninterface FastEthernet0/1\n"
    assert (
        "gives every packet the port's CoS" in told(text, "cat2950")["wrr-queue bandwidth 1 2 3 4"]
    )
    assert not told(text + " mls qos trust cos\n", "cat2950")
    dscp, cos = "mls qos trust dscp", "mls qos cos 5"
    assert "the CoS that the DSCP stands for" in told(f"{text} {dscp}\n", "cat2950")[dscp]
    assert "untagged" in told(f"{text} mls qos trust cos\n {cos}\n", "cat2950")[cos]


def test_a_map_that_only_writes_the_cos_of_what_leaves_is_reported() -> None:
    line = "mls qos map dscp-cos 46 to 3"
    text = config(" mls qos trust dscp\n", top=line + "\n")
    assert "does not write" in told(text, "cat3750")[line]
    assert line not in told(text, "cat3550"), "the queues go by it"


def test_dscp_transparency_says_what_the_model_does_instead() -> None:
    line = "no mls qos rewrite ip dscp"
    assert "packets keep the DSCP" in told(config("", top=line + "\n"), "cat3750")[line]
    assert not told(config("", top="mls qos rewrite ip dscp\n"), "cat3750")


def test_a_4500_port_that_trusts_nothing_gives_its_own_dscp() -> None:
    found = device(config(" qos dscp 26\n"), "cat4500")
    assert passed(found, 5, 46) == (26, "tx-queue 2")
    assert not found.residue
    trusted = told(config(" qos trust dscp\n qos dscp 26\n"), "cat4500")
    assert trusted == {"qos dscp 26": "the DSCP of a port counts where it trusts nothing"}


def test_a_mutation_map_on_a_port_that_trusts_cos_is_reported() -> None:
    text = config(" mls qos trust cos\n mls qos dscp-mutation M\n", top=MUTATION)
    assert list(told(text, "cat3750")) == ["mls qos dscp-mutation M"]


def test_marks_that_stay_are_not_said_to_be_lost() -> None:
    ports = "interface GigabitEthernet1/0/1\n priority-queue out\n"
    keep = "no mls qos rewrite ip dscp\n"
    found = {
        text: [
            one.notes[0] for one in check(read(text, platform="cat3750")) if one.code == "QOS511"
        ]
        for text in ("mls qos\n" + ports, "mls qos\n" + keep + ports)
    }
    assert ["without a mark" in one for (one,) in found.values()] == [True, False]
