"""A settings file from its text, or what is wrong with it at line and column."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from pydantic import ValidationError

from qosc.diagnostics import Diagnostic
from qosc.platforms import all_names
from qosc.scenario.explain import SCHEMA, SYNTAX, diagnostic, explained, ordered, place_of
from qosc.scenario.near import nearest
from qosc.scenario.reader import Fault, Tree
from qosc.settings.form import File
from qosc.settings.site_rules import rows_of
from qosc.settings.toml_tree import read
from qosc.source import SourceText, Span

__all__ = ["load", "place"]

_Place = tuple[str | int, ...]


def load(source: SourceText, *, table: bool) -> File | tuple[Diagnostic, ...] | None:
    """The settings in a text, or its faults; never raises.

    With `table` they are those of `[tool.qosc]` in a pyproject.toml, None where it has none.
    """
    try:
        tree: Tree | None = read(source)
    except Fault as fault:
        return (diagnostic(SYNTAX, fault.message, fault.span, help_=fault.help),)
    if table:
        tree = _entry(_entry(tree, "tool"), "qosc")
    if tree is None:
        return None
    try:
        file = File.model_validate(tree.plain())
    except ValidationError as error:
        return explained(tree, error, File)
    faults = [
        diagnostic(SCHEMA, message, place_of(tree, place)[0], help_=help_)
        for place, message, help_ in _wrong(file)
    ]
    return ordered(faults) if faults else file


def place(source: SourceText, key: str, number: int, *within: str | int) -> Span:
    """Where a table of an array, or what is `within` it, stands in a text that `load` took."""
    tree = read(source)
    inner = _entry(_entry(tree, "tool"), "qosc")
    return place_of(tree if inner is None else inner, (key, number, *within))[0]


def _entry(tree: Tree | None, key: str) -> Tree | None:
    entry = tree.entries.get(key) if tree is not None and tree.entries is not None else None
    return entry[1] if entry is not None else None


def _wrong(file: File) -> Iterator[tuple[_Place, str, str]]:
    """What no key by itself shows: the place, a sentence, advice."""
    yield from _unknown_rules(file)
    if file.extend_select and file.select is None:
        words = "every rule runs where there is no 'select': 'extend-select' adds none"
        yield ("extend-select",), words, "leave it out, or write 'select'"
    yield from _wrong_demands(file)
    yield from _wrong_accepts(file)
    yield from _wrong_patterns(file)
    yield from _wrong_devices(file)
    for number, row in enumerate(file.configs):
        if row.platform.lower() not in all_names():
            near = nearest(row.platform.lower(), all_names())
            help_ = f"did you mean {near!r}?" if near else f"there are {', '.join(all_names())}"
            place = ("configs", number, "platform")
            yield place, f"there is no platform {row.platform[:80]!a}", help_


def _wrong_patterns(file: File) -> Iterator[tuple[_Place, str, str]]:
    """Patterns that no config has, wherever it is."""
    lists: list[tuple[_Place, Sequence[str]]] = [
        (("include",), file.include),
        (("exclude",), file.exclude),
        *((("configs", at, "files"), row.files) for at, row in enumerate(file.configs)),
        *((("links", at, "files"), row.files) for at, row in enumerate(file.links)),
        *((("require", at, "files"), row.files) for at, row in enumerate(file.require)),
    ]
    patterns = [((*place, at), word) for place, words in lists for at, word in enumerate(words)]
    patterns += [(("per-file-ignores", word), word) for word in file.per_file_ignores]
    for place, word in patterns:
        if ".." in word.split("/"):
            help_ = "put a settings file above those configs, or use --settings FILE"
            yield (
                place,
                f"{word[:80]!a} takes nothing: patterns begin at the settings' folder",
                help_,
            )


def _wrong_devices(file: File) -> Iterator[tuple[_Place, str, str]]:
    """Devices that go against each other, and files that are not below the settings."""
    names: set[str] = set()
    taken: dict[str, str] = {}
    for number, row in enumerate(file.devices):
        if row.name in names:
            words = f"there is a device {row.name[:80]!a} already"
            yield ("devices", number, "name"), words, "list all files of a device in one table"
        names.add(row.name)
        for at, path in enumerate(row.files):
            place = ("devices", number, "files", at)
            if ".." in path.split("/") or posixpath.isabs(path):
                words = f"{path[:80]!a} is not below the folder of the settings"
                yield place, words, "put a settings file above all files of the device"
            plain = posixpath.normpath(path)
            if plain in taken:
                words = f"{path[:80]!a} is in device {taken[plain][:80]!a} already"
                yield place, words, "a file is of one device, and comes once"
            taken[plain] = row.name


def _wrong_demands(file: File) -> Iterator[tuple[_Place, str, str]]:
    from qosc.lint.engine.registry import find
    from qosc.trace.notation import NotationError, asked

    for number, row in enumerate(file.require):
        if find(row.code) is not None:
            yield ("require", number, "code"), f"there is a rule {row.code} already", ""
        if row.priority_at_most is not None and int(row.priority_at_most.rstrip("%")) > 100:
            place = ("require", number, "priority-at-most")
            yield place, f"{row.priority_at_most} of a link is more than there is", ""
        try:
            asked(row.packets or "")
        except NotationError as error:
            yield ("require", number, "packets"), str(error), "docs/trace.md has the words"


def _wrong_accepts(file: File) -> Iterator[tuple[_Place, str, str]]:
    from qosc.lint.engine.registry import find, with_own

    own = rows_of(file.require)
    for number, row in enumerate(file.accept):
        if find(row.rule, own) is None:
            near = nearest(row.rule, [name for each in with_own(own) for name in each[:2]])
            help_ = f"did you mean {near!r}?" if near else "it takes the code or name of one rule"
            yield ("accept", number, "rule"), f"there is no rule {row.rule[:80]!a}", help_


def _unknown_rules(file: File) -> Iterator[tuple[_Place, str, str]]:
    from qosc.lint import none_left, unknown_selectors
    from qosc.lint.engine.registry import with_own

    own = rows_of(file.require)
    lists: list[tuple[_Place, tuple[str, ...]]] = [
        (("select",), file.select or ()),
        (("extend-select",), file.extend_select),
        (("ignore",), file.ignore),
        *((("per-file-ignores", key), words) for key, words in file.per_file_ignores.items()),
    ]
    places = [
        ((*place, number), word) for place, words in lists for number, word in enumerate(words)
    ]
    places += [(("severity", word), word) for word in file.severity]
    for place, word in places:
        if unknown_selectors((word,), own):
            near = nearest(word, [name for row in with_own(own) for name in (row.code, row.name)])
            help_ = f"did you mean {near!r}?" if near else "`qosc rules` lists them"
            yield place, f"there is no rule {word[:80]!a}", help_
    chosen = (*file.select, *file.extend_select) if file.select is not None else ()
    if file.select is not None and not chosen:
        yield ("select",), "'select' names no rule, so that nothing would be checked", ""
    elif none_left(chosen, file.ignore, own):
        yield ("ignore",), "no rule is left to run: 'ignore' takes all that are selected", ""
    for key, words in file.per_file_ignores.items():
        if none_left((), words, own):
            help_ = "'exclude' passes files over, and the last line of a check counts them"
            yield ("per-file-ignores", key), "no rule is left to run on these files", help_
