"""Where a value stands in a TOML text is where `tomllib` finds that very value."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import PurePosixPath

from hypothesis import given
from hypothesis import strategies as st

from qosc.scenario.reader import Tree
from qosc.settings.globs import path_matches
from qosc.settings.toml_tree import read
from qosc.source import SourceText, Span

PIECES = (
    '[a]\nx = "b # c" # d\n',
    "[[t]]\nn = 1\n",
    "[[t]]\nn = [1, [2,\n 3], # four\n]\n",
    "[[t.u]]\n\"q.r\" = { v = 'w', y = { z = [ {a = 1}, {a = 2} ] } }\n",
    '[p."q r".s]\nk.l.m = 1979-05-27 07:32:00Z\n',
    "[v]\nw = '''\nline's\nend''''\n",
    '[vv]\nw = """a\\"b""\n\\\\"""\r\nnext = true\n',
    "[e]\nf = -1.5e3\n  g   =   0x_f  \n".replace("0x_f", "0xf"),
)


def cut(source: SourceText, span: Span) -> str:
    lines = [*source.lines[span.line - 1 : span.end_line]]
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return "\n".join(lines)


def scalars(tree: Tree) -> list[Tree]:
    below = [one for _, one in (tree.entries or {}).values()] + list(tree.items or ())
    return [leaf for one in below for leaf in scalars(one)] if below else [tree]


@given(st.lists(st.sampled_from(range(len(PIECES))), unique=True))
def test_a_span_holds_its_value(chosen: list[int]) -> None:
    text = "top = 0\n" + "".join(PIECES[number] for number in sorted(chosen))
    source = SourceText("s.toml", text)
    tree = read(source)
    assert tree.plain() == tomllib.loads(text.replace("\r\n", "\n"))
    for leaf in scalars(tree):
        assert tomllib.loads(f"v = {cut(source, leaf.span)}\n")["v"] == leaf.plain()


@given(st.lists(st.sampled_from(["a", "b", "ab", "c.cfg"]), min_size=1, max_size=4))
def test_a_pattern_without_a_star_is_that_path_and_what_is_below(parts: list[str]) -> None:
    path = "/".join(parts)
    assert path_matches(path, path)
    assert path_matches(f"/{path}", f"{path}/x/y")
    assert path_matches(f"**/{path}", f"x/y/{path}")
    assert path_matches(f"{path}/**", f"{path}/x")
    if len(parts) > 1:
        assert not path_matches(path, f"x/{path}")
        assert path_matches("*", path)
    # As the standard library has it where there is no `**`.
    star = "/".join(part.replace("a", "?") for part in parts)
    assert PurePosixPath(path).match(star)
    assert path_matches(star, path)


def test_a_pattern_of_many_stars_ends() -> None:
    """A search that grows with the number of stars would take years; the system ends it before."""
    child = (
        "import resource; resource.setrlimit(resource.RLIMIT_CPU, (60, 60)); "
        "from qosc.settings.globs import path_matches; "
        "assert not path_matches('**/' * 90 + '*a' * 10 + 'b', 'a/' * 2000 + 'a' * 200); "
        "assert not path_matches('*a' * 140 + 'b', 'a' * 250)"
    )
    ended = subprocess.run([sys.executable, "-c", child], capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")
