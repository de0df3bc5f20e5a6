"""ATM circuits: classes of parameters that they share, ranges and bundles of them."""

from __future__ import annotations

import pytest

from qosc.amounts import Depth, Rate
from qosc.frontends import load
from qosc.ir import AtmShaping, Attachment, Device, Port, PortKind, Reference, RefKind, SupportState
from qosc.source import SourceText

CLASSES = (
    "vc-class atm gold\n vbr-nrt 512 256 100\n tx-ring-limit 3\n service-policy output p\n"
    "vc-class atm plain\n ubr 1000\n tx-ring-limit 9\n"
)
POLICY = Attachment(Reference(RefKind.POLICY_MAP, "p"))
GOLD = AtmShaping("vbr-nrt", Rate(512_000), Rate(256_000), 100)
PLAIN = AtmShaping("ubr", Rate(1_000_000))


def device(text: str) -> Device:
    return load(SourceText("t.cfg", text))


def circuits(found: Device) -> dict[str, Port]:
    return {name: port for name, port in found.ports.items() if port.kind is PortKind.CIRCUIT}


def test_a_circuit_takes_what_it_does_not_say_from_its_class() -> None:
    # The class may stand behind the circuit.
    found = device(
        "interface ATM0.1 point-to-point\n pvc 1/2\n  class-vc gold\n  tx-ring-limit 7\n" + CLASSES
    )
    port = found.ports["ATM0.1 pvc 1/2"]
    assert (port.atm, port.tx_ring, port.output) == (GOLD, Depth(7), (POLICY,))


@pytest.mark.parametrize(
    ("main", "sub", "own", "atm", "ring"),
    [
        ("", "", " class-vc gold\n", GOLD, 3),
        ("", " class-int gold\n", "", GOLD, 3),
        (" class-int gold\n", "", "", GOLD, 3),
        (" class-int gold\n", " class-int plain\n", "", PLAIN, 9),
        ("", " class-int plain\n", "  class-vc gold\n", GOLD, 3),
        (" class-int plain\n", "", "  cbr 64\n", AtmShaping("cbr", Rate(64_000)), 9),
    ],
)
def test_the_nearest_class_that_says_a_parameter_counts(
    main: str, sub: str, own: str, atm: AtmShaping, ring: int
) -> None:
    found = device(
        f"interface ATM0\n{main}interface ATM0.1 point-to-point\n{sub} pvc 1/2\n{own}{CLASSES}"
    )
    (port,) = circuits(found).values()
    assert (port.atm, port.tx_ring) == (atm, Depth(ring))


def test_a_class_that_no_circuit_takes_is_recognised() -> None:
    found = device("vc-class atm gold\n ubr 10\ninterface ATM0\n pvc 1/2\n  class-vc lead\n")
    assert {residue.reason: residue.origin.line for residue in found.residue} == {
        "no circuit takes the class": 2,
        "there is no such vc-class": 5,
    }
    assert [residue.state for residue in found.residue] == [SupportState.RECOGNISED] * 3


def test_each_circuit_of_a_range_has_its_lines() -> None:
    found = device(
        "interface ATM0.1 multipoint\n range r pvc 1/32 1/34\n  ubr 100\n"
        "  pvc-in-range 1/33\n   class-vc gold\n   cbr 64\n" + CLASSES
    )
    own = circuits(found)
    assert list(own) == ["ATM0.1 pvc 1/32", "ATM0.1 pvc 1/33", "ATM0.1 pvc 1/34"]
    kinds = [port.atm.category for port in own.values() if port.atm is not None]
    assert kinds == ["ubr", "cbr", "ubr"]
    assert [len(port.output) for port in own.values()] == [0, 1, 0]
    assert [residue.origin.line for residue in found.residue] == [11, 12, 13]  # nobody has plain


def test_a_range_has_every_vci_for_every_vpi() -> None:
    found = device("interface ATM0.1 multipoint\n range pvc 1/32 2/33\n  ubr 100\n")
    assert [name.partition(" pvc ")[2] for name in circuits(found)] == [
        "1/32",
        "1/33",
        "2/32",
        "2/33",
    ]


@pytest.mark.parametrize("ends", ["1/32 1/31", "1/0 4000/65535"])
def test_a_range_of_none_or_too_many_circuits_is_recognised(ends: str) -> None:
    found = device(f"interface ATM0.1 multipoint\n range pvc {ends}\n  ubr 100\n")
    assert circuits(found) == {}
    assert {residue.state for residue in found.residue} == {SupportState.RECOGNISED}


def test_a_bundle_has_circuits() -> None:
    found = device(
        "interface ATM0.1 point-to-point\n bundle b\n  pvc-bundle a 1/40\n   ubr 100\n"
        "   precedence 5\n  pvc-bundle c 1/41\n   ubr 200\n"
    )
    assert [port.atm for port in circuits(found).values()] == [
        AtmShaping("ubr", Rate(100_000)),
        AtmShaping("ubr", Rate(200_000)),
    ]
    assert [residue.text for residue in found.residue] == ["precedence 5"]


def test_what_percentages_are_taken_of_can_differ_from_the_bandwidth() -> None:
    found = device("interface Serial0\n bandwidth 1000\n bandwidth qos-reference 512\n")
    assert found.ports["Serial0"].bandwidth == Rate(512_000)


def test_words_behind_an_attached_policy_are_told() -> None:
    found = device("interface Tunnel0\n service-policy output p account user-defined 20\n")
    assert found.ports["Tunnel0"].output == (POLICY,)
    assert [residue.state for residue in found.residue] == [SupportState.RECOGNISED]
