"""Compare the answers about the configs of `tests/cases` with the stored ones, or store them anew.

python scripts/cases.py [NAME ...]            say what differs; status 1 if anything does
python scripts/cases.py --write [NAME ...]    store the answers of today: read `git diff` then

A NAME is a case (`cisco/wred`) or the beginning of some (`cisco/`); none means all of them.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.cases.answers import answer
from tests.cases.case import Case, difference, expectations, joined
from tests.cases.catalogue import cases


def main() -> int:
    """Compare or write; the status of the program."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    wanted = tuple(options.names) or ("",)
    chosen = [case for name, case in cases().items() if name.startswith(wanted)]
    if not chosen:
        print(f"no case is called {' or '.join(options.names)}", file=sys.stderr)
        return 2
    changed = 0
    for case in chosen:
        changed += _write(case) if options.write else _compare(case)
    if options.write and not options.names:
        _remove_stale()
    print(f"{len(chosen)} cases, {changed} {'written' if options.write else 'differ'}")
    return 1 if changed and not options.write else 0


def _compare(case: Case) -> bool:
    told = [difference(case, each, answer(each, case.texts)) for each in case.sections]
    for each in filter(None, told):
        print(each)
    return any(told)


def _write(case: Case) -> bool:
    made = joined({section: answer(section, case.texts) for section in case.sections})
    if case.file.exists() and case.file.read_text(encoding="utf-8") == made:
        return False
    case.file.parent.mkdir(exist_ok=True)
    case.file.write_text(made, encoding="utf-8")
    return True


def _remove_stale() -> None:
    known = {case.file for case in cases().values()}
    for path in sorted(expectations() - known):
        path.unlink()
        print(f"removed {path.name}")


if __name__ == "__main__":
    sys.exit(main())
