"""Of two findings on one cause only that on the cause itself is told."""

from __future__ import annotations

from tests.rules.linting import codes

_WIDE = """class-map match-any PHONES-EF
 match access-group 101
 match dscp ef
class-map match-all PHONES-SIG
 match access-group 101
 match dscp cs3
policy-map IN
 class PHONES-EF
  set dscp ef
 class PHONES-SIG
  set dscp cs3
interface GigabitEthernet0/0
 service-policy input IN
access-list 101 permit ip 10.0.0.0 0.0.0.255 any
"""
_OTHER = """hostname br2
ip access-list extended ERP
 permit tcp any host 192.0.2.10
ip access-list extended STORE
 permit tcp any host 192.0.2.20
ip access-list extended MAIL
 permit tcp any host 192.0.2.30
class-map match-all ERP
 match access-group name ERP
class-map match-all STORE
 match access-group name MAIL
class-map match-all MAIL
 match access-group name MAIL
policy-map OUT
 class ERP
  bandwidth 300
 class STORE
  bandwidth 100
 class MAIL
  bandwidth 100
interface Serial0/0
 ip address 198.51.100.1 255.255.255.252
 service-policy output OUT
"""
_TWICE = """class-map match-all ERP
 match access-group 101
class-map match-all GOLD
 match dscp af31
class-map match-all SILVER
 match dscp cs2
policy-map IN
 class ERP
  set dscp af31
  set dscp af21
policy-map OUT
 class GOLD
  bandwidth 400
 class SILVER
  bandwidth 200
interface FastEthernet0/0
 service-policy input IN
interface Serial0/0
 service-policy output OUT
access-list 101 permit tcp any host 192.0.2.7
"""


def test_a_match_any_class_is_told_and_not_the_class_behind_it() -> None:
    assert "QOS923" in codes(_WIDE)
    assert "QOS101" not in codes(_WIDE)
    alone = _WIDE.replace("match-all PHONES-SIG", "match-any PHONES-SIG")
    assert "QOS923" not in codes(alone)


def test_an_object_that_was_meant_is_not_told_as_idle() -> None:
    assert "QOS603" in codes(_OTHER)
    assert "QOS006" not in codes(_OTHER)
    other = _OTHER + "ip access-list extended OLD\n permit tcp any host 192.0.2.40\n"
    assert {"QOS603", "QOS006"} <= codes(other)


def test_a_mark_that_replaced_another_is_told_once() -> None:
    assert "QOS602" in codes(_TWICE)
    assert "QOS201" not in codes(_TWICE)
    assert "QOS201" in codes(_TWICE.replace("  set dscp af31\n", ""))
