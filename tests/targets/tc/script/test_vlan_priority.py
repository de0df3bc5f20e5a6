"""Priorities of VLAN tags (CoS): what a script tells a VLAN device, and that it is taken back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

import qosc
from qosc.api import verify_script
from qosc.ledger import Fidelity
from tests.targets.tc.script.fake_kernel import again, fake_kernel, run, standing

CLASSES = """class-map match-any VOICE
 match dscp ef
class-map match-any VIDEO
 match dscp af41
"""
PLAIN = """policy-map OUT
 class VOICE
  set cos 5
 class VIDEO
  set cos 0
"""
QUEUED = """policy-map OUT
 class VOICE
  priority 1000
  set cos 5
 class VIDEO
  bandwidth 1000
  set cos 4
"""
BY_COLOUR = """policy-map OUT
 class VOICE
  bandwidth 1000
  police 64000 8000 conform-action set-cos-transmit 5 exceed-action set-cos-transmit 2
"""
NAMES = ("GigabitEthernet0/1", "GigabitEthernet0/1.10")


def device(policy: str, side: str = "output", name: str = NAMES[1]) -> str:
    tag = " encapsulation dot1Q 10\n" if "." in name else ""
    return f"{CLASSES}{policy}interface {name}\n{tag} service-policy {side} OUT\n"


def compiled(text: str, *, batch: bool = False) -> qosc.Artefact:
    config = qosc.loads(text, name="router.cfg", platform="ios-15")
    return qosc.compile(config, allow_loss=True, batch=batch)


def script(text: str) -> str:
    return compiled(text).files[0].text


def fates(text: str) -> set[tuple[Fidelity, str]]:
    """What the ledger says of the marks."""
    return {
        (each.fidelity, each.note)
        for each in compiled(text).ledger
        if "set cos" in each.asked and "set cos 0" not in each.asked
    }


def told(text: str) -> list[str]:
    """The priorities that a device is told."""
    lines = [line.split() for line in script(text).splitlines()]
    return next((words[2:] for words in lines if words[:1] == ["map_priority"]), [])


def test_a_class_with_a_queue_has_its_priority_by_its_number() -> None:
    # 1:10 and 1:20 as the kernel has them in skb->priority: the major number in the upper 16 bits.
    assert told(device(QUEUED)) == [f"{0x10010}:5", f"{0x10020}:4"]
    assert {fidelity for fidelity, _ in fates(device(QUEUED))} == {Fidelity.EXACT}


def test_a_mark_of_0_takes_a_priority_away() -> None:
    assert told(device(PLAIN)) == [f"{0xC050000}:0", f"{0xC050050}:5"]
    assert script(device(PLAIN)).count("skbedit priority c05: ") == 1


def chosen(text: str) -> list[int]:
    """The last numbers of what the script writes into skb->priority."""
    words = re.findall(r"skbedit priority [0-9a-f]+:([0-9a-f]*) ", script(text))
    return [int(word or "0", 16) for word in words]


@pytest.mark.parametrize("policy", [PLAIN, QUEUED, BY_COLOUR])
def test_a_device_below_sees_one_band_in_all_priorities(policy: str) -> None:
    # tc-prio(8): the last four bits of skb->priority choose the band, 0 the same as no priority.
    assert [number % 16 for number in chosen(device(policy))] == [0] * len(chosen(device(policy)))


@pytest.mark.parametrize("name", ["Tunnel1", "Port-channel1"])
def test_devices_on_others_have_such_classes_without_a_tag_too(name: str) -> None:
    text = device(QUEUED.replace("  set cos", "  set qos-group"), name=name)
    numbers = chosen(f"{text} bandwidth 10000\n")
    assert len(set(numbers)) == 3
    assert [number % 16 for number in numbers] == [0] * len(numbers)


def test_classes_of_a_plain_port_follow_each_other() -> None:
    assert set(chosen(device(QUEUED, name=NAMES[0]))) == {0x10, 0x11, 0x12}


def test_a_mark_of_0_alone_is_told_to_a_device_with_queues() -> None:
    nothing = QUEUED.replace("set cos 5", "set cos 0").replace("set cos 4", "set cos 0")
    assert told(device(nothing)) == [f"{0x10010}:0", f"{0x10020}:0"]


EVERY = """policy-map OUT
 class VOICE
  set cos 5
 class class-default
  set cos 1
"""


@pytest.mark.parametrize(
    ("policy", "platform", "expected"),
    [
        # Cisco NCS 4000 (IOS XR), QoS Configuration Guide, Default Marking Behavior.
        (PLAIN, "ios-xr", [(Fidelity.APPROX, "the precedence of the packet")]),
        (QUEUED, "ios-xr", [(Fidelity.APPROX, "the precedence of the packet")]),
        (PLAIN, "ios-15", [(Fidelity.UNKNOWN, "what the platform writes")]),
        (EVERY, "ios-xr", []),
        (EVERY, "ios-15", []),
    ],
)
def test_the_priority_of_other_packets_is_told(
    policy: str, platform: str, expected: list[tuple[Fidelity, str]]
) -> None:
    config = qosc.loads(device(policy), name="router.cfg", platform=platform)
    rows = qosc.compile(config, allow_loss=True).ledger
    found = [each for each in rows if each.path.endswith("CoS of packets that nothing is set for")]
    assert [(each.fidelity, each.asked) for each in found] == expected
    assert {each.got for each in found} <= {"0"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (device(BY_COLOUR), "packets of one queue have several values"),
        (device(PLAIN, side="input"), "on the way out, not in"),
        (device(PLAIN, name=NAMES[0]), "has no tag"),
    ],
)
def test_what_cannot_be_written_is_told(text: str, why: str) -> None:
    (found,) = fates(text)
    assert found[0] is Fidelity.UNSUPPORTED
    assert why in found[1]
    assert not told(text)
    assert "c05:" not in script(text)


def test_the_same_is_told_with_batch_files() -> None:
    runner, batch = compiled(device(QUEUED), batch=True).files
    assert f'map_priority "$dev" {0x10010}:5' in runner.text
    assert "map_priority" not in batch.text
    assert verified(device(QUEUED), batch.text, runner.text) == []


def verified(text: str, made: str, runner: str | None = None) -> list[str]:
    """What verify finds."""
    config = qosc.loads(text, name="router.cfg", platform="ios-15")
    ledger = qosc.compile(config, allow_loss=True).ledger
    found = verify_script(config, made, ledger, runner=runner).differences
    return [each.message for each in found]


@pytest.mark.parametrize("policy", [PLAIN, QUEUED])
def test_verify_sees_each_priority(policy: str) -> None:
    text = device(policy)
    made = script(text)
    assert verified(text, made) == []
    other = "packet leaves with another priority in its VLAN tag"
    whole = next(line for line in made.splitlines() if line.strip().startswith("map_priority "))
    assert verified(text, made.replace(whole, whole.replace(":5", ":3"))) == [other]
    assert verified(text, made.replace(f"{whole}\n", ""))


@dataclass
class Box:
    """A machine whose e1 is a VLAN device."""

    folder: Path
    env: dict[str, str]

    @property
    def map(self) -> set[str]:
        return set((self.folder / "vlan e1").read_text().split())

    def run(self, text: str, *words: str) -> str:
        """What a run that is to succeed says."""
        done = run(self.env, text, *words)
        assert done.returncode == 0, done.stderr
        return done.stderr


OTHERS = {"0:3", "6:6"}
OWN = {f"{0x10010}:5", f"{0x10020}:4"}


@pytest.fixture
def box(tmp_path: Path) -> Box:
    folder = tmp_path / "bin"
    env = fake_kernel(folder)
    (folder / "vlan e1").write_text("0:3\n6:6\n")
    return Box(folder, env)


def test_apply_replaces_the_map_and_clear_puts_it_back(box: Box) -> None:
    box.run(script(device(QUEUED)), "apply", "e1")
    assert box.map == OWN
    box.run(script(device(QUEUED)), "clear", "e1")
    assert box.map == OTHERS


def test_a_later_apply_keeps_what_was_there_first(box: Box) -> None:
    box.run(script(device(QUEUED)), "apply", "e1")
    box.run(script(device(PLAIN)), "apply", "e1")
    assert box.map == {f"{0xC050050}:5"}
    box.run(script(device(PLAIN)), "clear", "e1")
    assert box.map == OTHERS


def test_a_script_without_priorities_gives_the_device_its_own_again(box: Box) -> None:
    box.run(script(device(QUEUED)), "apply", "e1")
    box.run(
        script(device(QUEUED.replace("  set cos 5\n", "").replace("  set cos 4\n", ""))),
        "apply",
        "e1",
    )
    assert box.map == OTHERS


def test_marks_of_0_take_away_what_others_gave(box: Box) -> None:
    nothing = QUEUED.replace("set cos 5", "set cos 0").replace("set cos 4", "set cos 0")
    (box.folder / "vlan e1").write_text(f"{0x10020}:3\n")
    box.run(script(device(nothing)), "apply", "e1")
    assert box.map == set()
    box.run(script(device(nothing)), "clear", "e1")
    assert box.map == {f"{0x10020}:3"}


def test_a_script_without_priorities_says_that_the_device_keeps_its_own(box: Box) -> None:
    plain = QUEUED.replace("  set cos 5\n", "").replace("  set cos 4\n", "")
    said = box.run(script(device(plain)), "apply", "e1")
    assert "warning: e1 keeps the priorities that others gave its VLAN tags" in said
    assert "0:3 6:6" in said
    assert box.map == OTHERS


def test_a_device_that_tags_before_its_filters_is_refused(box: Box) -> None:
    (box.folder / "early").touch()
    done = run(box.env, script(device(QUEUED)), "apply", "e1")
    assert done.returncode == 1
    assert "ip link set dev e1 type vlan reorder_hdr on" in done.stderr
    assert standing(box.env)["e1"] == []
    assert box.map == OTHERS


def test_apply_mends_a_map_that_was_changed_by_hand(box: Box) -> None:
    box.run(script(device(QUEUED)), "apply", "e1")
    (box.folder / "vlan e1").write_text("7:7\n")
    box.run(script(device(QUEUED)), "apply", "e1")
    assert box.map == OWN


@pytest.mark.parametrize("number", [1, 4, 8])
def test_a_run_that_fails_puts_the_map_back(box: Box, number: int) -> None:
    again(box.folder, fail_at=number)
    done = run(box.env, script(device(QUEUED)), "apply", "e1")
    assert done.returncode == 1
    assert "undone on: e1" in done.stderr
    assert box.map == OTHERS
    assert standing(box.env)["e1"] == []


def test_a_second_run_that_fails_puts_the_first_ones_map_back(box: Box) -> None:
    box.run(script(device(QUEUED)), "apply", "e1")
    again(box.folder, fail_at=3)
    assert run(box.env, script(device(PLAIN)), "apply", "e1").returncode == 1
    assert box.map == OWN


def test_a_device_that_takes_no_map_is_told_and_nothing_is_changed(box: Box) -> None:
    (box.folder / "deaf").touch()
    done = run(box.env, script(device(QUEUED)), "apply", "e1")
    assert done.returncode == 1
    assert "failed: ip link set dev e1 type vlan egress-qos-map" in done.stderr
    assert standing(box.env)["e1"] == []


def test_a_device_of_another_kind_is_warned_of(box: Box) -> None:
    said = box.run(script(device(QUEUED)), "apply", "e0")
    assert "warning: e0 is no VLAN device" in said
    assert standing(box.env)["e0"]


def test_check_changes_no_map(box: Box) -> None:
    box.run(script(device(QUEUED)), "apply", "--check", "e1")
    assert box.map == OTHERS


def test_a_table_that_is_not_written_leaves_no_filters_behind() -> None:
    text = """table-map T
 map from 46 to 5
 default copy
policy-map OUT
 class class-default
  set cos dscp table T
interface GigabitEthernet0/1
 service-policy output OUT
"""
    assert len(told(text.replace("0/1\n", "0/1.10\n encapsulation dot1Q 10\n"))) > 1
    filters = [line for line in script(text).splitlines() if line.strip().startswith("tc filter")]
    assert len(filters) == 2
