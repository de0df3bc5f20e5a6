"""Which dialect and which platform a text is taken for."""

from __future__ import annotations

import pytest

from qosc.frontends.detect import DIALECTS, detect
from qosc.profiles import NAMES
from qosc.source import SourceText
from tests.corpus.ios_tree import dedent

IOS = "hostname R1\nclass-map C\n match ip dscp ef\ninterface Serial0/0\n service-policy output P\n"

DIALECT = {
    "ios": IOS,
    "junos": dedent(
        """
        class-of-service {
            schedulers {
                gold {
                    transmit-rate percent 40;
                }
            }
        }
        """
    ),
    "ios-xr": "interface TenGigE0/0/0/1\n!\npolicy-map P\n class C\n !\n end-policy-map\n!\n",
    "nxos": "feature bgp\nfeature lacp\nclass-map type qos match-any C\n  match dscp 46\n",
    "eos": "! device: leaf1 (DCS-7050, EOS-4.30)\ntransceiver qsfp default-mode 4x10G\n",
    "asa": "ASA Version 9.1(1)\ninterface Ethernet0/0\n nameif outside\n security-level 0\n",
    "policy-agent": "ServicePolicyRules rule1\n{\n PolicyScope DataTraffic\n}\n",
}


@pytest.mark.parametrize("dialect", DIALECT)
def test_each_dialect_is_told_by_its_own_words(dialect: str) -> None:
    guess = detect(SourceText("x", DIALECT[dialect]))
    assert guess.dialect == dialect
    assert guess.dialect_reason
    assert (guess.platform in NAMES) == (dialect in ("ios", "ios-xr", "junos", "nxos"))


def test_every_dialect_has_an_example() -> None:
    assert set(DIALECT) == set(DIALECTS)


def test_set_lines_are_junos() -> None:
    text = "set interfaces ge-0/0/0 unit 0\nset class-of-service schedulers gold priority high\n"
    assert detect(SourceText("x", text)).dialect == "junos"


@pytest.mark.parametrize(
    ("line", "platform", "why"),
    [
        ("version 12.0", "ios-12", "version 12.0"),
        (" version 12.4", "ios-12", "version 12.4"),
        ("version 15.2", "ios-12", "HQF"),
        ("version 16.9", "ios-xe", "version 16.9"),
        ("version 17.3", "ios-xe", "version 17.3"),
        ("version 15.5\nplatform qfp utilization monitor load 80", "ios-xe", "platform qfp"),
        ("license boot level appxk9", "ios-xe", "license boot level"),
        ("no version", "ios-12", "does not say"),
    ],
)
def test_the_platform_and_its_reason(line: str, platform: str, why: str) -> None:
    guess = detect(SourceText("x", f"!\n{line}\n{IOS}"))
    assert (guess.dialect, guess.platform) == ("ios", platform)
    assert why in guess.platform_reason


@pytest.mark.parametrize("text", ["", "\n", "prose of no kind at all", "\x00" * 9, "{" * 1000])
def test_anything_else_is_taken_for_classic_ios(text: str) -> None:
    guess = detect(SourceText("x", text))
    assert (guess.dialect, guess.platform) == ("ios", "ios-12")
