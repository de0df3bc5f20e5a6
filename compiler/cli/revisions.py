"""Configs as they are in a git repository: `REV:path`, and the files of a folder at a revision."""

from __future__ import annotations

import os
import subprocess
from functools import cached_property

from qosc.cli.files import EmptyError, UnreadableError
from qosc.source import SourceText

__all__ = ["Older", "blob", "files_at", "is_revision", "read_revision", "split_revision"]

_SECONDS = 60
_SHA1 = 40
"""Digits by which git calls a file in a repository of the older kind."""


def is_revision(path: str) -> bool:
    """Whether an argument is `REV:path` and no file of that name."""
    if path == "-" or os.path.lexists(path) or ":" not in path:
        return False
    revision, _, rest = path.partition(":")
    # C:\configs is a file of Windows that is not there.
    return bool(rest) and not (len(revision) == 1 and rest[:1] in "/\\") and revision[:1] != "-"


class Older:
    """What files were at a revision. Git is asked once for all of them, and for renames once, where
    one is missing.
    """

    def __init__(self, revision: str) -> None:
        self._revision = revision
        self._renamed: dict[str, str] | None = None

    def name_of(self, path: str) -> str:
        """The name of a file or a folder then; empty where it was not there. UnreadableError for a
        revision that is not there; at a `HEAD` that has no commit yet, there are no files.
        """
        name = self._within(path)
        if name in self._blobs or name in self._folders:
            return path
        if self._renamed is None:
            try:
                self._renamed = _renamed_since(self._revision)
            except UnreadableError:  # a repository without a commit
                self._renamed = {}
        return self._renamed.get(os.path.relpath(path), "")

    def same(self, path: str, data: bytes) -> bool:
        """Whether a file was there under this name with these very bytes."""
        known = self._blobs.get(self._within(path), "")
        if not known:
            return False
        import hashlib

        # What git calls a file by; a repository may have the longer kind.
        kind = hashlib.sha256 if len(known) > _SHA1 else hashlib.sha1
        named = kind(b"blob %d\0" % len(data) + data, usedforsecurity=False)
        return named.hexdigest() == known

    @cached_property
    def _top(self) -> str:
        """The folder that the names of git begin at."""
        shown = f"{self._revision}:"
        return os.fsdecode(_git(shown, "rev-parse", "--show-toplevel")).removesuffix("\n")

    def _within(self, path: str) -> str:
        # The folder may be reached by a link; the file itself is what it is called.
        folder, name = os.path.split(os.path.abspath(path))
        return os.path.relpath(os.path.join(os.path.realpath(folder), name), self._top).replace(
            os.sep, "/"
        )

    @cached_property
    def _blobs(self) -> dict[str, str]:
        """The files of the revision, as git calls what is in them; links and the like too."""
        revision, shown = self._revision, f"{self._revision}:"
        if not revision:
            listed = os.fsdecode(_git(shown, "ls-files", "-z", "--stage", "--full-name", ":/"))
            rows = [row.partition("\t") for row in listed.split("\0") if row]
            return {name: words.split()[1] for words, _, name in rows}
        try:
            _git(shown, "rev-parse", "--verify", "--quiet", "--end-of-options", revision)
        except UnreadableError:
            if revision == "HEAD" and _in_repository(shown):
                return {}
            raise UnreadableError(shown, f"git has no revision {revision!r}") from None
        tree = f"{revision}^{{tree}}"
        listed = os.fsdecode(
            _git(shown, "ls-tree", "-r", "-z", "--full-tree", "--end-of-options", tree)
        )
        rows = [row.partition("\t") for row in listed.split("\0") if row]
        return {name: words.split()[2] for words, _, name in rows}

    @cached_property
    def _folders(self) -> frozenset[str]:
        folders = {"."}
        for name in self._blobs:
            folder = os.path.dirname(name)
            while folder and folder not in folders:
                folders.add(folder)
                folder = os.path.dirname(folder)
        return frozenset(folders)


def _renamed_since(revision: str) -> dict[str, str]:
    """The old path of each file that has another one since a revision, in the index; both from the
    folder that we are in. Git takes a file for the same where half of it is.
    """
    shown = f"{revision}:"
    listed = _git(
        shown,
        *("diff", "--cached", "--find-renames", "--diff-filter=R", "--name-status", "-z"),
        *("--no-ext-diff", "--no-textconv", "--end-of-options", revision, "--"),
    )
    here = os.fsdecode(_git(shown, "rev-parse", "--show-prefix")).removesuffix("\n") or "."
    words = os.fsdecode(listed).split("\0")
    return {
        os.path.relpath(new, here): os.path.relpath(old, here)
        for old, new in zip(words[1::3], words[2::3], strict=False)
    }


def _in_repository(shown: str) -> bool:
    """Whether there is a repository here at all; UnreadableError, with git's words, if not."""
    return bool(_git(shown, "rev-parse", "--git-dir"))


def split_revision(path: str) -> tuple[str, str]:
    """The revision, empty for the index, and the path."""
    revision, _, rest = path.partition(":")
    return revision, rest


def read_revision(path: str, max_size: int) -> SourceText:
    """The text of `REV:path`.

    UnreadableError where git has none, where it is larger than `max_size` MB and where it is no
    text; EmptyError where there are only blanks.
    """
    revision, rest = split_revision(path)
    name = f"{revision}:{_from_here(rest)}"
    kind = _git(path, "cat-file", "-t", name).decode(errors="replace").strip()
    if kind != "blob":
        raise UnreadableError(path, f"it is a {kind or 'thing'} of git, not a file")
    size = int(_git(path, "cat-file", "-s", name))
    if size > max_size * 1_000_000:
        reason = f"it is larger than {max_size} MB; --max-size sets another limit"
        raise UnreadableError(path, reason)
    source = SourceText.of(path, _git(path, "cat-file", "blob", name))
    if source.doubt is not None:
        what, remedy = source.doubt
        raise UnreadableError(path, f"it is {what}: {remedy}")
    if not source.text.strip():
        raise EmptyError(path)
    return source


def blob(path: str) -> bytes:
    """The bytes of `REV:path`, nothing for what is no file; UnreadableError where git fails."""
    revision, rest = split_revision(path)
    name = f"{revision}:{_from_here(rest)}"
    if _git(path, "cat-file", "-t", name).strip() != b"blob":
        return b""
    return _git(path, "cat-file", "blob", name)


def files_at(revision: str, path: str) -> list[str] | None:
    """The files below a folder at a revision, by their paths from there; None: it is no folder."""
    shown = f"{revision}:{path}"
    inner = _from_here(path).rstrip("/")
    name = revision + ":" + ("" if inner in ("./", ".") else inner)
    if _git(shown, "cat-file", "-t", name).decode(errors="replace").strip() != "tree":
        return None
    listed = _git(shown, "ls-tree", "-r", "-z", "--name-only", "--end-of-options", name)
    return sorted(one for one in listed.decode(errors="replace").split("\0") if one)


def _from_here(path: str) -> str:
    """A path as git takes it behind a revision: from the folder that we are in."""
    path = path.replace(os.sep, "/")
    if path.startswith("/"):
        return os.path.relpath(path).replace(os.sep, "/")
    return path if path.startswith(("./", "../")) else f"./{path}"


def _git(shown: str, *arguments: str) -> bytes:
    try:
        done = subprocess.run(
            ["git", "--no-pager", *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=_SECONDS,
        )
    except FileNotFoundError:
        raise UnreadableError(shown, "git is not installed, and no such file is here") from None
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise UnreadableError(shown, f"git did not answer: {error}") from None
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        raise UnreadableError(shown, (lines or ["git has no such object"])[-1])
    return done.stdout
