"""What a script says around its commands, and how large it may be."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import qosc
from qosc.cli import main
from qosc.targets.tc.options import TooManyCommandsError
from tests.targets.tc.script.fake_kernel import again, fake_kernel, run

METERED = """policy-map P
 class class-default
  police 640000 8000
interface GigabitEthernet0/0
 service-policy input P
"""
MARKED = METERED.replace("police 640000 8000", "set dscp ef")
FILTERED = "unit 0 { family inet { filter { input F; } } }"
FEATURES = """Features for eth0:
rx-checksumming: on
tcp-segmentation-offload: {tso}
generic-segmentation-offload: {gso}
generic-receive-offload: {gro}
large-receive-offload: off [fixed]
"""


def script(text: str, **more: object) -> str:
    config = qosc.loads(text, name="/home/someone/secret/r1.cfg", platform="ios-15")
    return qosc.compile(config, allow_loss=True, **more).files[0].text


def environment(folder: Path) -> dict[str, str]:
    """The one that `applied` ran a script in."""
    path = folder / "bin"
    return {"PATH": str(path), "QOSC_STATE": str(path / "state"), "TMPDIR": str(path)}


def applied(
    folder: Path, text: str, features: str | None, *options: str, fail_at: int = 0
) -> subprocess.CompletedProcess[str]:
    """Runs `apply` where ethtool, if there is one, says this, and writes down what it switches."""
    env = fake_kernel(folder / "bin", fail_at=fail_at)
    ethtool = folder / "bin" / "ethtool"
    ethtool.unlink()
    if features is not None:
        ethtool.write_text(
            '#!/bin/sh\n[ "$1" = -k ] || { shift; echo "$*" >> "$PATH/switched"; exit; }\n'
            f"cat <<'EOT'\n{features}EOT\n"
        )
        ethtool.chmod(0o755)
    assert environment(folder).items() <= env.items()
    return run(env, text, "apply", *options, "eth0")


def switches(folder: Path) -> list[str]:
    """What ethtool was asked to switch."""
    file = folder / "bin" / "switched"
    return file.read_text().splitlines() if file.exists() else []


def test_apply_switches_off_what_joins_packets_and_clear_on_again(tmp_path: Path) -> None:
    features = FEATURES.format(tso="on", gso="on", gro="on")
    found = applied(tmp_path, script(METERED), features)
    assert found.returncode == 0
    assert found.stderr == "eth0 joins packets; off until clear: gro gso tso\n"
    assert switches(tmp_path) == ["eth0 gro off", "eth0 gso off", "eth0 tso off"]
    (tmp_path / "bin" / "switched").unlink()
    assert run(environment(tmp_path), script(METERED), "clear", "eth0").returncode == 0
    assert switches(tmp_path) == ["eth0 gro on", "eth0 gso on", "eth0 tso on"]


def test_what_was_off_before_stays_off_and_what_is_fixed_is_told(tmp_path: Path) -> None:
    features = FEATURES.format(tso="off", gso="on [fixed]", gro="on")
    found = applied(tmp_path, script(METERED), features)
    assert "ethtool cannot switch gso off" in found.stderr
    run(environment(tmp_path), script(METERED), "clear", "eth0")
    assert switches(tmp_path) == ["eth0 gro off", "eth0 gro on"]


HARDWARE = FEATURES.format(tso="off", gso="off", gro="on") + "rx-gro-hw: {}\n"


def test_what_the_device_joins_by_itself_is_switched_off_and_on_again(tmp_path: Path) -> None:
    found = applied(tmp_path, script(METERED), HARDWARE.format("on"))
    assert found.stderr == "eth0 joins packets; off until clear: gro rx-gro-hw\n"
    run(environment(tmp_path), script(METERED), "clear", "eth0")
    # The device needs gro for it: that comes on first.
    switched = ["eth0 gro off", "eth0 rx-gro-hw off", "eth0 gro on", "eth0 rx-gro-hw on"]
    assert switches(tmp_path) == switched


def test_what_the_device_joins_by_itself_is_told_where_it_stays(tmp_path: Path) -> None:
    found = applied(tmp_path, script(METERED), HARDWARE.format("on [fixed]"))
    assert "ethtool cannot switch rx-gro-hw off" in found.stderr
    assert switches(tmp_path) == ["eth0 gro off"]


def test_what_the_device_joins_by_itself_is_kept_where_that_is_asked_for(tmp_path: Path) -> None:
    found = applied(tmp_path, script(METERED), HARDWARE.format("on"), "--keep-offloads")
    assert "warning: eth0 joins packets (offloads: gro rx-gro-hw)" in found.stderr
    assert switches(tmp_path) == []


def test_a_feature_of_tso_that_was_off_is_not_switched_on_by_clear(tmp_path: Path) -> None:
    singles = (
        "\ttx-tcp-segmentation: on\n\ttx-tcp-ecn-segmentation: off\n"
        "\ttx-tcp-mangleid-segmentation: off [fixed]\n\ttx-tcp6-segmentation: on\n"
        "\ttx-tcp-accecn-segmentation: on [fixed]\n\ttx-udp-segmentation: on\n"
    )
    features = FEATURES.format(tso="on\n" + singles, gso="off", gro="off")
    found = applied(tmp_path, script(METERED), features)
    assert "off until clear: tx-tcp-segmentation tx-tcp6-segmentation\n" in found.stderr
    (tmp_path / "bin" / "switched").unlink()
    assert run(environment(tmp_path), script(METERED), "clear", "eth0").returncode == 0
    assert switches(tmp_path) == ["eth0 tx-tcp-segmentation on", "eth0 tx-tcp6-segmentation on"]


def test_offloads_that_a_killed_apply_switched_off_come_back_with_the_next(tmp_path: Path) -> None:
    found = applied(tmp_path, script(METERED), FEATURES.format(tso="off", gso="off", gro="on"))
    assert found.returncode == 0
    folder = tmp_path / "bin"
    (room,) = (folder / "state").glob("*/*[0-9]")
    (room / "doing").touch()  # as a kill in the midst of the first apply leaves it
    (room / "commands").write_text("")
    (folder / "ethtool").write_text(
        (folder / "ethtool").read_text().replace("offload: on", "offload: off")
    )
    (folder / "switched").unlink()
    again(folder, fail_at=3)
    failed = run(environment(tmp_path), script(METERED), "apply", "eth0")
    assert failed.returncode == 1
    assert "cut off" in failed.stderr
    assert switches(tmp_path) == ["eth0 gro on"]


def test_a_change_that_fails_switches_on_again(tmp_path: Path) -> None:
    features = FEATURES.format(tso="off", gso="off", gro="on")
    found = applied(tmp_path, script(METERED), features, fail_at=2)
    assert found.returncode == 1
    assert switches(tmp_path) == ["eth0 gro off", "eth0 gro on"]


@pytest.mark.parametrize("option", ["--check", "--keep-offloads"])
def test_offloads_are_left_where_that_is_asked_for(tmp_path: Path, option: str) -> None:
    features = FEATURES.format(tso="on", gso="off", gro="on")
    found = applied(tmp_path, script(METERED), features, option)
    assert found.returncode == 0
    assert "eth0 joins packets" in found.stderr
    assert switches(tmp_path) == []


def test_apply_is_silent_where_all_are_off(tmp_path: Path) -> None:
    features = FEATURES.format(tso="off", gso="off", gro="off")
    found = applied(tmp_path, script(METERED), features)
    assert (found.returncode, found.stderr) == (0, "")


def test_apply_says_so_where_it_cannot_know(tmp_path: Path) -> None:
    found = applied(tmp_path, script(METERED), None)
    assert found.returncode == 0
    assert "warning: eth0: ethtool does not say" in found.stderr


def test_a_script_that_counts_no_packets_does_not_ask(tmp_path: Path) -> None:
    found = applied(tmp_path, script(MARKED), None)
    assert (found.returncode, found.stderr) == (0, "")
    assert "ethtool -k" not in script(MARKED)


def test_a_script_does_not_say_in_which_folder_the_config_was() -> None:
    for text in (script(METERED), script(MARKED, batch=True)):
        assert "someone" not in text
        assert "secret" not in text
        assert "from r1.cfg (" in text


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="no shellcheck")
@pytest.mark.parametrize("name", ["ge-0/0/$x", "ge-$(x)", "ge-`x`"])
@pytest.mark.parametrize("ports", [1, 2])
def test_shellcheck_has_nothing_to_say_of_a_dollar(tmp_path: Path, name: str, ports: int) -> None:
    names = (name, "ge-0/0/0")[:ports]
    kept = " ".join(f'"{each}" {{ {FILTERED} }}' for each in names)
    text = "firewall { family inet { filter F { term a { then discard; } } } }\n"
    text += f"interfaces {{ {kept} }}\n"
    config = qosc.loads(text, platform="junos-mx")
    made = qosc.compile(config, allow_loss=True).files[0].text
    assert made.count(name) >= ports
    path = tmp_path / "qos.sh"
    path.write_text(made)
    found = subprocess.run(["shellcheck", str(path)], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (0, "")


def test_a_script_may_have_so_many_commands_and_no_more() -> None:
    text = METERED + "".join(
        f"policy-map P{n}\n class class-default\n  police {n}00000 8000\n"
        f"interface GigabitEthernet0/{n}\n service-policy input P{n}\n"
        for n in range(1, 40)
    )
    # A clsact and a filter each.
    assert script(text, max_commands=80).count("\n    tc ") == 80
    config = qosc.loads(text, platform="ios-15")
    with pytest.raises(
        TooManyCommandsError, match=r"more than 79 commands, at GigabitEthernet0/39"
    ):
        qosc.compile(config, allow_loss=True, max_commands=79)


def test_the_filters_of_one_port_are_counted_as_they_are_made() -> None:
    lines = "".join(f" permit udp any any eq {port}\n" for port in range(1, 200))
    text = f"ip access-list extended A\n{lines}class-map C\n match access-group name A\n"
    text += METERED.replace("class-default", "C")
    with pytest.raises(TooManyCommandsError, match="GigabitEthernet0/0"):
        qosc.compile(qosc.loads(text, platform="ios-15"), max_commands=100)


def test_the_program_says_how_to_get_a_larger_script(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "r.cfg"
    config.write_text(METERED)
    with pytest.raises(SystemExit) as ended:
        main(["compile", str(config), "-t", "tc", "--max-commands", "1"])
    assert ended.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "more than 1 commands" in err
    assert "allow more with --max-commands" in err
