"""Which Linux kernel does a job: user-mode-linux, or that of this machine in namespaces."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from typing import Any, NamedTuple

from qosc.lab.linux import namespaces, uml
from qosc.lab.linux.uml import Outcome

__all__ = ["KERNELS", "Kernel", "available", "run", "title", "using"]


class Kernel(NamedTuple):
    """What says whether a kernel is there, and what does a job on it."""

    available: Callable[[], str | None]
    run: Callable[[Mapping[str, Any], float], Outcome]


KERNELS = {
    "guest": Kernel(uml.available, uml.run),
    "own": Kernel(namespaces.available, namespaces.run),
}
_CHOSEN = ContextVar("kernel", default="guest")


@contextlib.contextmanager
def using(name: str) -> Iterator[None]:
    """Do jobs on a kernel of `KERNELS`. KeyError for another name."""
    if name not in KERNELS:
        raise KeyError(name)
    token = _CHOSEN.set(name)
    try:
        yield
    finally:
        _CHOSEN.reset(token)


def available() -> str | None:
    """None if the kernel that is chosen can do a job here, else what is missing, in words."""
    return KERNELS[_CHOSEN.get()].available()


def title() -> str:
    """The kernel that is chosen, in words."""
    return "a Linux kernel" if _CHOSEN.get() == "guest" else "this machine's own Linux kernel"


def run(job: Mapping[str, Any], timeout: float) -> Outcome:
    """Do `job` on the kernel that is chosen, in `timeout` seconds at most."""
    return KERNELS[_CHOSEN.get()].run(job, timeout)
