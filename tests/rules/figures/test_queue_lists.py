"""Findings about priority queueing and custom queueing."""

from __future__ import annotations

from tests.rules.linting import codes, lint

USE = "interface Serial0/0\n bandwidth 256\n priority-group 1\n"


def test_strict_queues_without_a_bound_are_what_a_priority_list_is() -> None:
    assert codes("priority-list 1 protocol ip high\n" + USE) == set()


def test_a_list_of_which_there_is_no_line() -> None:
    (finding,) = lint(USE)
    assert finding.code == "QOS002"
    assert "references undefined priority-list 1" in finding.message
    assert finding.fixes == ()


def test_a_list_that_no_interface_uses() -> None:
    (finding,) = lint("queue-list 2 default 3\ninterface Serial0/0\n bandwidth 256\n")
    assert finding.code == "QOS005"
    assert finding.message.startswith("queue-list 2 is used on no interface")


def test_a_missing_access_list_is_found_in_a_list() -> None:
    assert codes("priority-list 1 protocol ip high list 9\n" + USE) == {"QOS003"}
