"""A check of many files takes as much memory as one of a few."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

# Rules whose order matters: the linter makes diagrams of packets for them.
LISTS = """\
interface Serial0/0
 rate-limit input 496000 62000 62000 conform-action continue exceed-action drop
 rate-limit input access-group 101 400000 50000 50000 conform-action transmit exceed-action drop
 rate-limit input access-group 102 160000 20000 20000 conform-action transmit exceed-action drop
 rate-limit input access-group 101 200000 25000 25000 conform-action transmit exceed-action drop
end
"""
# Trees of statements, which know their parents.
TREES = "".join(
    f"set firewall family inet filter F{number} term T from protocol tcp\n"
    f"set firewall family inet filter F{number} term T then accept\n"
    for number in range(25)
)

CHILD = """\
import sys
from qosc.cli import main
try:
    main(["check", "--format", "concise", "--fail-on", "never", sys.argv[1]])
finally:
    status = open("/proc/self/status").read()
    print(status.split("VmHWM:")[1].split()[0], file=sys.stderr)
"""


def peak(folder: Path, config: str, ending: str, files: int) -> int:
    """The most memory, in kB, that a check of so many copies has in use."""
    folder.mkdir()
    for number in range(files):
        (folder / f"r{number}{ending}").write_text(config)
    done = subprocess.run(
        [sys.executable, "-c", CHILD, folder], capture_output=True, text=True, check=True
    )
    return int(done.stderr.split()[-1])


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc/self/status")
@pytest.mark.parametrize(
    ("config", "ending"), [(LISTS, ".cfg"), (TREES, ".set")], ids=["diagrams", "trees"]
)
def test_ten_times_the_files_take_the_same_memory(tmp_path: Path, config: str, ending: str) -> None:
    few = peak(tmp_path / "few", config, ending, 30)
    many = peak(tmp_path / "many", config, ending, 300)
    assert many < 1.5 * few
