"""What JunOS configs do that rules must not blame them for."""

from __future__ import annotations

import pytest

from qosc import api

PORTS = """
interfaces {
    xe-0/0/0 { unit 0; }
    ge-0/0/1 { unit 0 { family inet { filter { input F; } } } }
}
"""
SETS = """
class-of-service {
    classifiers { ieee-802.1 C {
        forwarding-class fcoe { loss-priority low code-points 011; }
        forwarding-class best-effort { loss-priority low code-points 000; }
        forwarding-class network-control { loss-priority low code-points [ 110 111 ]; }
    } }
    forwarding-class-sets { lan { class best-effort; class network-control; } san { class fcoe; } }
    traffic-control-profiles { L { scheduler-map LM; } S { scheduler-map SM; } }
    schedulers { x { transmit-rate percent 50; buffer-size percent 50; } }
    scheduler-maps {
        LM {
            forwarding-class best-effort scheduler x;
            forwarding-class network-control scheduler x;
        }
        SM { forwarding-class fcoe scheduler x; }
    }
    interfaces { xe-0/0/0 {
        forwarding-class-set {
            lan { output-traffic-control-profile L; }
            san { output-traffic-control-profile S; }
        }
        unit 0 { classifiers { ieee-802.1 C; } }
    } }
}
"""
INTERFACE_SET = """
class-of-service {
    traffic-control-profiles { T { shaping-rate 10m; } R { shaping-rate 5m; } }
    interfaces {
        interface-set ALL { output-traffic-control-profile T; }
        xe-0/0/0 { output-traffic-control-profile-remaining R; }
    }
}
"""
OUT_OF_PROFILE = """
firewall {
    policer P {
        if-exceeding { bandwidth-limit 10m; burst-size-limit 125k; }
        then { out-of-profile; }
    }
    family inet { filter F { term a { then { policer P; accept; } } } }
}
"""


def codes(text: str) -> list[str]:
    return [one.code for one in api.check(api.loads(PORTS + text, name="r1.conf"))]


def test_the_map_of_a_set_serves_the_classes_of_the_set() -> None:
    assert not {"QOS431", "QOS432", "QOS005"}.intersection(codes(SETS))
    less = SETS.replace("forwarding-class best-effort scheduler x;", "")
    assert "QOS431" in codes(less)


def test_a_map_that_is_also_used_outside_the_set_serves_all_classes() -> None:
    outside = SETS.replace("unit 0 { class", "} ge-0/0/1 { scheduler-map SM; unit 0 { class")
    assert {"QOS431", "QOS432"} <= set(codes(outside))


@pytest.mark.parametrize("text", [INTERFACE_SET])
def test_what_an_interface_set_uses_is_used(text: str) -> None:
    assert "QOS005" not in codes(text)
    assert "QOS005" in codes(text.replace("ALL { output-traffic-control-profile T; }", "ALL;"))


def test_a_policer_with_an_action_that_is_not_in_the_model_is_not_called_useless() -> None:
    found = codes(OUT_OF_PROFILE)
    assert "QOS301" not in found
    assert "QOS011" in found


def test_a_missing_class_of_the_default_map_is_told_where_the_map_is_asked_for() -> None:
    text = (
        "class-of-service { interfaces { xe-0/0/0 { shaping-rate 10m; } } }\n"
        "firewall { family inet { filter F { term a { then { forwarding-class"
        " expedited-forwarding; accept; } } } } }\n"
    )
    (found,) = [
        one for one in api.check(api.loads(PORTS + text, name="r1.conf")) if one.code == "QOS431"
    ]
    assert (found.primary.path, found.primary.line) == ("r1.conf", 6)


@pytest.mark.parametrize(
    ("platform", "told"), [("junos-mx", True), ("junos-ex", False), ("junos-qfx", False)]
)
def test_two_strict_queues_are_told_where_no_model_takes_them(platform: str, told: bool) -> None:
    text = (
        "class-of-service { schedulers { s { transmit-rate percent 5; priority strict-high; } }\n"
        "scheduler-maps { M { forwarding-class network-control scheduler s;"
        " forwarding-class best-effort scheduler s; } }\n"
        "interfaces { xe-0/0/0 { scheduler-map M; } } }\n"
    )
    config = api.loads(PORTS + text, name="r1.conf", platform=platform)
    assert told == ("QOS434" in [one.code for one in api.check(config)])


def test_units_of_traffic_control_profiles_may_differ() -> None:
    text = SETS.replace("L { scheduler-map LM; }", "L { scheduler-map LM; guaranteed-rate 4g; }")
    text = text.replace(
        "S { scheduler-map SM; }", "S { scheduler-map SM; guaranteed-rate percent 40; }"
    )
    assert text.count("guaranteed-rate") == 2
    found = api.check(api.loads(PORTS + text, name="r1.conf", platform="junos-qfx"))
    assert "QOS403" not in {one.code for one in found}
