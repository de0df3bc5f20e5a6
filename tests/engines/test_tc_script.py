"""The emitted script in a real kernel: accepted, idempotent, cleared, rolled back."""

from __future__ import annotations

from typing import Any

import pytest

from qosc.lab.linux import uml
from tests.engines.engine_kit import LAN, WAN, emitted, published

pytestmark = pytest.mark.engine

SHOW = (
    "for dev in e0 e1; do tc qdisc show dev $dev; tc class show dev $dev;"
    " tc filter show dev $dev ingress; tc filter show dev $dev egress; done"
)
# Stands before the real tc in PATH and fails at the twentieth thing that is added.
BROKEN_TC = """#!/bin/sh
case $* in *" add "*)
    echo + >> /run/tmp/added
    [ "$(wc -l < /run/tmp/added)" -lt 20 ] || { echo "no more" >&2; exit 2; } ;;
esac
exec /sbin/tc "$@"
"""
WITH_BROKEN_TC = """#!/bin/sh
mkdir /run/tmp/bin
ln -s "$1" /run/tmp/bin/tc
shift
PATH=/run/tmp/bin:$PATH exec "$@"
"""


def shell(command: str) -> dict[str, Any]:
    return {"node": "router", "argv": ["sh", "-c", command]}


def run(*argv: str) -> dict[str, Any]:
    return {"node": "router", "argv": list(argv), "check": False}


def experiment(name: str, *steps: dict[str, Any]) -> dict[str, Any]:
    """A router with two ports, e0 and e1, on which programs are run."""
    links = [
        {"ends": [{"node": "host", "interface": f"h{n}", "address": f"10.0.{n}.2"},
                  {"node": "router", "interface": f"e{n}", "address": f"10.0.{n}.1"}]}
        for n in range(2)
    ]  # fmt: skip
    nodes = [{"name": "host", "addresses": []}, {"name": "router", "addresses": []}]
    return {"name": name, "nodes": nodes, "links": links, "routes": [], "steps": list(steps)}


PAIRS = (f"{LAN}=e0", f"{WAN}=e1")
AGAIN = ("as published", "corrected")
WRONG = {
    "no interface": ("apply",),
    "no port": ("apply", "e0"),
    "one of two is missing": ("apply", f"{LAN}=e0", f"{WAN}=nowhere"),
}


@pytest.fixture(scope="module")
def results(linux: None) -> dict[str, Any]:
    """The runs of the script, in one boot; the kernel's warnings are under `dmesg`."""
    files = {name: emitted(published("infn-fnal-wfq", corrected=name != AGAIN[0])).text
             for name in AGAIN}  # fmt: skip
    experiments = [
        experiment(
            name, shell(SHOW), run(f"@{name}", "apply", *PAIRS), shell(SHOW),
            run(f"@{name}", "apply", *PAIRS), shell(SHOW), run(f"@{name}", "show", "e0", "e1"),
            run(f"@{name}", "clear", "e0", "e1"), shell(SHOW),
            run(f"@{name}", "clear", "e0", "e1"), shell(SHOW),
        )
        for name in AGAIN
    ]  # fmt: skip
    broken = run("@wrapper", "@tc", "@corrected", "apply", *PAIRS)
    experiments.append(experiment("broken", shell(SHOW), broken, shell(SHOW)))
    for name, arguments in WRONG.items():
        wrong = run("@corrected", *arguments)
        experiments.append(experiment(name, shell(SHOW), wrong, shell(SHOW)))
    files |= {"tc": BROKEN_TC, "wrapper": WITH_BROKEN_TC}
    outcome = uml.run({"files": files, "experiments": experiments}, timeout=120)
    assert outcome.result is not None, (outcome.error, outcome.console)
    assert "error" not in outcome.result, outcome.result["error"]
    found = {each["name"]: each for each in outcome.result["experiments"]}
    assert not any("error" in each for each in found.values())
    return {**found, "dmesg": outcome.result["dmesg"]}


def without_ages(dump: str) -> list[str]:
    """The lines of a dump but for those that tell when something was made, and its index."""
    return [line for line in dump.splitlines() if "installed" not in line and "index" not in line]


@pytest.mark.parametrize("name", AGAIN)
def test_the_script_is_accepted_twice_and_cleared(results: dict[str, Any], name: str) -> None:
    steps = results[name]["steps"]
    assert [step["status"] for step in steps] == [0] * 10
    assert all(step["stderr"] == "" for step in steps)
    pristine, once, twice, cleared, again = (steps[n]["stdout"] for n in (0, 2, 4, 7, 9))
    assert once.count("class htb") == 9
    assert once.count("police") == 1
    assert without_ages(twice) == without_ages(once)
    assert cleared == pristine
    assert again == pristine


def test_the_kernel_has_no_complaint(results: dict[str, Any]) -> None:
    assert results["dmesg"] == []


def test_a_step_that_fails_undoes_the_others(results: dict[str, Any]) -> None:
    before, failed, after = results["broken"]["steps"]
    assert failed["status"] == 2
    assert "no more" in failed["stderr"]
    assert "undone on: e0 e1" in failed["stderr"]
    assert after["stdout"] == before["stdout"]


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_call_changes_nothing(results: dict[str, Any], name: str) -> None:
    before, failed, after = results[name]["steps"]
    assert failed["status"] in (1, 2)
    assert failed["stderr"]
    assert after["stdout"] == before["stdout"]
