"""What is proposed for a name or a number that leads nowhere, and why."""

from __future__ import annotations

import pytest

from qosc.diagnostics import Diagnostic
from qosc.lint.facts.names import distance, nearest, nearness
from tests.rules.linting import lint

PRECEDENCES = {7: "network", 6: "internet", 5: "critical", 4: "flash-override", 3: "flash"}

CAR = (
    " rate-limit input access-group 165 1000000 187500 375000 "
    "conform-action set-prec-transmit 5 exceed-action drop"
)


def lab(lists: dict[int, int], extra: str = "") -> str:
    """Classes pre7 to pre3, of which pre5 matches a list that does not exist.

    `lists` gives the number of the list for each precedence. The input marks precedence 5.
    """
    lines = []
    for precedence in sorted(PRECEDENCES, reverse=True):
        number = 105 if precedence == 5 else lists[precedence]
        lines += [f"class-map match-all pre{precedence}", f" match access-group {number}"]
    lines.append("policy-map out")
    for precedence in sorted(PRECEDENCES, reverse=True):
        lines += [f" class pre{precedence}", "  bandwidth 100"]
    lines += [
        "interface FastEthernet0/0",
        CAR,
        "interface Serial0/0",
        " bandwidth 2000",
        " service-policy output out",
        "access-list 165 permit udp any host 192.0.2.2 eq 50005",
    ]
    lines += [
        f"access-list {number} permit ip any any precedence {PRECEDENCES[precedence]}"
        for precedence, number in lists.items()
    ]
    return "\n".join([*lines, extra, ""])


ROW = {7: 180, 6: 181, 5: 182, 4: 183, 3: 184}


def undefined_list(text: str) -> Diagnostic:
    (finding,) = [finding for finding in lint(text) if finding.code == "QOS003"]
    return finding


def test_the_list_for_the_missing_precedence_is_proposed_and_the_notes_say_why() -> None:
    finding = undefined_list(lab(ROW))
    assert finding.help == "did you mean 182?"
    assert finding.notes[1] == (
        "access-list 182 matches precedence 5 (critical), and nothing refers to it"
    )
    assert "pre7 with 180, pre6 with 181, pre4 with 183" in finding.notes[2]
    assert finding.notes[3] == "the classes beside it use 180 to 184, all but 182"
    assert (
        "FastEthernet0/0 sets precedence 5 (critical), which no class matches" in finding.notes[4]
    )
    assert "depends on its release" in finding.notes[-1]
    class_label, list_label = finding.related
    assert class_label.span.line == 5
    text = lab(ROW).splitlines()
    assert text[list_label.span.line - 1].startswith("access-list 182 ")
    assert finding.fixes[0].edits[0].text == "182"


def test_nearer_numbers_that_match_something_else_do_not_win() -> None:
    decoys = "\n".join(
        f"access-list {number} permit tcp any any eq {number}" for number in (104, 106, 115, 150)
    )
    assert undefined_list(lab(ROW, extra=decoys)).help == "did you mean 182?"


def test_the_neighbours_need_no_run_of_numbers() -> None:
    scattered = {7: 118, 6: 131, 5: 177, 4: 142, 3: 160}
    assert undefined_list(lab(scattered)).help == "did you mean 177?"


def test_a_list_in_use_is_proposed_only_for_its_name() -> None:
    used = lab(ROW, extra="class-map match-all other\n match access-group 182")
    finding = undefined_list(used)
    assert "nothing refers to it" not in " ".join(finding.notes)


def test_where_nothing_stands_out_nothing_is_proposed() -> None:
    text = (
        "class-map A\n match access-group 105\nclass-map B\n match access-group 120\n"
        "policy-map P\n class A\n  bandwidth 8\n class B\n  bandwidth 8\n"
        "interface Serial0\n service-policy output P\naccess-list 120 permit udp any any\n"
    )
    finding = undefined_list(text)
    assert finding.help == "define access-list 105"
    assert finding.fixes == ()


@pytest.mark.parametrize("wrong", ["WEB-TRAFIC", "web-traffic", "WEB_TRAFFIC"])
def test_a_misspelt_name_of_a_list_is_put_right(wrong: str) -> None:
    text = (
        f"class-map A\n match access-group name {wrong}\npolicy-map P\n class A\n  bandwidth 8\n"
        "interface Serial0\n service-policy output P\n"
        "ip access-list extended WEB-TRAFFIC\n permit tcp any any eq www\n"
    )
    assert undefined_list(text).help == "did you mean WEB-TRAFFIC?"


def test_the_only_policy_that_is_not_attached_is_proposed_for_a_missing_one() -> None:
    text = (
        "policy-map branch\n class class-default\n  fair-queue\n"
        "interface Serial0\n service-policy output WAN\n"
    )
    (finding,) = lint(text)
    assert (finding.code, finding.help) == ("QOS002", "did you mean branch?")


def test_a_policy_is_not_proposed_inside_itself() -> None:
    text = (
        "policy-map P\n class class-default\n  shape average 64000\n  service-policy child\n"
        "interface Serial0\n service-policy output P\n"
    )
    (finding,) = lint(text)
    assert (finding.code, finding.help) == ("QOS002", "define policy-map child")


def test_class_default_is_meant_by_class_default_misspelt() -> None:
    text = (
        "class-map A\n match dscp ef\npolicy-map P\n class A\n  priority 8\n class default\n"
        "  fair-queue\ninterface Serial0\n service-policy output P\n"
    )
    (finding,) = lint(text)
    assert (finding.code, finding.help) == ("QOS001", "did you mean class-default?")


@pytest.mark.parametrize(
    ("left", "right", "steps"),
    [
        ("", "", 0),
        ("abc", "abc", 0),
        ("abc", "acb", 1),
        ("gold", "god", 1),
        ("pre5", "pre", 1),
        ("kitten", "sitting", 3),
        ("", "abc", 3),
        ("ab", "ba", 1),
        ("voice", "video", 3),
    ],
)
def test_distance_counts_changes_and_swaps(left: str, right: str, steps: int) -> None:
    assert distance(left, right) == distance(right, left) == steps


def test_names_are_near_but_for_case_dash_and_underscore() -> None:
    assert nearness("WAN_EDGE", "wan-edge") == 4
    assert nearness("VOICE", "VOICES") == 3
    assert nearness("VOICE", "DATA") == 0
    assert nearness("x" * 5000, "y" * 5000) == 0


def test_of_two_near_names_the_unused_one_is_meant() -> None:
    assert nearest("GOLD1", ["GOLD2", "GOLD3"], unused=["GOLD3"]) == "GOLD3"
    assert nearest("GOLD1", ["SILVER"], unused=["SILVER"]) == ""


def test_a_misspelt_class_default_is_known_for_it() -> None:
    text = "policy-map P\n class class-defualt\n  fair-queue\n"
    (finding,) = [each for each in lint(text) if each.code == "QOS001"]
    assert finding.help == "did you mean class-default?"


def test_names_of_one_letter_are_not_near_each_other_and_a_class_map_is_no_policy_map() -> None:
    text = (
        "class-map match-all V\n match dscp ef\npolicy-map Q\n class V\n  priority 100\n"
        "policy-map R\n class V\n  priority 100\n"
        "interface Serial0/0\n service-policy output V\n"
    )
    (finding,) = [each for each in lint(text) if each.code == "QOS002"]
    assert finding.help == "define policy-map V"
    assert "V is a class-map; `service-policy` applies a policy-map" in finding.notes
