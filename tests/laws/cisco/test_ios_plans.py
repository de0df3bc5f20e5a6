"""The reader's plans and runs come to the same as its long way, whatever stands in a text."""

from __future__ import annotations

import random

import pytest

from qosc.frontends.cisco.sections.plans import Plans
from qosc.frontends.cisco.sections.reader import read
from qosc.frontends.cisco.text import runs
from qosc.frontends.cisco.text.lines import Line
from qosc.source import SourceText, decode
from tests.published import CORPUS

_LINES = (
    "interface Serial0/0",
    "interface Serial0/0.1 point-to-point",
    "interface in the LAN of us",
    " bandwidth 2000",
    " ip address 10.0.0.1 255.255.255.0",
    " no shutdown",
    " shutdown",
    " no ip redirects",
    "\tservice-policy output WAN",
    " service-policy output WAN ! why",
    " service output WAN",
    " pvc 1/32",
    "  encapsulation aal5snap",
    "  ilmi",
    " ip mtu 1400",
    "class-map match-any VOICE",
    " match ip dscp ef",
    " match not dscp af11",
    "\tmatch cos 5",
    " description a b c",
    " description ! no // comment",
    "class-map type inspect match-any X",
    "policy-map WAN",
    " class VOICE",
    "  priority 128",
    "  police cir 8000",
    "  random-detect",
    "   conform-action transmit",
    "  set ip dscp af41",
    "  queue-limit 40 ",
    "  24 40 10",
    " class class-default",
    "  fair-queue",
    "class VOICE",
    "bandwidth 100",
    "  bandwith 5",
    "bandwidth 100 is what the link of ours has",
    "priority is given to voice",
    "access-list 101 permit ip any any",
    "host 10.0.0.1",
    "no access-list 101",
    "ip access-list extended A",
    " 10 permit ip any any",
    " permit tcp any any eq 80",
    " remark what is this ! for",
    "no ip access-list extended A",
    "route-map R permit 10",
    " match ip address 10",
    " match ip address prefix-list L",
    " set ip precedence 5",
    " set local-preference 200",
    "route-map R permit 20",
    "rate-limit input 8000 8000 8000",
    " rate-limit input 8000 1500 1500 conform-action transmit",
    " exceed-action drop",
    "mls qos",
    "service-policy input X",
    "SERVICE-POLICY output WAN",
    "router bgp 1",
    " neighbor 10.0.0.1 remote-as 1",
    "  address-family",
    "ip route 0.0.0.0 1",
    "ip route",
    "username u",
    "username u ! v",
    "crypto map M 1",
    " set peer 10.0.0.2",
    "line vty 0 4",
    "aaa new-model",
    "aaa authentication banner ^C",
    "hostname r",
    "version 12.4",
    "ip http server",
    "no ip http server",
    "ip dhcp pool P",
    "vlan 10",
    "frobnicate all",
    "hello",
    " of no mode",
    "!",
    "! so",
    " ! so",
    "",
    " ",
    "\t",
    "exit",
    "end",
    " exit",
    "banner motd ^C",
    "text ^C",
    "R1(config-if)#bandwidth 100",
    "R1#show run",
    "R1(config)#",
    "** bold **",
    "/* x",
    "x */",
    "ip route /* x */ 1",
    "username /* x",
    "> interface Serial1",
    "is the text of this",
    "interface Serial\u00a01",
    "description\u00a0x",
    "1 line",
    "2 line",
    "3 line",
    " --More-- ip route 1",
    "ip route \x08 1",
    "template T",
    "control-plane",
    "qos trust",
    " bandwidth 100 # of us all",
    " match ip dscp ef # af11 x",
    "username #a # b c",
    "ip # a b",
    " permit\t# ip any any",
    " description a # b c",
    "default interface Serial0",
    " default shutdown",
    "no",
    "ip",
    " no",
    "do show run",
)
_SECTIONS = (
    ("interface Serial0/0", " ip address 1.1.1.1 255.0.0.0", " service-policy input P", "!"),
    ("router bgp 1", " neighbor 1.1.1.1 remote-as 2", " !", " network 1.0.0.0", "!"),
    ("ip route 1.0.0.0 255.0.0.0 2.2.2.2", "ip route 1.0.0.0 255.0.0.0 3.3.3.3", "username a b"),
    ("policy-map P", " class C", "  bandwidth 8", " class D", "  priority 8", "!"),
    ("line vty 0 4", "login local", "access-class 7 in", "!"),
    ("vlan 10", "name of it", "hello"),
)


def _whole(line: Line) -> tuple[object, ...]:
    return (
        line.mode,
        line.keyword,
        line.negated,
        line.text,
        line.numbers(),
        line.column,
        line.height,
        line.mistyped,
        line.span(),
        [_whole(child) for child in line.children],
    )


def _said(text: str, *, quick: bool) -> list[object]:
    found = read(SourceText("r", text), quick=quick)
    return [
        [_whole(root) for root in found.roots],
        found.blank,
        found.comment,
        found.skipped,
        repr(found.notes),
        found.hostname,
        found.version,
        found.blobs,
    ]


def _mixture(dice: random.Random) -> str:
    """Lines and sections, the more of the same kind the less kinds there are."""
    lines = dice.sample(_LINES, dice.randint(3, len(_LINES)))
    rows: list[str] = []
    while len(rows) < 60:
        rows += dice.choice(_SECTIONS) if dice.random() < 0.3 else (dice.choice(lines),)
    return dice.choice(("\n", "\n", "\n", "\r\n")).join(rows)


@pytest.mark.parametrize("seed", range(8))
def test_mixtures_of_lines_are_read_alike(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "_WORTH", 2)
    dice = random.Random(seed)  # noqa: S311
    for _ in range(60):
        text = _mixture(dice)
        assert _said(text, quick=True) == _said(text, quick=False), text


def test_the_statements_of_a_printed_config_have_plans() -> None:
    rows = [row for section in _SECTIONS[:4] for row in section]
    planned = [
        Plans(line.mode, ()).plan(rows[line.number - 1], line.text, line.column, line.column)
        for line in read(SourceText("r", "\n".join(rows))).walk()
    ]
    assert len(planned) == 7
    assert all(planned)


def test_runs_end_where_a_line_of_interest_or_in_doubt_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(runs, "_WORTH", 1)
    ends = {
        "policy-map P": 4,
        "frobnicate": 4,
        "": 4,
        " ": 4,
        " ! x": 4,
        "! x": 4,
        "router": 4,
        " network 1": 7,
        "router rip": 7,
        "!": 7,
        "\tx": 4,
        "ip routed": 4,
    }
    for line, end in ends.items():
        lines = ["router bgp 1", "ip route 1", " a", "!", line, "ip route 2", "!", "end"]
        found = runs.Runs(lines, ())
        found.end(1, "router ")
        assert found.end(2, "ip route ") == end, line
    assert runs.Runs(["ip route 1", "ip route 2", "ip route 3"], {1}).end(1, "ip route ") == 1


@pytest.mark.shared("corpus")
def test_published_configs_are_read_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "_WORTH", 2)
    for path in sorted((CORPUS / "cisco").iterdir()):
        text = decode(path.read_bytes())[0]
        assert _said(text, quick=True) == _said(text, quick=False), path.name
