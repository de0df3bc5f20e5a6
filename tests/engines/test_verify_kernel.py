"""What a real kernel holds after a script is what verify's reader made of the script."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

import qosc
from qosc.lab.linux import uml
from qosc.targets.tc.predict import kernel_burst
from qosc.verify.tc import model
from qosc.verify.tc.model import Filter, PortSetup
from qosc.verify.tc.read import read_script
from tests.engines.tc.test_tc_script import experiment, run, shell
from tests.targets.verify.verify_configs import CONFIGS

pytestmark = pytest.mark.engine

NAMES = ("hierarchy", "ports", "circuit", "bands", "turns")
DUMP = "; echo; echo ---; ".join(
    (
        "tc -d class show dev e0",
        "tc -j -d qdisc show dev e0",
        "tc -j filter show dev e0 ingress",
        "tc -j filter show dev e0 egress",
        "tc filter show dev e0 ingress",
        "tc filter show dev e0 egress",
    )
)
SCALES = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9}
VERBS = {"ok": "pass", "drop": "drop", "continue": "continue", "pipe": "pipe"}


def text_of(name: str) -> str:
    return qosc.compile(qosc.loads(CONFIGS[name][0]), allow_loss=True).files[0].text


def setup(name: str) -> PortSetup:
    return read_script(text_of(name))[0]


@pytest.fixture(scope="module")
def held(linux: None) -> dict[str, list[str]]:
    """The six dumps after each script, all made in one boot."""
    files = {name: text_of(name) for name in NAMES}
    steps = [experiment(key, run(f"@{key}", "apply", "e0"), shell(DUMP)) for key in files]
    outcome = uml.run({"files": files, "experiments": steps}, timeout=600)
    assert outcome.result is not None, (outcome.error, outcome.console)
    found = {}
    for each in outcome.result["experiments"]:
        applied, dumped = each["steps"]
        assert (applied["status"], applied["stderr"]) == (0, "")
        found[each["name"]] = dumped["stdout"].split("---\n")
    return found


def words(found: tuple[int, int]) -> str:
    return f"{found[0]:x}:{found[1]:x}" if found[1] else f"{found[0]:x}:"


def number(text: str, scale: str) -> int:
    return int(text) * SCALES[scale]


@pytest.mark.parametrize("name", NAMES)
def test_classes(held: dict[str, list[str]], name: str) -> None:
    lines = {line.split()[2]: line for line in held[name][0].splitlines() if " htb " in line}
    wanted = setup(name).classes
    assert set(lines) == {words(each.classid) for each in wanted}
    inner = {each.parent for each in wanted}
    for each in wanted:
        line = lines[words(each.classid)]
        place = "root" if each.parent == (1, 0) else f"parent {words(each.parent)}"
        assert f" {place} " in line
        if each.classid not in inner:
            assert f" prio {each.values['prio']} quantum {each.values['quantum']} " in line
        layer = each.values.get("linklayer", "ethernet")
        assert f" linklayer {layer} " in line
        for rate, burst in (("rate", "burst"), ("ceil", "cburst")):
            got = re.search(rf" {rate} (\d+)([KMG]?)bit", line)
            asked = int(str(each.values[rate]))
            assert got
            assert number(got[1], got[2]) == asked // SCALES[got[2]] * SCALES[got[2]]
            depth = re.search(rf" {burst} (\d+)b", line)
            assert depth
            # tc shows whole microseconds of the rate.
            shown = kernel_burst(asked, int(str(each.values[burst])))
            assert abs(int(depth[1]) - shown) <= asked // 8_000_000 + 1


@pytest.mark.parametrize("name", NAMES)
def test_qdiscs(held: dict[str, list[str]], name: str) -> None:
    found = {each["handle"]: each for each in json.loads(held[name][1])}
    wanted = setup(name).qdiscs
    if any(each.kind == "htb" for each in wanted):
        # That of apply, which splits joined packets above the classes.
        assert found.pop("fffe:")["kind"] == "tbf"
    assert set(found) == {words(each.handle) for each in wanted}
    for each in wanted:
        got = found[words(each.handle)]
        assert got["kind"] == each.kind
        if each.kind != "clsact":
            above = "fffe:1" if each.kind == "htb" else None
            assert got.get("parent") == (words(each.parent) if each.parent else above)
        options = got["options"]
        if each.kind == "htb":
            assert int(options["default"], 16) == each.values["default"]
        for key in ("limit", "min", "max", "bands", "priomap", "flows", "depth", "divisor"):
            if key in each.values and key in options:
                wish = each.values[key]
                assert options[key] == (list(wish) if isinstance(wish, tuple) else wish)


def actions(found: Filter) -> list[tuple[str, ...]]:
    """The actions of a filter as a kernel lists them."""
    result: list[tuple[str, ...]] = []
    for action in found.actions:
        if isinstance(action, model.Control):
            verb = VERBS.get(action.verb, action.verb)
            result.append(("gact", verb, str(action.chain) if verb == "goto" else ""))
        elif isinstance(action, model.SetPriority):
            result.append(("skbedit", words(action.classid)))
        else:
            kinds = {
                model.Police: "police",
                model.Pedit: "pedit",
                model.Csum: "csum",
                model.SetMark: "skbedit",
            }
            result.append((kinds[type(action)],))
    return result


def listed(found: dict[str, Any]) -> list[tuple[str, ...]]:
    """The same, from a filter of the kernel."""
    result: list[tuple[str, ...]] = []
    for action in found["options"].get("actions", ()):
        control = action.get("control_action", {})
        if action["kind"] == "gact":
            chain = str(control["chain"]) if control["type"] == "goto" else ""
            result.append(("gact", control["type"], chain))
        elif "priority" in action:
            result.append(("skbedit", action["priority"]))
        else:
            result.append((action["kind"],))
    return result


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("place", [0, 1], ids=["ingress", "egress"])
def test_filters(held: dict[str, list[str]], name: str, place: int) -> None:
    hook = ("ingress", "egress")[place]
    ours = [each for each in setup(name).filters if each.hook == hook]
    found = [each for each in json.loads(held[name][2 + place]) if "options" in each]
    # A u32 filter's table and its divisor are listed too.
    found = [each for each in found if listed(each)]

    def order(each: tuple[Any, ...]) -> tuple[Any, ...]:
        return each[:2]

    got = sorted(
        (
            (each.get("chain", 0), each["pref"], each["kind"], each["protocol"], listed(each))
            for each in found
        ),
        key=order,
    )
    assert got == sorted(
        ((each.chain, each.pref, each.kind, each.protocol, actions(each)) for each in ours),
        key=order,
    )


POLICE = re.compile(r"police \S+ rate (\d+)([KMG]?)bit burst (\d+)(K?)b mtu (\d+)(K?)b ")


def buckets(filters: list[Filter]) -> Iterator[tuple[int, int]]:
    for each in filters:
        for action in each.actions:
            if isinstance(action, model.Police):
                yield action.rate, kernel_burst(action.rate, action.burst)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("place", [0, 1], ids=["ingress", "egress"])
def test_meters(held: dict[str, list[str]], name: str, place: int) -> None:
    hook = ("ingress", "egress")[place]
    ours = sorted(buckets([each for each in setup(name).filters if each.hook == hook]))
    theirs = sorted(
        (number(found[0], found[1]), int(found[2]) * (1024 if found[3] else 1))
        for found in POLICE.findall(held[name][4 + place])
    )
    assert len(ours) == len(theirs)
    for (rate, burst), (shown, depth) in zip(ours, theirs, strict=True):
        assert shown <= rate < shown + 10**6
        assert abs(depth - burst) <= (1024 if depth > 1024 * 10 and depth % 1024 == 0 else 1)
