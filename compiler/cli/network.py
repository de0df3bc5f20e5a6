"""Several configs of the command line, joined by a document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from qosc.cli.faults import told
from qosc.cli.scenarios import read_links

if TYPE_CHECKING:
    from qosc.api import Config
    from qosc.targets.base import Artefact

__all__ = ["joined"]


def joined(
    configs: Sequence[Config],
    links: str,
    target: str,
    undefined: str,
    allow_loss: bool,
    traffic: str | None,
    color: str,
    own: Mapping[str, object],
) -> Artefact | None:
    """The artefact of the routers of all configs, with the target's own options in `own`; None
    after faults of a document were printed.

    RefusedError for a name in the document `links` that leads nowhere, at its place.
    """
    from qosc.networks import check_names, compile_network

    read = read_links(links, color)
    if read is None:
        return None
    with told(links):
        check_names(configs, read)
    with told(traffic or ""):
        return compile_network(
            configs,
            read,
            target=target,
            undefined_access_list=undefined,
            allow_loss=allow_loss,
            **own,
        )
