"""What each link layer adds to a packet, by hand, in all that counts it."""

from __future__ import annotations

import re

import pytest

import qosc
from qosc.amounts import in_cells
from qosc.api import verify_script
from qosc.datapath.lengths import layer_of
from qosc.ir import Port
from qosc.ledger import Fidelity

CONFIG = (
    "class-map match-any A\n match dscp ef\npolicy-map P\n class A\n  bandwidth percent 10\n"
    "interface ATM0/0\n bandwidth 8000\n pvc 1/32\n  {contract}\n  encapsulation {layers}\n"
    "  service-policy output P\n"
)
PORT = "ATM0/0 pvc 1/32"


@pytest.mark.parametrize(
    ("name", "encapsulation", "sent"),
    [
        # 1500 + 8 LLC/SNAP + 8 AAL5 are 1516 bytes: 32 cells. Without LLC/SNAP 1508: 32, too.
        ("ATM0/0", "aal5snap", 32 * 53),
        ("ATM0/0", "aal5mux ip", 32 * 53),
        # 14 header, 4 FCS, 8 preamble, 12 gap.
        ("GigabitEthernet0/1", "", 1538),
        ("ge-0/0/0", "", 1538),
        # 4 header, 2 FCS, 1 flag.
        ("Serial0/0", "ppp", 1507),
        ("POS0/1/0", "", 1507),
        ("so-0/0/0", "", 1507),
        # Bundles of Ethernet, and management ports.
        ("Port-channel1", "", 1538),
        ("Port-channel1.10", "", 1538),
        ("Bundle-Ether1", "", 1538),
        ("BVI1", "", 1538),
        ("ae0.0", "", 1538),
        ("fxp0", "", 1538),
    ],
)
def test_a_packet_of_1500_bytes_on_the_line(name: str, encapsulation: str, sent: int) -> None:
    port = next(iter(qosc.loads(f"interface {name}\n").device.ports.values()), Port(name))
    if name.startswith("ATM"):
        text = CONFIG.format(contract="vbr-nrt 4000 2000", layers=encapsulation)
        port = qosc.loads(text).device.ports[PORT]
    assert layer_of(port).sent(1500) == sent


SHAPED = """policy-map P
 class class-default
  shape average 8000000
interface {name}
 bandwidth 10000
 service-policy output P
"""


@pytest.mark.parametrize("target", ["sim", "tc"])
@pytest.mark.parametrize(
    ("name", "told"),
    [("Tunnel1", True), ("Dialer1", True), ("Port-channel1", False), ("Serial0/0", False)],
)
def test_a_link_layer_that_nothing_tells_is_told_as_unknown(
    name: str, told: bool, target: str
) -> None:
    config = qosc.loads(SHAPED.format(name=name), platform="ios-15")
    made = qosc.compile(config, target=target, interface=name, allow_loss=True)
    rows = [row for row in made.ledger if row.path == f"{name} > link layer"]
    assert [row.fidelity for row in rows] == [Fidelity.UNKNOWN] * told
    if target == "sim":
        size = 7 if name.startswith("Serial") else 38
        assert f"overhead_bytes: {size}\n" in made.files[0].text


def test_the_least_packets_of_voice_take_two_cells() -> None:
    # 60 bytes with 8 and 8 are 76, with 8 68; a cell carries 48 (ITU-T I.361).
    assert (in_cells(48), in_cells(49), in_cells(76)) == (53, 106, 106)


@pytest.mark.parametrize("contract", ["vbr-nrt 4000 2000", ""])
@pytest.mark.parametrize(
    ("layers", "tc", "sim"),
    # Linux has counted 14 bytes of Ethernet: 8 + 8 - 14 and 8 - 14.
    [("aal5snap", "linklayer atm overhead 2", 16), ("aal5mux ip", "overhead -6", 8)],
)
def test_a_circuit_counts_cells_in_the_script_and_in_the_scenario(
    contract: str, layers: str, tc: str, sim: int
) -> None:
    config = qosc.loads(CONFIG.format(contract=contract, layers=layers), platform="ios-15")
    made = qosc.compile(config, target="tc", interface=PORT)
    script = "\n".join(file.text for file in made.files)
    assert re.sub(r"overhead (\S+) linklayer atm", r"linklayer atm overhead \1", script).count(tc)
    assert not verify_script(config, script, made.ledger, interface=PORT).differences
    scenario = qosc.compile(config, target="sim", interface=PORT).files[0].text
    assert f"overhead_bytes: {sim}\n" in scenario
    assert "linklayer: atm" in scenario
