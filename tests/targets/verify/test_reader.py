"""The reader takes what tc and the kernel take, as they take it, and refuses what they refuse.

Each row was given to tc (iproute2 6.1) on a Linux 6.1 kernel; the engine test
`test_verify_arguments` does so again.
"""

import re
from itertools import pairwise

import pytest

import qosc
from qosc.verify import Unreadable
from qosc.verify.tc.model import Control, Csum, Police, PortSetup, SetMark, SetPriority
from qosc.verify.tc.read import read_commands, read_script
from qosc.verify.tc.shell import Command, tokens
from tests.targets.verify.verify_arguments import HTB, ORDERS, READ, REFUSED


def read(*lines: str) -> PortSetup:
    commands = []
    for number, line in enumerate(lines, 1):
        text = f"tc {line.replace('dev e0', 'dev $dev')}"
        found = tokens(text)
        places = [(number, place) for place, _ in found]
        commands.append(Command([word for _, word in found], number, places))
    return read_commands(tuple(commands))


@pytest.mark.parametrize(("setup", "command"), REFUSED, ids=[row[1] for row in REFUSED])
def test_what_tc_or_the_kernel_refuses_is_refused(setup: tuple[str, ...], command: str) -> None:
    read(*setup)
    with pytest.raises(Unreadable) as error:
        read(*setup, command)
    assert error.value.line == len(setup) + 1


@pytest.mark.parametrize(("command", "numbers"), READ.items())
def test_a_key_is_read_in_the_base_of_tc(command: str, numbers: tuple[int, ...]) -> None:
    (found,) = read("qdisc add dev e0 clsact", f"{command} action ok").filters
    assert found.keys[-1].numbers == numbers


@pytest.mark.parametrize(("lines", "words"), ORDERS, ids=[words for _, words in ORDERS])
def test_commands_in_an_order_that_the_kernel_refuses(lines: tuple[str, ...], words: str) -> None:
    with pytest.raises(Unreadable, match=re.escape(words)):
        read(*lines)


def test_what_is_not_known_is_refused_with_its_line_and_column() -> None:
    command = "class add dev e0 parent 1:1 classid 1:20 htb rate 8000bit mpu 512"
    with pytest.raises(Unreadable) as error:
        read(*HTB, command)
    assert (error.value.line, error.value.column) == (4, len("tc ") + command.index("mpu") + 2)


def test_more_raw_filters_than_the_kernel_keeps_in_order_are_refused() -> None:
    """Linux cls_u32.c; on a 6.1 kernel the 2048th pref is refused, and the 2049th filter of a pref
    is asked before the first."""
    raw = "filter add dev e0 {} pref {} protocol ip u32 match u16 {} 0xffff at 2 action ok"
    prefs = [raw.format(("ingress", "egress")[n % 2], n, 5) for n in range(1, 2049)]
    assert len(read("qdisc add dev e0 clsact", *prefs[:-1]).filters) == 2047
    with pytest.raises(Unreadable, match="Filter already exists"):
        read("qdisc add dev e0 clsact", *prefs)
    one = [raw.format("egress", 7, n) for n in range(2049)]
    assert len(read("qdisc add dev e0 clsact", *one[:-1]).filters) == 2048
    with pytest.raises(Unreadable, match="asks the others first"):
        read("qdisc add dev e0 clsact", *one)


def test_a_script_that_takes_all_away_again_sets_up_nothing() -> None:
    leaf = "qdisc add dev e0 parent 1:10 handle 10: pfifo limit 5"
    rules = (
        "qdisc add dev e0 clsact",
        "filter add dev e0 egress pref 1 protocol all matchall action ok",
    )
    full = read(*HTB, leaf, *rules)
    assert (len(full.qdiscs), len(full.classes), len(full.filters)) == (3, 2, 1)
    empty = read(*HTB, leaf, *rules, "qdisc del dev e0 root", "qdisc del dev e0 clsact")
    assert (empty.qdiscs, empty.classes, empty.filters) == ((), (), ())
    bare = read(*HTB, leaf, "class add dev e0 parent 1:10 classid 1:20 htb rate 8000bit")
    assert [each.handle for each in bare.qdiscs] == [(1, 0)]


@pytest.mark.parametrize(
    ("action", "wanted"),
    [
        # Without a control pedit and csum end the actions, skbedit does not (seen on 6.1).
        ("csum ip4h action continue", (Csum(("ip4h",)), Control("ok"), Control("continue"))),
        ("skbedit priority 1:10", (SetPriority((1, 0x10)),)),
        ("skbedit mark 16/255 pipe", (SetMark(16, 255),)),
        ("skbedit mark 010", (SetMark(8, 0xFFFFFFFF),)),
        (
            "police rate 64kbit burst 8k conform-exceed drop",
            (Police(64000, 8192, Control("drop"), Control("ok")),),
        ),
    ],
)
def test_an_action_has_the_control_that_tc_gives_it(action: str, wanted: object) -> None:
    line = f"filter add dev e0 egress pref 1 protocol all matchall action {action}"
    (found,) = read("qdisc add dev e0 clsact", line).filters
    assert found.actions == wanted


CONFIG = """
class-map match-any voice
 match dscp ef
policy-map out
 class voice
  priority 200
 class class-default
  fair-queue
interface GigabitEthernet0/1
 bandwidth 2000
 service-policy output out
"""


def test_two_commands_that_depend_on_each_other_cannot_change_places() -> None:
    script = qosc.compile(qosc.loads(CONFIG)).files[0].text
    lines = script.split("\n")
    places = [place for place, line in enumerate(lines) if line.startswith("    tc ")]
    refused = 0
    for one, two in pairwise(places):
        other = [*lines]
        other[one], other[two] = lines[two], lines[one]
        try:
            read_script("\n".join(other))
        except Unreadable:
            refused += 1
    assert refused >= 4


@pytest.mark.parametrize(
    "tail", ["; reboot", "|| :", "$(reboot)", "`reboot`", "&", "> /dev/null", '"a b"', "'x'", "*"]
)
def test_a_command_that_the_shell_would_change_is_refused(tail: str) -> None:
    script = qosc.compile(qosc.loads(CONFIG)).files[0].text
    wrong = re.sub(r"(?m)^(    tc qdisc add .*)$", lambda f: f"{f[1]} {tail}", script, count=1)
    with pytest.raises(Unreadable, match="not a plain word"):
        read_script(wrong)
