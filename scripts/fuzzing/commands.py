"""What is fuzzed: each command, the files of its inputs, and when an input counts."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from scripts.fuzzing.editor import ask
from scripts.fuzzing.judge import Outcome, faults_of_text, run
from scripts.fuzzing.parts import unpack
from scripts.fuzzing.probes import probes, shell_refuses, unsound_scenarios

__all__ = ["COMMANDS", "Command", "Tried"]

_BUDGET = ["--max-events", "20000", "--max-memory", "300", "--timeout", "3600"]
_SYNTAX = "[QOS690]"
"""The code of a document that is no YAML."""
_CODE = re.compile(r"error\[(QOS\d+)\]")
_KERNELS = ("", "4.19", "6.1")


@dataclass(frozen=True)
class Tried:
    """One input, run: whether it counts, and what is wrong (kind, details)."""

    counted: bool
    outcome: Outcome
    faults: tuple[tuple[str, str], ...]
    written: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Command:
    """A command and its inputs.

    `arguments` makes the command line from the names of the files and a number that follows from
    the input's bytes, so that the same bytes are always run in the same way. `counts` says whether
    an input got past what is refused at the door. `needs` are the files that it must have.
    """

    name: str
    seeds: str
    arguments: Callable[[dict[str, bytes], int], list[str]]
    counts: Callable[[Outcome], bool]
    needs: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()
    plain: bool = True
    """Whether what it prints may hold no character of control: else it gives a text back."""
    editor: bool = False
    """Whether it is what an editor asks, and no command line."""

    def line(self, data: bytes) -> list[str]:
        """The arguments for an input."""
        return self.arguments(unpack(data), crc32(data))

    def lay_out(self, data: bytes, folder: Path) -> bool:
        """Write the files of an input; False where one that is needed is not there."""
        files = unpack(data)
        if not files or any(name not in files for name in self.needs):
            return False
        for old in folder.iterdir():
            shutil.rmtree(old) if old.is_dir() else old.unlink()
        for name, text in files.items():
            (folder / name).write_bytes(text)
        return True

    def attempt(self, data: bytes, folder: Path) -> Tried | None:
        """Run an input in `folder`, which must be the current one; None where it is no set of
        files for this command.
        """
        if not self.lay_out(data, folder):
            return None
        probes.reset()
        outcome = run(self.line(data), ask if self.editor else None, plain=self.plain)
        written = _written(folder / "out")
        faults = list(outcome.faults)
        if "No such option" in outcome.err:
            faults.append(("the fuzzer asks for an option that is not there", outcome.err))
        for name, text in written:
            faults += faults_of_text(name, text)
        number = crc32(data)
        if not faults and outcome.status == 0:
            # One in so many, since a shell takes longer than the compiler.
            if number % 16 == 0:
                faults += shell_refuses(written)
            if number % 4 == 0:
                faults += unsound_scenarios(written)
        if not faults and self.name == "verify-made" and outcome.status == 1:
            # Where nothing of a port is in the script there is nothing to compare: no fault.
            codes = set(_CODE.findall(outcome.out)) - {"QOS804"}
            faults += [(f"made script differs: {code}", outcome.out) for code in sorted(codes)]
        return Tried(self.counts(outcome), outcome, tuple(faults), written)


def _written(folder: Path) -> tuple[tuple[str, str], ...]:
    if not folder.is_dir():
        return ()
    return tuple(
        (path.name, path.read_bytes().decode("utf-8", "surrogateescape"))
        for path in sorted(folder.iterdir())
        if path.is_file()
    )


def _modelled(_outcome: Outcome) -> bool:
    return probes.modelled > 0


def _script_read(outcome: Outcome) -> bool:
    return probes.taken_apart and outcome.status in (0, 1, 2)


def _parsed(outcome: Outcome) -> bool:
    return outcome.status != 2 or _SYNTAX not in outcome.err


def _answered(outcome: Outcome) -> bool:
    return outcome.status in (0, 1)


def _config(files: dict[str, bytes]) -> str:
    suffixes = (".cfg", ".conf", ".xml", ".json")
    return next((name for name in files if name.endswith(suffixes)), "router.cfg")


def _check(files: dict[str, bytes], number: int) -> list[str]:
    forms = (["text"], ["json"], ["concise"], ["text", "--coverage"])
    return ["check", _config(files), "--format", *forms[number % 4]]


def _report(files: dict[str, bytes], number: int) -> list[str]:
    forms = ("sarif", "junit", "checkstyle", "github", "gitlab")
    return ["check", _config(files), "--format", forms[number % 5]]


def _baseline(files: dict[str, bytes], _number: int) -> list[str]:
    return ["check", _config(files), "--baseline", "base.json"]


def _show(files: dict[str, bytes], number: int) -> list[str]:
    return ["show", _config(files), *([], ["--format", "json"])[number % 2]]


def _graph(files: dict[str, bytes], number: int) -> list[str]:
    return ["show", _config(files), "--graph", ("svg", "dot", "mermaid")[number % 3]]


def _compile(target: str, *more: str) -> Callable[[dict[str, bytes], int], list[str]]:
    def arguments(files: dict[str, bytes], number: int) -> list[str]:
        line = ["compile", _config(files), "-t", target, "-o", "out/", *more]
        line += ["--allow-loss"] if number % 8 else []
        line += ["--ledger", "json"] if number % 3 == 0 else []
        line += ["--undefined-access-list", "all"] if number % 5 == 0 else []
        if target == "tc" and _KERNELS[number % 7 % 3]:
            line += ["--kernel", _KERNELS[number % 7 % 3]]
        if "traffic.yaml" in files:
            line += ["--traffic", "traffic.yaml"]
        return line

    return arguments


def _files_of_tc(files: dict[str, bytes], number: int) -> list[str]:
    """The script with what starts it: each port that the config names has an interface."""
    ports = sorted({word.partition("=")[2] for word in _ports(files)})
    maps = [f"--map={port}=eth{place}" for place, port in enumerate(ports)]
    form = ("--unit", "--wrapper")[number % 2]
    return ["compile", _config(files), "-t", "tc", "-o", "out/", "--allow-loss", form, *maps]


def _links(_files: dict[str, bytes], number: int) -> list[str]:
    line = ["compile", "east.cfg", "west.cfg", "--links", "links.yaml", "-o", "out/"]
    return [*line, "-t", ("sim", "ns3")[number % 4 == 0], "--allow-loss"]


def _verify(files: dict[str, bytes], number: int) -> list[str]:
    form = ["--format", "json"] if number % 2 else []
    return ["verify", _config(files), "-t", "tc", "--script", "qos.sh", *form]


def _verify_made(files: dict[str, bytes], _number: int) -> list[str]:
    return ["verify", _config(files), "-t", "tc"]


def _simulate(_files: dict[str, bytes], number: int) -> list[str]:
    more = (["--format", "json"], [], ["--plot", "drawn.svg"])
    return ["simulate", "scenario.yaml", *_BUDGET, *more[number % 3]]


def _lab(_files: dict[str, bytes], number: int) -> list[str]:
    return ["lab", "run", ".", *_BUDGET, *(["--format", "json"] if number % 2 else [])]


def _fix(files: dict[str, bytes], number: int) -> list[str]:
    more = (["--fix"], ["--diff"], ["--fix", "--unsafe-fixes"], ["--diff", "--unsafe-fixes"])
    return ["check", _config(files), "--format", "concise", *more[number % 4]]


def _settings(files: dict[str, bytes], number: int) -> list[str]:
    return ["check", _config(files), *([], ["--show-settings"], ["--format", "json"])[number % 3]]


def _diff(_files: dict[str, bytes], number: int) -> list[str]:
    return ["diff", "old.cfg", "new.cfg", "--format", ("text", "json", "markdown")[number % 3]]


def _expected(_files: dict[str, bytes], _number: int) -> list[str]:
    return ["diff", "old.cfg", "new.cfg", "--expect", "meant.json"]


def _ports(files: dict[str, bytes]) -> list[str]:
    """The first two interfaces that the config seems to have, in and out."""
    text = files.get(_config(files), b"")
    named = re.findall(rb"(?m)^interface (\S+)|\b((?:ge|xe|so|fe)-[\d/]+)", text)
    found = [b"".join(each).decode("utf-8", "surrogateescape") for each in named]
    found = [name.replace("\0", "") for name in dict.fromkeys(found)]
    return [f"--in={found[0]}", f"--out={found[-1]}"] if found else []


def _trace(files: dict[str, bytes], number: int) -> list[str]:
    words = files.get("packet.txt", b"").replace(b"\0", b"").decode("utf-8", "surrogateescape")
    more = ([], ["--summary"], ["--format", "json"])[number % 3]
    return ["trace", *_ports(files), *more, "--", _config(files), *words.split()]


def _capture(files: dict[str, bytes], number: int) -> list[str]:
    more = ([], ["--summary"], ["--format", "json"])[number % 3]
    return ["trace", *_ports(files), _config(files), "--pcap", "packets.pcap", *more]


def _import(_files: dict[str, bytes], number: int) -> list[str]:
    line = ["traffic", "import", "lines.txt", *(["--allow-loss"] if number % 4 else [])]
    line += ["--one-after-another"] if number % 3 == 0 else []
    return [*line, "--ledger", ("losses", "full", "json")[number % 3]]


def _anonymise(files: dict[str, bytes], _number: int) -> list[str]:
    return ["anonymise", _config(files), "--key", "some words"]


def _state(files: dict[str, bytes], number: int) -> list[str]:
    form = ["--format", "json"] if number % 2 else []
    return ["verify", _config(files), "-t", "tc", "--state", "state.txt", *form]


def _editor(files: dict[str, bytes], number: int) -> list[str]:
    return [_config(files), str(number)]


_CONFIGS = ("router.cfg", "router.conf")
_ALL = (
    Command("check", "configs", _check, _modelled),
    Command("check-fix", "configs", _fix, _modelled),
    Command("check-settings", "settings", _settings, _modelled, ("qosc.toml",)),
    Command("check-display", "displays", _check, _modelled),
    Command("check-report", "configs", _report, _modelled),
    Command("check-baseline", "baselines", _baseline, _answered, ("base.json",)),
    Command("show", "configs", _show, _modelled),
    Command("show-graph", "configs", _graph, _modelled),
    Command("diff", "pairs", _diff, _modelled, ("old.cfg", "new.cfg")),
    Command("diff-expect", "meant", _expected, _answered, ("old.cfg", "new.cfg", "meant.json")),
    Command("trace", "packets", _trace, _answered, ("packet.txt",)),
    Command("trace-pcap", "captures", _capture, _answered, ("packets.pcap",)),
    Command("traffic", "traffic", _import, _answered, ("lines.txt",)),
    Command("anonymise", "configs", _anonymise, _answered, plain=False),
    Command("editor", "configs", _editor, _modelled, editor=True),
    Command("compile-tc", "configs", _compile("tc"), _modelled),
    Command("compile-batch", "configs", _compile("tc", "--batch"), _modelled),
    Command("compile-files", "configs", _files_of_tc, _modelled),
    Command("compile-links", "linked", _links, _answered, ("east.cfg", "west.cfg", "links.yaml")),
    Command("compile-sim", "configs", _compile("sim"), _modelled),
    Command("compile-ns3", "configs", _compile("ns3"), _modelled),
    Command("compile-ir", "configs", _compile("ir"), _modelled),
    Command("compile-traffic", "overlays", _compile("sim"), _parsed, ("traffic.yaml",)),
    Command("verify-made", "configs", _verify_made, _modelled),
    Command("verify", "scripts", _verify, _script_read, ("qos.sh",), _CONFIGS),
    Command("verify-state", "states", _state, _answered, ("state.txt",)),
    Command("simulate", "scenarios", _simulate, _parsed, ("scenario.yaml",)),
    Command("lab", "folders", _lab, _parsed, ("expected.yaml", "traffic.yaml"), _CONFIGS),
)
COMMANDS: dict[str, Command] = {each.name: each for each in _ALL}
