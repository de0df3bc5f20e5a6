"""Long lists at many ports: `show --format json` has a row for each pair, so it has a budget."""

from __future__ import annotations

from tests.cli.limits.limited import qosc, used

TERMS = "".join(f"term t{n} {{ from dscp {n % 64}; then count c; }}\n" for n in range(1000))
UNITS = "".join(f"unit {n} {{ family inet {{ filter {{ input f; }} }} }}\n" for n in range(2000))
FILTERS = (
    f"firewall {{ family inet {{ filter f {{\n{TERMS}}} }} }}\n"
    f"interfaces {{ ge-0/0/0 {{\n{UNITS}}} }}"
)


def test_rows_beyond_the_budget_are_refused() -> None:
    result = qosc(["show", "--format", "json", "-"], FILTERS, cpu=20)
    assert result.returncode == 2, used(result)
    assert "too many for one document" in result.stderr
    assert result.stdout == ""


def test_one_port_of_them_is_shown() -> None:
    line = ["show", "--format", "json", "--interface", "ge-0/0/0.7", "-"]
    result = qosc(line, FILTERS)
    assert result.returncode == 0, used(result)
    # The terms, and what JunOS adds behind the last.
    assert result.stdout.count('"kind": "rule"') == 1001
