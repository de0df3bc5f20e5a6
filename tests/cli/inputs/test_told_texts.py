"""What was passed over in silence: texts that are no config, and QoS where none is looked for."""

from __future__ import annotations

from pathlib import Path

import pytest

import qosc
from qosc.cli import main
from qosc.source import SourceText

IOS = """class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 128
interface Serial0/0
 service-policy output WAN
"""
MAP = """set class-of-service schedulers s transmit-rate percent 95
set class-of-service scheduler-maps m forwarding-class best-effort scheduler s
set class-of-service scheduler-maps m forwarding-class network-control scheduler s
set class-of-service interfaces ge-0/0/1 scheduler-map m
set interfaces ge-0/0/1 unit 0 family inet
"""


def before(prefix: str, text: str = IOS) -> str:
    return "".join(f"{prefix}{line}\n" for line in text.splitlines())


def found(text: str, code: str) -> list[qosc.api.Diagnostic]:
    (config,) = qosc.devices(SourceText.of("t.cfg", text))
    return [each for each in qosc.check(config) if each.code == code]


WRAPPED = {
    "a unified diff": f"--- a/r.cfg\n+++ b/r.cfg\n@@ -1,7 +1,7 @@\n{before(' ')}+ match dscp cs5\n",
    "a unified diff in a mail": (
        "From 1234 Mon\nSubject: [PATCH] voice\n\ndiff --git a/r.cfg b/r.cfg\n--- a/r.cfg\n"
        f"+++ b/r.cfg\n@@ -1,7 +1,7 @@ class\n{before(' ')}"
    ),
    "the output of grep": "".join(
        f"r.cfg:{number}:{line}\n" for number, line in enumerate(IOS.splitlines(), start=3)
    ),
    "the output of grep in one file": "".join(
        f"{3 * number}:{line}\n" for number, line in enumerate(IOS.splitlines(), start=3)
    ),
    "a log": before("Nov 22 20:01:02 r1 conf: "),
    "a log of a program": before("2026-11-22 10:00:00,123 INFO "),
    "a log of seconds": before("[10:00:01] "),
}


@pytest.mark.parametrize("case", WRAPPED)
def test_a_config_in_a_wrapping_is_refused(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = WRAPPED[case]
    (finding,) = found(text, "QOS009")
    what = next(some for some in ("a unified diff", "the output of grep", "a log") if some in case)
    assert what in finding.message
    path = tmp_path / "t.cfg"
    path.write_text(text)
    for command, status in (("check", 1), ("show", 2), ("compile -t tc", 2), ("verify", 2)):
        with pytest.raises(SystemExit) as ended:
            main([*command.split(), str(path)])
        out, err = capsys.readouterr()
        assert ended.value.code == status
        assert what in out + err


@pytest.mark.parametrize(
    "text",
    [
        IOS,
        # A listing with the number of each line, and a quotation, are read.
        "".join(f"{number:4}: {line}\n" for number, line in enumerate(IOS.splitlines(), start=1)),
        before("> "),
        # A date or a hunk within a config does not make it anything else.
        f"! 10:00:01 changed\n{IOS}banner motd ^C\n@@ -1,2 +1,2 @@\n^C\n",
        f"12:00:01 uptime\n{IOS}",
    ],
)
def test_what_only_looks_wrapped_is_read(text: str) -> None:
    assert not found(text, "QOS009")
    assert qosc.api.qos_ports(qosc.loads(text))


OTHERS = {
    "the output of `show policy-map interface`": (
        " GigabitEthernet0/1\n\n  Service-policy output: WAN\n\n    Class-map: VOICE (match-all)\n"
        "      0 packets, 0 bytes\n      Match: ip dscp ef (46)\n"
    ),
    "the output of `show class-of-service`": (
        "user@r1> show class-of-service interface ge-0/0/1\n"
        "Physical interface: ge-0/0/1, Index: 151\n"
        "  Scheduler map: wan, Index: 5131\n"
    ),
    "a JunOS config as XML": "<rpc-reply>\n<configuration>\n<class-of-service>\n",
    "a JunOS config as JSON": '{\n "configuration" : {\n  "class-of-service" : {}\n',
    "answer of a JunOS command as XML or JSON": (
        "user@r1> show class-of-service | display xml | no-more\n"
        '<rpc-reply xmlns:junos="http://xml.juniper.net/junos/20.4R1/junos">\n'
        "<cos-information>\n<cos-interface/>\n</cos-information>\n</rpc-reply>\n"
    ),
    "data of YANG models": '{"openconfig-qos:qos": {"classifiers": {}}}\n',
    "of YANG models": (
        '{\n  "ietf-interfaces:interfaces" : {\n    "interface" : [\n    ]\n  }\n}\n'
    ),
    "YANG models (OpenConfig": (
        '<rpc-reply xmlns="urn:ietf:params:xml:ns:netconf:base:1.0">\n<data>\n'
        '<native xmlns="http://cisco.com/ns/yang/Cisco-IOS-XE-native">\n</native>\n</data>\n'
    ),
    "models (OpenConfig, IETF": (
        'R1#show running-config | format netconf-xml\n<config xmlns="http://tail-f.com/ns/config/1.0">\n'
        '<native xmlns="http://cisco.com/ns/yang/Cisco-IOS-XE-native"><policy/></native></config>\n'
    ),
    "(OpenConfig, IETF, Cisco": (
        'R1#show running-config | format restconf-json\n{"Cisco-IOS-XE-native:native": {}}\n'
    ),
    "a config of Huawei VRP": (
        "#\nsysname R\n#\ntraffic classifier c operator or\n if-match dscp ef\n"
    ),
    "a config of Nokia SR OS": (
        "configure\n qos\n  sap-egress 10 create\n   queue 1 create\n   exit\n  exit all\n"
    ),
    "a config of Nokia SR Linux": (
        "acl {\n    acl-filter cpm type ipv4 {\n    }\n}\n"
        "network-instance default {\n    type ip-vrf\n    admin-state enable\n}\n"
    ),
    "a config of VyOS": (
        "set interfaces ethernet eth0 mtu 1500\nset qos policy shaper WAN bandwidth 10mbit\n"
    ),
}


@pytest.mark.parametrize("what", OTHERS)
def test_what_is_no_config_is_named(what: str) -> None:
    (finding,) = found(OTHERS[what], "QOS009")
    assert what in finding.message
    assert finding.help


@pytest.mark.parametrize("what", [name for name in OTHERS if "JunOS config" in name])
def test_xml_and_json_of_junos_are_told_with_the_command_that_helps(what: str) -> None:
    (finding,) = found(OTHERS[what], "QOS009")
    assert finding.help is not None
    assert "show configuration | display set" in finding.help


def test_a_session_with_a_config_and_the_state_is_a_config() -> None:
    state = OTHERS["the output of `show policy-map interface`"]
    assert not found(f"R1#show policy-map interface\n{state}R1#show run\n{IOS}", "QOS009")


@pytest.mark.parametrize(
    ("head", "line"),
    [
        ("crypto map M 10 ipsec-isakmp", "qos pre-classify"),
        ("dial-peer voice 1 voip", "ip qos dscp ef media"),
        ("wlan W 1 W", "service-policy output WAN"),
        ("source template T", "service-policy output WAN"),
        ("vlan 10", "service-policy input WAN"),
        ("policy-map type inspect I", "police rate 100000 burst 1000"),
    ],
)
def test_qos_below_what_is_not_modelled_is_told(head: str, line: str) -> None:
    text = f"{IOS}{head}\n description {line}\n no {line}\n {line}\n"
    (finding,) = (each for each in found(text, "QOS011") if each.primary.line == 11)
    assert head in finding.message
    assert finding.primary.line == 11
    device = qosc.loads(text).device
    total = device.coverage
    assert total.modelled + total.recognised + total.irrelevant + total.unknown == 11


def test_qos_in_a_banner_is_not_told() -> None:
    assert not found(f"{IOS}banner motd ^C\nvlan 10\n service-policy input P\n^C\n", "QOS011")


def test_class_maps_in_a_ring_are_told() -> None:
    text = (
        "class-map match-all A\n match class-map B\nclass-map match-any B\n match not class-map A\n"
        "class-map match-any C\n match class-map A\n" + IOS
    )
    (finding,) = found(text, "QOS007")
    assert finding.message == "class-map A matches itself (A > B > A)"
    assert finding.primary.line == 4
    assert [label.span.line for label in finding.related] == [2]
    assert not found(text.replace("match not class-map A", "match dscp ef"), "QOS007")


def test_a_range_of_ports_that_is_upside_down_is_told() -> None:
    lists = "access-list 101 permit udp any any range {}\nclass-map V\n match access-group 101\n"
    text = lists + IOS.replace("match dscp ef", "match access-group 101")
    (finding,) = found(text.format("20 10"), "QOS010")
    assert finding.primary.line == 1
    assert any("below its beginning" in note for note in finding.notes)
    assert not found(text.format("10 20"), "QOS010")


@pytest.mark.parametrize(
    "holder", ["logical-systems l", "dynamic-profiles d", "routing-instances v"]
)
def test_class_of_service_elsewhere_is_told(holder: str) -> None:
    line = f"set {holder} class-of-service interfaces ge-0/0/1 scheduler-map m\n"
    first, name = holder.split()
    braces = (
        f"{first} {{\n {name} {{\n  class-of-service {{\n   interfaces {{\n"
        "    ge-0/0/1 { scheduler-map m; }\n   }\n  }\n }\n}\ninterfaces { ge-0/0/1 { unit 0; } }\n"
    )
    for text in (line + MAP, braces):
        (finding,) = (each for each in found(text, "QOS011") if holder in each.message)
        assert finding.primary.line in (1, 3)


@pytest.mark.parametrize(
    "text",
    [
        "set class-of-servce schedulers s priority high\n",
        "class-of-servce {\n    schedulers {\n        s { priority high; }\n    }\n}\n",
    ],
)
def test_a_mistyped_stanza_of_junos_is_told(text: str) -> None:
    (finding,) = found(text + MAP, "QOS010")
    assert "`class-of-servce`" in finding.message
    assert finding.help == "did you mean class-of-service?"
    assert finding.fixes


def test_a_queue_that_the_platform_lacks_is_told() -> None:
    cos = "set class-of-service forwarding-classes"
    for line in (f"{cos} queue 9 gold\n", f"{cos} class gold queue-num 9\n"):
        (finding,) = found(line + MAP, "QOS010")
        assert "junos-mx has queues 0 to 7" in finding.notes
        config = qosc.loads(line + MAP, platform="junos-qfx")
        assert not [each for each in qosc.check(config) if each.code == "QOS010"]
        assert not found(line.replace("9", "7") + MAP, "QOS010")


def test_a_group_that_is_not_defined_is_told() -> None:
    apply = "set apply-groups [ COS GLOBAL ]\n"
    (finding,) = found(apply + MAP, "QOS012")
    assert str(finding.severity) == "warning"
    (finding,) = found(apply + "set groups OTHER system host-name r\n" + MAP, "QOS012")
    assert str(finding.severity) == "error"
    assert "undefined groups COS and GLOBAL" in finding.message
    assert finding.primary.line == 1
    assert not found("set apply-groups A\nset groups A system host-name r\n" + MAP, "QOS012")


def test_a_brace_that_is_not_closed_is_told() -> None:
    text = "class-of-service {\n    schedulers {\n        s { priority high;\n    }\n}\n"
    (finding,) = found(text + "interfaces {\n    ge-0/0/1 { unit 0; }\n}\n", "QOS010")
    assert (finding.message, str(finding.severity)) == ("this brace is not closed", "warning")


def test_lists_of_a_drop_profile_that_do_not_go_together_are_one_finding() -> None:
    line = (
        "set class-of-service drop-profiles d interpolate fill-level [ 10 50 90 ] "
        "drop-probability [ 0 80 ]\n"
        "set class-of-service schedulers s drop-profile-map loss-priority any protocol any "
        "drop-profile d\n"
    )
    (finding,) = found(line + MAP, "QOS017")
    assert "fill-level has 3 values and drop-probability 2" in finding.notes[0]
    assert 1 not in {each.primary.line for each in found(line + MAP, "QOS011")}


FOREIGN = {
    "FortiOS": "config firewall shaper traffic-shaper\n    edit voice\n        set priority high\n",
    "MikroTik": "/queue simple\nadd max-limit=10M/10M name=q1 target=192.0.2.0/24\n",
    "Nokia SR OS": "/configure qos sap-egress 10 create\n/configure port 1/1/1 ethernet\n",
    "VyOS": "traffic-policy {\n    shaper wan {\n        bandwidth 10mbit\n    }\n}\n",
    "Git LFS": "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n",
    "template": "interface {{ port }}\n service-policy output {{ pm }}\n",
    "this text does not read": "The routers of the branch\nare asked for once a night.\n",
    "this text does not read ": '{"a": [1, 2]}\n',
    "this text does not read  ": "---\nhosts: all\ntasks:\n  - name: x\n",
    "this text does not read   ": "tc qdisc add dev eth0 root handle 1: htb\n",
    "this text does not read    ": "$ANSIBLE_VAULT;1.1;AES256\n623133\n",
    "this text does not read     ": "ssh: connect to host r1 port 22: Connection timed out\n",
}


@pytest.mark.parametrize("what", FOREIGN)
def test_a_text_of_another_kind_is_no_success(what: str) -> None:
    (told,) = found(FOREIGN[what], "QOS009")
    assert what.strip() in told.message


@pytest.mark.parametrize(
    "text",
    [
        "ntp server 192.0.2.1\n",
        "no ip http server\nusername a secret b\naaa new-model\n",
        "snmp-server community x\nip route 0.0.0.0 0.0.0.0 192.0.2.1\nline vty 0 4\n login\n",
        "vlan 10\n name a\nexit\nspanning-tree mode rapid\nend\n",
        "snmp {\n community x;\n}\n",
        "set snmp community x\nset vlans a vlan-id 4\n",
        "R(config)# something new\n",
        "[edit switch-options]\nuser@Switch-1# show\nvoip {\n}\n",
        "! nothing yet\n",
    ],
)
def test_a_config_without_qos_is_a_config(text: str) -> None:
    assert found(text, "QOS009") == []


def test_the_marks_of_a_merge_conflict_are_told() -> None:
    text = (
        "policy-map WAN\n class class-default\n<<<<<<< HEAD\n  shape average 1000000\n=======\n"
        "  shape average 2000000\n>>>>>>> feature\ninterface Serial0\n service-policy output WAN\n"
    )
    (told,) = found(text, "QOS009")
    assert "merge conflict" in told.message
    banner = IOS + "banner motd ^\n=======\nHello\n=======\n^\n"
    assert found(banner, "QOS009") == []


@pytest.mark.parametrize("line", [" service-policy output V\x08", " service-policy output W\x08V"])
def test_a_line_that_was_typed_over_is_not_lost(line: str) -> None:
    (told,) = found(f"hostname A\ninterface Serial0\n{line}\n", "QOS002")
    assert told.primary.line == 3


def test_what_a_pager_rubbed_out_is_gone() -> None:
    rubbed = " --More-- " + "\x08" * 10 + " " * 10 + "\x08" * 10 + " service-policy output V"
    (told,) = found(f"hostname A\ninterface Serial0\n{rubbed}\n", "QOS002")
    assert told.message.endswith("policy-map V")
