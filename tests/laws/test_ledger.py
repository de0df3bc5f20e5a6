"""The ledger: every leaf once, and nothing in silence."""

from __future__ import annotations

import pytest

from qosc.amounts import Depth, Rate
from qosc.fields import Field
from qosc.ir import (
    AccessEntry,
    AccessList,
    AllOf,
    Anything,
    Attachment,
    ClassMap,
    Device,
    FairQueue,
    Interval,
    Policy,
    Port,
    QueueLimit,
    Reference,
    RefKind,
    Test,
    TrafficClass,
)
from qosc.ir.describe import describe
from qosc.ir.leaves import leaves, qos_ports
from qosc.ledger import Fidelity, Ledger, LedgerError

PREC = Test(Field.PRECEDENCE, (Interval(5, 5),))


def device(list_name: str = "182") -> Device:
    port = Port("s0", output=(Attachment(Reference(RefKind.POLICY_MAP, "p")),))
    gold = TrafficClass(
        "gold",
        Reference(RefKind.CLASS_MAP, "gold"),
        guarantee=Rate(800_000),
        limits=(QueueLimit(Depth(10)),),
    )
    policy = Policy("p", (gold, TrafficClass("class-default", Anything())))
    return Device(
        ports={"s0": port, "s1": Port("s1")},
        policies={"p": policy},
        class_maps={"gold": ClassMap("gold", AllOf((Reference(RefKind.ACCESS_LIST, list_name),)))},
        access_lists={"182": AccessList("182", (AccessEntry(permit=True, match=PREC),))},
    )


def paths(of: Device) -> list[str]:
    return [leaf.path for leaf in leaves(of, of.ports["s0"])]


def test_an_element_without_a_number_is_a_leaf_itself() -> None:
    flows = TrafficClass("class-default", Anything(), fair_queue=FairQueue())
    port = Port("s0", output=(Attachment(Reference(RefKind.POLICY_MAP, "p")),))
    found = Device(ports={"s0": port}, policies={"p": Policy("p", (flows,))})
    assert "s0 > output > policy-map p > class class-default > fair-queue" in paths(found)


def test_the_leaves_of_a_port_follow_its_references() -> None:
    base = "s0 > output > policy-map p"
    match = "match > class-map gold > match > operands[1] > access-list 182"
    assert paths(device()) == [
        f"{base} > class gold > {match}[1] > match",
        f"{base} > class gold > guarantee",
        f"{base} > class gold > limits[1] > depth",
        f"{base} > class class-default > match",
    ]


def test_a_reference_that_leads_nowhere_is_a_leaf() -> None:
    (last,) = (path for path in paths(device("105")) if "105" in path)
    assert last.endswith("> class-map gold > match > operands[1] > access-list 105")


def test_a_policy_that_contains_itself_ends() -> None:
    loop = TrafficClass("class-default", Anything(), child=Reference(RefKind.POLICY_MAP, "p"))
    port = Port("s0", output=(Attachment(Reference(RefKind.POLICY_MAP, "p")),))
    looped = Device(ports={"s0": port}, policies={"p": Policy("p", (loop,))})
    assert len(paths(looped)) == 2


def test_only_ports_with_qos_count() -> None:
    assert [port.name for port in qos_ports(device())] == ["s0"]


def test_a_port_without_qos_is_told_in_words() -> None:
    port = Port("Serial0", description="to the bank")
    (leaf,) = leaves(Device(ports={"Serial0": port}), port)
    assert (leaf.path, describe(leaf.value)) == ("Serial0", "no QoS")


def test_a_leaf_without_an_entry_is_a_bug() -> None:
    ledger = Ledger(leaves(device(), device().ports["s0"]))
    with pytest.raises(LedgerError, match="no entry for"):
        ledger.close()


def test_a_second_entry_is_a_bug() -> None:
    ledger = Ledger(leaves(device(), device().ports["s0"]))
    at = ledger.at("s0", "output", "policy-map p", "class gold")
    at.exact("guarantee")
    with pytest.raises(LedgerError, match="second entry"):
        at.exact("guarantee")


def test_an_entry_without_a_leaf_is_a_bug() -> None:
    ledger = Ledger(leaves(device(), device().ports["s0"]))
    with pytest.raises(LedgerError, match="no leaf"):
        ledger.at("s0").exact("bandwidth")


@pytest.mark.parametrize("fidelity", [f for f in Fidelity if f is not Fidelity.EXACT])
def test_whatever_is_not_exact_says_why(fidelity: Fidelity) -> None:
    ledger = Ledger(leaves(device(), device().ports["s0"]))
    with pytest.raises(LedgerError, match="without a note"):
        ledger.at("s0", "output", "policy-map p", "class gold").enter("guarantee", fidelity)


def test_the_rest_below_a_place_is_only_what_is_below_it() -> None:
    ledger = Ledger(leaves(device(), device().ports["s0"]))
    ledger.at("s0", "output", "policy-map p", "class gold").rest(Fidelity.APPROX, "why")
    assert [leaf.path for leaf in ledger.open_leaves()] == [
        "s0 > output > policy-map p > class class-default > match"
    ]
    ledger.at("s0").rest(Fidelity.EXACT)
    entries = ledger.close()
    assert [entry.path for entry in entries] == paths(device())
    assert entries[1].asked == "800 kbit/s"
