"""The notes of the rules that add up shares: figures derived by hand."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint

CLASSES = "class-map match-all V\n match dscp ef\nclass-map match-all D\n match dscp af21\n"

THREE = (
    " class V\n  priority 250\n class D\n  bandwidth 401\n class class-default\n  bandwidth 100\n"
)


@pytest.mark.parametrize(
    ("policy", "port", "platform", "message", "notes"),
    [
        (
            THREE,
            "interface Serial0\n bandwidth 1000\n",
            "ios-12",
            "751 kbit/s; Serial0 has 750 kbit/s",
            (
                "V 250 + D 401 + class-default 100 = 751 kbit/s",
                "available: 750 kbit/s, which is 75 % of the 1 Mbit/s of Serial0",
            ),
        ),
        (
            " class V\n  priority percent 30\n class D\n  bandwidth percent 50\n",
            "interface Tunnel0\n",
            "ios-12",
            "80 %; Tunnel0 has 75 %",
            ("V 30 + D 50 = 80 %", "available: 75 %, which is 75 % of the link of Tunnel0"),
        ),
        (
            " class V\n  priority percent 30\n class D\n  bandwidth percent 71\n",
            "interface GigabitEthernet0/0/0\n",
            "ios-xe",
            "1010 Mbit/s; GigabitEthernet0/0/0 has 1 Gbit/s",
            (
                "V 300000 + D 710000 = 1010000 kbit/s",
                "available: all of the 1 Gbit/s of GigabitEthernet0/0/0",
            ),
        ),
    ],
)
def test_the_sum_is_written_out_class_by_class(
    policy: str, port: str, platform: str, message: str, notes: tuple[str, str]
) -> None:
    text = f"{CLASSES}policy-map P\n{policy}{port} service-policy output P\n"
    (finding,) = [found for found in lint(text, platform) if found.code == "QOS402"]
    assert message in finding.message
    assert finding.notes[1:3] == notes


def test_below_a_shaper_its_rate_is_the_whole() -> None:
    text = (
        f"{CLASSES}policy-map OUT\n class class-default\n  shape average 500000\n"
        "  service-policy IN\npolicy-map IN\n class D\n  bandwidth 501\n"
        "interface FastEthernet0/0\n service-policy output OUT\n"
    )
    (finding,) = [found for found in lint(text) if found.code == "QOS402"]
    assert finding.notes == (
        "the router rejects the policy, or cannot keep its guarantees",
        "D 501 kbit/s",
        "available: 500 kbit/s, the rate of the shaper above it",
    )


def test_of_two_links_the_slower_one_is_reported() -> None:
    text = (
        f"{CLASSES}policy-map P\n class D\n  bandwidth 800\n"
        "interface Serial0\n bandwidth 1024\n service-policy output P\n"
        "interface Serial1\n bandwidth 512\n service-policy output P\n"
        "interface Serial2\n bandwidth 2048\n service-policy output P\n"
    )
    (finding,) = [found for found in lint(text) if found.code == "QOS402"]
    assert "Serial1 has 384 kbit/s" in finding.message


def test_the_finding_marks_the_class_with_which_the_sum_passes_the_limit() -> None:
    text = (
        f"{CLASSES}policy-map P\n class V\n  priority 400\n class D\n  bandwidth 400\n"
        " class class-default\n  bandwidth 100\n"
        "interface Serial0\n bandwidth 1000\n service-policy output P\n"
    )
    (finding,) = [found for found in lint(text) if found.code == "QOS402"]
    assert text.splitlines()[finding.primary.line - 1] == "  bandwidth 400"
    assert [label.span.line for label in finding.related] == [14]
