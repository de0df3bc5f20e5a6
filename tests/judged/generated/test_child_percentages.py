"""Percentages of child policies below shapers of several rates: scenario, script and tables agree.

Devices and figures are those of `tests.generator`, worked out by hand from the abstract policy.
One child policy is below shapers of different rates on ports of different speeds, so that a base
that is taken from another place shows.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generator import Figure, device
from tests.generator.ios.figures import figures
from tests.generator.ios.model import Amount, Police, Policy, PolicyClass, Port, Priority, Router
from tests.judged import compared, printed

IOS = ("ios-12", "ios-15", "ios-xe")


def unexplained(seed: int, dialect: str, folder: Path) -> tuple[int, list[str]]:
    """How many figures were compared, and the disagreements in words."""
    made = device(seed, dialect, "nested")
    ports = compared.scenarios(made, folder)
    wrong = list(compared.packets(made, ports, "nested", 60))
    total = 0
    for count, more in (
        compared.figures(made, ports, "nested"),
        printed.in_script(made, folder),
        printed.in_tables(made, folder),
    ):
        total += count
        wrong += more
    return total, [f"{w.where}: expected {w.expected}, found {w.found}" for w in wrong]


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("dialect", IOS)
def test_child_percentages_are_of_the_shaper_above(dialect: str, seed: int, tmp_path: Path) -> None:
    total, wrong = unexplained(seed, dialect, tmp_path)
    assert total > 60
    assert not wrong


@pytest.mark.deep
@pytest.mark.parametrize("first", range(100, 160, 6))
@pytest.mark.parametrize("dialect", IOS)
def test_further_child_percentages(dialect: str, first: int, tmp_path: Path) -> None:
    for seed in range(first, first + 6):
        _, wrong = unexplained(seed, dialect, tmp_path)
        assert not wrong


def of(found: list[Figure], *path: str, port: str = "fast") -> dict[str, int | None]:
    return {each.quantity: each.value for each in found if each.path == path and each.port == port}


def test_the_figures_themselves_by_hand() -> None:
    """A child below 20 % and 50 % of two ports, and below a guarantee without a shaper."""
    child = Policy(
        "C",
        (
            PolicyClass("EF", priority=Priority(Amount(percent=10))),
            PolicyClass("AF", bandwidth=Amount(percent=30), shape=Amount(percent=60)),
            PolicyClass("BE", police=Police(Amount(percent=5), pir=Amount(percent=10))),
        ),
    )
    metered = Policy("M", (PolicyClass("BE", police=Police(Amount(percent=5))),))
    parent = Policy(
        "P",
        (
            PolicyClass("A", shape=Amount(percent=20), child="C"),
            PolicyClass("G", bandwidth=Amount(percent=40), child="M"),
            PolicyClass("class-default", shape=Amount(percent=50), child="C"),
        ),
    )
    peak = Policy(
        "K",
        (PolicyClass("class-default", shape=Amount(percent=25), shape_peak=True, child="M"),),
    )
    ports = (
        Port("fast", 10**9, output="P"),
        Port("slow", 10**7, bandwidth=4000, output="P"),
        Port("peak", 10**8, output="K"),
    )
    policies = {each.name: each for each in (child, metered, parent, peak)}
    found = figures(Router("R", "ios-xe", ports, {}, {}, policies))
    assert of(found, "A") == {"cap": 200_000_000}
    assert of(found, "A", "EF") == {"priority": 20_000_000, "priority_burst": 500_000}
    assert of(found, "A", "AF") == {"guaranteed": 60_000_000, "cap": 120_000_000}
    assert of(found, "class-default", "BE") == {
        "cir": 25_000_000,
        "bc": 781_250,
        "pir": 50_000_000,
        "be": 1_562_500,
    }
    assert of(found, "G", "BE")["cir"] == 50_000_000  # of the port: nothing shapes above it
    assert of(found, "A", "EF", port="slow") == {"priority": 80_000, "priority_burst": 2000}
    assert of(found, "class-default", "AF", port="slow") == {
        "guaranteed": 600_000,
        "cap": 1_200_000,
    }
    assert of(found, "class-default", port="peak") == {"cap": 50_000_000}
    assert of(found, "class-default", "BE", port="peak")["cir"] == 2_500_000
