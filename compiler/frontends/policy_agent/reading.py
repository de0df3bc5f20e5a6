"""From the statements to the device: a host that marks and polices what it sends.

Sources: IBM z/OS Communications Server V2R1, IP Configuration Reference: ServicePolicyRules,
PolicyRule, PolicyAction, SetSubnetPrioTosMask; AIX 7.3, "ServiceCategories statement" and "QoS
policy specification" for version 1; draft-rajan-policy-qosschema-00 for which rule wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from qosc.frontends.policy_agent.actions import Action, action_of
from qosc.frontends.policy_agent.rules import Made, rule_of
from qosc.frontends.policy_agent.text import Note, Statement, statements
from qosc.ir import Coverage, Device, Port, Residue, Rule, RuleList, SupportState
from qosc.ir.device import Name
from qosc.source import SourceText

__all__ = ["read"]

_CATEGORY = (
    "policyscope maxrate minrate maxdelay maxconnections maxtokenbucket outgoingtos interface "
    "flowservicetype daysofweekmask timeofdayrange selectortag"
)
_RULE_1 = (
    "policyscope direction permission protocolnumber interface sourceaddressrange "
    "destinationaddressrange sourceportrange destinationportrange daysofweekmask timeofdayrange "
    "policyrulepriority servicereference"
)
_RULE_2 = (
    "policyrulepriority sourceaddressrange destinationaddressrange sourceportrange "
    "destinationportrange protocolnumberrange inboundinterface outboundinterface applicationname "
    "applicationdata applicationpriority conditiontimerange monthofyearmask dayofmonthmask "
    "dayofweekmask timeofdayrange policyactionreference forloaddistribution"
)
_ACTION = (
    "policyscope outboundinterface maxrate minrate outgoingtos maxdelay maxconnections permission "
    "flowservicetype maxrateperflow maxtokenbucketperflow maxflows diffservinprofilerate "
    "diffservinprofilepeakrate diffservinprofiletokenbucket diffservinprofilemaxpacketsize "
    "diffservexcesstraffictreatment diffservoutprofiletransmittedtosbyte"
)
_KNOWN = {
    "servicecategories": frozenset(_CATEGORY.split()),
    "servicepolicyrules": frozenset(_RULE_1.split()),
    "policyrule": frozenset(_RULE_2.split()),
    "policyaction": frozenset(_ACTION.split()),
    "setsubnetpriotosmask": frozenset(("subnetaddr", "subnettosmask", "prioritytosmapping")),
    **dict.fromkeys(
        ("tcpimage", "pepinstance", "loglevel", "qosconfig", "codepage", "readfromdirectory"), ()
    ),
}
_WRITTEN = {"servicecategories": "ServiceCategories", "policyaction": "PolicyAction"}
_LAST = "the last is taken"
_BOTH = "all are asked"
_TWICE = {
    "servicecategories": _LAST,
    "policyaction": _LAST,
    "servicepolicyrules": _BOTH,
    "policyrule": _BOTH,
}
"""What is made of statements of one name. (No public source says what the agent does.)"""
_LONGEST = 32
"""Characters of a name (IBM, "PolicyAction statement")."""
_ALL = "all interfaces"
"""The port of a file that names no interface."""
_PROGRAMS = "programs"
"""Where packets of the host's own programs come in: nothing is done to them there."""
_PRIORITIES = (
    "the queues of an OSA-Express (QDIO) adapter: no public source says how it serves them; other "
    "adapters ignore it"
)
_CONTEXT = "the Policy Agent file"


def read(source: SourceText) -> Device:
    """The device of a Policy Agent file. Any text gives one; nothing raises."""
    return _Host(source).device()


class _Host:
    def __init__(self, source: SourceText) -> None:
        self.source = source
        read, notes, braces = statements(source, _KNOWN)
        self.found: list[Statement] = read
        self.states: dict[int, SupportState] = dict.fromkeys(braces, SupportState.IRRELEVANT)
        self.residue: list[Residue] = []
        self.names: list[Name] = []
        for note in notes:
            self.noted(note)

    def noted(self, note: Note) -> None:
        line = note.line
        self.states[line.line] = SupportState.UNKNOWN
        self.residue.append(
            Residue(
                SupportState.UNKNOWN,
                _CONTEXT,
                line.raw,
                note.reason,
                expected=note.expected,
                origin=line.whole,
            )
        )

    def device(self) -> Device:
        self.twice()
        actions = {
            (each.kind, each.name): self.action(each)
            for each in self.found
            if each.kind in ("servicecategories", "policyaction")
        }
        made = [
            self.rule(each, actions)
            for each in self.found
            if each.kind in ("servicepolicyrules", "policyrule")
        ]
        for each in self.found:
            self.states.setdefault(each.head.line, SupportState.MODELLED)
            if len(each.name) > _LONGEST and each.kind in _TWICE:
                self.told(each, f"a name has {_LONGEST} characters at most")
            if each.kind == "setsubnetpriotosmask":
                self.priorities(each)
            elif not _KNOWN[each.kind]:
                self.states[each.head.line] = SupportState.IRRELEVANT
        # The larger number wins; of equal ones no public source of OS/390 says which.
        made.sort(key=lambda rule: -rule.priority)
        ports = self.ports(made, actions.values())
        self.residue.sort(key=lambda residue: residue.origin)
        return Device(
            platform="os390",
            ports=ports,
            residue=tuple(self.residue),
            names=tuple(self.names),
            coverage=self.coverage(),
        )

    def action(self, statement: Statement) -> Action:
        made = action_of(statement)
        kind = _WRITTEN[statement.kind]
        self.names.append(Name(kind, statement.name, "", statement.head.whole))
        self.take(statement, made.residue)
        return made

    def rule(self, statement: Statement, actions: dict[tuple[str, str], Action]) -> Made:
        made = rule_of(statement)
        self.take(statement, made.residue)
        kind = "servicecategories" if statement.kind == "servicepolicyrules" else "policyaction"
        by = f"{statement.head.texts[0]} {statement.name}"
        for name, place in made.references:
            self.names.append(Name(_WRITTEN[kind], name, by, place))
            if (kind, name) in actions:
                made.actions.append(actions[kind, name])
                if _rivals(made.actions):
                    reason = "an action of the same scope is named before it, which is taken"
                    self.residue.append(
                        Residue(SupportState.RECOGNISED, _CONTEXT, name, reason, origin=place)
                    )
        self.take(statement, made.idle())
        return made

    def twice(self) -> None:
        """Tell of statements of one kind and name: "each having a different name" (PolicyAction,
        z/OS V2R4), and no source says what becomes of them else.
        """
        last = {(each.kind, each.name): each for each in self.found}
        for each in self.found:
            other = last[each.kind, each.name]
            if each is other or each.kind not in _TWICE:
                continue
            reason = (
                f"another {each.head.texts[0]} {each.name} begins at line {other.head.line}: "
                f"no source says which holds, {_TWICE[each.kind]}"
            )
            self.told(each, reason)

    def told(self, statement: Statement, reason: str) -> None:
        """Tell of a statement as a whole."""
        head = statement.head
        self.states[head.line] = SupportState.RECOGNISED
        self.residue.append(
            Residue(SupportState.RECOGNISED, _CONTEXT, head.raw, reason, origin=head.whole)
        )

    def take(self, statement: Statement, residue: Iterable[Residue]) -> None:
        residues = list(residue)
        self.residue.extend(residues)
        for attribute in statement.attributes:
            for line in attribute.lines:
                self.states.setdefault(line, SupportState.MODELLED)
        for each in residues:
            self.states[each.origin.line] = each.state

    def priorities(self, statement: Statement) -> None:
        self.states[statement.head.line] = SupportState.RECOGNISED
        for attribute in statement.attributes:
            for line in attribute.lines:
                self.states[line] = SupportState.RECOGNISED
        text, origin = statement.head.raw, statement.head.whole
        self.residue.append(
            Residue(SupportState.RECOGNISED, _CONTEXT, text, _PRIORITIES, origin=origin)
        )

    def ports(self, made: list[Made], actions: Iterable[Action]) -> dict[str, Port]:
        """A port for each interface that the file names; without any one that stands for all."""
        named: dict[str, None] = {}
        for action in actions:
            named.update(dict.fromkeys(action.interfaces))
        for rule in made:
            named.update(dict.fromkeys(rule.interfaces))
        ports_named: dict[str, Port] = {}
        for name in named or (_ALL,):
            rules = [rule.on(name) for rule in made]
            outward = tuple(rule for pair in rules for rule in pair.output)
            inward = tuple(rule for pair in rules for rule in pair.input)
            if outward or inward:
                ports_named[name] = Port(name, input=_listed(inward), output=_listed(outward))
        if ports_named:
            ports_named[_PROGRAMS] = Port(_PROGRAMS)
        return ports_named

    def coverage(self) -> Coverage:
        count = Counter(
            self.states.get(number, SupportState.IRRELEVANT) for number, _ in self.source.numbered()
        )
        return Coverage(*(count[state] for state in SupportState))


def _rivals(actions: list[Action]) -> bool:
    """Whether the last of some actions holds where one before it does."""
    *before, last = actions
    return any(
        one.reserved == last.reserved
        and (
            not one.interfaces
            or not last.interfaces
            or not set(one.interfaces).isdisjoint(last.interfaces)
        )
        for one in before
    )


def _listed(rules: tuple[Rule, ...]) -> tuple[RuleList, ...]:
    return (RuleList("Policy Agent", rules, origin=rules[0].origin),) if rules else ()
