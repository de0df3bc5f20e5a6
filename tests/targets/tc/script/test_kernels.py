"""What a script is made of depends on the kernel that it is for."""

import pytest

import qosc
from qosc.ledger import Fidelity
from qosc.targets.tc.kernels import DEFAULT, FEATURES, OLDEST, Feature, Kernel, parse_kernel
from qosc.targets.tc.options import UnknownKernelError

RANGE = """\
class-map match-all range
 match access-group 101
access-list 101 permit tcp any any range 5 100
policy-map p
 class range
  set dscp af11
interface GigabitEthernet0/1
 service-policy input p
"""
PACKETS = """\
policy-map p
 class class-default
  police rate 500 pps
interface GigabitEthernet0/1
 service-policy input p
"""
FAST = """\
policy-map p
 class class-default
  police 40000000000 1000000 conform-action transmit exceed-action drop
interface HundredGigE0/1
 service-policy input p
"""


def made(text: str, kernel: str, platform: str = "ios-15"):
    return qosc.compile(
        qosc.loads(text, platform=platform), kernel=kernel, allow_loss=True, device_name="e0"
    )


def test_ranges_of_ports_become_blocks_before_5_0():
    new, old = (made(RANGE, kernel).files[0].text for kernel in ("5.0", "4.19"))
    assert "dst_port 5-100" in new
    assert "dst_port 5-100" not in old
    # 5, 6-7, 8-15, 16-31, 32-63, 64-95, 96-99, 100.
    blocks = [
        line.split("dst_port ")[1].split()[0] for line in old.splitlines() if "dst_port" in line
    ]
    wanted = [
        "5/0xffff",
        "6/0xfffe",
        "8/0xfff8",
        "16/0xfff0",
        "32/0xffe0",
        "64/0xffe0",
        "96/0xfffc",
        "100/0xffff",
    ]
    assert sorted(blocks) == sorted(wanted)
    (entry,) = [e for e in made(RANGE, "4.19").ledger if "port" in e.asked]
    assert "power of two" in entry.note


@pytest.mark.parametrize(
    ("ports", "taken"),
    # Seen on Debian 11: refused, taken, taken; by the same comparison refused, taken.
    [
        ("5000 5999", False),
        ("256 511", True),
        ("16384 32767", True),
        ("255 256", False),
        ("1024 65535", True),
    ],
)
def test_ranges_that_older_tc_takes_for_empty_become_blocks_before_6_1(ports, taken):
    text = RANGE.replace("range 5 100", f"range {ports}")
    low, high = ports.split()
    as_range = f"dst_port {low}-{high}"
    (newer,) = [e for e in made(text, "6.1").ledger if "port" in e.asked]
    assert "power of two" not in newer.note
    assert as_range in made(text, "6.1").files[0].text
    for kernel in ("5.10", "6.0", ""):
        artefact = made(text, kernel)
        assert (as_range in artefact.files[0].text) is taken
        (entry,) = [e for e in artefact.ledger if "port" in e.asked]
        assert ("takes the range for empty" in entry.note) is not taken
        assert entry.fidelity is newer.fidelity
    assert as_range not in with_iproute2(text, "6.1", "5.10").files[0].text or taken


@pytest.mark.parametrize(
    ("text", "since", "before"), [(PACKETS, "5.13", "5.12"), (FAST, "5.5", "5.4")]
)
def test_a_meter_that_the_kernel_cannot_have_is_refused(text, since, before):
    assert not made(text, since).losses
    losses = made(text, before).losses
    assert losses
    assert any(since in entry.note and before in entry.note for entry in losses)


def test_without_a_kernel_nothing_is_refused_for_its_age():
    for text in (RANGE, PACKETS, FAST):
        assert made(text, "").losses == ()
    assert Kernel(5, 13) == DEFAULT
    assert f"for Linux and iproute2 {DEFAULT} or newer" in made(RANGE, "").files[0].text


@pytest.mark.parametrize(
    "text", ["2.6.32", "4.18", "new", "6", "6.1; reboot", "$(reboot)", "6.1\n"]
)
def test_other_kernels_are_refused(text):
    assert parse_kernel(text) is None
    with pytest.raises(UnknownKernelError):
        made(RANGE, text)


def test_the_name_that_uname_prints_is_taken():
    assert parse_kernel("6.1.0-13-amd64") == Kernel(6, 1)
    assert parse_kernel("5.15.0+") == Kernel(5, 15)


def test_every_row_says_what_becomes_of_a_script_without_it():
    for feature in Feature:
        row = FEATURES[feature]
        assert row.source
        if row.used and row.since > OLDEST:
            assert row.without
    assert not Kernel(6, 3).has(Feature.DSMARK)
    assert Kernel(6, 2).has(Feature.DSMARK)
    assert {e.fidelity for e in made(PACKETS, "5.12").losses} == {Fidelity.UNSUPPORTED}


def with_iproute2(text: str, kernel: str, iproute2: str):
    config = qosc.loads(text, platform="ios-15")
    return qosc.compile(config, kernel=kernel, iproute2=iproute2, allow_loss=True)


def test_the_older_of_kernel_and_iproute2_decides():
    for kernel, iproute2 in (("6.1", "4.19"), ("4.19", "6.1")):
        script = with_iproute2(RANGE, kernel, iproute2).files[0].text
        assert "dst_port 5-100" not in script
        assert "for Linux and iproute2 4.19 or newer" in script
    assert with_iproute2(PACKETS, "6.1", "5.12").losses
    assert not with_iproute2(PACKETS, "6.1", "5.13").losses


@pytest.mark.parametrize("iproute2", ["4.18", "ss190107", "$(reboot)"])
def test_other_releases_of_iproute2_are_refused(iproute2):
    with pytest.raises(UnknownKernelError, match="iproute2"):
        with_iproute2(RANGE, "6.1", iproute2)
