"""Serial lines of IOS before HQF that have weighted fair queueing although the config is silent.

Cisco IOS Quality of Service Solutions Command Reference, fair-queue (WFQ): the default of serial
interfaces at E1 speed and below; `no fair-queue` takes it away.
"""

from __future__ import annotations

import qosc

TEXT = """\
version 12.3
interface Serial0/0
 bandwidth 512
 ip address 10.0.0.1 255.255.255.252
interface Serial0/1
 bandwidth 512
 no fair-queue
interface Serial0/2
 bandwidth 10000
interface Serial0/3
 bandwidth 512
 shutdown
interface FastEthernet0/0
 ip address 10.0.1.1 255.255.255.0
"""


def test_show_names_the_lines_that_have_it() -> None:
    shown = str(qosc.show(qosc.loads(TEXT)))
    assert "Serial0/0: 512 kbit/s\n" in shown
    assert "  no QoS in the config; fair queueing by flow (default of ios-12)" in shown
    assert not any(name in shown for name in ("Serial0/1", "Serial0/2", "Serial0/3", "FastEth"))


def test_a_release_with_hqf_is_not_said_to_have_it() -> None:
    assert "fair queueing" not in str(qosc.show(qosc.loads(TEXT.replace("12.3", "15.2"))))


def test_trace_has_the_packet_in_a_queue_of_its_flow() -> None:
    def told(left: str) -> str:
        return str(qosc.trace_packet(qosc.loads(TEXT), "udp 10.0.1.2 > 10.0.0.2:53", left=left))

    assert "queue of its flow: the port has fair queueing by flow (default of ios-12)" in told(
        "Serial0/0"
    )
    assert "queue of the port: no policy divides it" in told("Serial0/1")
