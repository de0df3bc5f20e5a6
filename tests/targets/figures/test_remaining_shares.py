"""`bandwidth remaining percent` beside a priority class: what it leaves is the default class's."""

from __future__ import annotations

import re

import pytest

import qosc
from qosc import scenario
from qosc.scenario import Scenario

CONFIG = """\
class-map match-all VOICE
 match dscp ef
class-map match-all DATA
 match dscp af31
policy-map WAN
 class VOICE
  priority percent 20
 class DATA
  bandwidth remaining percent {percent}
 class class-default
  fair-queue
interface Serial0/0
 bandwidth 2000
 service-policy output WAN
"""


@pytest.mark.parametrize(("percent", "ratio"), [(20, 4.0), (50, 1.0), (80, 0.25)])
def test_the_default_class_has_all_that_the_percentages_leave(percent: int, ratio: float) -> None:
    config = qosc.loads(CONFIG.format(percent=percent))
    script = qosc.compile(config).files[0].text
    turns = [int(found) for found in re.findall(r"htb rate .* prio [1-7] quantum (\d+)", script)]
    assert turns[1] / turns[0] == pytest.approx(ratio, rel=0.01)

    made = scenario.load(qosc.compile(config, target="sim").files[0].text, "s.yaml")
    assert isinstance(made, Scenario)
    (policy,) = (stage for port in made.ports for stage in port.output)
    weights = {each.name: each.queue.excess_weight for each in policy.classes if each.queue}
    assert weights["class-default"] / weights["DATA"] == pytest.approx(ratio, rel=0.01)


def test_the_queue_of_a_class_without_a_guarantee_is_paced_by_what_it_can_send_at() -> None:
    text = CONFIG.format(percent="50\n  random-detect dscp-based\n  queue-limit 200 packets")
    script = qosc.compile(qosc.loads(text)).files[0].text
    assert re.findall(r"red .* bandwidth (\d+)bit", script) == ["2000000"]
    guaranteed = text.replace("bandwidth remaining percent 50", "bandwidth percent 50")
    script = qosc.compile(qosc.loads(guaranteed)).files[0].text
    assert re.findall(r"red .* bandwidth (\d+)bit", script) == ["1000000"]


def test_what_the_percentages_leave_is_parted_alike_by_those_without_one() -> None:
    # Of the 40 % that are left, class-default and one more have 20 each; VOICE goes before them.
    extra = "class-map match-all MORE\n match dscp af21\n"
    text = extra + CONFIG.format(percent=60).replace(
        " class class-default", " class MORE\n  queue-limit 50\n class class-default"
    )
    artefact = qosc.compile(qosc.loads(text), target="sim", allow_loss=True)
    made = scenario.load(artefact.files[0].text, "s.yaml")
    assert isinstance(made, Scenario)
    (policy,) = (stage for port in made.ports for stage in port.output)
    weights = {each.name: each.queue.excess_weight for each in policy.classes if each.queue}
    assert weights["DATA"] == 3 * weights["MORE"] == 3 * weights["class-default"]


def test_a_scenario_bears_the_name_of_its_router_and_port() -> None:
    text = "hostname edge-1\n" + CONFIG.format(percent=60)
    artefact = qosc.compile(qosc.loads(text), target="sim", allow_loss=True)
    made = scenario.load(artefact.files[0].text, "s.yaml")
    assert isinstance(made, Scenario)
    assert made.name == "edge-1 Serial0/0"
