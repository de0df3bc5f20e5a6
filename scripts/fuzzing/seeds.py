"""What mutations begin with: the examples, texts in tests, generated and published configs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from scripts.fuzzing import more_seeds
from scripts.fuzzing.parts import pack

__all__ = ["ROOT", "SEEDS", "read_seeds", "write_seeds"]

ROOT = Path(__file__).resolve().parents[2]
_EXAMPLES = ROOT / "examples"
_LONGEST = 6_000
_SHORT_MS = b"duration_ms: 400\n"
_CONFIG = re.compile(
    r"^ *(?:class-map|policy-map|interface|class-of-service|firewall|set (?:class|fire|interf))\b",
    re.MULTILINE,
)


def _name(path: Path | None, text: str) -> str:
    """By what name a config is laid out: the suffix tells the mutations which words fit."""
    if path is not None and path.suffix == ".conf":
        return "router.conf"
    junos = re.search(r"^(?:[\w-]+ \{|(?:set|delete) \w)", text, re.MULTILINE)
    return "router.conf" if junos and path is None else "router.cfg"


def _texts() -> Iterator[tuple[Path | None, str]]:
    shared = ROOT.parent / "shared" / "corpus"
    paths = [
        *_EXAMPLES.rglob("*.c*f*"),
        *(shared / "cisco").rglob("*.cfg"),
        *(shared / "junos").rglob("*.[cs]*"),
    ]
    for path in sorted(paths):
        if path.stat().st_size <= _LONGEST:
            yield path, path.read_bytes().decode("utf-8", "replace")
    for path in sorted((ROOT / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                text = node.value
                if 40 < len(text) <= _LONGEST and text.count("\n") > 2 and _CONFIG.search(text):
                    yield None, text


def configs() -> list[bytes]:
    """Configs of both dialects, in all forms: one file each."""
    return [pack({_name(path, text): text.encode("utf-8", "replace")}) for path, text in _texts()]


def _examples() -> Iterator[tuple[Path, Path]]:
    """A config and the traffic that is sent through it."""
    for config in sorted((*_EXAMPLES.rglob("*.cfg"), *_EXAMPLES.rglob("*.conf"))):
        for name in (config.stem, config.stem.replace("scenario", "traffic"), "traffic", "udp-2"):
            traffic = config.with_name(f"{name}.yaml")
            if traffic.is_file() and b"qosc/traffic" in traffic.read_bytes():
                yield config, traffic
                break


def _short(document: bytes) -> bytes:
    """A document whose traffic lasts less than a second, so that many are run."""
    document = re.sub(rb"^duration_ms: .*\n", _SHORT_MS, document, flags=re.MULTILINE)
    return re.sub(rb"warm_up_ms: \d+", b"warm_up_ms: 20", document)


def overlays() -> list[bytes]:
    """A config, and traffic for it."""
    return [
        pack({_name(config, ""): config.read_bytes(), "traffic.yaml": _short(traffic.read_bytes())})
        for config, traffic in _examples()
    ]


def scripts() -> list[bytes]:
    """A config, and the script that is made of it."""
    from qosc import api

    found = []
    for path in (*sorted(_EXAMPLES.rglob("*.cfg")), *sorted(_EXAMPLES.rglob("*.conf"))):
        for batch in (False, True):
            artefact = api.compile(api.load(path), target="tc", allow_loss=True, batch=batch)
            made = [file.text for file in artefact.files if file.name.endswith("batch") == batch]
            text = "\n".join(made).encode()
            if made and len(text) < 4 * _LONGEST:
                found.append(pack({_name(path, ""): path.read_bytes(), "qos.sh": text}))
    return found


def scenarios() -> list[bytes]:
    """Scenarios with the traffic of the examples, a file each."""
    from qosc import api
    from qosc.scenario import Overlay, load_overlay

    found = [_short(path.read_bytes()) for path in sorted(_EXAMPLES.rglob("scenario*.yaml"))]
    for config, traffic in _examples():
        overlay = load_overlay(traffic.read_text(encoding="utf-8"), traffic.name)
        if isinstance(overlay, Overlay):
            read = api.load(config)
            made = api.compile(read, target="sim", allow_loss=True, overlay=overlay)
            found += [_short(file.text.encode()) for file in made.files]
    return [pack({"scenario.yaml": text}) for text in found if len(text) < 3 * _LONGEST]


def folders() -> list[bytes]:
    """Folders of one experiment: a config, its traffic, and what is expected of it."""
    import yaml

    found = []
    for path in sorted(_EXAMPLES.rglob("expected.yaml")):
        whole = yaml.safe_load(path.read_text(encoding="utf-8"))
        for each in whole["experiments"]:
            files = {
                "router.cfg": (path.parent / each["config"]).read_bytes(),
                "traffic.yaml": _short((path.parent / each["traffic"]).read_bytes()),
            }
            one = {**each, "config": "router.cfg", "traffic": "traffic.yaml", "engines": ["sim"]}
            document = {"schema": whole["schema"], "experiments": [one]}
            files["expected.yaml"] = yaml.safe_dump(document, sort_keys=False).encode()
            found.append(pack(files))
    return found


SEEDS = {
    "configs": configs,
    "settings": more_seeds.settings,
    "displays": more_seeds.displays,
    "baselines": more_seeds.baselines,
    "pairs": more_seeds.pairs,
    "meant": more_seeds.meant,
    "linked": more_seeds.linked,
    "packets": more_seeds.packets,
    "captures": more_seeds.captures,
    "traffic": more_seeds.traffic,
    "states": more_seeds.states,
    "overlays": overlays,
    "scripts": scripts,
    "scenarios": scenarios,
    "folders": folders,
}


def write_seeds(kind: str, folder: Path) -> None:
    """Make the seeds of a kind, once for all processes: some take a while."""
    if not folder.is_dir():
        folder.mkdir(parents=True)
        for number, data in enumerate(SEEDS[kind]()):
            (folder / f"{number:04}").write_bytes(data)


def read_seeds(folder: Path) -> list[bytes]:
    """The seeds in a folder."""
    return [path.read_bytes() for path in sorted(folder.iterdir())]
