"""What class of service of JunOS has before a line is written, by Juniper's tables.

Sources: Default Forwarding Classes, Default Schedulers Overview and Transmission Priority
Scheduling (routers), Understanding CoS Schedulers (EX Series), Understanding Default CoS Settings
(QFX Series), Priority Propagation in Hierarchical Scheduling (MX Series).
"""

from __future__ import annotations

import pytest

from qosc.profiles.junos_tables import junos_defaults, priority_words

BE, EF, AF, NC = (
    "best-effort",
    "expedited-forwarding",
    "assured-forwarding",
    "network-control",
)
ROUTERS = {BE: 0, EF: 1, AF: 2, NC: 3}
ALL_ALIKE = dict.fromkeys(("high", "medium-high", "medium-low", "low-high", "low-medium", "low"))


@pytest.mark.parametrize(
    ("platform", "classes"),
    [
        ("junos-mx", ROUTERS),
        ("junos-acx", ROUTERS),
        ("junos-ptx", ROUTERS),
        ("junos-srx", ROUTERS),
        ("junos-ex", {BE: 0, EF: 5, AF: 1, NC: 7}),
        ("junos-qfx", {BE: 0, "fcoe": 3, "no-loss": 4, NC: 7, "mcast": 8}),
        ("junos-of-a-later-year", ROUTERS),
    ],
)
def test_the_default_forwarding_classes(platform: str, classes: dict[str, int]) -> None:
    assert junos_defaults(platform).classes.value == classes


@pytest.mark.parametrize(
    ("platform", "shares"),
    # 95 % for best-effort, 5 % for network-control, in parts per million.
    [
        ("junos-mx", {0: 950_000, 3: 50_000}),
        ("junos-acx", {0: 950_000, 3: 50_000}),
        ("junos-ptx", {0: 950_000, 3: 50_000}),
        ("junos-srx", {0: 950_000, 3: 50_000}),
        ("junos-ex", {0: 950_000, 7: 50_000}),
        ("junos-qfx", None),
    ],
)
def test_the_default_schedulers(platform: str, shares: dict[int, int] | None) -> None:
    assert junos_defaults(platform).shares.value == shares


@pytest.mark.parametrize(
    ("platform", "kinds"),
    [
        ("junos-mx", ("compatibility", "compatibility-ipv6", "exp")),
        ("junos-acx", ("compatibility",)),
        ("junos-ptx", ("compatibility", "exp")),
        ("junos-srx", ("compatibility",)),
        ("junos-ex", ()),
        ("junos-qfx", ()),
    ],
)
def test_which_default_classifiers_are_in_force(platform: str, kinds: tuple[str, ...]) -> None:
    assert junos_defaults(platform).classifiers.value == kinds


@pytest.mark.parametrize(
    ("platform", "classifiers", "rewrites", "both"),
    [
        ("junos-mx", "routers", "routers", False),
        ("junos-acx", "routers", "routers", True),
        ("junos-ptx", "routers", "ptx", False),
        ("junos-srx", "routers", "routers", False),
        ("junos-ex", "ex", "routers", False),
        ("junos-qfx", "qfx", "qfx", False),
    ],
)
def test_whose_tables_hold(platform: str, classifiers: str, rewrites: str, both: bool) -> None:
    found = junos_defaults(platform)
    assert (found.tables.value, found.rewrites.value) == (classifiers, rewrites)
    assert found.both_versions.value is both


@pytest.mark.parametrize(
    ("platform", "low"),
    [
        # Per-Priority Shaping on MIC and MPC Interfaces: only queues of high have excess high.
        ("junos-mx", {word: "high" if word == "high" else "low" for word in ALL_ALIKE}),
        ("junos-acx", {word: word for word in ALL_ALIKE}),
        ("junos-srx", {word: word for word in ALL_ALIKE}),
        ("junos-ex", {word: word for word in ALL_ALIKE}),
        ("junos-qfx", {word: word for word in ALL_ALIKE}),
        # Configuring Excess Rate for PTX Series: all queues have one excess priority.
        ("junos-ptx", dict.fromkeys(ALL_ALIKE, "low")),
    ],
)
def test_the_priority_of_what_is_above_the_rate(platform: str, low: dict[str, str]) -> None:
    assert junos_defaults(platform).excess.value == low


@pytest.mark.parametrize(
    ("platform", "above", "rank", "words"),
    [
        # Transmission Priority Scheduling: the order of the words.
        ("junos-srx", False, 1, "high"),
        ("junos-srx", False, 2, "medium-high"),
        ("junos-srx", False, 3, "medium-low"),
        ("junos-srx", False, 4, "low-high"),
        ("junos-srx", False, 5, "low-medium"),
        ("junos-srx", False, 6, "low"),
        ("junos-acx", False, 2, "medium-high"),
        ("junos-acx", False, 3, "medium-low"),
        ("junos-ex", True, 1, "high"),
        ("junos-qfx", True, 6, "low"),
        ("junos-ptx", False, 3, "medium-low"),
        ("junos-ptx", True, 2, "medium-high"),
        # Priority Propagation, Table 1: medium-high and medium-low are one hardware priority.
        ("junos-mx", False, 1, "high"),
        ("junos-mx", False, 2, "medium-high or medium-low"),
        ("junos-mx", False, 6, "low"),
        # Table 2: excess-priority high with medium-high, medium-low with low.
        ("junos-mx", True, 1, "high or medium-high"),
        ("junos-mx", True, 6, "medium-low or low"),
        ("junos-mx", True, 4, "low-high"),
        ("junos-mx", False, 3, "medium-low"),
    ],
)
def test_what_is_served_in_a_rank(platform: str, above: bool, rank: int, words: str) -> None:
    assert priority_words(platform, rank, above=above) == words


def test_only_mx_has_levels_of_its_own() -> None:
    levels = {
        name: junos_defaults(f"junos-{name}") for name in ("mx", "acx", "ptx", "srx", "ex", "qfx")
    }
    assert levels["mx"].levels.value == {"medium-low": 2}
    assert levels["mx"].excess_levels.value == {"medium-high": 1, "medium-low": 6}
    others = [found for name, found in levels.items() if name != "mx"]
    assert {each.levels.value for each in others} == {None}
    assert {each.excess_levels.value for each in others} == {None}
