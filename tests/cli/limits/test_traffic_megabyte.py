"""Hard command lines of traffic generators, just below a megabyte, are read to their end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.limits.limited import qosc, used

SIZE = 950_000
ROOM = 1 << 30
TIME = 20
"""Seconds of processor time: twice what is promised, as two programs on one core count each other's
waits for memory as their own.
"""
MGEN = "0.0 ON 1 UDP DST 10.0.0.1/5000 "
HARD = {
    "escaped blanks": "iperf " + "\\a " * (SIZE // 3),
    "arrows": "iperf " + "<" * SIZE,
    "settings": "a=b " * (SIZE // 4),
    "options of an event": MGEN + "TTL 5 " * (SIZE // 6),
    "a bundle of letters": "iperf3 -c 10.0.0.1 -" + "u" * SIZE,
    "bursts in bursts": MGEN + "BURST [RANDOM 1 " * (SIZE // 17) + "]" * (SIZE // 17),
    "options mistyped": "iperf3 -c 10.0.0.1 "
    + " ".join(f"--intervall{n}" for n in range(SIZE // 17)),
    "waits behind many streams": "iperf3 -c 10.0.0.1 -u -P 128 -t 5 &\n" * 100
    + "wait\n" * (SIZE // 5),
}


@pytest.mark.parametrize("name", HARD)
def test_a_hard_megabyte_is_accounted_for(name: str, tmp_path: Path) -> None:
    line = ["traffic", "import", "--allow-loss", "-o", str(tmp_path / "t.yaml"), "-"]
    result = qosc(line, HARD[name] + "\n", cpu=TIME, space=ROOM)
    assert result.returncode in (0, 2), used(result)
    assert "Traceback" not in result.stderr, used(result)
    assert "parts of the text: " in result.stderr, used(result)


def test_streams_beyond_the_most_are_told_and_not_made(tmp_path: Path) -> None:
    """A megabyte of lines of 128 streams each: 2.4 million, of which ten thousand are taken."""
    text = "iperf3 -c 10.0.0.1 -u -b 1M -P 128 -t 5 &\n"
    written = tmp_path / "t.yaml"
    line = ["traffic", "import", "--allow-loss", "-o", str(written), "-"]
    result = qosc(line, text * (SIZE // len(text)), cpu=TIME, space=ROOM)
    assert result.returncode == 0, used(result)
    assert "more than 10000 sources" in result.stderr, used(result)
    assert written.read_text().count("kind: cbr") == 78 * 128
