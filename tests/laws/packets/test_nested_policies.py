"""How deep policies inside policies are followed is one fact, and what is deeper is told."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import qosc
from qosc.cli import cli
from qosc.ir import Attachment, Policy
from qosc.ir.resolve import POLICY_LEVELS, resolve
from qosc.packets.policy import class_witnesses

Ask = Callable[..., Result]


def nested(levels: int, percent: int = 10) -> str:
    """A config with so many policies on one way, each but the last a shaper around the next."""
    lines = ["version 15.2", "hostname r", "class-map match-any V", " match dscp ef"]
    for level in range(levels, 0, -1):
        lines.append(f"policy-map P{level}")
        if level == levels:
            lines += [" class V", f"  priority percent {percent}"]
        else:
            lines += [" class class-default", "  shape average percent 90"]
            lines.append(f"  service-policy P{level + 1}")
    lines += ["interface Serial0/0", " bandwidth 2000", " service-policy output P1"]
    return "\n".join(lines) + "\n"


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """Run a command on configs, each written to a file."""

    def run(command: str, *texts: str, more: tuple[str, ...] = ()) -> Result:
        paths = [tmp_path / f"{number}.cfg" for number in range(len(texts))]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text, encoding="utf-8")
        given = [command, *map(str, paths), *more]
        return CliRunner().invoke(cli, given)

    return run


TO_SERIAL = ("--out", "Serial0/0", "udp dscp ef")


def test_the_innermost_policy_that_is_followed_is_shown_traced_and_compared(ask: Ask) -> None:
    deepest = nested(POLICY_LEVELS)
    last = f"policy-map P{POLICY_LEVELS}"
    shown = ask("show", deepest).output
    assert last in shown
    assert "not shown" not in shown
    rows = json.loads(ask("show", deepest, more=("--format", "json")).stdout)
    assert rows["rows"][-1]["stage"] == last
    assert rows["not_modelled"] == []
    assert last in ask("trace", deepest, more=TO_SERIAL).output
    changed = ask("diff", deepest, nested(POLICY_LEVELS, percent=20))
    assert re.search(r"^\d changes; 1 port compared\.$", changed.output, re.MULTILINE)


def test_the_datapath_knows_the_rate_of_the_innermost_and_of_none_further_in() -> None:
    for levels, known in ((POLICY_LEVELS, True), (POLICY_LEVELS + 1, False)):
        config = qosc.loads(nested(levels), platform="ios-15")
        device = config.complete_device
        stage = device.ports["Serial0/0"].output[0]
        assert isinstance(stage, Attachment)
        policy = resolve(device, stage.policy)
        while isinstance(policy, Policy) and policy.classes[-1].child is not None:
            policy = resolve(device, policy.classes[-1].child)
        assert isinstance(policy, Policy)
        burst = policy.classes[0].priority.burst  # type: ignore[union-attr]
        assert (burst is not None and burst.bytes_at(None) is not None) == known


def test_packets_are_found_for_as_many_levels() -> None:
    device = qosc.loads(nested(POLICY_LEVELS + 1), platform="ios-15").device
    deepest = max(name.count(" > ") for name, _ in class_witnesses(device, "P1"))
    assert deepest + 1 == POLICY_LEVELS


def test_what_is_further_in_is_told_by_every_command(ask: Ask) -> None:
    """Nothing answers as if the policy were not there."""
    deeper = nested(POLICY_LEVELS + 1)
    assert "more policies, not shown" in ask("show", deeper).output
    rows = json.loads(ask("show", deeper, more=("--format", "json")).stdout)
    (told,) = rows["not_modelled"]
    assert told["text"] == f"service-policy P{POLICY_LEVELS + 1}"
    assert "not looked into" in told["reason"]
    checked = ask("check", deeper).output
    assert f"not decided for policy-map P{POLICY_LEVELS + 1}" in checked
    traced = ask("trace", deeper, more=TO_SERIAL)
    assert (traced.exit_code, "not looked into" in traced.output) == (2, True)
    changed = ask("diff", deeper, nested(POLICY_LEVELS + 1, percent=20))
    assert "No change" not in changed.output
    assert "not looked into" in changed.output


@pytest.mark.parametrize("levels", [4, 5, 6, 8])
def test_the_script_is_what_verify_wants_at_any_depth(ask: Ask, levels: int) -> None:
    """Of queues further in than the script has them the ledger tells, not verify."""
    done = ask("verify", nested(levels), more=("-t", "tc"))
    assert done.exit_code == 0, done.output
    assert "No difference" in done.output
