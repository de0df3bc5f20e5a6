"""Print a made-up device and what a router does with it: `generate.py SEED DIALECT`.

The dialects are ios-12, ios-15, ios-xe, junos (braces) and junos-set. First comes the text, then
the figures of every attachment with how they were worked out and who says so, then packets with
their treatment ("?" marks what no public source settles). The same seed gives the same device.

    python scripts/generate.py 7 ios-15
    python scripts/generate.py 7 junos --packets 50 --size medium
    python scripts/generate.py 7 ios-xe --hostile --text > odd.cfg
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import fields
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.generator import DIALECTS, QUANTITIES, SOURCES, Treatment, device
from tests.wire import Packet


def main() -> int:
    """Print one device."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("seed", type=int)
    parser.add_argument("dialect", choices=DIALECTS)
    parser.add_argument("--size", choices=("small", "medium", "large", "nested"), default="small")
    parser.add_argument("--hostile", action="store_true", help="shell code and quotes in names")
    parser.add_argument("--packets", type=int, default=20, help="how many (20)")
    parser.add_argument("--text", action="store_true", help="the text alone")
    options = parser.parse_args()
    made = device(options.seed, options.dialect, options.size, hostile=options.hostile)
    if options.text:
        sys.stdout.write(made.text)
        return 0
    print(made.text)
    print(f"--platform {made.platform}\n\nFigures")
    for each in made.figures():
        value = "unknown" if each.value is None else str(each.value)
        place = " ".join((each.port, each.direction, *each.path))
        print(f"  {place}: {each.quantity} {value} ({QUANTITIES[each.quantity]})")
        print(f"      {each.how}; {SOURCES[each.source]}")
    print("\nPackets")
    rng = Random(options.seed)  # noqa: S311
    for ingress, egress, packet, treatment in made.packets(options.packets, rng):
        print(f"  {ingress} to {egress}: {told(packet)}\n      {fate(treatment)}")
    return 0


def told(packet: Packet) -> str:
    """The fields of a packet that are not as in a new one."""
    plain = Packet(version=packet.version)
    parts = [
        f"{field.name} {getattr(packet, field.name)}"
        for field in fields(Packet)
        if getattr(packet, field.name) != getattr(plain, field.name)
    ]
    return ", ".join([f"IPv{packet.version}", *parts])


def fate(found: Treatment) -> str:
    """A treatment in words; "?" where no source decides."""
    parts = []
    for field in fields(Treatment):
        value = getattr(found, field.name)
        if field.name == "unknown":
            continue
        if field.name in found.unknown:
            parts.append(f"{field.name} ?")
        elif value not in (None, (), False):
            parts.append(f"{field.name} {'/'.join(value) if isinstance(value, tuple) else value}")
    return ", ".join(parts) or "forwarded, nothing done"


if __name__ == "__main__":
    sys.exit(main())
