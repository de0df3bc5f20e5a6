"""What a text leaves out: it may be a part of a config, and the rest may hold what is missing."""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Severity
from qosc.ir import Attachment, PortKind, RefKind, ResidueKind, SupportState
from qosc.lint.engine.rule import Context
from qosc.patterns import pattern
from qosc.profiles.nexus_names import is_system_class, is_system_policy

__all__ = [
    "built_in_class",
    "built_in_policy",
    "defined_otherwise",
    "mentioned",
    "read_as_ios",
    "typed_policies",
    "unread",
    "weigh_missing",
]

_SHORTEST = 2
"""Letters of a keyword that say nothing yet."""
_BUILT_IN_POLICIES = (
    "system-cpp-policy",
    "copp-system-p",
    "AutoConf-4.0-",
    "AutoQos-4.0-",
    "port_child_policy",
)
"""Beginnings of the names of policies that the system itself makes (Catalyst IOS XE, NX-OS, EOS).

Those of Autoconf belong to its built-in templates, which a running config does not show (Catalyst
9200 Security Configuration Guide 17.14, Configuring Autoconf). Those of AutoQoS are made with the
line of the port that names them, and with `auto qos global compact` no running config shows them
(Catalyst 9300 QoS Configuration Guide, Configuring Auto-QoS).
"""


def built_in_policy(context: Context, name: str) -> bool:
    """Whether the system itself makes the policy-map of a name."""
    nexus = context.profile.takes.queues_by_group
    return name.startswith(_BUILT_IN_POLICIES) or (nexus and is_system_policy(name))


def built_in_class(context: Context, name: str) -> bool:
    """Whether the system itself makes the class-map of a name.

    Nexus switches have their queuing classes from the start, and so have they and their like those
    of their control planes (Cisco Nexus 3000 Series NX-OS System Management Configuration Guide,
    Configuring Control Plane Policing: `copp-s-` is for system-defined).
    Dell OS10 puts `class-trust` into each config. Catalyst switches of IOS XE show those of their
    control plane without a match line, and nobody can change them (Catalyst 9300 Series QoS
    Configuration Guide 16.5, Configuring Control Plane Policing). So they and the 3850 do with the
    class of wireless packets of no client, and with its policy `port_child_policy` (Cisco, Catalyst
    3850 Deployment Guide, 2013, Policy on Port).
    """
    if name.startswith("system-cpp-") or name == "non-client-nrt-class":
        return True
    nexus, other = context.profile.takes.queues_by_group, read_as_ios(context)
    if (nexus or other) and name.startswith(("copp-s-", "copp-system-")):
        return True
    if nexus:
        return is_system_class(name)
    return name == "class-trust" and other == "Dell OS10"


_WHOLE = pattern(r"(?:hostname|switchname) ")


def read_as_ios(context: Context) -> str:
    """The name of the system whose config is read as if it were of IOS, or nothing."""
    for residue in context.device.residue[:1]:
        if residue.kind is ResidueKind.AS_IOS:
            return residue.about
    return ""


def weigh_missing(context: Context, kind: RefKind) -> tuple[Severity, str]:
    """How bad it is that an object of a kind is missing, and a note that says why it is not worse.

    A text that defines none at all of a kind is probably a part of a config.
    """
    # Queues of a port are in the model as policies, and no policy-map.
    if any(
        not getattr(definition, "feature", "")
        for definition in context.index.defined(kind).values()
    ):
        return Severity.ERROR, ""
    whole = context.device.complete or (kind is RefKind.CLASS_MAP and _applied(context))
    severity = Severity.WARNING if whole else Severity.INFO
    return severity, f"the text defines no {kind} at all; it may be a part of a config"


def is_whole(context: Context) -> bool:
    """Whether a text has the name of the device, which whole configs have and the output of `show
    running-config interface` has not, release and end though it may have. Use through
    `context.once`.
    """
    source = context.source
    return source is None or any(_WHOLE.match(line) for line in source.lines)


def _applied(context: Context) -> bool:
    """Whether the text applies a policy that it holds to the control plane, and holds a list too:
    it is a whole protection of the control plane, and not a part of one.
    """
    return bool(context.device.access_lists) and any(
        port.kind is PortKind.CONTROL_PLANE
        and isinstance(stage, Attachment)
        and stage.policy.name in context.device.policies
        for port in context.device.ports.values()
        for stage in (*port.input, *port.output)
    )


def unread(context: Context, keyword: str) -> set[str]:
    """Names that stand in a line of this keyword which was not understood: what it defines is not
    known, so that such a name is not to be called undefined. The line has a finding of its own.
    """
    names: set[str] = set()
    for line in context.device.residue:
        words = line.text.split()
        if line.state is SupportState.UNKNOWN and len(words) > 1 and len(words[0]) > _SHORTEST:
            names.update(words[1:] if keyword.startswith(words[0].lower()) else ())
    return names


def defined_otherwise(context: Context, names: set[str]) -> set[str]:
    """Those of some names that a line defines as a list the model does not hold.

    Such are MAC access lists, and the lists of other dialects.
    """
    otherwise: set[str] = set()
    if context.source is None or not names:
        return otherwise
    for line in context.source.lines:
        if "access-list" in line:
            otherwise.update(names.intersection(line.split()))
    return otherwise


def typed_policies(context: Context, names: set[str]) -> set[str]:
    """Those of some names that a `policy-map type ...` line outside the model defines."""
    typed: set[str] = set()
    for line in context.source.lines if context.source is not None and names else ():
        words = line.split()
        if words[:2] == ["policy-map", "type"]:
            typed.update(names.intersection(words[3:]))
    return typed


def mentioned(context: Context, names: set[str]) -> set[str]:
    """Those of some policies that a `service-policy` of a feature outside the model applies.

    Such are `ip nhrp map group A service-policy output B` of DMVPN, and what stands in a section
    that is no interface, such as `vlan configuration`.
    """
    mentions: set[str] = set()
    for words in _applying(context) if names else ():
        mentions.update(names.intersection(words))
    return mentions


_MODELLED = frozenset(("interface", "policy-map", "control-plane", "map-class", "vc-class"))


def _applying(context: Context) -> Iterator[list[str]]:
    """The words behind each `service-policy` in a place that the model does not look at."""
    section = ""
    for line in context.source.lines if context.source is not None else ():
        if "service-policy" not in line:
            if line[:1].isalpha():
                section = line.partition(" ")[0]
            continue
        words = line.split()
        at = words.index("service-policy") if "service-policy" in words else 0
        if words[0] in ("no", "description", "remark") or words[0][0] in "!#":
            continue
        if at > 0 or (line[:1].isspace() and section not in _MODELLED):
            yield words[at + 1 :]
