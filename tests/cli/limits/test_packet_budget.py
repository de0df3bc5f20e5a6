"""What a check says where packets are too many kinds to tell apart: the same on every machine."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

from tests.cli.limits.limited import busy, qosc, used

DEAD = "QOS101"
UNDECIDED = "QOS091"


def _wildcards(classes: int, lines: int) -> list[str]:
    """Class-maps that each match a list of wildcards without order, with ranges of ports."""
    chance = random.Random(7)  # noqa: S311

    def end() -> str:
        mask = chance.getrandbits(32)
        numbers = (chance.getrandbits(32) & ~mask, mask)
        dotted = (".".join(str(n >> shift & 255) for shift in (24, 16, 8, 0)) for n in numbers)
        low = chance.randrange(60_000)
        return f"{' '.join(dotted)} range {low} {low + chance.randrange(5000)}"

    text = []
    for number in range(classes):
        text.append(f"ip access-list extended A{number}")
        text += [f" permit udp {end()} {end()}" for _ in range(lines)]
    for number in range(classes):
        text += [f"class-map match-all c{number}", f" match access-group name A{number}"]
    return text


def _crossed(bits: int) -> list[str]:
    """A class-map that matches packets with some bit in both addresses: 2 ** bits pieces."""
    text = ["ip access-list extended A0"]
    for bit in range(bits):
        one = ".".join(str(1 << bit >> shift & 255) for shift in (24, 16, 8, 0))
        rest = ".".join(str(~(1 << bit) >> shift & 255) for shift in (24, 16, 8, 0))
        text.append(f" permit ip {one} {rest} {one} {rest}")
    return [*text, "class-map match-all c0", " match access-group name A0"]


def _config(lists: list[str], classes: int) -> str:
    """A policy of these classes, and of two more of which the last gets no packet."""
    text = [*lists, "class-map match-all d1", " match dscp ef"]
    text += ["class-map match-all d2", " match dscp ef", " match precedence 5", "policy-map p0"]
    for name in (*(f"c{number}" for number in range(classes)), "d1", "d2"):
        text += [f" class {name}", "  bandwidth percent 5"]
    return "\n".join([*text, "interface Serial0", " service-policy output p0", ""])


def test_lists_made_to_explode_hide_no_finding_and_are_told() -> None:
    for lines in (3, 100):
        text = _config(_wildcards(10, lines), 10)
        result = qosc(["check", "--format", "concise", "-"], text)
        assert result.returncode == 1, used(result)
        assert "class d2 is unreachable: shadowed by class d1" in result.stdout
        assert (UNDECIDED in result.stdout) == (lines == 100), used(result)


def test_undecided_rules_are_counted_and_told_whatever_is_selected() -> None:
    text = _config(_crossed(26), 1)
    result = qosc(["check", "--select", "QOS1", "--format", "json", "-"], text)
    report = json.loads(result.stdout)
    told = [one for one in report["diagnostics"] if one["code"] == UNDECIDED]
    assert told
    assert len({one["message"] for one in told}) == report["undecided"]
    assert all(one["severity"] == "warning" and "not decided for" in one["message"] for one in told)
    assert f"({len(told)} not decided) in 1 file" in qosc(["check", "-"], text).stdout
    ignored = qosc(["check", "--ignore", UNDECIDED, "--format", "json", "-"], text)
    assert json.loads(ignored.stdout)["undecided"] == 0


def test_the_same_bytes_give_the_same_answer_under_load() -> None:
    text = _config(_crossed(26), 1)
    alone = qosc(["check", "-"], text)
    assert "not decided" in alone.stdout, used(alone)
    with busy(2):
        for _ in range(20 if os.environ.get("QOSC_DEEP") else 3):
            again = qosc(["check", "-"], text)
            assert (again.returncode, again.stdout) == (alone.returncode, alone.stdout)


def test_little_address_space_gives_the_same_answer_for_one_and_for_many_files(
    tmp_path: Path,
) -> None:
    text = _config(_wildcards(2, 20), 2)
    for number in range(200):
        (tmp_path / f"r{number}.cfg").write_text(text)
    plain = qosc(["check", "--format", "concise", str(tmp_path / "r0.cfg")])
    small = qosc(["check", "--format", "concise", str(tmp_path / "r0.cfg")], space=1_000_000 << 10)
    assert (small.returncode, small.stdout) == (plain.returncode, plain.stdout), used(small)
    every = qosc(["check", "--format", "concise", str(tmp_path)], cpu=120, space=1_000_000 << 10)
    assert every.returncode == 1, used(every)
    assert every.stdout.count(f"[{DEAD}]") == 200
    assert every.stdout.count("/r1.cfg:") == plain.stdout.count("/r0.cfg:") > 0


def test_no_address_space_at_all_is_a_message_and_no_abort() -> None:
    text = _config(_wildcards(2, 20), 2)
    codes = set()
    for megabytes in range(40, 240, 40):
        result = qosc(["check", "-"], text, space=megabytes << 20)
        codes.add(result.returncode)
        if result.returncode == 2:
            assert "Error: out of memory" in result.stderr, used(result)
    assert codes <= {1, 2}, codes
    assert 2 in codes
