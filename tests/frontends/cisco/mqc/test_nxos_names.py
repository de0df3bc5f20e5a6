"""NX-OS: types of classes and policies, and the names that a Nexus brings with it."""

from __future__ import annotations

import pytest

import qosc
from qosc.api import check
from qosc.fields import Field
from qosc.frontends import load
from qosc.ir import Algorithm, Attachment, Device, Policy, SupportState, TrafficClass, Verdict
from qosc.ir.leaves import resolve
from qosc.ir.match import ClassMap
from qosc.ir.match import Test as Match
from qosc.profiles.nexus_names import is_system_class, is_system_policy, queue_group
from qosc.source import SourceText

BOTH = """\
feature lldp
class-map type qos match-all RDMA
  match cos 3
class-map type queuing RDMA
  match qos-group 3
policy-map type qos P
  class RDMA
    set qos-group 3
policy-map type queuing P
  class type queuing RDMA
    bandwidth percent 50
    service-policy type queuing P
interface Ethernet1/1
  service-policy type qos input P
  service-policy type queuing output P
"""


def device(text: str) -> Device:
    return load(SourceText("t.cfg", text))


def told(found: Device) -> list[str]:
    """The lines that are not in the model; not that the whole text is read as IOS."""
    return [item.text.strip() for item in found.residue if not item.context.startswith("the ")]


def applied(found: Device, way: str) -> TrafficClass:
    (stage,) = getattr(found.ports["Ethernet1/1"], way)
    assert isinstance(stage, Attachment)
    return found.policies[stage.policy.name].classes[0]


def field(found: Device, one: TrafficClass) -> Field:
    class_map = resolve(found, one.match)
    assert isinstance(class_map, ClassMap)
    (match,) = class_map.match.operands
    assert isinstance(match, Match)
    return match.field


def test_a_class_of_type_queuing_is_another_than_that_of_type_qos() -> None:
    found = device(BOTH)
    assert field(found, applied(found, "input")) is Field.COS
    assert field(found, applied(found, "output")) is Field.QOS_GROUP
    child = applied(found, "output").child
    assert child is not None
    policy = resolve(found, child)
    assert isinstance(policy, Policy)
    assert policy.classes[0].guarantee is not None
    assert not any(item.state is SupportState.UNKNOWN for item in found.residue)


def test_a_name_that_one_type_has_stays_as_it_is() -> None:
    found = device(BOTH.replace("class-map type qos match-all RDMA\n  match cos 3\n", ""))
    assert list(found.class_maps) == ["RDMA"]


@pytest.mark.parametrize("below", ["mtu 9216", "description jumbo\n  class type network-qos c-nq1"])
def test_frames_of_another_size_are_no_qos(below: str) -> None:
    found = device(
        f"policy-map type network-qos J\n  class type network-qos class-default\n    {below}\n"
        "    mtu 9216\nsystem qos\n  service-policy type network-qos J\ninterface Ethernet1/1\n"
    )
    assert not told(found)


def test_a_class_without_loss_is_reported_where_it_is_applied() -> None:
    found = device(
        "policy-map type network-qos J\n  class type network-qos c-nq3\n    pause pfc-cos 3\n"
        "system qos\n  service-policy type network-qos J\ninterface Ethernet1/1\n"
    )
    assert told(found)[-1] == "service-policy type network-qos J"


def test_what_is_not_in_the_model_is_said_once_without_ports_too() -> None:
    found = device("system qos\n  service-policy type network-qos J\n")
    assert len({item.origin for item in found.residue}) == len(found.residue)


@pytest.mark.parametrize(
    ("name", "group"),
    [("c-out-q3", 3), ("c-out-8q-q-default", 0), ("c-out-q-default", 0), ("1p7q4t-out-q2", None)],
)
def test_the_queues_of_a_nexus_9000_go_by_qos_group(name: str, group: int | None) -> None:
    assert queue_group(name) == group
    assert is_system_class(name)


@pytest.mark.parametrize(
    "name",
    [
        "class-fcoe",
        "class-all-flood",
        "1p7q4t-out-pq1",
        "2q4t-7e-drop-in-q1",
        "c-4q-8e-drop-out",
        "c-4q-7e-ndrop-in",
    ],
)
def test_other_systems_have_other_classes(name: str) -> None:
    assert is_system_class(name)


def test_names_that_only_look_alike_are_not_the_systems() -> None:
    assert not any(map(is_system_class, ("c-out", "class-gold", "q3", "my-out-q3x")))
    assert is_system_policy("fcoe-default-in-policy")
    assert is_system_policy("default-nq-8e-4q4q-policy")
    assert not is_system_policy("default-policy-of-mine")


def test_policies_of_the_system_are_not_missing() -> None:
    config = qosc.loads(
        "feature fcoe\nsystem qos\n  service-policy type qos input fcoe-default-in-policy\n"
        "  service-policy type queuing output fcoe-default-out-policy\ninterface Ethernet1/1\n"
    )
    assert "QOS002" not in {finding.code for finding in check(config)}


@pytest.mark.parametrize(
    # 1/5 is 20 %: a tenth less than 22 %, and that is too far off to be taken for it.
    ("percent", "one_in"),
    [(7, 14), (50, 2), (100, 1), (60, None), (22, None)],
)
def test_a_drop_probability_is_one_in_so_many(percent: int, one_in: int | None) -> None:
    red = f"random-detect minimum-threshold 150 maximum-threshold 300 drop-probability {percent}"
    found = device(
        f"feature lldp\npolicy-map type queuing Q\n  class type queuing c-out-q3\n    {red}\n"
    )
    wred = found.policies["Q"].classes[0].wred
    assert (wred.curves[0].denominator if wred is not None else None) == one_in
    assert bool(told(found)) == (percent in (7, 22, 60))


@pytest.mark.parametrize(
    ("line", "algorithm", "violate"),
    [
        # One rate and one burst: what does not conform is all that there is beside it.
        ("cir 64 kbps bc 200 ms", Algorithm.SINGLE_BUCKET, None),
        # With `be`, or a peak rate, some packets lie between.
        ("cir 64000 bps bc 2000 bytes be 4000 bytes", Algorithm.SRTCM, Verdict.DROP),
        ("cir 64 kbps bc 200 ms pir 128 kbps", Algorithm.TRTCM, Verdict.DROP),
    ],
)
def test_the_violate_action_of_a_policer_of_two_colours_is_for_all_that_exceeds(
    line: str, algorithm: Algorithm, violate: Verdict | None
) -> None:
    police = f"police {line} conform transmit violate drop"
    found = device(f"feature lldp\npolicy-map type qos P\n  class class-default\n    {police}\n")
    (policer,) = found.policies["P"].classes[0].policers
    assert policer.meter.algorithm is algorithm
    assert policer.exceed.verdict is Verdict.DROP
    assert (policer.violate.verdict if policer.violate else None) is violate
    # The written action is the one, and the other the platform's.
    assert bool(policer.exceed.default_by) == (violate is not None)
    assert policer.violate is None or not policer.violate.default_by
