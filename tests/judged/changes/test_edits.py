"""Edits of abstract routers: what each kind of them does to packets, by the manuals alone."""

from __future__ import annotations

from random import Random

from tests.generator.edits import Judgement, pair
from tests.generator.ios import edits as edits_ios
from tests.generator.junos import edits as edits_junos

OF = {"ios-12": edits_ios.EDITS, "junos": edits_junos.EDITS}
SILENT = {"all renamed", "description", "half before whole"}


def test_kinds_of_edits_do_what_they_are_called() -> None:
    """Each kind is possible on some device, and most make a difference to some packet."""
    different: set[str] = set()
    possible: set[str] = set()
    for dialect, of_it in OF.items():
        for kind in of_it:
            for seed in range(3):
                made = pair(seed, dialect, kind, "medium")
                if made is None:
                    continue
                possible.add(kind)
                if made.old.text == made.new.text:
                    continue
                packets = made.packets(24, Random(seed))  # noqa: S311
                if any(made.judge(*each) is Judgement.DIFFERS for each in packets):
                    different.add(kind)
                    break
    kinds = {*edits_ios.EDITS, *edits_junos.EDITS}
    assert len(possible) > len(kinds) - 4
    assert len(different) > len(kinds) // 2
    assert not different & SILENT


def test_a_seed_gives_the_same_pair() -> None:
    for dialect, kinds in OF.items():
        for kind in list(kinds)[::5]:
            one, two = (pair(5, dialect, kind) for _ in range(2))
            assert (one is None) == (two is None)
            if one is not None and two is not None:
                assert (one.old.text, one.new.text) == (two.old.text, two.new.text)
