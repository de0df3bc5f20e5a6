"""The speed of aggregated Ethernet interfaces of JunOS."""

from __future__ import annotations

import pytest

from qosc import api
from qosc.ledger import Fidelity

TEXT = """
interfaces {
    xe-0/0/0 { MEMBER { 802.3ad ae0; } }
    xe-0/0/1 { MEMBER { 802.3ad ae0; } }
    OTHER { MEMBER { 802.3ad ae0; } }
    ae0 { unit 0 { family inet; } }
}
class-of-service {
    schedulers { a { transmit-rate percent 60; } b { transmit-rate percent 40; } }
    scheduler-maps { M { forwarding-class best-effort scheduler a;
                         forwarding-class network-control scheduler b; } }
    interfaces { ae0 { scheduler-map M; } }
}
"""


def config(other: str, member: str = "gigether-options") -> api.Config:
    text = TEXT.replace("MEMBER", member).replace("OTHER", other)
    return api.loads(text, name="r1.conf", platform="junos-mx")


@pytest.mark.parametrize("member", ["gigether-options", "ether-options"])
@pytest.mark.parametrize(("other", "bps"), [("ge-0/0/2", 21 * 10**9), ("et-0/0/2", None)])
def test_a_bundle_has_the_speed_of_its_members_together(
    member: str, other: str, bps: int | None
) -> None:
    """Juniper, Examples: Configuring CoS on Aggregated Interfaces."""
    found = config(other, member).device.ports["ae0"].bandwidth
    assert (found and found.value) == bps


def test_percentages_are_of_that_and_the_ledger_tells_of_the_member_links() -> None:
    made = api.compile(config("ge-0/0/2"), target="tc")
    script = "".join(file.text for file in made.files)
    assert "rate 12600000000bit ceil 21000000000bit" in script
    (row,) = [one for one in made.ledger if one.path == "ae0 > bandwidth"]
    assert row.fidelity is Fidelity.UNKNOWN
    assert "member link" in row.note


def test_a_speed_of_the_bundle_itself_stands() -> None:
    text = TEXT.replace("ae0 { unit", "ae0 { speed 5g; unit").replace("MEMBER", "ether-options")
    found = api.loads(text.replace("OTHER", "ge-0/0/2"), name="r1.conf", platform="junos-mx")
    bandwidth = found.device.ports["ae0"].bandwidth
    assert bandwidth is not None
    assert bandwidth.value == 5 * 10**9
