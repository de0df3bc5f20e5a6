"""Interface sets: what the units of a set may send together."""

from __future__ import annotations

import pytest

from qosc import api
from qosc.amounts import Rate
from qosc.ledger import Fidelity

TEXT = """
interfaces {
    interface-set metro { interface ge-0/0/0 { unit 1; unit 2; } interface ge-0/0/9 { unit 1; } }
    ge-0/0/0 { hierarchical-scheduler; vlan-tagging; unit 1 { vlan-id 1; } unit 2 { vlan-id 2; }
               unit 3 { vlan-id 3; } }
}
class-of-service {
    interfaces {
        interface-set metro { output-traffic-control-profile T; }
        ge-0/0/0 { unit 1 { output-traffic-control-profile U; } }
    }
    traffic-control-profiles {
        T { shaping-rate 60m; guaranteed-rate 40m; }
        U { shaping-rate 50m; scheduler-map M; }
    }
    scheduler-maps { M { forwarding-class best-effort scheduler S; } }
    schedulers { S { transmit-rate percent 50; } }
}
"""


def test_the_units_of_a_set_know_what_they_share() -> None:
    found = api.loads(TEXT, name="r1.conf", platform="junos-mx").device
    inside = {name: port.within for name, port in found.ports.items() if port.within}
    assert list(inside) == ["ge-0/0/0.1", "ge-0/0/0.2"]
    shared = inside["ge-0/0/0.1"]
    assert shared is not None
    assert (shared.name, shared.guarantee, shared.queues) == (
        "interface-set metro",
        Rate(40_000_000),
        "",
    )
    assert shared.shaper is not None
    assert shared.shaper.rate == Rate(60_000_000)
    told = [one.reason for one in found.residue]
    assert "no interface of this text has that name" in told
    assert not any("interface sets" in reason for reason in told)


@pytest.mark.parametrize("target", ["tc", "sim", "ns3"])
def test_a_unit_without_queues_says_that_the_shared_limit_is_not_there(target: str) -> None:
    config = api.loads(TEXT, name="r1.conf", platform="junos-mx")
    artefact = api.compile(config, target=target, allow_loss=True)
    lost = {entry.path: entry for entry in artefact.losses}
    entry = lost["ge-0/0/0.2 > within > shaper > rate"]
    assert entry.fidelity is Fidelity.UNSUPPORTED
    assert "together" in entry.note
    assert entry.asked == "60 Mbit/s"
    assert entry.origin.line == 13
    others = [path for path in lost if " > traffic > " not in path]
    (apart,) = [path for path in others if path.startswith(("ge-0/0/0.1 ", "ge-0/0/0.3 "))]
    assert apart.endswith("over traffic-control-profile U > class all-traffic > guarantee")
    assert lost[apart].asked == "40 Mbit/s"


@pytest.mark.parametrize("target", ["tc", "sim", "ns3"])
def test_a_unit_with_queues_has_the_shaper_of_its_set_above_them(target: str) -> None:
    config = api.loads(TEXT, name="r1.conf", platform="junos-mx")
    ledger = api.compile(config, target=target, allow_loss=True).ledger
    inside = [entry for entry in ledger if entry.path.startswith("ge-0/0/0.1 > ")]
    rates = [one.asked for one in inside if one.path.endswith("shaper > rate")]
    assert rates == ["60 Mbit/s", "50 Mbit/s"]
    beside = {one.asked: one.fidelity for one in inside if " > beside > " in one.path}
    assert beside == {
        "shares its shapers with 1 more of interface-set metro": Fidelity.APPROX,
        "sends over one line with ge-0/0/0": Fidelity.APPROX,
    }


def test_a_set_without_members_is_told_of() -> None:
    text = TEXT.replace("interface-set metro { interface", "interface-set other { interface")
    found = api.loads(text, name="r1.conf", platform="junos-mx").device
    assert not [port for port in found.ports.values() if port.within]
    assert any("in the set" in one.reason for one in found.residue)
