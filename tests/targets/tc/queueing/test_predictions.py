"""Predictions of what tc makes of a number, against what iproute2 6.1 printed on Linux 6.1."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qosc.api import compile as compile_config
from qosc.api import loads, verify_script
from qosc.targets.tc.predict import (
    burst_for,
    kernel_burst,
    longest_burst,
    red_burst_for,
    red_wlog,
    shown_burst,
)

SHOWN = {
    1_000_000_000: {500: 375, 1500: 1375, 1625: 1500, 8000: 8000, 15000: 15000, 15360: 15125},
    100_000_000: {500: 500, 1500: 1500, 1625: 1612, 8000: 8000, 15000: 15000, 15360: 15337},
    64_000: {500: 499, 1500: 1499, 1625: 1624, 8000: 8000, 15000: 15000, 15360: 15360},
    1_000_000: {500: 500, 1500: 1500, 1625: 1625, 8000: 8000, 15000: 15000, 15360: 15360},
}
"""What `tc filter show` printed for a police action, by rate (bit/s) and burst asked (bytes)."""


@pytest.mark.parametrize("rate", SHOWN)
def test_bursts_as_tc_prints_them(rate):
    assert {asked: shown_burst(rate, asked) for asked in SHOWN[rate]} == SHOWN[rate]


@given(st.integers(8, 100_000_000_000), st.integers(1, 1_000_000))
def test_the_burst_asked_for_holds_what_is_needed_and_little_more(rate, size):
    if size > longest_burst(rate):
        return
    held = kernel_burst(rate, burst_for(rate, size))
    assert size <= held <= size + rate // 4_000_000 + 2
    assert kernel_burst(rate, size) <= size


@pytest.mark.parametrize(
    ("minimum", "least", "most"),
    [
        (20, 106, 146),
        (22, 112, 154),
        (24, 118, 161),
        (26, 123, 169),
        (28, 128, 176),
        (31, 136, 186),
        (33, 140, 192),
        (35, 145, 199),
        (100, 264, 355),
    ],
)
def test_bursts_that_give_the_weight_of_ios(minimum, least, most):
    assert red_burst_for(minimum * 1000, 1000, 9) == least
    assert red_wlog(minimum * 1000, least - 1, 1000) == 8
    assert red_wlog(minimum * 1000, most, 1000) == 9
    assert red_wlog(minimum * 1000, most + 1, 1000) == 10


def test_the_textbook_burst_would_average_far_too_fast():
    assert red_wlog(20_000, (2 * 20 + 40) // 3, 1000) == 3


def test_no_bucket_is_asked_for_that_the_kernel_cannot_count() -> None:
    """Found by mutated configs: of a bound of 4 Tbit/s on a T1 the class's bucket was to last six
    hours, and HTB counts 2**32 ticks of 64 ns, which is 274.9 s (`psched_tick`, 32 bits in
    tc_htb_opt.buffer).
    """
    config = loads(
        "class-map match-all VOICE\n match dscp ef\npolicy-map WAN\n class VOICE\n"
        "  priority 4294967295\ninterface Serial0/0\n service-policy output WAN\n"
    )
    artefact = compile_config(config, target="tc", allow_loss=True)
    script = artefact.files[0].text
    asked = re.findall(r"htb rate (\d+)bit ceil \d+bit burst (\d+)b", script)
    assert asked
    for rate, burst in asked:
        assert int(burst) * 8 / int(rate) <= 2**32 * 64e-9
    assert verify_script(config, script, artefact.ledger).differences == ()
