"""From the lines of a config to the model of its device."""

from __future__ import annotations

from qosc.frontends.cisco.acl.access_lists import AccessLists
from qosc.frontends.cisco.acl.mentions import mentions
from qosc.frontends.cisco.mqc.class_map import ClassMaps
from qosc.frontends.cisco.mqc.police import aggregate
from qosc.frontends.cisco.mqc.policy_map import PolicyMaps
from qosc.frontends.cisco.ports.interface import Ports
from qosc.frontends.cisco.ports.on_demand import DeviceFeatures
from qosc.frontends.cisco.ports.rate_limit import RateLimitLists
from qosc.frontends.cisco.sections.outside import outside
from qosc.frontends.cisco.sections.referred import refer
from qosc.frontends.cisco.statements.account import ORPHAN, Account, Rejected, recognised
from qosc.frontends.cisco.table import Reader, readers
from qosc.frontends.cisco.table.dialect import IOS, Dialect
from qosc.frontends.cisco.table.mode import Mode
from qosc.frontends.cisco.text.lines import Line, Reading
from qosc.ir import (
    AccessList,
    ClassMap,
    Coverage,
    Device,
    Policy,
    Port,
    PortKind,
    Residue,
    SupportState,
)
from qosc.ir.resolve import lists_of_classes
from qosc.platforms import is_ios_xr
from qosc.source import SourceText

__all__ = ["lower"]


def lower(reading: Reading, platform: str, dialect: Dialect = IOS) -> Device:
    """The device that a reading describes. Every line ends in one support state."""
    account = Account(dialect)
    class_maps, policies = ClassMaps(account), PolicyMaps(account)
    features = DeviceFeatures(account, platform, whole=bool(reading.version and reading.hostname))
    ports, lists = Ports(account, features), AccessLists(account)
    rate_limit_lists = RateLimitLists(account)
    sections = {
        Reader.ACCESS_LISTS: lists.named,
        Reader.CLASS_MAPS: class_maps.section,
        Reader.CONTROLLERS: ports.controller,
        Reader.MAP_CLASSES: features.map_class,
        Reader.NUMBERED_LISTS: lambda line: _numbered(line, lists, rate_limit_lists),
        Reader.POLICY_MAPS: policies.section,
        Reader.PORTS: ports.section,
        Reader.QUEUE_LISTS: features.queue_list,
        Reader.SWITCH: features.switch,
        Reader.SYSTEM: ports.system,
        Reader.VC_CLASSES: ports.vc_class,
    }
    at_top = Mode.GLOBAL
    who = readers(at_top)
    roots = [root for root in reading.roots if root.mode is at_top and root.keyword]
    for root in roots:
        if who.get(root.keyword) is Reader.ROUTE_MAPS:
            features.route_maps.section(root)
    _before_use(roots, account)
    by_keyword = {keyword: sections[one] for keyword, one in who.items() if one in sections}
    for root in roots:
        if account.state(root) is not None:
            continue
        read = by_keyword.get(root.keyword)
        if read is not None:
            read(root)
    if is_ios_xr(platform):
        from qosc.frontends.cisco.sections.bundle_mode import divided_over_links

        features.bundles_each_link = not divided_over_links(reading)
    done_ports = ports.finish(policies.frames, policies.twice)
    done_maps = class_maps.finish()
    done_policies = features.decide(policies.finish(class_maps.twice), policies.trust_lines)
    done_policies |= features.finish() | ports.policies
    if dialect.system_classes:
        from qosc.frontends.cisco.dialects.system_classes import system_classes

        done_maps |= system_classes(done_policies, done_maps)
    elif dialect.dual_policies:
        from qosc.frontends.cisco.dialects.dual_policies import in_order

        done_ports = in_order(done_ports, done_policies)
    done_lists, mentioned = _access_lists(reading, lists, done_maps, done_ports, done_policies)
    passed_over = outside(reading)
    coverage = _settle(reading, account, len(passed_over))
    residue, definitions = refer(reading.source.lines, _residue(reading, account, passed_over))
    addresses, without, sent_on = _to_itself(reading, done_ports)
    return Device(
        hostname=reading.hostname,
        platform=platform,
        ports=done_ports,
        policies=done_policies,
        class_maps=done_maps,
        access_lists=done_lists,
        rate_limit_lists=rate_limit_lists.found,
        residue=residue,
        definitions=definitions,
        mentions=mentioned,
        complete=ports.interfaces > 0,
        names=tuple(account.names),
        coverage=coverage,
        addresses=addresses,
        without_address=without,
        sent_on=sent_on,
    )


def _to_itself(
    reading: Reading, ports: dict[str, Port]
) -> tuple[tuple[str, ...], frozenset[str], str]:
    """The addresses of the device, interfaces without any, and what sends packets to them on to
    others, where it has a control plane with QoS.
    """
    if not any(port.kind is PortKind.CONTROL_PLANE and port.input for port in ports.values()):
        return (), frozenset(), ""
    from qosc.frontends.cisco.sections.addresses import own_addresses, sent_on, without_address
    from qosc.frontends.cisco.statements.interface_names import canonical

    return own_addresses(reading), without_address(reading, canonical), sent_on(reading)


def _numbered(line: Line, lists: AccessLists, of_rate_limit: RateLimitLists) -> None:
    """A line `access-list ...`."""
    rest = line.text.split(None, 3 if line.negated else 2)[1 + line.negated :]
    own = len(rest[0]) > 2 and "rate-limit".startswith(rest[0].lower()) if rest else False
    (of_rate_limit.line if own else lists.numbered)(line)


def _before_use(roots: list[Line], account: Account) -> None:
    """Read what policy-maps refer to and lines below them may define."""
    aggregates = []
    who = readers(Mode.GLOBAL)
    for root in roots:
        reader = who.get(root.keyword)
        if reader is Reader.TABLES:
            from qosc.frontends.cisco.mqc.table_maps import Tables

            Tables(account).section(root)
        elif reader is Reader.NBAR:
            from qosc.frontends.cisco.mqc.nbar import nbar

            nbar(account, root)
        elif reader is Reader.AGGREGATES:
            aggregates.append(root)
        elif reader is Reader.SWITCH:
            words = root.text.lower().split()
            if "aggregate-policer" in words[:4]:
                aggregates.append(root)
            elif "policed-dscp" in words[:5] or "policed" in words[:5]:
                from qosc.frontends.cisco.mqc.table_maps import Tables

                Tables(account).policed(root)
    for root in aggregates:
        aggregate(account, root)


def _access_lists(
    reading: Reading,
    lists: AccessLists,
    class_maps: dict[str, ClassMap],
    ports: dict[str, Port],
    policies: dict[str, Policy],
) -> tuple[dict[str, AccessList], frozenset[str]]:
    """The lists that QoS uses or that nothing uses, and the names that other lines mention."""
    used = lists_of_classes(class_maps, policies, ports)
    rest = [name for name in lists.names if name not in used]
    mentioned = mentions(reading, rest) if rest else frozenset[str]()
    kept: dict[str, AccessList] = {}
    for name in lists.names:
        if name in mentioned:
            lists.leave(name)
        else:
            kept[name] = lists.lower(name)
    return kept, mentioned


_NEAR = 60
"""Lines that a head is looked for in, and characters that are shown of it."""
_LATER = "understood, but not in the model"


def _settle(reading: Reading, account: Account, passed_over: int) -> Coverage:
    """Give every line that nobody has claimed its state, and count.

    `passed_over` lines are recognised in sections that the reader passed over.
    """
    counts = dict.fromkeys(SupportState, 0)
    counts[SupportState.IRRELEVANT] = (
        reading.blank + reading.comment + reading.skipped - passed_over
    )
    counts[SupportState.RECOGNISED] = passed_over
    modelled, at_top = SupportState.MODELLED, Mode.GLOBAL
    most = 0
    for root in reading.roots:
        reason = _LATER if root.mode is at_top else _why_lost(reading.source, root)
        lines = [root]
        for line in lines:  # it grows
            state = account.state(line)
            if state is None:
                state = _unclaimed(account, line, reason)
            if state is modelled:
                most += line.height
            else:
                counts[state] += line.height
            if line.children:
                lines += line.children
    counts[modelled] = most
    return Coverage(*(counts[state] for state in SupportState))


def _why_lost(source: SourceText, root: Line) -> str:
    """Why the lines of a section stand alone: their head is missing, names nothing (`interface
    [WAN]`), or opens something that is not in the model (`service-group 1`).
    """
    end = root.span().line - 1
    margin = source.lines[end][:1].isspace()
    for text in reversed(source.lines[max(end - _NEAR, 0) : end]):
        words = text.split()
        if not words or words[0][0] in "!#":
            continue
        head = " ".join(words)[:_NEAR]
        if words[0].lower() in ("int", "interface"):
            return f"`{head}` before it names no interface"
        if not text[0].isspace():
            return f"`{head}`, which it stands below, is not in the model" if margin else ORPHAN
    return ORPHAN


def _unclaimed(account: Account, line: Line, reason: str) -> SupportState:
    if line.unknown:
        expected = (line.mistyped,) if line.mistyped else ()
        account.rejected(line, Rejected(None, "not understood", expected=expected))
        return SupportState.UNKNOWN
    account.rejected(line, recognised(None, reason))
    return SupportState.RECOGNISED


def _residue(reading: Reading, account: Account, passed_over: list[Residue]) -> tuple[Residue, ...]:
    notes = [
        Residue(SupportState.RECOGNISED, "text", "", note.message, (), note.span)
        for note in reading.notes
    ]
    return tuple(
        sorted([*account.residue, *passed_over, *notes], key=lambda residue: residue.origin)
    )
