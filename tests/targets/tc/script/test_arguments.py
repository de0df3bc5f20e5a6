"""Each kind of command, word by word, as tc's manual pages have it."""

from __future__ import annotations

import pytest

from qosc.targets.tc.arguments import INTERFACE, arguments
from qosc.targets.tc.model import (
    ATM,
    U32,
    Clsact,
    Control,
    Csum,
    Fifo,
    Filter,
    Flower,
    Gact,
    Handle,
    Hook,
    Htb,
    HtbClass,
    Matchall,
    Node,
    Pedit,
    Police,
    Prio,
    Red,
    Sfq,
    SkbMark,
    SkbPriority,
    Stab,
    U32Key,
)

ROOT, LEAF, OWN = Handle(1), Handle(1, 0x1F), Handle(0x20)
OK, DROP, PIPE = Control("ok"), Control("drop"), Control("pipe")


def filtered(*actions: object) -> Filter:
    return Filter(Hook.EGRESS, 3, 7, "ip", Matchall(), actions)  # type: ignore[arg-type]


IN = "filter add dev I egress chain 3 pref 7 protocol ip matchall action"
CASES: list[tuple[str, Node, str]] = [
    ("clsact", Clsact(), "qdisc add dev I clsact"),
    ("htb", Htb(ROOT, 0xFE), "qdisc add dev I root handle 1: htb default fe"),
    (
        "htb-atm",
        Htb(ROOT, 2, Stab(-4)),
        (
            "qdisc add dev I root handle 1: stab linklayer atm overhead -4 mtu 2047 tsize 512 "
            "htb default 2"
        ),
    ),
    (
        "class",
        HtbClass(LEAF, ROOT, 8_000, 9_000, 1600, 1700, 3, 1514),
        (
            "class add dev I parent 1: classid 1:1f htb rate 8000bit ceil 9000bit burst 1600b "
            "cburst 1700b prio 3 quantum 1514"
        ),
    ),
    (
        "class-as-usual",
        HtbClass(LEAF, Handle(1, 1), 8_000, 8_000, 1600, 1600),
        (
            "class add dev I parent 1:1 classid 1:1f htb rate 8000bit ceil 8000bit burst 1600b "
            "cburst 1600b prio 0 quantum 1514"
        ),
    ),
    (
        "class-atm",
        HtbClass(LEAF, ROOT, 8_000, 8_000, 1600, 1600, linklayer=ATM(12)),
        (
            "class add dev I parent 1: classid 1:1f htb rate 8000bit ceil 8000bit burst 1600b "
            "cburst 1600b prio 0 quantum 1514 overhead 12 linklayer atm"
        ),
    ),
    ("pfifo", Fifo(LEAF, OWN, 64), "qdisc add dev I parent 1:1f handle 20: pfifo limit 64"),
    (
        "bfifo",
        Fifo(None, OWN, 64_000, in_bytes=True),
        "qdisc add dev I root handle 20: bfifo limit 64000b",
    ),
    (
        "prio",
        Prio(LEAF, OWN, 3, 2),
        "qdisc add dev I parent 1:1f handle 20: prio bands 3 priomap" + 16 * " 2",
    ),
    (
        "red",
        Red(LEAF, OWN, 60_000, 10_000, 20_000, 1000, 15, 100_000_000, 8_000_000),
        (
            "qdisc add dev I parent 1:1f handle 20: red limit 60000b min 10000b max 20000b avpkt "
            "1000 burst 15 bandwidth 8000000bit probability 0.100000000"
        ),
    ),
    (
        "red-ecn",
        Red(None, OWN, 60_000, 10_000, 20_000, 1000, 15, 20_000_000, 8_000_000, ecn=True),
        (
            "qdisc add dev I root handle 20: red limit 60000b min 10000b max 20000b avpkt "
            "1000 burst 15 bandwidth 8000000bit probability 0.020000000 ecn harddrop"
        ),
    ),
    (
        "sfq",
        Sfq(LEAF, OWN, 127, 60, 16, 1024, 1514),
        (
            "qdisc add dev I parent 1:1f handle 20: sfq limit 127 depth 60 flows 16 divisor 1024 "
            "quantum 1514"
        ),
    ),
    ("ok", filtered(Gact(OK)), f"{IN} ok"),
    ("goto", filtered(Gact(Control("goto", 9))), f"{IN} goto chain 9"),
    (
        "ingress-flower",
        Filter(
            Hook.INGRESS,
            0,
            1,
            "802.1Q",
            Flower((("vlan_id", "7"), ("vlan_ethtype", "ip"), ("ip_tos", "0x10/0xfc"))),
            (Gact(DROP),),
        ),
        (
            "filter add dev I ingress chain 0 pref 1 protocol 802.1Q flower vlan_id 7 vlan_ethtype "
            "ip ip_tos 0x10/0xfc action drop"
        ),
    ),
    (
        "u32",
        Filter(
            Hook.INGRESS,
            0,
            1,
            "ip",
            U32((U32Key(16, 0x1F, 0x1FFF, 6), U32Key(32, 1, 3, None), U32Key(8, 1, 1, -14))),
            (Gact(OK),),
        ),
        (
            "filter add dev I ingress chain 0 pref 1 protocol ip u32 match u16 0x1f 0x1fff at 6 "
            "match mark 0x1 0x3 match u8 0x1 0x1 at -14 action ok"
        ),
    ),
    (
        "police",
        filtered(Police(8_000, 1500, DROP, PIPE)),
        f"{IN} police rate 8000bit burst 1500b mtu 65535 conform-exceed drop/pipe",
    ),
    (
        "police-shared",
        filtered(Police(8_000, 1500, Control("continue"), OK, 2000, 20, index=5)),
        (
            f"{IN} police index 5 rate 8000bit burst 1500b mtu 2000 overhead 20 "
            "conform-exceed continue/ok"
        ),
    ),
    (
        "police-packets",
        filtered(Police(500, 10, DROP, PIPE, packets=True)),
        f"{IN} police pkts_rate 500 pkts_burst 10 mtu 65535 conform-exceed drop/pipe",
    ),
    (
        "police-goto-exceed",
        filtered(Police(8_000, 1500, Control("goto", 4), PIPE)),
        f"{IN} police rate 8000bit burst 1500b mtu 65535 conform-exceed goto chain 4 / pipe",
    ),
    (
        "police-goto-conform",
        filtered(Police(8_000, 1500, DROP, Control("goto", 4))),
        f"{IN} police rate 8000bit burst 1500b mtu 65535 conform-exceed drop / goto chain 4",
    ),
    (
        "pedit",
        filtered(Pedit("ip", 0xB8, 0xFC), Csum(), Gact(OK)),
        f"{IN} pedit ex munge ip dsfield set 0xb8 retain 0xfc pipe action csum ip4h pipe action ok",
    ),
    (
        "pedit6",
        filtered(Pedit("ip6", 0xB8, 0xFC)),
        f"{IN} pedit ex munge ip6 traffic_class set 0xb8 retain 0xfc pipe",
    ),
    ("skbedit", filtered(SkbPriority(LEAF)), f"{IN} skbedit priority 1:1f pipe"),
    (
        "skbedit-mark",
        filtered(SkbMark(0x10000, 0xFF0000)),
        f"{IN} skbedit mark 0x10000/0xff0000 pipe",
    ),
]


@pytest.mark.parametrize(("node", "words"), [row[1:] for row in CASES], ids=[r[0] for r in CASES])
def test_a_command_word_by_word(node: Node, words: str) -> None:
    made = ["I" if word == INTERFACE else word for word in arguments(node)]
    assert made == ["tc", *words.split()]


def test_a_handle_is_written_in_hexadecimal() -> None:
    assert [str(Handle(0x1F)), str(Handle(0x1F, 0xAB))] == ["1f:", "1f:ab"]
    assert str(Control("goto", 12)) == "goto chain 12"
    assert str(Control("ok")) == "ok"
