"""Words and lines that mutations put in, by the kind of a file: its suffix."""

from __future__ import annotations

__all__ = ["NUMBERS", "tokens_for"]

NUMBERS = (
    b"0", b"-1", b"1", b"0.5", b"7", b"8", b"63", b"64", b"100", b"101", b"255", b"256", b"65535",
    b"65536", b"8000", b"999999", b"4294967295", b"4294967296", b"10000000000",
    b"18446744073709551616", b"9" * 40, b"1e9", b"1e400", b".inf", b".nan", b"0x1f", b"010",
)  # fmt: skip

_ODD = (
    b"\x00", b"\xff\xfe", b"\xc2\xa0", b"\xe2\x80\x9c", b"\r\n", b"\r", b"\x0c", b"\xe2\x80\xa8",
    b"\xe2\x80\xae", b"\x1b[31m", b"\xc2\x9b", b"{" * 50, b"$(reboot)", b"`id`", b"';--", b'"',
    b"\\", b"\t" * 9, b"%s{0}{x}", b"\xd9\xa3", b"\xc2\xb2 ", b"\xef\xbc\x91 ", b"*/", b"\xed\xa0\x80",
)  # fmt: skip

_IOS = (
    b"class-map match-any ", b"policy-map P\n", b" class A\n", b"  bandwidth percent ",
    b"interface ", b"pvc 1/1\n", b"police cir 8000 bc 1 be 2 conform-action ",
    b"\nexceed-action ", b"\n drop\n", b"police rate 100 pps burst 10 packets\n",
    b"rate-limit input access-group rate-limit 1 8000 1500 2000 conform-action ",
    b"set-prec-transmit ", b"ip access-list extended ", b"permit tcp any range ",
    b"host 1.2.3.4 0.0.255.0 eq www gt 99999 ", b" ! qosc: ignore[QOS101]\n", b"banner motd ^C\n",
    b"^C", b"macro name X\n", b"R1(config-if)#", b" --More-- \x08\x08\x08", b"no ", b"default ",
    b"end\n", b"exit\n", b"random-detect dscp-based\n", b"queue-limit ", b"fair-queue ",
    b"shape average percent ", b"service-policy output P\n", b"match not ip dscp ",
    b"match access-group name ", b"access-list 1", b"service-policy P\n", b"match class-map C\n",
    b"table-map T\n map from 1 to 2\n default copy\n", b"set dscp cos table T\n", b"mls qos\n",
    b"priority-queue out\n", b"srr-queue bandwidth share 1 2 3 4\n", b"priority level 2\n",
    b"bandwidth remaining ratio 3\n", b"queue-limit dscp 10 20\n", b"ipv6 access-list A\n",
    b"priority-list 1 protocol ip high\n", b"custom-queue-list 1\n", b"encapsulation frame-relay\n",
    b"map-class frame-relay M\n", b"route-map R permit 10\n", b"object-group network O\n",
)  # fmt: skip

_JUNOS = (
    b"/* ", b" */", b" // ", b"inactive: ", b"replace: ", b"apply-groups G;\n", b"{\n", b"}\n", b";",
    b"[ 1 2 ]", b"groups { G { <*> { ", b"class-of-service { ", b"firewall { family inet { ",
    b"set class-of-service interfaces ge-0/0/0 unit * ", b"set firewall family inet filter F term T ",
    b"delete class-of-service ", b"deactivate firewall ", b"rename ", b"insert ", b"copy ",
    b"schedulers { S { transmit-rate percent 10; } }\n", b"scheduler-maps { M { ",
    b"forwarding-class assured-forwarding scheduler S;\n", b"transmit-rate remainder;\n",
    b"buffer-size temporal 1000;\n", b"shaping-rate 1m;\n", b"drop-profile-map loss-priority any ",
    b"if-exceeding { bandwidth-limit 1m; burst-size-limit 15k; }\n", b"then { policer P; ",
    b"three-color-policer { two-rate T; }\n", b"from { dscp [ ef af11 ]; ", b"prefix-list L;\n",
    b"port-except [ 1-2 ];\n", b"classifiers { dscp C { import default; ", b"<ge-*> ",
    b"rewrite-rules { dscp R { ", b"excess-rate percent 5;\n", b"interface-set I ", b"## ",
    b"apply-path \"interfaces <*> unit <*> family inet address <*>\";\n", b"wildcard range set ",
)  # fmt: skip

_YAML = (
    b"  - ", b": ", b"{", b"}", b"[", b"]", b"null", b"true", b"~", b"&a ", b"*a", b"<<: *a", b"!!python/object:os.system ",
    b"!!binary aGk=", b"--- \n", b"|\n", b"? ", b"2001-01-01", b"''", b"kind: cbr", b"kind: tcp",
    b"kind: poisson", b"kind: on-off", b"kind: ping", b"kind: rules", b"kind: policy", b"rate_bps: ",
    b"packet_bytes: ", b"packets_per_s: ", b"duration_ms: ", b"delay_us: ", b"flows: ", b"header: ",
    b"{dscp: 46}", b"start_ms: ", b"stop_ms: ", b"warm_up_ms: ", b"overhead_bytes: ", b"linklayer: atm",
    b"police: ", b"meter: {algorithm: car, cir_bps: 1, cbs_bytes: 1}", b"queue: ", b"share_of: [a]",
    b"figure: rtt.min_us", b"within_percent: ", b"is: ", b"at_most: ", b"falls: [a, b]", b"engines: [sim]",
    b"side: input", b"class: ", b"flow: ", b"interface: ", b"platform: ios-xe", b"allow_loss: true",
)  # fmt: skip

_SCRIPT = (
    b"tc qdisc add dev \"$dev\" root handle 1: htb default 10\n", b"parent 1: ", b"handle 1: ",
    b"classid 1:10 ", b"htb ", b"rate 1000bit ", b"ceil 10mbit ", b"burst 10b ", b"prio 1 ",
    b"protocol ip ", b"u32 ", b"flower ", b"match u32 0x0 0x0 at 0 ", b"basic match 'u32(u8 0x10 0xff at 1)' ",
    b"action police rate 1mbit burst 10k conform-exceed drop/pipe ", b"action skbedit priority 1:1 ",
    b"action pedit ex munge ip dsfield set 0x10 retain 0xfc ", b"action csum ip4h ", b"drop\n", b"pass ",
    b"reclassify ", b"pipe ", b"goto chain 1 ", b"chain 1 ", b"pfifo limit 10 ", b"red limit 1 min 1 max 2 avpkt 1 ",
    b"gred setup vqs 4 default 0 ", b"fq_codel ", b"sfq perturb 10 ", b"ets bands 3 strict 1 quanta 1 2 ",
    b"prio bands 3 priomap 0 1 2 ", b"clsact\n", b"ingress\n", b"tbf rate 1kbit burst 1k limit 1k ", b"\\\n",
    b"index 1 ", b"mpu 64 overhead 20 linklayer atm ", b"src_ip 1.2.3.4/33 ", b"ip_proto tcp dst_port 1-2 ",
    b"ip_tos 0x10/0xfc ", b"$dev", b"<<'EOT'\n", b"EOT\n", b"}\n", b"apply_2() {\n", b";", b"&&", b"mtu 99999999 ",
)  # fmt: skip

_BY_SUFFIX = {
    b"cfg": _IOS,
    b"conf": _JUNOS,
    b"yaml": _YAML,
    b"sh": _SCRIPT,
    b"batch": _SCRIPT,
}


def tokens_for(name: str) -> tuple[bytes, ...]:
    """What is put into a file of this name: its own kind's words, and odd bytes."""
    return _BY_SUFFIX.get(name.rpartition(".")[2].encode(), _IOS) + _ODD
