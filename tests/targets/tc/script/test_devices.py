"""Which interface of Linux a port is given: when compiling, or when the script is run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import qosc
from qosc.api import verify_script
from qosc.targets.tc.options import DeviceNameError
from tests.targets.tc.script.fake_kernel import calls, run
from tests.targets.test_tc_script import stubs

TEXT = """policy-map P
 class class-default
  police 640000 8000
policy-map Q
 class class-default
  police 320000 8000
interface GigabitEthernet0/0
 service-policy input P
interface GigabitEthernet0/1
 service-policy input Q
interface GigabitEthernet0/2
 service-policy input P
"""
LINKS = """\
1: lo: <LOOPBACK> mtu 65536 \\    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00
2: eth0: <UP> mtu 1500 \\    link/ether 02:00:00:00:00:0a brd ff:ff:ff:ff:ff:ff\\    altname wan
3: eth0.5@eth0: <UP> mtu 1500 \\    link/ether 02:00:00:00:00:0a brd ff:ff:ff:ff:ff:ff
4: veth1@if9: <UP> mtu 1500 \\    link/ether 02:00:00:00:00:0b brd ff:ff:ff:ff:ff:ff
5: s0: <UP> mtu 1500 \\    link/ether 02:00:00:00:00:0c brd ff:ff:ff:ff:ff:ff
6: s1: <UP> mtu 1500 \\    link/ether 02:00:00:00:00:0c brd ff:ff:ff:ff:ff:ff
"""
"""Five interfaces, as `ip -o link show` of iproute2 6.1 prints them."""
LONG = "to-the-provider-in-the-north"


def script(**options: object) -> str:
    return qosc.compile(qosc.loads(TEXT, platform="ios-15"), **options).files[0].text


def links(folder: Path) -> dict[str, str]:
    """The stubs, with an `ip` that knows the interfaces above, `wan` and LONG for eth0."""
    env = stubs(folder)
    (folder / "links").write_text(LINKS)
    (folder / "ip").write_text(
        "#!/bin/sh\n"
        f'[ "$#" -gt 3 ] || {{ cat "{folder}/links"; exit 0; }}\n'
        f'name=$5; [ "$name" != wan ] && [ "$name" != {LONG} ] || name=eth0\n'
        f'sed -n "/^[0-9]*: $name[@:]/p" "{folder}/links" | sed /^$/d > "{folder}/one"\n'
        f'cat "{folder}/one"; [ -s "{folder}/one" ]\n'
    )
    return env


def devices(env: dict[str, str]) -> list[str]:
    """The interfaces that tc was called for, each once."""
    return list(dict.fromkeys(call[call.index("dev") + 1] for call in calls(env)))


def test_ports_with_the_same_commands_have_one_function() -> None:
    text = script()
    assert re.findall(r"(?m)^apply_\d+", text) == ["apply_1", "apply_2"]
    assert text.count("police rate 640000bit") == 1
    head = r"# Port GigabitEthernet0/0\n# Port GigabitEthernet0/2\n(?:#= .*\n)*apply_1\(\)"
    assert re.search(head, text)


def test_each_port_gets_the_commands_of_its_function(tmp_path: Path) -> None:
    env = stubs(tmp_path / "bin")
    pairs = ("GigabitEthernet0/2=c", "GigabitEthernet0/1=b", "GigabitEthernet0/0=a")
    done = run(env, script(), "apply", *pairs)
    assert (done.returncode, done.stderr) == (0, "")
    rates = {
        call[call.index("dev") + 1]: call[call.index("rate") + 1]
        for call in calls(env)
        if "rate" in call
    }
    assert rates == {"c": "640000bit", "b": "320000bit", "a": "640000bit"}


def test_what_is_missing_is_said_once_for_a_function() -> None:
    text = TEXT.replace("police 640000 8000", "police 640000 8000\n  set atm-clp")
    made = qosc.compile(qosc.loads(text, platform="ios-15"), allow_loss=True)
    assert len([entry for entry in made.losses if "atm-clp" in entry.asked.lower()]) == 2
    assert made.files[0].text.count("NOT IN THIS SCRIPT") == 1


def test_a_script_takes_the_interfaces_that_it_was_compiled_for(tmp_path: Path) -> None:
    text = script(devices=("gi0/1=lan0", "GigabitEthernet0/0=a=b"))
    env = stubs(tmp_path / "bin")
    assert run(env, text, "apply").returncode == 0
    assert devices(env) == ["a=b", "lan0"]
    (tmp_path / "bin" / "calls").unlink()
    assert run(env, text, "clear").returncode == 0
    assert devices(env) == ["a=b", "lan0"]
    (tmp_path / "bin" / "calls").unlink()
    assert run(env, text, "apply", "GigabitEthernet0/1=e7").returncode == 0
    assert devices(env) == ["e7"]


def test_the_interfaces_of_a_script_are_free_for_verify() -> None:
    config = qosc.loads(TEXT, platform="ios-15")
    made = qosc.compile(config, devices=("Gi0/1=a'$x", "Gi0/2=02:00:00:00:00:0a"))
    text = made.files[0].text
    assert not verify_script(config, text, made.ledger).differences
    wrong = text.replace("GigabitEthernet0/2=02", "reboot; GigabitEthernet0/2=02")
    assert wrong != text
    found = verify_script(config, wrong, made.ledger).differences
    assert [each.kind for each in found] == ["frame"]


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ("eth0", "eth0"),
        ("wan", "eth0"),
        (LONG, "eth0"),
        ("02:00:00:00:00:0A", "eth0"),
        ("eth0.5", "eth0.5"),
        ("veth1", "veth1"),
        ("02:00:00:00:00:0b", "veth1"),
    ],
)
@pytest.mark.parametrize("batch", [False, True])
def test_an_interface_is_told_by_any_of_its_names(
    tmp_path: Path, told: str, name: str, batch: bool
) -> None:
    config = qosc.loads(TEXT, platform="ios-15")
    made = qosc.compile(config, interface="Gi0/1", device_name=told, batch=batch)
    env = links(tmp_path / "bin")
    if batch:
        for file in made.files:
            (tmp_path / "bin" / file.name).write_text(file.text)
    assert run(env, made.files[0].text, "apply", *([] if batch else [told])).returncode == 0
    assert devices(env) == [name]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("02:00:00:00:00:0c", "more than one interface has the address"),
        ("02:00:00:00:00:0d", "no interface has the address"),
        ("02:00:00:00:00", "not the name of an interface"),
        ("eth9", "there is no interface eth9"),
    ],
)
def test_what_no_one_interface_is_called_is_refused(tmp_path: Path, told: str, said: str) -> None:
    env = links(tmp_path / "bin")
    done = run(env, script(), "apply", "GigabitEthernet0/0=eth0", f"GigabitEthernet0/1={told}")
    assert done.returncode == 1
    assert said in done.stderr
    assert calls(env) == []


def test_two_names_of_one_interface_are_refused_before_a_change(tmp_path: Path) -> None:
    env = links(tmp_path / "bin")
    pairs = ("GigabitEthernet0/0=eth0", "GigabitEthernet0/1=wan")
    done = run(env, script(), "apply", *pairs)
    assert (done.returncode, calls(env)) == (1, [])
    assert "eth0 is given for two ports" in done.stderr


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        (("Gi0/0=e0", "Gi0/1=e0"), "for two ports"),
        (("Gi0/0=e0", "gigabitethernet0/0=e1"), "has two interfaces"),
        (("Gi0/0=a b",), "not the name of an interface"),
        (("Gi0/9=e0",), "no port 'Gi0/9' with QoS among those compiled: GigabitEthernet0/0, "),
        (("Gi=e0",), "no port 'Gi'"),
        (("eth0",), "no port and interface, such as"),
    ],
)
def test_pairs_that_say_nothing_are_refused(pairs: tuple[str, ...], said: str) -> None:
    with pytest.raises(DeviceNameError, match=re.escape(said)):
        script(devices=pairs)


def test_a_unit_of_junos_is_its_port(tmp_path: Path) -> None:
    text = (
        "set class-of-service interfaces ge-0/0/1 unit 0 classifiers dscp default\n"
        "set interfaces ge-0/0/1 unit 0 family inet\n"
        "set class-of-service interfaces ge-0/0/2 unit 5 classifiers dscp default\n"
        "set interfaces ge-0/0/2 vlan-tagging unit 5 vlan-id 5\n"
    )
    config = qosc.loads(text, name="r.set")
    made = qosc.compile(config, allow_loss=True, devices=("ge-0/0/1.0=e1", "ge-0/0/2.5=e2.5"))
    env = stubs(tmp_path / "bin")
    assert run(env, made.files[0].text, "apply").returncode == 0
    assert devices(env) == ["e1", "e2.5"]
