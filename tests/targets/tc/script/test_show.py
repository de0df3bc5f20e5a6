"""`show` of a script: counters by the router's names."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import qosc
from tests.targets.tc.script.fake_kernel import fake_kernel, run

CONFIG = """
class-map match-all voice
 match dscp ef
policy-map child
 class voice
  priority 512
policy-map out
 class class-default
  shape average 2000000
  service-policy child
policy-map in
 class voice
  police 128000 8000 conform-action transmit exceed-action drop
interface Ethernet0/0
 service-policy input in
 service-policy output out
"""
CLASSES = """class htb 1:11 parent 1:10 leaf 11: prio 0 rate 512Kbit ceil 2Mbit burst 14314b
 Sent 196 bytes 2 pkt (dropped 7, overlimits 3 requeues 0)
 backlog 0b 0p requeues 0

class htb 1:1 root rate 10Mbit ceil 10Mbit burst 4013b cburst 4013b
 Sent 916 bytes 10 pkt (dropped 0, overlimits 0 requeues 0)

class htb 1:99 root rate 10Mbit ceil 10Mbit burst 4013b cburst 4013b
 Sent 5 bytes 1 pkt (dropped 0, overlimits 0 requeues 0)

class red 11:1 parent 11:
 Sent 77 bytes 7 pkt (dropped 0, overlimits 0 requeues 0)
"""
FILTERS = """filter protocol all pref 1 matchall chain 1
filter protocol all pref 1 matchall chain 1 handle 0x1
  not_in_hw (rule hit 2)
\taction order 1:  police 0x1 rate 128Kbit burst 8000b mtu 64Kb action drop overhead 0b
\tref 1 bind 1  installed 6 sec used 2 sec firstused 2 sec
\tAction statistics:
\tSent 168 bytes 4 pkt (dropped 2, overlimits 2 requeues 0)
\tbacklog 0b 0p requeues 0

filter protocol ip pref 1 flower chain 0 handle 0x1
\taction order 1: gact action goto chain 1
\tAction statistics:
\tSent 999 bytes 9 pkt (dropped 0, overlimits 0 requeues 0)
"""
"""As tc of iproute2 6.1 shows them on a 6.1 kernel."""


@pytest.fixture
def applied(tmp_path: Path) -> tuple[dict[str, str], str]:
    """A script that was applied; tc shows the counters above from then on."""
    env = fake_kernel(tmp_path / "bin")
    text = qosc.compile(qosc.loads(CONFIG, name="r.cfg")).files[0].text
    assert run(env, text, "apply", "e0").returncode == 0
    folder = tmp_path / "bin"
    (folder / "classes").write_text(CLASSES)
    (folder / "filters").write_text(FILTERS)
    (folder / "tc").rename(folder / "tc-as-before")
    (folder / "tc").write_text(
        '#!/bin/sh\ncase "$*" in *class*) cat "$PATH/classes" ;;'
        ' *"filter"*ingress) cat "$PATH/filters" ;;'
        ' *) exec "$PATH/tc-as-before" "$@" ;; esac\n'
    )
    (folder / "tc").chmod(0o755)
    awk = shutil.which("awk")
    assert awk
    (folder / "awk").symlink_to(awk)
    return env, text


def rows(text: str) -> list[list[str]]:
    return [line.split(maxsplit=5) for line in text.splitlines()]


def test_counters_have_the_names_of_classes_and_policers(
    applied: tuple[dict[str, str], str],
) -> None:
    done = run(*applied, "show", "e0")
    assert (done.returncode, done.stderr) == (0, "")
    title, head, *found = rows(done.stdout)
    assert title == ["e0,", "Ethernet0/0"]
    assert head == ["way", "packets", "bytes", "dropped", "overlimits", "what"]
    assert ["out", "10", "916", "0", "0", "the link"] in found
    path = "class class-default > class voice"
    assert ["out", "2", "196", "7", "3", path] in found
    line = "policer, r.cfg:13: police 128000 8000 conform-action transmit exceed-action drop"
    assert ["in", "4", "168", "2", "2", line] in found


def test_what_is_of_others_and_what_is_gone_is_said(applied: tuple[dict[str, str], str]) -> None:
    text = run(*applied, "show", "e0").stdout
    assert ["out", "1", "5", "0", "0", "class 1:99, not of this script"] in rows(text)
    assert ["gone", "class", "class-default", ">", "class", "class-default"] in rows(text)
    # What does not meter, and classes that are no classes of the router, are not shown.
    assert "999" not in text
    assert " 77 " not in text


def test_all_that_tc_shows_is_shown_when_asked_for(applied: tuple[dict[str, str], str]) -> None:
    text = run(*applied, "show", "--all", "e0").stdout
    assert CLASSES in text
    assert FILTERS in text


def test_without_a_known_port_all_is_shown(applied: tuple[dict[str, str], str]) -> None:
    env, text = applied
    done = run(env, text, "show", "e1")
    assert done.returncode == 0
    assert "e1: what its counters are called is not known" in done.stderr
    assert CLASSES in done.stdout
    (Path(env["PATH"]) / "awk").unlink()
    assert CLASSES in run(env, text, "show", "e0").stdout


def test_a_name_runs_nothing(tmp_path: Path) -> None:
    """Names of classes come from the config."""
    hostile = CONFIG.replace("voice", "a$(touch${IFS}x)`id`\\1&'\"%s")
    text = qosc.compile(qosc.loads(hostile, name="r.cfg"), allow_loss=True).files[0].text
    env = fake_kernel(tmp_path / "bin")
    assert run(env, text, "apply", "e0").returncode == 0
    awk = shutil.which("awk")
    assert awk
    (tmp_path / "bin" / "awk").symlink_to(awk)
    done = run(env, text, "show", "e0")
    assert done.returncode == 0
    assert "class a$(touch${IFS}x)`id`\\1&'\"%s" in done.stdout
    assert not (tmp_path / "bin" / "x").exists()
