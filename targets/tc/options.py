"""What only a tc script is told: its options, their flags, and what refuses them.

Light, since `qosc compile --help` reads it: nothing here imports the lowering.
"""

from __future__ import annotations

from dataclasses import dataclass

from qosc.targets.base import Flag, OptionError, Options, TooLargeError

__all__ = [
    "FLAGS",
    "LEAVES",
    "MOST_COMMANDS",
    "DeviceNameError",
    "LeafError",
    "MarkShiftError",
    "TcOptions",
    "TooManyCommandsError",
    "UnknownKernelError",
]

MOST_COMMANDS = 25_000
"""tc commands of a script, unless more are asked for: one policy of 300 classes on 300 ports is
refused so after about 5 s of processor time."""


LEAVES = ("fq_codel", "cake")
"""What a leaf queue may become in place of the router's FIFO or early drop."""


@dataclass(frozen=True, slots=True)
class TcOptions(Options):
    """How to make a tc script."""

    device_name: str = ""
    """The name on Linux of the (only) port's interface, where the user gave one."""
    kernel: str = ""
    """The release of Linux that the script is for; empty: see `qosc.targets.tc.kernels`."""
    iproute2: str = ""
    """The release of iproute2 that it is for; empty: that of the kernel."""
    batch: bool = False
    """Whether the commands are in files for `tc -batch`: one for all ports with the same."""
    max_commands: int = MOST_COMMANDS
    """How many commands the script may have."""
    devices: tuple[str, ...] = ()
    """The names on Linux of the interfaces of several ports, each as `Gi0/1=eth1`. The port's name
    may be shortened to where it is one port's."""
    mark_shift: int = 0
    """The lowest bit of the packet's mark that the script may use; 0: the places of
    `capabilities.MARK_BITS`."""
    unit: bool = False
    """Whether a systemd unit for the script is written, too."""
    wrapper: bool = False
    """Whether a script is written, too, that runs it in another network namespace."""
    leaf: str = ""
    """The qdisc that a leaf queue becomes, of `LEAVES`; empty: that which comes nearest to the
    router's."""


FLAGS = (
    Flag(
        "--device",
        "device_name",
        "the name of an interface on Linux, such as eth0.",
        metavar="IF",
        for_one_port=True,
    ),
    Flag(
        "--map",
        "devices",
        "the interface on Linux that stands for a port (Gi0/1=eth1); for each port.",
        metavar="PORT=IF",
        repeated=True,
    ),
    Flag("--kernel", "kernel", "the release of Linux (4.19 or newer) [5.13].", metavar="V"),
    Flag("--iproute2", "iproute2", "its release of iproute2 [as --kernel].", metavar="V"),
    Flag("--batch", "batch", "write files for tc -batch, and their script.", kind=bool),
    Flag(
        "--max-commands",
        "max_commands",
        f"how many commands the script may have [{MOST_COMMANDS}].",
        metavar="N",
        kind=int,
    ),
    Flag(
        "--mark-shift",
        "mark_shift",
        "the lowest bit of the packet's mark to use (1 to 31).",
        metavar="N",
        kind=int,
    ),
    Flag("--leaf", "leaf", "the qdisc of leaf queues: fq_codel or cake.", metavar="QDISC"),
    Flag("--unit", "unit", "write a systemd unit for the script, too.", kind=bool),
    Flag("--wrapper", "wrapper", "write a script for network namespaces, too.", kind=bool),
)


class TooManyCommandsError(TooLargeError):
    """A tc script would have more commands than `TcOptions.max_commands`.

    `about` is how many it would have in all, where that can be told before it is made.
    """

    def __init__(self, port: str, most: int, about: int = 0) -> None:
        message = f"more than {most} commands, at {port}"
        if about:
            message = f"about {about} commands, and {most} are allowed"
        super().__init__(
            f"the tc script would have {message}: compile one port with --interface, or allow more "
            "with --max-commands"
        )


class DeviceNameError(OptionError):
    """`TcOptions.device_name` or one of `devices` is no name that an interface has on Linux, or
    does not go together with the ports and the others.
    """


class LeafError(OptionError):
    """`TcOptions.leaf` is none of `LEAVES`."""

    def __init__(self, leaf: str) -> None:
        super().__init__(f"{leaf!r} is no qdisc for leaf queues: {' or '.join(LEAVES)}")


class MarkShiftError(OptionError):
    """The packet's mark has too few bits from `TcOptions.mark_shift` on."""

    def __init__(self, shift: int, width: int, size: int) -> None:
        super().__init__(
            f"the marks of this config take {width} of the {size} bits of a packet's mark: there "
            f"are not so many from bit {shift} on; --mark-shift {size - width} is the most"
        )


class UnknownKernelError(OptionError):
    """`TcOptions.kernel` or `iproute2` is no release, or one that no script is made for."""
