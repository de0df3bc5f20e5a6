"""police: its meter and its actions.

How many buckets: a peak rate makes it two-rate (RFC 2698); a violate action or an excess burst
makes it single-rate with three colours (RFC 2697); else there is one bucket and two colours (Cisco
IOS Quality of Service Solutions Command Reference, `police`). Relatives of IOS differ: see
`two_colours` and `violate_drops` of `Dialect`.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from qosc.amounts import Burst, BurstUnit, Rate, RateBase
from qosc.frontends.cisco.mqc.marks import outcome
from qosc.frontends.cisco.statements import Node
from qosc.frontends.cisco.statements.account import (
    KILO,
    RATE_UNITS,
    Account,
    Rejected,
    at,
    bits,
    number,
    percent_rate,
    phrase,
    recognised,
    unquoted,
)
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import (
    Algorithm,
    Colours,
    Mark,
    Meter,
    Outcome,
    Policer,
    Reference,
    RefKind,
    Verdict,
)
from qosc.ir.device import Name

__all__ = ["PER_FLOW", "aggregate", "police"]

DEFAULT_BY = "ios"
_SOURCE = "QoS command reference, police"
_BURST_SOURCE = "QoS command reference, police"
_TOP_BURST = 10**12
_BYTES = {
    "kbyte": 1_000,
    "kbytes": 1_000,
    "mbyte": 1_000_000,
    "mbytes": 1_000_000,
    "gbytes": 1_000_000_000,
}
PER_FLOW = "a meter of its own for each flow is not in the model"
"""Why `police flow` is not modelled. It may stand beside another policer of the class (Catalyst
6500 Release 12.2SX Software Configuration Guide, "Configuring PFC QoS")."""
_AGGREGATE = "aggregate-policer"
"""The kind of its names; see `Name`."""
_KINDS = ("conform", "exceed", "violate")
_TOLD = {
    "child-conform-aware": "packets that the policer of the child policy passed are to go first "
    "at this one; the meter counts them like others"
}
"""Lines below `police` that are valid and not in the model, with the reason (Cisco ASR 9000 Series
Modular Quality of Service Configuration Guide, "Conform Aware Hierarchical Policy")."""


def police(account: Account, line: Line) -> Policer:
    """The policer of a line and of the lines below it; raises `Rejected`."""
    node = phrase("police", line)
    if node.name == "police_shared":
        return _of_aggregate(account, line, node)
    if node.name == "police_other":
        raise recognised(None, PER_FLOW)
    if node.name == "police_pdp":
        raise recognised(None, "the rate is that of a mobile session, which is not in the text")
    if node.name == "police_pps":
        return _in_packets(account, line, node)
    return _policer(account, line, node)


def _in_packets(account: Account, line: Line, node: Node) -> Policer:
    """`police pps 500` of a policy for the control plane.

    Source: Cisco Nexus 3000 Series NX-OS Security Configuration Guide, "Configuring Control Plane
    Policing": the committed rate of the class in packets/s; what is above it is dropped.
    """
    if not node.word().isdecimal():
        raise recognised(None, "this form of a rate in packets is not in the model")
    place = at(line, node)
    rate = Rate(number(node.words()[0], 1, 10**9, "a packet rate"), RateBase.PPS, origin=place)
    meter = Meter(Algorithm.SINGLE_BUCKET, rate, origin=place)
    for child in line.children:
        if not child.unknown:
            account.recognised(child, "this form of `police` has no actions of its own")
    return Policer(meter, _default(Verdict.TRANSMIT), _default(Verdict.DROP), None, line.span())


def aggregate(account: Account, line: Line) -> None:
    """A line `mls qos aggregate-policer ...`: a policer that classes share by its name; `policer
    aggregate ...` on the ME 3400 (Cisco ME 3400 Ethernet Access Switch Command Reference).

    Source: Catalyst 6500 Release 12.2SX Software Configuration Guide, "Configuring PFC QoS": one
    aggregate for all flows of all classes that name it.
    """
    said = line.text.split()
    known = [unquoted(name) for word, name in pairwise(said) if word.lower().startswith("aggreg")]
    if line.negated and known:
        account.aggregates.pop(known[0], None)
        account.names[:] = [one for one in account.names if one.name != known[0]]
    try:
        node = phrase("police", line)
        name = unquoted(node.word())
        if not line.negated:
            made = _policer(account, line, node)
            account.aggregates[name] = replace(made, shared=f"aggregate-policer {name}")
            account.names.append(Name(_AGGREGATE, name, origin=at(line, node.words()[0])))
    except Rejected as error:
        account.rejected(line, error)
        # It is defined all the same, by a line that has a finding of its own.
        defined = known[:1] if not line.negated else []
        account.names += [Name(_AGGREGATE, name, origin=line.span()) for name in defined]
    else:
        account.modelled(line)


def _of_aggregate(account: Account, line: Line, node: Node) -> Policer:
    name = unquoted(node.word())
    aggregate = account.aggregates.get(name)
    place = at(line, node.words()[0])
    account.names.append(Name(_AGGREGATE, name, "`police aggregate`", place))
    if aggregate is None:
        raise recognised(node, f"there is no aggregate-policer `{name}` in this text")
    return replace(aggregate, origin=line.span())


def _policer(account: Account, line: Line, node: Node) -> Policer:
    meter_parts: dict[str, Node] = {}
    actions: dict[str, _Outcomes] = {kind: {} for kind in _KINDS}
    colours: dict[str, Reference] = {}
    for part in node.nodes():
        if part.name in _KINDS:
            _add(actions[part.name], outcome(account, line, part.nodes()[0]))
        else:
            _place(meter_parts, part)
    for child in line.children:
        _child(account, child, actions, colours)
    if account.dialect.two_colours and not (
        actions["exceed"] or "pir" in meter_parts or "be" in meter_parts
    ):
        actions["exceed"], actions["violate"] = actions["violate"], {}
    for part in meter_parts.values():
        _thousands(account, line, part)
    if account.dialect.two_colours and not meter_parts["cir"].nodes()[0].word().strip("0."):
        # Cisco Nexus 9000 Series NX-OS Security Configuration Guide, control plane policing.
        raise recognised(meter_parts["cir"], "a rate of 0, which drops all, is not in the model")
    meter = _meter(line, node, meter_parts, violate=bool(actions["violate"]))
    if colours:
        meter = replace(meter, colours=_colours(account, line, colours))
    conform = _together(actions["conform"]) or _default(Verdict.TRANSMIT)
    exceed = _together(actions["exceed"]) or _default(Verdict.DROP)
    violate = _together(actions["violate"])
    if meter.algorithm is not Algorithm.SINGLE_BUCKET and violate is None:
        # Cisco ME 3800X and ME 3600X Switch Command Reference, `violate-action`: without one,
        # the exceed action is taken.
        violate = (
            _default(Verdict.DROP)
            if account.dialect.violate_drops
            else Outcome(exceed.verdict, exceed.marks, DEFAULT_BY)
        )
    return Policer(meter, conform, exceed, violate, line.span())


def _class(line: Line, part: Node) -> Reference:
    word = part.words()[0]
    return Reference(RefKind.CLASS_MAP, unquoted(word.text), at(line, word))


def _colours(account: Account, line: Line, by_colour: dict[str, Reference]) -> Colours | None:
    """The colours that packets have as they come.

    Source: Cisco Nexus 7000 Series NX-OS Quality of Service Configuration Guide, "Configuring
    Policing", on color-aware policing: packets of the conform-color class are metered as green,
    those of the exceed-color class as yellow, and all others violate at once.
    """
    green = by_colour.get("conform_colour")
    if green is None:
        account.recognised(line, "exceed-color without conform-color: every packet counts as green")
        return None
    return Colours(green, by_colour.get("exceed_colour"), green.origin)


def _place(parts: dict[str, Node], part: Node) -> None:
    """`police 8000 1500 3000`: bursts without a word are Bc, then Be."""
    name = part.name
    if name == "bare":
        name = "be" if "bc" in parts else "bc"
    if name in parts:
        raise Rejected(part, f"a second {name.upper()}")
    parts[name] = part


def _thousands(account: Account, line: Line, part: Node) -> None:
    unit = part.nodes()[0].find("unit")
    if unit is not None and unit.word() in _BYTES:
        account.recognised(line, KILO, unit)


_Outcomes = dict[Outcome, Outcome]
"""The actions on one colour, in the order in which they were written last."""


def _add(outcomes: _Outcomes, done: Outcome) -> None:
    outcomes.pop(done, None)
    outcomes[done] = done


def _child(
    account: Account, line: Line, actions: dict[str, _Outcomes], colours: dict[str, Reference]
) -> None:
    if line.unknown:
        return
    if line.keyword in _TOLD:
        if line.negated:
            account.irrelevant(line)
        else:
            account.recognised(line, _TOLD[line.keyword])
        return
    try:
        node = phrase("police", line)
        if node.name == "colour":
            account.modelled(line)
            for part in node.nodes():
                colours[part.name] = _class(line, part)
                if line.negated:
                    del colours[part.name]
            return
        outcomes = [(part.name, outcome(account, line, part.nodes()[0])) for part in node.nodes()]
    except Rejected as error:
        account.rejected(line, error)
        return
    account.modelled(line)
    for name, done in outcomes:
        if line.negated:
            actions[name].pop(done, None)
        else:
            _add(actions[name], done)


def _together(outcomes_by_action: _Outcomes) -> Outcome | None:
    """Several actions on one colour: marks of different fields add up, else the last one holds."""
    if not outcomes_by_action:
        return None
    outcomes = list(outcomes_by_action.values())
    last = outcomes[-1]
    if not last.marks:
        return last
    marks: dict[object, Mark] = {}
    for done in outcomes:
        if not done.marks:
            marks.clear()
        marks.update((mark.field, mark) for mark in done.marks)
    return Outcome(last.verdict, tuple(marks.values()), origin=outcomes[0].origin)


def _default(verdict: Verdict) -> Outcome:
    """conform-action transmit, exceed-action drop (QoS command reference, `police`)."""
    return Outcome(verdict, default_by=DEFAULT_BY)


def _meter(line: Line, node: Node, parts: dict[str, Node], *, violate: bool) -> Meter:
    cir = _rate(line, parts["cir"])
    cbs = _burst(line, parts.get("bc"), cir)
    excess = _burst(line, parts.get("be"), cir)
    origin = at(line, node)
    if "pir" in parts:
        pir = _rate(line, parts["pir"])
        return Meter(Algorithm.TRTCM, cir, cbs, pir=pir, pbs=excess, origin=origin)
    if violate or excess is not None:
        return Meter(Algorithm.SRTCM, cir, cbs, ebs=excess, origin=origin)
    return Meter(Algorithm.SINGLE_BUCKET, cir, cbs, origin=origin)


def _rate(line: Line, part: Node) -> Rate:
    amount = part.nodes()[0]
    if amount.name == "percent":
        return percent_rate(line, amount.words()[0])
    unit = amount.find("unit")
    word = amount.words()[0]
    if unit is not None and unit.word() == "pps":
        return Rate(number(word, 1, 10**9, "a packet rate"), RateBase.PPS, origin=at(line, part))
    if unit is not None and unit.word() not in RATE_UNITS:
        raise Rejected(unit, "a rate is in bps or pps", expected=(*RATE_UNITS, "pps"))
    factor = RATE_UNITS[unit.word()] if unit is not None else 1
    value = bits(word, 1, "a police rate", _SOURCE, factor)
    return Rate(value, origin=at(line, part))


def _burst(line: Line, part: Node | None, cir: Rate) -> Burst | None:
    if part is None:
        return None
    amount = part.nodes()[0]
    if amount.name == "percent":
        raise Rejected(amount, "a burst is not a percentage")
    unit = amount.find("unit")
    usual = "packets" if cir.base is RateBase.PPS else "bytes"
    name = unit.word() if unit is not None else usual
    origin = at(line, part)
    word = amount.words()[0]
    if name in ("ms", "us"):
        factor = 1000 if name == "ms" else 1
        time = number(word, 1, 10**7, "a burst in time", _BURST_SOURCE) * factor
        return Burst(time, BurstUnit.MICROSECONDS, origin=origin)
    if name == "packets":
        return Burst(number(word, 1, 10**9, "a burst"), BurstUnit.PACKETS, origin=origin)
    if name not in ("byte", "bytes") and name not in _BYTES:
        raise Rejected(unit, "a burst is in bytes, packets, ms or us")
    factor = _BYTES.get(name, 1)
    value = bits(word, 0, "a burst", "", factor, high=_TOP_BURST, unit="bytes")
    return Burst(value, origin=origin)
