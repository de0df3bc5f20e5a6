"""Run in the guest: programs that stand before the real ones in PATH, and cut the run at a place.

A cut is written into a file as `COUNT AT HOW WHOM`: after how many boundaries (AT), how it ends
(`fail`, or the name of a signal), and who gets the signal (`group`, as from a terminal or
systemd, or `script`, so that the program at work goes on to its end).
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

PROGRAMS = (
    *("cat", "dirname", "ethtool", "flock", "grep", "head", "id", "ip", "ls", "mkdir"),
    *("mktemp", "mv", "readlink", "rm", "sed", "sort", "tc", "tr"),
)
"""What the scripts start."""
_COMMON = """#!/bin/sh
place={place}
program=${{0##*/}}
real=$place/real/$program
if [ -e "$place/plain" ] && [ "$program $*" = "ip link add qosc-try type dummy" ]; then
    exec "$real" link add qosc-try type veth peer name qosc-peer
fi
[ ! -e "$place/over" ] || exec "$real" "$@"

# Ends the run here, or goes on with what is left to do.
cut() {{
    : > "$place/over"
    case $whom in
        group) kill "-$how" 0 ;;
        *) kill "-$how" "$(/bin/cat "$place/script")" ;;
    esac
}}
"""
# Boundary 0 is before the first change, the others are behind one each. What is tried out on the
# scratch interface is no file of that name.
_CHANGES = """
change=''
case "$program $*" in
    "tc -batch "*.live) change=$2 ;;
    "tc qdisc del "* | "tc actions add "* | "ip link set "* | "ethtool -K "*) ;;
    *) exec "$real" "$@" ;;
esac
lines=1
[ -z "$change" ] || lines=$(/usr/bin/wc -l < "$change")
read -r count at how whom < "$place/cut"
if [ "$((count + lines))" -lt "$at" ]; then
    echo "$((count + lines)) $at $how $whom" > "$place/cut"
    exec "$real" "$@"
fi
part=$((at - count))
[ "$part" -ge 0 ] || exec "$real" "$@"
if [ "$how" = fail ]; then
    # The one after the boundary fails. What may fail without harm is left alone.
    case "$program $change" in
        "tc "?*)
            if [ "$part" -eq "$lines" ]; then
                echo "$((count + lines)) $at $how $whom" > "$place/cut"
                exec "$real" "$@"
            fi
            : > "$place/over"
            /usr/bin/sed "$((part + 1))s/.*/no more/" "$change" > "$place/part"
            said=$("$real" -batch "$place/part" 2>&1) && exit 0
            printf '%s\\n' "$said" | /usr/bin/sed "s,$place/part,$change," >&2
            exit 1
            ;;
        "ip "*) [ "$part" -gt 0 ] || { : > "$place/over"; echo "Error: no more" >&2; exit 2; } ;;
    esac
    echo "$((count + lines)) $at $how $whom" > "$place/cut"
    exec "$real" "$@"
fi
if [ -z "$change" ]; then
    [ "$part" -gt 0 ] || cut
    "$real" "$@" || exit
    [ "$part" -eq 0 ] || cut
    exit 0
fi
if [ "$part" -eq 0 ]; then
    cut
    exec "$real" "$@"
fi
/usr/bin/sed "${part}q" "$change" > "$place/part"
"$real" -batch "$place/part" || exit
cut
/usr/bin/sed "1,${part}d" "$change" > "$place/part"
exec "$real" -batch "$place/part"
"""
_STARTS = """
read -r count at how whom < "$place/cut" || exec "$real" "$@"
count=$((count + 1))
echo "$count $at $how $whom" > "$place/cut"
[ "$count" -ne "$at" ] || cut
exec "$real" "$@"
"""


@dataclass(frozen=True)
class Cut:
    """Where and how a run is cut; `at` of -1 only counts. `starts`: at the start of a program."""

    at: int
    how: str
    whom: str = "group"
    starts: bool = False


def lay_out(folder: Path) -> tuple[Path, Path]:
    """Folders for PATH: with programs that count changes, and starts."""
    (folder / "real").mkdir(parents=True)
    for name in PROGRAMS:
        real = shutil.which(name)
        if real is not None:
            (folder / "real" / name).symlink_to(real)
    made = []
    for kind, text, names in (
        ("changes", _CHANGES, ("tc", "ip", "ethtool")),
        ("starts", _STARTS, PROGRAMS),
    ):
        place = folder / kind
        place.mkdir()
        for name in names:
            if (folder / "real" / name).exists():
                (place / name).write_text(_COMMON.format(place=folder) + text)
                (place / name).chmod(0o755)
        made.append(place)
    return made[0], made[1]


def write(folder: Path, cut: Cut) -> None:
    """Ask for a cut in the next run."""
    (folder / "over").unlink(missing_ok=True)
    at = cut.at if cut.at >= 0 else 1_000_000
    (folder / "cut").write_text(f"0 {at} {cut.how} {cut.whom}\n")


def met(folder: Path) -> int:
    """How many boundaries the last run met, which was not cut."""
    return int((folder / "cut").read_text().split()[0])
