"""What `qosc diff --format json` reports of two texts, asked packet by packet.

Read by the words of its schema alone. A region holds a packet that has, in some `match`, one of the
values of each field, and that is in none of the `except` beside it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.generator.edits import Pair, at_output
from tests.judged.black_box import run
from tests.judged.scenario_walk import Walk
from tests.wire import Packet

Values = list[list[int]] | list[str]
_SHARED = {"shared queue", "shared policer"}
NONE_BESIDE = {"qos-group": 0, "discard-class": 0, "traffic-class": 0}


@dataclass
class Report:
    """The report on one pair of routers. `units` appends the unit to names of ports (JunOS)."""

    pair: Pair
    device: dict[str, Any]

    @classmethod
    def of(cls, pair: Pair, folder: Path) -> Report:
        """Run the command on the two texts."""
        paths = []
        platforms = []
        for word, side in (("old", pair.old), ("new", pair.new)):
            path = folder / f"{word}.cfg"
            path.write_bytes(side.text.encode())
            paths.append(str(path))
            if side.platform:
                platforms += [f"--{word}-platform", side.platform]
        status, out, err = run("diff", *paths, *platforms, "--format", "json")
        assert status in (0, 1), err
        document = json.loads(out)
        (device,) = document["devices"]
        assert status == int(document["changed"]), "the status is not that of the document"
        assert device["same"] is not document["changed"]
        return cls(pair, device)

    def holds(self, ingress: str, egress: str, packet: Packet) -> bool | None:
        """Whether a region of some change holds the packet; None where that is not said."""
        came = fields_of(packet, ingress)
        there = came | at_output(self.pair.old, ingress, packet)
        results: set[bool | None] = set()
        for change in self._changes(ingress, egress):
            seen = there if change["at_output"] else came
            if not is_of_packets(change) or change["region"] is None:
                results.add(None)
            else:
                results.add(any(in_term(term, seen) for term in change["region"]))
        return True if True in results else None if None in results else False

    def _changes(self, ingress: str, egress: str) -> list[dict[str, Any]]:
        """The changes that tell of a way."""
        changes: list[dict[str, Any]] = self.device["changes"]
        composed = single(self.device["composed"])
        ways = [way for change in changes for way in single(change["ways"])] + composed
        into = ingress if any(way["input"] == ingress for way in ways) else None
        out = egress if any(way["output"] == egress for way in ways) else None
        wanted = [{"input": into, "output": out}]
        if wanted[0] not in composed:
            wanted += [{"input": into, "output": None}, {"input": None, "output": out}]
        else:
            # What is said of the port as a whole holds whatever comes in.
            wanted += [{"input": None, "output": out}] if self._of_port(out) else []
        return [each for each in changes if any(way in wanted for way in single(each["ways"]))]

    def _of_port(self, name: str | None) -> bool:
        return any(
            each["packets"] == "the port"
            and {"input": None, "output": name} in single(each["ways"])
            for each in self.device["changes"]
        )


def single(ways: list[dict[str, list[str | None]]]) -> list[dict[str, str | None]]:
    """Each way from one port to another."""
    return [
        {"input": one, "output": two}
        for way in ways
        for one in way["inputs"]
        for two in way["outputs"]
    ]


def is_of_packets(change: dict[str, Any]) -> bool:
    """Whether a change says what becomes of each packet by itself: not who shares its queue or its
    meter, nor what a port does as a whole.
    """
    names = {each["name"] for each in change["differences"]}
    return bool(change["kind"] == "differs" and change["packets"] != "the port" and names - _SHARED)


def fields_of(packet: Packet, ingress: str) -> dict[str, int | str]:
    """The fields of a packet as it comes in, by the names of the documents."""
    found: dict[str, int | str] = dict(Walk(packet).fields)
    if "tcp-flags" in found:
        found["tcp-flags"] = int(found["tcp-flags"]) & 63
    tagged = int(packet.vlan is not None)
    return found | NONE_BESIDE | {"input-interface": ingress, "tagged": tagged, "labelled": 0}


def in_term(term: dict[str, Any], fields: dict[str, int | str]) -> bool:
    """Whether a term of a region holds a packet."""
    if not in_product(term["match"], fields):
        return False
    return not any(in_product(part, fields) for part in term["except"])


def in_product(product: dict[str, Values], fields: dict[str, int | str]) -> bool:
    """Whether a packet has one of the values of each field; one that it lacks it has not."""
    return all(_has(fields.get(name), values) for name, values in product.items())


def _has(value: int | str | None, values: Values) -> bool:
    if value is None:
        return False
    for each in values:
        if isinstance(each, str):
            if value == each:
                return True
        elif isinstance(value, int) and each[0] <= value <= each[1]:
            return True
    return False
