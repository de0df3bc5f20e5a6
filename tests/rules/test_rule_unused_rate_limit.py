"""QOS006 for the access lists of CAR."""

from __future__ import annotations

from tests.rules.linting import lint

TAIL = "64000 8000 8000 conform-action transmit exceed-action drop"
CONFIG = (
    "access-list rate-limit 1 mask 80\naccess-list rate-limit 2 5\n"
    f"interface Serial0\n rate-limit input access-group rate-limit 1 {TAIL}\n"
)


def found(text: str) -> list[str]:
    return [finding.message for finding in lint(text) if finding.code == "QOS006"]


def test_a_list_that_no_rate_limit_names() -> None:
    (message,) = found(CONFIG)
    assert message == "access-list rate-limit 2 is not referenced"


def test_a_list_that_a_line_outside_the_model_may_name() -> None:
    assert found(CONFIG + " rate-limit output access-group rate-limit 2 64000\n") == []


def test_no_finding_where_nothing_names_such_lists() -> None:
    assert found(f"access-list rate-limit 2 5\ninterface Serial0\n rate-limit input {TAIL}\n") == []
    assert found("access-list rate-limit 2 5\n") == []
