"""Write the pages that say what the code says: rules, platforms, features, semantics, keys, and the
manual page.

python scripts/gen_docs.py            write what has changed
python scripts/gen_docs.py --check    say what would change, status 1 if anything would
"""

from __future__ import annotations

import sys
from pathlib import Path

from qosc.lint.engine.pages import RuleInfo, all_rules, page

DOCS = Path(__file__).resolve().parent.parent / "docs"
FOLDER = DOCS / "rules"
PLATFORMS = DOCS / "platforms"

GROUPS = {
    "0": "References and lines",
    "1": "Classification",
    "2": "Marking",
    "3": "Policing",
    "4": "Queueing and scheduling",
    "5": "Platforms",
    "6": "Lines without effect, and halves that do not meet",
    "7": "Likeness, names and times",
    "9": "Networks, neighbors, twins and counterparts of the same text",
}


def main() -> int:
    """Write or check the pages; the status of the program."""
    from own_tree import require
    from pages.feature_page import page as feature_page
    from pages.man_page import page as man_page
    from pages.platform_page import pages as platform_pages
    from pages.scenario_page import page as scenario_page
    from pages.semantics_page import page as semantics_page
    from pages.settings_page import page as settings_page
    from pages.statement_page import page as statement_page

    require()
    wanted = {f"rules/{name}": text for name, text in pages().items()}
    wanted |= platform_pages()
    wanted["features.md"] = feature_page()
    wanted["semantics.md"] = semantics_page()
    wanted["scenario-keys.md"] = scenario_page()
    wanted["settings-keys.md"] = settings_page()
    wanted["statements.md"] = statement_page()
    wanted["man/qosc.1"] = man_page()
    alone = [DOCS / name for name in wanted if "/" not in name or name.startswith("man/")]
    present = {
        path.relative_to(DOCS).as_posix(): path.read_text()
        for path in (*FOLDER.glob("*.md"), *PLATFORMS.glob("*.md"), *alone)
        if path.exists()
    }
    changed = sorted(name for name, text in wanted.items() if present.get(name) != text)
    stale = sorted(set(present) - set(wanted))
    if "--check" in sys.argv[1:]:
        for name in (*changed, *stale):
            print(f"docs/{name} is not what the code says; run scripts/gen_docs.py")
        return 1 if changed or stale else 0
    for folder in (FOLDER, PLATFORMS, DOCS / "man"):
        folder.mkdir(parents=True, exist_ok=True)
    for name in changed:
        (DOCS / name).write_text(wanted[name])
        print(f"wrote docs/{name}")
    for name in stale:
        (DOCS / name).unlink()
        print(f"removed docs/{name}")
    return 0


def pages() -> dict[str, str]:
    """Every file of the folder by its name; rules of other installed packages are not ours."""
    rules = tuple(rule for rule in all_rules() if rule.code.startswith("QOS"))
    return {"README.md": index(rules), **{f"{rule.code}.md": page(rule) + "\n" for rule in rules}}


def index(rules: tuple[RuleInfo, ...]) -> str:
    """The list of the rules."""
    lines = [
        "# Rules",
        "",
        "What `qosc check` looks for. `qosc explain CODE` prints a page in the terminal;",
        "[linting](../linting.md) says how to choose and to silence rules.",
        "",
        "These pages are written by `scripts/gen_docs.py` from the rules, and their examples are",
        "executed by the tests.",
    ]
    for digit, title in GROUPS.items():
        group = [rule for rule in rules if rule.code[3] == digit]
        if group:
            lines += ["", f"## {title}", "", "| code | name | severity | what it reports |"]
            lines += ["| --- | --- | --- | --- |"]
            lines += [
                f"| [{rule.code}]({rule.code}.md) | {rule.name} | {rule.severity} "
                f"| {rule.summary} |"
                for rule in group
            ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
