"""What JunOS does on ports that say nothing of class of service."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qosc import api
from qosc.fields import Field
from qosc.ir import Attachment, Device, Port, RuleList, Test, unnamed_ingress
from qosc.ledger import Fidelity
from qosc.packets.packet import Packet
from qosc.packets.quick import holds

PORTS = """
interfaces {
    ge-0/0/0 { unit 0 { family inet; } unit 1 { family inet; family mpls; } unit 2 { family iso; } }
    ge-0/0/1 { unit 0 { family inet { filter { input F; } } } }
    ge-0/0/2 { unit 0 { family inet { filter { input G; } } } }
    ge-0/0/3 { gigether-options { 802.3ad ae0; } }
    lo0 { unit 0 { family inet { filter { input F; } } } }
    irb { unit 5 { family inet { filter { input F; } } } }
}
firewall { family inet {
    filter F { term a { from { protocol tcp; } then { loss-priority high; accept; } }
               term b { then accept; } }
    filter G { term a { then accept; } }
} }
"""
COS = "class-of-service { interfaces { ge-0/0/0 { %s } ge-0/0/3 { unit 0; } } %s }\n"
MAPS = "scheduler-maps { M { forwarding-class best-effort scheduler S; } } schedulers { S; }"


def complete(text: str, platform: str = "junos-mx") -> Device:
    return api.loads(text, name="r1.conf", platform=platform).complete_device


def added(port: Port) -> list[str]:
    return [
        stage.feature if isinstance(stage, RuleList) else stage.policy.name
        for stage in (*port.input, *port.output)
        if stage.default_by
    ]


IPPREC = "default classifier inet-precedence ipprec-compatibility"
EXP = "default classifier exp default"
MAP = "default scheduler-map"


def test_each_unit_has_the_default_classifiers_and_ports_that_take_part_the_default_map() -> None:
    found = complete(COS % ("unit 0;", "") + PORTS)
    assert {name: added(port) for name, port in found.ports.items() if added(port)} == {
        "ge-0/0/0": [MAP],
        "ge-0/0/0.0": [IPPREC],
        "ge-0/0/0.1": [IPPREC, EXP],
        "ge-0/0/1": [MAP],
        "ge-0/0/1.0": [IPPREC],
        "ge-0/0/2.0": [IPPREC],
        "irb.5": [IPPREC],
    }
    # The default stands before the filter, which may overrule it.
    assert [stage.default_by != "" for stage in found.ports["ge-0/0/1.0"].input] == [True, False]


@pytest.mark.parametrize("precedence", range(8))
def test_the_default_classifier_is_the_documented_table(precedence: int) -> None:
    """Rows of Juniper's Default IP Precedence Classifier, ipprec-compatibility."""
    device = complete(COS % ("unit 0;", "") + PORTS)
    stage = device.ports["ge-0/0/0.0"].input[0]
    assert isinstance(stage, RuleList)
    packet = Packet(4, precedence << 5, {})
    marks = next(rule.marks for rule in stage.rules if holds(device, rule.match, packet))
    wanted = "network-control" if precedence > 5 else "best-effort"
    assert {mark.field: mark.name for mark in marks} == {
        Field.FORWARDING_CLASS: wanted,
        Field.LOSS_PRIORITY: "high" if precedence in (1, 3, 5, 7) else "low",
    }


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("unit 0 { classifiers { dscp default; } }", []),
        ("unit 0 { classifiers { ieee-802.1 default; } }", []),
        ("unit 0 { classifiers { no-default; } }", []),
        ("unit 0 { forwarding-class best-effort; }", []),
        ("unit 0 { classifiers { dscp-ipv6 default; } }", [IPPREC]),
        ("unit 1 { classifiers { exp default; } }", [IPPREC]),
    ],
)
def test_a_classifier_of_the_config_takes_the_place_of_the_default_one(
    said: str, left: list[str]
) -> None:
    unit = "ge-0/0/0." + said.split()[1]
    assert added(complete(COS % (said, "") + PORTS).ports[unit]) == left


@pytest.mark.parametrize(
    "said", ["scheduler-map M;", "unit 1 { scheduler-map M; }", "shaping-rate 1m;"]
)
def test_a_scheduler_map_takes_the_place_of_the_default_one(said: str) -> None:
    assert MAP not in added(complete(COS % (said, MAPS) + PORTS).ports["ge-0/0/0"])


def test_the_default_map_has_the_shares_of_the_platform() -> None:
    found = complete(COS % ("unit 0;", "") + PORTS, "junos-srx")
    stage = found.ports["ge-0/0/0"].output[0]
    assert isinstance(stage, Attachment)
    assert "95" in stage.default_by
    shares = {one.name: one.guarantee.value for one in found.policies[MAP].classes if one.guarantee}
    assert shares == {"best-effort": 950_000, "network-control": 50_000}
    assert added(complete(COS % ("unit 0;", "") + PORTS, "junos-qfx").ports["ge-0/0/0"]) == []


def test_a_class_of_the_config_on_the_queue_of_a_default_one_has_its_packets_and_its_share() -> (
    None
):
    classes = "forwarding-classes { class control queue-num 3; }"
    found = complete(COS % ("unit 0;", classes) + PORTS)
    stage = found.ports["ge-0/0/0.0"].input[0]
    assert isinstance(stage, RuleList)
    assert {mark.name for rule in stage.rules for mark in rule.marks} >= {"control"}
    match = next(one for one in found.policies[MAP].classes if one.name == "control").match
    assert isinstance(match, Test)


def classes_of(found: Device, feature: str) -> dict[str, set[int]]:
    """The code points of each class in a list of rules that the ports share."""
    stages = (s for port in found.ports.values() for s in port.input if isinstance(s, RuleList))
    lists = {stage.feature: stage for stage in stages} | found.rule_lists
    made: dict[str, set[int]] = {}
    for rule in lists[feature].rules:
        mark = next(one for one in rule.marks if one.field is Field.FORWARDING_CLASS)
        for code in range(8):
            if holds(found, rule.match, Packet(ds=code << 5)):
                made.setdefault(mark.name, set()).add(code)
    return made


@pytest.mark.parametrize("said", ["queue 3 bulk;", "class bulk queue-num 3;"])
@pytest.mark.parametrize("platform", ["junos-mx", "junos-srx", "junos-acx"])
def test_a_new_name_for_queue_3_has_the_packets_of_network_control(
    said: str, platform: str
) -> None:
    found = complete(COS % ("unit 0;", f"forwarding-classes {{ {said} }}") + PORTS, platform)
    assert classes_of(found, IPPREC) == {"best-effort": {0, 1, 2, 3, 4, 5}, "bulk": {6, 7}}
    shares = {one.name: one.guarantee.value for one in found.policies[MAP].classes if one.guarantee}
    assert shares == {"best-effort": 950_000, "bulk": 50_000}
    assert not found.residue


def test_a_default_rewrite_rule_marks_the_class_that_has_the_queue() -> None:
    said = "unit 0 { rewrite-rules { inet-precedence default; } }"
    found = complete(COS % (said, "forwarding-classes { queue 3 bulk; }") + PORTS)
    rules = found.rule_lists["rewrite-rules inet-precedence default"].rules
    bulk = Packet(values={Field.FORWARDING_CLASS: "bulk", Field.LOSS_PRIORITY: "high"})
    marks = next(rule.marks for rule in rules if holds(found, rule.match, bulk))
    assert [(mark.field, mark.value) for mark in marks] == [(Field.PRECEDENCE, 7)]


def test_a_default_class_in_another_queue_keeps_its_packets_and_is_told_of() -> None:
    classes = "forwarding-classes { queue 3 bulk; queue 7 network-control; }"
    found = complete(COS % ("unit 0;", classes) + PORTS)
    assert classes_of(found, IPPREC)["network-control"] == {6, 7}
    (told,) = found.residue
    assert "no public source" in told.reason
    assert told.origin.line
    plain = "forwarding-classes { queue 7 network-control; }"
    assert not complete(COS % ("unit 0;", plain) + PORTS).residue


def test_the_reader_keeps_what_the_config_says_apart_and_filling_in_twice_changes_nothing() -> None:
    config = api.loads(COS % ("unit 0;", "") + PORTS, name="r1.conf", platform="junos-mx")
    assert not config.device.ports["ge-0/0/0"].output
    assert MAP not in config.device.policies
    from qosc.datapath import with_defaults

    assert with_defaults(config.complete_device, config.profile) == config.complete_device


def test_nobody_is_blamed_for_a_default() -> None:
    ports = PORTS.replace("loss-priority high; accept;", "forwarding-class expedited-forwarding;")
    config = api.loads(ports + COS % ("unit 0;", ""), name="r1.conf", platform="junos-mx")
    assert config.complete_device.ports["ge-0/0/0"].output
    found = api.check(config)
    assert not [one.message for one in found if "default" in one.message]
    bare = api.Config(config.source, replace(config.device, standing={}))
    assert found == api.check(bare)


@pytest.mark.parametrize("target", ["tc", "sim", "ns3"])
def test_the_ledger_says_of_each_default_whose_it_is(target: str) -> None:
    config = api.loads(PORTS + COS % ("unit 0;", ""), name="r1.conf", platform="junos-mx")
    artefact = api.compile(config, target=target, allow_loss=True)
    default = [one for one in artefact.ledger if "default" in one.path]
    assert len(default) > 20
    assert all(one.note.startswith("default of junos-mx (Juniper, ") for one in default)
    assert not any(
        "default of junos" in one.note for one in artefact.ledger if "default" not in one.path
    )


def test_an_excerpt_without_interfaces_is_given_nothing() -> None:
    found = complete(COS % ("unit 0;", ""))
    assert not [name for name, port in found.ports.items() if added(port)]


def test_a_default_table_is_known_by_the_name_that_the_router_shows() -> None:
    said = "unit 0 { classifiers { dscp dscp-default; } rewrite-rules { exp exp-default; } }"
    config = api.loads(COS % (said, "") + PORTS, name="r1.conf", platform="junos-mx")
    port = config.device.ports["ge-0/0/0.0"]
    assert [stage.feature for stage in (*port.input, *port.output)] == [
        "classifiers dscp default",
        "rewrite-rules exp default",
    ]
    assert "QOS012" not in [one.code for one in api.check(config)]


QUEUES = """
class-of-service {
    rewrite-rules { dscp W { forwarding-class best-effort { loss-priority low code-point cs1; } } }
    schedulers { S { transmit-rate percent 40; } }
    scheduler-maps { M { forwarding-class best-effort scheduler S; } }
    interfaces { ge-0/0/1 { scheduler-map M; unit 0 { rewrite-rules { dscp W; } } } }
}
interfaces {
    ge-0/0/1 { unit 0 { family inet; } }
    UNITS
}
"""


def test_a_packet_that_nothing_classified_is_in_the_class_of_queue_0() -> None:
    """Juniper, Default Forwarding Classes; its rewrite rule holds for the packet, too."""
    found = complete(QUEUES.replace("UNITS", ""))
    policy = found.policies["scheduler-map M"]
    plain = Packet(values={Field.PROTOCOL: 17})
    chosen = [one.name for one in policy.classes if holds(found, one.match, plain)]
    assert chosen == ["best-effort"]
    assert policy.classes[-1].name == "best-effort"
    (stage,) = found.ports["ge-0/0/1.0"].output
    assert isinstance(stage, RuleList)
    assert holds(found, stage.rules[0].match, plain)


def test_a_class_in_use_that_the_map_leaves_out_has_a_queue_by_its_name() -> None:
    """The default classifier puts precedence 6 into network-control, whatever the map says."""
    found = complete(QUEUES.replace("UNITS", ""))
    control, _ = found.policies["scheduler-map M"].classes
    assert (control.name, control.guarantee, control.has_queue) == ("network-control", None, True)
    assert "Juniper" in control.default_by


@pytest.mark.parametrize("target", ["tc", "sim", "ns3", "ir"])
def test_no_output_names_a_class_that_junos_does_not_have(target: str) -> None:
    text = QUEUES.replace("ge-0/0/1 { scheduler-map M;", "ge-0/0/1 { shaping-rate 50m;")
    for one in (QUEUES, text):
        config = api.loads(one.replace("UNITS", ""), name="r1.conf", platform="junos-mx")
        made = api.compile(config, target=target, allow_loss=True)
        assert made.files
        assert not [file.path for file in made.files if "class-default" in file.text]
        assert not [entry.path for entry in made.ledger if "class-default" in entry.path]


def test_equal_default_classifiers_of_many_units_are_one_value_and_one_block_of_show() -> None:
    from qosc.render.shows.model import show_ports

    units = "".join(f"ge-1/0/{n} {{ unit 0 {{ family inet; }} }}\n" for n in range(500))
    config = api.loads(QUEUES.replace("UNITS", units), name="r1.conf", platform="junos-mx")
    lists = {id(one.input) for one in config.device.standing.values() if one.input}
    assert len(lists) == 2  # those of the units, and the one for ports that the text leaves out
    device = config.complete_device
    shown = "\n".join(show_ports(device, device.ports.values(), config.profile))
    assert shown.count("precedence 7") == 1
    assert "as on ge-0/0/1.0" in shown


def test_a_port_that_the_text_does_not_name_has_the_default_classifier() -> None:
    found = api.loads(QUEUES.replace("UNITS", ""), name="r1.conf", platform="junos-mx")
    (stage,) = unnamed_ingress(found.complete_device)
    assert isinstance(stage, RuleList)
    assert stage.feature == IPPREC
    assert unnamed_ingress(complete(PORTS.replace("loss-priority high;", ""))) == ()


@pytest.mark.parametrize("target", ["sim", "ns3"])
def test_traffic_of_a_scenario_may_come_in_by_a_port_that_the_text_does_not_name(
    target: str,
) -> None:
    """There precedence 6 goes to network-control by default, so that each class has its traffic."""
    text = QUEUES.replace("UNITS", "").replace("40; } }", "40; } C { transmit-rate percent 5; } }")
    text = text.replace(
        "scheduler S; }", "scheduler S; forwarding-class network-control scheduler C; }"
    )
    made = api.compile(api.loads(text, name="r1.conf", platform="junos-mx"), target=target)
    assert made.files
    assert not [one.path for one in made.ledger if " > traffic > " in one.path]


def test_what_the_default_classifier_of_ipv6_maps_is_unknown() -> None:
    text = QUEUES.replace("UNITS", "ge-0/0/2 { unit 0 { family inet6; } }")
    made = api.compile(api.loads(text, name="r1.conf", platform="junos-mx"), target="tc")
    said = [
        one for one in made.ledger if "dscp-ipv6-compatibility" in one.path and "marks" in one.path
    ]
    assert said
    assert {one.fidelity for one in said} == {Fidelity.UNKNOWN}
