"""The options of iperf 2 (iperf(1)) and of iperf3 (iperf3(1)), and those that change no packet."""

from __future__ import annotations

from qosc.traffic.options import Grammar

__all__ = ["THREE", "THREE_SILENT", "TWO", "TWO_SILENT"]

TWO = Grammar.of(
    "iperf",
    "b:c:ef:hi:l:mo:p:rsut:w:x:y:zB:CDF:H:IL:M:NP:RS:T:UVWZ:X14:6d1n:v",
    "bandwidth=b: client=c: enhanced=e format=f: help=h interval=i: len=l: print_mss=m output=o: "
    "port=p: tradeoff=r server=s time=t: udp=u window=w: reportexclude=x: reportstyle=y: "
    "realtime=z bind=B: compatibility=C daemon=D fileinput=F: ssm-host=H: stdin=I listenport=L: "
    "mss=M: nodelay=N parallel=P: reverse=R tos=S: ttl=T: ipv6_domain=V num=n: dualtest=d "
    "linux-congestion=Z: tcp-congestion=Z: version=v full-duplex=duplex isochronous=isochronous:: "
    "txstart-time=txstart: txdelay-time=txdelay: trip-times=e hide-ips=e sum-only=e no-udp-fin=e "
    "ipg=ipg: bounceback=bounceback:: burst-size=burst: burst-period=burst: near-congestion=near::",
)
THREE = Grammar.of(
    "iperf3",
    "p:f:i:I:F:A:B:VJvhsD1c:uX:b:t:n:k:l:P:Rw:C:M:N46S:L:ZO:T:d",
    "port=p: format=f: interval=i: pidfile=I: file=F: affinity=A: bind=B: bind-dev=dev: verbose=V "
    "json=J logfile=I: forceflush=V timestamps=T:: rcv-timeout=I: snd-timeout=I: debug=V:: "
    "version=v help=h server=s daemon=D one-off=1 client=c: sctp=sctp xbind=X: nstreams=X: udp=u "
    "connect-timeout=I: bitrate=b: bandwidth=b: pacing-timer=pacing: fq-rate=fq: time=t: bytes=n: "
    "blockcount=k: length=l: len=l: cport=cport: parallel=P: reverse=R bidir=bidir window=w: "
    "congestion=C: linux-congestion=C: set-mss=M: no-delay=N version4=4 version6=6 tos=S: "
    "dscp=dscp: flowlabel=L: zerocopy=Z omit=O: title=T: extra-data=T: get-server-output=V "
    "udp-counters-64bit=V repeating-payload=V dont-fragment=V username=T: rsa-public-key-path=T:",
)
_REPORT = "what is printed"
_HOST = "how the host runs it"
_NAGLE = "bulk data fills its segments all the same"
TWO_SILENT = {
    **dict.fromkeys(("e", "f", "i", "m", "o", "x", "y", "v", "C", "V"), _REPORT),
    **dict.fromkeys(("z",), _HOST),
    "N": _NAGLE,
    "T": "the time to live: no engine counts hops",
}
THREE_SILENT = {
    **dict.fromkeys(("f", "i", "I", "V", "J", "v", "T", "d"), _REPORT),
    **dict.fromkeys(("A", "Z", "4", "dev"), _HOST),
    "N": _NAGLE,
}
