"""What the classification rules report, and what they leave alone."""

import sys

import pytest

from qosc import frontends
from qosc.datapath import with_defaults
from qosc.diagnostics import Severity
from qosc.lint import check
from qosc.profiles import DEFAULT, profile
from qosc.source import SourceText


def found(text, *codes):
    source = SourceText("r.cfg", text)
    device = frontends.load(source)
    platform = profile(device.platform or DEFAULT)
    return check(with_defaults(device, platform), platform, source, codes or ("QOS10", "QOS201"))


def policy(*classes):
    """A policy P with the classes, each a name and its match lines, attached to an interface."""
    lines = []
    for name, kind, *matches in classes:
        lines += [f"class-map match-{kind} {name}", *(f" match {match}" for match in matches)]
    lines.append("policy-map P")
    for name, *_ in classes:
        lines += [f" class {name}", "  bandwidth 64"]
    return "\n".join([*lines, "interface Serial0/0", " service-policy output P", ""])


LIST = "access-list 110 "


def lists(*entries):
    return "".join(f"{LIST}{entry}\n" for entry in entries)


USED = policy(("A", "all", "access-group 110"))


# QOS101


@pytest.mark.parametrize(
    "classes",
    [
        [("A", "all", "precedence 5"), ("B", "all", "dscp ef")],
        [("A", "any", "dscp ef"), ("B", "all", "ip dscp ef")],
        [("A", "all", "dscp ef"), ("B", "all", "dscp ef", "access-group 110")],
        [("A", "all", "access-group 110"), ("B", "all", "access-group 110")],
        [("A", "any", "dscp ef", "dscp cs5"), ("B", "all", "dscp cs5 ef")],
        [("A", "all", "not dscp ef"), ("B", "all", "dscp cs5")],
    ],
)
def test_a_class_inside_an_earlier_one_is_unreachable(classes):
    (finding,) = found(lists("permit udp any any eq 5060") + policy(*classes), "QOS101")
    assert finding.severity is Severity.WARNING
    assert "class B is unreachable: shadowed by class A" in finding.message
    assert len(finding.related) == 1


def test_only_the_classes_that_are_needed_are_blamed():
    (finding,) = found(
        policy(
            ("A", "all", "precedence 1"),
            ("B", "all", "dscp 40 41 42 43"),
            ("C", "all", "dscp 44 45 46 47"),
            ("D", "all", "precedence 5"),
        ),
        "QOS101",
    )
    assert "class B and class C before it" in finding.notes[0]
    assert finding.help == "put class D before class B and class C"


def test_a_class_that_gets_no_packet_itself_is_not_blamed():
    *_, finding = found(
        policy(
            ("A", "all", "dscp 40 41 42 43"),
            ("B", "all", "dscp 44 45 46 47"),
            ("C", "all", "precedence 5"),
            ("D", "all", "dscp 43 44"),
        ),
        "QOS101",
    )
    assert "class D is unreachable: shadowed by class A and class B" in finding.message


def test_two_classes_with_the_same_packets_are_not_told_to_change_places():
    (finding,) = found(policy(("A", "all", "dscp 46"), ("B", "all", "dscp ef")), "QOS101")
    assert finding.help == "class B and class A match the same packets: remove or change one"


@pytest.mark.parametrize(
    "classes",
    [
        [("A", "all", "dscp ef"), ("B", "all", "precedence 5")],  # part of B is left
        [("A", "all", "ip dscp ef"), ("B", "all", "dscp ef")],  # IPv6 is left
        [("A", "all", "protocol http"), ("B", "all", "protocol http", "dscp ef")],
        [("A", "all", "access-group 199"), ("B", "all", "dscp ef")],  # 199 is not defined
        [("A", "all", "dscp ef"), ("B", "all", "dscp ef", "access-group 199")],
        [("A", "all", "dscp ef", "dscp cs1"), ("B", "all", "dscp ef")],  # A is empty
        [("A", "all", "dscp ef"), ("B", "all", "dscp ef", "dscp cs1")],  # B is empty by itself
        [("A", "all", "access-group 110"), ("B", "all", "dscp ef", "access-group 111")],
    ],
)
def test_a_class_that_may_get_packets_is_left_alone(classes):
    text = lists("permit udp any any eq 5060") + "access-list 111 permit udp any any\n"
    messages = [finding.message for finding in found(text + policy(*classes), "QOS101")]
    if "protocol http" in classes[0]:
        assert len(messages) == 1  # whatever http turns out to be
    else:
        assert messages == []


# QOS102


def test_a_line_whose_packets_are_gone_is_told():
    (finding,) = found(
        policy(("A", "all", "precedence 5"), ("B", "any", "dscp ef", "dscp af41")), "QOS102"
    )
    assert finding.severity is Severity.INFO
    assert finding.primary.line == 4
    assert "dscp 46 (ef) of class B is unreachable" in finding.message


def test_a_value_of_a_line_and_an_entry_of_a_list_are_told_alike():
    text = lists("permit tcp any any eq www", "permit udp any any eq 5060") + policy(
        ("A", "any", "dscp ef", "access-group 111"),
        ("B", "all", "dscp ef af41"),
        ("C", "all", "access-group 110"),
    )
    text += "access-list 111 permit udp any any\n"
    first, second = found(text, "QOS102")
    assert first.primary.line == 2
    assert "port 5060" in first.message
    assert "dscp 46 (ef) of class B is unreachable" in second.message


@pytest.mark.parametrize(
    "classes",
    [
        [("A", "all", "dscp ef"), ("B", "any", "precedence 5", "precedence 6")],
        [("A", "any", "dscp ef", "precedence 5"), ("B", "all", "dscp cs1")],  # inside one class
        [("A", "all", "dscp ef"), ("B", "all", "dscp ef")],  # the whole class: QOS101
        [("A", "all", "dscp ef"), ("B", "any", "dscp ef", "access-group 199")],
    ],
)
def test_everyday_overlaps_are_no_finding(classes):
    findings = found(policy(*classes), "QOS102")
    expected = 1 if "access-group 199" in classes[1] else 0
    assert len(findings) == expected


def test_a_line_that_is_of_use_in_another_policy_is_left_alone():
    text = policy(("A", "all", "precedence 5"), ("B", "any", "dscp ef", "dscp af41"))
    text += "policy-map Q\n class B\n  bandwidth 64\n"
    assert found(text, "QOS102") == ()


# QOS103


@pytest.mark.parametrize(
    ("matches", "lines"),
    [
        (["dscp ef", "dscp cs5"], [2, 3]),
        (["access-group 110", "dscp ef", "ip precedence 3"], [3, 4]),
        (["access-group 110", "access-group 111"], [2, 3]),
        (["ip dscp ef", "not precedence 5"], [2, 3]),
        (["not access-group 112", "access-group 110", "access-group 113"], [2, 3, 4]),
    ],
)
def test_lines_that_contradict_each_other_are_both_marked(matches, lines):
    text = policy(("A", "all", *matches))
    text += "access-list 110 permit udp any any eq 5060\naccess-list 111 permit tcp any any\n"
    text += "access-list 112 permit udp any any dscp ef\n"
    text += "access-list 113 permit ip any any dscp ef\n"
    (finding,) = found(text, "QOS103")
    marked = sorted([finding.primary.line, *(label.span.line for label in finding.related)])
    assert finding.severity is Severity.ERROR
    assert marked == lines


@pytest.mark.parametrize(
    ("kind", "matches"),
    [
        ("any", ["dscp ef", "dscp cs5"]),
        ("all", ["dscp ef cs5"]),
        ("all", ["dscp ef", "precedence 5"]),
        ("all", ["protocol rtp", "dscp ef"]),
        ("all", ["access-group 198", "access-group 199"]),
        ("all", ["access-group 110", "not access-group 111"]),
        ("all", ["access-group 120", "dscp ef"]),  # the list is empty by itself
    ],
)
def test_lines_that_can_hold_together_are_left_alone(kind, matches):
    text = policy(("A", kind, *matches))
    text += "access-list 110 permit udp any any\naccess-list 111 permit udp any any eq 53\n"
    text += "access-list 120 deny ip any any\n"
    assert found(text, "QOS103") == ()


# QOS104


@pytest.mark.parametrize(
    ("entries", "severity"),
    [
        (["permit udp any any", "deny udp any any eq 53"], Severity.WARNING),
        (["deny udp any any", "permit udp host 10.0.0.1 any"], Severity.WARNING),
        (["permit udp any any", "permit udp any any eq 53"], Severity.INFO),
        (["permit ip any any", "deny ip any host 10.0.0.1"], Severity.WARNING),
        (
            [
                "permit ip 10.0.0.0 0.0.0.127 any",
                "permit ip 10.0.0.128 0.0.0.127 any",
                "permit ip 10.0.0.0 0.0.0.255 any",
            ],
            Severity.INFO,
        ),
        (["permit tcp any any gt 1023", "permit tcp any any range 2000 3000"], Severity.INFO),
        (["permit ip any any precedence 5", "deny udp any any dscp ef"], Severity.WARNING),
    ],
)
def test_an_entry_that_decides_nothing_is_told(entries, severity):
    (finding,) = found(lists(*entries) + USED, "QOS104")
    assert finding.primary.line == len(entries)
    assert finding.severity is severity
    assert [label.span.line for label in finding.related] == list(range(1, len(entries)))


@pytest.mark.parametrize(
    "entries",
    [
        ["permit udp any any eq 53", "permit udp any any"],
        ["permit ip any any", "deny ip any any"],  # the customary end
        ["permit tcp any any established", "permit tcp any any"],
        ["permit tcp any any eq 80", "permit tcp any eq 80 any"],
        ["permit ip 10.0.0.0 0.255.0.255 any", "permit ip 10.1.0.0 0.0.255.255 any"],
        ["permit udp any any eq 53 time-range NIGHT", "permit udp any any eq 53"],
    ],
)
def test_an_entry_that_decides_something_is_left_alone(entries):
    assert found(lists(*entries) + USED, "QOS104") == ()


def test_lists_that_no_class_uses_are_left_alone():
    text = lists("permit tcp any any", "permit tcp any any eq 80")
    text += policy(("A", "all", "dscp ef"))
    assert found(text, "QOS104") == ()


def test_many_dead_entries_are_counted_not_listed():
    entries = ["permit tcp any any", *(f"permit tcp any any eq {port}" for port in range(1, 41))]
    findings = found(lists(*entries) + USED, "QOS104")
    assert len(findings) == 21
    assert "20 more entries of access-list 110" in findings[-1].message


def test_the_list_of_a_rate_limit_is_looked_at():
    text = lists("permit tcp any any", "permit tcp any any eq 80") + "interface Serial0/0\n"
    text += " rate-limit output access-group 110 8000 8000 8000 conform-action transmit"
    (finding,) = found(text + " exceed-action drop\n", "QOS104")
    assert "access-list 110" in finding.message


# QOS201

CAR = """\
interface FastEthernet0/0
 rate-limit input access-group 150 1000000 8000 8000 conform-action set-prec-transmit 7
  exceed-action drop
 rate-limit input access-group 165 1000000 8000 8000 conform-action set-prec-transmit 5
  exceed-action set-prec-transmit 5
access-list 150 permit ip any host 192.0.2.1
access-list 165 permit udp any host 192.0.2.2 eq 50005
"""


def test_a_mark_whose_class_is_broken_is_followed_to_the_default_class():
    text = CAR + policy(("pre7", "all", "precedence 7"), ("pre5", "all", "access-group 105"))
    (finding,) = found(text, "QOS201")
    assert finding.severity is Severity.WARNING
    assert finding.primary.line == 4
    assert "precedence 5 (critical)" in finding.message
    assert "class-default of policy-map P" in finding.notes[0]
    assert finding.notes[1:] == (
        "for example udp 10.0.0.1:1024 -> 192.0.2.2:50005, precedence 5 (critical)",
    )
    assert [label.span.line for label in finding.related] == [18, 11]


def test_a_mark_that_no_sibling_outshines_is_for_information():
    (first, second) = found(CAR + policy(("pre6", "all", "precedence 6")), "QOS201")
    assert {first.severity, second.severity} == {Severity.INFO}


@pytest.mark.parametrize(
    "classes",
    [
        [("a", "all", "precedence 7"), ("b", "all", "precedence 5")],
        [("a", "all", "precedence 7"), ("b", "all", "dscp 40 41 42 43 44 45 46 47")],
        [("a", "all", "precedence 7"), ("b", "all", "dscp cs5")],  # the rest of the byte may be 0
        [("a", "all", "precedence 7"), ("b", "all", "dscp ef")],  # or what it was
        [("a", "all", "precedence 7"), ("b", "all", "not precedence 7")],
        [("a", "all", "precedence 7"), ("b", "all", "precedence 5", "access-group 165")],
        [("a", "all", "access-group 150")],  # nothing looks at the field
    ],
)
def test_a_mark_that_some_class_takes_is_left_alone(classes):
    assert found(CAR + policy(*classes), "QOS201") == ()


def test_a_class_that_takes_the_value_from_others_only_does_not_count():
    text = CAR + policy(
        ("a", "all", "precedence 7"), ("b", "all", "precedence 5", "access-group 9")
    )
    text += "access-list 9 permit 192.0.2.0 0.0.0.255\naccess-list 165 deny ip any any\n"
    assert found(text, "QOS201") == ()
    text = text.replace("165 permit udp any", "165 permit udp 10.0.0.0 0.0.0.255")
    assert [finding.severity for finding in found(text, "QOS201")] == [Severity.WARNING]


def test_marks_of_an_input_policy_and_of_police_actions_are_followed():
    text = """\
class-map match-all web
 match access-group 110
policy-map IN
 class web
  police 1000000 conform-action set-dscp-transmit af31 exceed-action set-dscp-transmit af32
interface FastEthernet0/0
 service-policy input IN
access-list 110 permit tcp any any eq www
"""
    (finding,) = found(text + policy(("a", "all", "dscp af31")), "QOS201")
    assert "dscp 28 (af32)" in finding.message
    assert finding.severity is Severity.WARNING


def test_a_line_that_was_not_understood_may_look_at_anything():
    text = CAR + policy(("a", "all", "precedence 7"), ("b", "any", "frobnicate 5"))
    assert found(text, "QOS201") == ()


def test_a_drop_profile_by_precedence_counts_as_looking():
    text = CAR + policy(("a", "all", "precedence 7"))
    text = text.replace(" class a\n", " class class-default\n  random-detect\n class a\n")
    assert found(text, "QOS201") == ()


# All of them


def test_plain_configs_do_not_load_the_engine():
    import subprocess

    classes = [("a", "all", "precedence 7"), ("b", "any", "dscp cs5", "dscp af41")]
    text = CAR + policy(*classes) + lists("permit udp any any eq 53", "permit tcp any any")
    code = f"""
import sys
sys.path[:0] = {sys.path!r}
from qosc import frontends
from qosc.lint import check
from qosc.profiles import DEFAULT, profile
from qosc.source import SourceText
source = SourceText("r.cfg", {text!r})
check(frontends.load(source), profile(DEFAULT), source, ("QOS10", "QOS201"))
sys.exit("oxidd" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_class_maps_in_circles_end():
    text = "class-map match-all A\n match class-map B\nclass-map match-all B\n match class-map A\n"
    text += "policy-map P\n class A\n  bandwidth 8\n class B\n  set dscp ef\n"
    text += "interface Serial0/0\n service-policy output P\n service-policy input P\n"
    assert found(text) == ()


@pytest.mark.parametrize("count", [300])
def test_long_policies_and_lists_are_answered(count):
    classes = [(f"c{n}", "any", f"dscp {n % 64}", f"access-group {100 + n}") for n in range(count)]
    text = policy(*classes)
    text += "".join(f"access-list {100 + n} permit udp any any eq {n + 1}\n" for n in range(99))
    findings = found(text, "QOS10")
    assert any(finding.code == "QOS102" for finding in findings)
