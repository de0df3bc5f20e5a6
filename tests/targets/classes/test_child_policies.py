"""Child policies of a config: what a scenario and an ns-3 program carry of them."""

from __future__ import annotations

import pytest

import qosc
from qosc.ledger import Fidelity
from qosc.simulator import simulate
from tests.targets.sim_kit import compiled, only

CONFIG = """
class-map match-all VOICE
 match ip precedence 5
class-map match-all DATA
 match ip precedence 3
policy-map CHILD
 class VOICE
  police 100000 1500 1500 conform-action transmit exceed-action drop
 class class-default
  set ip dscp 10
policy-map PARENT
 class DATA
  service-policy CHILD
 class class-default
{parent}
  service-policy CHILD
interface Serial0/0
 bandwidth 2000
 service-policy output PARENT
"""


POLICE = "  police 1500000 9000 9000 conform-action transmit exceed-action drop"


@pytest.mark.parametrize("parent", ["  shape average 1000000", "  bandwidth 500", POLICE])
def test_a_child_that_only_polices_and_marks_is_carried(parent: str) -> None:
    artefact = compiled(CONFIG.format(parent=parent))
    result = simulate(only(artefact))
    rows = {(row["policy"], row["name"]): row for row in result.classes if row["side"] == "output"}
    voice = rows["PARENT > class-default > CHILD", "VOICE"]
    # The made-up traffic goes to the parent's class; whatever of it is voice is metered.
    assert len(voice["meters"]) == 1
    assert ("PARENT > DATA > CHILD", "class-default") in rows
    marked = rows["PARENT > DATA > CHILD", "class-default"]
    assert marked["marked_packets"] == marked["arrived_packets"] > 0


@pytest.mark.parametrize("target", ["sim", "tc"])
def test_the_order_of_policers_of_parent_and_child_is_reported(target: str) -> None:
    """Known before 15.1(1)S: the parent first. Cisco IOS QoS Solutions Command Reference, qos
    police order parent-first.
    """
    text = CONFIG.format(parent=POLICE)
    old, new = (
        qosc.compile(qosc.loads(text, platform=name), target=target).ledger
        for name in ("ios-12", "ios-15")
    )
    assert not [each for each in old if "parent-first" in each.note]
    notes = [
        each.path
        for each in new
        if each.fidelity is Fidelity.UNKNOWN and "parent-first" in each.note
    ]
    assert notes
    assert all("class class-default" in path and "CHILD" not in path for path in notes)


def test_what_a_divided_class_says_of_its_own_queue_is_reported() -> None:
    text = CONFIG.replace(
        "  police 100000 1500 1500 conform-action transmit exceed-action drop", "  bandwidth 100"
    ).format(parent="  shape average 1000000\n  queue-limit 5")
    (entry,) = [
        each
        for each in compiled(text).ledger
        if each.path.endswith("class class-default > limits[1] > depth")
        and "CHILD" not in each.path
    ]
    assert entry.fidelity is Fidelity.APPROX
    assert entry.got == "not used"


OTHER = "  shape average 1000000\n class DATA\n  bandwidth 100\n class class-default"


@pytest.mark.parametrize(("parent", "told"), [("  shape average 1000000", False), (OTHER, True)])
def test_priority_in_a_child_is_unknown_where_the_parent_has_other_queues(
    parent: str, told: bool
) -> None:
    text = (
        """
class-map match-all VOICE
 match ip precedence 5
class-map match-all DATA
 match ip precedence 3
policy-map CHILD
 class VOICE
  priority 100
policy-map PARENT
 class class-default
"""
        + parent
        + """
  service-policy CHILD
interface Serial0/0
 bandwidth 2000
 service-policy output PARENT
"""
    )
    (level,) = [each for each in compiled(text).ledger if each.path.endswith("priority > level")]
    assert (level.fidelity is Fidelity.UNKNOWN) == told
    assert ("priority propagation" in level.note) == told


def test_queues_below_the_fourth_level_are_refused_and_none_above() -> None:
    nested = "".join(
        f"policy-map L{n}\n class VOICE\n  bandwidth {1000 - 100 * n}\n"
        + (f"  service-policy L{n + 1}\n" if n < 5 else "")
        for n in (5, 4, 3, 2, 1)
    )
    text = f"class-map match-all VOICE\n match ip precedence 5\n{nested}interface Serial0/0\n"
    text += " bandwidth 2000\n service-policy output L1\n"
    artefact = qosc.compile(qosc.loads(text), allow_loss=True)
    refused = [
        each.path
        for each in artefact.ledger
        if each.fidelity is Fidelity.UNSUPPORTED and "levels deep" in each.note
    ]
    assert refused
    assert all("policy-map L5" in path for path in refused), refused
    rates = [900_000, 800_000, 700_000, 600_000]
    assert [f"rate {rate}bit" in artefact.files[0].text for rate in rates] == [True] * 4
    assert "rate 500000bit" not in artefact.files[0].text


def test_a_meter_in_percent_is_of_the_shaper_above_where_the_child_has_no_queue() -> None:
    """Cisco 10000 QoS guide OL-7433-09, 13-4: "the percentage of the total shape rate and not the
    percentage of the interface bandwidth". 10 % of 4 Mbit/s, and of 50 % of that.
    """
    text = """
class-map match-all VOICE
 match ip precedence 5
policy-map METER
 class VOICE
  police cir percent 10
policy-map MIDDLE
 class VOICE
  shape average percent 50
  service-policy METER
 class class-default
  service-policy METER
policy-map TOP
 class class-default
  shape average 4000000
  service-policy MIDDLE
interface GigabitEthernet0/0
 service-policy output TOP
"""
    script = qosc.compile(qosc.loads(text, platform="ios-15"), target="tc")
    commands = script.files[0].text
    assert "police rate 200000bit burst 6250b" in commands
    assert "police rate 100000000bit" not in commands
