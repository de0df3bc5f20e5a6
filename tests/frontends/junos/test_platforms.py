"""Which Juniper platform a config is of, and what that platform has by default."""

from __future__ import annotations

import pytest

from qosc import api
from qosc.amounts import Rate, RateBase
from qosc.fields import Field
from qosc.frontends import junos, load
from qosc.frontends.detection.dialect import detect
from qosc.ir import Device, Named, Test
from qosc.packets.packet import Packet
from qosc.packets.quick import holds
from qosc.platforms import NAMES
from qosc.profiles import profile
from qosc.source import SourceText

PORT = "interfaces {\n    ge-0/0/0 {\n        unit 0;\n    }\n}\n"
SPINE = "".join(f"set interfaces et-0/0/{n} unit 0 family inet mtu 9170\n" for n in range(24))
TEXTS = {
    "## Model: mx480\n" + PORT: "junos-mx",
    "Model: vsrx\n" + PORT: "junos-srx",
    "Model: ex4200-48t\n" + PORT: "junos-ex",
    "# Model: qfx5100-48s-6q\n" + PORT: "junos-qfx",
    "## Model: acx2100\n" + PORT: "junos-acx",
    PORT: "junos-mx",
    PORT
    + "security {\n    log {\n        mode stream;\n    }\n    zones {\n    }\n}\n": "junos-srx",
    PORT + "security { zones { security-zone a { interfaces { ge-0/0/0.0; } } } }\n": "junos-srx",
    PORT + "security {\n    ssh-known-hosts {\n    }\n}\n": "junos-mx",
    "set security zones security-zone a\nset interfaces ge-0/0/0 unit 0\n": "junos-srx",
    "set interfaces reth0 unit 0\nset system host-name a\n": "junos-srx",
    "set interfaces ge-0/0/1 unit 0 family ethernet-switching\n": "junos-ex",
    "set interfaces xe-0/0/1 unit 0 family ethernet-switching\n": "junos-qfx",
    "set interfaces ae0 unit 0 family ethernet-switching vlan members all\n": "junos-ex",
    "set groups G interfaces <ge-*> unit 0 family ethernet-switching\n"
    "set interfaces ge-0/0/0 apply-groups G\n": "junos-ex",
    "set interfaces interface-range R unit 0 family ethernet-switching\n"
    "set interfaces interface-range R member xe-0/0/1\n": "junos-qfx",
    "interfaces {\n    ge-0/0/0 { unit 0 { family ethernet-switching { storm-control x; } } }\n"
    "}\n": "junos-ex",
    "set interfaces ge-0/0/0 unit 0 family bridge interface-mode access\n": "junos-mx",
    'set interfaces ge-0/0/0 description "no family ethernet-switching here"\n': "junos-mx",
    "# family ethernet-switching {\n" + PORT: "junos-mx",
    "set class-of-service forwarding-class-sets lan class best-effort\n": "junos-qfx",
    "set class-of-service host-outbound-traffic forwarding-class mcast\n": "junos-qfx",
    PORT
    + "forwarding-options {\n    vxlan-routing {\n        overlay-ecmp;\n    }\n}\n": "junos-qfx",
    "set class-of-service scheduler-maps M forwarding-class mcast-be scheduler S\n": "junos-ex",
    "set interfaces mge-0/0/1 unit 0 family inet\n": "junos-ex",
    SPINE: "junos-qfx",
    SPINE + "set protocols ldp interface et-0/0/1.0\n": "junos-mx",
    "\n".join(SPINE.splitlines()[:23]) + "\n": "junos-mx",
    "".join(f"set interfaces et-0/0/1:{n} unit 0 family inet\n" for n in range(40)): "junos-mx",
}
MAP = """
class-of-service {
    interfaces { ge-0/0/0 { scheduler-map M; unit 0 { classifiers { dscp default; } } } }
    scheduler-maps { M { forwarding-class network-control scheduler S; } }
    schedulers { S { priority high; } }
}
"""


def device(text: str, platform: str) -> Device:
    return junos.load(SourceText("r1.conf", PORT + text), platform)


@pytest.mark.parametrize("text", TEXTS)
def test_the_platform_is_told_from_the_text(text: str) -> None:
    guess = detect(SourceText("r1.conf", text))
    assert (guess.dialect, guess.platform) == ("junos", TEXTS[text])
    assert load(SourceText("r1.conf", text)).platform == TEXTS[text]


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("junos-")])
def test_every_platform_has_a_profile_of_its_own_name(name: str) -> None:
    assert profile(name).name == name


@pytest.mark.parametrize(
    ("platform", "queue", "share"),
    [
        ("junos-mx", 3, 50_000),
        ("junos-acx", 3, 50_000),
        ("junos-srx", 3, 50_000),
        ("junos-ex", 7, 50_000),
    ],
)
def test_network_control_has_its_queue_and_its_share(platform: str, queue: int, share: int) -> None:
    found = device(MAP, platform)
    served = found.policies["scheduler-map M"].classes[0]
    assert served.guarantee == Rate(share, RateBase.PERCENT, platform)
    rules = found.rule_lists["classifiers dscp default"].rules
    queues = {mark.value for rule in rules for mark in rule.marks if mark.name == "network-control"}
    assert queues == {queue}


def test_classes_that_a_platform_lacks_fall_to_its_first_queue() -> None:
    found = device(MAP, "junos-qfx").rule_lists["classifiers dscp default"].rules
    marks = [mark for rule in found for mark in rule.marks if mark.field == "forwarding-class"]
    assert {mark.name for mark in marks} == {"best-effort", "network-control"}


SHAPED = "class-of-service { interfaces { ge-0/0/0 { shaping-rate 100m; } } }"


def test_a_shaped_port_without_a_map_has_the_queues_of_its_platform() -> None:
    found = device(SHAPED, "junos-ex").policies["default scheduler-map"]
    shares = {one.name: one.guarantee.value for one in found.classes if one.guarantee}
    assert shares == {"best-effort": 950_000, "network-control": 50_000}
    match = found.classes[0].match
    assert isinstance(match, Test)
    assert match.values == (Named("network-control"),)


@pytest.mark.parametrize("text", [SHAPED, MAP])
def test_shares_that_no_public_source_settles_are_not_made_up(text: str) -> None:
    found = device(text, "junos-qfx")
    served = [one for policy in found.policies.values() for one in policy.classes]
    assert not any(one.guarantee for one in served)
    assert [one.reason for one in found.residue if "no public source" in one.reason]
    told = [one.reason for one in device(text, "junos-mx").residue]
    assert not [reason for reason in told if "no public source" in reason]


DUAL = """
class-of-service {
    classifiers {
        dscp C { forwarding-class expedited-forwarding { loss-priority low code-points ef; } }
        dscp-ipv6 D { forwarding-class assured-forwarding { loss-priority low code-points ef; } }
    }
    rewrite-rules {
        dscp W { forwarding-class expedited-forwarding { loss-priority low code-point cs5; } }
    }
    interfaces { ge-0/0/0 { classifiers { dscp C; %s } rewrite-rules { dscp W; } } }
}
interfaces { ge-0/0/0 { unit 0 { family inet; family inet6; } } }
"""


@pytest.mark.parametrize(
    ("platform", "seen"), [("junos-acx", {4, 6}), ("junos-mx", {4}), ("junos-ptx", {4})]
)
def test_a_dscp_classifier_and_rewrite_rule_see_what_their_platform_says(
    platform: str, seen: set[int]
) -> None:
    """Juniper, ACX guide, Applying DSCP and DSCP IPv6 Classifiers; CoS Features on PTX Series."""
    found = device(DUAL % "", platform)
    match = found.rule_lists["classifiers dscp C"].rules[0].match
    rewrite = found.rule_lists["rewrite-rules dscp W"].rules[0].match
    values = {Field.FORWARDING_CLASS: "expedited-forwarding"}
    assert {v for v in (4, 6) if holds(found, match, Packet(v, 46 << 2))} == seen
    assert {v for v in (4, 6) if holds(found, rewrite, Packet(v, 0, values))} == seen


def test_acx_has_one_classifier_for_both_versions_on_a_port() -> None:
    (told,) = device(DUAL % "dscp-ipv6 D;", "junos-acx").residue
    assert "the commit fails" in told.reason
    assert not device(DUAL % "dscp-ipv6 D;", "junos-mx").residue


@pytest.mark.parametrize(
    ("head", "platform", "assumed"),
    [
        ("# Model: ptx10008\n", "junos-ptx", False),
        ("# Model: acx5448\n", "junos-acx", False),
        ("version 22.3R1.12-EVO;\n", "junos-ptx", True),
        ("version 18.4R1.8;\n", "junos-mx", True),
        ("system { host-name acx1; }\n", "junos-mx", True),
    ],
)
def test_a_platform_that_nothing_tells_is_said_to_be_assumed(
    head: str, platform: str, assumed: bool
) -> None:
    config = api.loads(head + DUAL % "", name="r1.conf")
    assert (config.device.platform, config.device.platform_assumed) == (platform, assumed)
    assert bool(config.device.platform_reason) == assumed
    told = api.loads(head + DUAL % "", name="r1.conf", platform=platform).device
    assert not told.platform_assumed


@pytest.mark.parametrize(
    ("platform", "wanted"),
    [
        (
            "junos-qfx",
            {"best-effort": {0, 1, 2, 5}, "fcoe": {3}, "no-loss": {4}, "network-control": {6, 7}},
        ),
        ("junos-ex", {"best-effort": {0, 1, 2, 3, 4, 5}, "network-control": {6, 7}}),
        (
            "junos-mx",
            {
                "best-effort": {0, 1},
                "expedited-forwarding": {2, 3},
                "assured-forwarding": {4, 5},
                "network-control": {6, 7},
            },
        ),
    ],
)
def test_the_default_802_1p_classifier_is_that_of_its_platform(
    platform: str, wanted: dict[str, set[int]]
) -> None:
    """Juniper, QFX Understanding Default CoS Settings; Default IEEE 802.1p Classifier."""
    text = "class-of-service { classifiers { ieee-802.1 P { import default; } } }"
    found = device(text, platform)
    made: dict[str, set[int]] = {}
    for code in range(8):
        packet = Packet(4, 0, {Field.COS: code}, frozenset(("tagged",)))
        rule = next(
            rule
            for rule in found.rule_lists["classifiers ieee-802.1 P"].rules
            if holds(found, rule.match, packet)
        )
        made.setdefault(rule.marks[0].name, set()).add(code)
        if platform != "junos-mx":
            assert [mark.name for mark in rule.marks[1:]] == ["low"]
    assert made == wanted


WRITTEN = """
class-of-service {
    rewrite-rules { %(kind)s W { import default; } }
    interfaces { ge-0/0/0 { unit 0 { rewrite-rules { %(kind)s %(name)s; } } } }
}
interfaces { ge-0/0/0 { unit 0 { family inet; } } }
"""


def written(found: Device, name: str) -> dict[tuple[str, str], int]:
    """The code point by forwarding class and loss priority, in the words of the rules."""
    made = {}
    for rule in found.rule_lists[name].rules:
        words = [
            value.name
            for part in getattr(rule.match, "operands", ())
            if isinstance(part, Test)
            for value in part.values
            if isinstance(value, Named)
        ]
        made[words[0], words[-1]] = rule.marks[0].value
    return made


@pytest.mark.parametrize("name", ["default", "W"])
@pytest.mark.parametrize(
    ("kind", "codes"), [("dscp", (0, 0, 48, 56)), ("ieee-802.1", (0, 1, 6, 7))]
)
def test_the_default_rewrite_rule_of_qfx_keeps_best_effort(
    kind: str, codes: tuple[int, ...], name: str
) -> None:
    """Juniper, Applying Default Rewrite Rules, Table 1: best-effort is be; no row says fcoe."""
    found = device(WRITTEN % {"kind": kind, "name": name}, "junos-qfx")
    pairs = [(one, loss) for one in ("best-effort", "network-control") for loss in ("low", "high")]
    assert written(found, f"rewrite-rules {kind} {name}") == dict(zip(pairs, codes, strict=True))
    assert [one for one in found.residue if "keep their code points" in one.reason]


def test_the_default_exp_rewrite_of_ptx_is_what_all_releases_have() -> None:
    """Juniper, Applying Default Rewrite Rules, Tables 1 and 2 (PTX since Junos OS 21.1)."""
    text = WRITTEN % {"kind": "exp", "name": "default"}
    found = device(text, "junos-ptx")
    assert written(found, "rewrite-rules exp default") == {
        ("best-effort", "low"): 0,
        ("best-effort", "high"): 1,
        ("network-control", "low"): 6,
        ("network-control", "high"): 7,
    }
    assert any("21.1" in one.reason for one in found.residue)
    assert len(written(device(text, "junos-mx"), "rewrite-rules exp default")) == 8
    dscp = device(WRITTEN % {"kind": "dscp", "name": "default"}, "junos-ptx")
    assert len(written(dscp, "rewrite-rules dscp default")) == 8
    assert not any("keep their code points" in one.reason for one in dscp.residue)


@pytest.mark.parametrize(
    ("platform", "kind", "told"),
    [("junos-ptx", "exp", True), ("junos-ptx", "dscp", False), ("junos-mx", "exp", False)],
)
def test_the_default_exp_classifier_of_ptx_depends_on_the_release(
    platform: str, kind: str, told: bool
) -> None:
    """Juniper, Default MPLS EXP Classifier, Table 2 (PTX since Junos OS 21.1)."""
    text = f"class-of-service {{ classifiers {{ {kind} C {{ import default; }} }} }}"
    reasons = [one.reason for one in device(text, platform).residue]
    assert told == any("21.1" in reason for reason in reasons)


def test_only_best_effort_is_what_the_other_entries_of_a_classifier_leave() -> None:
    text = (
        "class-of-service { classifiers { ieee-802.1 P { import default;"
        " forwarding-class expedited-forwarding { loss-priority low code-points 101; } } } }"
    )
    rules = device(text, "junos-mx").rule_lists["classifiers ieee-802.1 P"].rules
    assert rules[-1].marks[0].name == "best-effort"
    (voice,) = [
        rule
        for rule in rules
        if (rule.marks[0].name, rule.marks[1].name) == ("expedited-forwarding", "low")
    ]
    assert isinstance(voice.match, Test)
    assert [value.low for value in voice.match.values] == [2, 5]  # type: ignore[union-attr]


def test_lossless_classes_are_a_hint_of_qfx() -> None:
    text = "class-of-service { scheduler-maps { M { forwarding-class no-loss scheduler S; } } }\n"
    assert api.loads(text + "interfaces { xe-0/0/0 { unit 0; } }", name="r").device.platform == (
        "junos-qfx"
    )
