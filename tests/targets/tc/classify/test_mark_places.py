"""The bits of the packet's mark that a script has for itself, where the user chooses them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import qosc
from qosc.api import Config, verify_script
from qosc.cli import cli
from qosc.ledger import Entry
from qosc.targets.tc.options import MarkShiftError
from qosc.verify import Unreadable

IOS = """class-map match-any G7
 match qos-group 7
class-map match-any D3
 match discard-class 3
policy-map IN
 class class-default
  set qos-group 7
  set discard-class 3
policy-map OUT
 class G7
  set dscp 7
 class D3
  set dscp 3
interface GigabitEthernet0/0
 service-policy input IN
interface GigabitEthernet0/1
 service-policy output OUT
"""
JUNOS = """set class-of-service interfaces ge-0/0/0 unit 0 classifiers dscp default
set class-of-service interfaces ge-0/0/1 scheduler-map m
set class-of-service scheduler-maps m forwarding-class network-control scheduler nc
set class-of-service schedulers nc transmit-rate percent 20
set interfaces ge-0/0/0 unit 0 family inet address 10.0.0.1/24
set interfaces ge-0/0/1 unit 0 family inet address 10.0.1.1/24
"""
SET = re.compile(r"skbedit mark (\w+)/(\w+)")
MATCH = re.compile(r"match mark (\w+) (\w+)")


def compiled(text: str, **options: object) -> tuple[Config, str, tuple[Entry, ...]]:
    config = qosc.loads(text, name="r.set" if text.startswith("set ") else "r.cfg")
    made = qosc.compile(config, allow_loss=True, **options)
    return config, made.files[0].text, made.ledger


def numbers(pattern: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    return [(int(value, 16), int(mask, 16)) for value, mask in pattern.findall(text)]


def test_the_fields_of_the_config_follow_each_other_from_the_bit_that_is_said() -> None:
    # A qos-group has ten bits, a discard-class three.
    _, text, _ = compiled(IOS, mark_shift=19)
    group, other = 0x3FF << 19, 7 << 29
    assert numbers(SET, text) == [(7 << 19 | 3 << 29, group | other)]
    assert sorted(numbers(MATCH, text)) == sorted([(7 << 19, group), (3 << 29, other)])


@pytest.mark.parametrize("shift", [1, 8, 21])
def test_no_bit_below_is_touched(shift: int) -> None:
    _, text, _ = compiled(JUNOS, mark_shift=shift)
    found = [*numbers(SET, text), *numbers(MATCH, text)]
    assert found
    for value, mask in found:
        assert mask & ((1 << shift) - 1) == 0
        assert value & ~mask == 0


def test_the_script_says_which_bits_are_its_own() -> None:
    _, text, _ = compiled(IOS)
    assert "# Bits of the packet's mark that this script has for itself: 0x1fff.\n" in text
    _, text, _ = compiled(IOS, mark_shift=4)
    assert "# Bits of the packet's mark that this script has for itself: 0x1fff0.\n" in text
    _, text, _ = compiled(
        IOS.replace("set qos-group 7", "set dscp 1").replace("set disc", "set pre")
    )
    assert "Bits of the packet's mark" in text
    plain = "policy-map P\n class class-default\n  set dscp 1\ninterface Serial0\n"
    _, text, _ = compiled(f"{plain} service-policy input P\n")
    assert "Bits of the packet's mark" not in text


def test_the_ledger_names_the_bits_that_are_used() -> None:
    _, _, ledger = compiled(IOS, mark_shift=19)
    got = {entry.asked: entry.got for entry in ledger}
    assert got["set qos-group 7"] == "bits 0x1ff80000 of the packet's mark = 0x380000"
    assert got["discard-class 3"] == "u32 on bits 29 to 31 of the mark"


def test_too_high_a_bit_is_refused_with_the_highest_one() -> None:
    with pytest.raises(MarkShiftError, match="--mark-shift 19 is the most"):
        compiled(IOS, mark_shift=20)


def test_a_script_for_one_port_has_the_places_of_the_whole_device() -> None:
    """A port that only reads a discard-class agrees with the one that writes both."""
    text = IOS.replace(" match qos-group 7\n", " match discard-class 7\n")
    _, whole, _ = compiled(text, mark_shift=8)
    _, alone, _ = compiled(text, mark_shift=8, interface="Gi0/1")
    assert numbers(MATCH, alone) == numbers(MATCH, whole)
    assert {mask for _, mask in numbers(MATCH, alone)} == {7 << 18}


@pytest.mark.parametrize("text", [IOS, JUNOS])
def test_verify_reads_it_with_the_option_and_only_so(text: str) -> None:
    config, made, ledger = compiled(text, mark_shift=19)
    assert not verify_script(config, made, ledger, mark_shift=19).differences
    with pytest.raises(Unreadable, match="of the mark is for none of its fields"):
        verify_script(config, made, ledger, mark_shift=17)
    assert verify_script(config, made, ledger).differences


def test_verify_tells_a_mark_that_was_moved_by_one_bit() -> None:
    config, made, ledger = compiled(IOS, mark_shift=12)
    wrong = made.replace(f"match mark {7 << 12:#x} ", f"match mark {14 << 12:#x} ")
    assert wrong != made
    assert verify_script(config, wrong, ledger, mark_shift=12).differences


def test_the_command_line_takes_the_bit_and_the_interfaces(tmp_path: Path) -> None:
    config, made = tmp_path / "r.cfg", str(tmp_path / "qos.sh")
    config.write_text(IOS)
    pairs = ("--map", "Gi0/1=eth1", "--map", "gi0/0=eth0")
    words = ["compile", str(config), "-t", "tc", "-o", made, "--mark-shift", "9", *pairs]
    assert CliRunner().invoke(cli, words).exit_code == 0
    assert "set -- GigabitEthernet0/0=eth0 GigabitEthernet0/1=eth1\n" in Path(made).read_text()
    compare = ["verify", str(config), "--script", made]
    same = CliRunner().invoke(cli, [*compare, "--mark-shift", "9"], standalone_mode=False)
    assert same.return_value == 0
    found = CliRunner().invoke(cli, compare, standalone_mode=False)
    assert (found.return_value, "mark-differs" in found.output) == (1, True)
    assert CliRunner().invoke(cli, [*words[:4], "--mark-shift", "32"]).exit_code == 2
    assert CliRunner().invoke(cli, [*words[:4], "--map", "Gi0/7=eth7"]).exit_code == 2
