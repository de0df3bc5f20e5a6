"""interface range and service instances: ports that are written in other ways."""

from __future__ import annotations

import pytest

from qosc.frontends import load
from qosc.frontends.cisco.ports.interface_ranges import ranged
from qosc.ir import Device, PortKind, SupportState
from qosc.source import SourceText


def device(text: str) -> Device:
    return load(SourceText("t.cfg", text))


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("fa0/1 - 3", ["FastEthernet0/1", "FastEthernet0/2", "FastEthernet0/3"]),
        ("Gi1/0/9-10", ["GigabitEthernet1/0/9", "GigabitEthernet1/0/10"]),
        ("gi0/1 - gi0/2", ["GigabitEthernet0/1", "GigabitEthernet0/2"]),
        ("fa0/1 , gi0/1 - 2", ["FastEthernet0/1", "GigabitEthernet0/1", "GigabitEthernet0/2"]),
        ("vlan 10 - 11", ["Vlan10", "Vlan11"]),
        ("gi0/1", ["GigabitEthernet0/1"]),
        ("macro users", []),
        ("gi0/5 - 1", []),
        ("gi0/1 - 999999", []),
        ("gi0/1 - 200 , gi1/1 - 200", []),
        ("", []),
    ],
)
def test_the_names_of_a_range(words: str, names: list[str]) -> None:
    assert ranged(words) == names


def test_each_interface_of_a_range_gets_the_lines() -> None:
    found = device(
        "interface range gi0/1 - 2\n service-policy input p\n"
        "interface gi0/2\n no service-policy input p\n"
    )
    assert found.residue == ()
    assert [len(port.input) for port in found.ports.values()] == [1, 0]
    assert list(found.ports) == ["GigabitEthernet0/1", "GigabitEthernet0/2"]


def test_a_line_of_a_range_is_reported_once() -> None:
    found = device("interface range gi0/1 - 24\n bandwidth percent 5\n bandwidth x1\n")
    assert [residue.state for residue in found.residue] == [
        SupportState.RECOGNISED,
        SupportState.UNKNOWN,
    ]
    assert len(found.ports) == 24


def test_no_interface_range_takes_them_back() -> None:
    text = "interface range gi0/1 - 3\n mtu 1400\nno interface range gi0/2 - 3\n"
    assert list(device(text).ports) == ["GigabitEthernet0/1"]


def test_a_service_instance_is_a_port_below_its_interface() -> None:
    found = device(
        "interface gi0/1\n service instance 10 ethernet\n  encapsulation dot1q 10\n"
        "  service-policy input p\n"
    )
    assert found.residue == ()
    port = found.ports["GigabitEthernet0/1 service instance 10"]
    assert (port.kind, port.parent) == (PortKind.SUBINTERFACE, "GigabitEthernet0/1")
    assert port.encapsulation == "dot1q 10"
    assert [stage.policy.name for stage in port.input] == ["p"]
    assert found.ports["GigabitEthernet0/1"].input == ()


@pytest.mark.parametrize(
    ("written", "last"),
    [
        ("ethernet 1/1-3", "Ethernet1/3"),
        ("eth1/1-2, eth 1/9", "Ethernet1/9"),
        ("port-channel 10-12", "Port-channel12"),
    ],
)
def test_nxos_names_several_ports_with_a_blank_before_the_number(written: str, last: str) -> None:
    text = f"feature lacp\ninterface {written}\n  service-policy type qos input IN\n"
    found = load(SourceText("t.cfg", text))
    assert len(found.ports) == 3
    assert [*found.ports][-1] == last
    assert all(port.input for port in found.ports.values())
