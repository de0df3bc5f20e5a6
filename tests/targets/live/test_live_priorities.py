"""Priorities of the VLAN tags of a machine, held to the config."""

from pathlib import Path

from tests.targets.live.kit import dump_of, setups_of, verify

CONFIG = """class-map match-any VOICE
 match dscp ef
policy-map OUT
 class VOICE
  priority 1000
  set cos 5
interface GigabitEthernet0/1.10
 encapsulation dot1Q 10
 service-policy output OUT
"""
MAP = "egress-qos-map { 65552:5 }"


def lines() -> list[str]:
    made = dump_of(setups_of(CONFIG))
    assert sum(MAP in line for line in made) == 1
    return made


def test_a_map_as_the_config_says_is_no_difference(tmp_path: Path) -> None:
    ended = verify(tmp_path, CONFIG, lines())
    assert ended.status == 0, ended.output


def test_another_priority_is_shown_with_a_packet(tmp_path: Path) -> None:
    changed = [line.replace(MAP, "egress-qos-map { 65552:3 }") for line in lines()]
    ended = verify(tmp_path, CONFIG, changed)
    assert ended.status == 1
    assert "packet leaves with another priority in its VLAN tag" in ended.output
    assert "dscp 46" in ended.output


def test_a_map_that_is_gone_is_a_difference(tmp_path: Path) -> None:
    ended = verify(tmp_path, CONFIG, [line.replace(MAP, "") for line in lines()])
    assert ended.status == 1
    assert "priority of VLAN tags" in ended.output


def test_priorities_that_others_gave_are_told_where_the_script_gives_none(tmp_path: Path) -> None:
    text = CONFIG.replace("  set cos 5\n", "")
    made = dump_of(setups_of(text))
    end = "link/ether 02:00:00:00:00:02 "
    tag = "\\    vlan protocol 802.1Q id 10 <REORDER_HDR> \\\t  egress-qos-map { 65552:3 }"
    assert verify(tmp_path, text, made).status == 0
    ended = verify(tmp_path, text, [line.replace(end, end + tag) for line in made])
    assert (
        "warning[QOS842]: e0 gives its VLAN tags priorities (CoS) that the script" in ended.output
    )
    assert "65552:3" in ended.output


def test_a_tag_that_is_written_before_the_filters_is_an_error(tmp_path: Path) -> None:
    whole = [line.replace("<REORDER_HDR>", "<REORDER_HDR,GVRP>") for line in lines()]
    assert verify(tmp_path, CONFIG, whole).status == 0
    ended = verify(tmp_path, CONFIG, [line.replace("<REORDER_HDR> ", "") for line in lines()])
    assert ended.status == 1
    assert "error[QOS841]" in ended.output
    assert "reorder_hdr off" in ended.output


def test_what_others_have_added_is_named(tmp_path: Path) -> None:
    changed = [line.replace(MAP, "egress-qos-map { 6:6 65552:5 }") for line in lines()]
    ended = verify(tmp_path, CONFIG, changed)
    assert "the priority of VLAN tags for 0:6 of e0 is not of the script" in ended.output
