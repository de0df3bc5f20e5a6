"""Settings just below a megabyte that are hard to read end soon, with a message at their place."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.limits.limited import qosc, used

HALF = 475_000
HARD = {
    "a key of many parts": ("a" + ".a" * HALF + "=1\n", "a key has more than 64 parts"),
    "a table of many parts": ("[a" + ".'a'" * (HALF // 2) + "]\n", "a key has more than 64 parts"),
    "in an inline table": ("x = {a" + ".a" * HALF + "=1}\n", "a key has more than 64 parts"),
    "unknown keys": ("".join(f"k{n}=1\n" for n in range(HALF // 9)), "unknown keys here"),
    "tables in tables": ("a=" + "{a=" * (HALF // 3), "nested too deep"),
}


@pytest.mark.parametrize("name", HARD)
def test_hard_settings_are_refused_soon(name: str, tmp_path: Path) -> None:
    text, why = HARD[name]
    (tmp_path / "q.toml").write_text(text)
    result = qosc(["check", "--settings", str(tmp_path / "q.toml"), "-"], "hostname r\n", cpu=10)
    assert result.returncode == 2, used(result)
    assert why in result.stderr, used(result)


def test_a_key_of_as_many_parts_as_may_be_is_no_fault_of_its_length(tmp_path: Path) -> None:
    (tmp_path / "q.toml").write_text("\n\n" + ".".join(["a"] * 64) + " = 1\n")
    result = qosc(["check", "--settings", str(tmp_path / "q.toml"), "-"], "hostname r\n")
    assert "there is no key 'a' here" in result.stderr, used(result)
    (tmp_path / "q.toml").write_text("\n\n" + ".".join(["a"] * 65) + " = 1\n")
    result = qosc(["check", "--settings", str(tmp_path / "q.toml"), "-"], "hostname r\n")
    assert "q.toml:3:1" in result.stderr, used(result)
    assert "a key has more than 64 parts" in result.stderr, used(result)
