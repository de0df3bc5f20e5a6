"""Run docs/recipes/Containerfile where no image can be built: its commands, in chroots.

    python scripts/release/containerfile.py FOLDER

as root, with mmdebstrap; FOLDER must not be there.

Each FROM is a new root in FOLDER by mmdebstrap with the suite of the image's tag; RUN is executed
in it, COPY copies, ENV and WORKDIR hold for what follows. At the end the entry point runs `demo`.
The certificates and the resolver of this machine are lent to the roots. What differs from an image:
mmdebstrap's packages in place of the image's, and no layers.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["FILE", "Stage", "main", "stages"]

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "docs" / "recipes" / "Containerfile"
_LENT = ("etc/resolv.conf", "etc/ssl/certs/ca-certificates.crt")


@dataclass
class Stage:
    """One root: its suite, its name, and what is done in it, in order."""

    suite: str
    name: str
    steps: list[tuple[str, str]] = field(default_factory=list)


def stages(text: str) -> list[Stage]:
    """The stages of a Containerfile. ValueError for an instruction that is not known here."""
    found: list[Stage] = []
    for line in _instructions(text):
        word, _, rest = line.partition(" ")
        if word == "FROM":
            image, *more = rest.split()
            suite = image.rpartition(":")[2].partition("-")[0]
            found.append(Stage(suite, more[1] if more else ""))
        elif word in ("RUN", "COPY", "ENV", "WORKDIR", "ENTRYPOINT") and found:
            found[-1].steps.append((word, rest))
        else:
            raise ValueError(f"not known: {line}")
    return found


def _instructions(text: str) -> Iterator[str]:
    for line in text.replace("\\\n", "").splitlines():
        if line.strip() and not line.startswith("#"):
            yield " ".join(line.split(" "))


def main(arguments: list[str]) -> int:
    """Build and try it; the status of the program."""
    if len(arguments) != 1 or os.geteuid() != 0 or Path(arguments[0]).exists():
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(arguments[0]).resolve()
    roots: dict[str, Path] = {}
    for number, stage in enumerate(stages(FILE.read_text(encoding="utf-8"))):
        root = folder / str(number)
        roots[stage.name or str(number)] = root
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["mmdebstrap", "--quiet", "--variant=minbase", stage.suite, root], check=True
        )
        status = _build(root, stage, roots)
        if status:
            return status
    return 0


def _build(root: Path, stage: Stage, roots: dict[str, Path]) -> int:
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/root"}
    place = "/"
    for word, rest in stage.steps:
        print(f"{word} {rest}", flush=True)
        if word == "ENV":
            environment |= dict([rest.split("=", 1)])
        elif word == "WORKDIR":
            place = rest
            (root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif word == "COPY":
            _copy(root, shlex.split(rest), roots)
        else:
            entry = word == "ENTRYPOINT"
            command = shlex.join([*json.loads(rest), "demo"]) if entry else rest
            status = _run(root, f"cd {shlex.quote(place)} && {command}", environment)
            if status:
                print(f"status {status}: {command}", file=sys.stderr)
                return 1
    return 0


def _copy(root: Path, words: list[str], roots: dict[str, Path]) -> None:
    start = ROOT
    if words[0].startswith("--from="):
        start = roots[words[0].removeprefix("--from=")]
        words = words[1:]
    *sources, target = words
    for source in sources:
        to = root / target.lstrip("/")
        if target.endswith("/"):
            to /= Path(source).name
        to.parent.mkdir(parents=True, exist_ok=True)
        found = start / source.lstrip("/")
        if found.is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(found, to, symlinks=True, ignore=ignored, dirs_exist_ok=True)
        else:
            shutil.copy(found, to)


def _run(root: Path, command: str, environment: dict[str, str]) -> int:
    for lent in _LENT:
        if Path("/", lent).exists() and (root / lent).parent.is_dir():
            shutil.copy(Path("/", lent), root / lent)
    done = subprocess.run(
        [shutil.which("chroot") or "chroot", root, "/bin/sh", "-c", command],
        env={**environment, "DEBIAN_FRONTEND": "noninteractive"},
        check=False,
    )
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
