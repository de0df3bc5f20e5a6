"""Lines that another system alone has are at info, but one of them in a whole config."""

from __future__ import annotations

import pytest

from qosc.lint.facts.systems import system_of
from tests.rules.linting import lint

CLASS = "class-map match-all C\n match dscp ef\npolicy-map P\n class C\n  priority 100\n"
PORT = "interface Serial0/0\n service-policy output P\n"
WHOLE = "hostname r\n" + CLASS + PORT + "end\n"


def severities(code: str, text: str) -> list[str]:
    return [str(one.severity) for one in lint(text, "ios-15") if one.code == code]


@pytest.mark.parametrize(
    ("line", "system"),
    [
        ("set connection decrement-ttl", "Cisco ASA"),
        ("match default-inspection-traffic", "Cisco ASA"),
        ("match srcl4port 62500", "Broadcom EFOS"),
        ("policy-map InCluster in", "Broadcom EFOS"),
        ("cir 195456 cbs 1250", "Brocade"),
        ("seq 10 permit ip host 1.1.1.1 any", "Force10"),
        ("set dscp ef", ""),
        ("match access-group name A", ""),
        ("policy-map IN", ""),
        ("service-policy output P", ""),
        ("10 permit ip any any", ""),
    ],
)
def test_a_line_is_of_one_system_or_of_none(line: str, system: str) -> None:
    assert system_of(line) == system


def test_a_line_of_asa_in_an_extract_is_at_info_and_a_slip_is_not() -> None:
    text = CLASS + "  {}\n"
    assert severities("QOS010", text.format("set connection decrement-ttl")) == ["info"]
    assert severities("QOS010", text.format("sett dscp ef")) == ["warning"]


def test_in_a_whole_config_one_line_of_asa_is_rejected_and_three_are_of_asa() -> None:
    one = "  set connection decrement-ttl\n"
    assert severities("QOS010", WHOLE.replace(PORT, one + PORT)) == ["warning"]
    more = one + "  set connection conn-max 10\n  set connection timeout idle 1:0:0\n"
    assert set(severities("QOS010", WHOLE.replace(PORT, more + PORT))) == {"info"}


def test_a_statement_of_junos_is_told_once_with_the_line_in_it() -> None:
    text = (
        "firewall {\n    policer P {\n        if-exceeding {\n            %s 5m;\n"
        "            burst-size-limit 625k;\n        }\n        then discard;\n    }\n}\n"
    )
    told = [one for one in lint(text % "bandwith-limit", "junos-mx") if one.code == "QOS010"]
    assert [one.primary.line for one in told] == [4]
    assert [one for one in lint(text % "bandwidth-limit", "junos-mx") if one.code == "QOS010"] == []
