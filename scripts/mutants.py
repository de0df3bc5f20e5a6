"""Count the faults that `qosc verify` finds, and write the figures into docs/verify.md.

Run from the repository's root: python scripts/mutants.py. It takes a minute or two.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "verify.md"
BEGIN, END = "<!-- mutants -->\n", "<!-- end of mutants -->\n"


def main() -> int:
    """Put every kind of fault into the test's scripts; 1 if one is neither found nor harmless."""
    sys.path.insert(0, str(ROOT))
    from tests.targets.test_verify_mutations import compiled, is_caught, mutants
    from tests.targets.verify_equivalence import why_harmless
    from tests.targets.verify_mutations import KINDS

    made = caught = 0
    harmless: Counter[str] = Counter()
    scripts = set()
    for kind in KINDS:
        for name, text in mutants(kind):
            made += 1
            scripts.add(name)
            if is_caught(name, text):
                caught += 1
                continue
            config, _, script = compiled(name)
            harmless[why_harmless(config.complete_device, script, text)] += 1
    said = (
        f"{made} faults of {len(KINDS)} kinds of faults were put into {len(scripts)} scripts, one "
        f"at a time. {caught} are found. {sum(harmless.values())} change nothing, which is shown "
        "for each without the config:"
    )
    lines = [
        said,
        "",
        *(f"- {number}: {reason}" for reason, number in harmless.most_common()),
    ]
    text = PAGE.read_text(encoding="utf-8")
    block = BEGIN + "\n".join(lines) + "\n" + END
    text = re.sub(re.escape(BEGIN) + ".*?" + re.escape(END), lambda _: block, text, flags=re.DOTALL)
    PAGE.write_text(text, encoding="utf-8")
    print("\n".join(lines))
    return 1 if harmless[""] else 0


if __name__ == "__main__":
    sys.exit(main())
