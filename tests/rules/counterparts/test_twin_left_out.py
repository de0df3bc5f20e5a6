"""A port of JunOS whose QoS is inactive, and a tunnel without a classifier, beside their twins."""

from __future__ import annotations

import pytest

from qosc.lint import find_rule
from qosc.lint.engine.pages import examples
from tests.rules.linting import lint

_BRACES = """\
version 20.2R3;
interfaces {
    ge-0/0/1 {
        description "camera 1";
        unit 0 {
            family inet {
                filter {
                    input EYES;
                }
            }
        }
    }
    ge-0/0/2 {
        description "camera 2";
        unit 0 {
            family inet {
                inactive: filter {
                    input EYES;
                }
            }
        }
    }
}
"""
_TUNNELS = """\
set version 20.2R3
set interfaces st0 unit 4 description "shop 4"
set interfaces st0 unit 5 description "shop 5"
set class-of-service interfaces st0 unit 4 classifiers dscp C
"""


def _lines(text: str) -> list[int]:
    found = lint(text, "junos-mx", select=("QOS959",))
    return [one.primary.line for one in found if one.code == "QOS959"]


def test_the_page_shows_what_is_reported_and_what_is_not() -> None:
    rule = find_rule("QOS959")
    assert rule is not None
    for section, expected in (("Example", True), ("Use instead", False)):
        for example in examples(rule, section):
            found = {one.code for one in lint(example.text, example.platform or "junos-mx")}
            assert ("QOS959" in found) is expected


def test_an_inactive_filter_is_told_at_its_line() -> None:
    assert _lines(_BRACES) == [18]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("inactive: filter", "filter", id="active"),
        pytest.param(
            "            family inet {\n                filter",
            "            family inet {\n                inactive: filter",
            id="both",
        ),
        pytest.param("camera 2", "camera 2, spare", id="no-twin"),
        pytest.param("    ge-0/0/2 {", "    inactive: ge-0/0/2 {", id="whole-port"),
    ],
)
def test_what_is_meant_to_be_inactive_is_no_slip(old: str, new: str) -> None:
    assert old in _BRACES
    assert not _lines(_BRACES.replace(old, new))


def test_a_tunnel_without_the_classifier_of_its_twin_is_told() -> None:
    assert _lines(_TUNNELS) == [3]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("st0 unit 4 classifiers", "st0 unit * classifiers", id="pattern"),
        pytest.param("shop 5", "partner", id="no-twin"),
        pytest.param("interfaces st0", "interfaces ge-0/0/1", id="no-tunnel"),
    ],
)
def test_tunnels_that_need_no_classifier_of_their_own(old: str, new: str) -> None:
    assert not _lines(_TUNNELS.replace(old, new))
