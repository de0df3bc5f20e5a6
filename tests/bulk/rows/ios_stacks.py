"""IOS: class maps that are joined, negated and nested; policies in policies; marks kept beside."""

from __future__ import annotations

from itertools import product

from tests.bulk.rows.row import DEFAULT, PORT, Row, both, policy, row
from tests.bulk.trial import Probe, Trial, Wanted
from tests.wire import Packet

_LAN = "GigabitEthernet0/0"


def _joined() -> Row:
    """match-all needs all lines, match-any one, `not` turns one line round (Cisco, MQC guide)."""
    head = """
ip access-list extended WEB
 permit tcp any any eq 80
 permit tcp any any eq 443
class-map match-all INNER
 match ip dscp af41
 match access-group name WEB
"""
    matches = {
        "both": ["match access-group name WEB", "match ip dscp ef"],
        "nested": ["match class-map INNER"],
        "not-web": ["match not access-group name WEB", "match ip precedence 4"],
    }
    found: dict[str, list[Packet]] = {"both": [], "nested": [], "not-web": [], DEFAULT: []}
    for dscp, port, protocol in product((0, 32, 34, 39, 40, 46), (79, 80, 443, 444), (6, 17)):
        web = protocol == 6 and port in (80, 443)
        name = DEFAULT
        if web and dscp == 46:
            name = "both"
        elif web and dscp == 34:
            name = "nested"
        elif not web and dscp >> 3 == 4:
            name = "not-web"
        found[name].append(Packet(dscp=dscp, dst_port=port, protocol=protocol))
    found[DEFAULT].append(Packet(version=6, dscp=46, dst_port=80, protocol=6))
    text = policy(matches, head=head, kind="match-all")
    covers = "gact, flower ip_tos, skbedit priority, filter chain, filter pref"
    return row("joined and negated", covers, text, found)


def _children() -> Row:
    """A child looks at what its parent class has taken, and at nothing else."""
    text = f"""
class-map match-any V
 match dscp ef
class-map match-any W
 match dscp af21
class-map match-any BIG
 match ip precedence 5
policy-map CHILD
 class V
  priority percent 10
 class W
  bandwidth percent 30
policy-map PARENT
 class BIG
  shape average 20000000
  service-policy CHILD
 class class-default
  shape average 30000000
  service-policy CHILD
interface {PORT}
 service-policy output PARENT
"""
    found: dict[tuple[str, str], list[Packet]] = {}
    for dscp, version in product((0, 18, 40, 46, 47), (4, 6)):
        parent = "BIG" if version == 4 and dscp >> 3 == 5 else DEFAULT
        child = {46: "V", 18: "W"}.get(dscp, DEFAULT)
        found.setdefault((parent, child), []).append(Packet(version=version, dscp=dscp))
    return row("children", "class parent, class classid, skbedit priority", text, found)  # type: ignore[arg-type]


def _beside() -> Row:
    """`set qos-group` on the way in, `match qos-group` on the way out; two ports on the way out."""
    text = f"""
class-map match-any GOLD
 match ip dscp af31 af32
class-map match-any SILVER
 match access-group name L
ip access-list extended L
 permit udp any any eq 53
class-map match-any G5
 match qos-group 5
class-map match-any G99
 match qos-group 99
policy-map IN
 class GOLD
  set qos-group 5
 class SILVER
  set qos-group 99
policy-map OUT
 class G5
  bandwidth percent 20
 class G99
  bandwidth percent 10
interface {_LAN}
 service-policy input IN
interface {PORT}
 service-policy output OUT
interface GigabitEthernet0/2
 service-policy output OUT
"""
    probes = []
    for dscp, port, leave in product((0, 26, 28, 30), (53, 54), (PORT, "GigabitEthernet0/2")):
        leaf = "G5" if dscp in (26, 28) else "G99" if port == 53 else DEFAULT
        packet = Packet(dscp=dscp, dst_port=port)
        probes += [Probe(packet, leave, Wanted(leaf), _LAN), Probe(packet, leave, Wanted(DEFAULT))]
    covers = ("skbedit mark", "u32 mark")
    return Row("kept beside", covers, Trial("kept beside", text, tuple(probes), "ios-15"))


def _rtp() -> Row:
    """`match ip rtp` takes the even UDP ports of a range (Cisco, Quality of Service Commands)."""
    found: dict[str, list[Packet]] = {"rtp": [], DEFAULT: []}
    for port in (16383, 16384, 16385, 16386, 20000, 20001, 32766, 32767, 32768, 32770):
        inside = port % 2 == 0 and 16384 <= port <= 16384 + 16383
        found["rtp" if inside else DEFAULT].append(Packet(dst_port=port))
        found[DEFAULT] += [Packet(protocol=6, dst_port=port), Packet(src_port=port)]
    text = policy({"rtp": ["match ip rtp 16384 16383"]})
    return row("rtp", "flower dst_port", text, found)


def _same_twice() -> Row:
    """Nothing is left of an earlier run where the script is run again."""
    found = {"V": both(dscp=46), DEFAULT: both()}
    return row("one class", "htb default", policy({"V": ["match dscp ef"]}), found)


ROWS = (_joined(), _children(), _beside(), _rtp(), _same_twice())
