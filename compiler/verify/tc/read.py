"""A script read back into what it sets up.

Written against what tc takes (its manual pages and usage), and without a look at the code that
writes scripts. Raises `Unreadable`, with the line, for what is not understood: nothing is skipped.
"""

from __future__ import annotations

from qosc.verify.tc.actions import read_actions
from qosc.verify.tc.batch import batches, is_batch
from qosc.verify.tc.model import Class, Filter, Key, PortSetup, Qdisc, Unreadable
from qosc.verify.tc.qdiscs import read_class, read_qdisc
from qosc.verify.tc.shell import Command, Function, functions
from qosc.verify.tc.units import integer
from qosc.verify.tc.words import Words

__all__ = ["read_commands", "read_script"]

_DEVICE = "$dev"
_WIDTHS = {"u8": 1, "u16": 2, "u32": 4}


def read_script(text: str) -> tuple[PortSetup, ...]:
    """Every port of a script, or of files for `tc -batch`, in its order."""
    read = batches if is_batch(text) else functions
    return tuple(_port(function) for function in read(text))


def _port(function: Function) -> PortSetup:
    return read_commands(function.commands, function.port, function.line)


def read_commands(commands: tuple[Command, ...], name: str = "", line: int = 0) -> PortSetup:
    """What a list of commands sets up on the interface `$dev`."""
    qdiscs: list[Qdisc] = []
    classes: list[Class] = []
    filters: list[Filter] = []
    for command in commands:
        try:
            made = _read(command)
        except Unreadable as error:
            raise Unreadable(str(error), command.line) from None
        if isinstance(made, Qdisc):
            qdiscs.append(made)
        elif isinstance(made, Class):
            classes.append(made)
        else:
            filters.append(made)
    _consistent(qdiscs, classes, filters)
    return PortSetup(name, tuple(qdiscs), tuple(classes), tuple(filters), line)


def _read(command: Command) -> Qdisc | Class | Filter:
    words = Words(command.words)
    words.expect("tc")
    kind = words.take()
    if not words.accept("add", "replace"):
        raise Unreadable(f"does not add anything: tc {kind} {words.next}")
    words.expect("dev")
    if words.take() != _DEVICE:
        raise Unreadable("is for another interface than the function's own")
    if kind == "qdisc":
        return read_qdisc(words, command.line)
    if kind == "class":
        return read_class(words, command.line)
    if kind == "filter":
        return _filter(words, command.line)
    raise Unreadable(f"unknown object: {kind}")


def _consistent(qdiscs: list[Qdisc], classes: list[Class], filters: list[Filter]) -> None:
    """What the kernel itself would refuse."""
    seen: dict[object, int] = {}
    made: list[tuple[object, int]] = [(("qdisc", each.handle), each.line) for each in qdiscs]
    made += [(("place", each.parent), each.line) for each in qdiscs]
    made += [(("class", each.classid), each.line) for each in classes]
    for own, line in made:
        if own in seen:
            raise Unreadable("is there already", line)
        seen[own] = line
    kinds: dict[tuple[str, int, int], Filter] = {}
    keys: set[object] = set()
    for found in filters:
        if found.kind == "flower":
            own = found.hook, found.chain, found.pref, frozenset(found.keys)
            if own in keys:
                raise Unreadable("the same filter is there already", found.line)
            keys.add(own)
        first = kinds.setdefault((found.hook, found.chain, found.pref), found)
        if (first.protocol, first.kind) != (found.protocol, found.kind):
            raise Unreadable("another kind of filter has this pref already", found.line)
        if found is not first and found.kind == "matchall":
            raise Unreadable("a second matchall of one pref", found.line)


def _filter(words: Words, line: int) -> Filter:
    hook = words.take()
    if hook not in ("ingress", "egress"):
        raise Unreadable(f"unknown place of a filter: {hook}")
    found = {"chain": "0", "pref": "", "protocol": "all"}
    while words.next in ("chain", "pref", "prio", "protocol"):
        name = words.take()
        found["pref" if name == "prio" else name] = words.take()
    if not found["pref"]:
        raise Unreadable("a filter without a pref")
    mark = words.take() if words.accept("handle") else ""
    kind = words.take()
    if bool(mark) != (kind == "fw"):
        raise Unreadable("only a filter of the kind fw has a handle, and it must")
    keys = (Key("fw", mark),) if mark else _keys(kind, words)
    return Filter(
        hook, integer(found["chain"]), integer(found["pref"]), found["protocol"], kind, keys,
        read_actions(words), line,
    )  # fmt: skip


def _keys(kind: str, words: Words) -> tuple[Key, ...]:
    keys: list[Key] = []
    if kind == "matchall":
        return ()
    if kind == "flower":
        while words and words.next != "action":
            name = words.take()
            if name in ("classid", "flowid"):
                raise Unreadable(f"{name} is not understood here")
            if any(key.name == name for key in keys):
                raise Unreadable(f"{name} is given twice")
            keys.append(Key(name, words.take()))
        return tuple(keys)
    if kind == "u32":
        while words.accept("match"):
            keys.append(_u32(words))
        if not keys:
            raise Unreadable("u32 without a match")
        return tuple(keys)
    if kind == "basic":
        if words.accept("match"):
            keys.append(Key("ematch", words.take()))
        return tuple(keys)
    raise Unreadable(f"unknown kind of filter: {kind}")


def _u32(words: Words) -> Key:
    kind = words.take()
    value, mask = integer(words.take()), integer(words.take())
    if kind == "mark":
        return Key("mark", numbers=(0, 4, value, mask))
    if kind not in _WIDTHS:
        raise Unreadable(f"unknown u32 match: {kind}")
    words.expect("at")
    place, width = integer(words.take()), _WIDTHS[kind]
    if place % width:
        raise Unreadable(f"{kind} at {place} is not aligned")
    if value >> 8 * width or mask >> 8 * width:
        raise Unreadable(f"{kind} does not hold {value:#x} or {mask:#x}")
    return Key("at", numbers=(place, width, value & mask, mask))
