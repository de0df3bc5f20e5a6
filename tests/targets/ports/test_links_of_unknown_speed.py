"""Ports with a link whose speed nobody tells: tunnels, channels."""

from __future__ import annotations

import pytest

import qosc
from qosc.ledger import Fidelity

HEAD = """\
version 15.2
class-map match-all V
 match dscp ef
policy-map CHILD
 class V
  priority percent 30
policy-map INPUT
 class V
  police cir percent 10
policy-map P
"""
SHAPED = " class class-default\n  shape average 5000000\n  service-policy CHILD\n"


def compiled(policy: str, target: str = "tc", more: str = ""):
    text = f"{HEAD}{policy}interface Tunnel1\n service-policy output P\n{more}"
    return qosc.compile(qosc.loads(text), target=target)


def refused(artefact) -> list[str]:
    return [one.path for one in artefact.ledger if one.fidelity is Fidelity.UNSUPPORTED]


@pytest.mark.parametrize("target", ["tc", "sim"])
def test_a_shaper_needs_no_speed_of_the_link(target: str) -> None:
    assert refused(compiled(SHAPED, target)) == []


def test_the_ledger_says_what_is_taken_for_granted() -> None:
    ledger = compiled(SHAPED).ledger
    (entry,) = [one for one in ledger if one.path.endswith("shaper > rate")]
    assert "as nothing says its speed" in entry.note


@pytest.mark.parametrize(
    ("policy", "more"),
    [
        (" class V\n  bandwidth 100\n" + SHAPED, ""),
        (" class V\n  shape average percent 10\n" + SHAPED, ""),
        (" class V\n  shape average 64000\n  police cir percent 10\n" + SHAPED, ""),
        (SHAPED, " service-policy input INPUT\n"),
    ],
)
def test_what_depends_on_the_speed_is_refused(policy: str, more: str) -> None:
    assert refused(compiled(policy, more=more))


def test_each_class_with_a_shaper_of_its_own_will_do() -> None:
    assert refused(compiled(" class V\n  shape average 64000\n" + SHAPED)) == []
