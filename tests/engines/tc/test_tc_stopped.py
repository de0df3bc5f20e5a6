"""Runs of apply that end too early on a real kernel: the interfaces are as they were, or as asked.

A command fails, INT, TERM or HUP comes, to all of a terminal's programs or to the script alone:
what stood there is put back. After a SIGKILL the next apply or clear recovers. `tests/stopped` says
how; most of it in a network namespace of this machine, where one run takes a fraction of a second.
"""

from __future__ import annotations

import pytest

from tests.engines.calm import in_time
from tests.engines.tc.test_tc_whole_devices import TWENTY
from tests.stopped import SMALL, STANDS, Found, namespaces, sweep, whole

pytestmark = pytest.mark.engine

PAIRS = [
    (name, stands)
    for name in SMALL
    for stands in STANDS
    if name != "VLAN" and (name, stands) != ("control plane", "earlier")
]
"""Without filters, which a namespace of this machine may not have, the script of the control plane
changes nothing where an earlier one stands."""


@pytest.fixture(scope="module")
def here() -> None:
    """Skip where this machine gives no network namespace with queues."""
    if why := namespaces():
        pytest.skip(f"no network namespace: {why}")


def ended(found: Found) -> int:
    """How many runs were cut and looked at; one that left a mixture fails."""
    assert not found.wrongs, f"{found.wrongs} wrong\n" + "\n\n".join(found.wrong)
    made = sum(found.outcomes.values())
    in_time(made, made + found.late)
    return made


def test_runs_that_are_cut_at_drawn_places(here: None, seed: int) -> None:
    found = sweep(SMALL["IOS"](), 24, seed=seed, here=True)
    assert ended(found) > 0
    # Queues of one interface, filters of another, and an offload.
    assert found.boundaries["nothing"] >= 14


def test_runs_on_a_vlan_device_that_are_cut_at_drawn_places(linux: None, seed: int) -> None:
    """Its map of priorities, and all filters and actions, are those of the script."""
    found = sweep(SMALL["VLAN"](), 6, seed=seed, stands=("foreign",), seconds=360)
    assert ended(found) > 0
    assert not found.plain


@pytest.mark.deep
@pytest.mark.parametrize(("name", "stands"), PAIRS)
def test_runs_that_are_cut_at_each_change(here: None, name: str, stands: str) -> None:
    found = sweep(SMALL[name](), stands=(stands,), here=True)
    assert ended(found) > 0
    assert found.outcomes["as it was"] > found.outcomes.get("applied", 0)


@pytest.mark.deep
@pytest.mark.parametrize("number", range(len(TWENTY)))
def test_runs_of_whole_devices_that_are_cut_at_drawn_places(
    here: None, number: int, seed: int
) -> None:
    device = whole(TWENTY[number], TWENTY[number - 1])
    assert ended(sweep(device, 51, seed=seed + number, here=True)) > 0


@pytest.mark.deep
@pytest.mark.parametrize("stands", STANDS)
@pytest.mark.parametrize("name", SMALL)
def test_runs_of_whole_scripts_that_are_cut_at_drawn_places(
    linux: None, name: str, stands: str, seed: int
) -> None:
    """With all filters and actions, which the machine that the tests run on may not have."""
    assert ended(sweep(SMALL[name](), 30, seed=seed, stands=(stands,))) > 0
