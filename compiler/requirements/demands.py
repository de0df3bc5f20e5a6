"""The demands that a site can make on a port, each with what is found to go against it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from qosc.configs import Config
from qosc.datapath.rates import link_rate
from qosc.datapath.shares import Base
from qosc.datapath.strict_share import priority_share
from qosc.ir import Attachment, Policy, Port, Stage
from qosc.ir.resolve import resolve
from qosc.settings.globs import interface_matches
from qosc.source import NOWHERE, Span

if TYPE_CHECKING:
    from qosc.settings.form import RequireRow
    from qosc.trace.steps import Way

__all__ = ["Found", "NoAnswerError", "Walks", "against", "is_called"]

_NAMED = 3


class Found(NamedTuple):
    """What goes against a demand, as the end of a sentence that begins with the port."""

    words: str
    origin: Span


class Walks:
    """How often packets may be followed for the demands on one config: each port, from each other
    one, is more than a thousand times a thousand on a large switch.
    """

    MOST = 4_000

    def __init__(self) -> None:
        self._left = self.MOST

    def take(self) -> None:
        """Once more; NoAnswerError where it is once too often."""
        self._left -= 1
        if self._left < 0:
            raise NoAnswerError(
                f"more than {self.MOST} pairs of ports and packets are asked about in this config; "
                "take fewer interfaces"
            )


class NoAnswerError(Exception):
    """Whether a port does as is asked is not known; the message says why."""


def against(config: Config, port: Port, row: RequireRow, walks: Walks) -> Iterator[Found]:
    """What of a port goes against a row. `port` is one of `Config.joined_device`."""
    if row.output_policy is not None:
        yield from _policy(port, row.output_policy, "output", port.output)
    elif row.input_policy is not None:
        yield from _policy(port, row.input_policy, "input", port.input)
    elif row.priority_at_most is not None:
        yield from _priority(config, port, int(row.priority_at_most.removesuffix("%")))
    else:
        yield from _packets(config, port, row, walks)


def _policy(port: Port, wanted: str, side: str, stages: tuple[Stage, ...]) -> Iterator[Found]:
    applied = {_name(stage): stage.origin for stage in stages if not stage.default_by}
    # JunOS: `filter inet F`, `scheduler-map M`.
    if any(wanted in (name, name.rpartition(" ")[2]) for name in applied):
        return
    if not applied:
        yield Found(f"has no {side} policy", port.origin)
        return
    words = ", ".join(list(applied)[:_NAMED])
    yield Found(f"has {side} policy {words}", next(iter(applied.values())))


def _name(stage: Stage) -> str:
    return stage.policy.name if isinstance(stage, Attachment) else stage.feature


def _priority(config: Config, port: Port, most: int) -> Iterator[Found]:
    device = config.joined_device
    whole = link_rate(device, port, config.profile)
    for stage in port.output:
        if not isinstance(stage, Attachment):
            continue
        policy = resolve(device, stage.policy)
        if not isinstance(policy, Policy):
            raise NoAnswerError(f"policy-map {stage.policy.name} is not defined")
        strict = priority_share(device, policy, Base(whole, None, output=True))
        if strict.unbounded:
            first = strict.unbounded[0]
            origin = first.priority.origin if first.priority is not None else NOWHERE
            yield Found(
                f"has class {first.name} of {policy.title} in priority without a rate", origin
            )
        elif whole is None and strict.bps:
            raise NoAnswerError(f"the speed of {port.name} is not known; [[links]] can say it")
        elif whole is not None and strict.above(most * 10_000, whole):
            priority_part = strict.percent(whole)
            yield Found(
                f"can fill {priority_part}% of its link with priority of {policy.title}",
                stage.origin,
            )


def _packets(config: Config, port: Port, row: RequireRow, walks: Walks) -> Iterator[Found]:
    output = row.output_class is not None or row.policed == "output"
    if not output:
        wrong = _first_wrong(config, port, None, row, walks)
    elif row.from_interfaces is None:
        wrong = _first_wrong(config, None, port, row, walks)
    else:
        entries = [
            one
            for one in config.joined_device.ports.values()
            if one.name != port.name and is_called(one, row.from_interfaces)
        ]
        if not entries:
            raise NoAnswerError("no other port is one of 'from-interfaces'")
        several = (_first_wrong(config, entered, port, row, walks) for entered in entries)
        wrong = next((one for one in several if one is not None), None)
    if wrong is not None:
        yield wrong


def _first_wrong(
    config: Config, entered: Port | None, left: Port | None, row: RequireRow, walks: Walks
) -> Found | None:
    """What packets on a way go against a row, the first of them; None where all are as asked."""
    from qosc.packets.budget import UndecidedError
    from qosc.trace.ends import SeveralUnitsError
    from qosc.trace.notation import asked
    from qosc.trace.route import NoPacketError, route, trace
    from qosc.trace.walk import TooManyWaysError

    walks.take()
    try:
        way = route(config.joined_device, config.profile, entered, left)
        done = trace(way, asked(row.packets or ""))
    except (NoPacketError, SeveralUnitsError, TooManyWaysError, UndecidedError) as error:
        raise NoAnswerError(str(error)) from None
    for one in done.ways:
        words = _wrong(one, row)
        if words:
            witness = one.traveller.region.witness()
            stages = [*(left.output if left is not None else entered.input if entered else ())]
            written = [stage.origin for stage in stages if stage.origin != NOWHERE]
            port = left or entered
            nowhere = port.origin if port is not None else NOWHERE
            return Found(f"{words} (such as {witness})", written[0] if written else nowhere)
    return None


def is_called(port: Port, patterns: Iterable[str]) -> bool:
    """Whether a port has a name that one of the patterns takes."""
    names = [name for name in (port.name, port.unit) if name]
    return any(interface_matches(pattern, name) for pattern in patterns for name in names)


def _wrong(way: Way[Any], row: RequireRow) -> str:
    from qosc.trace.steps import Metered

    if row.policed is not None:
        if way.dropped or any(isinstance(step, Metered) for step in way.steps):
            return ""
        return f"does not police all of {row.packets} on {row.policed}"
    wanted = row.output_class or row.input_class
    classes = [*way.classes, *(level.found.name for level in way.queue)]
    if wanted in classes:
        return ""
    if way.dropped:
        return f"drops some of {row.packets} before class {wanted}"
    return f"has some of {row.packets} in {'class ' + classes[-1] if classes else 'no class'}"
