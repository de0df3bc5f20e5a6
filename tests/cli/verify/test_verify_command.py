"""`qosc verify` as a shell sees it: what it says of which script, and its exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command import run

CONFIG = """\
class-map match-all VOICE
 match ip dscp ef
policy-map WAN
 class VOICE
  priority 100
 class class-default
  bandwidth 1000
interface Serial0/0
 bandwidth 2000
 service-policy output WAN
"""
OTHER = CONFIG.replace("Serial0/0", "Serial0/1").replace("priority 100", "priority 200")
HOSTILE = CONFIG.replace("VOICE", "$(reboot)'\"`;x")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Configs with their scripts, as `compile` writes them."""
    found = tmp_path_factory.mktemp("verify")
    for name, text in (("one", CONFIG), ("other", OTHER), ("hostile", HOSTILE)):
        (found / f"{name}.cfg").write_text(text)
        status, _, err = run(
            "compile", f"{name}.cfg", "-t", "tc", "-o", f"{name}.sh", "--ledger", "none", cwd=found
        )
        assert (status, err) == (0, "")
    return found


def verify(folder: Path, config: str, *options: str) -> tuple[int, str, str]:
    return run("verify", config, "--target", "tc", *options, cwd=folder)


@pytest.mark.parametrize("name", ["one", "hostile"])
@pytest.mark.parametrize("given", [False, True])
def test_a_script_that_does_what_the_config_says(folder: Path, name: str, given: bool) -> None:
    options = ("--script", f"{name}.sh") if given else ()
    status, out, err = verify(folder, f"{name}.cfg", *options)
    assert (status, err) == (0, "")
    assert out.startswith("No difference in ")


def test_a_difference_shows_the_packet_and_both_lines(folder: Path) -> None:
    text = (folder / "one.sh").read_text()
    edited = text.replace("ip_tos 0xb8/0xfc", "ip_tos 0xb8/0xff")
    assert edited != text
    (folder / "edited.sh").write_text(edited)
    status, out, _ = verify(folder, "one.cfg", "--script", "edited.sh")
    assert status == 1
    words = " ".join(out.split())
    assert "a packet for which they differ: udp 10.0.0.1:1024 -> 192.0.2.7:50001" in words
    assert "--> one.cfg:5:3" in out
    assert "5 |   priority 100" in out
    line = next(
        n for n, text in enumerate(edited.split("\n"), 1) if "protocol all matchall" in text
    )
    assert f"{line} |     tc filter add" in out


def test_the_difference_for_programs(folder: Path) -> None:
    text = (folder / "one.sh").read_text()
    (folder / "rate.sh").write_text(text.replace("police rate 100000bit", "police rate 100000bps"))
    status, out, _ = verify(folder, "one.cfg", "--script", "rate.sh", "--format", "json")
    found = json.loads(out)
    assert (status, found["same"], found["compared"]["ports"]) == (1, False, 1)
    assert {each["kind"] for each in found["differences"]} == {"meter"}
    (same,) = [json.loads(verify(folder, "one.cfg", "--format", "json")[1])]
    assert (same["same"], same["differences"]) == (True, [])


@pytest.mark.parametrize("text", ["", "\xff\xfe"])
def test_an_empty_script_or_a_mark_of_byte_order_alone(folder: Path, text: str) -> None:
    (folder / "bad.sh").write_bytes(text.encode("latin-1"))
    status, out, err = verify(folder, "one.cfg", "--script", "bad.sh")
    assert (status, out) == (2, "")
    assert err.startswith("Error: cannot read 'bad.sh': it is empty")


@pytest.mark.parametrize("text", ["echo hello\n", "x\0\0\0", "apply_1() {\n", "{" * 9999])
def test_a_text_that_is_no_script(folder: Path, text: str) -> None:
    (folder / "bad.sh").write_bytes(text.encode("latin-1"))
    status, out, err = verify(folder, "one.cfg", "--script", "bad.sh")
    assert (status, out) == (2, "")
    assert err.startswith("error[QOS801]: script not readable: ")
    assert "bad.sh:1:" in err


@pytest.mark.parametrize(
    "line",
    [
        'tc qdisc del dev "$dev" root',
        "tc filter add dev eth0 egress pref 1 matchall",
        'tc class add dev "$dev" parent 1:1 classid 1:99 htb',
        "tc 'unclosed",
        "tc $(reboot)",
    ],
)
def test_a_line_that_is_not_understood_is_named(folder: Path, line: str) -> None:
    text = (folder / "one.sh").read_text()
    place = text.index('    tc qdisc add dev "$dev" clsact')
    (folder / "line.sh").write_text(f"{text[:place]}    {line}\n{text[place:]}")
    status, out, err = verify(folder, "one.cfg", "--script", "line.sh")
    assert (status, out) == (2, "")
    assert f"line.sh:{text[:place].count(chr(10)) + 1}:" in err
    assert line.split()[1] in err


def test_the_script_of_another_interface(folder: Path) -> None:
    both = CONFIG + "interface Serial0/9\n service-policy output WAN\n"
    (folder / "both.cfg").write_text(both)
    status, out, _ = verify(folder, "both.cfg", "--script", "other.sh")
    assert status == 1
    assert "the script has no commands for Serial0/0" in out


def test_the_script_of_another_config(folder: Path) -> None:
    status, out, _ = verify(folder, "one.cfg", "--script", "other.sh")
    assert status == 1
    assert "policer has another rate or burst" in out


@pytest.mark.parametrize(
    "arguments",
    [
        ("none.cfg",),
        ("one.cfg", "--script", "none.sh"),
        ("one.cfg", "--script", "."),
        ("one.cfg", "--interface", "Serial9"),
    ],
)
def test_what_there_is_not(folder: Path, arguments: tuple[str, ...]) -> None:
    status, out, err = verify(folder, *arguments)
    assert (status, out) == (2, "")
    assert "Error: " in err


def test_the_files_for_batch_mode(folder: Path) -> None:
    status, _, err = run(
        "compile", "one.cfg", "-t", "tc", "--batch", "-o", "batch", "--ledger", "none", cwd=folder
    )
    assert (status, err) == (0, "")
    assert verify(folder, "one.cfg", "--script", "batch")[0] == 0
    (file,) = (folder / "batch").glob("*.batch")
    file.write_text(file.read_text().replace("0xb8/0xfc", "0xb8/0xff"))
    assert verify(folder, "one.cfg", "--script", "batch")[0] == 1
    assert verify(folder, "one.cfg", "--script", str(file))[0] == 1


def test_the_script_for_an_older_kernel(folder: Path) -> None:
    """Linux meters packets from 5.13 on, so that the older script has no meter here."""
    limit = "  police rate 100 pps burst 20 packets conform-action transmit exceed-action drop\n"
    (folder / "pps.cfg").write_text(CONFIG.replace("  bandwidth 1000\n", limit))
    for options in ((), ("--batch",)):
        made = run(
            "compile",
            "pps.cfg",
            "-t",
            "tc",
            "-o",
            f"pps{options}",
            "--ledger",
            "none",
            "--allow-loss",
            "--kernel",
            "4.19",
            *options,
            cwd=folder,
        )
        script = ("--script", f"pps{options}")
        assert made[2] == ""
        assert verify(folder, "pps.cfg", *script, "--kernel", "4.19")[0] == 0
        assert verify(folder, "pps.cfg", *script)[0] == 1
    status, _, err = verify(folder, "pps.cfg", "--kernel", "3.10")
    assert status == 2
    assert "no script is made for Linux '3.10': it is older than 4.19" in err
