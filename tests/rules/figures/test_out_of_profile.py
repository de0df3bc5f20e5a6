"""QOS306 on IOS: in which queue each DSCP waits is worked out by hand for every row."""

from __future__ import annotations

import pytest

from qosc.diagnostics import Diagnostic
from tests.rules.linting import lint

HEAD = """\
access-list 101 permit tcp any any eq 443
access-list 102 permit udp any any eq 53
class-map match-all WEB
 match {match}
class-map match-any DATA
 match dscp af21 af22 af23
class-map match-any SCAVENGER
 match dscp cs1
class-map match-any VOICE
 match ip precedence 5
class-map match-all NEVER
 match dscp af21
 match ip precedence 3
class-map match-all REST
 match not dscp af21
class-map match-any UNSURE
 match access-group 101
class-map match-any TWICE
 match class-map DATA
policy-map INNER
 class DATA
  bandwidth percent 40
 class SCAVENGER
  bandwidth percent 5
policy-map LAN
 class WEB
{actions}policy-map WAN
{queues}interface FastEthernet0/0
 service-policy input LAN
interface Serial0/0
 bandwidth 10000
 service-policy output WAN
"""
QUEUES = " class DATA\n  bandwidth percent 30\n class SCAVENGER\n  bandwidth percent 5\n"
TO_CS1 = "  police 8000000 250000 conform-action transmit exceed-action set-dscp-transmit cs1\n"


def config(
    match: str = "access-group 101",
    actions: str = f"  set dscp af21\n{TO_CS1}",
    queues: str = QUEUES,
) -> str:
    return HEAD.format(match=match, actions=actions, queues=queues)


def found(text: str) -> list[Diagnostic]:
    return [each for each in lint(text) if each.code == "QOS306"]


def police(conform: str, exceed: str, violate: str = "") -> str:
    more = f" violate-action {violate}" if violate else ""
    return f"  police 8000000 250000 conform-action {conform} exceed-action {exceed}{more}\n"


def words(above: str, within: str) -> str:
    return (
        f"they are in {named(above)} of policy-map WAN, those within the rate in {named(within)}: "
    )


def named(name: str) -> str:
    """How a class is told: nobody asks for packets that are left to class-default."""
    return "no class" if name == "class-default" else f"class {name}"


@pytest.mark.parametrize(
    ("text", "above", "within"),
    [
        pytest.param(config(), "SCAVENGER", "DATA", id="the mark of the class"),
        pytest.param(config("dscp af21", TO_CS1), "SCAVENGER", "DATA", id="what comes in"),
        pytest.param(config("dscp af21 af23", TO_CS1), "SCAVENGER", "DATA", id="two of one queue"),
        pytest.param(
            config(actions=police("set-dscp-transmit af21", "set-dscp-transmit cs1")),
            *("SCAVENGER", "DATA"),
            id="the mark of what conforms",
        ),
        pytest.param(
            config("dscp 2", police("set-prec-transmit 5", "set-dscp-transmit cs1")),
            *("SCAVENGER", "class-default"),
            id="a precedence in place of that of a DSCP",
        ),
        pytest.param(
            config(
                actions="  set dscp af21\n"
                + police("transmit", "set-dscp-transmit af22", "set-dscp-transmit cs1")
            ),
            *("SCAVENGER", "DATA"),
            id="only the third colour",
        ),
        pytest.param(
            config(queues=" class DATA\n  bandwidth percent 30\n"),
            *("class-default", "DATA"),
            id="a class that is not there",
        ),
        pytest.param(
            config(queues=" class DATA\n  bandwidth percent 30\n class SCAVENGER\n"),
            *("class-default", "DATA"),
            id="a class without a queue",
        ),
        pytest.param(
            config(queues=" class NEVER\n  bandwidth percent 10\n class SCAVENGER\n  priority 8\n"),
            *("SCAVENGER", "class-default"),
            id="both of two lines that exclude each other",
        ),
        pytest.param(
            config(queues=" class REST\n  bandwidth percent 10\n"),
            *("REST", "class-default"),
            id="all but one DSCP",
        ),
        pytest.param(
            config(
                actions="  set ip precedence 5\n" + TO_CS1,
                queues=" class VOICE\n  priority 100\n class SCAVENGER\n  bandwidth percent 5\n",
            ),
            *("SCAVENGER", "VOICE"),
            id="a precedence of every DSCP",
        ),
        pytest.param(
            config(queues=" class TWICE\n  bandwidth percent 30\n"),
            *("class-default", "TWICE"),
            id="a class-map in a class-map",
        ),
        pytest.param(
            config(
                queues=" class class-default\n  shape average 5000000\n  service-policy INNER\n"
            ),
            *("SCAVENGER", "DATA"),
            id="queues inside a shaper",
        ),
    ],
)
def test_what_exceeds_goes_to_another_queue(text: str, above: str, within: str) -> None:
    (finding,) = found(text)
    assert finding.notes[0].startswith(words(above, within))
    line = text.splitlines()[finding.primary.line - 1]
    assert line[finding.primary.column - 1 :].startswith(("cs1", "set-dscp-transmit cs1"))
    (related,) = finding.related
    assert text.splitlines()[related.span.line - 1] == " service-policy output WAN"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(config("access-group 102"), id="UDP alone is not slowed down"),
        pytest.param(
            config(actions="  set dscp af21\n" + police("transmit", "drop")),
            id="what exceeds is lost",
        ),
        pytest.param(
            config(actions="  set dscp af21\n" + police("drop", "set-dscp-transmit cs1")),
            id="what conforms is lost",
        ),
        pytest.param(
            config(actions="  set dscp af21\n" + police("transmit", "set-dscp-transmit af23")),
            id="another precedence of the same queue",
        ),
        pytest.param(
            config("dscp af21 cs1", TO_CS1), id="what conforms waits in two queues by itself"
        ),
        pytest.param(
            config(queues=f" class UNSURE\n  bandwidth percent 5\n{QUEUES}"),
            id="a class before them that asks for ports",
        ),
        pytest.param(
            config(queues=QUEUES.replace("percent 30", "percent 30\n  set dscp ef")),
            id="a class that marks on the way out",
        ),
        pytest.param(
            config(queues=" class DATA\n  drop\n class SCAVENGER\n  bandwidth percent 5\n"),
            id="a class that drops on the way out",
        ),
        pytest.param(
            config().replace("FastEthernet0/0", "Serial0/0"), id="out of the port it came in by"
        ),
        pytest.param(
            config().replace("service-policy input LAN", "service-policy output LAN"),
            id="the policer is on output",
        ),
    ],
)
def test_packets_of_one_flow_stay_together(text: str) -> None:
    assert found(text) == []


def test_a_policy_on_the_port_it_came_in_by_and_on_another_is_told() -> None:
    text = config().replace("input LAN\n", "input LAN\n service-policy output WAN\n")
    (finding,) = found(text)
    assert finding.notes[0].startswith(words("SCAVENGER", "DATA"))
    (related,) = finding.related
    assert related.span.line == text.splitlines().index(" service-policy output WAN") + 1
