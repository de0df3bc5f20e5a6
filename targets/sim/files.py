"""The scenarios of an artefact: one for each output port, with every input port before it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from qosc.amounts import show_rate
from qosc.ir import Device
from qosc.ir.leaves import SEPARATOR
from qosc.ledger import Entry, Fidelity
from qosc.scenario import Link, Measure, Node, Overlay, Scenario, dump, lay_over
from qosc.scenario.model import End
from qosc.scenario.near import no_such
from qosc.targets.base import Options, OutputFile, UnknownNameError, left_out_words
from qosc.targets.file_names import FileNames
from qosc.targets.sim.budget import within_budget
from qosc.targets.sim.port import ROUTER, Lowered
from qosc.targets.sim.traffic import Plan, default_traffic
from qosc.targets.sim.words import clean

__all__ = ["make_files"]

_ADDRESS = ("10.0.0.1", "192.0.2.7")
_DURATION_MS, _WARM_UP_MS = 30_000, 5_000
_FAST = 100_000_000
_PLACES = 8
"""So many places are listed for one remark."""
_DELAY_US = 1_000
_TOGETHER = 8
"""Up to so many input ports are in every scenario."""


def make_files(
    device: Device, lowered: tuple[Lowered, ...], options: Options, entries: tuple[Entry, ...]
) -> tuple[OutputFile, ...]:
    """One scenario for each port that sends; where none does, one that ends behind the first port.

    All input ports with stages of their own are in each scenario, each with a sender. The traffic
    comes from the first of them. Where they are many, each but the first two is in one scenario
    only: all in each would make the files grow with the square of the ports.
    """
    receiving = [port for port in lowered if port.model.input]
    leaving = [port for port in lowered if _leaves(port, options)]
    if options.leaving is not None and not leaving:
        receiving = [port for port in receiving if port.source.name in options.leaving]
    names, told = FileNames(), _told(entries, {port.source.name for port in lowered})
    known = _Known()
    if not leaving and receiving:
        files = [_file(device, None, receiving, options, told, names, known)]
    else:
        files = [
            _file(
                device, port, _share(receiving, number, len(leaving)), options, told, names, known
            )
            for number, port in enumerate(leaving)
        ]
    if options.overlay is not None and files:
        known.check(options.overlay)
    return tuple(files)


def _leaves(port: Lowered, options: Options) -> bool:
    """Whether a port has a scenario of its own: it is to be sent through, and says how it sends or
    has no QoS at all.
    """
    if options.leaving is None:
        return port.sends
    return port.source.name in options.leaving and (port.sends or not port.model.input)


@dataclass(slots=True)
class _Known:
    """The names in all scenarios made: one traffic file serves them all, so that a name counts as
    mistyped only where none of them has it.
    """

    hosts: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)

    def add(self, scenario: Scenario) -> None:
        """The names of a scenario."""
        self.hosts |= {node.name for node in scenario.nodes if node.kind == "host"}
        self.links |= {link.name for link in scenario.links}

    def check(self, overlay: Overlay) -> None:
        """UnknownNameError for a name that no scenario has."""
        for name in overlay.addresses:
            if name not in self.hosts:
                raise UnknownNameError(no_such("host", name, self.hosts), "addresses", name)
        for name in overlay.delays_us:
            if name not in self.links:
                raise UnknownNameError(no_such("link", name, self.links), "delays_us", name)


def _share(receiving: list[Lowered], number: int, files: int) -> list[Lowered]:
    """The input ports of one of the files. Two are in all: one is not the port that sends."""
    if len(receiving) <= _TOGETHER:
        return receiving
    return [*receiving[:2], *receiving[2 + number :: files]]


def _file(
    device: Device, leaving: Lowered | None, receiving: list[Lowered], options: Options,
    told: _Told, names: FileNames, known: _Known,
) -> OutputFile:  # fmt: skip
    inputs = [port for port in receiving if port is not leaving]
    main = leaving or inputs[0]
    senders = _senders(inputs)
    hosts = (senders[0], "receiver")
    plan = default_traffic(
        device, inputs[0].source if inputs else None, leaving.source if leaving else None, options,
        main.rate, min(port.mtu for port in (main, *inputs)), hosts,
    )  # fmt: skip
    nodes = [
        *(
            Node(name=name, kind="host", address=_sender_address(index))
            for index, name in enumerate(senders)
        ),
        Node(name=ROUTER, kind="router"),
        Node(name="receiver", kind="host", address=_ADDRESS[1]),
    ]  # fmt: skip
    links = [
        _link(port, End(node=name, port="eth0"), name)
        for name, port in zip(senders, inputs, strict=False)
    ]
    if not inputs:
        ends = (End(node=senders[0], port="eth0"), End(node=ROUTER, port="from sender"))
        rate = max(10 * main.rate, _FAST)
        links.append(Link(name="access", ends=ends, rate_bps=rate, mtu_bytes=main.mtu))
    far = End(node="receiver", port="eth0")
    if leaving is not None:
        links.append(_link(leaving, far, "output"))
    else:
        ends = (End(node=ROUTER, port="to receiver"), far)
        rate = max(10 * main.rate, _FAST)
        links.append(Link(name="output", ends=ends, rate_bps=rate, mtu_bytes=main.mtu))
    ports = [port.model for port in inputs if port is not leaving]
    if leaving is not None:
        ports.append(leaving.model)
    scenario = Scenario(
        schema="qosc/scenario/1", name=clean(_title(device, main)), duration_ms=_DURATION_MS,
        measure=Measure(warm_up_ms=_WARM_UP_MS), nodes=tuple(nodes), links=tuple(links),
        ports=tuple(ports), traffic=plan.sources,
    )  # fmt: skip
    known.add(scenario)
    remarks: list[str] = []
    if options.overlay is not None:
        scenario = lay_over(scenario, options.overlay)
    else:
        scenario, remarks = within_budget(scenario)
    comments = _comments(
        device, main, [*inputs, main], None if options.overlay else plan, told, remarks
    )
    text = dump(scenario, comments)
    return OutputFile(f"{names.take(main.source.name)}.yaml", text)


def _senders(inputs: list[Lowered]) -> list[str]:
    if len(inputs) < 2:
        return ["sender"]
    return [f"sender{number}" for number in range(1, len(inputs) + 1)]


def _sender_address(index: int) -> str:
    return _ADDRESS[0] if index == 0 else f"10.{index >> 8 & 255}.{index & 255}.2"


def _link(port: Lowered, far: End, name: str) -> Link:
    return Link(
        name=name, ends=(far, End(node=ROUTER, port=port.model.port)), rate_bps=port.rate,
        delay_us=_DELAY_US, mtu_bytes=port.mtu, overhead_bytes=port.layer.wire,
        linklayer="atm" if port.layer.atm else "ethernet",
    )  # fmt: skip


def _title(device: Device, port: Lowered) -> str:
    return f"{device.hostname} {port.source.name}".strip()


def _comments(
    device: Device, main: Lowered, ports: Iterable[Lowered], plan: Plan | None, told: _Told,
    remarks: list[str],
) -> Iterable[str]:  # fmt: skip
    yield f"{clean(_title(device, main))}: sender -> router -> receiver."
    if plan is not None:
        yield "The traffic is made up: a backlogged source for each class, about twice the link in"
        yield "all, and a ping in the best class. Run it with `qosc simulate`."
    yield from remarks
    seen: set[str] = set()
    for port in ports:
        if port.source.name in seen:
            continue
        seen.add(port.source.name)
        if port.assumed:
            yield (
                f"{clean(port.source.name)}: nothing says how fast it is; "
                f"{show_rate(port.rate)} is assumed."
            )
    if plan is not None:
        yield from plan.remarks
    yield from (clean(words) for words in left_out_words(device))
    here = sorted(found for name in seen for found in told.get(name, ()))
    for fidelity, words in _WORDS.items():
        places: dict[str, list[str]] = {}
        for _, entry in here:
            if entry.fidelity is fidelity:
                places.setdefault(entry.note, []).append(entry.path)
        for note, paths in places.items():
            yield f"{words}: {note}:"
            yield from (f"  {path}" for path in paths[:_PLACES])
            if len(paths) > _PLACES:
                yield f"  and {len(paths) - _PLACES} more"


_WORDS = {
    Fidelity.UNSUPPORTED: "Not in this scenario",
    Fidelity.UNKNOWN: "Assumed",
}
_Told = dict[str, list[tuple[int, Entry]]]
"""By port, the entries that its scenarios tell of, with their places in the ledger."""


def _told(entries: tuple[Entry, ...], ports: set[str]) -> _Told:
    found: _Told = {}
    for place, entry in enumerate(entries):
        if entry.fidelity in _WORDS:
            name, *below = entry.path.split(SEPARATOR)
            while name not in ports and below:
                name += SEPARATOR + below.pop(0)
            found.setdefault(name, []).append((place, entry))
    return found
