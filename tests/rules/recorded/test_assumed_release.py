"""Sums that only classic IOS refuses, where the config does not tell its release."""

from __future__ import annotations

import pytest

import qosc
from qosc.source import SourceText

CONFIG = """\
{version}policy-map WAN
 class VOICE
  {voice}
 class class-default
  bandwidth percent 20
class-map match-all VOICE
 match ip dscp ef
interface Serial0/0
 bandwidth 1000
 service-policy output WAN
"""


def severities(version: str, voice: str, code: str) -> list[str]:
    source = SourceText("router.cfg", CONFIG.format(version=version, voice=voice))
    return [
        found.severity.name.lower()
        for found in qosc.check(qosc.loads(source))
        if found.code == code
    ]


@pytest.mark.parametrize(
    ("voice", "code"), [("bandwidth percent 80", "QOS402"), ("priority percent 80", "QOS401")]
)
def test_a_sum_within_the_link_is_a_warning_unless_the_config_is_of_classic_ios(
    voice: str, code: str
) -> None:
    assert severities("", voice, code) == ["warning"]
    assert severities("version 12.4\n", voice, code) == ["warning"]
    assert severities("version 12.2\n", voice, code) == ["error"]
    assert severities("version 15.1\n", voice, code) == []


@pytest.mark.parametrize(
    ("voice", "code"), [("bandwidth percent 90", "QOS402"), ("priority 1100", "QOS401")]
)
def test_a_sum_above_the_link_is_an_error_on_every_release(voice: str, code: str) -> None:
    for version in ("", "version 12.2\n", "version 15.1\n"):
        assert severities(version, voice, code) == ["error"]
