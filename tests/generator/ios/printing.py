"""An abstract IOS router as text, in one of many spellings of the same thing."""

from __future__ import annotations

from random import Random

from tests.generator.ios.model import (
    Amount,
    Anything,
    ClassMap,
    Cos,
    InAcl,
    InClass,
    InGroup,
    Length,
    Mark,
    Marked,
    Police,
    Policy,
    PolicyClass,
    Port,
    Predicate,
    RateLimit,
    Router,
    Version,
)
from tests.generator.ios.print_acl import acl_block
from tests.generator.names import DSCP, PRECEDENCE, name_of
from tests.generator.spelling import Block, Spelling, layout


def text_of(router: Router, rng: Random, hostile: bool = False) -> str:
    """The configuration; `rng` chooses among equivalent spellings."""
    spell = Spelling.of(rng)
    acls = [acl_block(acl, spell) for acl in router.acls.values()]
    classes = [class_block(found, spell) for found in by_need(router)]
    policies = [policy_block(found, spell) for found in inner_first(router)]
    ports = [port_block(port, router, spell) for port in router.ports]
    rng.shuffle(acls)
    if not any(
        line.predicate
        for found in router.class_maps.values()
        for line in found.lines
        if isinstance(line.predicate, InClass)
    ):
        rng.shuffle(classes)
    rng.shuffle(ports)
    middle = [*classes, *policies, *ports]
    whole = [*acls, *middle] if rng.random() < 0.5 else [*middle, *acls]
    version = {"ios-12": "12.4", "ios-15": "15.4", "ios-xe": "16.9"}[router.platform]
    return layout(
        [Block(f"version {version}"), Block(f"hostname {router.hostname}"), *whole], spell
    )


def by_need(router: Router) -> list[ClassMap]:
    """Class-maps, each after those that it refers to."""
    done: dict[str, ClassMap] = {}

    def add(found: ClassMap) -> None:
        for line in found.lines:
            if isinstance(line.predicate, InClass):
                add(router.class_maps[line.predicate.name])
        done[found.name] = found

    for found in router.class_maps.values():
        add(found)
    return list(done.values())


def inner_first(router: Router) -> list[Policy]:
    """Policy-maps, each after its children, as IOS wants them typed."""
    done: dict[str, Policy] = {}

    def add(found: Policy) -> None:
        for each in found.classes:
            if each.child is not None:
                add(router.policies[each.child])
        done[found.name] = found

    for found in router.policies.values():
        add(found)
    return list(done.values())


def class_block(found: ClassMap, spell: Spelling) -> Block:
    """A class-map."""
    mode = "match-any " if found.match_any else spell.one("", "match-all ")
    block = Block(f"class-map {mode}{found.name}")
    if spell.chance(0.2):
        block.add(f"description {spell.remark()}")
    for line in found.lines:
        word = "match not" if line.negated else "match"
        block.add(f"{word} {predicate(line.predicate, spell)}")
    return block


def predicate(found: Predicate, spell: Spelling) -> str:
    """The words after `match`."""
    match found:
        case Anything():
            return "any"
        case Marked(values, precedence, ipv4_only):
            table = PRECEDENCE if precedence else DSCP
            words = " ".join(spell.number(value, name_of(table, value)) for value in values)
            kind = "precedence" if precedence else "dscp"
            return f"{'ip ' if ipv4_only else ''}{kind} {words}"
        case InAcl(name):
            return f"access-group {name}" if name.isdigit() else f"access-group name {name}"
        case InClass(name):
            return f"class-map {name}"
        case Length(low, high):
            return f"packet length min {low} max {high}"
        case Version(version):
            return "protocol ip" if version == 4 else "protocol ipv6"
        case Cos(values):
            return "cos " + " ".join(map(str, values))
        case InGroup(value):
            return f"qos-group {value}"


def policy_block(found: Policy, spell: Spelling) -> Block:
    """A policy-map."""
    block = Block(f"policy-map {found.name}")
    for each in found.classes:
        inner = Block(f"class {each.name}")
        lines = actions(each, spell)
        spell.rng.shuffle(lines)
        for line in lines:
            inner.lines.append(line)
        block.lines.append(inner)
    return block


def actions(each: PolicyClass, spell: Spelling) -> list[Block]:
    """The actions of a class, whose order does not matter."""
    lines = [Block(f"set {mark_words(mark, spell)}") for mark in each.marks]
    if each.police is not None:
        lines.append(police_block(each.police, spell))
    if each.bandwidth is not None:
        lines.append(Block(f"bandwidth {kbit(each.bandwidth)}"))
    if each.remaining is not None:
        lines.append(Block(f"bandwidth remaining percent {each.remaining}"))
    if each.ratio is not None:
        lines.append(Block(f"bandwidth remaining ratio {each.ratio}"))
    if each.priority is not None:
        rate = "" if each.priority.rate is None else f" {kbit(each.priority.rate)}"
        burst = "" if each.priority.burst is None else f" {each.priority.burst}"
        lines.append(Block(f"priority{rate}{burst}"))
    if each.shape is not None:
        bc = "" if each.shape_bc is None else f" {each.shape_bc}"
        kind = "peak" if each.shape_peak else "average"
        lines.append(Block(f"shape {kind} {plain(each.shape)}{bc}"))
    if each.random_detect is not None:
        lines.append(Block(f"random-detect {each.random_detect}".rstrip()))
    if each.fair_queue:
        lines.append(Block("fair-queue"))
    if each.child is not None:
        lines.append(Block(f"service-policy {each.child}"))
    if each.queue_limit is not None:
        lines.append(Block(f"queue-limit {each.queue_limit}{spell.one('', ' packets')}"))
    return lines


def mark_words(mark: Mark, spell: Spelling) -> str:
    """The words after `set`."""
    ip = "ip " if mark.ipv4_only else ""
    return f"{ip}{mark.what} {mark_value(mark, spell)}"


def mark_value(mark: Mark, spell: Spelling) -> str:
    """The value of a mark, by name or number."""
    table = {"dscp": DSCP, "precedence": PRECEDENCE}.get(mark.what, {})
    return spell.number(mark.value, name_of(table, mark.value))


def action(mark: Mark | None, drops: bool, spell: Spelling) -> str:
    """The action of a policer."""
    if mark is None:
        return "drop" if drops else "transmit"
    word = {"dscp": "dscp", "precedence": "prec", "cos": "cos", "qos-group": "qos"}[mark.what]
    return f"set-{word}-transmit {mark_value(mark, spell)}"


def police_block(police: Police, spell: Spelling) -> Block:
    """A policer on one line, or with its actions below it."""
    words = ["police"]
    percent = police.cir.bps is None
    short = not percent and police.pir is None and spell.chance(0.3)
    if not short:
        words.append("cir")
    words.append(plain(police.cir))
    if police.bc is not None:
        words += [str(police.bc)] if short else ["bc", str(police.bc)]
    if police.pir is not None:
        words += ["pir", plain(police.pir)]
    if police.be is not None:
        words += [str(police.be)] if short else ["be", str(police.be)]
    parts = [
        f"conform-action {action(police.conform, police.conform_drops, spell)}",
        f"exceed-action {action(police.exceed, police.exceed_drops, spell)}",
    ]
    if police.pir is not None or police.be is not None:
        parts.append(f"violate-action {action(police.violate, police.violate_drops, spell)}")
    if spell.chance(0.5):
        return Block(" ".join([*words, *parts]))
    return Block(" ".join(words), [Block(part) for part in parts])


def kbit(amount: Amount) -> str:
    """A rate of `bandwidth` and `priority`: kbit/s or percent."""
    return f"percent {amount.percent}" if amount.bps is None else str(amount.bps // 1000)


def plain(amount: Amount) -> str:
    """A rate of `shape` and `police`: bit/s or percent."""
    return f"percent {amount.percent}" if amount.bps is None else str(amount.bps)


def port_block(port: Port, router: Router, spell: Spelling) -> Block:
    """An interface."""
    block = Block(f"interface {port.name}")
    lines = []
    if port.description or spell.chance(0.2):
        lines.append(f"description {port.description or spell.remark()}")
    if port.bandwidth is not None:
        lines.append(f"bandwidth {port.bandwidth}")
    at = router.ports.index(port) + 1
    if port.vlan is not None:
        block.add(f"encapsulation dot1Q {port.vlan}")
    lines.append(f"ip address 192.0.2.{16 * at + 1} 255.255.255.240")
    lines += rule_lines(port.input_rules, "input", spell)
    lines += rule_lines(port.output_rules, "output", spell)
    for direction, policy in (("input", port.input), ("output", port.output)):
        if policy is not None:
            lines.append(f"service-policy {direction} {policy}")
    for line in lines:
        block.add(line)
    return block


def rule_lines(rules: tuple[RateLimit, ...], direction: str, spell: Spelling) -> list[str]:
    """CAR rules, in their order."""
    found = []
    for rule in rules:
        end = "continue" if rule.goes_on else "transmit"
        conform = end
        if rule.conform is not None:
            word = {"dscp": "dscp", "precedence": "prec"}[rule.conform.what]
            conform = f"set-{word}-{end} {rule.conform.value}"
        group = "" if rule.acl is None else f" access-group {rule.acl}"
        exceed = "drop" if rule.exceed_drops else "transmit"
        found.append(
            f"rate-limit {direction}{group} {rule.bps} {rule.normal} {rule.maximum} "
            f"conform-action {conform} exceed-action {exceed}"
        )
    return found
