"""The engine: order, choice of rules, suppression, and what it imports."""

from __future__ import annotations

import subprocess
import sys

import pytest

from qosc.ir import Device, Policy, Reference, RefKind, TrafficClass
from qosc.lint import check
from qosc.profiles import profile
from qosc.source import Span
from tests.rules.linting import codes, lint

TWO = """\
class-map match-all A
 match access-group 7
policy-map P
 class A
  police 64000 1000 conform-action transmit exceed-action drop
 class B
  set dscp ef
interface Ethernet0
 service-policy input P
"""


def test_findings_come_in_the_order_of_their_places_each_once() -> None:
    found = lint(TWO)
    assert [finding.code for finding in found] == ["QOS003", "QOS302", "QOS001"]
    assert [finding.primary.line for finding in found] == [2, 5, 6]
    assert found == lint(TWO)


def test_a_policy_on_two_ports_is_reported_once() -> None:
    twice = TWO + "interface Ethernet1\n service-policy input P\n"
    assert [finding.code for finding in lint(twice)].count("QOS301") == 0
    assert [finding.code for finding in lint(twice)].count("QOS003") == 1
    assert [finding.code for finding in lint(twice)].count("QOS001") == 1


def test_rules_are_chosen_by_code_prefix_and_name() -> None:
    assert {f.code for f in lint(TWO, select=("QOS3",))} == {"QOS302"}
    assert {f.code for f in lint(TWO, select=("undefined-class-map", "qos302"))} == {
        "QOS001",
        "QOS302",
    }
    assert {f.code for f in lint(TWO, ignore=("QOS0",))} == {"QOS302"}
    assert {f.code for f in lint(TWO, select=("ALL",), ignore=("QOS003",))} == {
        "QOS001",
        "QOS302",
    }


def test_a_comment_above_silences_the_next_line_only() -> None:
    text = TWO.replace("  police", "! qosc: ignore[QOS302] lab\n  police")
    assert codes(text) == {"QOS003", "QOS001"}
    elsewhere = TWO.replace(" class A\n", "! qosc: ignore[QOS302] lab\n class A\n")
    assert codes(elsewhere) == {"QOS003", "QOS001", "QOS302", "QOS090"}


def test_several_comments_above_one_line_all_speak_for_it() -> None:
    text = TWO.replace(
        " class B", "! qosc: ignore[undefined-class-map]\n! the class comes later\n class B"
    )
    assert codes(text) == {"QOS003", "QOS302"}


def test_a_comment_behind_a_command_silences_its_own_line() -> None:
    text = TWO.replace("access-group 7\n", "access-group 7 /* qosc: ignore[QOS003] */\n")
    assert "QOS003" not in codes(text)
    assert "QOS090" not in codes(text)


def test_a_file_comment_silences_the_whole_file_by_code_or_name() -> None:
    assert codes("! qosc: ignore-file[QOS003, burst-below-mtu]\n" + TWO) == {"QOS001"}


def test_a_comment_that_silences_nothing_is_a_finding_at_its_word() -> None:
    text = "! qosc: ignore-file[QOS003, QOS402, no-such-rule] why\n" + TWO
    unused = [finding for finding in lint(text) if finding.code == "QOS090"]
    lines = text.splitlines()
    marked = [
        lines[f.primary.line - 1][f.primary.column - 1 : f.primary.end_column - 1] for f in unused
    ]
    assert marked == ["QOS402", "no-such-rule"]
    assert "unknown rule 'no-such-rule'" in unused[1].message


def test_a_comment_for_a_rule_that_does_not_run_is_not_called_unused() -> None:
    text = "! qosc: ignore-file[QOS402]\n" + TWO
    assert {f.code for f in lint(text, ignore=("QOS4",))} == {"QOS003", "QOS302", "QOS001"}


def test_a_finding_about_unused_comments_can_itself_be_silenced() -> None:
    text = "! qosc: ignore-file[QOS090]\n! qosc: ignore-file[QOS402]\n" + TWO
    assert "QOS090" not in codes(text)


@pytest.mark.parametrize(
    "comment",
    [
        "! qosc: ignore[",
        "! qosc: ignore[]",
        "! qosc: ignore[,,,]",
        "! qosc:",
        "! qosc: ignore[\x00]",
        "! qosc: ignore[" + "QOS402," * 20000 + "]",
        "!qosc:ignore[QOS301]" * 1000,
    ],
    ids=range(7),
)
def test_a_hostile_comment_silences_nothing_else(comment: str) -> None:
    assert {"QOS001", "QOS003", "QOS302"} <= codes(comment + "\n" + TWO)


def test_a_model_without_any_source_is_checked_too() -> None:
    missing = Reference(RefKind.CLASS_MAP, "X", Span("hand-made", 3, 1, 3, 8))
    device = Device(policies={"P": Policy("P", (TrafficClass("X", missing),))})
    found = check(device, profile("ios-12"))
    assert [(finding.code, finding.primary.line) for finding in found if finding.code == "QOS001"]


def test_only_rules_that_can_apply_are_imported() -> None:
    program = (
        "import sys\n"
        "from qosc.lint import check\n"
        "from qosc.ir import Device\n"
        "from qosc.profiles import profile\n"
        "check(Device(), profile('ios-12'))\n"
        "print([m for m in sys.modules if m.startswith('qosc.lint.rules.') and m.count('.') > 3])\n"
        "print([m for m in ('pydantic', 'jinja2', 'oxidd', 'lark') if m in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["[]", "[]"]
