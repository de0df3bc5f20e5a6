"""Catalyst ports with an input policy: the policy sees the packet first, then the port's trust."""

from __future__ import annotations

from qosc.api import check
from qosc.api import loads as read
from qosc.fields import Field
from qosc.frontends import load
from qosc.ir import Device, Mark, MarkTable
from qosc.source import SourceText

POLICY = (
    "class-map match-all VOICE\n match ip dscp ef\n"
    "class-map match-all BULK\n match access-group 100\n"
    "policy-map IN\n class VOICE\n  set dscp ef\n class BULK\n  police 1000000 32000\n"
    "access-list 100 permit tcp any any\n"
)


def device(*lines: str, before: str = "mls qos\n", policy: str = POLICY) -> Device:
    body = "".join(f" {line}\n" for line in (*lines, "service-policy input IN"))
    return load(SourceText("t.cfg", f"{before}{policy}interface FastEthernet0/1\n{body}"))


def marks(found: Device) -> dict[str, tuple[Mark, ...]]:
    return {one.name: one.marks for one in found.policies["IN"].classes}


def told(found: Device) -> list[str]:
    return [residue.text.strip() for residue in found.residue]


def test_the_policy_sees_what_came_before_the_port_trusts_cos() -> None:
    found = device("mls qos trust cos")
    assert [stage.kind for stage in found.ports["FastEthernet0/1"].input] == ["attachment"]
    assert marks(found)["class-default"] == ()
    assert told(found) == ["mls qos trust cos"]


def test_a_port_that_trusts_precedence_writes_the_dscp_of_its_map() -> None:
    found = device("mls qos trust ip-precedence")
    table = MarkTable(Field.PRECEDENCE, tuple((value, 8 * value) for value in range(8)))
    assert marks(found)["class-default"] == (Mark(Field.DSCP, 0, table=table),)


def test_an_untrusted_port_resets_what_the_policy_leaves_open() -> None:
    reset = (Mark(Field.DSCP, 0),)
    found = marks(device())
    assert (found["BULK"], found["class-default"]) == (reset, reset)
    assert marks(device(before="")) == {
        "VOICE": (Mark(Field.DSCP, 46),),
        "BULK": (),
        "class-default": (),
    }


def test_a_port_that_trusts_dscp_leaves_the_rest_alone() -> None:
    assert marks(device("mls qos trust dscp"))["class-default"] == ()


def test_trust_in_a_class_goes_before_that_of_the_port() -> None:
    policy = POLICY.replace("  police 1000000 32000\n", "  trust dscp\n")
    found = device(policy=policy)
    assert (marks(found)["BULK"], marks(found)["class-default"]) == ((), (Mark(Field.DSCP, 0),))
    assert not found.residue
    found = device(policy=policy.replace("trust dscp", "trust cos"))
    assert marks(found)["BULK"] == ()
    assert told(found) == ["trust cos"]


def test_ports_of_one_policy_that_differ_are_reported() -> None:
    other = "interface FastEthernet0/2\n service-policy input IN\n"
    found = device("mls qos trust dscp", before="mls qos\n" + other)
    assert marks(found)["class-default"] == ()
    assert told(found) == ["mls qos", "mls qos trust dscp"]


def test_a_6500_says_that_the_rest_is_not_in_the_model() -> None:
    text = f"mls qos\nmls flow ip\n{POLICY}interface FastEthernet0/1\n mls qos trust cos\n"
    found = load(SourceText("t.cfg", text + " service-policy input IN\n"))
    assert found.platform == "cat6500"
    assert marks(found)["class-default"] == ()
    assert "trust state" in found.residue[0].reason


def test_a_port_by_vlan_is_not_taken_to_reset_marks() -> None:
    text = "mls qos\ninterface FastEthernet0/1\n mls qos vlan-based\n"
    found = load(SourceText("t.cfg", text))
    assert found.ports["FastEthernet0/1"].input == ()
    assert told(found) == ["mls qos vlan-based"]


def test_marks_of_a_port_are_not_said_to_be_lost_in_its_own_policy() -> None:
    text = f"mls qos\n{POLICY}interface FastEthernet0/1\n mls qos trust cos\n"
    text += " service-policy input IN\n"
    codes = {finding.code for finding in check(read(text, platform="cat3750"))}
    assert not {"QOS201", "QOS512"} & codes
