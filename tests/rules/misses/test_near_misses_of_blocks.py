"""Values of different blocks inside one interface are not given again."""

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
