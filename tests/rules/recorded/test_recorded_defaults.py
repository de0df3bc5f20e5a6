"""Numbers that routers printed for what their config left out, from published recordings.

The recordings are samples of `show policy-map` in the public repository
CiscoTestAutomation/genieparser (Apache-2.0), folder `src/genie/libs/parser/iosxe/tests`: each row
names the parser whose sample it is. A row is a config, and the numbers that were printed for it.
`test_profiles.py` has more values of the same rules, worked by hand.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from qosc.amounts import Burst
from qosc.ir import Policer, TrafficClass
from tests.rules.linting import complete


def first(link: str, *lines: str) -> TrafficClass:
    body = "".join(f"  {line}\n" for line in lines)
    text = f"policy-map P\n class class-default\n{body}interface {link}\n service-policy output P\n"
    return complete(text, "ios-xe").policies["P"].classes[0]


def policer(found: TrafficClass) -> Policer:
    (only,) = found.policers
    return only


def octets(burst: Burst | None) -> int | None:
    return burst.bytes_at(None) if burst is not None else None


CONTROL, INTERFACE = "ShowPolicyMapControlPlane", "ShowPolicyMapInterface"

POLICE = [
    (CONTROL, "police cir 8000", {"cbs": 1_500}),
    (CONTROL, "police cir 200000", {"cbs": 6_250}),
    (CONTROL, "police cir 2000000000", {"cbs": 62_500_000}),
    (CONTROL, "police cir 2000000000 pir 4000000000", {"cbs": 62_500_000, "pbs": 125_000_000}),
    (INTERFACE, "police cir 10000000 violate-action drop", {"cbs": 312_500, "ebs": 312_500}),
]


@pytest.mark.parametrize(("sample", "line", "bursts"), POLICE)
def test_the_bursts_of_police(sample: str, line: str, bursts: dict[str, int]) -> None:
    meter = policer(first("GigabitEthernet0/0/0", line)).meter
    got = {name: octets(getattr(meter, name)) for name in ("cbs", "ebs", "pbs")}
    assert {name: value for name, value in got.items() if value is not None} == bursts, sample


def limit(found: TrafficClass) -> int:
    (only,) = found.limits
    return only.depth.value


def shaped(found: TrafficClass) -> int:
    assert found.shaper is not None
    assert found.shaper.committed is not None
    return found.shaper.committed.value


def priority(found: TrafficClass) -> int | None:
    assert found.priority is not None
    return octets(found.priority.burst)


OTHERS: list[tuple[str, str, tuple[str, ...], Callable[[TrafficClass], int | None], int]] = [
    (INTERFACE, "GigabitEthernet0/0/3", ("shape average 50000000",), limit, 208),
    (INTERFACE, "GigabitEthernet0/0/3", ("shape average 99872000",), shaped, 399_488),
    (INTERFACE, "GigabitEthernet0/0/3", ("shape average 8000000",), shaped, 32_000),
    (INTERFACE, "GigabitEthernet0/0/3", ("priority 1000",), priority, 25_000),
    (INTERFACE, "GigabitEthernet0/0/3", ("priority 100000",), priority, 2_500_000),
    (INTERFACE, "GigabitEthernet0/0/3", ("priority 150",), priority, 3_750),
]


def test_the_burst_of_priority_in_percent_is_near_what_was_printed() -> None:
    # golden_output24 of the interface parser: `Priority: 30% (29961 kbps), burst bytes 749000`. All
    # other recordings have rates that leave nothing to round: ours may differ by some bytes.
    child = "policy-map C\n class v\n  priority percent 30\nclass-map v\n match dscp ef\n"
    parent = "policy-map P\n class class-default\n  shape average 99872000\n  service-policy C\n"
    port = "interface GigabitEthernet0/0/0\n service-policy output P\n"
    burst = priority(complete(child + parent + port, "ios-xe").policies["C"].classes[0])
    assert burst == 749_040
    assert abs(burst - 749_000) * 10_000 < 749_000


@pytest.mark.parametrize(("sample", "link", "lines", "value", "printed"), OTHERS)
def test_depths_shapers_and_priority(
    sample: str,
    link: str,
    lines: tuple[str, ...],
    value: Callable[[TrafficClass], int | None],
    printed: int,
) -> None:
    assert value(first(link, *lines)) == printed, sample
