"""What cannot be compared is told, and never passes for no change."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.diff.running import compared, diff
from tests.diff.test_ports import FILTERED
from tests.diff.test_what_changes import IOS
from tests.diff.test_what_does_not import JUNOS

NBAR = IOS.replace(" match dscp ef", " match protocol rtp")


def test_an_opaque_condition_that_both_sides_have_is_one_condition(tmp_path: Path) -> None:
    _, device = compared(tmp_path, NBAR, NBAR.replace("priority 500", "priority 800"))
    change = next(one for one in device["changes"] if one["new_class"] == "VOICE")
    assert change["kind"] == "differs"
    assert change["depends_on"] == ["protocol rtp"]


def test_an_opaque_condition_of_one_side_is_not_decided(tmp_path: Path) -> None:
    status, device = compared(tmp_path, IOS, NBAR)
    assert status == 1
    assert {change["kind"] for change in device["changes"]} == {"undecided"}
    assert "protocol rtp" in device["changes"][0]["reason"]


def test_a_line_that_is_not_in_the_model_is_a_row_where_one_side_has_it(tmp_path: Path) -> None:
    new = IOS.replace("  priority 500\n", "  priority 500\n  frobnicate 7\n")
    status, device = compared(tmp_path, IOS, new)
    (change,) = device["changes"]
    assert (status, change["kind"], device["counts"]["differing"]) == (1, "line", 0)
    assert change["new_lines"] == ["new.cfg:10:3"]
    status, device = compared(tmp_path, new, new)
    assert (status, device["counts"]["lines_not_modelled_alike"]) == (0, 1)


@pytest.mark.parametrize("size", ["percent 30", "remainder"])
def test_a_buffer_that_may_not_grow_is_a_line_that_is_not_modelled(
    size: str, tmp_path: Path
) -> None:
    old = JUNOS.replace("percent 80;", f"percent 80; buffer-size {size};")
    new = old.replace(f"buffer-size {size}", f"buffer-size {size} exact")
    status, device = compared(tmp_path, old, new)
    (change,) = device["changes"]
    assert (status, change["kind"]) == (1, "line")
    assert "exact" in change["differences"][0]["new"]


def test_a_policy_that_is_gone_from_the_text_is_not_decided(tmp_path: Path) -> None:
    new = IOS.replace("service-policy output WAN", "service-policy output OTHER")
    status, device = compared(tmp_path, IOS, new)
    assert status == 1
    assert all(change["kind"] == "undecided" for change in device["changes"])


def test_ports_on_one_side_only_are_told(tmp_path: Path) -> None:
    status, device = compared(tmp_path, IOS, IOS.replace("Serial0/0", "Serial0/1"))
    assert (status, device["only_old"], device["only_new"]) == (1, ["Serial0/0"], ["Serial0/1"])
    assert not device["same"]


def test_ports_are_paired_by_hand_by_description_and_by_address(tmp_path: Path) -> None:
    moved = IOS.replace("Serial0/0", "Serial0/1")
    status, device = compared(tmp_path, IOS, moved, "--map", "Serial0/0=Serial0/1")
    assert (status, device["pairs"][0]["by"]) == (0, "map")
    for line, by in (
        (" description to the core\n", "description"),
        (" ip address 10.0.0.1 255.0.0.0\n", "address"),
    ):
        old, new = (
            text.replace(" bandwidth 2000\n", line + " bandwidth 2000\n") for text in (IOS, moved)
        )
        status, device = compared(tmp_path, old, new)
        assert (status, device["pairs"][0]["by"]) == (0, by)


def test_what_is_no_config_cannot_be_compared(tmp_path: Path) -> None:
    (tmp_path / "old.cfg").write_text(IOS)
    (tmp_path / "new.cfg").write_text("<html><body>nothing here</body></html>\n")
    status, out, err = diff(tmp_path, "old.cfg", "new.cfg")
    assert (status, out) == (2, "")
    assert "new.cfg cannot be compared" in err
    assert diff(tmp_path, "old.cfg", "gone.cfg")[0] == 2
    assert diff(tmp_path, "old.cfg", "old.cfg", "--map", "Serial9/9=Serial0/0")[0] == 2


def test_lists_beyond_the_budget_are_a_row_and_no_bug(tmp_path: Path) -> None:
    rng = Random(1)  # noqa: S311
    entries = "".join(
        f"access-list {100 + n % 10} permit tcp 10.{rng.randrange(256)}.{rng.randrange(256)}.0 "
        f"0.0.0.255 10.{rng.randrange(256)}.{rng.randrange(256)}.0 0.0.0.255 "
        f"eq {rng.randrange(1, 65536)}\n"
        for n in range(5000)
    )
    classes = "".join(f"class-map C{n}\n match access-group {100 + n}\n" for n in range(10))
    policy = "".join(f" class C{n}\n  set dscp {n}\n" for n in range(10))
    applied = "interface Serial0/0\n service-policy input P\n"
    old = f"{entries}{classes}policy-map P\n{policy}{applied}"
    status, device = compared(tmp_path, old, old.replace("set dscp 3", "set dscp 33"))
    assert (status, device["counts"]["undecided"]) == (1, 1)
    assert device["changes"][0]["reason"] == "too many kinds of packets to tell them all apart"


def test_a_policer_that_is_not_defined_decides_nothing(tmp_path: Path) -> None:
    old = FILTERED.replace("policer P {", "policer OTHER {")
    for new in (FILTERED, old.replace("policer P; ", "")):
        status, device = compared(tmp_path, old, new)
        assert status == 1
        assert {change["kind"] for change in device["changes"]} <= {"undecided", "line"}
        (row,) = (change for change in device["changes"] if change["kind"] == "undecided")
        assert ("treatment", "policer P is not known", "known") in [
            (delta["name"], delta["old"], delta["new"]) for delta in row["differences"]
        ]
    assert compared(tmp_path, old, old)[0] == 0


def test_a_line_that_is_not_compared_is_told_with_its_place(tmp_path: Path) -> None:
    """A name alone says nothing: in which section of the config it stands belongs to it."""
    extra = "firewall { interface-set EDGE { strange-7; } }\n"
    _, device = compared(tmp_path, FILTERED, FILTERED + extra)
    (row,) = device["changes"]
    assert row["kind"] == "line"
    assert row["reason"].startswith("in firewall interface-set EDGE: ")


SWITCH = """\
version 12.2
mls qos srr-queue output dscp-map queue 1 threshold 3 46
mls qos
interface GigabitEthernet1/0/1
 mls qos trust dscp
interface GigabitEthernet1/0/2
 srr-queue bandwidth share 10 10 60 20
 priority-queue out
"""


def test_a_code_point_of_another_threshold_is_not_decided_without_queue_sets(
    tmp_path: Path,
) -> None:
    """Threshold 3 is the full queue, threshold 1 is not (Catalyst 3750 configuration guide)."""
    status, device = compared(
        tmp_path, SWITCH, SWITCH.replace("threshold 3 46", "threshold 3 40 46")
    )
    assert status == 1
    (change,) = device["changes"]
    assert change["kind"] == "undecided"
    assert change["differences"][0]["name"] == "drop threshold"
    two = SWITCH.replace(
        "3 46\n", "3 46\nmls qos srr-queue output dscp-map queue 1 threshold 3 40\n"
    )
    assert compared(tmp_path, two, SWITCH.replace("3 46", "3 40 46"))[0] == 0
    blanks = SWITCH.replace("mls qos\n", "mls qos \n").replace("3 46", "3 46 ")
    assert compared(tmp_path, SWITCH, blanks)[0] == 0
    gone = SWITCH.replace("mls qos\n", "no mls qos srr-queue output dscp-map\nmls qos\n")
    assert compared(tmp_path, gone, gone.replace("threshold 3 46\n", "threshold 2 46\n"))[0] == 0
