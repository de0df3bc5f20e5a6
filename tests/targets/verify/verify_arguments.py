"""Commands as tc (iproute2 6.1) and a Linux 6.1 kernel take or refuse them, one argument each."""

CLSACT = ("qdisc add dev e0 clsact",)
HTB = (
    "qdisc add dev e0 root handle 1: htb default 10",
    "class add dev e0 parent 1: classid 1:1 htb rate 10000000bit",
    "class add dev e0 parent 1:1 classid 1:10 htb rate 1000000bit",
)
_IP = "filter add dev e0 egress chain 0 pref 10 protocol ip flower "
_TAGGED = "filter add dev e0 egress chain 0 pref 10 protocol 802.1Q flower "
_ALL = "filter add dev e0 egress chain 0 pref 10 protocol all matchall action "
_U32 = "filter add dev e0 egress chain 0 pref 10 protocol ip u32 match "
_CLASS = "class add dev e0 parent 1:1 classid 1:20 htb "
_LEAF = "qdisc add dev e0 parent 1:10 handle 10: "
_OTHER = "filter add dev e0 egress chain 0 pref 20 protocol all matchall action"
_NUMBERED = "police conform-exceed drop/ok index 7 burst 8000b"
_RED = "red limit 60000b min 10000b max 30000b avpkt 1500b burst 20 "

READ: dict[str, tuple[int, ...]] = {
    f"{_IP}ip_proto 47": (0x47, 0xFF),
    f"{_IP}ip_proto 0x2f": (47, 0xFF),
    f"{_IP}ip_proto ff": (255, 0xFF),
    f"{_IP}ip_tos 28": (28, 0xFF),
    f"{_IP}ip_tos b8/fc": (0xB8, 0xFC),
    f"{_IP}ip_tos 0xb9/0xfc": (0xB8, 0xFC),
    f"{_IP}ip_ttl 0x40": (64, 0xFF),
    f"{_IP}ip_proto 6 src_port 080": (80, 0xFFFF),
    f"{_IP}ip_proto tcp dst_port 80/255": (80, 255),
    f"{_IP}ip_proto tcp dst_port 0/0xffff": (0, 0xFFFF),
    f"{_IP}ip_proto tcp dst_port 80-90": (80, 90),
    f"{_IP}ip_proto tcp tcp_flags 12/3f": (0x12, 0x3F),
    f"{_IP}ip_proto icmp type 8/255": (8, 255),
    f"{_IP}src_ip 10.0.0.0/255.0.0.0": (10 << 24, 0xFF000000),
    f"{_IP}src_mac 00:11:22:33:44:55/16": (0x001100000000, 0xFFFF00000000),
    f"{_IP}ip_flags frag/nofirstfrag": (1, 3),
    f"{_TAGGED}vlan_ethtype ip ip_proto icmp type 8": (8, 255),
    f"{_TAGGED}vlan_prio 5": (5, 7),
    f"{_U32}u16 64 ff at 2": (2, 2, 64, 0xFF),
    f"{_U32}u16 64 255 at 2": (2, 2, 64, 0x255),
    f"{_U32}u8 010 ff at 1": (1, 1, 8, 0xFF),
    f"{_U32}mark 5 255": (5, 255),
}
"""Commands without their action, and the numbers of the last key that the kernel then shows."""

_CLASSIFIED = (
    *CLSACT,
    f"{_IP}ip_tos 0xb8/0xfc action ok",
    "filter add dev e0 egress pref 5 protocol all matchall action ok",
)

REFUSED: list[tuple[tuple[str, ...], str]] = [
    *(
        (CLSACT, f"{_IP}{key} action ok")
        for key in (
            "ip_tos 184/252",
            "ip_proto esp",
            "ip_proto 255",
            "ip_proto tcp dst_port 0x50",
            "ip_proto tcp dst_port 0",
            "ip_proto tcp dst_port 0-90",
            "ip_proto tcp dst_port 90-90",
            "ip_proto icmp type 0x8",
            "ip_proto icmp type 8/0xff",
            "dst_port 80",
            "src_ip 10.0.0.1/33",
        )
    ),
    *(
        (CLSACT, f"{_TAGGED}{key} action ok")
        for key in ("vlan_id 0xa", "vlan_prio 8", "vlan_id 5000")
    ),
    *((CLSACT, f"{_U32}{key} action ok") for key in ("u16 0x10000 ffff at 2", "mark 0x105 0xff")),
    *(
        (CLSACT, f"{_ALL}{action}")
        for action in (
            "police rate 64000bit burst 8000b index 0x10 conform-exceed drop/ok",
            "police rate 64000bit burst 8000b conform-exceed goto chain 3/pipe",
            "police rate 64000bit burst 8000b overhead -14 conform-exceed drop/ok",
            "police pkts_rate 1k pkts_burst 10 conform-exceed drop/ok",
            "police rate 64000bit conform-exceed drop/ok",
            "pedit ex munge ip dsfield set 40 retain fc",
            "pedit ex munge ip dsfield set 0x128",
            "goto chain 0x3",
        )
    ),
    *(
        (HTB, f"{_CLASS}{words}")
        for words in (
            "rate 1000000bit prio 0x1",
            "rate 1000000bit quantum 1500b",
            "rate 1000000bit overhead -14",
            "rate 0bit",
            "rate 7bit",
            "rate 1000000bit rate 5",
        )
    ),
    *(
        (HTB, f"{_LEAF}{words}")
        for words in (
            f"{_RED}bandwidth 50gbit probability 0.1",
            "red limit 60000b min 30000b max 10000b avpkt 1500b burst 20 bandwidth 1mbit",
            "fq_codel quantum 1514b",
            "prio bands 0x4",
            "prio bands 2",
            "prio bands 17",
            "stab linklayer atm overhead 6 pfifo limit 5",
        )
    ),
    ((), "filter add dev e0 egress pref 1 protocol all matchall action ok"),
    (CLSACT, "qdisc add dev e0 clsact"),
    (HTB, "qdisc add dev e0 root handle 1: htb default 10"),
    (HTB, "qdisc add dev e0 root handle 2: htb default 10"),
    (HTB, "qdisc replace dev e0 root handle 1: htb default 20"),
    (HTB, "qdisc add dev e0 parent 1:99 handle 99: pfifo limit 5"),
    (HTB, "qdisc add dev e0 parent 1:1 handle 99: pfifo limit 5"),
    (HTB, "qdisc add dev e0 parent 7:1 handle 99: pfifo limit 5"),
    (HTB, "qdisc add dev e0 parent 1:10 handle 1: pfifo limit 5"),
    (HTB, "class add dev e0 parent 1:1 classid 1:10 htb rate 5mbit"),
    (HTB, "class change dev e0 parent 1:1 classid 1:77 htb rate 5mbit"),
    (HTB, "class add dev e0 parent 5: classid 5:77 htb rate 5mbit"),
    (HTB, "class add dev e0 parent 1:1 classid 5:77 htb rate 5mbit"),
    (HTB, "class del dev e0 classid 1:1"),
    (HTB, "qdisc del dev e0 parent 1:10"),
    (_CLASSIFIED, f"{_IP}ip_tos 0xb8/0xfc action drop"),
    (_CLASSIFIED, f"{_IP}ip_tos 0xb9/0xfc action drop"),
    (_CLASSIFIED, "filter add dev e0 egress pref 10 protocol ipv6 flower action drop"),
    (_CLASSIFIED, "filter add dev e0 egress pref 10 protocol ip matchall action drop"),
    (_CLASSIFIED, "filter add dev e0 egress pref 5 protocol all matchall action drop"),
    (_CLASSIFIED, "filter replace dev e0 egress pref 5 protocol all matchall action drop"),
    (_CLASSIFIED, "filter add dev e0 egress pref 70000 protocol all matchall action drop"),
    (_CLASSIFIED, "filter add dev e0 egress pref 20 protocol all matchall"),
    (_CLASSIFIED, "filter del dev e0 egress pref 11"),
]
"""What is there already, and a command that tc or the kernel does not take then."""

UNKNOWN: list[tuple[tuple[str, ...], str]] = [
    (HTB, f"{_CLASS}rate 1000000bit mpu 512"),
    (HTB, f"{_CLASS}rate 1000000bit mtu 9000"),
    (HTB, "class add dev e0 parent 1:88 classid 1:77 htb rate 5mbit"),
    (CLSACT, f"{_ALL}reclassify"),
    (CLSACT, f"{_ALL}police rate 64000 burst 8000"),
    (CLSACT, f"{_ALL}police rate 64000bit burst 8000b mpu 64 conform-exceed drop/ok"),
    (CLSACT, f"{_ALL}vlan push id 5 priority 3"),
    (CLSACT, f"{_U32}u16 1 ffff at 3 action ok"),
    (CLSACT, "filter add dev e0 egress pref 20 protocol all matchall classid 1:10 action ok"),
]
"""What tc takes and the reader does not know, or would not follow: refused as well."""
REFUSED += UNKNOWN

ORDERS: list[tuple[tuple[str, ...], str]] = [
    ((*HTB[:1], HTB[2], HTB[1]), "there is no parent 1:1"),
    (HTB[1:], "there is no htb 1:"),
    ((_LEAF + "pfifo limit 5", *HTB), "Failed to find specified qdisc"),
    ((*HTB[:2], _LEAF + "pfifo limit 5", HTB[2]), "Specified class not found"),
    ((_ALL + "ok", *CLSACT), "Parent Qdisc doesn't exists"),
    ((*CLSACT, *CLSACT), "Exclusivity flag on"),
    ((*HTB, HTB[2]), "File exists"),
    ((*CLSACT, _ALL + "ok", _ALL + "ok"), "File exists"),
    ((*HTB, "qdisc add dev e0 root handle 2: pfifo limit 5"), "NLM_F_REPLACE needed"),
    ((*CLSACT, "qdisc del dev e0 clsact", _ALL + "ok"), "Parent Qdisc doesn't exists"),
    (
        (*CLSACT, _ALL + f"{_NUMBERED} rate 8000bit", f"{_OTHER} {_NUMBERED} rate 9000bit"),
        "police index 7 has already",
    ),
]
"""Commands whose order the kernel refuses, with a part of its words or ours."""
