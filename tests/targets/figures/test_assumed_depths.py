"""A depth of a queue that nobody's document gives is in the ledger as assumed."""

from __future__ import annotations

import pytest

import qosc
from qosc.api import verify_script
from qosc.datapath.assumed import BY, DEPTH, with_assumed
from qosc.ledger import Fidelity
from qosc.profiles import profile

NEXUS = """\
class-map type queuing match-any one
  match qos-group 1
policy-map type queuing out
  class type queuing one
    bandwidth percent 30
  class type queuing class-default
    bandwidth percent 70
interface Ethernet1/1
  bandwidth 1000000
  service-policy type queuing output out
"""
SWITCH = """\
mls qos
interface GigabitEthernet0/1
 srr-queue bandwidth share 10 20 30 40
"""
ROUTER = """\
class-map one
 match dscp ef
policy-map out
 class one
  bandwidth 64
interface Serial0/0
 service-policy output out
"""


def depths(target: str, text: str, platform: str) -> set[tuple[Fidelity, str]]:
    config = qosc.loads(text, platform=platform)
    artefact = qosc.compile(config, target=target, allow_loss=True)
    return {
        (entry.fidelity, entry.note) for entry in artefact.ledger if entry.path.endswith("> depth")
    }


@pytest.mark.parametrize("target", ["tc", "sim", "ns3"])
@pytest.mark.parametrize(("text", "platform"), [(NEXUS, "nxos"), (SWITCH, "cat3750")])
def test_a_depth_without_a_source_is_unknown(target: str, text: str, platform: str) -> None:
    note = "assumed: no public source gives the depth of this queue"
    assert depths(target, text, platform) == {(Fidelity.UNKNOWN, note)}


@pytest.mark.parametrize("target", ["tc", "sim"])
def test_a_depth_with_a_source_is_not(target: str) -> None:
    assert {fidelity for fidelity, _ in depths(target, ROUTER, "ios-15")} == {Fidelity.EXACT}


def test_the_assumption_is_for_back_ends_alone() -> None:
    config = qosc.loads(NEXUS, platform="nxos")
    plain = config.complete_device
    assert all(not found.limits for found in plain.policies["out"].classes)
    known = profile("nxos")
    filled = with_assumed(plain, known)
    limits = [found.limits for found in filled.policies["out"].classes]
    assert [(one.depth.value, one.depth.default_by) for (one,) in limits] == [(DEPTH, BY)] * 2
    assert with_assumed(filled, known) == filled


def test_a_parent_of_queues_has_none_of_its_own() -> None:
    child = NEXUS.replace("queuing out", "queuing inner").partition("interface")[0]
    parent = (
        child
        + NEXUS.partition("policy-map")[1]
        + (
            " type queuing out\n class class-default\n  shape average 1000000\n"
            "  service-policy inner\ninterface Ethernet1/1\n"
            "  service-policy type queuing output out\n"
        )
    )
    config = qosc.loads(parent, platform="nxos")
    filled = with_assumed(config.complete_device, profile("nxos"))
    assert [found.limits for found in filled.policies["out"].classes] == [()]
    assert all(len(found.limits) == 1 for found in filled.policies["inner"].classes)


def test_verify_asks_for_the_depth_that_is_assumed() -> None:
    config = qosc.loads(NEXUS, platform="nxos")
    artefact = qosc.compile(config, allow_loss=True)
    script = artefact.files[0].text
    assert verify_script(config, script, artefact.ledger).differences == ()
    other = script.replace("limit 64", "limit 65")
    assert other != script
    assert verify_script(config, other, artefact.ledger).differences


@pytest.mark.parametrize(("most", "depth"), [(60, 64), (400, 800)])
def test_a_queue_of_classic_ios_is_deep_enough_for_its_drop_curves(most: int, depth: int) -> None:
    early = f"  random-detect dscp-based\n  random-detect dscp 46 20 {most} 2\n"
    text = "version 12.4\n" + ROUTER.replace("  bandwidth 64\n", f"  bandwidth 64\n{early}")
    config = qosc.loads(text)
    artefact = qosc.compile(config)
    (entry,) = [one for one in artefact.ledger if "class one" in one.path and "limits" in one.path]
    assert entry.asked.startswith(f"{depth} packets")
    assert ("largest maximum threshold" in entry.note) is (most > 64)
    found = verify_script(config, artefact.files[0].text, artefact.ledger)
    assert list(found.differences) == []
