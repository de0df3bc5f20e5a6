"""The emitted script in a real kernel: accepted, idempotent, cleared, rolled back; and what the
kernel's policer counts, on which its lowering rests."""

from __future__ import annotations

import re
from typing import Any

import pytest

from qosc.lab.linux import uml
from tests.engines.engine_kit import LAN, WAN, emitted, published

pytestmark = pytest.mark.engine

# One program that is started once: in the guest each start takes its time.
SHOW = "tc -batch - <<'EOT'\n" + "".join(
    f"qdisc show dev {dev}\nclass show dev {dev}\n"
    f"filter show dev {dev} ingress\nfilter show dev {dev} egress\n"
    for dev in ("e0", "e1")
)
# Stands before the real tc in PATH and fails at the twentieth command of a change.
BROKEN_TC = """#!/bin/sh
case $1$2 in
    -batch*.live)
        sed '20s/.*/no more/' "$2" > /run/tmp/broken
        exec /sbin/tc -batch /run/tmp/broken ;;
esac
exec /sbin/tc "$@"
"""
WITH_BROKEN_TC = """#!/bin/sh
mkdir -p /run/tmp/bin
ln -sf "$1" /run/tmp/bin/tc
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
        {
            "ends": [
                {"node": "host", "interface": f"h{n}", "address": f"10.0.{n}.2"},
                {"node": "router", "interface": f"e{n}", "address": f"10.0.{n}.1"},
            ]
        }
        for n in range(2)
    ]
    nodes = [{"name": "host", "addresses": []}, {"name": "router", "addresses": []}]
    return {"name": name, "nodes": nodes, "links": links, "routes": [], "steps": list(steps)}


PAIRS = (f"{LAN}=e0", f"{WAN}=e1")
AGAIN = ("as published", "corrected")
WRONG = {
    "no interface": ("apply",),
    "no port": ("apply", "e0"),
    "one of two is missing": ("apply", f"{LAN}=e0", f"{WAN}=nowhere"),
}


CLEAR = run("@corrected", "clear", "e0", "e1")
OTHERS = {
    "queues of others": (
        "tc qdisc add dev e0 root handle 8001: fq_codel limit 1000 target 4ms",
        "tc qdisc add dev e1 root handle 8001: pfifo limit 77",
    ),
    "a shaper of others": (
        "tc qdisc add dev e0 root tbf rate 1mbit burst 10kb latency 50ms",
        "tc qdisc add dev e1 ingress",
    ),
    "classes of others": (
        "tc qdisc add dev e1 root handle 5: htb default 1",
        "tc class add dev e1 parent 5: classid 5:1 htb rate 1mbit",
    ),
    "filters of others": (
        "tc qdisc add dev e0 clsact",
        "tc filter add dev e0 egress pref 9 matchall action drop",
    ),
}
"""What others have set up before apply: two of them can be set up again, two cannot."""


HOOKS = {"ingress": "e0", "egress": "e1"}
BUCKET = 10_000
"""Bytes of the policer's bucket, which is emptied long before it fills again."""


def policed(hook: str) -> dict[str, Any]:
    """Three hundred packets of 100 bytes at once through a policer at one hook of the router."""
    made = experiment(
        hook,
        shell(f"tc qdisc add dev {HOOKS[hook]} clsact"),
        shell(
            f"tc filter add dev {HOOKS[hook]} {hook} protocol ip prio 1 matchall action police"
            f" rate 8kbit burst {BUCKET} mtu 65535 conform-exceed drop/pipe"
        ),
    )
    nodes = [
        {"name": "host", "addresses": ["192.0.2.1"]},
        {"name": "far", "addresses": ["192.0.2.2"]},
    ]
    made["nodes"] = [*nodes, {"name": "router", "addresses": [], "forward": True}]
    made["links"][1]["ends"][0]["node"] = "far"
    made["routes"] = [
        {"node": "host", "to": "192.0.2.2/32", "via": "10.0.0.1", "interface": "h0"},
        {"node": "router", "to": "192.0.2.2/32", "via": "10.0.1.2", "interface": "e1"},
    ]
    made["sources"] = [
        {
            "index": 0,
            "kind": "cbr",
            "from": "host",
            "to": "far",
            "src": "192.0.2.1",
            "dst": "192.0.2.2",
            "sport": 1,
            "dport": 9,
            "packet_bytes": 100,
            "interval_ns": 1e5,
            "count": 300,
        }
    ]
    return {**made, "duration_us": 300_000}


@pytest.fixture(scope="module")
def results(linux: None) -> dict[str, Any]:
    """The runs of the script, in one boot; the kernel's warnings are under `dmesg`."""
    files = {
        name: emitted(published("infn-fnal-wfq", corrected=name != AGAIN[0])).text for name in AGAIN
    }
    experiments = [
        experiment(
            name,
            shell(SHOW),
            run(f"@{name}", "apply", *PAIRS),
            shell(SHOW),
            run(f"@{name}", "apply", *PAIRS),
            shell(SHOW),
            run(f"@{name}", "show", "e0", "e1"),
            run(f"@{name}", "clear", "e0", "e1"),
            shell(SHOW),
            run(f"@{name}", "clear", "e0", "e1"),
            shell(SHOW),
        )
        for name in AGAIN
    ]
    broken = run("@wrapper", "@tc", "@corrected", "apply", *PAIRS)
    experiments.append(experiment("broken", shell(SHOW), broken, shell(SHOW)))
    other = run("@wrapper", "@tc", f"@{AGAIN[0]}", "apply", *PAIRS)
    earlier = run("@corrected", "apply", *PAIRS)
    experiments.append(experiment("put back", earlier, shell(SHOW), other, shell(SHOW)))
    for name, commands in OTHERS.items():
        theirs = [shell(command) for command in commands]
        experiments.append(
            experiment(name, *theirs, shell(SHOW), earlier, shell(SHOW), CLEAR, shell(SHOW))
        )
    for name, arguments in WRONG.items():
        wrong = run("@corrected", *arguments)
        experiments.append(experiment(name, shell(SHOW), wrong, shell(SHOW)))
    asked = shell("ethtool -k e0 | grep -e ^generic-receive -e ^generic-seg -e ^tcp-seg")
    switch = shell("ethtool -K e0 gro on gso on tso on")
    wrapped = run("@wrapper", "@tc", "@corrected", "apply", *PAIRS)
    steps = (switch, asked, wrapped, asked, earlier, asked, CLEAR, asked)
    experiments.append(experiment("offloads", *steps))
    experiments += [policed(hook) for hook in HOOKS]
    files |= {"tc": BROKEN_TC, "wrapper": WITH_BROKEN_TC}
    outcome = uml.run({"files": files, "experiments": experiments, "together": 2}, timeout=400)
    assert outcome.result is not None, (outcome.error, outcome.console)
    assert "error" not in outcome.result, outcome.result["error"]
    found = {each["name"]: each for each in outcome.result["experiments"]}
    assert not any("error" in each for each in found.values())
    return {**found, "dmesg": outcome.result["dmesg"]}


def test_apply_switches_off_what_joins_packets_until_clear(results: dict[str, Any]) -> None:
    _, before, failed, undone, applied, during, cleared, after = results["offloads"]["steps"]
    assert failed["status"] == 1
    assert applied["status"] == cleared["status"] == 0
    assert "e0 joins packets; off until clear: gro" in applied["stderr"]
    assert "generic-receive-offload: on\n" in before["stdout"]
    assert undone["stdout"] == before["stdout"]
    assert not any(line.endswith(": on") for line in during["stdout"].splitlines())
    assert after["stdout"] == before["stdout"]


def without_ages(dump: str) -> list[str]:
    """The lines of a dump but for those that tell when something was made, and its index."""
    return [line for line in dump.splitlines() if "installed" not in line and "index" not in line]


def without_numbers(dump: str) -> list[str]:
    """The lines of a dump without the number of users of a queue, which changes with its age."""
    return [re.sub(r" refcnt \d+", "", line) for line in without_ages(dump)]


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
    assert failed["status"] == 1
    assert 'Object "no" is unknown' in failed["stderr"]
    assert "undone on: e0 e1" in failed["stderr"]
    assert after["stdout"] == before["stdout"]


def test_what_was_applied_before_is_put_back(results: dict[str, Any]) -> None:
    _, before, failed, after = results["put back"]["steps"]
    assert failed["status"] == 1
    # The scripts are the same for e0, which is left alone.
    assert "put back on: e1" in failed["stderr"]
    assert "not quite" not in failed["stderr"]
    assert before["stdout"].count("class htb") == 9
    assert without_ages(after["stdout"]) == without_ages(before["stdout"])


@pytest.mark.parametrize("name", list(OTHERS)[:2])
def test_what_others_had_set_up_comes_back(results: dict[str, Any], name: str) -> None:
    before, applied, there, cleared, after = results[name]["steps"][2:]
    assert applied["status"] == cleared["status"] == 0
    assert there["stdout"].count("class htb") == 9
    assert without_numbers(after["stdout"]) == without_numbers(before["stdout"])


@pytest.mark.parametrize("name", list(OTHERS)[2:])
def test_what_could_not_come_back_is_left(results: dict[str, Any], name: str) -> None:
    before, applied, there, cleared, after = results[name]["steps"][2:]
    assert applied["status"] == cleared["status"] == 1
    assert "apply --force" in applied["stderr"]
    assert before["stdout"] == there["stdout"] == after["stdout"]


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_call_changes_nothing(results: dict[str, Any], name: str) -> None:
    before, failed, after = results[name]["steps"]
    assert failed["status"] in (1, 2)
    assert failed["stderr"]
    assert after["stdout"] == before["stdout"]


@pytest.mark.parametrize(("hook", "length"), [("ingress", 100), ("egress", 114)])
def test_the_policer_counts_the_ip_length_and_on_the_way_out_the_mac_header(
    results: dict[str, Any], hook: str, length: int
) -> None:
    (tap,) = (part for part in results[hook]["processes"] if part["role"] == "tap")
    admitted = tap["received"]["0"]["all_packets"]
    # 8 kbit/s fill the bucket by 1000 bytes a second, and all is sent within a fraction of one.
    assert BUCKET // length <= admitted <= (BUCKET + 300) // length
