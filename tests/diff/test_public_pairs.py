"""Public commits on configs with QoS: what is told of each, by what was read from the text diffs.

Most are of parsers' fixtures and change nothing that packets meet. The texts are not part of this
repository; where they are not there, three small texts of ours stand for what they showed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.diff.running import compared, diff
from tests.published import HISTORY

SAME = "No change in behaviour"
NO_QOS = "Neither config has any QoS"
PAIRS: dict[str, tuple[int, tuple[str, ...]]] = {
    # Blanks at the ends of lines.
    "001": (0, (SAME,)),
    # A term asks for another port: what it took before falls to the end of the filter.
    "003": (1, ("packets  port 5212", "sent -> dropped", "packets  port 7", "dropped -> sent")),
    # The term for all packets now asks for a port, and another one goes before it.
    "005": (1, ("port 5203", "100 Mbit/s -> 25 Gbit/s", "except port 5201 to 5204")),
    # The default entries of a rewrite rule come in addition.
    "007": (1, ("cos      as it came -> 0", "cos      as it came -> 6")),
    "009": (1, ("override-firewall",)),
    "011": (1, ("mpls-exp  as it came -> 0",)),
    "013": (1, ("xe-0/0/4: only the new config has this port", "xe-0/0/8: only the new")),
    "015": (1, ("200000 -> none", "1010101 -> none")),
    "017": (1, ("destination-port-range-optimize", "1 port compared")),
    # A filter and its terms are called otherwise.
    "019": (0, (SAME,)),
    "021": (1, ("policy-map qos-classify-unused (applied nowhere): only the new",)),
    # Terms behind one that takes all packets.
    "023": (0, (SAME,)),
    "025": (1, ("interface-set",)),
    # Terms of a filter that no interface uses.
    "027": (0, (SAME,)),
    "029": (1, ("fragment-offset-except",)),
    "031": (0, (NO_QOS,)),
    "033": (0, (NO_QOS,)),
    "035": (0, (NO_QOS,)),
    "037": (0, (NO_QOS,)),
    # Terms that accept before one that accepts all.
    "039": (0, (SAME,)),
    "041": (0, (SAME,)),
    "043": (1, ("none -> match protocol fcoe",)),
    "045": (1, ("none -> match qos-group 3",)),
    "047": (0, (SAME,)),
    "049": (0, (SAME,)),
    # The last `police` of the class holds, and stays.
    "051": (0, (SAME,)),
    "053": (0, (NO_QOS,)),
    "055": (1, ("ip-options",)),
    "057": (1, ("filter inet example-filter2 (applied nowhere): only the new config",)),
    "059": (1, ("service-policy some-interface-policy interface ifname -> none",)),
    "061": (0, (NO_QOS,)),
    "063": (1, ("none -> service-policy some-interface-policy interface Loopback0",)),
    "065": (0, (SAME,)),
    "067": (1, ("service-policy type pbr Transit local -> none",)),
    # Nokia SR Linux.
    "069": (2, ("cannot be compared: this is a config of Nokia SR Linux",)),
}


@pytest.mark.shared("history")
@pytest.mark.parametrize("number", list(PAIRS))
def test_a_public_commit(number: str, tmp_path: Path) -> None:
    (folder,) = HISTORY.glob(f"{number}-*")
    (old,), (new,) = folder.glob("old.*"), folder.glob("new.*")
    status, out, err = diff(tmp_path, str(old), str(new))
    wanted, words = PAIRS[number]
    assert status == wanted
    for each in words:
        assert each in " ".join((out + err).split()) or each in out + err


def test_a_policy_of_a_whole_firewall_is_no_silence(tmp_path: Path) -> None:
    """`service-policy NAME interface NAME` of an ASA stands outside all sections. That the new text
    is of an ASA, by that line, is told too.
    """
    old = "class-map match-all A\n match dscp ef\npolicy-map P\n class A\n  set dscp cs1\n"
    old += "interface GigabitEthernet0/0\n service-policy input P\n"
    for line in ("service-policy other interface inside", "service-policy other global"):
        status, device = compared(tmp_path, old, f"{old}{line}\n")
        of_an_asa, change = device["changes"]
        assert status == 1
        assert "only Cisco ASA writes it" in of_an_asa["reason"]
        assert change["differences"][0]["new"] == line


def test_a_filter_called_otherwise_and_terms_behind_all_are_no_change(tmp_path: Path) -> None:
    term = "set firewall family inet filter {} term {} "
    first = term.format("A", "all") + "then accept\n"
    use = "set interfaces xe-0/0/0 unit 0 family inet filter input {}\n"
    behind = term.format("A", "Plus+Name") + "then discard\n"
    for new in (
        first.replace("filter A", "filter B") + use.format("B"),
        first + behind + use.format("A"),
    ):
        status, device = compared(tmp_path, first + use.format("A"), new)
        assert (status, device["same"]) == (0, True)


def test_a_term_that_asks_for_another_port_is_told_of_both(tmp_path: Path) -> None:
    text = (
        "set firewall family inet filter A term 1 from protocol udp\n"
        "set firewall family inet filter A term 1 from destination-port 5212\n"
        "set firewall family inet filter A term 1 then accept\n"
        "set interfaces xe-0/0/0 unit 0 family inet filter input A\n"
    )
    _, device = compared(tmp_path, text, text.replace("5212", "7"))
    told = {
        (change["packets"], one["old"], one["new"])
        for change in device["changes"]
        for one in change["differences"]
    }
    assert {(old, new) for _, old, new in told} == {("sent", "dropped"), ("dropped", "sent")}
    assert any("5212" in packets for packets, _, _ in told)


def test_the_last_police_of_a_class_holds(tmp_path: Path) -> None:
    """As `police` lines that stand before the one in force come and go, nothing changes."""
    old = (
        "feature bgp\nvdc one id 1\nclass-map type control-plane match-any C\n  match dscp 48\n"
        "policy-map type control-plane P\n  class C\n    police pps 500\n"
        "control-plane\n  service-policy input P\n"
    )
    lines = ("cir 0 bps bc 0 bytes conform transmit violate drop", "cir 12 mbps bc 200 ms")
    more = "".join(f"    police {line}\n" for line in lines)
    before = old.replace("    police pps", f"{more}    police pps")
    assert compared(tmp_path, old, before)[0] == 0
    after = old.replace("police pps 500\n", f"police pps 500\n{more}")
    (change,) = compared(tmp_path, old, after)[1]["changes"]
    assert change["differences"][0]["old"].startswith("500 packet/s")
    assert change["differences"][0]["new"].startswith("12 Mbit/s")
