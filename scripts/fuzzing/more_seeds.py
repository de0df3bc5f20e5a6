"""Seeds for commands that take more than a config: a file beside it, two of them, other forms."""

from __future__ import annotations

import ast
import struct
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from scripts.fuzzing.judge import run
from scripts.fuzzing.parts import pack, unpack

__all__ = [
    "baselines",
    "captures",
    "displays",
    "linked",
    "meant",
    "packets",
    "pairs",
    "settings",
    "states",
    "traffic",
]

_ROOT = Path(__file__).resolve().parents[2]
_SETTINGS = (
    b'ignore = ["QOS201"]\nfail-on = "error"\n\n[severity]\nQOS303 = "info"\n',
    b'[per-file-ignores]\n"branch/*" = ["QOS301"]\n"*.cfg" = ["QOS0"]\n',
    b'[[configs]]\nfiles = ["*.cfg"]\nplatform = "ios-xe"\n',
    b'[[links]]\nfiles = ["*"]\ninterfaces = ["Gi0/*", "Serial*"]\nspeed = "50Mbit"\n',
    b'select = ["QOS1", "QOS3"]\nmin-severity = "warning"\n',
)
_PACKETS = (
    b"dscp ef\n",
    b"udp src 10.0.0.1 dst 192.0.2.7 dport 16400 dscp ef size 200\n",
    b"tcp dport 80 precedence 3\n",
    b"dst 2001:db8::1 dscp af41\n",
    b"vlan 7 cos 5\n",
)


def _configs() -> list[tuple[str, bytes]]:
    """The shorter of the examples, which is what a command with a second input has time for."""
    found = sorted((_ROOT / "examples").rglob("*.c*f*"))
    texts = [
        (f"router{path.suffix}", path.read_bytes())
        for path in found
        if path.suffix in (".cfg", ".conf") and path.stat().st_size <= 4_000
    ]
    return texts[::3] or texts


def settings() -> list[bytes]:
    """A config, and settings above it."""
    return [
        pack({name: text, "qosc.toml": _SETTINGS[place % len(_SETTINGS)]})
        for place, (name, text) in enumerate(_configs())
    ]


def displays() -> list[bytes]:
    """Configs of JunOS as it prints them in XML and in JSON."""
    from tests.frontends.junos.reading.printed import json_of, xml_of

    found = []
    for name, text in _configs():
        if name.endswith(".conf") and b"{" in text:
            for form, make in (("xml", xml_of), ("json", json_of)):
                found.append(pack({f"router.{form}": make(text.decode()).encode()}))
    return found


def pairs() -> list[bytes]:
    """A config with itself, and with the next one."""
    texts = [text for _, text in _configs()]
    others = [*texts[1:], *texts[:1]]
    return [
        pack({"old.cfg": old, "new.cfg": new})
        for old, other in zip(texts, others, strict=True)
        for new in (old, other)
    ]


def packets() -> list[bytes]:
    """A config, and the words of a packet."""
    return [
        pack({name: text, "packet.txt": _PACKETS[place % len(_PACKETS)]})
        for place, (name, text) in enumerate(_configs())
    ]


def baselines() -> list[bytes]:
    """A config, and the findings about it that are accepted."""
    found = []
    for name, text in _configs():
        made = _written(["baseline", "write", name, "-o", "base.json"], {name: text}, "base.json")
        found.append(pack({name: text, "base.json": made}))
    return found


def meant() -> list[bytes]:
    """Two configs, and the changes between them as those meant."""
    found = []
    for data in pairs():
        files = unpack(data)
        line = ["diff", "old.cfg", "new.cfg", "--write-expect", "meant.json"]
        if made := _written(line, files, "meant.json"):
            found.append(pack({**files, "meant.json": made}))
    return found


def linked() -> list[bytes]:
    """Two routers, and how they hang together."""
    folder = _ROOT / "examples" / "two-routers"
    return [pack({path.name: path.read_bytes() for path in sorted(folder.glob("*.[cy]*"))})]


def _written(line: list[str], files: dict[str, bytes], name: str) -> bytes:
    """What a command writes to a file beside those that it is given; empty if it refuses."""
    with TemporaryDirectory() as folder, chdir(folder):
        for each, text in files.items():
            Path(each).write_bytes(text)
        run(line)
        made = Path(name)
        return made.read_bytes() if made.is_file() else b""


def _capture(order: str) -> bytes:
    """Two frames of IPv4 in a classic capture; see pcap-savefile(5)."""
    ip = bytes.fromhex("4500001c000100004011000a0a000001c00002070fa0401000080000")
    ip = ip[:1] + b"\xb8" + ip[2:]
    frames = [bytes(12) + b"\x08\x00" + ip, bytes(12) + b"\x81\x00\xa0\x07\x08\x00" + ip]
    out = struct.pack(f"{order}IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1)
    for frame in frames:
        out += struct.pack(f"{order}IIII", 0, 0, len(frame), len(frame)) + frame
    return out


def captures() -> list[bytes]:
    """A config, and a capture."""
    return [
        pack({name: text, "packets.pcap": _capture("<>"[place % 2])})
        for place, (name, text) in enumerate(_configs())
    ]


def _lines() -> Iterator[str]:
    words = ("mgen", "iperf", "netperf", "nuttcp", "ping ", "SLEEP", " ON ")
    for path in sorted((_ROOT / "tests" / "traffic").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                text = node.value
                if 12 < len(text) < 4_000 and any(word in text for word in words):
                    yield text


def traffic() -> list[bytes]:
    """Command lines and scripts of generators, as the tests have them."""
    return [pack({"lines.txt": text.encode("utf-8", "replace")}) for text in _lines()]


def states() -> list[bytes]:
    """A config, and what a machine with its script would show."""
    from tests.targets.live.kit import dump_of, setups_of

    found = []
    for name, text in _configs():
        try:
            setups = setups_of(text.decode())
        except (ValueError, IndexError):  # no script is made of it
            continue
        lines = "\n".join(dump_of(setups))
        if setups and len(lines) < 24_000:
            found.append(pack({name: text, "state.txt": lines.encode()}))
    return found
