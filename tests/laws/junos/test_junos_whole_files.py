"""Laws of whole JunOS configs: groups written out, classes renamed, terms in another order.

Each holds for the config here and, where they are at hand, for the published ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from qosc.frontends.junos import Tree, load, read, to_braces
from qosc.frontends.junos.tree.printing import brace_text, set_lines
from qosc.frontends.junos.tree.schema import Spec, root_spec
from qosc.ir import Device
from qosc.source import SourceText, decode
from tests.published import CORPUS

SHARED = CORPUS / "junos"
OWN = """
groups {
    edge {
        interfaces { <ge-*> { unit <*> { family inet { filter { input F; } } } } }
        class-of-service { interfaces { <ge-*> { unit <*> { classifiers { dscp D; } } } } }
        firewall { family inet { filter <*> { term <*> { then { count seen; } } } } }
    }
    rates { class-of-service { schedulers { <*> { priority low; } } } }
}
apply-groups [ edge rates ];
interfaces {
    ge-0/0/0 { unit 0 { family inet { address 10.0.0.1/24; } } }
    ge-0/0/1 { apply-groups-except edge; unit 0 { family inet { filter { input-list [ G F ]; } } } }
    xe-0/0/0 { unit 0 { family inet; } }
}
firewall {
    policer P { filter-specific; if-exceeding { bandwidth-limit 2m; burst-size-limit 15k; }
                then { forwarding-class scavenger; loss-priority high; } }
    family inet {
        filter F {
            term tcp { from { protocol tcp; } then { policer P; forwarding-class gold; } }
            term udp { from { protocol udp; } then { policer P; loss-priority low; next term; } }
            term "the rest" { then accept; }
        }
        filter G { term icmp { from { protocol icmp; forwarding-class gold; } then discard; }
                   term on { then next term; } }
    }
}
class-of-service {
    forwarding-classes { class gold queue-num 2; class scavenger queue-num 1; }
    classifiers { dscp D { forwarding-class gold { loss-priority low code-points [ ef af41 ]; } } }
    schedulers { gold { transmit-rate percent 40; } rest { transmit-rate { remainder; } } }
    scheduler-maps { M { forwarding-class gold scheduler gold;
                         forwarding-class best-effort scheduler rest; } }
    rewrite-rules { dscp R { import default; forwarding-class gold { loss-priority low
        code-point af11; } } }
    interfaces { <ge-*> { scheduler-map M; } xe-0/0/0 { unit * { rewrite-rules { dscp R; } } } }
}
"""


def source(text: str) -> SourceText:
    return SourceText("r1.conf", text)


def meaning(device: Device) -> tuple[object, ...]:
    return device.ports, device.policies, device.rule_lists, device.standing


def written_out(tree: Tree, text: str) -> None:
    """What is in force, printed without groups, means what the config with groups means."""
    whole = meaning(load(source(text)))
    assert meaning(load(source(brace_text(tree.root)))) == whole
    assert meaning(load(source("\n".join(set_lines(tree.root))))) == whole


TERM = re.compile(r'set firewall (?:family \S+ )?filter (?:"[^"]*"|\S+) term ("[^"]*"|\S+)')


def backwards(lines: list[str]) -> Iterator[str]:
    """The lines with the terms of each filter in the opposite order."""
    blocks: dict[str, dict[str, list[str]]] = {}
    for line in lines:
        found = TERM.match(line)
        if found is None:
            yield line
        else:
            terms = blocks.setdefault(line[: found.start(1)], {})
            terms.setdefault(found[1], []).append(line)
    for terms in blocks.values():
        for block in reversed(terms.values()):
            yield from block


def terms_swapped(lines: list[str], first: Device) -> int:
    """A filter's rules are its terms in their order, and no term depends on its neighbours."""
    if any(" filter " in line.partition(" term ")[2] for line in lines):
        return 0  # filters inside terms: more than a rule for a term
    second = load(source("\n".join(backwards(lines))))
    compared = 0
    for name, found in first.rule_lists.items():
        if not name.startswith("filter "):
            continue
        rules, others = list(found.rules), list(second.rule_lists[name].rules)
        guard = 1 if not name.startswith(("filter any", "filter ccc", "filter bridge")) else 0
        guard = guard if rules[:guard] == others[:guard] else 0
        assert rules[guard:] == others[guard:][::-1], name
        compared += len(rules) > guard + 1
    return compared


@cache
def keywords() -> set[str]:
    """Every word that means something by itself."""
    found: set[str] = set()
    stack: list[Spec] = [root_spec()]
    seen: set[int] = set()
    while stack:
        spec = stack.pop()
        if id(spec.words) in seen:
            continue
        seen.add(id(spec.words))
        found.update(spec.words)
        stack += spec.words.values()
        stack += [spec.any] if spec.any is not None else []
    return found


_MEANT = {
    "be",
    "ef",
    "af",
    "nc",
    "low",
    "high",
    "any",
    "default",
    "best-effort",
    "fcoe",
    "no-loss",
    "expedited-forwarding",
    "assured-forwarding",
    "network-control",
    "mcast",
}


def renamed(lines: list[str], device: Device) -> int:
    """The number of classes that were renamed: the names of classes are only names."""
    names = sorted({one.name for one in device.names if one.queue is not None})
    words = keywords() | _MEANT
    names = [name for name in names if name not in words and re.fullmatch(r"[A-Za-z][\w-]+", name)]
    names = [name for name in names if not re.search("control|nc", name.lower())]
    other = {name: f"q{number}z" for number, name in enumerate(names)}
    if not names:
        return 0
    pattern = re.compile(r"(?<![^\s\"])(?:" + "|".join(map(re.escape, names)) + r")(?![^\s\"])")
    text = "\n".join(pattern.sub(lambda found: other[found[0]], line) for line in lines)
    back = {new: old for old, new in other.items()}
    shown = re.sub(r"\bq\d+z\b", lambda found: back[found[0]], repr(meaning(load(source(text)))))
    assert shown == repr(meaning(device))
    return len(names)


def test_groups_written_out_mean_the_same() -> None:
    tree = read(source(OWN))
    assert tree.root is not tree.written
    assert "apply-groups" not in "\n".join(set_lines(tree.root))
    written_out(tree, OWN)
    written_out(read(source(to_braces(tree))), OWN)


def flat(tree: Tree) -> tuple[list[str], Device]:
    """What is in force, in `set` lines, and what they mean."""
    lines = set_lines(tree.root)
    return lines, load(source("\n".join(lines)))


def test_terms_backwards_are_rules_backwards() -> None:
    assert terms_swapped(*flat(read(source(OWN)))) == 2


def test_classes_by_other_names_are_the_same_classes() -> None:
    assert renamed(*flat(read(source(OWN)))) == 2


@pytest.mark.shared("corpus")
def test_published_configs_keep_these_laws() -> None:
    lists = classes = 0
    for path in sorted(SHARED.iterdir()):
        text = decode(path.read_bytes())[0]
        if len(text) > 200_000:
            continue
        tree = read(source(text))
        if tree.root is not tree.written:
            written_out(tree, text)
        lines, device = flat(tree)
        lists += terms_swapped(lines, device)
        classes += renamed(lines, device)
    assert lists > 50
    assert classes > 100
