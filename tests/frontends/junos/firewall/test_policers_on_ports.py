"""What the figures of a policer come to on the port that applies it, and what the ledger says.

Sources: Juniper, Configuring Policers Based on Logical Interface Bandwidth (a unit shaped to 4 Mbps
polices 2 Mbps at 50 percent); Effect of Two-Color Policers on Shaping Rate Changes; Policer Support
for Aggregated Ethernet Interfaces Overview.
"""

from __future__ import annotations

import pytest

from qosc import api
from qosc.ledger import Entry, Fidelity

PERCENT = "bandwidth-percent 50"
LIMIT = "bandwidth-limit 10m"
OF_UNIT = "ge-0/2/7 { unit 0 { shaping-rate 4m; } }"
BY_PROFILE = "ge-0/2/7 { unit 0 { output-traffic-control-profile T; } }"
LOGICAL, SHARED = "logical-bandwidth-policer;", "shared-bandwidth-policer;"


def compiled(text: str) -> tuple[str, dict[str, Entry], api.Config]:
    """The script, the rows of the meter by leaf, and the config."""
    config = api.loads(text, name="r1.conf", platform="junos-mx")
    made = api.compile(config, target="tc", allow_loss=True)
    rows = {
        one.path.rpartition(" > ")[2]: one
        for one in made.ledger
        if " > policer > meter" in one.path
    }
    return "".join(file.text for file in made.files), rows, config


def on_unit(cos: str, word: str = LOGICAL, way: str = "policer { input P; output P; }") -> str:
    return (
        f"interfaces {{ ge-0/2/7 {{ per-unit-scheduler; vlan-tagging;\n"
        f" unit 0 {{ vlan-id 100; family inet {{ {way} }} }} }} }}\n"
        "class-of-service { traffic-control-profiles { T { shaping-rate 4m; } }\n"
        f" interfaces {{ {cos} }} }}\n"
        f"firewall {{ policer P {{ {word} if-exceeding {{ {PERCENT}; burst-size-limit 125k; }}\n"
        " then discard; } }\n"
    )


@pytest.mark.parametrize("cos", [OF_UNIT, BY_PROFILE])
def test_a_logical_bandwidth_policer_is_of_the_rate_of_its_unit(cos: str) -> None:
    script, rows, config = compiled(on_unit(cos))
    assert script.count("police rate 2000000bit burst 125000b") == 2
    assert rows["cir"].fidelity is Fidelity.EXACT
    assert "logical-bandwidth" not in str(config.device.residue)


def test_a_share_of_a_share_is_of_the_port() -> None:
    percent = OF_UNIT.replace("4m", "percent 10")
    script, rows, _ = compiled(on_unit(percent))
    assert "police rate 50000000bit" in script  # 50 % of 10 % of 1 Gbit/s
    assert rows["cir"].fidelity is Fidelity.EXACT


@pytest.mark.parametrize("word", ["", LOGICAL])
def test_what_is_shaped_at_the_port_alone_is_in_doubt(word: str) -> None:
    """Juniper's pages have the speed of the port for it, and its shaping-rate."""
    script, rows, _ = compiled(on_unit("ge-0/2/7 { shaping-rate 100m; }", word))
    assert "police rate 500000000bit" in script
    assert rows["cir"].fidelity is Fidelity.UNKNOWN
    assert "50 Mbit/s" in rows["cir"].note


def test_without_any_shaping_rate_the_rate_is_not_called_exact() -> None:
    script, rows, config = compiled(on_unit(""))
    assert "police rate 500000000bit" in script
    assert rows["cir"].fidelity is Fidelity.UNKNOWN
    assert "no shaping-rate" in rows["cir"].note
    assert "logical-bandwidth-policer" in [one.text for one in config.device.residue]


def on_bundle(word: str, limit: str = LIMIT, *, kind: str = "", members: int = 2) -> str:
    """A policer on the interface, or in a filter of a kind."""
    links = "".join(
        f"xe-{n}/0/0 {{ gigether-options {{ 802.3ad ae1; }} }}\n" for n in range(members)
    )
    way = "filter { input F; }" if kind else "policer { input P; }"
    return (
        f"interfaces {{ {links} ae1 {{ unit 0 {{ family inet {{ {way} }} }} }} }}\n"
        f"firewall {{ policer P {{ {word} if-exceeding {{ {limit}; burst-size-limit 125k; }}\n"
        " then discard; }\n"
        f" family inet {{ filter F {{ {kind} term a {{ then {{ policer P; accept; }} }} }} }} }}\n"
    )


@pytest.mark.parametrize(
    ("text", "cir", "cbs"),
    [
        (on_bundle(""), Fidelity.UNKNOWN, Fidelity.UNKNOWN),
        (on_bundle(SHARED), Fidelity.ENVELOPE, Fidelity.ENVELOPE),
        (on_bundle("", kind="interface-specific;"), Fidelity.UNKNOWN, Fidelity.UNKNOWN),
        (on_bundle(SHARED, kind="interface-specific;"), Fidelity.ENVELOPE, Fidelity.ENVELOPE),
        # The word does nothing in a filter that is not interface-specific.
        (on_bundle(SHARED, kind="/* */"), Fidelity.UNKNOWN, Fidelity.UNKNOWN),
        # Percentages match by default, their burst is split by the word.
        (on_bundle("", PERCENT), Fidelity.ENVELOPE, Fidelity.UNKNOWN),
        (on_bundle(SHARED, PERCENT), Fidelity.ENVELOPE, Fidelity.ENVELOPE),
        # One link is on one forwarding engine.
        (on_bundle("", members=1), Fidelity.EXACT, Fidelity.EXACT),
    ],
)
def test_policers_on_a_bundle(text: str, cir: Fidelity, cbs: Fidelity) -> None:
    _, rows, _ = compiled(text)
    assert (rows["cir"].fidelity, rows["cbs"].fidelity) == (cir, cbs)
    for row in (rows["cir"], rows["cbs"]):
        assert ("up to 2 times" in row.note) == (row.fidelity is Fidelity.UNKNOWN)


def test_a_bundle_without_members_in_the_text_has_no_figure() -> None:
    _, rows, _ = compiled(on_bundle("", members=0))
    assert rows["cir"].fidelity is Fidelity.UNKNOWN
    assert "as many times" in rows["cir"].note


def test_members_do_not_matter_to_a_policer_of_a_single_port() -> None:
    _, rows, _ = compiled(on_bundle("").replace("ae1 { unit", "xe-7/0/0 { unit"))
    assert rows["cir"].fidelity is Fidelity.EXACT
    assert "member" not in rows["cir"].note
