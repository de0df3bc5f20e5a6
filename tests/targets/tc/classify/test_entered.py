"""`match input-interface` in a script: noted at one port, read at another."""

from __future__ import annotations

import re

import pytest

import qosc
from qosc.api import Config, verify_script
from qosc.datapath.crossing.entered import MOST
from qosc.ledger import Entry, Fidelity

TEXT = """class-map match-any LAN
 match input-interface GigabitEthernet0/0
class-map match-all DMZ
 match input-interface Gi0/1
 match ip dscp ef
policy-map OUT
 class LAN
  set dscp af11
 class DMZ
  set dscp af21
interface GigabitEthernet0/0
 ip address 10.0.0.1 255.255.255.0
interface GigabitEthernet0/1
 bandwidth 5000
interface GigabitEthernet0/2
 service-policy output OUT
interface GigabitEthernet0/3
 ip address 10.0.3.1 255.255.255.0
"""


def compiled(text: str = TEXT, **options: object) -> tuple[Config, str, tuple[Entry, ...]]:
    config = qosc.loads(text, name="r.cfg", platform="ios-15")
    made = qosc.compile(config, allow_loss=True, **options)
    return config, made.files[0].text, made.ledger


def marks(script: str) -> dict[str, str]:
    """What each port's input writes into the mark."""
    numbers = dict(re.findall(r"(?m)^ +(\S+)=\*\) number=(\d+) ", script))
    bodies = dict(re.findall(r"(?ms)^apply_(\d+)\(\) \{\n(.*?)^\}", script))
    found = {
        port: re.findall(r"ingress .* skbedit mark (\S+)", bodies[n]) for port, n in numbers.items()
    }
    return {port: " ".join(words) for port, words in found.items()}


def test_the_ports_that_are_asked_for_note_themselves_and_no_others() -> None:
    _, script, ledger = compiled()
    assert marks(script) == {
        "GigabitEthernet0/2": "",
        "GigabitEthernet0/0": "0x8000000/0xf8000000",
        "GigabitEthernet0/1": "0x10000000/0xf8000000",
    }
    assert "match mark 0x8000000 0xf8000000 action" in script
    tests = [entry for entry in ledger if entry.asked.startswith("input-interface Gig")]
    assert [entry.fidelity for entry in tests] == [Fidelity.EXACT] * 2


def test_scripts_for_different_ports_agree() -> None:
    text = TEXT + "policy-map Q\n class DMZ\n  set dscp 9\ninterface GigabitEthernet0/4\n"
    text += " service-policy output Q\n"
    _, alone, _ = compiled(text, interface="Gi0/4")
    assert marks(alone) == {
        "GigabitEthernet0/4": "",
        "GigabitEthernet0/1": "0x10000000/0xf8000000",
    }


def test_a_port_with_a_policy_on_input_is_noted_before_it() -> None:
    """The policy asks for the very port that it is at."""
    text = TEXT.replace("interface GigabitEthernet0/2\n service-policy output OUT\n", "")
    config, script, ledger = compiled(
        text.replace(" bandwidth 5000\n", " service-policy input OUT\n")
    )
    assert marks(script)["GigabitEthernet0/1"] == "0x10000000/0xf8000000"
    assert not verify_script(config, script, ledger).differences


@pytest.mark.parametrize("shift", [0, 13])
def test_verify_follows_the_note(shift: int) -> None:
    config, script, ledger = compiled(mark_shift=shift)
    assert not verify_script(config, script, ledger, mark_shift=shift).differences


def test_verify_tells_a_port_that_is_noted_as_another_or_asked_for_as_another() -> None:
    config, script, ledger = compiled()
    for before, after in (
        ("skbedit mark 0x8000000/", "skbedit mark 0x10000000/"),
        ("match mark 0x8000000 ", "match mark 0x10000000 "),
        (" action skbedit mark 0x8000000/0xf8000000 pipe action ok", " action ok"),
    ):
        wrong = script.replace(before, after)
        assert wrong != script
        assert verify_script(config, wrong, ledger).differences


def test_an_interface_that_the_config_does_not_have_is_a_loss() -> None:
    _, script, ledger = compiled(TEXT.replace("Gi0/1", "Gi0/9"))
    (entry,) = (each for each in ledger if each.asked == "input-interface GigabitEthernet0/9")
    assert entry.fidelity is Fidelity.UNSUPPORTED
    assert "GigabitEthernet0/1=" not in script


@pytest.mark.parametrize(("count", "lost"), [(MOST, False), (MOST + 1, True)])
def test_more_ports_than_the_mark_has_room_for_are_a_loss(count: int, lost: bool) -> None:
    text = "".join(
        f"class-map match-any C{n}\n match input-interface Gi0/{n}\n" for n in range(count)
    )
    text += "policy-map P\n" + "".join(f" class C{n}\n  set dscp {n}\n" for n in range(count))
    text += "".join(f"interface GigabitEthernet0/{n}\n" for n in range(count))
    config, script, ledger = compiled(f"{text}interface Serial0\n service-policy output P\n")
    tests = [entry for entry in ledger if entry.asked.startswith("input-interface Gig")]
    assert len(tests) == count
    assert {entry.fidelity is Fidelity.UNSUPPORTED for entry in tests} == {lost}
    assert len(marks(script)) == (1 if lost else count + 1)
    kinds = {each.kind for each in verify_script(config, script, ledger).differences}
    assert kinds == ({"nothing"} if lost else set())


def test_the_device_is_that_of_the_port_that_was_asked_for() -> None:
    _, script, _ = compiled(interface="Gi0/2", device_name="wan0", devices=("Gi0/1=dmz0",))
    (given,) = re.findall(r"-ge 1 \] \|\| set -- (.*)", script)
    assert given == "GigabitEthernet0/2=wan0 GigabitEthernet0/1=dmz0"
