"""Which of several places a finding names, and what it advises there."""

from __future__ import annotations

import pytest

import qosc
from qosc.diagnostics import Diagnostic
from tests.rules.linting import lint
from tests.rules.test_suggestions import lab

ROW = {7: 180, 6: 181, 5: 182, 4: 183, 3: 184}


def found(code: str, text: str, name: str = "r1.cfg") -> Diagnostic:
    (finding,) = [each for each in qosc.check(qosc.loads(text, name=name)) if each.code == code]
    return finding


def place(text: str, words: str) -> int:
    """The line that has these words."""
    (number,) = [n for n, line in enumerate(text.split("\n"), start=1) if words in line]
    return number


def test_too_much_priority_is_marked_at_the_last_class_that_adds_to_it() -> None:
    text = (
        "version 12.4\nclass-map match-all V\n match dscp ef\nclass-map match-all D\n"
        " match dscp af21\npolicy-map P\n class V\n  priority 90\n class D\n  priority 110\n"
        "interface Serial0/0\n bandwidth 256\n service-policy output P\n"
    )
    assert found("QOS401", text).primary.line == place(text, "priority 110")


def test_an_af_class_in_two_queues_is_shown_at_the_first_point_of_each() -> None:
    text = """\
class-of-service {
    classifiers { dscp C {
        forwarding-class best-effort {
            loss-priority low code-points 001010;
            loss-priority high code-points 001100;
        }
        forwarding-class assured-forwarding {
            loss-priority high code-points 001110;
        }
    } }
    interfaces { ge-0/0/0 { unit 0 { classifiers { dscp C; } } } }
}
"""
    finding = found("QOS108", text, "r1.conf")
    assert finding.primary.line == place(text, "001110")
    assert [label.span.line for label in finding.related] == [place(text, "001010")]


def test_an_entry_is_not_to_change_places_with_its_equal() -> None:
    def findings(first: str, second: str) -> Diagnostic:
        return found(
            "QOS104",
            f"version 12.4\naccess-list 101 permit {first}\naccess-list 101 deny {second}\n"
            "class-map match-all A\n match access-group 101\npolicy-map P\n class A\n"
            "  bandwidth 8\ninterface Serial0/0\n service-policy output P\n",
        )

    equal = findings("tcp any any eq www", "tcp any any eq www")
    assert (equal.help, equal.related[0].message) == ("remove it", "permits them")
    narrow = findings("tcp any any", "tcp any any eq www")
    assert narrow.help.startswith("put entry ")
    assert narrow.related[0].message == "permits IPv4 and tcp"


def test_an_earlier_entry_is_labelled_with_what_it_matches_itself() -> None:
    finding = found(
        "QOS104",
        "version 12.4\nip access-list extended W\n permit udp any any\n deny ip any any\n"
        " permit tcp any any eq 443\nclass-map match-all A\n match access-group name W\n"
        "policy-map P\n class A\n  bandwidth 8\ninterface Serial0/0\n service-policy output P\n",
    )
    assert [label.message for label in finding.related] == ["denies IPv4"]


def test_a_queue_without_a_rate_is_told_with_what_to_do() -> None:
    text = """\
class-of-service {
    schedulers { none { transmit-rate 0; } }
    scheduler-maps { M { forwarding-class best-effort scheduler none; } }
    interfaces { ge-0/0/0 { scheduler-map M; } }
}
"""
    assert "take the class out of the map" in found("QOS433", text, "r1.conf").help


@pytest.mark.parametrize("beside", [2, 3])
def test_two_neighbours_are_no_run_of_numbers(beside: int) -> None:
    row = {n: ROW[n] for n in (6, 5, 4, 3)[: beside + 1]}
    text = lab(ROW)
    for number in (n for n in ROW if n not in row):
        text = text.replace(
            f"class-map match-all pre{number}\n match access-group {ROW[number]}\n", ""
        )
        text = text.replace(f" class pre{number}\n  bandwidth 100\n", "")
    (finding,) = [each for each in lint(text) if each.code == "QOS003"]
    told = [note for note in finding.notes if "all but 182" in note]
    assert len(told) == (beside > 2)
