"""tc and a kernel as judges of the reader: what they refuse, what they make of each argument, and
what they hold after a script with a fault from the manual that `verify` does not find."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from qosc.lab.linux import uml
from qosc.verify import Unreadable
from qosc.verify.tc.read import read_script
from tests.engines.tc.test_tc_script import experiment, run
from tests.targets.verify.mutants_from_manual import COMMAND, KINDS, SPELLING
from tests.targets.verify.test_verify_manual_mutants import NAMES
from tests.targets.verify.test_verify_mutations import compiled, is_caught, is_harmless
from tests.targets.verify.verify_arguments import READ, REFUSED, UNKNOWN

pytestmark = pytest.mark.engine

DUMP = (
    "qdisc show dev e0",
    "class show dev e0",
    "filter show dev e0 ingress",
    "filter show dev e0 egress",
)
KEPT = {name: compiled(name)[2] for name in NAMES}
"""The scripts that faults are put into."""


def states(cases: Sequence[Sequence[str]]) -> list[tuple[int, str]]:
    """After each list of commands on a new interface: whether one failed, and what is there.

    One tc does all of a list: to start a program takes the guest longer than what it does.
    """
    lines = ["#!/bin/sh"]
    for commands in cases:
        lines.append("ip link add e0 type dummy; ip link set e0 up; rc=0")
        lines += ["tc -force -batch - >/dev/null 2>&1 <<'END' || rc=$?", *commands, "END"]
        lines.append('echo "<<<$rc"')
        lines += ["tc -d -force -batch - 2>&1 <<'END'", *DUMP, "END"]
        lines.append("ip link del e0")
    files = {"run": "\n".join(lines) + "\n"}
    steps = [experiment("states", run("@run"))]
    outcome = uml.run({"files": files, "experiments": steps}, timeout=560)
    assert outcome.result is not None, (outcome.error, outcome.console)
    (ended,) = outcome.result["experiments"][0]["steps"]
    parts = ended["stdout"].split("<<<")[1:]
    assert len(parts) == len(cases)
    found = (part.partition("\n") for part in parts)
    return [(int(code), _plain(text)) for code, _, text in found]


def _plain(text: str) -> str:
    """A dump without the numbers that the kernel gives to actions by itself."""
    return re.sub(r"index \d+ ref \d+ bind \d+|police 0x\w+", "", text)


def commands_of(script: str) -> list[str]:
    """The commands of the first port, as a shell on e0 would run them."""
    begin = script.index("apply_1() {")
    body = script[begin : script.index("\n}\n", begin)]
    words = (found["words"] for found in COMMAND.finditer(body))
    return [each.replace('"$dev"', "e0") for each in words]


def test_tc_refuses_what_is_said_to_be_refused_and_reads_what_is_read() -> None:
    refused = [row for row in REFUSED if row not in UNKNOWN]
    read = [("qdisc add dev e0 clsact", f"{command} action ok") for command in READ]
    found = states([*((*setup, command) for setup, command in refused), *read])
    wrong = [row for row, (code, _) in zip(refused, found, strict=False) if not code]
    assert not wrong
    wrong = [row for row, (code, _) in zip(read, found[len(refused) :], strict=True) if code]
    assert not wrong


@pytest.mark.deep
def test_what_is_not_found_leaves_the_kernel_as_it_was() -> None:
    """Each kind, in each script: found, the same ends for all packets, or the same state."""
    unseen = []
    for kind, edits in KINDS.items():
        for name, script in KEPT.items():
            before = commands_of(script)
            mutants = [text for text in edits(script) if commands_of(text) != before]
            if not mutants:
                continue
            text = mutants[len(mutants) // 2]
            if not is_caught(name, text) and (kind in SPELLING or not is_harmless(name, text)):
                unseen.append((kind, name, text))
    assert {kind for kind, _, _ in unseen} >= SPELLING - {"network mask in full"}
    held = dict(zip(KEPT, states([commands_of(text) for text in KEPT.values()]), strict=True))
    assert all(code == 0 for code, _ in held.values())
    after = states([commands_of(text) for _, _, text in unseen])
    differ = {
        (kind, name)
        for (kind, name, _), got in zip(unseen, after, strict=True)
        if got != held[name]
    }
    assert not differ


@pytest.mark.deep
def test_what_the_kernel_refuses_is_refused() -> None:
    """A fault that makes a command fail is an unreadable script, not a difference in figures."""
    cases = [
        (kind, name, text)
        for kind, edits in list(KINDS.items())[:40]
        for name, script in list(KEPT.items())[:3]
        for text in [text for text in edits(script) if text != script][:1]
    ]
    found = states([commands_of(text) for _, _, text in cases])
    refused = [case for case, (code, _) in zip(cases, found, strict=True) if code]
    assert len(refused) >= 20
    for kind, name, text in refused:
        with pytest.raises(Unreadable):
            pytest.fail(f"{kind} in {name} is read: {read_script(text)}")
