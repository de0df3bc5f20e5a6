"""How changes are told: of which class, by which words, and each once."""

from __future__ import annotations

from pathlib import Path

from qosc.ir import Device, Opaque
from qosc.packets.fieldwise import Product, Term
from qosc.packets.phrases import phrase
from qosc.packets.space import PacketSpace
from tests.diff.running import changes, compared, diff

NESTED = """\
class-map match-any VOICE
 match dscp ef
class-map match-any DATA
 match dscp af31
policy-map CHILD
 class VOICE
  priority 100
 class DATA
  bandwidth 200
policy-map MIDDLE
 class class-default
  shape average 2000000
  service-policy CHILD
interface GigabitEthernet0/1
 service-policy output MIDDLE
"""
QUEUES = """\
class-of-service {
    forwarding-classes { queue 0 bulk; queue 3 voice; }
    interfaces { ge-0/0/1 { scheduler-map M; } }
    scheduler-maps { M { forwarding-class voice scheduler V; forwarding-class bulk scheduler B; } }
    schedulers {
        V { transmit-rate 10m exact; }
        B {
            transmit-rate percent 20;
            drop-profile-map loss-priority high protocol tcp drop-profile ONE;
            drop-profile-map loss-priority high protocol non-tcp drop-profile TWO;
        }
    }
    drop-profiles {
        ONE { fill-level 50 drop-probability 10; fill-level 80 drop-probability 90; }
        TWO { fill-level 60 drop-probability 20; }
    }
}
interfaces { ge-0/0/1 { unit 0 { family inet { address 10.0.0.1/24; } } } }
"""


def test_the_shaper_of_a_parent_is_one_row_for_all_its_classes(tmp_path: Path) -> None:
    _, device = compared(tmp_path, NESTED, NESTED.replace("2000000", "3000000"))
    rows = {change["old_class"]: change for change in device["changes"]}
    assert list(rows) == ["class-default", "class-default > class-default"]
    parent = rows["class-default"]
    assert (parent["new_class"], parent["packets"]) == ("class-default", "any packet")
    assert parent["differences"][0] | {"old_source": None, "new_source": None} == {
        "name": "cap",
        "old": "2 Mbit/s",
        "new": "3 Mbit/s",
        "decided": True,
        "old_default_of": None,
        "new_default_of": None,
        "old_source": None,
        "new_source": None,
    }
    assert [one["name"] for one in rows["class-default > class-default"]["differences"]] == [
        "share of the rest"
    ]


def test_a_class_that_changes_beside_its_parent_has_a_row_of_its_own(tmp_path: Path) -> None:
    new = NESTED.replace("2000000", "3000000").replace("bandwidth 200", "bandwidth 300")
    found = changes(tmp_path, NESTED, new)
    assert found["dscp af31"] == {"guarantee": "200 kbit/s -> 300 kbit/s"}
    assert found["any packet"]["cap"] == "2 Mbit/s -> 3 Mbit/s"


def test_packets_that_go_to_another_parent_are_told_with_what_is_above(tmp_path: Path) -> None:
    """No row may say that the shaper of either parent is another than before."""
    both = NESTED.replace(" class class-default\n", " class DATA\n", 1)
    both = both.replace(
        "  service-policy CHILD\n",
        "  service-policy CHILD\n class class-default\n  shape average 5000000\n"
        "  service-policy CHILD\n",
    )
    found = changes(tmp_path, both, both.replace("dscp af31", "dscp af32", 1))
    assert found["dscp af31"]["above: cap"] == "2 Mbit/s -> 5 Mbit/s"
    assert found["dscp af32"]["above: cap"] == "5 Mbit/s -> 2 Mbit/s"


def test_where_packets_go_from_and_to_stands_on_two_lines(tmp_path: Path) -> None:
    (tmp_path / "old.cfg").write_text(NESTED)
    (tmp_path / "new.cfg").write_text(NESTED.replace("dscp af31", "dscp af31 af21"))
    lines = diff(tmp_path, "old.cfg", "new.cfg")[1].splitlines()
    at = lines.index("  from class class-default > class-default  (old.cfg:5)")
    assert lines[at + 1] == "  to class class-default > DATA  (new.cfg:8)"
    markdown = diff(tmp_path, "old.cfg", "new.cfg", "--format", "markdown")[1]
    assert (
        "from class class-default &gt; class-default to class class-default &gt; DATA" in markdown
    )


def test_an_exact_rate_is_called_so(tmp_path: Path) -> None:
    found = changes(tmp_path, QUEUES, QUEUES.replace("10m exact", "10m"))
    (row,) = (change for change in found.values() if "cap" in change)
    assert row["cap"] == "10 Mbit/s, exact -> none"


def test_the_curve_of_other_traffic_than_tcp_is_compared(tmp_path: Path) -> None:
    """The model has one curve for all protocols; that of the others is a line of its own."""
    new = QUEUES.replace("fill-level 60 drop-probability 20", "fill-level 60 drop-probability 40")
    status, device = compared(tmp_path, QUEUES, new)
    assert (status, {change["kind"] for change in device["changes"]}) == (1, {"line"})
    reasons = " ".join(change["reason"] for change in device["changes"])
    assert "(60% full 20%)" in reasons
    assert "(60% full 40%)" in reasons
    assert compared(tmp_path, QUEUES, QUEUES.replace("TWO", "THREE"))[0] == 0


def test_what_does_not_hold_is_not_told_twice() -> None:
    builder = PacketSpace(Device()).builder
    web, odd = Opaque("protocol", "http"), Opaque("not understood", "frob 7")
    not_web, not_odd = Product({web: ((0, 0),)}), Product({odd: ((0, 0),)})
    assert phrase((Term(Product({}), (not_web,)),), builder) == "protocol http"
    assert phrase((Term(not_odd),), builder) == "not what 'frob 7' matches"
    assert phrase((Term(not_odd, (not_web,)),), builder) == (
        "not what 'frob 7' matches, protocol http"
    )
