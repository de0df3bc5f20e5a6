"""The codes of what `verify` finds, and the page of each, which `qosc explain` prints."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["CODES", "Code", "code_of", "find", "page"]


class Code(NamedTuple):
    """One code. `kinds` are the kinds of differences that have it."""

    code: str
    name: str
    title: str
    about: str
    kinds: tuple[str, ...]


CODES: tuple[Code, ...] = (
    Code(
        "QOS801",
        "script-not-readable",
        "A command that tc or the kernel rejects, or that is not modelled",
        "The script is read as tc reads it: each argument by the parser and in the base that "
        "iproute2 has for it, and the commands in their order, against a model of the interface. "
        "A command that tc or the kernel would reject ends the reading, and so does one whose "
        "effect on packets is not modelled. Nothing is compared then; the exit status is 2.",
        ("script",),
    ),
    Code(
        "QOS802",
        "frame-differs",
        "The shell code around the commands was changed",
        "All lines of the script but its comments and its tc commands are compared byte for byte "
        "with what this version of qosc writes for the same ports. A changed frame can stop the "
        "commands from running, hide that one failed, or take everything away again. Compile the "
        "config again.",
        ("frame",),
    ),
    Code(
        "QOS803",
        "port-missing",
        "A port with QoS has no commands in the script",
        "The config gives the port a policy, and the script has no part for it.",
        ("port",),
    ),
    Code(
        "QOS804",
        "nothing-compared",
        "Nothing of a port is in the script",
        "Values of the port could not be translated, and what is in the script for it leaves every "
        "packet as it is: all that the port asks for is lost, so that there is nothing to compare. "
        "That is not agreement. It is a warning for one of several ports and an error where it "
        "holds for all of them.",
        ("nothing",),
    ),
    Code(
        "QOS811",
        "class-differs",
        "A packet is queued in another class",
        "The router and the script put the packet that is shown into different queues.",
        ("class",),
    ),
    Code(
        "QOS812",
        "mark-differs",
        "A packet leaves with other marks",
        "The DS byte, or the mark that is kept beside the packet (qos-group, forwarding class and "
        "their like), is another one than on the router.",
        ("mark",),
    ),
    Code(
        "QOS813",
        "verdict-differs",
        "A packet is dropped by one of the two only",
        "Either the router drops the packet that is shown and the script does not, or the other "
        "way round. A packet that changes chain more often than the kernel allows is dropped.",
        ("verdict",),
    ),
    Code(
        "QOS814",
        "meter-differs",
        "A packet meets another policer",
        "The policer in the way of the packet has another rate or burst, is missing, is one too "
        "many, or is shared with other traffic than on the router.",
        ("meter",),
    ),
    Code(
        "QOS815",
        "packet-broken",
        "A packet leaves with a wrong checksum or overwritten bytes",
        "The script rewrites the header of a packet without correcting its checksum, or writes "
        "into a header of another protocol. Receivers discard such packets.",
        ("fault",),
    ),
    Code(
        "QOS821",
        "queues-differ",
        "The classes and queues are arranged in another way",
        "The tree of classes and queues is not the one of the config.",
        ("queues",),
    ),
    Code("QOS822", "rate-differs", "The link has another rate", "", ("rate",)),
    Code("QOS823", "guarantee-differs", "A class has another guaranteed rate", "", ("guarantee",)),
    Code("QOS824", "ceil-differs", "A class has another maximum rate", "", ("ceil",)),
    Code("QOS825", "share-differs", "A class has another share of the excess", "", ("share",)),
    Code("QOS826", "order-differs", "Classes are served in another order", "", ("order",)),
    Code("QOS827", "burst-differs", "A class may send another burst", "", ("burst",)),
    Code("QOS828", "limit-differs", "A queue has another length", "", ("limit",)),
    Code("QOS829", "drop-differs", "A queue drops early along another curve", "", ("drop",)),
    Code(
        "QOS830", "overhead-differs", "Packet lengths are counted in another way", "", ("overhead",)
    ),
    Code("QOS831", "default-differs", "Unclassified packets get another class", "", ("default",)),
    Code(
        "QOS840",
        "dump-not-readable",
        "A text that the script of verify --collector did not write",
        "What is given with --state is not what the script that `qosc verify --collector` prints "
        "writes, or is of a version of its form that this qosc does not read. Nothing was "
        "compared; the exit status is 2.",
        ("dump",),
    ),
    Code(
        "QOS841",
        "state-foreign",
        "Something stands on an interface that no script sets up",
        "A qdisc, a class, a filter or an action of a kind, or with an argument, that scripts of "
        "qosc do not have, or a VLAN device that may write its tag before filters see a packet "
        "(reorder_hdr off). What it does to packets is not followed; it may take them from all "
        "that stands behind it. The rest of the interface is compared as if it were not there.",
        ("foreign",),
    ),
    Code(
        "QOS842",
        "state-changed",
        "A part of an interface is not as the script sets it up",
        "A qdisc, a class or a filter is missing, was changed, or is not of the script that "
        "compile makes of the config. It is an error on a port of which packets or figures differ, "
        "and a warning where every packet is treated as the config says nevertheless. What was "
        "set up with other options of compile, or by another version, is compared with --script.",
        ("changed",),
    ),
    Code(
        "QOS843",
        "state-unknown",
        "The dump does not show it",
        "An interface that is not in the dump, a text that was cut off, a list that tc did not "
        "give, a line that is not understood. Nothing is said of what stands there: that is not "
        "agreement, and the exit status is 1.",
        ("unknown",),
    ),
    Code(
        "QOS844",
        "packets-joined",
        "The interface joins packets, or does not say whether",
        "Meters, shares and turns hold for single packets, and an interface with GRO, GSO or TSO "
        "hands many to them as one. `apply` switches these offloads off; somebody may have "
        "switched them on again. Without ethtool the dump does not say.",
        ("offloads",),
    ),
)
"""In the order of their numbers."""
_FIGURES = (
    "A figure of the queueing tree is not the one that the config comes to. The finding names the "
    "class, the config line, the script's line and both figures; what rounding and the kernel's "
    "units make of a figure is allowed for."
)


def code_of(kind: str) -> Code:
    """The code of a kind of difference. Raises KeyError for a kind without one."""
    for code in CODES:
        if kind in code.kinds:
            return code
    raise KeyError(kind)


def find(words: str) -> Code | None:
    """A code by itself or by its name, in any case."""
    wanted = words.lower()
    return next((each for each in CODES if wanted in (each.code.lower(), each.name)), None)


def page(code: Code) -> str:
    """What `qosc explain` prints."""
    return f"# {code.code} {code.name}\n\n{code.title}.\n\n{code.about or _FIGURES}"
