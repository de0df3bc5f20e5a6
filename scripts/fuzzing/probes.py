"""What is seen inside of a run: how far an input came. And what others say of an artefact."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterable
from typing import Any

__all__ = ["Probes", "probes", "shell_refuses", "unsound_scenarios"]


class Probes:
    """How far the last input came, as functions of the program were reached."""

    def __init__(self) -> None:
        self._installed = False
        self.reset()

    def reset(self) -> None:
        """Before the next input."""
        self.modelled = 0
        self.taken_apart = False

    def install(self) -> None:
        """Stand in front of the readers, once."""
        if self._installed:
            return
        self._installed = True
        from qosc import frontends
        from qosc.verify import scripts

        def lines(device: Any) -> None:
            self.modelled = max(self.modelled, device.coverage.modelled)

        def parts(script: Any) -> None:
            self.taken_apart |= bool(getattr(script, "functions", script))

        # Where they are called from: a name that another module took before stays as it was.
        _behind(frontends, "load", lines)
        _behind(scripts, "take_apart", parts)
        _behind(scripts, "batches", parts)


def _behind(module: Any, name: str, see: Callable[[Any], None]) -> None:
    original = getattr(module, name)

    def stand_in(*given: Any, **named: Any) -> Any:
        result = original(*given, **named)
        see(result)
        return result

    setattr(module, name, stand_in)


probes = Probes()


def shell_refuses(written: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Scripts that the shell does not parse."""
    faults = []
    for name, text in written:
        if name.endswith(".sh"):
            done = subprocess.run(
                ["sh", "-n"], input=text.encode(), capture_output=True, check=False
            )
            if done.returncode:
                faults.append(("shell refuses", f"{name}: {done.stderr.decode()}"))
    return faults


def unsound_scenarios(written: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Scenarios of ours that the program itself does not read."""
    from qosc.scenario import load

    faults = []
    for name, text in written:
        if name.endswith(".yaml"):
            loaded = load(text, name)
            if isinstance(loaded, tuple):
                said = "\n".join(f"{each.code} {each.message}" for each in loaded[:5])
                faults.append(("scenario of ours is refused", said))
    return faults
