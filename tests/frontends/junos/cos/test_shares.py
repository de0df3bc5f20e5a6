"""`remainder`, `rate-limit` and rates in bit/s beside percentages, in the schedulers of JunOS."""

from __future__ import annotations

import pytest

from qosc import api
from qosc.amounts import Depth, DepthUnit, Rate, RateBase
from qosc.datapath.doubts import BESIDE_TIMES
from qosc.ir import Device, TrafficClass, Verdict

PORTS = "interfaces { ge-0/0/0 { unit 0; } }\n"


def device(schedulers: str, platform: str = "junos-mx", ports: str = PORTS) -> Device:
    """A map of queue 0 to 3 with the schedulers a to d, as far as they are given."""
    names = ("best-effort", "expedited-forwarding", "assured-forwarding", "network-control")
    entries = "".join(
        f"forwarding-class {name} scheduler {letter}; "
        for name, letter in zip(names, "abcd", strict=True)
        if f"{letter} {{" in schedulers
    )
    return api.loads(
        f"class-of-service {{ schedulers {{ {schedulers} }} scheduler-maps {{ M {{ {entries} }} }}"
        f" interfaces {{ ge-0/0/0 {{ scheduler-map M; }} }} }}\n{ports}",
        name="r1.conf",
        platform=platform,
    ).complete_device


def classes(schedulers: str) -> list[TrafficClass]:
    return given(device(schedulers))


def given(found: Device) -> list[TrafficClass]:
    """The classes that the map gives a scheduler, in the order of the text."""
    served = (one for one in found.policies["scheduler-map M"].classes if not one.default_by)
    return sorted(served, key=lambda one: one.origin)


def shares(schedulers: str) -> list[int | None]:
    return [one.guarantee.value if one.guarantee else None for one in classes(schedulers)]


@pytest.mark.parametrize(
    ("schedulers", "wanted"),
    [
        # The example of Juniper's page on buffer sizes: 40, the default 5, and 55 that are left.
        (
            "a { transmit-rate percent 40; } c { transmit-rate remainder; } d;",
            [400_000, 550_000, 50_000],
        ),
        # Network control is not in the map, so nothing is assigned to it.
        ("a { transmit-rate remainder; } b { transmit-rate percent 20; }", [800_000, 200_000]),
        (
            "a { transmit-rate { remainder 60; } } b { transmit-rate { remainder; } }",
            [600_000, 400_000],
        ),
        ("a { transmit-rate remainder; } b { transmit-rate remainder; }", [500_000, 500_000]),
    ],
)
def test_the_remainder_is_what_is_not_assigned(schedulers: str, wanted: list[int]) -> None:
    text = schedulers.replace("d;", "d { priority low; }")
    assert shares(text) == wanted


@pytest.mark.parametrize("bound", [True, False])
def test_the_rate_of_a_strict_queue_is_assigned_too(bound: bool) -> None:
    limit = " rate-limit;" if bound else ""
    rest, strict = classes(
        "a { transmit-rate remainder; }"
        f" b {{ priority strict-high; transmit-rate {{ percent 20;{limit} }} }}"
    )
    assert rest.guarantee == Rate(800_000, RateBase.PERCENT)
    assert strict.priority is not None
    assert strict.priority.rate == (Rate(200_000, RateBase.PERCENT) if bound else None)


def test_the_remainder_beside_rates_is_a_share_of_what_they_leave() -> None:
    rest, more, fixed = classes(
        "a { transmit-rate { remainder 60; } } b { transmit-rate { remainder; } }"
        " c { transmit-rate 2m; }"
    )
    assert (rest.guarantee, more.guarantee) == (None, None)
    assert rest.excess == Rate(600_000, RateBase.REMAINING)
    assert more.excess == Rate(400_000, RateBase.REMAINING)
    assert fixed.guarantee == Rate(2_000_000)
    assert not device("a { transmit-rate remainder; } c { transmit-rate 2m; }").residue


def test_the_remainder_of_the_buffer() -> None:
    found = classes(
        "a { buffer-size remainder; } b { buffer-size percent 30; } d { priority low; }"
    )
    depths = [limit.depth for one in found for limit in one.limits]
    assert [depth.value for depth in depths] == [650_000, 300_000, 50_000]
    assert {depth.unit for depth in depths} == {DepthUnit.SHARE}
    assert depths[0].default_by == ""


def test_the_remainder_of_the_buffer_beside_times() -> None:
    # A queue with a time counts with its transmit-rate: 100 - 10 - 30.
    found = classes(
        "a { transmit-rate percent 50; buffer-size remainder; } b { transmit-rate percent 30;"
        " buffer-size temporal 20k; } c { buffer-size percent 10; }"
    )
    depths = [limit.depth for one in found for limit in one.limits]
    assert depths[0] == Depth(600_000, DepthUnit.SHARE, BESIDE_TIMES, slow=500_000)
    assert depths[1] == Depth(20_000, DepthUnit.MICROSECONDS)
    # Of a rate in bit/s the part is not known without the link.
    text = "a { buffer-size remainder; } b { transmit-rate 1m; buffer-size temporal 20k; }"
    assert [one.text for one in device(text).residue] == ["remainder"]


def test_rate_limit_drops_what_is_above_the_rate_and_keeps_the_guarantee() -> None:
    (found,) = classes("a { transmit-rate { 5m; rate-limit; } }")
    (policer,) = found.policers
    assert policer.meter.cir == Rate(5_000_000)
    assert policer.exceed.verdict is Verdict.DROP
    assert found.guarantee == Rate(5_000_000)
    assert found.shaper is None


@pytest.mark.parametrize("code", ["QOS402", "QOS403", "QOS406"])
def test_units_may_differ_and_a_remainder_fits(code: str) -> None:
    text = (
        "a { transmit-rate remainder; } b { priority strict-high; transmit-rate { percent 20;"
        " rate-limit; } } c { transmit-rate percent 10; } d { transmit-rate 5m; }"
    )
    names = ["best-effort", "expedited-forwarding", "assured-forwarding", "network-control"]
    entries = " ".join(
        f"forwarding-class {name} scheduler {letter};"
        for name, letter in zip(names, "abcd", strict=True)
    )
    config = api.loads(
        f"class-of-service {{ schedulers {{ {text} }} scheduler-maps {{ M {{ {entries} }} }}"
        f" interfaces {{ ge-0/0/0 {{ scheduler-map M; }} }} }}\n{PORTS}",
        name="r1.conf",
    )
    assert not [one.message for one in api.check(config) if one.code == code]


THREE = (
    "a { transmit-rate percent 20; priority high; }"
    " b { transmit-rate percent 20; priority medium-high; }"
    " c { transmit-rate percent 20; priority low; }"
)


@pytest.mark.parametrize(
    ("platform", "wanted"),
    [("junos-mx", [1, 6, 6]), ("junos-ex", [1, 2, 6]), ("junos-srx", [1, 2, 6])],
)
def test_the_platform_says_in_which_order_the_excess_is_shared(
    platform: str, wanted: list[int | None]
) -> None:
    found = given(device(THREE, platform))
    assert [one.excess_level for one in found] == wanted
    assert [one.level for one in found] == [1, 2, 6]


MEDIUM = THREE.replace("priority high", "priority medium-low")


def test_mx_serves_medium_high_and_medium_low_alike() -> None:
    """Juniper, Priority Propagation in Hierarchical Scheduling, Table 1: 1 for both, 2 for low."""
    assert [one.level for one in classes(MEDIUM)] == [2, 2, 6]
    enhanced = f"chassis {{ fpc 0 {{ traffic-manager {{ enhanced-priority-mode; }} }} }}\n{PORTS}"
    assert [one.level for one in given(device(MEDIUM, "junos-mx", enhanced))] == [3, 2, 6]


@pytest.mark.parametrize(("word", "rank"), [("medium-high", 1), ("medium-low", 6)])
def test_mx_has_two_excess_priorities(word: str, rank: int) -> None:
    """The same page, Table 2: hardware priorities 3 and 4."""
    text = THREE.replace("priority high;", f"priority high; excess-priority {word};")
    said, _, low = (one.excess_level for one in classes(text.replace("priority low;", HIGH)))
    assert (said, low) == (rank, 1)


HIGH = "priority low; excess-priority high;"


@pytest.mark.parametrize(
    ("platform", "text", "told"),
    [
        ("junos-mx", MEDIUM, False),
        ("junos-ptx", MEDIUM, True),
        ("junos-srx", MEDIUM, True),
        ("junos-srx", MEDIUM.replace("medium-low", "low").replace("medium-high", "high"), False),
    ],
)
def test_priorities_that_a_platform_may_serve_alike_are_told(
    platform: str, text: str, told: bool
) -> None:
    reasons = [one.reason for one in device(text, platform).residue]
    assert told == any("serves alike is in no public source" in reason for reason in reasons)


def test_no_order_is_given_where_all_share_alike_and_one_that_is_said_stands() -> None:
    low = THREE.replace("priority high", "priority medium-low")
    assert [one.excess_level for one in classes(low)] == [None, None, None]
    said = low.replace("priority low;", "priority low; excess-priority high;")
    assert [one.excess_level for one in classes(said)] == [6, 6, 1]
    none = THREE.replace("priority high;", "priority high; excess-priority none;")
    assert [one.excess_level for one in classes(none)] == [None, None, None]


def test_strict_priority_has_a_level_only_beside_high() -> None:
    strict = "d { transmit-rate percent 10; priority strict-high; }"
    assert classes(f"{THREE} {strict}")[-1].level == 1
    assert classes(f"{THREE.replace('priority high', 'priority low')} {strict}")[-1].level is None


@pytest.mark.parametrize("target", ["tc", "sim", "ns3"])
def test_a_share_of_strict_priority_is_no_loss(target: str) -> None:
    text = (
        "class-of-service { schedulers { s { transmit-rate percent 20; priority strict-high; }"
        " l { transmit-rate percent 60; priority low; } } scheduler-maps { M {"
        " forwarding-class expedited-forwarding scheduler s; forwarding-class best-effort"
        " scheduler l; } } interfaces { ge-0/0/0 { scheduler-map M;"
        f" unit 0 {{ classifiers {{ dscp default; }} }} }} }} }}\n{PORTS}"
    )
    artefact = api.compile(api.loads(text, name="r1.conf", platform="junos-mx"), target=target)
    assert artefact.files
    assert not artefact.losses


def test_a_shaping_rate_has_the_burst_that_is_given_and_no_other() -> None:
    text = (
        "class-of-service { schedulers { s { shaping-rate 100m burst-size 15k; } } scheduler-maps"
        " { M { forwarding-class best-effort scheduler s; } } interfaces { ge-0/0/0"
        f" {{ scheduler-map M; }} }} }}\n{PORTS}"
    )
    artefact = api.compile(api.loads(text, name="r1.conf", platform="junos-mx"), target="tc")
    script = next(file.text for file in artefact.files if "htb" in file.text)
    assert "ceil 100000000bit" in script
    assert " cburst 15000b" in script
    assert not [one.path for one in artefact.ledger if one.path.endswith("shaper > excess")]


@pytest.mark.parametrize(
    ("platform", "wanted"), [("junos-mx", [2, 2, 1]), ("junos-acx", [3, 2, 1])]
)
def test_low_latency_goes_before_strict_high_and_acx_by_the_number_of_the_queue(
    platform: str, wanted: list[int]
) -> None:
    text = "a { priority strict-high; } b { priority strict-high; } c { priority low-latency; }"
    found = given(device(text, platform))
    assert [one.priority.level for one in found if one.priority] == wanted


def test_one_strict_queue_is_of_the_first_level() -> None:
    (found,) = classes("a { priority strict-high; }")
    assert found.priority is not None
    assert found.priority.level == 1


def test_the_priorities_between_low_and_medium_are_known() -> None:
    text = (
        "a { priority low; } b { priority low-medium; } c { priority low-high; }"
        " d { priority medium-low; }"
    )
    found = classes(text)
    assert [one.level for one in found] == [6, 5, 4, 2]
    assert [one.level for one in given(device(text, "junos-srx"))] == [6, 5, 4, 3]


@pytest.mark.parametrize("word", ["rate-limit", "exact"])
def test_a_remainder_may_be_a_cap(word: str) -> None:
    """Juniper, CLI Explorer, transmit-rate (Schedulers): 50 % of what 40 % leave are 30 %."""
    text = f"a {{ transmit-rate percent 40; }} b {{ transmit-rate {{ remainder 50; {word}; }} }}"
    _, found = classes(text)
    assert found.guarantee == Rate(300_000, RateBase.PERCENT)
    if word == "exact":
        assert found.shaper is not None
        assert found.shaper.rate == found.guarantee
    else:
        (policer,) = found.policers
        assert policer.meter.cir == found.guarantee
        assert policer.exceed.verdict is Verdict.DROP
    assert not [one.text for one in device(text).residue]


def test_a_strict_queue_may_be_bounded_by_a_remainder() -> None:
    text = (
        "a { transmit-rate percent 40; }"
        " b { priority strict-high; transmit-rate { remainder 50; rate-limit; } }"
    )
    _, found = classes(text)
    assert found.priority is not None
    assert found.priority.rate == Rate(300_000, RateBase.PERCENT)
