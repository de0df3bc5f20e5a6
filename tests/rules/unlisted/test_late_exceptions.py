"""Entries of a list that deny what an entry before them has permitted."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint

ERP = "permit tcp 10.8.110.0 0.0.1.255 10.1.40.0 0.0.0.255 eq 443"
EXCEPTION = "deny tcp any host 10.1.40.250 eq 443"
PORTS = "permit tcp 10.8.110.0 0.0.1.255 10.1.40.0 0.0.0.255 range 3200 3299"


def told(*entries: str) -> list[tuple[int, str]]:
    text = (
        "hostname r1\nclass-map match-all ERP\n match access-group name ERP\npolicy-map WAN\n"
        " class ERP\n  bandwidth percent 20\ninterface Serial0/0\n"
        " ip address 192.0.2.1 255.255.255.252\n service-policy output WAN\n"
        "ip access-list extended ERP\n" + "".join(f" {entry}\n" for entry in entries) + "end\n"
    )
    found = [one for one in lint(text, "ios-15") if one.code == "QOS104"]
    return [(one.primary.line - 10, str(one.severity)) for one in found]


def test_an_exception_behind_the_entry_that_it_is_of_is_told() -> None:
    assert told(ERP, EXCEPTION, PORTS) == [(2, "warning")]
    assert told(EXCEPTION, ERP, PORTS) == []


@pytest.mark.parametrize(
    "entries",
    [
        # 10.9/16 is permitted behind it, but not to this host.
        (ERP, EXCEPTION, "permit tcp 10.9.0.0 0.0.255.255 any eq 443"),
        # What is left after the permits, denied as is customary.
        (ERP, PORTS, "deny tcp any any"),
        (ERP, PORTS, "deny ip any any log"),
        # The log counts who asked for it.
        (ERP, f"{EXCEPTION} log", PORTS),
        # Another service than those permitted.
        (ERP, "deny tcp any host 10.1.40.250 eq 22", PORTS),
        # Fragments, as is customary, whosesoever they are.
        (ERP, "deny tcp any any fragments", PORTS),
        # Answers of connections from inside, and nothing else, as `established` is meant.
        ("permit tcp any any established", "deny tcp any host 10.1.40.250", PORTS),
    ],
)
def test_an_entry_with_another_purpose_is_left_alone(entries: tuple[str, ...]) -> None:
    assert told(*entries) == []


def test_ten_thousand_entries_are_decided() -> None:
    pairs = [
        f"{what} tcp host 10.{n >> 8}.{n & 255}.1 any eq {443 if what == 'permit' else 80}"
        for n in range(2_500)
        for what in ("permit", "deny")
    ]
    text_told = told(*pairs, "permit udp any any eq 53", "deny udp any host 10.0.0.1 eq 53")
    assert text_told[-1] == (5_002, "warning")
