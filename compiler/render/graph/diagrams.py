"""The pipeline as a graph: DOT for Graphviz, and Mermaid for pages that draw it.

Names of the config are in labels alone, encoded character by character; the nodes have names of
ours. Sources: Graphviz, "The DOT Language" (double-quoted strings) and "escString"; Mermaid,
"Flowcharts - Basic Syntax", entity codes to escape characters (`#35;`, in base 10).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from qosc.render.graph.pipeline import Box, Pipeline, Row, left_out

__all__ = ["dot", "mermaid"]


class _Node(NamedTuple):
    name: str
    lines: tuple[str, ...]
    kind: str = "step"
    share: float = 0.0
    """Of the link, for a queue."""


class _Graph(NamedTuple):
    title: str
    nodes: tuple[_Node, ...]
    edges: tuple[tuple[str, str], ...]


def dot(pipelines: Sequence[Pipeline]) -> str:
    """A digraph with a cluster for each port. The width of a queue is its part of the link."""
    lines = ["digraph qos {", "  rankdir=LR;", '  node [shape=box, fontname="monospace"];']
    for number, one in enumerate(pipelines):
        graph = _graph(one, f"p{number}")
        lines += [f"  subgraph cluster_{number} {{", f"    label={_quoted((graph.title,))};"]
        lines += [f"    {_dot_node(node)}" for node in graph.nodes]
        lines += [f"    {start} -> {end};" for start, end in graph.edges]
        lines.append("  }")
    return "\n".join([*lines, "}"]) + "\n"


def mermaid(pipelines: Sequence[Pipeline]) -> str:
    """A flowchart with a subgraph for each port."""
    lines = ["flowchart LR"]
    for number, one in enumerate(pipelines):
        graph = _graph(one, f"p{number}")
        lines.append(f"  subgraph s{number} [{_entities((graph.title,))}]")
        lines += [f"    {_mermaid_node(node)}" for node in graph.nodes]
        lines += [f"    {start} --> {end}" for start, end in graph.edges]
        lines.append("  end")
    return "\n".join(lines) + "\n"


def _dot_node(node: _Node) -> str:
    more = ""
    if node.kind == "stage":
        more = ", shape=diamond"
    elif node.kind == "end":
        more = ", shape=ellipse"
    elif node.kind == "queue":
        more = f", style=filled, fillcolor=lightgrey, width={0.5 + 4 * node.share:.2f}"
    return f"{node.name} [label={_quoted(node.lines)}{more}];"


def _quoted(lines: Sequence[str]) -> str:
    words = (line.replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return '"' + "\\n".join(words) + '"'


def _mermaid_node(node: _Node) -> str:
    words = _entities(node.lines)
    if node.kind == "stage":
        return f"{node.name}{{{words}}}"
    if node.kind == "end":
        return f"{node.name}([{words}])"
    return f"{node.name}[({words})]" if node.kind == "queue" else f"{node.name}[{words}]"


def _entities(lines: Sequence[str]) -> str:
    return '"' + "<br/>".join("".join(map(_entity, line)) for line in lines) + '"'


def _entity(char: str) -> str:
    plain = char.isascii() and (char.isalnum() or char in " .,:/-_%()")
    return char if plain else f"#{ord(char)};"


def _graph(one: Pipeline, name: str) -> _Graph:
    nodes = [_Node(f"{name}_in", ("packets arrive",), "end")]
    edges: list[tuple[str, str]] = []
    open_ends = [f"{name}_in"]
    for number, box in enumerate(one.boxes):
        head = f"{name}_{number}"
        nodes.append(_Node(head, (box.title,), "stage"))
        edges += [(end, head) for end in open_ends]
        made, ways, open_ends = _rows(box, head, one.rate)
        nodes += made
        edges += ways
    words = f"link of {one.speed}" if one.boxes and one.boxes[-1].output else "forwarding"
    nodes.append(_Node(f"{name}_out", (words,), "end"))
    edges += [(end, f"{name}_out") for end in open_ends]
    if any(start == f"{name}_drop" or end == f"{name}_drop" for start, end in edges):
        nodes.append(_Node(f"{name}_drop", ("drop",), "end"))
    return _Graph(f"{one.port}: {one.speed}", tuple(nodes), tuple(edges))


def _rows(
    box: Box, head: str, rate: int | None
) -> tuple[list[_Node], list[tuple[str, str]], list[str]]:
    """The nodes of a stage, the edges among them, and where packets leave it."""
    nodes: list[_Node] = []
    edges: list[tuple[str, str]] = []
    leaving: list[str] = []
    above, outer = [head], [""]
    drop = f"{head.partition('_')[0]}_drop"
    for number, row in enumerate(box.rows):
        name = f"{head}_{number}"
        inner = number + 1 < len(box.rows) and box.rows[number + 1].level > row.level
        del above[row.level + 1 :], outer[row.level + 1 :]
        edges.append((above[-1], name))
        nodes.append(_Node(name, tuple(_words(row))))
        if row.drops:
            edges.append((name, drop))
            continue
        queue = f"{name}_q" if row.queue else ""
        if queue:
            share = min((row.guaranteed or 0) / rate, 1.0) if rate else 0.0
            nodes.append(_Node(queue, row.queue, "queue", share))
        # Packets leave the queues of a policy by what holds it: the shaper of a class.
        behind = outer[-1]
        if inner:
            above.append(name)
            outer.append(queue or behind)
            ends = [queue] if queue else []
        else:
            edges += [(name, queue)] if queue else []
            ends = [queue or name]
        edges += [(end, behind) for end in ends if behind]
        leaving += [end for end in ends if not behind]
    if box.more:
        nodes.append(_Node(f"{head}_more", (left_out(box),)))
        edges.append((head, f"{head}_more"))
        leaving.append(f"{head}_more")
    return nodes, edges, leaving


def _words(row: Row) -> Iterator[str]:
    yield row.name
    if row.matches:
        yield row.matches
    yield from row.actions
