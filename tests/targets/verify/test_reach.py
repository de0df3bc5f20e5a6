"""A curve of early drop is left out only where `verify` finds no packet that goes by it."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

import qosc
from qosc.api import Config, verify_script
from qosc.ledger import Entry, Excuse, Fidelity
from qosc.targets.tc.lower.queueing import queues
from qosc.verify import Difference

LEFT_OUT = frozenset({Excuse.CURVE_UNREACHED})
CONFIG = """\
class-map match-any voice
 match dscp ef
class-map match-any gold
 match dscp af11 af12
policy-map wan
 class voice
  priority 200
 class gold
  bandwidth 500
  random-detect dscp-based
  random-detect dscp 10 30 40
  random-detect dscp 12 20 40
  random-detect dscp 14 5 40
  {mark}
 class class-default
  random-detect dscp-based
  random-detect dscp 46 2 40
interface GigabitEthernet0/1
 bandwidth 2000
 rate-limit output 64000 8000 8000 conform-action set-dscp-continue {code} exceed-action drop
 service-policy output wan
"""
CURVES = {10: 1, 12: 2, 14: 3}
"""The places of the curves of gold, by code point."""


def compiled(mark: str = "", code: int | None = None) -> tuple[Config, str, tuple[Entry, ...]]:
    lines = CONFIG.format(mark=mark, code=code).splitlines(keepends=True)
    text = "".join(line for line in lines if code is not None or "rate-limit" not in line)
    config = qosc.loads(text, platform="ios-15")
    artefact = qosc.compile(config, allow_loss=True)
    return config, artefact.files[0].text, artefact.ledger


def left_out(ledger: Iterable[Entry], place: str) -> tuple[Entry, ...]:
    """The ledger, with a curve said to be out of reach."""
    return tuple(
        replace(entry, excuses=LEFT_OUT, fidelity=Fidelity.EXACT) if place in entry.path else entry
        for entry in ledger
    )


def told(config: Config, script: str, ledger: Iterable[Entry]) -> list[Difference]:
    found = verify_script(config, script, tuple(ledger)).differences
    return [each for each in found if "left out" in each.message]


@pytest.mark.parametrize(
    ("mark", "reached"),
    [
        ("", {10, 12}),
        ("set dscp af13", {14}),
        ("set precedence 0", set()),
        (
            "police 64000 8000 8000 conform-action transmit exceed-action set-dscp-transmit 14",
            {10, 12, 14},
        ),
        ("police 64000 8000 8000 conform-action set-dscp-transmit 14 exceed-action drop", {14}),
    ],
)
def test_a_curve_that_some_packet_goes_by(mark: str, reached: set[int]) -> None:
    config, script, ledger = compiled(mark)
    assert not verify_script(config, script, ledger).differences
    for code, number in CURVES.items():
        found = told(config, script, left_out(ledger, f"class gold > wred > curves[{number}]"))
        assert [each.router for each in found] == [f"a curve for dscp {code}"] * (code in reached)
        assert all(each.packet is not None and each.line for each in found)


@pytest.mark.parametrize(("code", "version"), [(10, 4), (8, 6), (46, 6)])
def test_marks_before_the_policy_count(code: int, version: int) -> None:
    """CAR leaves IPv4 packets with one code point, and IPv6 packets as they are."""
    config, script, ledger = compiled(code=code)
    (found,) = told(config, script, left_out(ledger, "class gold > wred > curves[1]"))
    assert found.packet is not None
    assert found.packet.version == version


def test_curves_that_the_compiler_leaves_out_by_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queues, "class_values", lambda *_: frozenset({12}))
    config, script, ledger = compiled()
    found = verify_script(config, script, ledger).differences
    assert "a curve for dscp 10" in {each.router for each in found}
    assert "a curve for dscp 12" not in {each.router for each in found}


def test_what_is_not_ip_goes_by_the_curve_of_precedence_0() -> None:
    text = (
        "class-map zero\n match dscp default\npolicy-map wan\n class zero\n  bandwidth 500\n"
        " class class-default\n  random-detect dscp-based\n  random-detect dscp 0 2 40\n"
        "interface GigabitEthernet0/1\n bandwidth 2000\n service-policy output wan\n"
    )
    config = qosc.loads(text, platform="ios-15")
    artefact = qosc.compile(config)
    script = artefact.files[0].text
    assert not verify_script(config, script, artefact.ledger).differences
    (place,) = {e.path for e in artefact.ledger if e.asked == "2 packets"}
    (found,) = told(config, script, left_out(artefact.ledger, place.removesuffix(" > minimum")))
    assert found.packet is not None
    assert found.packet.version == 0


JUNOS = """\
class-of-service {
    drop-profiles {
        steep { fill-level 50 drop-probability 40; fill-level 90 drop-probability 90; }
    }
    interfaces { ge-0/0/1 { scheduler-map m; shaping-rate 10m; } }
    scheduler-maps { m { forwarding-class best-effort scheduler be; } }
    schedulers { be { transmit-rate percent 90; buffer-size percent 20;
        drop-profile-map loss-priority any protocol any drop-profile steep; } }
}
interfaces { ge-0/0/1 { unit 0 { family inet { address 192.0.2.5/30; } } } }
"""


def test_a_queue_that_forgets_its_drop_profile() -> None:
    config = qosc.loads(JUNOS)
    artefact = qosc.compile(config, allow_loss=True)
    script = artefact.files[0].text
    assert not verify_script(config, script, artefact.ledger).differences
    lines = script.split("\n")
    (place,) = [number for number, line in enumerate(lines) if " red " in line]
    lines[place] = lines[place].split(" red ")[0] + " bfifo limit 25000"
    assert verify_script(config, "\n".join(lines), artefact.ledger).differences


@pytest.mark.parametrize("asked", ["", "explicit-congestion-notification; "])
def test_a_queue_of_a_drop_profile_marks_where_it_is_told_to_and_not_elsewhere(asked: str) -> None:
    config = qosc.loads(JUNOS.replace("be { transmit", f"be {{ {asked}transmit"))
    artefact = qosc.compile(config, allow_loss=True)
    script = artefact.files[0].text
    assert (" ecn harddrop\n" in script) == bool(asked)
    assert not verify_script(config, script, artefact.ledger).differences
    (line,) = [line for line in script.split("\n") if " red " in line]
    plain = line.replace(" ecn harddrop", "")
    for end in ("", " ecn", " harddrop", " ecn harddrop", " adaptive"):
        found = verify_script(config, script.replace(line, plain + end), artefact.ledger)
        assert bool(found.differences) == (plain + end != line)
