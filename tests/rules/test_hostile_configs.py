"""Configs made to take a checker down: each ends, with findings, and without an exception."""

from __future__ import annotations

from tests.rules.linting import codes, lint


def test_policies_that_contain_each_other_are_a_finding_and_no_endless_walk() -> None:
    text = (
        "class-map A\n match dscp ef\n"
        "policy-map ONE\n class A\n  bandwidth 10\n  police 64000 1000\n  service-policy TWO\n"
        "policy-map TWO\n class A\n  bandwidth 10\n  service-policy THREE\n"
        "policy-map THREE\n class A\n  priority 10\n  service-policy ONE\n"
        "interface Serial0\n service-policy output ONE\n"
    )
    found = lint(text)
    (ring,) = [finding for finding in found if finding.code == "QOS007"]
    assert "ONE > TWO > THREE > ONE" in ring.message
    assert [label.span.line for label in ring.related] == [7, 11]


def test_a_policy_inside_itself() -> None:
    text = (
        "policy-map P\n class class-default\n  shape average 64000\n  service-policy P\n"
        "interface Serial0\n service-policy output P\n"
    )
    assert "QOS007" in codes(text)


def test_policies_that_hold_the_next_one_twice() -> None:
    lines = ["class-map A", " match dscp ef"]
    for number in range(60):
        lines += [f"policy-map P{number}"]
        for name in ("A", "class-default"):
            lines += [f" class {name}", "  shape average percent 50"]
            lines += [f"  service-policy P{number + 1}"]
    lines += ["policy-map P60", " class A", "  police 64000 1000"]
    lines += ["interface Serial0", " service-policy output P0"]
    assert "QOS007" not in codes("\n".join(lines))


def test_a_very_long_chain_of_policies() -> None:
    lines = []
    for number in range(3000):
        lines += [f"policy-map P{number}", " class class-default", "  shape average 64000"]
        lines += [f"  service-policy P{number + 1}"]
    lines += ["interface Serial0", " service-policy output P0"]
    found = lint("\n".join(lines))
    # Those inside five others are not looked into, which is told.
    assert {finding.code for finding in found} == {"QOS002", "QOS091"}


def test_class_maps_that_hold_the_next_one_many_times() -> None:
    lines = []
    for number in range(40):
        lines += [f"class-map match-any C{number}"]
        lines += [f" match class-map C{number + 1}", f" match not class-map C{number + 1}"]
    lines += ["class-map match-any C40", " match class-map C0", "policy-map P", " class C0"]
    lines += ["  police 1000000 8000 conform-action transmit exceed-action drop"]
    lines += ["interface Ethernet0", " service-policy input P"]
    assert "QOS303" in {finding.code for finding in lint("\n".join(lines), select=("QOS3",))}


def test_thousands_of_undefined_names_beside_thousands_of_defined_ones() -> None:
    lines = []
    for number in range(1500):
        lines += [f"class-map match-all pre{number}", f" match access-group name L{number}-x"]
        lines += [f"ip access-list extended L{number}y", " permit udp any any"]
    lines += ["policy-map P"]
    for number in range(1500):
        lines += [f" class per{number}", "  set dscp ef"]
    lines += ["interface Ethernet0", " service-policy input P"]
    found = [finding.code for finding in lint("\n".join(lines))]
    assert found.count("QOS003") == 1500
    assert found.count("QOS001") == 1500
