"""One policy, several platforms: what each class gets, in the model, in tc and in the simulator.

The figures are worked out by hand from what the profiles say, and for releases with HQF measured:
I. Pepelnjak, First HQF impressions (blog.ipspace.net, 2009), 2 Mbit/s with 20 and 30 per cent.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

import qosc
from qosc.datapath.shares import Base, divide, lending_ranks, ranks
from qosc.ir import Anything, Priority, TrafficClass
from qosc.ledger import Fidelity
from qosc.profiles import profile
from qosc.scenario import Scenario, load
from qosc.targets.sim.shares import rule_of
from qosc.targets.tc.lower.queueing.shares import share_out

LINK = 2_000_000


def config(*lines: str, link: str = "interface Serial0/1/0\n bandwidth 2000\n") -> str:
    return (
        "class-map match-all A\n match dscp af11\nclass-map match-all B\n match dscp af21\n"
        "class-map match-all C\n match dscp ef\n"
        "policy-map WAN\n"
        + "".join(f" {line}\n" for line in lines)
        + link
        + " service-policy output WAN\n"
    )


PERCENT = config("class A", " bandwidth percent 20", "class B", " bandwidth percent 30")


def classes(text: str, platform: str):
    return qosc.loads(text, platform=platform).complete_device.policies["WAN"].classes


def parts_of(found, link: int, platform: str):
    """The parts of classes that all have a queue."""
    return divide(found, Base(link), profile(platform), [True] * len(found))


def scenario(text: str, platform: str) -> Scenario:
    (made,) = qosc.compile(qosc.loads(text, platform=platform), target="sim").files
    found = load(made.text, made.name)
    assert isinstance(found, Scenario)
    return found


def congested(text: str, platform: str, link: int = LINK) -> list[int]:
    """bit/s of each class when all of them want more: guarantees, then the rest by weight."""
    parts = parts_of(classes(text, platform), link, platform)
    rest = link - sum(part.sure or 0 for part in parts)
    whole = sum(part.weight for part in parts)
    return [(part.sure or 0) + rest * part.weight // whole for part in parts]


@pytest.mark.parametrize(
    ("platform", "kbps"),
    [
        ("ios-12", [600, 900, 500]),  # 400 + 1000 * 20/100, 600 + 1000 * 30/100, 1000 * 50/100
        ("ios-15", [400, 600, 1000]),  # measured: 418, 613, 997
        ("ios-xe", [733, 933, 333]),  # 1000 in three equal parts
        ("ios-xr", [733, 933, 333]),
    ],
)
def test_what_the_classes_get_under_congestion(platform: str, kbps: list[int]) -> None:
    assert [bps // 1000 for bps in congested(PERCENT, platform)] == kbps


@pytest.mark.parametrize(
    ("platform", "guarantees", "weights"),
    [
        ("ios-12", [400_000, 600_000, 0], [400_000, 600_000, 1_000_000]),
        ("ios-15", [400_000, 600_000, 1_000_000], [None, None, None]),
        ("ios-xe", [400_000, 600_000, 0], [None, None, None]),
    ],
)
def test_the_queues_of_a_scenario(
    platform: str, guarantees: list[int], weights: list[int | None]
) -> None:
    found = scenario(PERCENT, platform).ports[0].output[0]
    assert [each.queue.guarantee_bps for each in found.classes] == guarantees
    assert [each.queue.excess_weight for each in found.classes] == weights
    assert found.excess == rule_of(profile(platform).excess_rule)


@pytest.mark.parametrize(
    ("platform", "rates", "weights"),
    [
        ("ios-12", [400_000, 600_000, 2_000], [400_000, 600_000, 1_000_000]),
        ("ios-15", [400_000, 600_000, 1_000_000], [400_000, 600_000, 1_000_000]),
        ("ios-xe", [400_000, 600_000, 2_000], [1, 1, 1]),
    ],
)
def test_the_classes_of_a_tc_script(platform: str, rates: list[int], weights: list[int]) -> None:
    shares, above = share_out(classes(PERCENT, platform), Base(LINK), profile(platform))
    # 2000 is a thousandth of the link, without which HTB takes no class.
    assert [share.rate for share in shares] == rates
    assert [share.weight for share in shares] == weights
    assert above == 0


@pytest.mark.parametrize(
    ("platform", "words"),
    [
        ("ios-12", "shared in proportion to the guarantees"),
        (
            "ios-15",
            (
                "shared in equal parts by the classes without a guarantee, if any, "
                "or else in proportion to the guarantees"
            ),
        ),
        ("ios-xe", "shared in equal parts"),
        ("nxos", "as no public source says"),
    ],
)
def test_what_show_says_of_the_rest(platform: str, words: str) -> None:
    from qosc.render.shows.model import show_port

    config = qosc.loads(PERCENT, platform=platform)
    device = config.complete_device
    (port,) = device.ports.values()
    assert words in " ".join("\n".join(show_port(device, port, profile(platform))).split())


def test_with_hqf_class_default_is_sure_of_one_per_cent() -> None:
    full = config("class A", " bandwidth percent 60", "class B", " bandwidth percent 40")
    parts = parts_of(classes(full, "ios-15"), LINK, "ios-15")
    assert [part.sure for part in parts] == [1_200_000, 800_000, 20_000]
    parts = parts_of(classes(full, "ios-12"), LINK, "ios-12")
    assert [part.sure for part in parts] == [1_200_000, 800_000, None]
    shares, above = share_out(classes(full, "ios-15"), Base(LINK), profile("ios-15"))
    assert above == 20_000
    assert sum(share.rate for share in shares) <= LINK


def test_with_hqf_a_shaped_class_inherits_like_class_default() -> None:
    # notes.networklessons.com: on a Gigabit link both have 500 Mbit/s.
    text = config("class A", " shape average 700000000", link="interface GigabitEthernet0/1\n")
    parts = parts_of(classes(text, "ios-15"), 1_000_000_000, "ios-15")
    assert [part.sure for part in parts] == [500_000_000, 500_000_000]


def test_with_hqf_a_priority_class_without_a_bound_goes_before_what_is_inherited() -> None:
    text = config("class C", " priority", "class A", " bandwidth percent 20")
    shares, above = share_out(classes(text, "ios-15"), Base(LINK), profile("ios-15"))
    strict, asked, default = shares
    assert above == 0
    # The guarantee whole, a thousandth of the link for class-default, and the rest.
    assert (strict.rate, asked.rate, default.rate) == (1_598_000, 400_000, 2_000)
    # Of what the priority class leaves, class-default borrows first.
    assert strict.prio < default.prio < asked.prio


def test_bandwidth_remaining_goes_before_the_rule_of_the_platform() -> None:
    text = config("class A", " bandwidth remaining percent 60")
    for platform in ("ios-12", "ios-15", "ios-xe"):
        parts = parts_of(classes(text, platform), LINK, platform)
        assert [(part.sure, part.weight) for part in parts] == [(None, 600_000), (None, 400_000)]


def test_what_nobody_knows_of_the_rest_is_unknown_in_the_ledger() -> None:
    for target in ("sim", "tc"):
        known = qosc.compile(qosc.loads(PERCENT, platform="ios-15"), target=target)
        unknown = qosc.compile(qosc.loads(PERCENT, platform="nxos"), target=target)
        for artefact, wanted in ((known, False), (unknown, True)):
            fates = {
                entry.fidelity for entry in artefact.ledger if entry.path.endswith("guarantee")
            }
            assert (fates == {Fidelity.UNKNOWN}) == wanted


def test_flows_weigh_by_precedence_only_before_hqf() -> None:
    text = config("class A", " bandwidth 500", " fair-queue 32")
    found = {}
    for platform in ("ios-12", "ios-15", "ios-xe"):
        queue = scenario(text, platform).ports[0].output[0].classes[0].queue
        found[platform] = queue.flow_queues.weights
    assert found == {"ios-12": "precedence", "ios-15": "equal", "ios-xe": "equal"}


def test_levels_come_behind_priority_and_before_classes_without_one() -> None:
    found = [
        TrafficClass("none", Anything()),
        TrafficClass("three", Anything(), level=3),
        TrafficClass("zero", Anything(), level=0),
        TrafficClass("voice", Anything(), priority=Priority()),
    ]
    assert ranks(found) == [3, 2, 1, 0]


def test_levels_of_the_excess_count_where_no_class_has_a_level() -> None:
    found = [
        TrafficClass("none", Anything()),
        TrafficClass("low", Anything(), excess_level=3),
        TrafficClass("high", Anything(), excess_level=0),
    ]
    assert ranks(found) == [2, 1, 0]
    assert ranks([*found, TrafficClass("one", Anything(), level=5)]) == [1, 1, 1, 0]


def test_one_order_for_both_is_that_above_the_guarantees() -> None:
    """Gold goes before the rest within its guarantee and behind it above. A class that is held to
    its guarantee (`transmit-rate exact`) sends nothing above: it stays before gold."""
    gold = TrafficClass("gold", Anything(), level=2, excess_level=9)
    rest = TrafficClass("rest", Anything(), level=5, excess_level=1)
    held = TrafficClass("held", Anything(), level=1)
    voice = TrafficClass("voice", Anything(), priority=Priority(1))
    assert ranks([gold, rest]) == [0, 1]
    assert lending_ranks([gold, rest]) == [1, 0]
    assert lending_ranks([gold, rest, held, voice]) == [3, 2, 1, 0]
    assert lending_ranks([rest, replace(rest, level=4)]) == [1, 0]


def test_without_an_order_above_the_guarantees_there_is_that_within_them() -> None:
    found = [TrafficClass(str(n), Anything(), level=n) for n in (3, 1, 2)]
    assert lending_ranks(found) == ranks(found) == [2, 0, 1]
