"""What a site asks of its ports is told with the site's own codes and words, and never in vain."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Run

ROUTER = """\
hostname R1
class-map match-any CRITICAL
 match dscp af31
class-map match-any VOICE
 match dscp ef
class-map match-any WEB
 match access-group 101
access-list 101 permit tcp any any eq 80
policy-map WAN-EDGE
 class {first}
  bandwidth 1000
 class {second}
  bandwidth 1000
 class VOICE
  {priority}
policy-map IN
 class {policed}
  police 1000000 8000 8000 conform-action transmit exceed-action drop
interface GigabitEthernet0/0
 bandwidth 1000000
 service-policy output WAN-EDGE
interface GigabitEthernet0/1
 service-policy input IN
interface GigabitEthernet0/2
 shutdown
"""
GOOD = {"first": "CRITICAL", "second": "WEB", "priority": "priority 330000", "policed": "VOICE"}
EDGE = 'interfaces = ["Gi0/0"]\noutput-policy = "WAN-EDGE"\n'
THIRD = 'interfaces = ["Gi0/0"]\npriority-at-most = "33%"\n'
CRITICAL = 'interfaces = ["Gi0/0"]\npackets = "dscp af31"\noutput-class = "CRITICAL"\n'
POLICED = 'interfaces = ["Gi0/1"]\npackets = "dscp ef"\npoliced = "input"\n'


def row(demand: str, code: str = "SITE001", more: str = "") -> str:
    return f'[[require]]\ncode = "{code}"\ntext = "as agreed"\n{more}{demand}'


def checked(qosc: Run, path: Path, rows: str, status: int, *more: str, **changes: str) -> list[str]:
    (path / "r1.cfg").write_text(ROUTER.format(**{**GOOD, **changes}))
    (path / "qosc.toml").write_text(rows)
    told = qosc("check", ".", "--format", "concise", "--ignore", "QOS", *more, status=status)
    assert not told.err
    return told.out.splitlines()


@pytest.mark.parametrize(
    ("demand", "changes", "words"),
    [
        (EDGE, {}, ""),
        (EDGE.replace("Gi0/0", "Gi0/*"), {}, "GigabitEthernet0/1 has no output policy"),
        (EDGE.replace("WAN-EDGE", "LAN"), {}, "has output policy WAN-EDGE"),
        (POLICED, {}, ""),
        ('interfaces = ["Gi0/1"]\ninput-policy = "IN"\n', {}, ""),
        ('interfaces = ["Gi0/0"]\ninput-policy = "IN"\n', {}, "has no input policy"),
        # 330 of 1000 Mbit/s is 33 %; a kilobit more is not.
        (THIRD, {}, ""),
        (THIRD, {"priority": "priority 330001"}, "can fill 33.1% of its link"),
        (THIRD, {"priority": "priority"}, "class VOICE of policy-map WAN-EDGE in priority without"),
        (
            THIRD,
            {
                "priority": "priority\n  police 8000000 8000 8000 conform-action transmit "
                "exceed-action drop"
            },
            "",
        ),
        (
            THIRD,
            {
                "priority": "priority\n  police 8000000 8000 8000 conform-action transmit "
                "exceed-action transmit"
            },
            "in priority without a rate",
        ),
        (CRITICAL, {}, ""),
        # The first class that matches decides: web traffic may be af31 as well.
        (CRITICAL, {"first": "WEB", "second": "CRITICAL"}, "some of dscp af31 in class WEB"),
        (CRITICAL.replace("Gi0/0", "Gi0/1"), {}, "some of dscp af31 in no class"),
        (POLICED, {"policed": "CRITICAL"}, "does not police all of dscp ef on input"),
        (POLICED.replace("dscp ef", "tcp dscp ef"), {}, ""),
    ],
)
def test_a_port_does_as_is_asked_or_is_told(
    qosc: Run, tmp_path: Path, demand: str, changes: dict[str, str], words: str
) -> None:
    found = checked(qosc, tmp_path, row(demand), 1 if words else 0, **changes)
    assert len(found) == bool(words)
    if words:
        assert "error[SITE001] as agreed: GigabitEthernet0/" in found[0]
        assert words in found[0]


def test_what_no_port_was_asked_is_told(qosc: Run, tmp_path: Path) -> None:
    (line,) = checked(qosc, tmp_path, row(EDGE.replace("Gi0/0", "Gi1/*")), 1)
    assert line.startswith("qosc.toml:1:1: error[SITE001] SITE001 (as agreed) was asked of no port")
    # A port that is shut down is not asked, and a file of another name neither.
    (line,) = checked(qosc, tmp_path, row(EDGE.replace("Gi0/0", "Gi0/2")), 1)
    assert "asked of no port" in line
    (line,) = checked(qosc, tmp_path, row(EDGE, more='files = ["x*"]\n'), 1)
    assert "no config that was checked is one of its files" in line
    # It is no fault of one file among many, which is all that a hook is given.
    (tmp_path / "qosc.toml").write_text(row(EDGE.replace("Gi0/0", "Gi1/*")))
    for more in ((), ("--skip-others",)):
        told = qosc("check", "r1.cfg", *more, "--ignore", "QOS")
        assert "Note: qosc.toml: SITE001 (as agreed) was asked of no port" in told.err
    # A rule that was not wanted was left out on purpose.
    qosc("check", ".", "--ignore", "SITE")


def test_comments_selectors_and_baselines_know_the_codes(qosc: Run, tmp_path: Path) -> None:
    rows = row(EDGE.replace("Gi0/0", "Gi0/1")) + row(THIRD, "NET002")
    bad = {"priority": "priority"}
    assert len(checked(qosc, tmp_path, rows, 1, **bad)) == 2
    assert len(checked(qosc, tmp_path, rows, 1, "--ignore", "SITE001", **bad)) == 1
    assert len(checked(qosc, tmp_path, f'ignore = ["NET"]\n{rows}', 1, **bad)) == 1
    assert (
        "warning[NET002]"
        in checked(qosc, tmp_path, f'[severity]\nNET = "warning"\n{rows}', 1, **bad)[0]
    )
    comment = "! qosc: ignore[SITE001] a lab\ninterface GigabitEthernet0/1"
    (tmp_path / "qosc.toml").write_text(rows)
    text = ROUTER.format(**{**GOOD, **bad}).replace("interface GigabitEthernet0/1", comment)
    (tmp_path / "r1.cfg").write_text(text)
    (line,) = qosc("check", ".", "--select", "SITE,NET", "--format", "concise", status=1).out.split(
        "\n"
    )[:-1]
    assert "NET002" in line
    qosc("baseline", "write", ".")
    qosc("check", ".", "--baseline", "qosc-baseline.json")
    # A comment that silences nothing of it is told as any other.
    (tmp_path / "r1.cfg").write_text(text.replace("ignore[SITE001]", "ignore[NET002]"))
    assert "QOS090" in qosc("check", ".", "--format", "concise", status=1).out


@pytest.mark.parametrize("form", ["json", "sarif", "github", "gitlab", "junit", "checkstyle"])
def test_every_form_has_the_code_and_the_words(qosc: Run, tmp_path: Path, form: str) -> None:
    text = 'a "quoted" <b> \\u001b[31m text'
    rows = row(EDGE.replace("Gi0/0", "Gi0/1")).replace("as agreed", text.replace('"', '\\"'))
    (tmp_path / "qosc.toml").write_text(rows + row(THIRD.replace("Gi0/0", "Gi7"), "NET002"))
    (tmp_path / "r1.cfg").write_text(ROUTER.format(**GOOD))
    out = qosc("check", ".", "--format", form, status=1).out
    assert "\x1b" not in out
    assert "SITE001" in out
    assert "NET002" in out
    if form in ("json", "sarif", "gitlab"):
        json.loads(out)


def test_where_nothing_is_known_nothing_is_green(qosc: Run, tmp_path: Path) -> None:
    # A tunnel has no speed of its own, and `priority percent` is of it.
    text = ROUTER.format(**{**GOOD, "priority": "priority 10"}).replace(
        "interface GigabitEthernet0/0\n bandwidth 1000000", "interface Dialer1"
    )
    (tmp_path / "r1.cfg").write_text(text)
    (tmp_path / "qosc.toml").write_text(row(THIRD.replace("Gi0/0", "Dialer1")))
    out = qosc("check", ".", "--select", "SITE001", status=1).out
    assert "warning[QOS091]" in out
    assert "speed of Dialer1 is not known" in out
    links = '[[links]]\ninterfaces = ["Dialer1"]\nspeed = "1Mbit"\n'
    (tmp_path / "qosc.toml").write_text(row(THIRD.replace("Gi0/0", "Dialer1")) + links)
    qosc("check", ".", "--select", "SITE001")


def test_packets_that_came_in_elsewhere(qosc: Run, tmp_path: Path) -> None:
    # JunOS: the classifier of the port that packets come in by decides about the queue.
    (tmp_path / "r.conf").write_text(
        "class-of-service { schedulers { v { transmit-rate percent 20; } r { transmit-rate "
        "percent 70; } } scheduler-maps { core { forwarding-class expedited-forwarding scheduler "
        "v; forwarding-class best-effort scheduler r; } } interfaces { ge-0/0/0 { scheduler-map "
        "core; } ge-0/0/1 { unit 0 { classifiers { dscp default; } } } } }\n"
        "interfaces { ge-0/0/0 { unit 0 { family inet; } } ge-0/0/1 { unit 0 { family inet; } } }\n"
    )
    demand = (
        'interfaces = ["ge-0/0/0.0"]\npackets = "{} dscp ef"\n'
        'output-class = "expedited-forwarding"\n'
    )
    onward = 'from-interfaces = ["ge-0/0/1"]\n'
    for packets, more, status in (("ip", onward, 1), ("ip4", onward, 0), ("ip4", "", 1)):
        words = packets.replace("ip4", "10.0.0.1 > 10.0.0.2").replace("ip", "")
        (tmp_path / "qosc.toml").write_text(row(demand.format(words) + more))
        qosc("check", ".", "--select", "SITE001", status=status)


def test_a_demand_on_very_many_pairs_is_not_decided(
    qosc: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qosc.requirements.demands.Walks.MOST", 2)
    (tmp_path / "r1.cfg").write_text(ROUTER.format(**GOOD))
    rows = "".join(row(POLICED, f"SITE00{number}") for number in range(1, 5))
    (tmp_path / "qosc.toml").write_text(rows)
    out = qosc("check", ".", "--select", "SITE", status=1).out
    assert out.count("warning[QOS091]") == 2
    assert "warning[QOS091]: SITE003 site003 is not decided" in out
    assert out.count("more than 2 pairs of ports and packets") == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (row(EDGE, "QOS900"), "codes that begin with QOS are ours"),
        (row(EDGE, "site1"), "'site1' is no code"),
        (row('interfaces = ["*"]\n'), "write one of output-policy"),
        (row(EDGE + 'input-policy = "X"\n'), "write one of output-policy"),
        (row(EDGE + 'packets = "dscp ef"\n'), "'packets' goes with"),
        (row(POLICED.replace('packets = "dscp ef"\n', "")), "'packets' goes with"),
        (row(POLICED.replace("dscp ef", "dscp eff")), "eff"),
        (row(THIRD.replace("33%", "133%")), "more than there is"),
        (row(POLICED + 'from-interfaces = ["*"]\n'), "'from-interfaces' goes with"),
        (row('output-policy = "X"\n'), "'interfaces' is missing"),
    ],
)
def test_what_cannot_be_asked_is_refused(qosc: Run, tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "r1.cfg").write_text(ROUTER.format(**GOOD))
    (tmp_path / "qosc.toml").write_text(text)
    told = qosc("check", ".", status=2)
    assert words in told.err
    assert "--> qosc.toml:" in told.err
