"""A script read back into what it sets up.

Written against what tc takes (its manual pages and sources), and without a look at the code that
writes scripts. Raises `Unreadable`, with line and column, for what is not understood or what the
kernel would refuse: nothing is skipped.
"""

from __future__ import annotations

from dataclasses import replace

from qosc.verify.tc.batch import batches, is_batch
from qosc.verify.tc.filters import read_filter, read_place
from qosc.verify.tc.kernel import Interface
from qosc.verify.tc.model import Police, PortSetup, Unreadable
from qosc.verify.tc.numbers import classid, handle, number
from qosc.verify.tc.qdiscs import read_class, read_qdisc
from qosc.verify.tc.shell import Command, Function, take_apart
from qosc.verify.tc.words import Words

__all__ = ["read_commands", "read_functions", "read_priorities", "read_script"]

_DEVICE = "$dev"
_PRIORITY_MOST = 7


def read_script(text: str) -> tuple[PortSetup, ...]:
    """Every port of a script, or of files for `tc -batch`, in its order."""
    return read_functions(batches(text) if is_batch(text) else take_apart(text).functions)


def read_functions(functions: tuple[Function, ...]) -> tuple[PortSetup, ...]:
    """The same of a script that has been taken apart."""
    known: dict[int, PortSetup] = {}
    for each in functions:
        if each.number not in known:
            known[each.number] = read_commands(each.commands, each.port, each.line)
    ports = tuple(replace(known[each.number], name=each.port) for each in functions)
    _shared_meters(ports)
    return ports


def _shared_meters(ports: tuple[PortSetup, ...]) -> None:
    """A numbered police action is one for all interfaces: the first has the figures."""
    known: dict[int, Police] = {}
    filters = (each for port in ports for each in port.filters)
    meters = ((a, f.line) for f in filters for a in f.actions if isinstance(a, Police) and a.index)
    for action, line in meters:
        if known.setdefault(action.index, action) != action:
            raise Unreadable(f"the kernel keeps the figures of police index {action.index}", line)


def read_commands(commands: tuple[Command, ...], name: str = "", line: int = 0) -> PortSetup:
    """What a list of commands leaves on the interface `$dev`, which has nothing before.

    Raises Unreadable, with line and column, for a command that tc or the kernel would refuse.
    """
    interface = Interface()
    for command in commands:
        words = Words(command)
        try:
            _run(interface, words, command.line)
        except Unreadable as error:
            if error.line:
                raise
            # The kernel's refusals concern the command as a whole.
            column = command.places[0][1] if command.places else 0
            raise Unreadable(str(error), command.line, column) from None
    return interface.setup(name, line)


def _run(interface: Interface, words: Words, line: int) -> None:
    if words.accept("map_priority"):
        _own_device(words)
        interface.map_priorities(read_priorities(words))
        return
    words.expect("tc")
    kind, verb = words.take(), words.take()
    if kind not in ("qdisc", "class", "filter"):
        raise words.refuse(f"unknown object: {kind}", 2)
    if verb not in ("add", "replace", "change", "del", "delete") or (
        verb == "change" and kind != "class"
    ):
        raise words.refuse(f"tc {kind} {verb} is not understood here")
    words.expect("dev")
    _own_device(words)
    if verb in ("del", "delete"):
        _delete(interface, kind, words)
    elif kind == "qdisc":
        interface.add_qdisc(read_qdisc(words, line), replaces=verb == "replace")
    elif kind == "class":
        interface.add_class(read_class(words, line), verb)
    else:
        interface.add_filter(read_filter(words, line))


def _own_device(words: Words) -> None:
    if words.take() != _DEVICE:
        raise words.refuse("is for another interface than the function's own")


def read_priorities(words: Words) -> dict[int, int]:
    """FROM:TO of an egress-qos-map: a value of skb->priority and a priority of a tag (iproute2
    ip/iplink_vlan.c, vlan_parse_qos_map: get_u32 in base 0). Raises Unreadable for another form, a
    priority above 7, and a value that is given twice.
    """
    priorities: dict[int, int] = {}
    while words:
        pair = words.take()
        one, colon, two = pair.partition(":")
        value, priority = _number(one, words), _number(two, words)
        if not colon or priority > _PRIORITY_MOST or value in priorities:
            raise words.refuse(f"no priority of a VLAN tag: {pair}")
        priorities[value] = priority
    return priorities


def _number(text: str, words: Words) -> int:
    try:
        return number(text)
    except Unreadable as error:
        raise words.refuse(str(error)) from None


def _delete(interface: Interface, kind: str, words: Words) -> None:
    if kind == "filter":
        place = read_place(words)
        words.end()
        interface.delete_filters(place)
        return
    if kind == "class":
        words.expect("classid")
        own = words.read(classid)
        words.end()
        interface.delete_class(own)
        return
    clsact = words.accept("clsact")
    parent = None
    if not clsact and not words.accept("root"):
        words.expect("parent")
        parent = words.read(classid)
    if not clsact and words.accept("handle"):
        words.read(handle)
    words.end()
    interface.delete_qdisc(parent, clsact=clsact)
