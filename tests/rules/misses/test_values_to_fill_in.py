"""Lines of templates and guides that leave a value to be filled in are no faults of a config."""

from __future__ import annotations

import pytest

import qosc
from qosc.diagnostics import Severity

POLICY = "class-map match-any V\n match dscp ef\npolicy-map P\n class V\n"
JUNOS = (
    "firewall {{\n policer {name} {{\n  if-exceeding {{\n   bandwidth-limit 5m;\n  }}\n }}\n}}\n"
)


def severities(text: str) -> set[Severity]:
    return {each.severity for each in qosc.check(qosc.loads(text)) if each.code == "QOS010"}


@pytest.mark.parametrize(
    "text",
    [
        POLICY + "  shape average ${rate?c}\n",
        POLICY + "  shape average {{ rate }}\n",
        POLICY + "  shape average <rate>\n",
        POLICY + "  shape average #RATE#\n",
        JUNOS.format(name="<policer name>"),
        JUNOS.format(name="<policer name 1>"),
    ],
)
def test_a_value_to_be_filled_in_is_at_info(text: str) -> None:
    assert severities(text) <= {Severity.INFO}


@pytest.mark.parametrize(
    "text", [POLICY + "  shape average rate\n", POLICY + "  shape avrage 8000\n"]
)
def test_a_slip_stays_a_warning(text: str) -> None:
    assert severities(text) == {Severity.WARNING}
