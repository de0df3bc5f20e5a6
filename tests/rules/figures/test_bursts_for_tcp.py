"""QOS303 by platform: what a router takes without a burst is nothing to warn of."""

from __future__ import annotations

import pytest

import qosc
from qosc.ledger import Fidelity
from tests.rules.linting import lint

XR = """\
class-map match-any BULK
 match dscp af11
 end-class-map
!
policy-map IN
 class BULK
  police rate percent 10 burst {burst}
  !
 !
 end-policy-map
!
interface TenGigE0/0/0/0
 service-policy input IN
!
"""


# Ten milliseconds without a burst: Modular QoS Command Reference for NCS 5500, police rate.
@pytest.mark.parametrize("platform", ["ios-xr", "ios-xr-ncs"])
@pytest.mark.parametrize(("burst", "told"), [("9 ms", True), ("10 ms", False), ("20 ms", False)])
def test_a_burst_of_the_default_of_ios_xr_is_enough(platform: str, burst: str, told: bool) -> None:
    found = {each.code for each in lint(XR.format(burst=burst), platform)}
    assert ("QOS303" in found) == told


def test_the_default_of_the_platform_is_named_and_the_rate_in_figures() -> None:
    (ncs,) = (each for each in lint(XR.format(burst="5 ms"), "ios-xr-ncs") if each.code == "QOS303")
    assert ncs.message == "burst of class BULK of policy-map IN is 5 ms at 1 Gbit/s"
    assert "when it sends 1 Gbit/s" in " ".join(ncs.notes)
    assert ncs.help.startswith("1250000 bytes (10 ms)")
    # CRS takes 250 ms: what the router is, the platform does not say.
    (crs,) = (each for each in lint(XR.format(burst="5 ms"), "ios-xr") if each.code == "QOS303")
    assert crs.help == "without a burst, routers of this system take 10 to 250 ms"


def test_the_default_of_classic_ios_stays() -> None:
    text = (
        "policy-map P\n class class-default\n"
        "  police 1000000 8000 conform-action transmit exceed-action drop\n"
        "interface Serial0/0\n service-policy output P\n"
    )
    (found,) = (each for each in lint(text, "ios-15") if each.code == "QOS303")
    assert found.help.startswith("31250 bytes (250 ms)")


@pytest.mark.parametrize("target", ["sim", "tc"])
@pytest.mark.parametrize(("platform", "known"), [("ios-xr", False), ("ios-xr-ncs", True)])
def test_a_burst_that_manuals_differ_on_is_unknown_in_the_ledger(
    target: str, platform: str, known: bool
) -> None:
    # 1 Gbit/s: 10 ms by the command reference for NCS 5500, 250 ms by the one for CRS 4.0.
    config = qosc.loads(XR.format(burst="").replace(" burst ", ""), platform=platform)
    entries = qosc.compile(config, target=target, allow_loss=True).ledger
    (found,) = [entry for entry in entries if entry.path.endswith("meter > cbs")]
    assert (found.fidelity is not Fidelity.UNKNOWN) == known
    assert ("1250000 to 31250000 bytes by router" in found.note) != known
