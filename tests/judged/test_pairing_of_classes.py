"""Which class of the kernel stands for which of the router: packets that are excused say it last.

The ledger says of first fragments that flower does not see their ports and flags; so what class
they are in is no evidence against the packets that it does see.
"""

from __future__ import annotations

from tests.bulk import Probe, Trial, Verdict, Wanted, judge
from tests.bulk.boot import Seen
from tests.bulk.trial import Planned
from tests.wire import Packet, frame

WHOLE, FIRST = Packet(), Packet(more_fragments=True)


def judged(*sent: tuple[Packet, str, str]) -> Verdict:
    """The verdict on packets with the class each is expected in, and that it was seen in."""
    probes = tuple(Probe(packet, "out", Wanted(leaf)) for packet, leaf, _ in sent)
    row = {
        "steps": [],
        "probes": [
            {"leaves": [["d0", number, 1]], "out": [["d0", frame(packet).hex()]]}
            for packet, _, number in sent
        ],
    }
    excuses = frozenset({"first-fragment"})
    trial = Trial("pairing", "", probes)
    return judge(Seen(Planned(trial, {}, {"out": "d0"}, probes, excuses), row))


def test_an_excused_packet_does_not_name_the_class_of_others():
    """Both orders, and excused packets in greater number."""
    for of_others in ("1:10", "1:14"):
        verdict = judged(
            (FIRST, "voice", of_others), (FIRST, "voice", of_others), (WHOLE, "voice", "1:13")
        )
        assert verdict.wrong == []
        assert verdict.leaves == {("out", "voice"): (("d0", "1:13"),)}
        assert len(verdict.excused) == 2


def test_an_excused_packet_does_not_take_the_class_of_another():
    verdict = judged((FIRST, "voice", "1:10"), (FIRST, "voice", "1:10"), (WHOLE, "data", "1:10"))
    assert verdict.wrong == []
    assert verdict.leaves == {("out", "data"): (("d0", "1:10"),)}
    assert len(verdict.excused) == 2


def test_a_class_of_which_only_excused_packets_tell_is_paired_by_them():
    verdict = judged((FIRST, "voice", "1:13"), (WHOLE, "data", "1:10"))
    assert verdict.leaves["out", "voice"] == (("d0", "1:13"),)
    assert (verdict.wrong, verdict.excused) == ([], [])


def test_what_is_not_excused_is_wrong_beside_what_is():
    verdict = judged(
        (WHOLE, "voice", "1:13"),
        (FIRST, "voice", "1:10"),
        (WHOLE, "data", "1:10"),
        (WHOLE, "data", "1:10"),
        (WHOLE, "data", "1:13"),
    )
    (line,) = verdict.wrong
    assert "in class (('d0', '1:13'),) (that of ('out', 'voice')), not in that of" in line
