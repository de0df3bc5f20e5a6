"""Another text, and no change in behaviour."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.diff.running import diff
from tests.diff.test_what_changes import IOS

JUNOS = """\
class-of-service {
    classifiers { dscp IN { forwarding-class voice { loss-priority low code-points ef; } } }
    forwarding-classes { queue 1 voice; queue 0 best-effort; }
    interfaces { ge-0/0/0 { scheduler-map OUT; unit 0 { classifiers { dscp IN; } } } }
    scheduler-maps { OUT { forwarding-class voice scheduler V;
        forwarding-class best-effort scheduler B; } }
    schedulers { V { transmit-rate percent 20; priority high; } B { transmit-rate percent 80; } }
}
"""
SET = """\
set class-of-service schedulers B transmit-rate percent 80
set class-of-service schedulers VO transmit-rate percent 20
set class-of-service schedulers VO priority high
set class-of-service forwarding-classes queue 0 best-effort
set class-of-service forwarding-classes queue 1 speech
set class-of-service classifiers dscp MINE forwarding-class speech loss-priority low code-points ef
set class-of-service scheduler-maps MAP forwarding-class speech scheduler VO
set class-of-service scheduler-maps MAP forwarding-class best-effort scheduler B
set class-of-service interfaces ge-0/0/0 scheduler-map MAP
set class-of-service interfaces ge-0/0/0 unit 0 classifiers dscp MINE
"""
RENAMED = (
    IOS.replace("VOICE", "SPEECH")
    .replace("WAN", "UPLINK")
    .replace("101", "WEB")
    .replace("access-list WEB permit", "ip access-list extended WEB\n permit")
)
REORDERED = "".join(
    (
        "access-list 101 permit tcp any any eq 80\n",
        IOS.replace("access-list 101 permit tcp any any eq 80\n", "").replace(
            " match dscp af31\n match access-group 101\n",
            " match access-group 101\n match dscp af31\n",
        ),
    )
)
SPLIT = IOS.replace(
    "access-list 101 permit tcp any any eq 80\n",
    "access-list 101 permit tcp 0.0.0.0 127.255.255.255 any eq 80\n"
    "access-list 101 permit tcp 128.0.0.0 127.255.255.255 any eq 80\n",
)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(IOS, IOS, id="itself"),
        pytest.param(IOS, RENAMED, id="renamed"),
        pytest.param(IOS, REORDERED, id="reordered"),
        pytest.param(IOS, IOS.replace("\n  ", "\n    ").replace("bandwidth", "bandw"), id="spelt"),
        pytest.param(IOS, SPLIT, id="an entry as two"),
        pytest.param(IOS, IOS.replace("dscp ef", "dscp 46"), id="a number for a name"),
        pytest.param(IOS, IOS + "ip host a 10.0.0.1\n", id="no QoS"),
        pytest.param(JUNOS, SET, id="braces and set lines, renamed"),
    ],
)
def test_no_change_in_behaviour(old: str, new: str, tmp_path: Path) -> None:
    (tmp_path / "old.cfg").write_text(old)
    (tmp_path / "new.cfg").write_text(new)
    status, out, _ = diff(tmp_path, "old.cfg", "new.cfg")
    assert out.startswith("No change in behaviour: 1 port compared")
    assert status == 0


def test_two_configs_without_qos_are_told_so(tmp_path: Path) -> None:
    for name, address in (("old", "10.0.0.1"), ("new", "10.0.0.2")):
        text = f"interface Ethernet0\n ip address {address} 255.255.255.0\n"
        (tmp_path / f"{name}.cfg").write_text(text)
    status, out, _ = diff(tmp_path, "old.cfg", "new.cfg")
    assert (status, out) == (0, "Neither config has any QoS; nothing to compare.\n")


def test_a_policy_of_an_excerpt_may_have_another_name(tmp_path: Path) -> None:
    excerpt = IOS.partition("interface")[0]
    (tmp_path / "old.cfg").write_text(excerpt)
    (tmp_path / "new.cfg").write_text(excerpt.replace("WAN", "UPLINK"))
    assert diff(tmp_path, "old.cfg", "new.cfg")[0] == 0
    (tmp_path / "new.cfg").write_text(excerpt.replace("priority 500", "priority 800"))
    status, out, _ = diff(tmp_path, "old.cfg", "new.cfg")
    assert status == 1
    assert out.startswith("policy-map WAN (applied nowhere), output\n")


def test_an_entry_that_is_there_twice_is_no_change(tmp_path: Path) -> None:
    (tmp_path / "old.cfg").write_text(IOS)
    twice = "access-list 101 permit tcp any any eq 80\n"
    (tmp_path / "new.cfg").write_text(IOS.replace(twice, twice * 2))
    assert diff(tmp_path, "old.cfg", "new.cfg")[0] == 0


SERIAL = "version 12.2\ninterface Serial0/0\n bandwidth 512\n random-detect\n"


@pytest.mark.parametrize(
    "words",
    [("random-detect", "random-d"), ("interface", "interf"), ("bandwidth", "bandwid")],
)
def test_keywords_of_a_port_may_be_abbreviated(words: tuple[str, str], tmp_path: Path) -> None:
    (tmp_path / "old.cfg").write_text(SERIAL)
    (tmp_path / "new.cfg").write_text(SERIAL.replace(*words))
    status, out, _ = diff(tmp_path, "old.cfg", "new.cfg")
    assert (status, out) == (0, "No change in behaviour: 1 port compared.\n")


SHAPED = """\
version 15.4
policy-map OUT
 class class-default
  shape average 10000000
interface GigabitEthernet0/1
 bandwidth 100000
 service-policy output OUT
"""


def test_what_percentages_are_of_is_no_change_where_there_are_none(tmp_path: Path) -> None:
    half = ("bandwidth 100000", "bandwidth 50000")
    (tmp_path / "old").write_text(SHAPED)
    (tmp_path / "new").write_text(SHAPED.replace(*half))
    status, out, _ = diff(tmp_path, "old", "new")
    assert (status, out) == (0, "No change in behaviour: 1 port compared.\n")
    share = SHAPED.replace("average 10000000", "average percent 10")
    (tmp_path / "old").write_text(share)
    (tmp_path / "new").write_text(share.replace(*half))
    status, out, _ = diff(tmp_path, "old", "new")
    assert status == 1
    assert "10 Mbit/s (10% of 100 Mbit/s) -> 5 Mbit/s (10% of 50 Mbit/s)" in out


RATIOS = """\
version 15.4
class-map match-any V
 match dscp ef
class-map match-any D
 match dscp af31
policy-map P
 class V
  bandwidth remaining ratio 5
 class D
  bandwidth remaining ratio 40
 class class-default
  bandwidth remaining ratio 55
interface GigabitEthernet0/1
 service-policy output P
"""
SWITCH = """\
version 12.2
mls qos
interface GigabitEthernet1/0/1
 srr-queue bandwidth share 10 10 60 20
 priority-queue out
interface GigabitEthernet1/0/2
 srr-queue bandwidth share 10 10 60 20
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(
            RATIOS,
            RATIOS.replace("io 5\n", "io 10\n").replace("40", "80").replace("55", "110"),
            id="ratios",
        ),
        pytest.param(
            SWITCH,
            SWITCH.replace("10 10 60 20", "1 1 6 2"),
            id="SRR, with and without a shaped queue",
        ),
        pytest.param(SWITCH, SWITCH + " queue-set 2\n", id="a queue-set of the same defaults"),
    ],
)
def test_the_same_shares_in_other_numbers_are_no_change(old: str, new: str, tmp_path: Path) -> None:
    (tmp_path / "old").write_text(old)
    (tmp_path / "new").write_text(new)
    status, out, _ = diff(tmp_path, "old", "new")
    assert out.startswith("No change in behaviour: ")
    assert status == 0


def test_a_ratio_that_its_siblings_do_not_follow_is_a_change(tmp_path: Path) -> None:
    (tmp_path / "old").write_text(RATIOS)
    (tmp_path / "new").write_text(RATIOS.replace("ratio 40", "ratio 80"))
    status, out, _ = diff(tmp_path, "old", "new")
    assert status == 1
    assert "ratio 40, 40 of 100 -> ratio 80, 80 of 140" in out
    assert "ratio 5, 5 of 100 -> ratio 5, 5 of 140" in out
