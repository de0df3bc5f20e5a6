"""The speed of JunOS interfaces that their names say, in bit/s as the standards have it."""

from __future__ import annotations

import pytest

import qosc
from qosc.datapath.lines import line_rate
from qosc.datapath.rates import link_rate, why_unknown


def _port(text: str, name: str) -> tuple[int | None, int | None, str]:
    config = qosc.loads(text)
    device, profile = config.complete_device, config.profile
    port = device.ports[name]
    line = line_rate(device, port, profile)
    rate = None if line is None or line.assumed else line.rate
    return link_rate(device, port, profile), rate, why_unknown(port, profile)


@pytest.mark.parametrize(
    ("name", "rate"),
    [
        ("t1-0/0/0", 1_544_000),
        ("t1-0/0/0:3", 1_544_000),
        ("e1-1/0/0", 2_048_000),
        ("t3-0/1/0", 44_736_000),
        ("e3-0/1/0", 34_368_000),
        ("ge-0/0/0", 1_000_000_000),
    ],
)
def test_a_name_says_the_speed_of_its_line(name: str, rate: int) -> None:
    text = f"set interfaces {name} unit 0 family inet address 10.0.0.1/30\n"
    assert _port(text, name)[:2] == (rate, rate)
    assert _port(text, f"{name}.0")[:2] == (rate, rate)


@pytest.mark.parametrize("name", ["so-0/0/0", "at-0/0/0", "et-0/0/0"])
def test_a_name_of_several_speeds_says_none_and_why(name: str) -> None:
    rate, _, why = _port(f"set interfaces {name} unit 0 family inet\n", name)
    assert rate is None
    assert why.startswith("that of its")


@pytest.mark.parametrize("kind", ["t1", "e1"])
def test_some_timeslots_of_a_line_have_no_speed_by_name(kind: str) -> None:
    text = (
        f"set interfaces {kind}-0/0/0 {kind}-options timeslots 1-4\n"
        f"set interfaces {kind}-0/0/0 unit 0 family inet\n"
    )
    assert _port(text, f"{kind}-0/0/0")[0] is None


def test_percentages_of_a_t1_are_of_its_speed() -> None:
    text = """
set interfaces t1-0/0/0 unit 0 family inet address 10.0.0.1/30
set class-of-service schedulers a transmit-rate percent 50
set class-of-service scheduler-maps m forwarding-class best-effort scheduler a
set class-of-service interfaces t1-0/0/0 scheduler-map m
"""
    made = qosc.compile(qosc.loads(text), target="sim", allow_loss=True)
    got = [one.got for one in made.ledger if one.asked == "50 %"]
    assert got == ["772000 bit/s"]


@pytest.mark.parametrize(("name", "rate"), [("xe-0/0/0:1", 10_000_000_000), ("et-0/0/0:1", None)])
def test_a_part_of_a_split_port_is_no_part_of_a_t1(name: str, rate: int | None) -> None:
    """Juniper, Channelizing Interfaces Overview: `xe-0/0/0:1` is one of four 10-Gigabit ports."""
    found, _, why = _port(f"set interfaces {name} unit 0 family inet\n", name)
    assert found == rate
    assert "timeslots" not in why
