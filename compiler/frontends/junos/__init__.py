"""The JunOS reader: text in either form -> one configuration tree -> model.

`text` knows the words, `tree` the nodes and what is inherited, `reading` makes the tree;
`interfaces`, `cos` and `firewall` make the parts of the model, `ports` and `device` the whole.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from dataclasses import replace

from qosc.frontends.junos.configuration import Tree, read, to_braces, to_set
from qosc.frontends.junos.tree.nodes import Node, Note, Origin
from qosc.ir import Device
from qosc.ir.device import Name
from qosc.source import SourceText

__all__ = ["Node", "Note", "Origin", "Tree", "load", "read", "to_braces", "to_set"]


def load(source: SourceText, platform: str | None = None) -> Device:
    """The device that a JunOS config describes. Any text at all gives a device; nothing raises.

    `platform` names a profile (see `qosc.profiles`).
    """
    from qosc.frontends.junos.device import lower
    from qosc.frontends.junos.names import names_of

    paused = gc.isenabled()
    gc.disable()
    try:
        tree = read(source)
        device = lower(tree, platform or "junos-mx")
        return replace(device, names=(*names_of(tree.root, device.ports), *_groups(tree)))
    finally:
        if paused:
            gc.enable()


def _groups(tree: Tree) -> Iterator[Name]:
    """The groups that are applied and not defined; and, where there are some, all definitions."""
    missing = [note for note in tree.notes if note.group]
    for note in missing:
        yield Name("group", note.group, "apply-groups", note.span)
    holder = tree.written.kids.get("groups") if missing and tree.written.kids else None
    for group in holder.children if holder is not None else ():
        yield Name("group", group.words[0], "", group.span)
