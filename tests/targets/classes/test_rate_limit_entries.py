"""What the ledger says of `rate-limit` rules that mark a packet and go on to the next rule."""

from __future__ import annotations

import pytest

import qosc
from qosc.ledger import Fidelity

HEAD = (
    "access-list 101 permit tcp any any eq www\naccess-list rate-limit 1 5\ninterface Ethernet0\n"
)
RATE = "64000 8000 8000 conform-action"


@pytest.mark.parametrize("target", ["tc", "sim"])
@pytest.mark.parametrize(
    ("later", "expected"),
    [
        (" rate-limit input dscp af11", Fidelity.UNKNOWN),
        (" rate-limit input access-group rate-limit 1", Fidelity.UNKNOWN),
        (" rate-limit input access-group 101", Fidelity.EXACT),
        (" rate-limit input qos-group 2", Fidelity.EXACT),
    ],
)
def test_a_later_rule_may_or_may_not_see_the_mark(
    target: str, later: str, expected: Fidelity
) -> None:
    text = (
        f"{HEAD} rate-limit input {RATE} set-dscp-continue 10 exceed-action drop\n"
        f"{later} {RATE} transmit exceed-action drop\n"
    )
    artefact = qosc.compile(qosc.loads(text, platform="ios-12"), target=target)
    (entry,) = [one for one in artefact.ledger if one.path.endswith("rules[1] > policer > conform")]
    assert entry.fidelity is expected
