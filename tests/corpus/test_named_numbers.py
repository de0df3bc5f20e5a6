"""Numbers behind names, by the registries that give them out."""

from __future__ import annotations

import pytest

import qosc
from qosc.fields import Field
from qosc.ir import Interval, RuleList
from qosc.ir.leaves import plain_tests

PORTS = """
bgp 179, biff 512, bootpc 68, bootps 67, cmd 514, domain 53, exec 512, finger 79, ftp 21,
ftp-data 20, http 80, https 443, ident 113, imap 143, kerberos-sec 88, klogin 543, kshell 544,
ldap 389, ldp 646, login 513, mobileip-agent 434, msdp 639, netbios-dgm 138, netbios-ns 137,
netbios-ssn 139, nfsd 2049, nntp 119, ntalk 518, ntp 123, pop3 110, pptp 1723, printer 515,
radacct 1813, radius 1812, rip 520, smtp 25, snmp 161, snmptrap 162, snpp 444, socks 1080, ssh 22,
sunrpc 111, syslog 514, tacacs 49, tacacs-ds 65, talk 517, telnet 23, tftp 69, timed 525, who 513,
xdmcp 177
"""
"""IANA, Service Name and Transport Protocol Port Number Registry."""
ETHERTYPES = """
ipv4 0x0800, arp 0x0806, ipv6 0x86dd, mpls-unicast 0x8847, mpls-multicast 0x8848, ppp 0x880b,
pppoe-discovery 0x8863, pppoe-session 0x8864, sna 0x80d5, appletalk 0x809b, aarp 0x80f3, oam 0x8902,
fcoe 0x8906, fip 0x8914
"""
"""IANA, IEEE 802 Numbers."""


def named(table: str) -> dict[str, int]:
    rows = (row.split() for row in table.replace("\n", " ").split(","))
    return {name: int(number, 0) for name, number in rows}


def asked(family: str, condition: str, field: Field, names: dict[str, int]) -> dict[str, int]:
    """What a filter of JunOS with a term for each name looks for in a field, by name."""
    lines = [f"set interfaces ge-0/0/0 unit 0 family {family} filter input F\n"]
    for name in names:
        term = f"set firewall family {family} filter F term {name} "
        lines += [f"{term}from {condition} {name}\n", f"{term}then discard\n"]
    port = qosc.loads("".join(lines), name="a.conf").complete_device.ports["ge-0/0/0.0"]
    (stage,) = (each for each in port.input if isinstance(each, RuleList))
    found = []
    for rule in stage.rules:
        values = [v for test in plain_tests(rule.match) if test.field is field for v in test.values]
        if values:
            (value,) = values
            assert isinstance(value, Interval)
            assert value.low == value.high
            found.append(value.low)
    return dict(zip(names, found, strict=True))


def test_ports_of_junos() -> None:
    names = named(PORTS)
    assert asked("inet", "destination-port", Field.DST_PORT, names) == names


def test_ethertypes_of_junos() -> None:
    names = named(ETHERTYPES)
    assert asked("ethernet-switching", "ether-type", Field.ETHERTYPE, names) == names


@pytest.mark.parametrize(
    ("points", "minimum"),
    [
        ({8}, 22),
        ({16}, 24),
        ({24}, 26),
        ({32}, 28),
        ({40}, 30),
        ({48}, 32),
        ({56}, 34),
        ({46}, 36),
        ({10, 18, 26, 34}, 32),
        ({12, 20, 28, 36}, 28),
        ({14, 22, 30, 38}, 24),
        (set(), 20),
    ],
)
def test_thresholds_of_drop_by_dscp_that_nobody_set(points: set[int], minimum: int) -> None:
    """Cisco QoS Command Reference, random-detect dscp: the table of default settings, of 40."""
    text = (
        "version 12.2\npolicy-map P\n class class-default\n  bandwidth 100\n"
        "  random-detect dscp-based\ninterface Serial0\n service-policy output P\n"
    )
    wred = qosc.loads(text).complete_device.policies["P"].classes[0].wred
    assert wred is not None
    curves = {value: curve for curve in wred.curves for value in curve.values}
    others = next(curve for curve in wred.curves if not curve.values)
    for point in points or {1, 63}:
        curve = curves.get(point, others)
        assert (curve.minimum, curve.maximum) != (None, None)
        assert (curve.minimum.value, curve.maximum.value) == (minimum, 40)  # type: ignore[union-attr]
