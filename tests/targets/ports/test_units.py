"""The unit that is all of its port: one port with it, whose queues they are and what is told.

Juniper, Class of Service User Guide, Hierarchical Schedulers: a shaper of the port holds what its
units send; queues of the unit take the place of those of the port.
"""

from __future__ import annotations

import pytest

import qosc
from qosc.datapath.units import joined
from qosc.ir import Attachment, Device, Port, Relation

CONFIG = """\
class-of-service {{
    forwarding-classes {{ queue 0 best-effort; queue 1 gold; }}
    schedulers {{ a {{ transmit-rate percent 30; }} b {{ transmit-rate percent 60; }} }}
    scheduler-maps {{
        U {{ forwarding-class best-effort scheduler a; forwarding-class gold scheduler b; }}
        P {{ forwarding-class best-effort scheduler b; forwarding-class gold scheduler a; }}
    }}
    interfaces {{ ge-0/0/0 {{ {port} unit 0 {{ {unit} }} }} }}
}}
interfaces {{
    ge-0/0/0 {{
        per-unit-scheduler;
        unit 0 {{ description "all of it"; bandwidth 5m; family inet {{ address {address}; }} }}
        {other}
    }}
}}
"""
OTHER = "unit 10 { vlan-id 10; family inet { address 198.51.100.1/30; } }"


def device(port: str, unit: str, other: str = "") -> Device:
    text = CONFIG.format(port=port, unit=unit, other=other, address="192.0.2.1/30")
    return joined(qosc.loads(text, platform="junos-mx").device)


def queues(found: Device, port: Port) -> list[tuple[str, str, str]]:
    """Each policy on the way out: its name, the shaper of its first class, and what is inside."""
    policies = [
        found.policies[stage.policy.name] for stage in port.output if isinstance(stage, Attachment)
    ]
    return [
        (
            policy.name,
            str(policy.classes[0].shaper.rate) if policy.classes[0].shaper else "",
            policy.classes[0].child.name if policy.classes[0].child else "",
        )
        for policy in policies
    ]


@pytest.mark.parametrize(
    ("port", "unit", "wanted", "replaced"),
    [
        ("", "scheduler-map U;", [("scheduler-map U", "", "")], []),
        ("scheduler-map P;", "", [("scheduler-map P", "", "")], []),
        (
            "shaping-rate 100m;",
            "scheduler-map U;",
            [("shaping-rate of ge-0/0/0 over scheduler-map U", "100 Mbit/s", "scheduler-map U")],
            [],
        ),
        (
            "scheduler-map P; shaping-rate 50m;",
            "scheduler-map U;",
            [("shaping-rate of ge-0/0/0 over scheduler-map U", "50 Mbit/s", "scheduler-map U")],
            [],
        ),
        (
            "scheduler-map P;",
            "scheduler-map U;",
            [("scheduler-map U", "", "")],
            ["scheduler-map P"],
        ),
    ],
)
def test_queues_of_the_unit_are_those_of_the_port(
    port: str, unit: str, wanted: list[tuple[str, str, str]], replaced: list[str]
) -> None:
    found = device(port, unit)
    assert list(found.ports) == ["ge-0/0/0"]
    one = found.ports["ge-0/0/0"]
    assert queues(found, one) == wanted
    told = [each.name for each in one.beside if each.relation is Relation.REPLACES]
    assert told == replaced
    assert one.unit == "ge-0/0/0.0"
    assert one.description == "all of it"


@pytest.mark.parametrize(
    ("port", "unit", "other", "meets"),
    [
        ("scheduler-map P;", "classifiers { dscp default; }", OTHER, ["ge-0/0/0.10"]),
        ("scheduler-map P;", "", OTHER, []),
        ("scheduler-map P;", "classifiers { dscp default; }", "", []),
    ],
)
def test_what_the_unit_says_is_for_packets_of_other_units_too(
    port: str, unit: str, other: str, meets: list[str]
) -> None:
    one = device(port, unit, other).ports["ge-0/0/0"]
    assert [each.name for each in one.beside if each.relation is Relation.MEETS] == meets
