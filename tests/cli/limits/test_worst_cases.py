"""Hard configs just below a megabyte: each is answered soon, in little room."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.limits.limited import qosc, used

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts" / "growth"))

from worst_configs import CASES

ROOM = 1 << 30
TIME = 20
"""Seconds of processor time: twice what is promised, since two programs on one core count each
other's waits for memory as their own.
"""

CHECKED = (
    "entries with wildcards",
    "patterns of ports",
    "prefix-lists",
    "marks that go on",
    "terms that go on",
)
HALVES = (
    "apply-paths",
    "patterns times ports",
    "class-maps of two others",
    "marks that nothing matches",
    "undefined lists and shadowed classes",
)
"""These go through things times things: half of a megabyte shows it."""
SHOWN = ("classes of a policy", "terms", "undefined objects")


@pytest.mark.parametrize("name", CHECKED)
def test_a_check_of_a_hard_megabyte_ends(name: str) -> None:
    text = CASES[name].make(CASES[name].most)
    result = qosc(["check", "-"], text, cpu=TIME, space=ROOM)
    assert result.returncode in (0, 1), used(result)
    assert "in 1 file" in result.stdout, used(result)


@pytest.mark.parametrize("name", HALVES)
def test_a_check_of_half_a_hard_megabyte_ends(name: str) -> None:
    text = CASES[name].make(CASES[name].most // 2)
    result = qosc(["check", "-"], text, cpu=TIME, space=ROOM)
    assert result.returncode in (0, 1), used(result)
    assert "in 1 file" in result.stdout, used(result)


LITTLE = """\
ip access-list extended A
 10 permit tcp 10.0.0.0 0.1.255.1 host 198.51.100.245 neq 53 match-any -fin +ack ttl lt 199
 20 permit udp any 198.48.0.0 0.15.255.255 eq 123 ttl neq 170
ip access-list extended B
 deny udp host 198.51.100.106 any eq 67 dscp 32
 deny udp 10.0.0.0 0.0.255.255 eq 123 10.0.0.0 0.15.255.255 neq 22
class-map match-any C3
 match ip dscp 63 10 24
 match access-group name A
class-map match-any C4
 match class-map C3
 match access-group name A
class-map match-any C5
 match class-map C4
 match not dscp 56 20
 match access-group name B
class-map match-all C6
 match class-map C3
 match access-group name B
policy-map CHILD
 class C5
  bandwidth percent 5
 class C3
  bandwidth percent 15
policy-map OTHERS
 class C4
  bandwidth percent 12
policy-map WIDE
 class C6
  service-policy CHILD
  shape average percent 20
 class C5
  shape average 800000
  service-policy CHILD
 class class-default
  service-policy OTHERS
  shape average percent 20
interface GigabitEthernet0/0/1
 service-policy output WIDE
interface TenGigabitEthernet0/1/0
 service-policy output WIDE
"""


def test_a_script_of_a_little_config_ends(tmp_path: Path) -> None:
    """A kilobyte that makes some 18,000 commands in hundreds of chains."""
    options = ["--platform", "ios-xe", "--allow-loss", "-o", str(tmp_path / "s.sh")]
    result = qosc(["compile", "-t", "tc", *options, "-"], LITTLE, cpu=TIME, space=ROOM)
    assert result.returncode == 0, used(result)
    assert (tmp_path / "s.sh").read_text().count("tc filter add") > 5000


def test_a_script_of_a_hard_megabyte_ends(tmp_path: Path) -> None:
    text = CASES["entries with wildcards"].make(CASES["entries with wildcards"].most // 2)
    line = ["compile", "-t", "tc", "--allow-loss", "-o", str(tmp_path / "s.sh"), "-"]
    result = qosc(line, text, cpu=TIME, space=ROOM)
    assert result.returncode == 0, used(result)
    assert (tmp_path / "s.sh").read_text().count("tc filter add") > 1000


@pytest.mark.parametrize("name", SHOWN)
def test_a_show_of_a_hard_megabyte_ends(name: str) -> None:
    text = CASES[name].make(CASES[name].most)
    result = qosc(["show", "-"], text, cpu=TIME, space=ROOM)
    assert result.returncode in (0, 1), used(result)
    assert result.stdout, used(result)


@pytest.mark.parametrize("name", ["terms", "terms with ports"])
def test_a_verify_of_half_a_hard_megabyte_ends(name: str) -> None:
    """Thousands of filters of one pref; each was looked for among all that stand behind it, and
    each that the ledger excuses went through the tests of all others.
    """
    text = CASES[name].make(CASES[name].most // 2)
    result = qosc(["verify", "-t", "tc", "-"], text, cpu=TIME, space=ROOM)
    assert result.returncode in (0, 1, 2), used(result)
    assert result.returncode < 2 or result.stderr.startswith("Error: "), used(result)
