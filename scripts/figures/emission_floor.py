"""Count what the back ends carry of a folder of configs, and hold it against what they carried.

    .venv/bin/python scripts/figures/emission_floor.py [FOLDER] [--measure FILE]
    .venv/bin/python scripts/figures/emission_floor.py [FOLDER] --write [--measured FILE]
        [--reason TEXT [--of KEY ...]] [--before FILE]

FOLDER is `../shared/corpus` if not said. `tests/data/emission_floor.json` has an entry a config, by
the SHA-1 of its bytes: for the targets tc and sim whether it compiles without loss, how many ports
the artefact has, and for each attachment how many values of the ledger are exact. They are counted
for each port and direction apart, so that a filter which two attachments share counts twice.

Without --write the exit status is 1 where something is less than in that file. `--write` takes the
counts of today; where one falls, it wants a reason, which is kept in the entry after those of
earlier falls. Falls of several kinds are written one kind after the other: `--of` says by the
beginnings of their keys which configs a reason is for, and the others that fell keep their floor.
`--measure` only writes counts, `--measured` takes them from such a file, and `--before` takes one
for what was carried before.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from hashlib import sha1
from pathlib import Path
from typing import Any

import qosc
from qosc import frontends
from qosc.api import Config, NoSuchPortError
from qosc.ir.leaves import ModelTooLargeError
from qosc.ledger import Entry, Fidelity
from qosc.source import SourceText
from qosc.targets.tc.host import HOST

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT.parent / "shared" / "corpus"
RECORD = ROOT / "tests" / "data" / "emission_floor.json"
TARGETS = ("tc", "sim")
LARGEST = 200_000
"""Bytes of the largest config that is taken."""
_SIDES = ("input", "output")

Counts = dict[str, Any]


def configs(folder: Path) -> Iterator[tuple[str, Path]]:
    """Each config once, with its key, in the order of their names."""
    seen = set()
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.stat().st_size > LARGEST or path.suffix == ".tsv":
            continue
        key = sha1(path.read_bytes(), usedforsecurity=False).hexdigest()
        if key not in seen:
            seen.add(key)
            yield key, path


def measure(path: Path) -> Counts | None:
    """The counts of one config, by target; None where nothing in it has QoS."""
    # A session on several devices counts as one text, as it was recorded.
    source = SourceText.of(str(path), path.read_bytes())
    config = Config(source, frontends.load(source))
    found: Counts = {}
    for target in TARGETS:
        try:
            artefact = qosc.compile(config, target=target, allow_loss=True)
        except (NoSuchPortError, ModelTooLargeError):
            return None
        exact: dict[str, int] = {}
        carried: dict[str, bool] = {}
        for entry in artefact.ledger:
            if entry.path.startswith(f"{HOST} > "):
                continue
            place = attachment(entry)
            exact[place] = exact.get(place, 0) + (entry.fidelity is Fidelity.EXACT)
            port = place.partition("\0")[0]
            gone = entry.fidelity is Fidelity.UNSUPPORTED
            carried[port] = carried.get(port, False) or not gone
        found[target] = {
            "lossless": int(not artefact.losses and not artefact.left_out),
            "ports": sum(carried.values()),
            "exact": list(exact.values()),
        }
    return found


def attachment(entry: Entry) -> str:
    """What an entry is of: a port, a direction and a stage of it, or the port itself."""
    parts = entry.path.split(" > ")
    for number, part in enumerate(parts[1:3], 1):
        if part in _SIDES:
            return "\0".join((parts[0], *parts[number : number + 2]))
    return parts[0]


def fallen(before: Counts, now: Counts | None) -> list[str]:
    """In what a config has less than before."""
    found = []
    for target in TARGETS:
        old, new = before[target], (now or {}).get(target)
        if new is None:
            found.append(f"{target}: nothing is made")
            continue
        found += [f"{target}: {name}" for name in ("lossless", "ports") if new[name] < old[name]]
        pairs = zip(old["exact"], new["exact"], strict=False)
        apart = len(old["exact"]) != len(new["exact"])
        if sum(new["exact"]) < sum(old["exact"]) if apart else any(n < o for o, n in pairs):
            found.append(f"{target}: exact")
    return found


def explained(entry: Counts, reason: str) -> str:
    """The reasons of an entry with one more, which is not said twice."""
    known = entry.get("reason", "")
    if reason in known:
        return str(known)
    return f"{known}; {reason}" if known else reason


def floor(entry: Counts) -> Counts:
    """What a config must reach: the counts of an entry as they were recorded last."""
    known: Counts = entry.get("now", entry["before"])
    return known


def main() -> int:
    """Measure, and compare or write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--measure", type=Path)
    parser.add_argument("--measured", type=Path)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--reason", default="")
    parser.add_argument("--of", nargs="+", default=[""], metavar="KEY")
    given = parser.parse_args()
    counts: dict[str, Counts | None]
    if given.measured:
        counts = json.loads(given.measured.read_text())
    else:
        counts = {key: measure(path) for key, path in configs(given.folder)}
    if given.measure:
        given.measure.write_text(json.dumps(counts))
        return 0
    record = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    if given.before:
        old = json.loads(given.before.read_text())
        record = {key: {"before": value} for key, value in old.items() if value}
    short = 0
    for key, now in counts.items():
        if key not in record:
            if now is not None:
                record[key] = {"before": now}
            continue
        less = fallen(floor(record[key]), now)
        if less and not (given.reason and key.startswith(tuple(given.of))):
            short += 1
            print(f"{key}: less than before: {', '.join(less)}", file=sys.stderr)
            continue
        if less:
            record[key]["reason"] = explained(record[key], given.reason)
        if now is not None and now != floor(record[key]):
            record[key]["now"] = now
    if given.write and (given.reason or not short):
        RECORD.parent.mkdir(exist_ok=True)
        lines = [f"{json.dumps(key)}: {json.dumps(record[key])}" for key in sorted(record)]
        RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    print(f"{len(counts)} configs, {short} short of what they carried.")
    return 1 if short else 0


if __name__ == "__main__":
    raise SystemExit(main())
