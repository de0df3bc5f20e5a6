"""The tables of JunOS say which statements are read: held against the reader, both ways."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import qosc
import qosc.ir
from qosc.frontends.junos.tree.account import Account
from qosc.frontends.junos.tree.nodes import Node
from qosc.frontends.junos.tree.schema import Spec, parts
from qosc.ir import SupportState

TEXT = (Path(__file__).parent / "junos_statements.conf").read_text(encoding="utf-8")
"""Each statement that is read, but for those that exclude one of these."""
INSTEAD = (
    "set class-of-service schedulers S shaping-rate 5",
    "set class-of-service schedulers S excess-rate percent 10",
    "set class-of-service schedulers S excess-priority low",
    "set class-of-service schedulers S priority low",
    "set class-of-service schedulers S explicit-congestion-notification",
    "set class-of-service interfaces ge-0/0/0 unit 0 forwarding-class 5",
    "set class-of-service interfaces ge-0/0/0 unit 0 scheduler-map M",
    "set class-of-service interfaces ge-0/0/0 unit 0 shaping-rate 5",
    "set firewall policer P filter-specific",
    "set firewall policer P logical-bandwidth-policer",
    "set firewall policer P logical-interface-policer",
    "set firewall policer P physical-interface-policer",
    "set firewall policer P shared-bandwidth-policer",
    "set firewall policer Q then discard",
    "set firewall policer P then loss-priority low",
    "set firewall policer P then forwarding-class 5",
    "set firewall three-color-policer W logical-interface-policer",
    "set firewall three-color-policer W physical-interface-policer",
    "set firewall three-color-policer W shared-bandwidth-policer",
    "set firewall three-color-policer W filter-specific",
    "set firewall three-color-policer W two-rate color-aware",
    "set firewall three-color-policer W two-rate committed-information-rate 5",
    "set firewall three-color-policer W two-rate committed-burst-size 5",
    "set firewall three-color-policer W two-rate peak-information-rate 5",
    "set firewall three-color-policer W two-rate peak-burst-size 5",
    "set interfaces ge-0/0/0 speed 5",
    "set interfaces ge-0/0/0 unit 0 bandwidth 5",
    "set class-of-service traffic-control-profiles TCP shaping-rate percent 5",
    "set class-of-service traffic-control-profiles TCP shaping-rate burst-size 5",
    "set class-of-service traffic-control-profiles TCP shaping-rate 5",
    "set class-of-service schedulers S excess-rate percent 5",
    "set class-of-service schedulers S excess-rate proportion 5",
    "set class-of-service schedulers S transmit-rate percent 5",
    "set class-of-service schedulers S transmit-rate remainder",
    "set class-of-service schedulers S transmit-rate exact",
    "set class-of-service schedulers S transmit-rate rate-limit",
    "set class-of-service schedulers S transmit-rate 5",
    "set class-of-service schedulers S buffer-size percent 5",
    "set class-of-service schedulers S buffer-size remainder",
    "set class-of-service schedulers S buffer-size temporal 5",
    "set class-of-service schedulers S buffer-size exact",
    "set firewall policer P if-exceeding bandwidth-limit 5",
    "set firewall policer P if-exceeding bandwidth-percent 5",
    "set firewall policer P if-exceeding burst-size-limit 5",
)
"""Lines that take the place of others, each for itself."""


def rows() -> Iterator[tuple[str, Spec]]:
    """Each row of the tables once, with its path from the part that it stands in."""
    seen: set[int] = set()
    waiting = [(f"={name}", spec) for name, spec in parts().items()]
    for path, spec in waiting:  # it grows
        below = {**spec.words, "*": spec.any} if spec.any is not None else spec.words
        for word, one in below.items():
            if id(one) not in seen:
                seen.add(id(one))
                yield f"{path} {word}", one
                waiting.append((f"{path} {word}", one))


ROWS = dict(rows())


def leads_to_what_is_read(spec: Spec, seen: tuple[Spec, ...] = ()) -> bool:
    if spec.gives is not None:
        return True
    below = [*spec.words.values(), *([spec.any] if spec.any is not None else [])]
    return any(
        leads_to_what_is_read(one, (*seen, spec)) for one in below if one not in (*seen, spec)
    )


@pytest.fixture(scope="module")
def read() -> set[Spec]:
    """The rows whose statements came into the model."""
    found: set[Spec] = set()
    settle = Account.settle

    def settled(account: Account, root: Node) -> None:
        settle(account, root)
        for node, state in account._states.items():
            if node.spec is not None and state is SupportState.MODELLED:
                found.add(node.spec)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Account, "settle", settled)
        for line in ("", *INSTEAD):
            device = qosc.loads(TEXT + line + "\n", platform="junos-mx").device
            assert device.coverage.modelled
    return found


def test_each_row_that_is_said_to_be_read_is(read: set[Spec]) -> None:
    missing = {path for path, spec in ROWS.items() if spec.gives is not None and spec not in read}
    assert missing == set()


def test_no_other_row_is_read(read: set[Spec]) -> None:
    more = {path for path, spec in ROWS.items() if spec in read and not leads_to_what_is_read(spec)}
    assert more == set()


@pytest.mark.parametrize("path", [path for path, spec in ROWS.items() if spec.gives])
def test_a_row_names_fields_of_the_model(path: str) -> None:
    for name in (ROWS[path].gives or "").split():
        holder, field = name.split(".")
        assert field in getattr(qosc.ir, holder).__annotations__
