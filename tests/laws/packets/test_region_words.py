"""Regions in the words of the config."""

import pytest

from qosc.fields import Field
from qosc.ir import (
    AccessEntry,
    AccessList,
    AllOf,
    AnyOf,
    Anything,
    ClassMap,
    Device,
    Interval,
    Not,
    Reference,
    RefKind,
    Test,
)
from qosc.packets import PacketSpace, describe_region, vocabulary


def on(field, low, high=None):
    return Test(field, (Interval(low, low if high is None else high),))


EF, CS6, UDP, TCP = (
    on(Field.DSCP, 46),
    on(Field.DSCP, 48),
    on(Field.PROTOCOL, 17),
    on(Field.PROTOCOL, 6),
)
HIGH, LOW = on(Field.PRECEDENCE, 4, 7), on(Field.PRECEDENCE, 0, 3)
WEB = "udp 10.0.0.1:1024 -> 192.0.2.7:80, precedence 4 (flash-override)"
WORDS = (EF, CS6, UDP, TCP, HIGH, LOW)


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (Anything(), "any packet"),
        (AnyOf(()), "no packet"),
        (EF, "dscp 46 (ef)"),
        (on(Field.DSCP, 32, 63), "precedence 4 to 7"),
        (AnyOf((UDP, TCP)), "udp or tcp"),
        (AllOf((UDP, EF)), "udp and dscp 46 (ef)"),
        (AllOf((HIGH, Not(EF))), "precedence 4 to 7 except dscp 46 (ef)"),
        (Not(AnyOf((UDP, EF))), "any packet except dscp 46 (ef) or udp"),
        (
            AllOf((HIGH, on(Field.DST_PORT, 80))),
            f"part of precedence 4 to 7, such as {WEB}",
        ),
        (
            AnyOf((EF, on(Field.DSCP, 1))),
            "dscp 46 (ef), and other packets such as udp 10.0.0.1:1024 -> 192.0.2.7:50001, dscp 1",
        ),
        (on(Field.COS, 3), "packets such as udp 10.0.0.1:1024 -> 192.0.2.7:50001, cos 3"),
    ],
)
def test_regions_are_told_in_the_words_given(wanted, words):
    assert describe_region(PacketSpace().region(wanted), WORDS) == words


def test_long_lists_are_shortened_and_say_so():
    points = [on(Field.DSCP, value) for value in range(1, 8)]
    region = PacketSpace().region(AnyOf(tuple(points)))
    assert describe_region(region, points) == "dscp 1, dscp 2, dscp 3 and 4 more"


def test_the_vocabulary_is_what_the_lists_and_classes_say():
    lists = {"10": AccessList("10", (AccessEntry(permit=True, match=AllOf((UDP, EF))),))}
    lists["20"] = AccessList(
        "20", (AccessEntry(permit=True, match=Reference(RefKind.ACCESS_LIST, "20")),)
    )
    cycle = Reference(RefKind.CLASS_MAP, "b")
    maps = {
        "a": ClassMap("a", AllOf((Reference(RefKind.ACCESS_LIST, "10"), cycle))),
        "b": ClassMap("b", AnyOf((Reference(RefKind.CLASS_MAP, "a"), CS6))),
    }
    device = Device(access_lists=lists, class_maps=maps)
    missing = Reference(RefKind.ACCESS_LIST, "105")
    ring = Reference(RefKind.ACCESS_LIST, "20")
    found = list(vocabulary(device, Reference(RefKind.CLASS_MAP, "a"), missing, ring))
    assert found == [AllOf((UDP, EF)), UDP, EF, CS6, missing]
