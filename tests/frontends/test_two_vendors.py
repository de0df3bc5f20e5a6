"""Lines of two vendors in one text: those of the vendor that it is not read as are told."""

from __future__ import annotations

import pytest

import qosc
from qosc.diagnostics import Diagnostic

IOS = """\
policy-map p
 class class-default
  shape average 1000000
interface GigabitEthernet0/0
 service-policy output p
"""
COMMANDS = """\
set class-of-service schedulers s transmit-rate percent 5
set firewall family inet filter f term t then discard
"""
STANZA = """\
class-of-service {
    schedulers {
        s { transmit-rate percent 5; }
    }
}
"""


def _told(text: str) -> list[Diagnostic]:
    return [one for one in qosc.check(qosc.loads(text)) if one.code == "QOS010"]


def test_set_commands_below_a_config_of_ios_are_told_each() -> None:
    told = _told(IOS + COMMANDS)
    assert [one.primary.line for one in told] == [6, 7]
    assert "put each config in a file of its own" in " ".join(told[0].notes)


@pytest.mark.parametrize("text", [STANZA + IOS, IOS + STANZA, IOS + STANZA.replace("\n", "\r\n")])
def test_a_stanza_beside_a_config_of_ios_is_told_at_its_first_line(text: str) -> None:
    (one,) = _told(text)
    first = text.replace("\r", "").split("\n").index("class-of-service {") + 1
    assert (one.primary.line, one.primary.column) == (first, 1)


def test_lines_of_the_other_vendor_count_as_not_understood() -> None:
    coverage = qosc.loads(IOS + STANZA).device.coverage
    assert (coverage.modelled, coverage.unknown, coverage.irrelevant) == (5, 5, 0)


def test_a_description_that_speaks_of_a_firewall_is_no_line_of_junos() -> None:
    text = IOS + " description to firewall set class-of-service\nbanner motd ^ class-of-service ^\n"
    assert _told(text) == []


def test_a_config_of_ios_below_one_of_junos_is_told() -> None:
    text = COMMANDS * 4 + IOS
    assert qosc.loads(text).device.platform.startswith("junos")
    told = {
        one.primary.line for one in qosc.check(qosc.loads(text)) if one.code in ("QOS010", "QOS011")
    }
    assert told >= {9, 10, 11, 12, 13}
