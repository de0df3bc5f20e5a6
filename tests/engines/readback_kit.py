"""Scripts of the tc target as plain lists of tc commands, for the tests that read them back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import qosc
from qosc.source import SourceText
from qosc.targets.tc.options import LEAVES
from tests.published import CORPUS
from tests.readback import asked, held
from tests.readback.compare import Report, compare
from tests.readback.machine import HERE, Answer, Release, read_back
from tests.targets.verify.verify_configs import CONFIGS, EXAMPLES

__all__ = [
    "MOST_CHARACTERS",
    "commands_for",
    "commands_of",
    "judged",
    "read_back_all",
    "shared_configs",
]

MOST_CHARACTERS = 200_000
"""A port whose commands are longer takes the guest minutes; it is told, not tried."""


def commands_for(kernel: str = "", iproute2: str = "") -> Iterator[tuple[str, str]]:
    """Every command file that the configs of the repository compile to, by a name."""
    for name, (text, platform) in CONFIGS.items():
        yield from commands_of(name, text, platform, kernel, iproute2)
    text, platform = CONFIGS["everything"]
    for leaf in LEAVES:
        yield from commands_of(f"everything {leaf}", text, platform, kernel, iproute2, leaf)
    for path in EXAMPLES:
        yield from commands_of(path.stem, path.read_text(encoding="utf-8"), None, kernel, iproute2)


def commands_of(
    name: str,
    text: str,
    platform: str | None,
    kernel: str = "",
    iproute2: str = "",
    leaf: str = "",
) -> Iterator[tuple[str, str]]:
    """The command files of a text's devices, one a port, for the device `dm0`; none without QoS."""
    for config in qosc.devices(SourceText.of(name, text), platform=platform):
        try:
            made = qosc.compile(
                config,
                target="tc",
                allow_loss=True,
                batch=True,
                kernel=kernel,
                iproute2=iproute2,
                leaf=leaf,
            )
        except ValueError:
            continue  # no port with QoS, or too many commands: other tests hold what is said of it
        for file in made.files:
            if file.name.endswith(".batch"):
                lines = [line for line in file.text.splitlines() if not line.startswith("#")]
                yield f"{name} {file.name}", "\n".join(lines).replace("@INTERFACE@", "dm0") + "\n"


def read_back_all(
    named: Iterable[tuple[str, str]], release: Release = HERE, limit_s: float = 540
) -> tuple[dict[str, str], Answer, list[str]]:
    """Apply distinct command files in one boot: the texts by number, the answer, what is too long.

    The numbers stand for the names, which may hold anything.
    """
    texts: dict[str, str] = {}
    known: set[str] = set()
    too_long: list[str] = []
    for name, text in named:
        if len(text) > MOST_CHARACTERS:
            too_long.append(name)
        elif text not in known:
            known.add(text)
            texts[f"{len(texts):04d}"] = text
    return texts, read_back(release, texts, limit_s), too_long


def judged(texts: dict[str, str], answer: Answer) -> tuple[Report, list[str]]:
    """What the read-back shows, and the command files that tc or the kernel refused."""
    report, refused = Report(), []
    for name, text in texts.items():
        state = answer.states[name]
        if state["status"]:
            line = state["errors"].rpartition(":")[2].strip()
            at = text.splitlines()[int(line) - 1] if line.isdecimal() else ""
            refused.append(f"{state['errors'].strip()}\n  {at}")
            continue
        compare(asked.objects(text), held.objects(state), report)
    return report, refused


def shared_configs() -> list[Path]:
    """Published configs beside the repository, where there are any."""
    return sorted(path for kind in ("cisco", "junos") for path in (CORPUS / kind).glob("*"))
