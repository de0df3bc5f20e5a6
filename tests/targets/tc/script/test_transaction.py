"""Apply is a transaction: wherever it ends, an interface is as it was, or as it was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

import qosc
from qosc.targets.tc.host import TOKEN
from qosc.verify.state.collector import collector
from tests.targets.tc.script.fake_kernel import (
    again,
    calls,
    fake_kernel,
    read,
    rename,
    run,
    standing,
    write,
)

OLD = """\
policy-map P
 class class-default
  bandwidth 300
interface Serial0
 bandwidth 1000
 service-policy output P
interface Serial1
 bandwidth 1000
 rate-limit input 64000 8000 8000 conform-action transmit exceed-action drop
"""
NEW = OLD.replace("bandwidth 300", "bandwidth 500\n  random-detect").replace("64000", "128000")
WORDS = ("apply", "Serial0=e0", "Serial1=e1")
TBF = "qdisc add dev e0 root handle 8001: tbf rate 1Mbit burst 10Kb lat 50ms"
FQ = (
    "qdisc add dev e0 root handle 8001: fq limit 10000 flow_limit 100 buckets 1024 "
    "quantum 3028 initial_quantum 15140 low_rate_threshold 550Kbit"
)
HTB = "qdisc add dev e0 root handle 8001: htb default 1"
CLASS = "class add dev e0 parent 8001: classid 8001:1 htb rate 1Mbit"
INGRESS = "qdisc add dev e1 ingress"
FILTER = "filter add dev e1 ingress protocol ip pref 5 u32 match u32 0 0 action drop"


def script(text: str) -> str:
    made = qosc.compile(qosc.loads(text, name="r.cfg", platform="ios-15"), allow_loss=True)
    return made.files[0].text


SCRIPTS: Mapping[str, str] = {"old": script(OLD), "new": script(NEW)}


def set_up(tmp_path: Path, *foreign: str, name: str = "", **how: object) -> dict[str, str]:
    """Two interfaces on which others, and this script before, have set something up."""
    env = fake_kernel(tmp_path / "bin")
    standing(env, *foreign)
    for each in ("e0", "e1"):
        write(tmp_path / "bin", each, read(tmp_path / "bin", each))
    if name:
        assert run(env, SCRIPTS[name], *WORDS).returncode == 0
    again(tmp_path / "bin", **how)  # type: ignore[arg-type]
    return env


def pristine(env: dict[str, str]) -> dict[str, list[str]]:
    return {name: lines for name, lines in standing(env).items() if name != "qosc-try"}


def fails(env: dict[str, str], number: int, sends: str = "") -> str:
    """What is said of a run that ends at that command; empty once there are not so many."""
    again(Path(env["PATH"]), fail_at=number, sends=sends)
    done = run(env, SCRIPTS["new"], *WORDS)
    assert done.returncode <= 0 or done.stderr
    return done.stderr if done.returncode else ""


@pytest.mark.parametrize(("foreign", "name"), [((), "old"), ((TBF, INGRESS), "")])
def test_what_stood_there_is_put_back_at_every_boundary(
    tmp_path: Path, foreign: tuple[str, ...], name: str
) -> None:
    env = set_up(tmp_path, *foreign, name=name)
    before = pristine(env)
    number = 1
    while said := fails(env, number):
        assert "put back on: e0" in said
        assert pristine(env) == before, (number, said)
        number += 1
    assert number > 9
    again(Path(env["PATH"]))
    assert run(env, SCRIPTS["new"], "clear", "e0", "e1").returncode == 0
    assert sum(map(len, pristine(env).values())) == len(foreign)


@pytest.mark.parametrize("sends", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_a_signal_is_no_more_than_a_failure(tmp_path: Path, sends: str) -> None:
    env = set_up(tmp_path, name="old")
    before = pristine(env)
    for number in (1, 7):
        assert "put back on: e0" in fails(env, number, sends)
        assert pristine(env) == before
    assert not fails(env, 0)


@pytest.mark.parametrize(("verb", "number"), [("apply", 2), ("clear", 7)])
def test_after_a_kill_the_next_run_recovers(tmp_path: Path, verb: str, number: int) -> None:
    env = set_up(tmp_path, TBF, INGRESS, name="old")
    before = pristine(env)
    assert not fails(env, number, "SIGKILL")
    assert pristine(env) != before
    again(Path(env["PATH"]))
    if verb == "apply":
        done = run(env, SCRIPTS["old"], *WORDS)
        assert done.returncode == 0
        assert "cut off" in done.stderr
        assert pristine(env) == before
    assert run(env, SCRIPTS["new"], "clear", "e0", "e1").returncode == 0
    assert [line.split()[1] for line in pristine(env)["e0"]] == ["tbf"]
    assert [line.split()[1] for line in pristine(env)["e1"]] == ["ingress"]


def test_a_signal_before_the_first_change_leaves_nothing_behind(tmp_path: Path) -> None:
    """What others set up later would be taken for what was begun."""
    env = set_up(tmp_path)
    program = tmp_path / "bin" / "mkdir"
    real = program.resolve()
    program.unlink()
    room = '*/2) kill -TERM "$(cat "$PATH/pid")"'
    program.write_text(f'#!/bin/sh\n{real} "$@" || exit\ncase $* in {room} ;; esac\n')
    program.chmod(0o755)
    assert run(env, SCRIPTS["new"], *WORDS).returncode == 143
    assert memory(env) == []
    assert not any(pristine(env).values())


@pytest.mark.parametrize("words", [WORDS, ("clear", "e0", "e1")])
def test_the_scratch_interface_of_a_run_that_was_killed_goes(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    env = set_up(tmp_path, name="new")
    write(tmp_path / "bin", "qosc-try", ["qdisc htb 1: root"])
    assert run(env, SCRIPTS["new"], *words).returncode == 0
    assert "qosc-try" not in standing(env)


@pytest.mark.parametrize(
    ("foreign", "named"),
    [((HTB, CLASS), "htb 8001:"), ((INGRESS, FILTER), "filter ingress protocol ip pref 5")],
)
def test_what_cannot_be_put_back_is_left_alone(
    tmp_path: Path, foreign: tuple[str, ...], named: str
) -> None:
    env = set_up(tmp_path, *foreign)
    before = pristine(env)
    done = run(env, SCRIPTS["new"], *WORDS)
    assert done.returncode == 1
    assert named in done.stderr
    assert "--force" in done.stderr
    assert calls(env) == []
    assert pristine(env) == before
    done = run(env, SCRIPTS["new"], "apply", "--force", *WORDS[1:])
    assert done.returncode == 0
    assert "nothing puts it back" in done.stderr
    assert not any("8001:" in line or "u32" in line for line in standing(env)["e0"])


@pytest.mark.parametrize("theirs", [TBF, FQ])
def test_a_root_that_can_be_set_up_again_gives_way_and_comes_back(
    tmp_path: Path, theirs: str
) -> None:
    env = set_up(tmp_path, theirs, INGRESS)
    before = pristine(env)
    done = run(env, SCRIPTS["new"], *WORDS)
    assert done.returncode == 0
    assert f"takes the place of: qdisc {theirs.split()[7]} 8001: root" in done.stderr
    assert run(env, SCRIPTS["old"], *WORDS).returncode == 0
    assert run(env, SCRIPTS["old"], "clear", "e0", "e1").returncode == 0
    assert pristine(env) == before


def test_what_others_change_later_is_not_taken_away_unasked(tmp_path: Path) -> None:
    env = set_up(tmp_path, name="old")
    theirs = "filter add dev e1 egress protocol ip pref 7 matchall action drop"
    standing(env, theirs)
    before = pristine(env)
    for words in (WORDS, ("clear", "e1")):
        done = run(env, SCRIPTS["new"], *words)
        assert done.returncode == 1
        assert "pref 7 matchall action drop" in done.stderr
        assert "--force" in done.stderr
    assert pristine(env) == before
    assert run(env, SCRIPTS["new"], "clear", "--force", "e1").returncode == 0
    assert standing(env)["e1"] == []


def test_clear_of_what_is_not_ours_needs_force(tmp_path: Path) -> None:
    env = set_up(tmp_path, TBF)
    done = run(env, SCRIPTS["new"], "clear", "e0")
    assert done.returncode == 1
    assert "--force" in done.stderr
    assert len(standing(env)["e0"]) == 1
    assert run(env, SCRIPTS["new"], "clear", "e1").returncode == 0


def test_clear_that_leaves_something_behind_says_so(tmp_path: Path) -> None:
    env = set_up(tmp_path, name="old")
    again(Path(env["PATH"]), fail_at=1)
    done = run(env, SCRIPTS["new"], "clear", "e0")
    assert done.returncode == 1
    assert "e0 could not be put back as it was" in done.stderr
    again(Path(env["PATH"]))
    assert run(env, SCRIPTS["new"], "clear", "e0").returncode == 0
    assert standing(env)["e0"] == []


def test_check_says_what_stands_in_the_way_and_changes_nothing(tmp_path: Path) -> None:
    env = set_up(tmp_path, HTB, CLASS)
    done = run(env, SCRIPTS["new"], "apply", "--check", *WORDS[1:])
    assert done.returncode == 1
    assert "htb 8001:" in done.stderr
    done = run(env, SCRIPTS["new"], "apply", "--check", "--force", *WORDS[1:])
    assert done.returncode == 0
    assert calls(env) == []
    assert "qosc-try" not in standing(env)


def test_what_the_kernel_refuses_changes_nothing(tmp_path: Path) -> None:
    env = set_up(tmp_path, name="old")
    before = pristine(env)
    broken = SCRIPTS["new"].replace("parent 1:1 handle", "parent 1:1 hundle", 1)
    broken = broken.replace("parent 1:10 handle", "parent 1:10 hundle", 1)
    assert broken != SCRIPTS["new"]
    done = run(env, broken, *WORDS)
    assert done.returncode == 1
    assert "nothing was changed" in done.stderr
    assert "hundle" in done.stderr.split("failed: ")[1]
    assert "dev e0" in done.stderr.split("failed: ")[1]
    assert calls(env) == []
    assert pristine(env) == before


def test_without_a_scratch_interface_it_says_so(tmp_path: Path) -> None:
    env = set_up(tmp_path)
    (tmp_path / "bin" / "nodummy").touch()
    done = run(env, SCRIPTS["new"], *WORDS)
    assert done.returncode == 0
    assert "no command is tried out beforehand" in done.stderr


def test_another_interface_of_the_same_number_is_another(tmp_path: Path) -> None:
    env = set_up(tmp_path, name="old")
    (who,) = Path(env["QOSC_STATE"]).glob("*/2/who")
    assert who.read_text() == Path("/proc/sys/kernel/random/boot_id").read_text()
    who.write_text("an earlier start of the machine\n")
    done = run(env, SCRIPTS["new"], *WORDS)
    assert done.returncode == 1
    assert "others have set up" in done.stderr


def another_namespace(env: dict[str, str]) -> None:
    """As when the network namespace is gone, and Linux has given its number to another."""
    folder = Path(env["PATH"])
    (folder / "action").unlink()
    for each in ("e0", "e1"):
        write(folder, each, [])


def memory(env: dict[str, str]) -> list[str]:
    return sorted(each.name for each in Path(env["QOSC_STATE"]).glob("*/*") if each.name != "lock")


def test_a_namespace_that_got_the_number_of_another_inherits_nothing(tmp_path: Path) -> None:
    env = set_up(tmp_path, name="old")
    (room,) = Path(env["QOSC_STATE"]).glob("*/2")
    (room / "doing").touch()
    another_namespace(env)
    # What stands there is of others: a run that was cut off would have been taken away.
    standing(env, HTB, CLASS)
    before = pristine(env)
    refused = run(env, SCRIPTS["new"], *WORDS)
    assert refused.returncode == 1
    assert "network namespace that is gone" in refused.stderr
    assert "others have set up: qdisc htb 8001:" in refused.stderr
    assert run(env, SCRIPTS["new"], "clear", "e0").returncode == 1
    assert pristine(env) == before
    assert run(env, SCRIPTS["new"], "apply", "--force", *WORDS[1:]).returncode == 0
    assert memory(env) == ["2", "3", "token"]
    done = run(env, SCRIPTS["new"], *WORDS)
    assert (done.returncode, done.stderr) == (0, "")


def test_what_is_just_as_it_was_left_is_known_without_the_token(tmp_path: Path) -> None:
    env = set_up(tmp_path, TBF, name="old")
    before = pristine(env)
    (Path(env["PATH"]) / "action").unlink()  # by somebody
    assert run(env, SCRIPTS["old"], *WORDS).returncode == 0
    assert pristine(env) == before
    assert run(env, SCRIPTS["new"], "clear", "e0", "e1").returncode == 0
    assert [line.split()[1] for line in pristine(env)["e0"]] == ["tbf"]


def test_clear_leaves_no_token(tmp_path: Path) -> None:
    env = set_up(tmp_path, name="old")
    assert memory(env) == ["2", "3", "token"]
    assert (Path(env["PATH"]) / "action").exists()
    assert run(env, SCRIPTS["old"], "clear", "e0", "e1").returncode == 0
    assert memory(env) == []
    assert not (Path(env["PATH"]) / "action").exists()


def test_the_collector_knows_the_token_of_scripts() -> None:
    number = f"index {TOKEN} "
    assert number in SCRIPTS["old"]
    assert number in collector()


def test_an_interface_with_another_address_is_the_same(tmp_path: Path) -> None:
    env = set_up(tmp_path, name="old")
    (tmp_path / "bin" / "address").write_text("02:00:00:00:00:77\n")
    assert run(env, SCRIPTS["new"], *WORDS).returncode == 0
    assert run(env, SCRIPTS["new"], "clear", "e0", "e1").returncode == 0
    assert not any(pristine(env).values())


def test_an_interface_of_another_name_is_the_same(tmp_path: Path) -> None:
    env = set_up(tmp_path, TBF, name="")
    before = pristine(env)["e0"]
    assert run(env, SCRIPTS["old"], *WORDS).returncode == 0
    rename(env, "e0", "w0")
    again(tmp_path / "bin")
    words = ("apply", "Serial0=w0", "Serial1=e1")
    assert run(env, SCRIPTS["old"], *words).returncode == 0
    assert calls(env) == []  # all is there
    again(tmp_path / "bin", fail_at=5)
    assert "put back on: w0" in run(env, SCRIPTS["new"], *words).stderr
    again(tmp_path / "bin")
    assert run(env, SCRIPTS["new"], "clear", "w0", "e1").returncode == 0
    assert pristine(env) == {"w0": before, "e1": []}


def test_a_missing_ip_is_told(tmp_path: Path) -> None:
    env = set_up(tmp_path)
    (tmp_path / "bin" / "ip").unlink()
    done = run(env, SCRIPTS["new"], *WORDS)
    assert (done.returncode, done.stderr) == (1, "error: there is no ip: install iproute2\n")
