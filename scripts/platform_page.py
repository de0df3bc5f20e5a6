"""docs/platforms.md: what each profile says, from the profiles themselves."""

from __future__ import annotations

from typing import Any

from qosc.profiles import NAMES, profile

_HEAD = """# Platforms

Where a config does not say a value, the router's system does. `--platform` names the system;
without it the config's own hints decide, and `qosc show` and the ledger say whose default a value
is. A value that no public source gives is not filled in: what depends on it is *unknown* in the
ledger.

This page is written by `scripts/gen_docs.py` from the profiles (`qosc.profiles`).
"""


def page() -> str:
    """The whole page."""
    facts = {name: _facts(name) for name in NAMES}
    lines = [_HEAD, "| `--platform` | system |", "| --- | --- |"]
    lines += [f"| [{name}](#{name}) | {profile(name).title} |" for name in NAMES]
    for number, name in enumerate(NAMES):
        lines += ["", f"## {name}", ""]
        near = min(
            NAMES[:number], key=lambda other: len(_other(facts[name], facts[other])), default=""
        )
        rows = facts[name]
        if near and len(_other(rows, facts[near])) < len(rows) // 2:
            rows = _other(rows, facts[near])
            lines += [
                f"As [{near}](#{near})" + (", but:" if rows else " in what is listed here."),
                "",
            ]
        if rows:
            lines += ["| fact | value | source |", "| --- | --- | --- |"]
            lines += [f"| {fact} | {value} | {source} |" for fact, (value, source) in rows.items()]
    return "\n".join(lines) + "\n"


def _facts(name: str) -> dict[str, tuple[str, str]]:
    return {
        field.replace("_", " "): ("none", "") if fact is None else (_value(fact.value), fact.source)
        for field, fact in profile(name)._asdict().items()
        if field not in ("name", "title")
    }


def _other(
    rows: dict[str, tuple[str, str]], than: dict[str, tuple[str, str]]
) -> dict[str, tuple[str, str]]:
    """The rows with another value."""
    return {fact: row for fact, row in rows.items() if row[0] != than[fact][0]}


def _value(value: Any) -> str:
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {each}" for key, each in value.items()) or "none"
    if isinstance(value, tuple):
        return " ".join(str(each) for each in value) or "none"
    return str(value)
