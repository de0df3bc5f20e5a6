"""`verify --state --leaf` of queues as tc shows them."""

from __future__ import annotations

from pathlib import Path

import pytest

import qosc
from qosc.targets.tc.options import LEAVES
from qosc.verify.tc.read import read_script
from tests.targets.live.kit import SMALL, dump_of, verify


def lines(leaf: str) -> list[str]:
    text = qosc.compile(qosc.loads(SMALL), allow_loss=True, leaf=leaf).files[0].text
    return dump_of({setup.name: setup for setup in read_script(text)})


@pytest.mark.parametrize("leaf", LEAVES)
def test_the_leaves_that_were_asked_for_are_no_drift(tmp_path: Path, leaf: str) -> None:
    ended = verify(tmp_path, SMALL, lines(leaf), "--leaf", leaf)
    assert (ended.status, ended.errors) == (0, "")


@pytest.mark.parametrize("leaf", LEAVES)
def test_without_the_option_they_are(tmp_path: Path, leaf: str) -> None:
    ended = verify(tmp_path, SMALL, lines(leaf))
    assert ended.status == 1
    assert f"qdisc {leaf} 10: of e0 is not of the script" in ended.output


CHANGES = (
    ("fq_codel", "limit 30p", "limit 31p", "another limit"),
    ("fq_codel", "drop_batch 64", "drop_batch 8", "qdisc fq_codel"),
    ("fq_codel", "flows 1024", "flows 512", "another flows"),
    ("cake", "besteffort", "diffserv4", "qdisc cake"),
    ("cake", "bandwidth unlimited", "bandwidth 1Mbit", "qdisc cake"),
    ("cake", "nowash", "wash", "qdisc cake"),
    ("cake", " flows ", " triple-isolate ", "qdisc cake"),
)


@pytest.mark.parametrize(("leaf", "old", "new", "words"), CHANGES)
def test_what_someone_changed_is_found(
    tmp_path: Path, leaf: str, old: str, new: str, words: str
) -> None:
    dump = lines(leaf)
    assert any(old in line for line in dump)
    changed = [line.replace(old, new) for line in dump]
    ended = verify(tmp_path, SMALL, changed, "--leaf", leaf)
    assert ended.status == 1
    assert words in ended.output
