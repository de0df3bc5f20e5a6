"""Class of service beyond the basics: sets of classes, loss maps, excess, curves by protocol."""

from __future__ import annotations

import pytest

from qosc.amounts import Rate, RateBase
from qosc.datapath.shares import Base
from qosc.fields import Field
from qosc.frontends import junos
from qosc.ir import Attachment, Device, Named, RuleList, SupportState, Test
from qosc.source import SourceText

PORT = "interfaces { ge-0/0/0 { unit 0 { family inet; } } }\n"


def load(cos: str, platform: str = "junos-mx") -> Device:
    return junos.load(SourceText("r1.conf", PORT + f"class-of-service {{\n{cos}\n}}\n"), platform)


def reasons(device: Device) -> list[str]:
    return [residue.reason for residue in device.residue]


def scheduled(scheduler: str, more: str = "") -> Device:
    return load(
        "interfaces { ge-0/0/0 { scheduler-map M; } }\n"
        "scheduler-maps { M { forwarding-class best-effort scheduler S; } }\n"
        f"schedulers {{ S {{ {scheduler} }} }}\n{more}"
    )


PROFILES = (
    "drop-profiles { P { interpolate { fill-level [ 20 80 ]; drop-probability [ 0 50 ]; } }"
    " Q { fill-level 50 drop-probability 100; } }"
)


def test_a_set_of_classes_is_a_class_around_its_scheduler_map() -> None:
    device = load(
        "forwarding-class-sets { lan { class best-effort; } san { class fcoe; class no-loss; } }\n"
        "traffic-control-profiles { L { scheduler-map M; guaranteed-rate percent 30; }\n"
        " S { scheduler-map M; guaranteed-rate percent 50; shaping-rate 5g; } }\n"
        "scheduler-maps { M { forwarding-class best-effort scheduler X; } }\n"
        "schedulers { X { transmit-rate percent 20; } }\n"
        "interfaces { ge-0/0/0 { forwarding-class-set {"
        " lan { output-traffic-control-profile L; }"
        " san { output-traffic-control-profile S; } } } }",
        "junos-qfx",
    )
    stage = device.ports["ge-0/0/0"].output[0]
    assert isinstance(stage, Attachment)
    san, none, lan = device.policies[stage.policy.name].classes
    assert (lan.name, san.name, none.name) == ("lan", "san", "in no forwarding-class-set")
    assert isinstance(none.match, Test)
    assert none.match.values == (Named("network-control"), Named("mcast"))
    assert isinstance(san.match, Test)
    assert san.match.values == (Named("fcoe"), Named("no-loss"))
    assert lan.guarantee == Rate(300_000, RateBase.PERCENT)
    assert san.shaper is not None
    assert san.shaper.rate == Rate(5_000_000_000)
    assert lan.child is not None
    assert lan.child.name == "scheduler-map M"
    assert reasons(device) == []


PARTS = (
    "forwarding-class-sets { lan { class best-effort; class network-control; } }\n"
    "traffic-control-profiles { L { scheduler-map M; %s } }\n"
    "scheduler-maps { M { forwarding-class best-effort scheduler X;"
    " forwarding-class network-control scheduler Y; } }\n"
    "schedulers { X { transmit-rate percent 50; } Y { transmit-rate percent 10; } }\n"
    "interfaces { xe-0/0/0 { forwarding-class-set {"
    " lan { output-traffic-control-profile L; } } } }"
)


@pytest.mark.parametrize(
    "profile", ["guaranteed-rate percent 40; shaping-rate percent 80;", "guaranteed-rate 4g;"]
)
def test_queues_of_a_set_have_parts_of_its_guaranteed_rate(profile: str) -> None:
    """Juniper, Understanding CoS Priority Group and Queue Guaranteed Minimum Bandwidth.

    Half of the 4 Gbit/s that the set is sure of on 10 Gbit/s, whatever it may have at most.
    """
    device = load(PARTS % profile, "junos-qfx")
    stage = device.ports["xe-0/0/0"].output[0]
    assert isinstance(stage, Attachment)
    (whole,) = (one for one in device.policies[stage.policy.name].classes if one.name == "lan")
    inside = Base(10_000_000_000).below(whole)
    queues = {one.name: one for one in device.policies["scheduler-map M"].classes}
    assert inside.guaranteed(queues["best-effort"]) == 2_000_000_000
    assert inside.guaranteed(queues["network-control"]) == 400_000_000
    assert inside.whole == (8_000_000_000 if "80" in profile else 10_000_000_000)
    assert not any("guaranteed-rate" in reason for reason in reasons(device))


def test_transmit_rates_of_a_set_without_a_guaranteed_rate_are_told() -> None:
    device = load(PARTS % "shaping-rate percent 80;", "junos-qfx")
    assert any("has no guaranteed-rate" in reason for reason in reasons(device))


def test_a_set_that_is_not_defined_is_told() -> None:
    device = load(
        "interfaces { ge-0/0/0 { forwarding-class-set { x {"
        " output-traffic-control-profile T; } } } }"
    )
    assert reasons(device) == ["the forwarding-class-set or its profile is not defined"]


def test_frame_relay_bits_become_loss_priorities_and_back() -> None:
    device = load(
        "loss-priority-maps { frame-relay-de L { loss-priority low code-points 0;"
        " loss-priority high code-points 1; } }\n"
        "loss-priority-rewrites { frame-relay-de R { loss-priority high code-point 1; } }\n"
        "interfaces { ge-0/0/0 { unit 0 { loss-priority-maps { frame-relay-de L; }"
        " loss-priority-rewrites { frame-relay-de R; } } } }"
    )
    port = device.ports["ge-0/0/0.0"]
    (came,), (goes,) = port.input, port.output
    assert isinstance(came, RuleList)
    assert isinstance(goes, RuleList)
    assert [rule.marks[0].name for rule in came.rules] == ["low", "high"]
    assert [(mark.field, mark.value) for mark in goes.rules[0].marks] == [(Field.FR_DE, 1)]
    assert reasons(device) == []


def test_excess_priority_none_holds_a_queue_to_its_rate() -> None:
    held = scheduled("transmit-rate percent 20; excess-priority none;")
    shaper = held.policies["scheduler-map M"].classes[-1].shaper
    assert shaper is not None
    assert shaper.rate == Rate(200_000, RateBase.PERCENT)
    free = scheduled("transmit-rate percent 20; excess-priority low;")
    assert free.policies["scheduler-map M"].classes[-1].shaper is None


def test_one_profile_for_tcp_and_for_the_rest_is_one_curve() -> None:
    both = scheduled(
        "drop-profile-map loss-priority low protocol tcp drop-profile P;"
        " drop-profile-map loss-priority low protocol non-tcp drop-profile P;",
        PROFILES,
    )
    wred = both.policies["scheduler-map M"].classes[-1].wred
    assert wred is not None
    assert [curve.values for curve in wred.curves] == [(0,)]


@pytest.mark.parametrize(
    ("maps", "fills", "off"),
    [
        # At half full P drops a quarter and Q all: 75 points.
        (
            ("tcp P", "non-tcp Q"),
            [(0, 0), (200_000, 0), (800_000, 500_000), (1_000_000,) * 2],
            "75 percentage points",
        ),
        (
            ("non-tcp Q", "tcp P"),
            [(0, 0), (200_000, 0), (800_000, 500_000), (1_000_000,) * 2],
            "75 percentage points",
        ),
        # Nothing is said of other traffic, which is dropped by a full queue alone.
        (("tcp Q",), [(500_000, 1_000_000)], "100 percentage points"),
        (("non-tcp Q",), [(500_000, 1_000_000)], "100 percentage points"),
    ],
)
def test_a_queue_has_one_curve_for_all_protocols_and_says_how_far_it_is_off(
    maps: tuple[str, ...], fills: list[tuple[int, int]], off: str
) -> None:
    text = " ".join(
        f"drop-profile-map loss-priority low protocol {one.replace(' ', ' drop-profile ')};"
        for one in maps
    )
    found = scheduled(text, PROFILES)
    wred = found.policies["scheduler-map M"].classes[-1].wred
    assert wred is not None
    assert [list(curve.points) for curve in wred.curves] == [fills]
    assert len([reason for reason in reasons(found) if off in reason]) == 1


def test_the_global_classifier_of_labels_is_on_each_bound_port() -> None:
    device = load(
        "system-defaults { classifiers { exp default; } }\n"
        "interfaces { ge-0/0/0 { unit 0 { classifiers { dscp default; } } } }"
    )
    found = [one.feature for one in device.ports["ge-0/0/0.0"].input if isinstance(one, RuleList)]
    assert found == ["classifiers exp default", "classifiers dscp default"]


def test_what_a_binding_says_beside_the_name_is_understood() -> None:
    text = "interfaces {{ ge-0/0/0 {{ unit 0 {{ classifiers {{ ieee-802.1 default {}; }} }} }} }}"
    assert reasons(load(text.format("vlan-tag outer"))) == []
    (reason,) = reasons(load(text.format("vlan-tag inner")))
    assert "outer tag" in reason


def test_stanzas_without_a_model_are_told_once_and_in_words() -> None:
    device = load(
        "congestion-notification-profile { c { input { dscp { code-point 000011 { pfc; } } } } }\n"
        "shared-buffer { ingress { percent 100; buffer-partition lossless { percent 66; } } }\n"
        "dedicated-buffer { egress { percent 30; } }\n"
        "cos-next-hop-map n { forwarding-class best-effort { next-hop 192.0.2.1; } }\n"
        "host-outbound-traffic { forwarding-class network-control; dscp-code-point cs6; }\n"
        "restricted-queues { forwarding-class best-effort queue-num 0; }\n"
        "fragmentation-maps { f { forwarding-class best-effort { fragment-threshold 500; } } }"
    )
    assert len(reasons(device)) == 7
    assert all("the model" in reason for reason in reasons(device))
    assert all(one.state is SupportState.RECOGNISED for one in device.residue)
    assert device.coverage.unknown == 0


UNIT = (
    "traffic-control-profiles { T { scheduler-map M; %s } }\n"
    "scheduler-maps { M { forwarding-class best-effort scheduler A;"
    " forwarding-class assured-forwarding scheduler B; } }\n"
    "schedulers { A { transmit-rate percent 40; } B { transmit-rate { percent 60; exact; } } }\n"
    "interfaces { ge-0/0/0 { unit 0 { output-traffic-control-profile T; } } }"
)


@pytest.mark.parametrize(
    ("profile", "whole", "reservable"),
    [
        ("shaping-rate 50m; guaranteed-rate 20m;", 50_000_000, 20_000_000),
        ("guaranteed-rate 20m;", 1_000_000_000, 20_000_000),
        ("shaping-rate 50m;", 50_000_000, 50_000_000),
    ],
)
def test_transmit_rates_are_of_the_guaranteed_rate_where_there_is_one(
    profile: str, whole: int, reservable: int
) -> None:
    """Juniper, Calculation of Expected Traffic on IQE PIC Queues: of the shaping-rate in PIR mode.

    That of CIR mode is by the rule for sets of classes, and told as not certain.
    """
    device = load(UNIT % profile)
    (outer,) = device.policies["traffic-control-profile T"].classes
    inside = Base(1_000_000_000).below(outer)
    queues = {one.name: one for one in device.policies["scheduler-map M"].classes}
    assert inside.whole == whole
    assert inside.guaranteed(queues["best-effort"]) == reservable * 40 // 100
    # `exact` holds the queue to the same rate as it is sure of.
    assert inside.cap(queues["assured-forwarding"].shaper) == reservable * 60 // 100
    assert inside.exact(queues["assured-forwarding"])


def test_the_base_of_transmit_rates_below_a_guaranteed_rate_is_told_as_not_certain() -> None:
    told = reasons(load(UNIT % "shaping-rate 50m; guaranteed-rate 20m;"))
    assert len([one for one in told if "may be of the shaping-rate" in one]) == 1
    assert not reasons(load(UNIT % "shaping-rate 50m;"))
    in_bits = UNIT.replace("percent 40", "4m").replace("percent 60", "6m")
    assert not reasons(load(in_bits % "shaping-rate 50m; guaranteed-rate 20m;"))
