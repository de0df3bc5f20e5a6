"""The relatives of IOS, and in what they differ for the reader."""

from __future__ import annotations

from qosc.tuples import NamedTuple

__all__ = ["IOS", "NXOS", "Dialect", "called"]


class Dialect(NamedTuple):
    """What a config is written in. Without a word, nothing more is known than that it is like IOS.

    name               A key of `qosc.frontends.detection.dialect.DIALECTS`.
    ios_words          Conditions that only relatives have are refused.
    one_name_one_list  An access list for one version of IP may not have the name of one for the
                       other.
    later_fragments    An entry of an access list that permits and tests ports takes later fragments
                       by the rest of its conditions.
    sources_alone      An entry of an access list may have a source only, without a protocol.
    ip_protocols       `match protocol` names IP protocols, and not what NBAR knows.
    zero_shares        A share of nothing is a share (Cisco Nexus 9000 Series NX-OS Quality of
                       Service Configuration Guide, "Configuring Queuing and Scheduling",
                       default-out-policy; Nexus 5000 Series guide, example with class-fcoe).
    two_colours        `police` conforms or violates, unless there is an exceed action, an excess
                       burst or a peak rate (Cisco Nexus 7000 Series NX-OS Quality of Service
                       Configuration Guide, "Configuring 1-Rate and 2-Rate, 2-Color and 3-Color
                       Policing").
    violate_drops      What violates is dropped where no action is written (Cisco IOS XR Modular
                       Quality of Service Command Reference, `police rate`).
    child_of_meter     Percentages in a policy below a class that polices are of the rate of its
                       policer (Cisco, Converged SDN Transport High Level Design, "H-QoS
                       configuration": a child of `police rate 5 gbps` polices to percentages of
                       these 5 Gbit/s). In IOS they are of the rate of the port (Cisco MWR 2941
                       Configuration Guide 12.2(33)MRB, `police (percent)`: only a shaper above
                       counts).
    dual_policies      One policy for marks and one for queues may be on an output together (Cisco,
                       QoS Configuration Guide for NCS 4000 Series, "Dual Policy").
    first_policy_stays A second policy in a direction is refused. IOS and IOS XE: "You cannot
                       specify a new policy-map name to apply without removing the old one by name
                       first" (ansible-collections/cisco.ios, issue 109). NX-OS: "The device
                       restricts QoS policies to one per interface per direction for each of the
                       policy types qos and queuing" (Cisco Nexus 7000 Series NX-OS QoS
                       Configuration Guide, Attaching and Detaching a QoS Policy Action). For others
                       no public source was found: the later line is taken, as for any other setting
                       that is given twice.
    mtu_with_header    `mtu` counts the header of the link (Cisco document 116350, "MTU Behavior on
                       Cisco IOS XR and Cisco IOS Routers").
    speed_by_name      The name of a port tells its speed.
    own_queue_lines    Lines of queues and trust are not those of a Catalyst.
    system_classes     The classes of the queues are there unwritten.
    """

    name: str
    ios_words: bool = False
    one_name_one_list: bool = False
    later_fragments: bool = False
    sources_alone: bool = False
    ip_protocols: bool = False
    zero_shares: bool = False
    two_colours: bool = False
    violate_drops: bool = False
    child_of_meter: bool = False
    dual_policies: bool = False
    first_policy_stays: bool = False
    mtu_with_header: bool = False
    speed_by_name: bool = True
    own_queue_lines: bool = False
    system_classes: bool = False


IOS = Dialect(
    "ios",
    ios_words=True,
    one_name_one_list=True,
    later_fragments=True,
    first_policy_stays=True,
)
"""IOS and IOS XE."""

NXOS = Dialect(
    "nxos", zero_shares=True, two_colours=True, first_policy_stays=True, system_classes=True
)

_ALL = (
    IOS,
    NXOS,
    Dialect(
        "ios-xr",
        sources_alone=True,
        ip_protocols=True,
        violate_drops=True,
        child_of_meter=True,
        dual_policies=True,
        mtu_with_header=True,
    ),
    Dialect("eos", speed_by_name=False, own_queue_lines=True),
)


def called(name: str) -> Dialect:
    """The dialect of that name."""
    return next((one for one in _ALL if one.name == name), Dialect(name))
