"""Feed mutated configs to qosc: `fuzz.py [--seconds N] [--seed N] [--keep FOLDER]`.

Each input is read, checked and counted. It must neither raise nor lose a line; an input that does
is written to the folder, with the traceback beside it, and the exit status is then 1. The seed
makes a run repeatable up to its length.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

import generate  # noqa: E402

from qosc import api  # noqa: E402
from qosc.frontends.ios.reader import read  # noqa: E402
from qosc.source import SourceText  # noqa: E402

TOKENS = [
    b"class-map match-any ", b"policy-map P\n", b" class A\n", b"  bandwidth percent ",
    b"interface ", b"pvc 1/1\n", b"police cir 8000 bc 1 be 2 conform-action ",
    b"\nexceed-action ", b"\n drop\n",
    b"rate-limit input access-group rate-limit 1 8000 1500 2000 conform-action ",
    b"set-prec-transmit ", b"ip access-list extended ", b"permit tcp any range ",
    b"host 1.2.3.4 0.0.255.0 eq www gt 99999 ", b"/* ", b" */", b" // ",
    b" ! qosc: ignore[QOS101]\n", b"banner motd ^C\n", b"^C", b"macro name X\n",
    b"R1(config-if)#", b" --More-- \x08\x08\x08", b"\x00", b"\xff\xfe", b"\xc2\xa0",
    b"\xe2\x80\x9c", b"\r\n", b"\r", b"\x0c", b"\xe2\x80\xa8", b"{" * 50, b"$(reboot)", b"`id`",
    b"';--", b"\t" * 9, b"no ", b"default ", b"end\n", b"exit\n", b"99999999999999999999 ",
    b"-1 ", b"0 ", b"0.5 ", b"%", b"random-detect dscp-based\n", b"queue-limit ", b"fair-queue ",
    b"shape average percent ", b"service-policy output P\n", b"match not ip dscp ",
    b"match access-group name ", b"access-list 1", b"\xd9\xa3", b"\xc2\xb2 ", b"\xef\xbc\x91 ",
    b"service-policy P\n", b"match class-map C\n",
]  # fmt: skip

Mutation = Callable[[random.Random, bytes], bytes]


def _place(dice: random.Random, data: bytes) -> int:
    return dice.randrange(len(data) + 1)


def _flip(dice: random.Random, data: bytes) -> bytes:
    at = _place(dice, data)
    return data[:at] + bytes([dice.randrange(256)]) + data[at + 1 :]


def _cut(dice: random.Random, data: bytes) -> bytes:
    at = _place(dice, data)
    return data[:at] + data[at + dice.randrange(1, 40) :]


def _token(dice: random.Random, data: bytes) -> bytes:
    at = _place(dice, data)
    return data[:at] + dice.choice(TOKENS) + data[at:]


def _swap_lines(dice: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    first, second = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[first], lines[second] = lines[second], lines[first]
    return b"\n".join(lines)


def _repeat(dice: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    at = dice.randrange(len(lines))
    lines[at : at + 1] = lines[at : at + 1] * dice.choice((2, 3, 50))
    return b"\n".join(lines)


def _indent(dice: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    at = dice.randrange(len(lines))
    lines[at] = b" " * dice.randrange(6) + lines[at].lstrip()
    return b"\n".join(lines)


def _swap_words(dice: random.Random, data: bytes) -> bytes:
    words = data.split(b" ")
    first, second = dice.randrange(len(words)), dice.randrange(len(words))
    words[first], words[second] = words[second], words[first]
    return b" ".join(words)


MUTATIONS: tuple[Mutation, ...] = (
    _flip, _cut, _token, _token, _swap_lines, _repeat, _indent, _swap_words, _swap_words,
)  # fmt: skip


def seeds() -> list[bytes]:
    """What the mutations begin with: generated configs and the published ones."""
    found = [generate.text(length).encode() for length in (20, 60, 120)]
    found += [path.read_bytes() for path in sorted(ROOT.glob("examples/**/*.cfg"))]
    found += [path.read_bytes() for path in sorted(ROOT.glob("tests/corpus/**/*.cfg"))]
    return [one for one in found if len(one) < 20_000] + [b""]


def try_one(data: bytes) -> None:
    """Read and check; an AssertionError or any other exception is a bug."""
    source = SourceText.of("fuzz.cfg", data)
    reading = read(source)
    heights = sum(line.height for line in reading.walk())
    total = reading.blank + reading.comment + reading.skipped + heights
    if total != len(source.lines):
        raise AssertionError(f"{total} lines accounted for of {len(source.lines)}")
    config = api.loads(source)
    counted = config.device.coverage
    covered = counted.modelled + counted.recognised + counted.irrelevant + counted.unknown
    if covered != len(source.lines):
        raise AssertionError(f"{covered} lines in a state of {len(source.lines)}")
    api.check(config)


def main() -> int:
    """Run until the time is over; 1 if some input failed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=ROOT / "build" / "fuzz")
    options = parser.parse_args()
    dice = random.Random(options.seed)  # noqa: S311  (repeatable, not secret)
    pool = seeds()
    began, tried, slowest = time.monotonic(), 0, 0.0
    failures: set[str] = set()
    while time.monotonic() - began < options.seconds:
        data = dice.choice(pool)
        for _ in range(dice.choice((1, 2, 4, 8, 32))):
            data = dice.choice(MUTATIONS)(dice, data)
        data = data[:60_000]
        start = time.monotonic()
        try:
            try_one(data)
        except Exception as error:  # noqa: BLE001  (this is what is looked for)
            place = traceback.extract_tb(error.__traceback__)[-1]
            key = f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}"
            if key not in failures:
                failures.add(key)
                options.keep.mkdir(parents=True, exist_ok=True)
                stem = options.keep / f"{len(failures):03}"
                stem.with_suffix(".cfg").write_bytes(data)
                stem.with_suffix(".txt").write_text(traceback.format_exc(), encoding="utf-8")
                print(f"{key}: {error}", file=sys.stderr)
        slowest = max(slowest, time.monotonic() - start)
        tried += 1
    print(f"{tried} inputs, {len(failures)} kinds of failure, slowest {slowest:.2f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
