"""What is remembered of a network namespace is not heeded in another that gets its number."""

from __future__ import annotations

import re
from typing import Any

import pytest

import qosc
from qosc.lab.linux import uml
from qosc.verify.state.collector import collector
from tests.engines.tc.test_tc_script import experiment, run

pytestmark = pytest.mark.engine

CONFIG = """policy-map P
 class class-default
  police 64000 8000 conform-action transmit exceed-action drop
interface Serial0
 service-policy output P
"""
STEPS = """\
number() { ip netns exec "$1" readlink /proc/self/ns/net; }
inside() { ip netns exec "$@"; }
made() {
    ip netns add "$1"
    ip -n "$1" link add e9 type dummy
}
echo "== first"
made one
number one
inside one sh "$1" apply Serial0=e9 2>&1
inside one tc actions get action gact index 1903129443 >/dev/null && echo token
inside one sh "$2" | sed -n '/begin system apply/,/== end/p'
: > "$(ls -d /run/qosc/*/2)/doing"
ip netns del one
# It is taken apart in its own time.
for try in 1 2 3 4 5 6 7 8; do
    sleep 0.5
    made two
    [ ! -e "/run/qosc/$(number two | tr -dc 0-9)" ] || break
    ip netns del two
done
echo "== second"
number two
ip -n two link show dev e9 | sed -n 's/^\\([0-9]*\\): .*/e9 is \\1/p'
inside two tc qdisc add dev e9 root handle 5: htb default 1
inside two sh "$2" | sed -n '/begin system apply/,/== end/p'
inside two sh "$1" apply Serial0=e9 2>&1
echo "status $?"
inside two sh "$1" clear e9 2>&1
echo "status $?"
inside two tc qdisc show dev e9
inside two sh "$1" apply --force Serial0=e9 2>&1
echo "status $?"
inside two sh "$1" clear e9 2>&1
ls /run/qosc/*/
inside two tc actions get action gact index 1903129443 >/dev/null 2>&1 || echo "no token"
"""


def job() -> dict[str, Any]:
    """One boot: a namespace that is deleted, and another of its number."""
    files = {
        "steps": STEPS,
        "script": qosc.compile(qosc.loads(CONFIG, platform="ios-15")).files[0].text,
        "collect": collector(),
    }
    return {
        "files": files,
        "experiments": [experiment("namespaces", run("sh", "@steps", "@script", "@collect"))],
    }


@pytest.fixture(scope="module")
def said(linux: None) -> tuple[str, str]:
    """What was printed in the first namespace, and in the second."""
    outcome = uml.run(job(), timeout=600)
    assert outcome.result is not None, (outcome.error, outcome.console)
    (found,) = outcome.result["experiments"]
    assert "error" not in found, found["error"]
    first, _, second = found["steps"][0]["stdout"].partition("== second\n")
    return first, second


def test_a_namespace_is_told_from_one_that_had_its_number(said: tuple[str, str]) -> None:
    first, second = said
    number = re.search(r"net:\[\d+\]", first)
    assert number is not None
    assert number[0] in second, "Linux gave the second another number: nothing was tried"
    assert "e9 is 2" in second
    assert "token" in first.splitlines()
    # A run of the first was cut off there. What stands in the second is of others.
    assert second.count("network namespace that is gone") == 3
    assert "cut off" not in second
    assert re.findall(r"status (\d)", second) == ["1", "1", "0"]
    assert "others have set up: qdisc htb 5:" in second
    assert "qdisc htb 5: root refcnt" in second


def test_the_collector_takes_no_port_from_the_other(said: tuple[str, str]) -> None:
    boot = r"who [0-9a-f-]{36}\n"
    assert re.search(boot, said[0])
    assert not re.search(boot, said[1])
    assert "who another network namespace" in said[1]


def test_clear_leaves_no_token(said: tuple[str, str]) -> None:
    assert said[1].splitlines()[-2:] == ["lock", "no token"]
