"""What belongs to one block is not taken for what the next one has."""

from __future__ import annotations

from tests.rules.linting import lint

QUEUES = """interface GigabitEthernet2/1
 tx-queue 1
  bandwidth percent 30
 tx-queue 2
  bandwidth percent 20
"""


def test_each_transmit_queue_of_a_catalyst_4500_has_a_share_of_its_own() -> None:
    assert "QOS602" not in {found.code for found in lint(QUEUES, "cat4500")}


def test_a_share_that_a_transmit_queue_has_twice_is_given_again() -> None:
    text = QUEUES.replace(" tx-queue 2\n", "")
    assert [(one.code, one.primary.line) for one in lint(text, "cat4500")].count(("QOS602", 3)) == 1


PRIORITIES = """set version 20.2R3
set class-of-service schedulers BEST priority medium-high
set class-of-service schedulers BEST transmit-rate percent 15
set class-of-service schedulers NC transmit-rate percent 5
set class-of-service schedulers NC priority low
set class-of-service schedulers AF transmit-rate percent 30
set class-of-service scheduler-maps M forwarding-class best-effort scheduler BEST
set class-of-service scheduler-maps M forwarding-class assured-forwarding scheduler AF
set class-of-service scheduler-maps M forwarding-class network-control scheduler NC
set class-of-service interfaces ge-0/0/1 scheduler-map M
set interfaces ge-0/0/1 unit 0 family inet
"""


def test_the_priority_that_is_told_is_that_of_the_scheduler_itself() -> None:
    found = [one for one in lint(PRIORITIES, "junos-mx") if one.code == "QOS615"]
    assert [one.primary.line for one in found] == [2]
