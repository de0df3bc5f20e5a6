"""Count the faults that `qosc verify` finds, and write the figures into docs/verify.md.

Run from the repository's root: python scripts/figures/mutants.py. It takes some minutes.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "verify.md"


class Count:
    """What became of the faults of some kinds."""

    def __init__(
        self,
        kinds: Iterable[str],
        mutants: Callable[[str], list[tuple[str, str]]],
        spelling: Iterable[str] = (),
    ) -> None:
        """Put every kind of fault into the tests' scripts. `spelling` are the kinds that may say
        the same in other words.
        """
        from tests.targets.verify.test_verify_mutations import changed, compiled, is_caught
        from tests.targets.verify.verify_equivalence import why_harmless

        self.made = self.caught = self.kinds = 0
        self.harmless: Counter[str] = Counter()
        self.scripts: set[str] = set()
        self.alive: list[str] = []
        spelled = set(spelling)
        for kind in kinds:
            self.kinds += 1
            for name, text in mutants(kind):
                self.made += 1
                self.scripts.add(name)
                if is_caught(name, text):
                    self.caught += 1
                    continue
                config, _, script = compiled(name)
                reason = why_harmless(config.complete_device, script, text)
                if not reason and kind in spelled:
                    reason = "the same in other words, as a kernel shows that took both"
                if reason:
                    self.harmless[reason] += 1
                else:
                    self.alive.append(f"{kind}: {name}: {changed(name, text)[:200]}")

    def lines(self, what: str) -> list[str]:
        """The figures in words."""
        same = sum(self.harmless.values())
        said = (
            f"{self.made} faults of {self.kinds} {what} were put into {len(self.scripts)} scripts, "
            f"one at a time. {self.caught} are found, {len(self.alive)} are not. {same} change "
            "nothing, which is shown for each without the config:"
        )
        return [
            said,
            "",
            *(f"- {number}: {reason}" for reason, number in self.harmless.most_common()),
            *(f"- not found: {each}" for each in self.alive),
        ]


def main() -> int:
    """Count both sets of kinds; 1 if a fault is neither found nor harmless."""
    sys.path.insert(0, str(ROOT))
    from scripts.figures.measured import line
    from tests.targets.verify import mutants_from_manual, verify_mutations
    from tests.targets.verify.test_verify_manual_mutants import mutants as from_manual
    from tests.targets.verify.test_verify_mutations import mutants as of_translators

    told = [line(), ""]  # before: the commit may be another one when all is counted
    own = Count(verify_mutations.KINDS, of_translators)
    manual = Count(mutants_from_manual.KINDS, from_manual, mutants_from_manual.SPELLING)
    _write("mutants", told + own.lines("kinds of faults of translators"))
    _write("manual", told + manual.lines("kinds of faults, written from tc's manual pages alone,"))
    return 1 if own.alive or manual.alive else 0


def _write(name: str, lines: list[str]) -> None:
    """Put lines between two marks of the page."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    text = PAGE.read_text(encoding="utf-8")
    block = begin + "\n".join(lines) + "\n" + end
    text = re.sub(re.escape(begin) + ".*?" + re.escape(end), lambda _: block, text, flags=re.DOTALL)
    PAGE.write_text(text, encoding="utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    sys.exit(main())
