"""Near misses of the rules on lines without effect and on halves of a design."""

from __future__ import annotations

import pytest

from tests.rules.linting import codes, lint

JUNOS = """
system {{ host-name r1; }}
class-of-service {{
    classifiers {{
        dscp EDGE {{
            forwarding-class expedited-forwarding {{ loss-priority low code-points ef; }}
            forwarding-class network-control {{ loss-priority low code-points cs6; }}
        }}
    }}
    {more}
    interfaces {{ ge-0/0/0 {{ scheduler-map M; unit 0 {{ classifiers {{ dscp EDGE; }} }} }} }}
    schedulers {{
        V {{ transmit-rate percent 20; }}
        A {{ {rate} }}
        B {{ transmit-rate percent 35; }}
        N {{ transmit-rate percent 5; }}
    }}
    scheduler-maps {{
        M {{
            forwarding-class expedited-forwarding scheduler V;
            forwarding-class assured-forwarding scheduler A;
            forwarding-class best-effort scheduler B;
            forwarding-class network-control scheduler N;
        }}
    }}
}}
firewall {{
    family inet {{
        filter F {{
            term a {{ from {{ protocol tcp; }} then {{ {then} accept; }} }}
        }}
    }}
}}
interfaces {{ ge-0/0/0 {{ unit 0 {{ family inet {{ address 192.0.2.1/24; }} }} }} }}
"""
RATE = "transmit-rate percent 40;"


@pytest.mark.parametrize(
    ("more", "rate", "then", "told"),
    [
        ("", RATE, "", True),
        ("", "buffer-size percent 5;", "", False),
        ("", RATE, "forwarding-class assured-forwarding;", False),
        ("host-outbound-traffic { forwarding-class assured-forwarding; }", RATE, "", False),
    ],
)
def test_a_queue_without_a_writer_is_told(more: str, rate: str, then: str, told: bool) -> None:
    text = JUNOS.format(more=more, rate=rate, then=then)
    assert ("QOS601" in codes(text, "junos-mx")) == told


GROUPS = (
    "ip access-list extended L\n permit tcp any any\n"
    "class-map match-all L\n match access-group name L\n"
    "class-map match-any G1\n match qos-group {asked}\n"
    "class-map match-any G2\n match qos-group 2\n"
    "policy-map IN\n class L\n  {mark}\n"
    "policy-map OUT\n class G1\n  bandwidth 400\n class G2\n  bandwidth 200\n"
    "interface FastEthernet0/0\n service-policy input IN\n"
    "interface Serial0/0\n service-policy output OUT\n"
)


@pytest.mark.parametrize(
    ("asked", "mark", "told"),
    [
        ("1", "set qos-group 2", [6]),
        ("0", "set qos-group 2", []),  # what nothing sets is 0
        ("1", "set dscp af21", []),  # nothing of the device sets groups
        ("1", "set qos-group 3", []),  # the value that nothing matches is told in its place
    ],
)
def test_a_group_that_nothing_sets_is_told(asked: str, mark: str, told: list[int]) -> None:
    found = lint(GROUPS.format(asked=asked, mark=mark))
    assert [one.primary.line for one in found if one.code == "QOS601"] == told


TWICE = (
    "class-map match-all C\n match dscp af21\npolicy-map P\n class C\n  {lines}\n"
    "interface FastEthernet0/0\n service-policy output P\n"
)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("bandwidth 100\n  bandwidth 200", [5]),
        ("bandwidth 100\n  bandwidth 100", []),
        ("bandwidth 100\n  no bandwidth 100\n  bandwidth 200", []),
        ("bandwidth 100\n class class-default\n  bandwidth 200", []),
        ("bandwidth 100\n  queue-limit 20\n  queue-limit 40", [6]),
        ("bandwidth percent 10\n  bandwidth remaining percent 20", []),
    ],
)
def test_a_value_that_is_replaced_is_told(lines: str, told: list[int]) -> None:
    found = lint(TWICE.format(lines=lines))
    assert [one.primary.line for one in found if one.code == "QOS602"] == told


def test_two_set_lines_of_junos_are_told_unless_something_is_deleted() -> None:
    one = "set class-of-service schedulers A transmit-rate percent 40\n"
    other = "set class-of-service schedulers A transmit-rate percent 4\n"
    exact = "set class-of-service schedulers A transmit-rate exact\n"
    rest = (
        "set class-of-service scheduler-maps M forwarding-class best-effort scheduler A\n"
        "set class-of-service interfaces ge-0/0/0 scheduler-map M\n"
        "set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/24\n"
    )
    for text, told in (
        (one + other, [1]),
        (one + exact, []),
        (one + "delete class-of-service schedulers A transmit-rate\n" + other, []),
    ):
        found = lint(text + rest, "junos-mx")
        assert [each.primary.line for each in found if each.code == "QOS602"] == told


LISTS = (
    "ip access-list extended ERP\n permit tcp any host 192.0.2.1\n"
    "ip access-list extended {second}\n permit tcp any host 192.0.2.2\n"
    "ip access-list extended MAIL\n permit tcp any host 192.0.2.3\n"
    "class-map match-all ERP\n match access-group name {used}\n"
    "class-map match-all MAIL\n match access-group name MAIL\n"
    "policy-map P\n class ERP\n  bandwidth 10\n class MAIL\n  bandwidth 10\n"
    "interface FastEthernet0/0\n service-policy output P\n"
)


@pytest.mark.parametrize(
    ("second", "used", "told"),
    [
        ("BACKUP", "BACKUP", [8]),
        ("BACKUP", "ERP", []),
        ("ERP-HOSTS", "ERP-HOSTS", []),
    ],
)
def test_a_class_with_the_list_of_another_is_told(second: str, used: str, told: list[int]) -> None:
    found = lint(LISTS.format(second=second, used=used))
    assert [one.primary.line for one in found if one.code == "QOS603"] == told


def test_a_class_whose_name_says_nothing_of_lists_is_no_matter() -> None:
    text = LISTS.format(second="SERVERS", used="SERVERS").replace("extended ERP", "extended OLD")
    assert "QOS603" not in codes(text)


MARKS = (
    "class-map match-any A\n match dscp {first}\nclass-map match-any B\n match dscp {second}\n"
    "policy-map P\n class A\n  set mpls experimental imposition {one}\n"
    " class B\n  set mpls experimental imposition {other}\n"
    "interface FastEthernet0/0\n service-policy input P\n"
)


@pytest.mark.parametrize(
    ("first", "second", "one", "other", "told"),
    [
        ("ef", "af31", 3, 5, True),
        ("ef", "af31", 5, 3, False),
        ("ef", "af31", 5, 5, False),
        ("ef", "af31", 4, 2, False),  # a mapping of another kind
    ],
)
def test_exchanged_marks_are_told(
    first: str, second: str, one: int, other: int, told: bool
) -> None:
    text = MARKS.format(first=first, second=second, one=one, other=other)
    assert ("QOS605" in codes(text)) == told


@pytest.mark.parametrize(
    ("name", "told"),
    [("SAP", True), ("SAP-BATCH", False), ("CITRIX-OLD", False)],
)
def test_a_mark_that_the_class_of_its_own_name_does_not_take_is_told(name: str, told: bool) -> None:
    text = (
        "ip access-list extended L\n permit tcp any any range 3200 3299\n"
        f"class-map match-all {name}\n match access-group name L\n"
        "class-map match-any Q-CITRIX\n match dscp af31\n"
        "class-map match-any Q-SAP\n match dscp af21\n"
        f"policy-map IN\n class {name}\n  set dscp af31\n"
        "policy-map OUT\n class Q-CITRIX\n  bandwidth 10\n class Q-SAP\n  bandwidth 10\n"
        "interface FastEthernet0/0\n service-policy input IN\n"
        "interface Serial0/0\n service-policy output OUT\n"
    )
    assert ("QOS605" in codes(text)) == told


@pytest.mark.parametrize(
    ("mark", "cos", "told"), [("ef", 3, True), ("ef", 5, False), ("af31", 4, False)]
)
def test_a_cos_that_contradicts_ef_is_told(mark: str, cos: int, told: bool) -> None:
    text = (
        "ip access-list extended L\n permit udp any any\n"
        "class-map match-all C\n match access-group name L\n"
        f"policy-map P\n class C\n  set dscp {mark}\n  set cos {cos}\n"
        "interface FastEthernet0/0.1\n encapsulation dot1Q 1\n service-policy output P\n"
    )
    assert ("QOS606" in codes(text)) == told


@pytest.mark.parametrize(
    ("conform", "told"),
    [
        ("set-dscp-transmit af41", True),
        ("set-dscp-transmit ef", False),
        ("set-dscp-transmit af21", False),  # no class here is known by it
        ("transmit", False),
    ],
)
def test_what_conforms_keeps_to_its_class(conform: str, told: bool) -> None:
    text = (
        "class-map match-all V\n match dscp ef\nclass-map match-all W\n match dscp af41\n"
        "policy-map P\n class V\n"
        f"  police cir 256000 bc 8000 conform-action {conform} exceed-action drop\n"
        " class W\n  police cir 256000 bc 8000 conform-action transmit exceed-action drop\n"
        "interface FastEthernet0/0\n service-policy input P\n"
    )
    assert ("QOS607" in codes(text)) == told


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("srr-queue output dscp-map queue 1 threshold 3 46 40",
         "srr-queue output dscp-map queue 2 threshold 1 24 46", True),
        ("srr-queue output dscp-map queue 1 threshold 3 46",
         "srr-queue output dscp-map queue 1 threshold 3 40", False),
        ("srr-queue output dscp-map queue 1 threshold 3 46",
         "srr-queue input dscp-map queue 2 threshold 1 46", False),
        ("srr-queue output dscp-map queue 1 threshold 3 46",
         "srr-queue output cos-map queue 2 threshold 1 5", False),
        ("map policed-dscp 34 to 36", "map policed-dscp 34 to 10", True),
        ("map dscp-mutation A 34 to 36", "map dscp-mutation B 34 to 10", False),
        ("map policed-dscp 34 to 36", "map policed-dscp 34 to 36", False),
    ],
)  # fmt: skip
def test_a_value_in_two_rows_of_a_map_is_told_at_the_first(
    first: str, second: str, told: bool
) -> None:
    port = "interface GigabitEthernet0/1\n mls qos trust dscp\n"
    text = f"mls qos\nmls qos {first}\nmls qos {second}\n{port}"
    found = [one.primary.line for one in lint(text, "cat3750") if one.code == "QOS602"]
    assert found == ([2] if told else [])


def test_a_map_that_is_reset_between_two_rows_has_one() -> None:
    row = "mls qos srr-queue output dscp-map queue"
    port = "interface GigabitEthernet0/1\n mls qos trust dscp\n"
    text = f"{row} 1 threshold 3 46\nno mls qos srr-queue output dscp-map\n{row} 2 threshold 1 46\n"
    assert "QOS602" not in codes(f"mls qos\n{text}{port}", "cat3750")
