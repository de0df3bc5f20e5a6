"""Build the source distribution and the wheel, the same bytes on every machine.

    python scripts/release/dist.py FOLDER     write both there, and print their SHA-256

The sources are the files that git knows (all files, where there is no git). Times are
SOURCE_DATE_EPOCH, or that of the last commit; owners and the umask do not count. The wheel is built
from what the source distribution holds, so nothing can be missing there. The same version of
setuptools is needed for the same bytes. It needs the extra `test`.
"""

from __future__ import annotations

import gzip
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from hashlib import sha256
from pathlib import Path

__all__ = ["build", "main"]

ROOT = Path(__file__).resolve().parents[2]
_NOT_OURS = {"build", "dist", "__pycache__", "qosc.egg-info"}
_CALL = "import sys, setuptools.build_meta as build; print(build.build_{}(sys.argv[1]))"


def main(arguments: list[str]) -> int:
    """Build into a folder; the status of the program."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    for path in build(Path(arguments[0])):
        print(sha256(path.read_bytes()).hexdigest(), path.name)
    return 0


def build(target: Path) -> tuple[Path, Path]:
    """The source distribution and the wheel. CalledProcessError where setuptools fails."""
    target.mkdir(parents=True, exist_ok=True)
    when = _when()
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        tree = work / "tree"
        for path in _sources():
            (tree / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, tree / path)
            (tree / path).chmod(0o755 if os.access(ROOT / path, os.X_OK) else 0o644)
        made = _call("sdist", tree, work, when)
        source = target / made.name
        _settle(made, source, when)
        with tarfile.open(source) as archive:
            archive.extractall(work / "unpacked", filter="data")
        (unpacked,) = (work / "unpacked").iterdir()
        wheel = _call("wheel", unpacked, work, when)
        return source, Path(shutil.copy(wheel, target / wheel.name))


def _sources() -> list[Path]:
    git = ["git", "-C", str(ROOT), "ls-files", "-z"]
    done = subprocess.run(git, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode == 0:
        named = [Path(name) for name in done.stdout.split("\0") if name]
        return [path for path in named if (ROOT / path).is_file()]
    return [
        path.relative_to(ROOT)
        for path in sorted(ROOT.rglob("*"))
        if path.is_file() and not _NOT_OURS & set(path.relative_to(ROOT).parts)
    ]


def _when() -> int:
    told = os.environ.get("SOURCE_DATE_EPOCH")
    if told is None:
        git = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
        done = subprocess.run(git, capture_output=True, text=True, check=False)
        told = done.stdout.strip() or "1700000000"
    return int(told)


def _call(what: str, tree: Path, place: Path, when: int) -> Path:
    old = os.umask(0o022)
    try:
        done = subprocess.run(
            [sys.executable, "-c", _CALL.format(what), str(place)],
            cwd=tree,
            env={**os.environ, "SOURCE_DATE_EPOCH": str(when)},
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        os.umask(old)
    if done.returncode:
        sys.stderr.write(done.stderr)
        done.check_returncode()
    return place / done.stdout.splitlines()[-1]


def _settle(made: Path, target: Path, when: int) -> None:
    """The same archive, in order, without what differs from machine to machine."""
    packed = io.BytesIO()
    with (
        tarfile.open(made) as old,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for member in sorted(old.getmembers(), key=lambda one: one.name):
            member.mtime, member.uid, member.gid, member.uname, member.gname = when, 0, 0, "", ""
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            member.pax_headers = {}
            new.addfile(member, old.extractfile(member) if member.isfile() else None)
    with target.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as out:
        out.write(packed.getvalue())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
