"""Classes that say nothing of queueing: their packets wait in the queue of class-default.

Cisco, Class-Based Weighted Fair Queueing: a class with `bandwidth`, `priority`, `shape` or a queue
limit has a queue; what is in no such class is class-default's. So a class that only marks or
polices has no part of its own in the link, in tc as in the scenario.
"""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import qosc
from qosc.api import verify_script
from qosc.scenario import Policy, Scenario, load

HEAD = (
    "class-map match-any V\n match dscp ef\nclass-map match-any D\n match dscp af21\n"
    "class-map match-any S\n match dscp cs1\nclass-map match-any T\n match dscp cs2\n"
)
SILENT = {
    "marked": " set dscp default",
    "policed": " police 64000 8000 conform-action transmit exceed-action drop",
    "nested": " service-policy MARKS",
}
MARKS = "policy-map MARKS\n class T\n  set dscp cs3\n"


def config(classes: dict[str, str], version: str = "15.1") -> str:
    body = "".join(f" class {name}\n {said}\n" for name, said in classes.items())
    return (
        f"version {version}\n{HEAD}{MARKS}policy-map P\n{body} class class-default\n"
        "interface Serial0/0\n bandwidth 1000\n service-policy output P\n"
    )


def compiled(text: str, target: str, platform: str) -> str:
    (made,) = qosc.compile(qosc.loads(text, platform=platform), target=target).files
    return made.text


def shares(text: str, platform: str) -> list[tuple[int, int]]:
    """bit/s of the rate and bytes of the turn of each queue in the script, in order."""
    found = re.findall(
        r"class add .* parent 1:1 classid .* rate (\d+)bit .* quantum (\d+)",
        compiled(text, "tc", platform),
    )
    return [(int(rate), int(turn)) for rate, turn in found]


def scheduled(text: str, platform: str) -> dict[str, tuple[int, int | None] | None]:
    """The guarantee and the weight of each class in the scenario; None for one without a queue."""
    model = load(compiled(text, "sim", platform), "p.yaml")
    assert isinstance(model, Scenario)
    (policy,) = (
        stage for port in model.ports for stage in port.output if isinstance(stage, Policy)
    )
    return {
        each.name: each.queue and (each.queue.guarantee_bps, each.queue.excess_weight)
        for each in policy.classes
    }


@pytest.mark.parametrize("silent", SILENT.values(), ids=SILENT)
@pytest.mark.parametrize(
    ("platform", "kbps"),
    # Without heirs, what is left (400) is shared by the guarantees; the default class has 1 kbit/s.
    [("ios-15", [200, 400, 400]), ("ios-xe", [200, 400, 1])],
)
def test_a_silent_class_has_no_part_in_the_link(
    silent: str, platform: str, kbps: list[int]
) -> None:
    text = config({"V": " priority 200", "D": " bandwidth 400", "S": silent})
    assert [rate // 1000 for rate, _ in shares(text, platform)] == kbps
    found = scheduled(text, platform)
    assert found["S"] is None
    assert [name for name, queue in found.items() if queue is not None] == [
        "V",
        "D",
        "class-default",
    ]


@pytest.mark.parametrize("silent", SILENT.values(), ids=SILENT)
def test_what_remains_is_not_divided_by_silent_classes(silent: str) -> None:
    text = config({"D": " bandwidth remaining percent 40", "S": silent})
    (_, first), (_, rest) = shares(text, "ios-15")
    assert rest / first == pytest.approx(60 / 40, rel=0.01)
    found = scheduled(text, "ios-15")
    assert found == {"D": (0, 400_000), "S": None, "class-default": (0, 600_000)}


def test_a_class_with_the_queues_of_its_child_has_a_part_and_gives_the_default_one() -> None:
    text = config({"D": " service-policy INNER", "S": SILENT["marked"]}).replace(
        "policy-map P\n", "policy-map INNER\n class T\n  bandwidth 100\npolicy-map P\n"
    )
    assert len(shares(text, "ios-15")) == 2
    found = scheduled(text, "ios-15")
    assert found["D"] is not None
    assert found["S"] is None
    assert found["class-default"] is not None


def differences(text: str, change: tuple[str, str] | None) -> list[str]:
    config = qosc.loads(text, platform="ios-15")
    artefact = qosc.compile(config)
    script = artefact.files[0].text
    if change is not None:
        pattern, new = change
        script, count = re.subn(pattern, new, script)
        assert count
    return [each.kind for each in verify_script(config, script, artefact.ledger).differences]


LEAF = (
    r'( +tc class add dev "\$dev" parent 1:1 classid) 1:12 (.*)\n',
    r"\1 1:12 \2\n\1 1:13 \2\n",
)
ELSEWHERE = (r"(ip_tos 0x20/0xfc .*action skbedit priority) 1:12", r"\1 1:11")


@pytest.mark.parametrize("silent", SILENT.values(), ids=SILENT)
def test_a_script_is_seen_to_queue_a_silent_class_otherwise(silent: str) -> None:
    text = config({"V": " priority 200", "D": " bandwidth 400", "S": silent})
    assert differences(text, None) == []
    assert "queues" in differences(text, LEAF)


def test_a_script_is_seen_to_send_a_silent_class_elsewhere() -> None:
    text = config({"V": " priority 200", "D": " bandwidth 400", "S": SILENT["policed"]})
    assert "class" in differences(text, ELSEWHERE)


queueing = st.sampled_from(
    ["bandwidth 100", "bandwidth 150", "shape average 300000", "priority 120", "queue-limit 20"]
)
said = st.one_of(
    queueing.map(" {}".format),
    st.sampled_from(list(SILENT.values())),
    st.tuples(st.sampled_from([SILENT["marked"], SILENT["policed"]]), queueing).map("\n  ".join),
)
policies = st.lists(said, min_size=1, max_size=4).map(
    lambda lines: dict(zip(("V", "D", "S", "T"), lines, strict=False))
)


def speaking(classes: dict[str, str]) -> list[str]:
    return [name for name, lines in classes.items() if lines not in SILENT.values()]


@settings(deadline=None, max_examples=25)
@given(policies.filter(speaking), st.sampled_from(["ios-12", "ios-15", "ios-xe"]))
def test_script_and_scenario_divide_the_link_alike(classes: dict[str, str], platform: str) -> None:
    """Who has a queue follows from what the classes say here; the figures are held together."""
    text = config(classes)
    found = scheduled(text, platform)
    wanted = [*speaking(classes), "class-default"]
    assert [name for name, queue in found.items() if queue is not None] == wanted
    parts = shares(text, platform)
    assert len(parts) == len(wanted)
    for name, (rate, _) in zip(wanted, parts, strict=True):
        queue = found[name]
        assert queue is not None
        if queue[0] and "shape" not in classes.get(name, ""):
            assert rate == pytest.approx(queue[0], abs=8)
