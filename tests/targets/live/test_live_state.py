"""`qosc verify --state`: what stands as the config says is found so, and what does not is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from qosc.verify.tc.model import Class, Filter, Police, PortSetup, Qdisc
from tests.targets.live.kit import SMALL, dump_of, setups_of, verify
from tests.targets.verify.verify_configs import CONFIGS

TEXTS = {"small": SMALL, **{name: found[0] for name, found in CONFIGS.items()}}


@pytest.mark.parametrize("name", TEXTS)
def test_what_a_script_sets_up_is_as_the_config_says(tmp_path: Path, name: str) -> None:
    ended = verify(tmp_path, TEXTS[name], dump_of(setups_of(TEXTS[name])))
    assert (ended.status, ended.errors) == (0, "")
    assert ended.output.startswith("Nothing differs in ")
    assert ", 0 sets" not in ended.output


def small() -> PortSetup:
    return setups_of(SMALL)["Ethernet0/0"]


def told(tmp_path: Path, setup: PortSetup) -> tuple[int, str]:
    ended = verify(tmp_path, SMALL, dump_of({"Ethernet0/0": setup}))
    return ended.status, ended.output


@pytest.mark.parametrize("number", range(len(small().classes)))
def test_each_class_with_another_rate_is_found(tmp_path: Path, number: int) -> None:
    setup = small()
    found = setup.classes[number]
    rate = int(str(found.values["rate"])) * 3 // 2
    values = {**found.values, "rate": rate, "ceil": max(rate, int(str(found.values["ceil"])))}
    classes = list(setup.classes)
    classes[number] = Class(found.classid, found.parent, values)
    status, output = told(tmp_path, replace(setup, classes=tuple(classes)))
    assert status == 1
    assert f"class htb {found.classid[0]:x}:{found.classid[1]:x} " in output


@pytest.mark.parametrize("number", range(len(small().filters)))
def test_each_filter_that_is_gone_is_named(tmp_path: Path, number: int) -> None:
    setup = small()
    gone = setup.filters[number]
    left = tuple(each for each in setup.filters if each is not gone)
    _, output = told(tmp_path, replace(setup, filters=left))
    words = f"filter {gone.hook} chain {gone.chain} pref {gone.pref} {gone.kind} of e0 is not there"
    assert words in output


@pytest.mark.parametrize("number", range(len(small().qdiscs)))
def test_each_qdisc_of_another_kind_is_found(tmp_path: Path, number: int) -> None:
    setup = small()
    found = setup.qdiscs[number]
    other = Qdisc("pfifo", (0x77, 0), found.parent, {"limit": 7})
    qdiscs = [each for each in setup.qdiscs if each is not found]
    if found.kind != "clsact":
        qdiscs.append(other)
    status, output = told(tmp_path, replace(setup, qdiscs=tuple(qdiscs)))
    assert status == 1
    assert ("qdisc pfifo 77:" in output) or "the clsact qdisc of e0 is not there" in output


def test_a_policer_with_another_rate_is_found(tmp_path: Path) -> None:
    setup = small()

    def other(found: Filter) -> Filter:
        actions = (
            replace(each, rate=each.rate * 2) if isinstance(each, Police) else each
            for each in found.actions
        )
        return replace(found, actions=tuple(actions))

    status, output = told(tmp_path, replace(setup, filters=tuple(map(other, setup.filters))))
    assert status == 1
    assert "[QOS814]" in output
    assert "128000 bit/s" in output


def test_an_interface_without_anything_has_no_port(tmp_path: Path) -> None:
    empty = PortSetup("Ethernet0/0", (), (), ())
    status, output = told(tmp_path, empty)
    assert status == 1
    assert "error[QOS803]: the machine has no commands for Ethernet0/0" in output


def test_a_filter_that_no_packet_comes_to_is_a_warning(tmp_path: Path) -> None:
    setup = small()
    late = replace(setup.filters[-1], hook="ingress", chain=0, pref=60000)
    status, output = told(tmp_path, replace(setup, filters=(*setup.filters, late)))
    assert status == 0
    assert "warning[QOS842]: filter ingress chain 0 pref 60000" in output


def changed(old: str, new: str) -> list[str]:
    lines = dump_of({"Ethernet0/0": small()})
    assert any(old in line for line in lines)
    return [line.replace(old, new) for line in lines]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "qdisc pfifo 10: parent 1:10 limit 64p",
            "qdisc fq_codel 8001: parent 1:10 limit 10240p flows 1024 quantum 1514 target 5ms",
            "qdisc fq_codel 8001: of e0 is not of the script",
        ),
        ("mpu 0b cburst", "mpu 64b cburst", "it counts no packet below 64b"),
        ("action order 1: gact action goto chain 1", "action order 1:  tunnel_key set", "QOS841"),
        ("\t random type none pass val 0", "\t random type netrand drop val 10", "QOS841"),
        ("csum (iph) action", "csum (iph, udp) action", "QOS841"),
        (" handle 0x1 ", " handle 0x1 flowid 1:10", "QOS841"),
        ("  eth_type ipv4", "  ct_state +trk", "QOS841"),
        ("qdisc clsact ffff:", "qdisc ingress ffff:", "qdisc ingress ffff: of e0"),
        ("key #0  at ipv4+0: val 00280000", "key #0  at ipv4+8: val 00280000", "QOS841"),
    ],
)
def test_what_no_script_sets_up_is_named(tmp_path: Path, old: str, new: str, words: str) -> None:
    ended = verify(tmp_path, SMALL, changed(old, new))
    assert ended.status == 1
    assert words in ended.output


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("  ip_tos 184/0xfc", "  ip_tos 0xb8/fc"),
        ("filter protocol ip pref", "filter protocol IP pref"),
        ("(iph)", "(ip4h)"),
        ("  not_in_hw", "  not_in_hw\n  used_hw_stats disabled"),
        ("burst 4013b/1", "burst 4015b/1"),
    ],
)
def test_other_releases_write_the_same_in_other_words(tmp_path: Path, old: str, new: str) -> None:
    assert verify(tmp_path, SMALL, changed(old, new)).status == 0


def test_what_hardware_does_is_not_known(tmp_path: Path) -> None:
    ended = verify(tmp_path, SMALL, changed("  not_in_hw", "  in_hw in_hw_count 1"))
    assert ended.status == 1
    assert "warning[QOS843]: the dump does not say what the hardware does" in ended.output


def test_filters_of_a_qdisc_are_named(tmp_path: Path) -> None:
    lines = dump_of({"Ethernet0/0": small()})
    own = ["== begin filter-1 e0", "filter protocol ip pref 9 u32 chain 0 ", "== end 0"]
    ended = verify(tmp_path, SMALL, [*lines[:-1], *own, lines[-1]])
    assert ended.status == 1
    assert "error[QOS841]: filters of the qdisc 1: of e0" in ended.output


def test_packets_that_are_joined_are_told(tmp_path: Path) -> None:
    lines = changed("generic-receive-offload: off", "generic-receive-offload: on")
    ended = verify(tmp_path, SMALL, lines)
    assert ended.status == 0
    assert "warning[QOS844]: e0 joins packets" in ended.output


def test_a_change_that_tc_rounds_away_is_not_seen_and_a_larger_one_is(tmp_path: Path) -> None:
    """tc shows 512000 and 512007 bit/s alike (bytes), and 10000000 and 10000900 as 10Mbit and
    10000Kbit."""
    setup = small()
    link = setup.classes[0]
    for rate, status in ((10_000_007, 0), (10_001_000, 1)):
        values = {**link.values, "rate": rate, "ceil": rate}
        classes = (Class(link.classid, link.parent, values), *setup.classes[1:])
        assert told(tmp_path, replace(setup, classes=classes))[0] == status
