"""Files that a command writes: all of them whole or none, and none over another program's."""

from __future__ import annotations

import os
import signal
import stat
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from threading import current_thread, main_thread
from types import FrameType
from typing import NamedTuple

from qosc.cli.files import RefusedError, opened, spare_inputs, unwritable
from qosc.targets.base import OutputFile

__all__ = ["check_place", "write_file", "write_files"]

_RECORD = ".qosc.sha256"
"""What a folder is told about: the files that were written there, as `sha256sum -c` reads them."""
_CHUNK = 1 << 20
_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


def check_place(output: str, *inputs: str) -> None:
    """RefusedError where one file cannot be written to `output`: it is a folder, a file that was
    read, or `-`, since on standard output is what the command prints.
    """
    if output == "-":
        raise RefusedError("cannot write '-': name a file; standard output has what is printed")
    if os.path.isdir(output) or output.endswith(os.sep):
        raise RefusedError(f"cannot write {output!r}: it is a folder; name a file")
    spare_inputs(output, *inputs)


def write_file(content: str | bytes, output: str, *, inputs: Sequence[str] = ()) -> None:
    """Write one file, as `write_files` does, to a place that `check_place` finds right.

    RefusedError for what cannot be written.
    """
    check_place(output, *inputs)
    data = content.encode() if isinstance(content, str) else content
    try:
        _write([_Written(output, data)])
    except OSError as error:
        raise unwritable(output, error) from None


def write_files(
    files: Sequence[OutputFile], output: str, *, force: bool = False, inputs: Sequence[str] = ()
) -> None:
    """Write one file to `output`, or several into the folder of that name.

    They are written beside their places and renamed, so that none is ever seen half written, and
    nothing is left of a run that ends before its time. What is no ordinary file (`/dev/null`, a
    pipe) is written to, never replaced. In a folder, a file that qosc did not write, or that was
    changed since, is overwritten only with `force`; a file of `inputs`, which were read, never.
    RefusedError for what cannot be written.
    """
    as_folder = len(files) > 1 or os.path.isdir(output) or output.endswith(os.sep)
    try:
        if not as_folder:
            spare_inputs(output, *inputs)
            _write([_written(output, files[0])])
            return
        for file in files:
            spare_inputs(os.path.join(output, file.name), *inputs)
        if not force:
            _spare_others(files, output)
        if _is_stream(place := os.path.join(output, _RECORD)):
            raise RefusedError(f"cannot write {place!r}: it is no ordinary file")
        record = OutputFile(_RECORD, _record(files, output))
        _write([_written(os.path.join(output, file.name), file) for file in (*files, record)])
    except OSError as error:
        raise unwritable(output, error) from None


def _spare_others(files: Sequence[OutputFile], folder: str) -> None:
    known = _recorded(folder)
    others = [
        file.name
        for file in files
        if (digest := _digest(os.path.join(folder, file.name))) is not None
        and digest not in (known.get(file.name), sha256(file.text.encode()).hexdigest())
    ]
    if others:
        more = f" (and {len(others) - 1} more)" if len(others) > 1 else ""
        raise RefusedError(
            f"{os.path.join(folder, others[0])!r}{more} is there, and not as qosc wrote it; "
            "--force overwrites it"
        )


def _digest(path: str) -> str | None:
    """Of a file's bytes; None where there is none, and empty for what is no ordinary file."""
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return ""
        with open(path, "rb") as file:
            return sha256(file.read()).hexdigest()
    except FileNotFoundError:
        return None


def _recorded(folder: str) -> dict[str, str]:
    """The digests of the files that were written into a folder, by name."""
    try:
        # `opened` does not wait for what is a pipe or a device.
        with opened(os.path.join(folder, _RECORD)) as file:
            lines = file.read(_CHUNK).decode("utf-8", "replace").splitlines()
    except (OSError, RefusedError):
        return {}
    return {name: digest for digest, _, name in (line.partition("  ") for line in lines)}


def _record(files: Sequence[OutputFile], folder: str) -> str:
    """The record with these files; of the others, those that are still there."""
    digests = {file.name: sha256(file.text.encode()).hexdigest() for file in files}
    for name, digest in _recorded(folder).items():
        if name not in digests and os.path.isfile(os.path.join(folder, name)):
            digests[name] = digest
    return "".join(f"{digest}  {name}\n" for name, digest in sorted(digests.items()))


class _Written(NamedTuple):
    """What a file is to hold."""

    path: str
    data: bytes
    executable: bool = False


def _written(path: str, file: OutputFile) -> _Written:
    return _Written(path, file.text.encode(), file.executable)


def _write(files: Sequence[_Written]) -> None:
    streams = [file for file in files if _is_stream(file.path)]
    for file in streams:
        with open(file.path, "wb") as out:
            out.write(file.data)
    folders: list[str] = []
    pending: list[tuple[str, str]] = []
    try:
        with _signals_kept_back() as stopped:
            for file in files:
                if file not in streams:
                    _make_folders(os.path.dirname(file.path), folders)
                    _write_beside(file, pending, stopped)
                if stopped:
                    break
            while pending and not stopped:
                os.replace(*pending[0])
                del pending[0]
            if not stopped:
                folders.clear()
    finally:
        for part, _ in pending:
            with suppress(OSError):
                os.unlink(part)
        for folder in reversed(folders):
            with suppress(OSError):
                os.rmdir(folder)
    if stopped:
        _end_by(stopped[0])


def _is_stream(path: str) -> bool:
    return os.path.exists(path) and not os.path.isfile(path)


def _make_folders(path: str, made: list[str]) -> None:
    """As os.makedirs; those that were not there are put into `made`."""
    if path and not os.path.isdir(path):
        _make_folders(os.path.dirname(path), made)
        os.mkdir(path)
        made.append(path)


def _write_beside(file: _Written, pending: list[tuple[str, str]], stopped: list[int]) -> None:
    """Write a new file of a name that nobody can foresee; it is put into `pending` with its own."""
    number, part = tempfile.mkstemp(dir=os.path.dirname(file.path) or ".", prefix=".qosc-")
    pending.append((part, file.path))
    with open(number, "wb") as out:
        os.chmod(part, (0o777 if file.executable else 0o666) & ~_umask())
        data = memoryview(file.data)
        for start in range(0, len(data), _CHUNK):
            if stopped:
                return
            out.write(data[start : start + _CHUNK])


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


@contextmanager
def _signals_kept_back() -> Iterator[list[int]]:
    """Collect the signals that end a program, in place of ending at once with files left behind."""
    stopped: list[int] = []

    def keep(number: int, _: FrameType | None) -> None:
        stopped.append(number)

    # Python lets no other thread set what a signal does.
    wanted = _SIGNALS if current_thread() is main_thread() else ()
    before = {
        number: signal.signal(number, keep)
        for number in wanted
        if signal.getsignal(number) not in (signal.SIG_IGN, None)
    }
    try:
        yield stopped
    finally:
        for number, action in before.items():
            signal.signal(number, action)


def _end_by(number: int) -> None:
    """What the signal would have done."""
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
