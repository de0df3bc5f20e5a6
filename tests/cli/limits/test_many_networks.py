"""Hosts of entries and networks of interfaces, by the thousand, are not compared pair by pair."""

from __future__ import annotations

from tests.cli.limits.limited import qosc, used

MANY = 13000
USED = """\
class-map c
 match access-group name A
policy-map p
 class c
  set dscp ef
interface Serial0/0
 bandwidth 2000
 service-policy output p
"""


def test_entries_of_hosts_beside_many_interfaces() -> None:
    """The host of one entry has the number of a network; of 169 million pairs none is looked at."""
    ports = "".join(
        f"interface Vlan{n}\n ip address 10.{n >> 8}.{n & 255}.1 255.255.255.0\n"
        for n in range(MANY)
    )
    entries = "".join(
        f" permit ip any host 172.{16 + (n >> 8 & 15)}.{n & 255}.0\n" for n in range(MANY - 1)
    )
    slip = " permit ip any host 10.0.7.0\n"
    text = f"{ports}ip access-list extended A\n{entries}{slip}{USED}"
    result = qosc(["check", "--select", "netmask-as-wildcard", "-", "--format", "concise"], text)
    assert result.returncode == 1, used(result)
    assert result.stdout.count("QOS111") == 1, used(result)
