"""Run every command that the documentation shows, and compare what it prints.

In a ```console block, a line that begins with `$ ` is a command for sh, run in the root of the
repository; the lines up to the next command are what it prints (standard output and error as they
come). A line `...` stands for any number of lines. `$ ` commands may end in `; echo $?`. A block
that cannot be run here stands below a comment `<!-- not run: why -->`.

`--write` puts in what the commands print now; output with a `...` of the page stays. A
traceback or an internal error is never put in, nor taken for true where a page has it already.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(
    r"(?P<skip><!-- not run: [^>]+-->\n+)?```console\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL
)
TIMEOUT = 120
BROKEN = re.compile(r"internal error|Traceback \(most recent call last\)", re.IGNORECASE)
"""What a program with a bug prints."""


@dataclass(frozen=True)
class Step:
    """A command and what the page says it prints."""

    command: str
    expected: tuple[str, ...]


def main() -> int:
    """Check (or write) the pages; status 1 when one is not true."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true")
    parser.add_argument("pages", nargs="*", type=lambda name: Path(name).resolve())
    options = parser.parse_args()
    pages = options.pages or sorted(
        [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")]
    )
    with ThreadPoolExecutor(max_workers=2) as pool:
        problems = [p for found in pool.map(lambda q: page(q, options.write), pages) for p in found]
    print("\n".join(problems) or f"{len(pages)} pages: every command prints what they say")
    return 1 if problems else 0


def page(path: Path, write: bool) -> list[str]:
    """The problems of one page; with `write`, its blocks are made true first."""
    text = path.read_text(encoding="utf-8")
    problems: list[str] = []

    def block(match: re.Match[str]) -> str:
        if match["skip"]:
            return match[0]
        lines: list[str] = []
        for step in steps(match["body"]):
            printed = run(step.command)
            broken = BROKEN.search("\n".join(printed)) is not None
            # As many as the program prints (a finding leaves lines out so): none is the page's.
            whole = step.expected.count("...") == printed.count("...")
            if write and not broken and whole:
                lines += [f"$ {step.command}", *printed]
                continue
            lines += [f"$ {step.command}", *step.expected]
            if broken or not agrees(printed, step.expected):
                shown = "\n    ".join(printed[:60])
                problems.append(f"{path.relative_to(ROOT)}: `{step.command}` prints\n    {shown}")
        return "```console\n" + "\n".join(lines) + "\n```"

    new = BLOCK.sub(block, text)
    if write and new != text:
        path.write_text(new, encoding="utf-8")
    return problems


def steps(body: str) -> list[Step]:
    """The commands of a block with what stands below each."""
    found: list[tuple[str, list[str]]] = []
    for line in body.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
    return [Step(command, tuple(expected)) for command, expected in found]


def run(command: str) -> list[str]:
    """What a command prints, right-hand blanks cut."""
    # The program beside this interpreter, whether or not its folder is on the path.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    environment = {
        **os.environ,
        "PATH": path,
        "NO_COLOR": "1",
        "COLUMNS": "100",
        "LC_ALL": "C.UTF-8",
    }
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=ROOT,
        env=environment,
        text=True,
        timeout=TIMEOUT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return [line.rstrip() for line in done.stdout.rstrip("\n").splitlines()]


def agrees(printed: list[str], expected: tuple[str, ...]) -> bool:
    """Whether the output is what the page says, `...` standing for any lines."""
    wanted = "\n".join(line.rstrip() for line in expected).rstrip("\n")
    pattern = "\n".join(".*" if line == "..." else re.escape(line) for line in wanted.split("\n"))
    return re.fullmatch(pattern, "\n".join(printed), re.DOTALL) is not None


if __name__ == "__main__":
    sys.exit(main())
