"""Ports: interfaces, subinterfaces, circuits, the control plane."""

from __future__ import annotations

import pytest

from qosc.amounts import Depth, Rate, RateBase
from qosc.frontends import load
from qosc.frontends.cisco.statements.interface_names import canonical
from qosc.ir import (
    AtmShaping,
    Attachment,
    Device,
    FairQueue,
    Port,
    PortKind,
    Reference,
    RefKind,
    SupportState,
)
from qosc.source import SourceText


def device(text: str) -> Device:
    return load(SourceText("t.cfg", text))


def port(*lines: str, name: str = "Serial0/0") -> Port:
    found = device(f"interface {name}\n" + "".join(f" {line}\n" for line in lines))
    assert found.residue == (), found.residue
    return found.ports[name]


def use(name: str) -> Attachment:
    return Attachment(Reference(RefKind.POLICY_MAP, name))


def test_the_settings_of_an_interface() -> None:
    found = port(
        "description to the north",
        "bandwidth 2000",
        "mtu 4470",
        "encapsulation ppp",
        "max-reserved-bandwidth 90",
        "hold-queue 60 in",
        "hold-queue 100 out",
        "tx-ring-limit 3",
        "fair-queue 64 256 8",
        "service-policy input a",
        "serv out b",
        "shutdown",
    )
    assert found == Port(
        "Serial0/0",
        bandwidth=Rate(2_000_000),
        max_reserved=Rate(900_000, RateBase.PERCENT),
        mtu=4470,
        encapsulation="ppp",
        input=(use("a"),),
        output=(use("b"),),
        fair_queue=FairQueue(256, Depth(64), 8),
        hold_queue_in=Depth(60),
        hold_queue_out=Depth(100),
        tx_ring=Depth(3),
        shutdown=True,
    )
    assert found.description == "to the north"


def test_the_ip_mtu_is_what_bounds_an_ip_packet() -> None:
    assert port("mtu 4470", "ip mtu 1400").mtu == 1400
    assert port("ip mtu 1400", "mtu 4470").mtu == 1400


@pytest.mark.parametrize(
    ("line", "attribute"),
    [
        ("bandwidth 64", "bandwidth"),
        ("service-policy output p", "output"),
        ("fair-queue", "fair_queue"),
        ("hold-queue 75 in", "hold_queue_in"),
        ("tx-ring-limit 3", "tx_ring"),
        ("max-reserved-bandwidth 80", "max_reserved"),
        ("shutdown", "shutdown"),
        ("encapsulation ppp", "encapsulation"),
        ("mtu 1400", "mtu"),
    ],
)
def test_no_undoes(line: str, attribute: str) -> None:
    assert getattr(port(line), attribute)
    assert not getattr(port(line, f"no {line}"), attribute)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("fa0/0", "FastEthernet0/0"),
        ("FastEthernet 0/0", "FastEthernet0/0"),
        ("FASTETHERNET0/0", "FastEthernet0/0"),
        ("e0", "Ethernet0"),
        ("gi0/0/1.100", "GigabitEthernet0/0/1.100"),
        ("Te1/1", "TenGigabitEthernet1/1"),
        ("s0/0:1", "Serial0/0:1"),
        ("ATM1/0.108 point-to-point", "ATM1/0.108"),
        ("po1", "Port-channel1"),
        ("POS1/0", "POS1/0"),
        ("vl10", "Vlan10"),
        ("lo0", "Loopback0"),
        ("Tu0", "Tunnel0"),
        ("Virtual-Template1", "Virtual-Template1"),
        ("HundredGigE0/0/0", "HundredGigE0/0/0"),
        ("Dot11Radio0/1.20", "Dot11Radio0/1.20"),
        ("Dot11Radio 0", "Dot11Radio0"),
        ("$(reboot)", "$(reboot)"),
    ],
)
def test_names(written: str, name: str) -> None:
    assert canonical(written) == name


def test_a_rate_limit_written_twice_counts_once_and_no_takes_it_away() -> None:
    limit = "rate-limit input 512000 8000 16000 conform-action transmit exceed-action drop"
    other = limit.replace("512000", "256000")
    rules = port(limit, other, limit, f"no {other}").input[0].rules
    assert [rule.policer.meter.cir.value for rule in rules] == [512000]


def test_an_interface_that_is_opened_again_is_one_port() -> None:
    text = "interface FastEthernet0/0\n bandwidth 64\nint fa0/0\n service-policy output p\n"
    (only,) = device(text).ports.values()
    assert (only.bandwidth, only.output) == (Rate(64_000), (use("p"),))


def test_a_subinterface_knows_its_interface() -> None:
    found = device("interface Serial0/0.16 point-to-point\n bandwidth 64\n").ports
    assert found["Serial0/0.16"].kind is PortKind.SUBINTERFACE
    assert found["Serial0/0.16"].parent == "Serial0/0"


@pytest.mark.parametrize(
    ("line", "shaping"),
    [
        ("vbr-nrt 2000 1000 32", AtmShaping("vbr-nrt", Rate(2_000_000), Rate(1_000_000), 32)),
        ("vbr-nrt 2000 2000", AtmShaping("vbr-nrt", Rate(2_000_000), Rate(2_000_000))),
        ("vbr-rt 2000 1000 32", AtmShaping("vbr-rt", Rate(2_000_000), Rate(1_000_000), 32)),
        ("cbr 2000", AtmShaping("cbr", Rate(2_000_000))),
        ("ubr 2000", AtmShaping("ubr", Rate(2_000_000))),
        ("ubr", AtmShaping("ubr")),
    ],
)
def test_an_atm_circuit_is_a_port_of_its_own(line: str, shaping: AtmShaping) -> None:
    text = (
        "interface ATM1/0.108 point-to-point\n pvc voice 4/108\n"
        f"  {line}\n  encapsulation aal5mux ip\n  tx-ring-limit 5\n  service-policy output p\n"
    )
    found = device(text)
    assert found.residue == ()
    assert found.ports["ATM1/0.108 pvc 4/108"] == Port(
        "ATM1/0.108 pvc 4/108",
        PortKind.CIRCUIT,
        "ATM1/0.108",
        encapsulation="aal5mux ip",
        atm=shaping,
        output=(use("p"),),
        tx_ring=Depth(5),
    )


def test_a_frame_relay_circuit_is_a_port_of_its_own() -> None:
    text = (
        "interface Serial0/0.1 point-to-point\n frame-relay interface-dlci 100\n"
        "  service-policy output p\n"
    )
    found = device(text)
    assert found.residue == ()
    assert found.ports["Serial0/0.1 dlci 100"] == Port(
        "Serial0/0.1 dlci 100", PortKind.CIRCUIT, "Serial0/0.1", output=(use("p"),)
    )


def test_a_circuit_without_a_vpi_has_vpi_0() -> None:
    assert "ATM1/0 pvc 0/33" in device("interface ATM1/0\n pvc 33\n").ports


def test_a_minimum_cell_rate_is_reported() -> None:
    found = device("interface ATM1/0\n pvc 1/2\n  ubr+ 2000 1000\n")
    (residue,) = found.residue
    assert residue.state is SupportState.RECOGNISED
    assert found.ports["ATM1/0 pvc 1/2"].atm == AtmShaping("ubr", Rate(2_000_000))


def test_the_control_plane() -> None:
    found = device("control-plane\n service-policy input copp\n")
    assert found.ports["control-plane"].kind is PortKind.CONTROL_PLANE
    assert found.ports["control-plane"].input == (use("copp"),)
    assert not found.complete
    assert device("interface Serial0\n").complete


@pytest.mark.parametrize(
    "line",
    [
        "auto qos voip",
    ],
)
def test_queueing_of_older_kinds_is_reported(line: str) -> None:
    found = device(f"interface Serial0\n {line}\n")
    (residue,) = found.residue
    assert residue.state is SupportState.RECOGNISED
    assert residue.text == line
    assert residue.reason


def test_an_excerpt_without_its_section_is_reported_line_by_line() -> None:
    found = device("rate-limit input 64000 8000 8000 conform-action drop exceed-action drop\n")
    (residue,) = found.residue
    assert residue.state is SupportState.RECOGNISED
    assert found.ports == {}
