"""`qosc show` of four devices, whole, as their engineers would want to read it at 80 columns.

The figures follow from the configs by hand: a percentage is of the shaper above or of the line, a
burst of the platform's time at that rate (200 ms for priority, 250 ms for police on IOS 15).
"""

from __future__ import annotations

import qosc
from qosc.api import qos_ports
from qosc.render.shows.model import show_ports
from qosc.render.style import Style


def shown(text: str, room: int = 80) -> list[str]:
    config = qosc.loads(text)
    ports = qos_ports(config)
    style = Style(room=room)
    lines = list(show_ports(config.joined_device, ports, config.profile, style))
    assert max(map(len, lines)) <= room
    return lines


WAN = """\
version 15.4
hostname wan-edge
class-map match-any VOICE
 match dscp ef
class-map match-any ERP
 match access-group name ERP
policy-map LLQ
 class VOICE
  priority percent 20
 class ERP
  bandwidth percent 50
 class class-default
  police cir percent 10
policy-map SHAPE10
 class class-default
  shape average 10000000
  service-policy LLQ
ip access-list extended ERP
 deny tcp 10.0.0.0 0.255.255.255 any
 permit tcp any any
interface GigabitEthernet0/0
 description to HQ
 service-policy output SHAPE10
interface FastEthernet0/1
 service-policy output LLQ
interface FastEthernet0/2
 service-policy output LLQ
"""

WAN_SHOWN = """\
GigabitEthernet0/0 (to HQ): 1 Gbit/s

  output: policy-map SHAPE10
    all packets; shaped to 10 Mbit/s, Bc 40000 bits*, Be 40000 bits*
    inside it: policy-map LLQ, percentages of 10 Mbit/s
      VOICE
        matches    dscp 46 (ef)
        bandwidth  strict priority (LLQ) up to 20% = 2 Mbit/s, burst
                   50000 bytes*
        queue      64 packets*
      ERP
        matches    IPv4 and tcp except (tcp and from 10.0.0.0/8)
        bandwidth  at least 50% = 5 Mbit/s (CBWFQ)
        queue      64 packets*
      class-default
        matches    everything else
        police     10% = 1 Mbit/s, burst 31250 bytes*, conform: transmit,
                   exceed: drop
        queue      64 packets*
    * default of ios-15

FastEthernet0/1, FastEthernet0/2: 100 Mbit/s

  output: policy-map LLQ, the first class that matches decides
    VOICE
      matches    dscp 46 (ef)
      bandwidth  strict priority (LLQ) up to 20% = 20 Mbit/s, burst
                 500000 bytes*
      queue      64 packets*
    ERP
      matches    IPv4 and tcp except (tcp and from 10.0.0.0/8)
      bandwidth  at least 50% = 50 Mbit/s (CBWFQ)
      queue      64 packets*
    class-default
      matches    everything else
      police     10% = 10 Mbit/s, burst 312500 bytes*, conform: transmit,
                 exceed: drop
      queue      64 packets*
    What the guarantees leave is shared in equal parts by the classes without a
      guarantee, if any, or else in proportion to the guarantees.
    * default of ios-15
"""


def test_a_wan_edge_with_one_policy_at_three_speeds() -> None:
    assert shown(WAN) == WAN_SHOWN.split("\n")


SWITCH = """\
version 12.2
mls qos
mls qos queue-set output 1 buffers 15 25 40 20
interface GigabitEthernet1/0/1
 srr-queue bandwidth share 10 10 60 20
 priority-queue out
 mls qos trust device cisco-phone
 mls qos trust dscp
interface GigabitEthernet1/0/2
 srr-queue bandwidth share 10 10 60 20
 priority-queue out
 mls qos trust dscp
"""


def test_a_switch_says_what_its_phone_ports_trust_and_explains_its_buffers() -> None:
    lines = shown(SWITCH)
    text = " ".join(" ".join(shown(SWITCH, 160)).split())
    assert lines[:3] == [
        "GigabitEthernet1/0/1: 1 Gbit/s",
        "  not modelled: mls qos trust device cisco-phone (taken for a port with that",
        "    device: without it, nothing is trusted)",
    ]
    # `buffers 15 25 40 20`, half of each reserved; queue 2 may have twice its part by default.
    assert "up to 15% of the buffer, 7.5% reserved" in text
    assert "up to 50% of the buffer, 12.5% reserved" in text
    assert "beyond that takes from the pool of all ports up to its maximum threshold" in text
    assert text.count("strict priority, not bounded") == 1
    assert "output: srr-queue, as on GigabitEthernet1/0/1" in text


MX = """\
chassis { fpc 0; }
class-of-service {
    classifiers { dscp CORE {
        forwarding-class voice { loss-priority low code-points ef; }
        forwarding-class business { loss-priority high code-points [ af32 af42 ]; }
    } }
    forwarding-classes { queue 0 best-effort; queue 1 voice; queue 2 business; queue 3 control; }
    drop-profiles { early { fill-level 50 drop-probability 0; fill-level 90 drop-probability 80; } }
    interfaces {
        ge-0/0/0 { scheduler-map WAN; shaping-rate 50m; unit 0 { classifiers { dscp CORE; } } }
        ge-0/0/1 { scheduler-map WAN; unit 0 { classifiers { dscp CORE; } } }
    }
    scheduler-maps { WAN {
        forwarding-class voice scheduler voice;
        forwarding-class business scheduler business;
        forwarding-class best-effort scheduler be;
        forwarding-class control scheduler nc;
    } }
    schedulers {
        voice { transmit-rate { 2m; exact; } buffer-size temporal 10k; priority strict-high; }
        business { transmit-rate percent 40; priority low; buffer-size percent 30;
            drop-profile-map loss-priority high protocol any drop-profile early; }
        be { transmit-rate { remainder; } priority low; }
        nc { transmit-rate percent 5; priority high; buffer-size percent 5; }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { address 10.0.0.1/30; } } }
    ge-0/0/1 { unit 0 { family inet { address 10.0.1.1/30; } } }
}
"""


def test_an_mx_speaks_of_forwarding_classes_and_schedulers() -> None:
    lines = shown(MX)
    text = "\n".join(lines)
    assert lines[0] == "ge-0/0/0 with its unit ge-0/0/0.0: 1 Gbit/s"
    assert "dscp 46 (ef)                 voice             low" in text
    at = lines.index("    inside it: scheduler-map WAN, percentages of 50 Mbit/s")
    assert lines[at + 1].split("  ") != lines[at + 2]
    rows = [" ".join(line.split()) for line in lines[at + 1 : at + 12]]
    assert rows[0] == "forwarding class transmit rate priority buffer drop profile"
    assert rows[1] == "voice 2 Mbit/s, exact strict-high 10 ms"
    assert rows[2].startswith("business 40% = 20 Mbit/s low 30% high: 0% at 50%")
    left = next(i for i, row in enumerate(rows) if row.startswith("best-effort remainder = low"))
    assert rows[left + 1].startswith("25500 kbit/s")  # 50 - 2 - 20 - 2.5 Mbit/s
    assert any(row.startswith("control 5% = 2500 kbit/s high 5%") for row in rows)
    assert "40% = 400 Mbit/s" in text
    assert "input: classifiers dscp CORE, as on ge-0/0/0" in text
    for word in ("conform", "transmit\n", "class-default", "rank", "IPv4 and", "policy-map"):
        assert word not in text


XR = """\
!! IOS XR Configuration 6.5.3
class-map match-any RT
 match dscp ef
 end-class-map
!
policy-map CORE
 class RT
  priority level 1
  police rate percent 10
  !
 !
 class class-default
  bandwidth remaining percent 40
  queue-limit 20 ms
 !
 end-policy-map
!
interface TenGigE0/0/0/0
 service-policy output CORE
!
interface HundredGigE0/0/1/0
 service-policy output CORE
!
"""


def test_an_xr_has_the_figures_of_each_line() -> None:
    text = " ".join(" ".join(shown(XR)).split())
    ten, hundred = text.split("HundredGigE0/0/1/0: 100 Gbit/s")
    assert "10% = 1 Gbit/s, burst 1250000 bytes*, conform: transmit, exceed: drop" in ten
    assert "10% = 10 Gbit/s, burst 12500000 bytes*" in hundred
    assert "40% of the remainder" in ten
    assert "20 ms" in ten


def test_what_many_ports_share_stands_once() -> None:
    terms = "\n".join(
        f"set firewall family inet filter F term t{number} from source-address 10.{number}.0.0/16\n"
        f"set firewall family inet filter F term t{number} then forwarding-class voice"
        for number in range(50)
    )
    units = "\n".join(
        f"set interfaces ge-0/0/0 unit {number} vlan-id {number}\n"
        f'set interfaces ge-0/0/0 unit {number} description "{number % 2}"\n'
        f"set interfaces ge-0/0/0 unit {number} family inet filter input F"
        for number in range(1, 200)
    )
    lines = shown(f"{terms}\nset interfaces ge-0/0/0 vlan-tagging\n{units}\n")
    assert sum("10.49.0.0/16" in line for line in lines) == 1
    assert sum(line.startswith("ge-0/0/0.1 to ge-0/0/0.199: ") for line in lines) == 1
    assert len(lines) < 150


def test_the_last_row_of_a_classifier_names_what_is_left() -> None:
    text = MX.replace("dscp CORE {", "ieee-802.1 CORE {").replace("dscp CORE", "ieee-802.1 CORE")
    text = text.replace("code-points ef", "code-points 101")
    text = text.replace("[ af32 af42 ]", "[ 110 111 ]")
    found = [line.split() for line in shown(text) if line.startswith("    cos")]
    classes = {"voice", "business", "best-effort", "control"}
    matched = [" ".join(row[: row.index(word)]) for row in found for word in row if word in classes]
    assert matched
    assert "cos 0 to 7" not in matched


def test_a_name_that_a_terminal_obeys_is_made_visible() -> None:
    text = WAN.replace("to HQ", "to \x1b[31mHQ\x07").replace("LLQ", "L\u202eQ")
    assert not [line for line in shown(text) if "\x1b" in line or "\u202e" in line]
