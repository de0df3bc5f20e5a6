"""The ends of each range pass, and one beyond does not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qosc.diagnostics import Severity
from qosc.profiles import NAMES, profile
from qosc.profiles.ranges import MQC
from tests.rules.linting import complete, lint

# The line that says a value, by the name of its range; other lines that it needs go before it.
LINES = {
    "bandwidth": "bandwidth {}",
    "bandwidth percent": "bandwidth percent {}",
    "remaining percent": "bandwidth remaining percent {}",
    "remaining ratio": "bandwidth remaining ratio {}",
    "priority": "priority {}",
    "priority percent": "priority percent {}",
    "priority level": "priority level {}",
    "priority burst": "priority 100 {}",
    "shape": "shape average {}",
    "shape percent": "shape average percent {}",
    "shape bc": "shape average 1000000 {} 0",
    "shape be": "shape average 1000000 8000 {}",
    "shape bc ms": "shape average percent 10 {} ms",
    "shape be ms": "shape average percent 10 20 ms {} ms",
    "police": "police cir {}",
    "police peak": "police cir 8000 pir {}",
    "police percent": "police cir percent {}",
    "police burst": "police 1000000 {}",
    "queue-limit packets": "bandwidth 10\n  queue-limit {}",
    "queue-limit bytes": "bandwidth 10\n  queue-limit {} bytes",
    "queue-limit us": "bandwidth 10\n  queue-limit {} us",
    "flow limit": "fair-queue 16 queue-limit {}",
    "wred exponent": "bandwidth 10\n  random-detect exponential-weighting-constant {}",
    "wred denominator": "bandwidth 10\n  random-detect\n  random-detect precedence 1 10 20 {}",
    "qos-group": "set qos-group {}",
}

# Read off the module Cisco-IOS-XE-policy of IOS XE 17.18.1 (YangModels/yang), by hand. Of
# queue-limit it has one leaf for all units, and says in its description what each may be: 1 to 3400
# in ms, and 1 to 512000 in us, which lies within that.
RANGES = {
    "bandwidth": (1, 100_000_000),
    "bandwidth percent": (1, 100),
    "remaining percent": (1, 100),
    "remaining ratio": (1, 65_536),
    "priority": (1, 100_000_000),
    "priority percent": (1, 100),
    "priority level": (1, 2),
    "priority burst": (32, 2_000_000),
    "shape": (1_000, 100_000_000_000),
    "shape percent": (1, 100),
    "shape bc": (32, 800_000_000),
    "shape be": (0, 154_400_000),
    "shape bc ms": (10, 2_000),
    "shape be ms": (10, 2_000),
    "police": (8_000, 100_000_000_000),
    "police peak": (8_000, 64_000_000_000),
    "police percent": (1, 100),
    "police burst": (100, 512_000_000),
    "queue-limit packets": (1, 8_192_000),
    "queue-limit bytes": (1, 64_000_000),
    "queue-limit us": (1, 3_400_000),
    "flow limit": (1, 32_768),
    "wred exponent": (1, 16),
    "wred denominator": (1, 65_535),
    "qos-group": (0, 99),
}


PERCENTAGES = {name for name in RANGES if name.endswith(" percent")}
"""What is beyond them is not taken into the model by the reader."""

# By hand, too: what is said of the value, its unit, and the leaf of the module.
WORDS = {
    "bandwidth": ("a bandwidth", " kbit/s", "bandwidth/bits"),
    "remaining ratio": ("a ratio", "", "bandwidth/remaining/ratio"),
    "priority": ("a priority rate", " kbit/s", "priority/kilo-bits"),
    "priority level": ("a priority level", "", "priority/level"),
    "priority burst": ("a priority burst", " bytes", "priority/burst"),
    "shape": ("a shape rate", " bit/s", "shape/average/bit-rate"),
    "shape bc": ("Bc", " bits", "shape/average/bits-per-interval-sustained"),
    "shape be": ("Be", " bits", "shape/average/bits-per-interval-excess"),
    "shape bc ms": ("Bc", " ms", "shape/average/burst-size-sustained"),
    "shape be ms": ("Be", " ms", "shape/average/bse/burst-size-excess"),
    "police": ("a police rate", " bit/s", "police/cir, police-bit-rate-type"),
    "police peak": ("a peak rate", " bit/s", "police/pir"),
    "police burst": (
        *("a police burst", " bytes", "police/confirm_burst-byte; police/bc begins at 1000"),
    ),
    "queue-limit packets": ("a queue-limit", " packets", "queue-limit, description"),
    "queue-limit bytes": ("a queue-limit", " bytes", "queue-limit"),
    "queue-limit us": (
        *("a queue-limit", " us", "queue-limit, description: 1-3400 in ms, 1-512000 in us"),
    ),
    "flow limit": ("the depth of a flow", " packets", "fair-queue/queue-limit"),
    "wred exponent": (
        *("an exponential weighting constant", "", "random-detect/exponential-weighting-constant"),
    ),
    "wred denominator": ("a mark probability denominator", "", "random-detect/dscp/denominator"),
    "qos-group": ("a qos-group", "", "set/qos-group/qos-group-value"),
}


def text(name: str, value: int) -> str:
    return (
        f"class-map match-all C\n match dscp af11\npolicy-map P\n class C\n"
        f"  {LINES[name].format(value)}\n"
        "interface GigabitEthernet0/0/0\n service-policy output P\n"
    )


def codes(name: str, value: int, platform: str = "ios-xe") -> set[str]:
    return {found.code for found in lint(text(name, value), platform)} & {
        "QOS010",
        "QOS011",
        "QOS501",
    }


def test_every_range_has_a_line() -> None:
    assert set(LINES) == set(RANGES) == set(MQC) | PERCENTAGES
    assert set(WORDS) == set(MQC)


@pytest.mark.parametrize("name", WORDS)
def test_a_value_beyond_the_range_is_told_with_its_unit_and_its_leaf(name: str) -> None:
    what, unit, leaf = WORDS[name]
    least, most = RANGES[name]
    (finding,) = (each for each in lint(text(name, most + 1), "ios-xe") if each.code == "QOS501")
    assert finding.message == (
        f"{what} of {most + 1}{unit} in class C of policy-map P is out of range"
    )
    assert finding.primary_label == f"from {least} to {most}{unit}"
    assert finding.notes == (
        "the router rejects the line",
        f"Cisco-IOS-XE-policy (IOS XE 17.18.1), {leaf}: {least} to {most}{unit}",
    )


@pytest.mark.parametrize("platform", ["ios-12", "ios-15", "ios-xe"])
@pytest.mark.parametrize("name", RANGES)
def test_the_ends_of_a_range_pass(name: str, platform: str) -> None:
    for end in RANGES[name]:
        assert codes(name, end, platform) == set()


@pytest.mark.parametrize("name", RANGES)
def test_one_beyond_an_end_is_reported_once_at_the_value(name: str) -> None:
    least, most = RANGES[name]
    for value in (least - 1, most + 1):
        if value < 0:
            continue
        found = [
            each
            for each in lint(text(name, value), "ios-xe")
            if each.code in ("QOS010", "QOS011", "QOS501")
        ]
        assert len(found) == 1, (value, found)
        line = next(
            number
            for number, each in enumerate(text(name, value).splitlines(), start=1)
            if str(value) in each.split()
        )
        assert found[0].primary.line == line
        # It tells the range; what no number can be (QOS010, QOS011) is told in other words.
        if found[0].code == "QOS501":
            assert f": {least} to {most}" in found[0].notes[-1]


@pytest.mark.parametrize(
    ("limit", "told"), [("0 ms", True), ("0 us", True), ("1 us", False), ("3400 ms", False)]
)
def test_a_queue_holds_no_time_or_some(limit: str, told: bool) -> None:
    config = text("queue-limit us", 7).replace("queue-limit 7 us", f"queue-limit {limit}")
    assert limit in config
    assert ("QOS501" in {each.code for each in lint(config, "ios-xe")}) is told


@pytest.mark.parametrize(
    "name",
    ["remaining ratio", "bandwidth", "shape", "priority level", "priority burst", "flow limit"],
)
def test_a_value_out_of_range_stays_in_the_model(name: str) -> None:
    value = RANGES[name][1] + 1
    (finding,) = (each for each in lint(text(name, value), "ios-xe") if each.code == "QOS501")
    assert str(value) in finding.message
    policy = complete(text(name, value), "ios-xe").policies["P"]
    assert str(value) in repr(policy.classes[0])


@settings(max_examples=60, deadline=None)
@given(data=st.data(), name=st.sampled_from(sorted(RANGES)))
def test_what_is_within_passes_and_what_is_not_is_told(data: st.DataObject, name: str) -> None:
    least, most = RANGES[name]
    inside = data.draw(st.integers(least, most))
    above = data.draw(st.integers(most + 1, most * 10 + 10))
    assert codes(name, inside) == set()
    assert len(codes(name, above)) == 1


def test_ranges_are_told_only_where_they_are_known() -> None:
    for platform in NAMES:
        # A host's file has statements of its own: to it these lines say nothing.
        found = codes("remaining ratio", 70_000, platform) - {"QOS010"}
        assert found == ({"QOS501"} if profile(platform).mqc_ranges.value else set())


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("set dscp 64", "0 to 63"),
        ("set ip precedence 8", "0 to 7"),
        ("set cos 8", "0 to 7"),
        ("set mpls experimental 8", "0 to 7"),
        ("set discard-class 8", "0 to 7"),
        ("bandwidth percent 101", "above 0 and at most 100"),
    ],
)
def test_what_no_device_can_hold_is_told_with_its_range(line: str, words: str) -> None:
    config = f"policy-map P\n class class-default\n  {line}\n"
    (found,) = (each for each in lint(config, "ios-xe") if each.code == "QOS010")
    assert words in " ".join(found.notes)
    assert "no device can hold" in found.message
    assert found.primary_label == "no such value"
    assert found.severity is Severity.ERROR
    assert found.primary.line == 3


def test_thresholds_the_wrong_way_round_are_a_wrong_value_and_no_unknown_word() -> None:
    text = (
        "policy-map P\n class class-default\n  random-detect dscp-based\n"
        "  random-detect dscp 10 40 30 10\n"
    )
    (found,) = [each for each in lint(text, "ios-15") if each.code == "QOS010"]
    assert "not understood" not in found.message
    assert found.notes[1:] == ("the minimum threshold is above the maximum",)


@pytest.mark.parametrize("line", ["set dscp", "set dscp nonsense", "bandwidth percent x"])
def test_what_is_not_a_number_is_a_warning(line: str) -> None:
    config = f"policy-map P\n class class-default\n  {line}\n"
    (found,) = (each for each in lint(config, "ios-xe") if each.code == "QOS010")
    assert found.severity is Severity.WARNING


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("police 7999", "from 8000 to"),
        ("police cir 365 pir 235 conform-action transmit exceed-action drop", "from 8000 to"),
        ("police 8000 512000001", "from 100 to 512000000"),
        ("police rate 7 kbps", "from 8000 to"),
    ],
)
@pytest.mark.parametrize("platform", ["ios-12", "ios-15", "ios-xe"])
def test_a_policer_out_of_range_is_understood_kept_and_told_as_such(
    line: str, words: str, platform: str
) -> None:
    config = f"policy-map P\n class class-default\n  {line}\n"
    found = [each for each in lint(config, platform) if each.code in ("QOS010", "QOS501")]
    assert {each.code for each in found} == {"QOS501"}
    assert words in found[0].primary_label
    assert complete(config, platform).policies["P"].classes[0].policers
