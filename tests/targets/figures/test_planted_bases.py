"""The rooms that ask the datapath go wrong with it, and one that goes wrong alone is noticed.

Below a shaper of 10 Mbit/s, by hand: 10 % is 1 Mbit/s, and 250 ms of that are 31250 bytes. The
classes of the child are guaranteed 6 Mbit/s, which fits; of a base of 5 Mbit/s it would not.
"""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import qosc
from qosc.api import verify_script
from qosc.datapath.rates import base_of
from qosc.datapath.shares import Base, Bound
from qosc.ir import TrafficClass
from qosc.render.shows.model import show_port
from qosc.render.shows.shown import as_json
from qosc.render.style import Style
from tests.judged import compared

WIDE = Style(room=400)
PORT = "GigabitEthernet0/0"
CONFIG = (
    "class-map match-any EF\n match dscp ef\nclass-map match-any AF\n match dscp af21\n"
    "policy-map IN\n class EF\n  police cir percent 10\n class AF\n  bandwidth 6000\n"
    "policy-map OUT\n class class-default\n  shape average 10000000\n  service-policy IN\n"
    f"interface {PORT}\n service-policy output OUT\n"
)

BOUNDED = CONFIG.replace("  bandwidth 6000\n", "  priority percent 60\n")


class Answers:
    """What each room makes of the config."""

    def __init__(self, text: str = CONFIG) -> None:
        self.config = qosc.loads(text, platform="ios-15")
        self.findings = [each.code for each in qosc.check(self.config)]
        device = self.config.complete_device
        port, profile = device.ports[PORT], self.config.profile
        self.show = " ".join(" ".join(show_port(device, port, profile, WIDE)).split())
        self.rows = json.loads(as_json("-", device, [port], profile))["rows"]

    def text(self, target: str) -> str:
        made = qosc.compile(self.config, target=target, interface=PORT, allow_loss=True)
        return "\n".join(file.text for file in made.files)

    def said(self) -> list[int]:
        """The bit/s of the policers in the rows of `show --json`."""
        policers = (one for row in self.rows for one in row["policers"])
        return [one["cir"]["bits_per_second"] for one in policers]

    def differences(self) -> int:
        made = qosc.compile(self.config, target="tc", interface=PORT, allow_loss=True)
        script = "\n".join(file.text for file in made.files)
        return len(verify_script(self.config, script, made.ledger, interface=PORT).differences)

    def rates(self) -> dict[str, tuple[str, ...]]:
        """The bit/s of 10 % in each artefact."""
        patterns = {
            "tc": r"police rate (\d+)bit",
            "sim": r"cir_bps: (\d+)",
            "ns3": r"kSingleBucket, (\d+)",
        }
        return {
            target: tuple(sorted(set(re.findall(pattern, self.text(target)))))
            for target, pattern in patterns.items()
        }


def halved(base: Base, found: TrafficClass) -> Base:
    """A wrong base of a child policy."""
    below = RIGHT(base, found)
    return below._replace(whole=None if below.whole is None else below.whole // 2)


def halved_port(*args: Any, output: bool) -> Base:
    """A wrong base of a port."""
    right = base_of(*args, output=output)
    return right._replace(whole=(right.whole or 0) // 2)


RIGHT = Base.below


class WrongBase(Base):
    """The copy of one back end: half the rate below a class, and half the bound of a priority."""

    below = halved

    def bound(self, found: TrafficClass) -> Bound | None:
        right = super().bound(found)
        return None if right is None else right._replace(rate=right.rate // 2)


def test_all_rooms_have_the_figures_by_hand() -> None:
    answers = Answers()
    assert "10% = 1 Mbit/s, burst 31250 bytes" in answers.show
    assert answers.said() == [1_000_000]
    assert answers.rates() == {"tc": ("1000000",), "sim": ("1000000",), "ns3": ("1000000",)}
    assert "QOS402" not in answers.findings
    assert answers.differences() == 0


def test_a_wrong_base_in_the_datapath_shows_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Base, "below", halved)
    answers = Answers()
    assert "burst 15625 bytes" in answers.show
    assert answers.rates() == {"tc": ("500000",), "sim": ("500000",), "ns3": ("500000",)}
    assert "QOS402" in answers.findings
    # A comparison by the same base cannot see it: the figures by hand above do.
    assert answers.differences() == 0


@pytest.mark.parametrize(
    ("room", "text"),
    [
        ("qosc.targets.tc.lower.policy", CONFIG),
        ("qosc.targets.tc.lower.queueing.queues", BOUNDED),
        ("qosc.verify.queueing.queues", CONFIG),
        ("qosc.verify.queueing.queues", BOUNDED),
    ],
)
def test_a_wrong_base_in_the_tc_script_alone_or_in_verify_is_seen(
    room: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module(room), "Base", WrongBase)
    assert Answers(text).differences() > 0


def test_a_wrong_base_in_a_table_alone_is_seen_by_the_figures_by_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The base of the port is wrong: a shaper in percent of it, and a meter in percent of that.
    text = CONFIG.replace("shape average 10000000", "shape average percent 1")
    assert "10% = 1 Mbit/s" in Answers(text).show
    for room in ("qosc.render.shows.model", "qosc.render.shows.shown", "qosc.lint.facts.places"):
        monkeypatch.setattr(import_module(room), "base_of", halved_port)
    answers = Answers(text)
    assert "10% = 500 kbit/s" in answers.show
    assert answers.said() == [500_000]
    assert "QOS402" in answers.findings


def test_ns3_has_no_figures_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    # A program is made of the scenario, with all that is wrong in that.
    monkeypatch.setattr("qosc.targets.sim.policy.Base", WrongBase)
    assert Answers().rates() == {"tc": ("1000000",), "sim": ("500000",), "ns3": ("500000",)}


def test_a_wrong_base_in_the_scenario_alone_is_seen_by_the_judge(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # The generator works its figures out of the manual, and shares no code with the program.
    monkeypatch.setattr("qosc.targets.sim.policy.Base", WrongBase)
    found = [
        each
        for seed in range(4)
        for each in compared.both(seed, "ios-15", "small", 0, tmp_path)[2]
        if each.known is None
    ]
    assert found
