"""The published WFQ policy as a script: the file beside this one, and what it must do by hand."""

import os
from pathlib import Path

import pytest

import qosc
from qosc import __version__
from qosc.fields import Field
from qosc.ledger import Fidelity
from qosc.targets.tc.compiling import lower
from qosc.targets.tc.model import Filter, Hook, HtbClass
from qosc.targets.tc.options import TcOptions
from tests.laws.packets.packet_oracle import build
from tests.targets.tc_machine import run
from tests.targets.tc_reading import read_script

HERE = Path(__file__).parents[1]
EXAMPLE = HERE.parent.parent / "examples" / "infn-fnal-wfq" / "router.cfg"
SCRIPT = HERE / "golden" / "infn-fnal-wfq.sh"
LAN, WAN = "FastEthernet0/0", "ATM1/0.108 pvc 4/108"


@pytest.fixture(scope="module")
def config():
    return qosc.loads(EXAMPLE.read_text(), name="router.cfg")


@pytest.fixture(scope="module")
def plans(config):
    ports = qosc.api.qos_ports(config)
    found, _ = lower(config.complete_device, ports, TcOptions(config.profile))
    return {plan.port: [command.node for command in plan.commands] for plan in found}


def test_the_script_is_as_recorded(config):
    """Set QOSC_RECORD=1 to record it anew, then read the difference."""
    text = qosc.compile(config).files[0].text.replace(__version__, "VERSION", 1)
    if os.environ.get("QOSC_RECORD") == "1":
        SCRIPT.write_text(text)
    assert text == SCRIPT.read_text()


def test_the_recorded_script_reads_back_as_the_model(plans):
    read = read_script(SCRIPT.read_text())
    assert [[c.node for c in plan.commands] for plan in read] == list(plans.values())


@pytest.mark.parametrize(
    ("precedence", "name"),
    [
        (7, "pre7"),
        (6, "pre6"),
        (5, "class-default"),
        (4, "pre4"),
        (3, "pre3"),
        (2, "pre2"),
        (1, "pre1"),
        (0, "class-default"),
    ],
)
def test_each_precedence_gets_its_queue_whatever_the_other_bits(plans, precedence, name):
    order = ["pre7", "pre6", "pre5", "pre4", "pre3", "pre2", "pre1", "class-default"]
    leaves = [node.classid for node in plans[WAN] if isinstance(node, HtbClass)][1:]
    filters = [n for n in plans[WAN] if isinstance(n, Filter) and n.hook is Hook.EGRESS]
    for low in range(32):
        byte = precedence << 5 | low
        packet = build({Field.VERSION: 4, Field.DSCP: byte >> 2, Field.ECN: byte & 3})
        assert run(filters, packet, lambda police: True).queue == leaves[order.index(name)]


def test_robin_traffic_is_policed_and_marked(plans):
    filters = [n for n in plans[LAN] if isinstance(n, Filter)]
    assert {f.hook for f in filters} == {Hook.INGRESS}
    robin = {
        Field.VERSION: 4,
        Field.PROTOCOL: 6,
        Field.DST4: 0xC0BEDA01,
        Field.DSCP: 3,
        Field.ECN: 2,
    }
    asked = []

    def conforms(police):
        asked.append((police.rate, police.burst))
        return len(asked) == 1

    state = run(filters, build(robin), conforms)
    assert (state.dropped, state.ds) == (False, 0xE0 | 3 << 2 | 2)
    assert run(filters, build(robin), conforms).dropped
    assert asked == [(1_000_000, 8000)] * 2


def test_the_link_is_shared_eight_to_one(plans):
    top, *leaves = [node for node in plans[WAN] if isinstance(node, HtbClass)]
    assert (top.rate, top.ceil) == (2_000_000, 2_000_000)
    assert [node.rate for node in leaves] == [800_000] + [100_000] * 7
    assert [node.quantum for node in leaves] == [8 * 1514] + [1514] * 7
    assert {node.ceil for node in leaves} == {2_000_000}


def test_nothing_of_it_is_lost(config):
    ledger = qosc.compile(config).ledger
    assert not [entry for entry in ledger if entry.fidelity is Fidelity.UNSUPPORTED]
    (missing,) = [e for e in ledger if "access-list 105" in e.path]
    assert missing.fidelity is Fidelity.UNKNOWN
    (ring,) = [e for e in ledger if e.path.endswith("tx-ring")]
    assert "30.0 ms" in ring.note  # 5 packets of 1500 bytes at 2 Mbit/s


def test_a_missing_list_can_be_taken_to_match_everything(config):
    ports = qosc.api.qos_ports(config, WAN)
    options = TcOptions(config.profile, undefined_access_list="all")
    (plan,), _ = lower(config.complete_device, ports, options)
    filters = [c.node for c in plan.commands if isinstance(c.node, Filter)]
    leaves = [c.node.classid for c in plan.commands if isinstance(c.node, HtbClass)][1:]
    packet = build({Field.VERSION: 4, Field.PRECEDENCE: 3})
    assert run(filters, packet, lambda police: True).queue == leaves[2]
