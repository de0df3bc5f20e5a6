"""Whether a text and what a law makes of it are the same to `qosc diff`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from qosc.addresses import addresses
from qosc.changes import Changes, changes
from qosc.configs import Config, WrongPlatformError, devices
from qosc.source import SourceText
from tests.diff.rewritten.laws import rewritten
from tests.diff.rewritten.refused import RefusedError
from tests.published import CORPUS

__all__ = ["CORPUS", "ROOT", "Tally", "files_of", "tally"]

ROOT = Path(__file__).parents[3]
NO_QOS = "no QoS"
OUTSIDE = "lines outside the model: "


@dataclass
class Tally:
    """How many texts a law was tried on: `same`, those that `differ` with what is told, those where
    no more is told than that lines outside the model read otherwise (`open`), and those `refused`
    by reason.
    """

    same: int = 0
    open: dict[str, str] = field(default_factory=dict)
    differ: dict[str, str] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        reasons = ", ".join(f"{count} {why}" for why, count in self.refused.most_common())
        compared = self.same + len(self.open) + len(self.differ)
        return (
            f"{compared} compared, {len(self.differ)} differ, {len(self.open)} with lines outside "
            f"the model that read otherwise, refused: {reasons or 'none'}"
        )


def files_of(folder: Path) -> list[Path]:
    """The texts below a folder."""
    found = (one for one in folder.rglob("*") if one.is_file())
    return sorted(one for one in found if one.suffix not in (".tsv", ".expect", ".md"))


def tally(law: str, paths: Iterable[Path], seed: int, longest: int = 10**9) -> Tally:
    """Try a law on texts of at most so many bytes."""
    found = Tally()
    for path in paths:
        try:
            told = _told(law, path, seed, longest)
        except RefusedError as why:
            found.refused[str(why)] += 1
            continue
        if not told:
            found.same += 1
        elif told.startswith(OUTSIDE):
            found.open[path.name] = told
        else:
            found.differ[path.name] = told
    return found


def _told(law: str, path: Path, seed: int, longest: int) -> str:
    """What `qosc diff` tells of a text and its rewriting; nothing where they are the same."""
    data = path.read_bytes()
    if len(data) > longest:
        raise RefusedError("long")
    source = SourceText.of(path.name, data)
    old = list(devices(source))
    # An abbreviated text may have lost the words by which its platform was told.
    platform = old[0].profile.name if law == "abbreviated" and len(old) == 1 else None
    made = SourceText(path.name, rewritten(law, source.text, seed))
    if platform is not None:
        try:
            old = list(devices(source, platform=platform))
        except WrongPlatformError:
            raise RefusedError("a platform that cannot be said") from None
    try:
        new = list(devices(made, platform=platform))
    except WrongPlatformError:
        raise RefusedError("a platform that cannot be said") from None
    if len(old) != len(new):
        return f"{len(old)} devices -> {len(new)} devices"
    found = [_compared(*pair) for pair in zip(old, new, strict=True)]
    if not any(each.old_has_qos or each.new_has_qos for each in found):
        raise RefusedError(NO_QOS)
    told = "\n".join(_words(each) for each in found if not each.same)
    pairing = [name for each in found for name in (*each.pairing.only_old, *each.pairing.only_new)]
    outside = all(one.kind == "line" for each in found for one in each) and not pairing
    return OUTSIDE + told if told and outside else told


def _compared(old: Config, new: Config) -> Changes:
    return changes(
        (old.joined_device, old.profile),
        (new.joined_device, new.profile),
        {},
        (addresses(old), addresses(new)),
        "",
        (old.text.lines, new.text.lines),
    )


def _words(found: Changes) -> str:
    told = [
        f"{one.kind}: {delta.name}: {delta.old} -> {delta.new} ({one.words}) {one.reason}"
        for one in found
        for delta in one.deltas[:2]
    ]
    one_sided = [*found.pairing.only_old, *found.pairing.only_new]
    if one_sided:
        told.append(f"ports on one side only: {', '.join(one_sided)}")
    return "; ".join(told[:6])
