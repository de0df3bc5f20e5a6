"""Configs of any size that are made to be hard: one function a kind, all by a count of parts.

Those of Cisco and those of several devices are made here, those of JunOS in `worst_junos`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import worst_junos as junos

__all__ = ["CASES", "Case"]

PORT = "interface Serial0/0\n bandwidth 2000\n service-policy output p\n"


class Case(NamedTuple):
    """A kind of config. `most` parts take somewhat less than 1 MB of text."""

    make: Callable[[int], str]
    most: int


def classes_of_a_policy(count: int) -> str:
    maps = "".join(f"class-map match-all c{n}\n match access-group {n}\n" for n in range(count))
    uses = "".join(f" class c{n}\n  set dscp {n % 64}\n" for n in range(count))
    return f"{maps}policy-map p\n{uses}{PORT}"


def unused_class_maps(count: int) -> str:
    return "".join(f"class-map match-any c{n}\n match dscp {n % 64}\n" for n in range(count))


def entries_with_wildcards(count: int) -> str:
    lines = []
    for n in range(count):
        mask = (n * 2_654_435_761 + 77) & 0xFFFFFFFF
        dotted = ".".join(str(mask >> shift & 255) for shift in (24, 16, 8, 0))
        lines.append(f" permit udp {junos.address(n)} {dotted} any\n")
    used = "class-map c\n match access-group name A\npolicy-map p\n class c\n  set dscp ef\n"
    return f"ip access-list extended A\n{''.join(lines)}{used}{PORT}"


def entries_of_hosts(count: int) -> str:
    lines = "".join(
        f" permit tcp host {junos.address(n)} any eq {n % 60000}\n" for n in range(count)
    )
    used = "class-map c\n match access-group name A\npolicy-map p\n class c\n  set dscp ef\n"
    return f"ip access-list extended A\n{lines}{used}{PORT}"


def access_lists(count: int) -> str:
    lists = "".join(
        f"ip access-list standard A{n}\n permit {junos.address(n)}\n" for n in range(count)
    )
    maps = "".join(f"class-map c{n}\n match access-group name A{n}\n" for n in range(count))
    uses = "".join(f" class c{n}\n" for n in range(count))
    return f"{lists}{maps}policy-map p\n{uses}{PORT}"


def nested_class_maps(count: int) -> str:
    maps = (f"class-map match-any c{n}\n match class-map c{n + 1}\n" for n in range(count))
    end = f"class-map c{count}\n match dscp ef\npolicy-map p\n class c0\n  bandwidth 100\n"
    return f"{''.join(maps)}{end}{PORT}"


def nested_policies(count: int) -> str:
    body = "policy-map {}\n class class-default\n  shape average 100000\n  service-policy {}\n"
    nested = (body.format("p" if n == 0 else f"p{n}", f"p{n + 1}") for n in range(count))
    return f"{''.join(nested)}policy-map p{count}\n class class-default\n  bandwidth 10\n{PORT}"


def ports(count: int) -> str:
    body = "interface Serial0/{0}\n ip address {1} 255.255.255.255\n service-policy output p{0}\n"
    rules = "policy-map p{0}\n class c\n  bandwidth percent 5\n"
    head = "class-map c\n match dscp ef\n"
    return head + "".join((rules + body).format(n, junos.address(n)) for n in range(count))


def ports_of_one_policy(count: int) -> str:
    body = "interface Serial0/{0}\n service-policy output p\n"
    head = "class-map c\n match dscp ef\npolicy-map p\n class c\n  bandwidth percent 5\n"
    return head + "".join(body.format(n) for n in range(count))


def early_drop(count: int) -> str:
    """Ports with a policy each, whose last class drops early by DSCP: a value for each curve."""
    return "".join(
        f"class-map C{i}\n match dscp default\npolicy-map P{i}\n class C{i}\n  bandwidth 500\n"
        " class class-default\n  random-detect dscp-based\n  random-detect dscp 0 2 40\n"
        f"interface Gi0/{i}\n bandwidth 2000\n service-policy output P{i}\n"
        for i in range(count)
    )


def undefined_names(count: int) -> str:
    maps = "".join(f"class-map customer-voice-{n}\n match dscp ef\n" for n in range(count))
    uses = "".join(f" class customer-vioce-{n}\n" for n in range(count))
    return f"{maps}policy-map p\n{uses}{PORT}"


def undefined_policies(count: int) -> str:
    maps = "".join(f"policy-map wan-edge-{n}\n class class-default\n" for n in range(count))
    uses = (f"interface Serial0/{n}\n service-policy output wan-egde-{n}\n" for n in range(count))
    return maps + "".join(uses)


def repeated_class_maps(count: int) -> str:
    maps = "".join(f"class-map match-any c\n match dscp {n % 64}\n" for n in range(count))
    return f"{maps}policy-map p\n class c\n  bandwidth 100\n{PORT}"


def repeated_policies(count: int) -> str:
    rules = "policy-map p\n class c\n  bandwidth percent 5\n" * count
    return f"class-map c\n match dscp ef\n{rules}{PORT}"


def repeated_ports(count: int) -> str:
    head = "class-map c\n match dscp ef\npolicy-map p\n class c\n  bandwidth percent 5\n"
    return head + "interface Serial0/0\n service-policy output p\n" * count


def marks_before_classes(count: int) -> str:
    lists = "".join(f"access-list {n} permit {junos.address(n)}\n" for n in range(1, 99))
    maps = "".join(f"class-map match-any c{n}\n match access-group {n}\n" for n in range(count))
    rules = "".join(f" class c{n}\n  set dscp {n % 32}\n" for n in range(count))
    read = "class-map r\n match dscp 63\npolicy-map p\n class r\n  bandwidth 100\n"
    ports = "interface Serial0/1\n service-policy input i\n"
    return f"{lists}{maps}{read}policy-map i\n{rules}{ports}{PORT}"


def statements_of_a_class(count: int) -> str:
    lines = "".join(f"  set dscp {n % 64}\n" for n in range(count))
    return f"class-map c\n match dscp ef\npolicy-map p\n class c\n{lines}{PORT}"


def lines_of_a_class_map(count: int) -> str:
    lines = "".join(f" match access-group {n}\n" for n in range(count))
    return f"class-map match-any c\n{lines}policy-map p\n class c\n  bandwidth 100\n{PORT}"


def values_of_a_line(count: int) -> str:
    values = " ".join(str(n % 64) for n in range(count))
    return f"class-map c\n match dscp {values}\npolicy-map p\n class c\n  bandwidth 100\n{PORT}"


def rate_limits(count: int) -> str:
    line = " rate-limit output access-group {} {} 8000 8000"
    line += " conform-action transmit exceed-action drop\n"
    return "interface Serial0/0\n" + "".join(line.format(n, 8000 * (n + 1)) for n in range(count))


def marks_that_go_on(count: int) -> str:
    line = " rate-limit output access-group {} {} 8000 8000 conform-action"
    line += " set-prec-continue {} exceed-action drop\n"
    lines = (line.format(n, 8000 * (n + 1), n % 8) for n in range(count))
    return "interface Serial0/0\n" + "".join(lines)


def terms_that_go_on(count: int) -> str:
    made = "".join(
        f"term t{n} {{ from {{ source-address {junos.address(n)}/32; }} "
        f"then {{ dscp cs{n % 8}; next term; }} }}\n"
        for n in range(count)
    )
    used = "interfaces { ge-0/0/0 { unit 0 { family inet { filter { input f; } } } } }\n"
    return f"firewall {{ family inet {{ filter f {{\n{made}}}}} }}\n{used}"


def lines_not_understood(count: int) -> str:
    lines = "".join(f"  bandwith percnt {n}\n" for n in range(count))
    return f"{PORT}policy-map p\n class class-default\n{lines}"


def suppressions(count: int) -> str:
    return "policy-map p\n" + "".join(
        f" class c{n} ! qosc: ignore[QOS001]\n ! qosc: ignore[QOS002]\n" for n in range(count)
    )


def long_name(count: int) -> str:
    name = "n" * count
    return f"class-map {name}\n match dscp ef\npolicy-map p\n class {name}\n class {name}x\n{PORT}"


def class_maps_of_two_others(count: int) -> str:
    """Each class-map asks for the two next ones: as many ways as 2 to the power of `count`."""
    maps = "".join(
        f"class-map match-any c{n}\n match class-map c{n + 1}\n match not class-map c{n + 2}\n"
        for n in range(count)
    )
    ends = "".join(f"class-map c{count + n}\n match dscp {n}\n" for n in range(2))
    return f"{maps}{ends}policy-map p\n class c0\n  bandwidth 100\n{PORT}"


def marks_that_nothing_matches(count: int) -> str:
    """Each class of the input writes a mark that no class of a long output policy asks for."""
    read = "".join(f"class-map r{n}\n match precedence {n % 4}\n" for n in range(count))
    uses = "".join(f" class r{n}\n  bandwidth 8\n" for n in range(count))
    maps = "".join(f"class-map c{n}\n match dscp {n % 32}\n" for n in range(count))
    rules = "".join(f" class c{n}\n  set dscp {48 + n % 16}\n" for n in range(count))
    port = "interface Serial0/1\n service-policy input i\n"
    return f"{read}{maps}policy-map i\n{rules}policy-map p\n{uses}{port}{PORT}"


def undefined_lists_and_shadowed_classes(count: int) -> str:
    """Classes of lists that nobody defines, and as many that the first one takes all of."""
    maps = "".join(f"class-map u{n}\n match access-group name N{n}\n" for n in range(count))
    more = "".join(f"class-map c{n}\n match dscp ef\n match cos {n % 8}\n" for n in range(count))
    uses = "".join(f" class u{n}\n  set dscp 1\n class c{n}\n" for n in range(count))
    first = "class-map first\n match dscp ef\n"
    return f"{first}{maps}{more}policy-map p\n class first\n{uses}{PORT}"


def long_names(count: int) -> str:
    """Three names of so many letters, all but alike: defined, used, and used mistyped."""
    names = [f"{'n' * count}{n}" for n in range(3)]
    maps = "".join(f"class-map {name}\n match dscp ef\n" for name in names)
    uses = "".join(f" class {name}\n class {name[1:]}x\n" for name in names)
    return f"{maps}policy-map p\n{uses}{PORT}"


def devices(count: int) -> str:
    return "".join(
        f"version 15.1\nhostname r{n}\npolicy-map p\n class c\nend\n" for n in range(count)
    )


def devices_in_turn(count: int) -> str:
    return "".join(f"r{n % 999}#show run\npolicy-map p{n}\n class c\n" for n in range(count))


CASES = {
    "devices": Case(devices, 1000),
    "devices in turn": Case(devices_in_turn, 25_000),
    "classes of a policy": Case(classes_of_a_policy, 10_500),
    "unused class-maps": Case(unused_class_maps, 24_000),
    "entries with wildcards": Case(entries_with_wildcards, 20_000),
    "entries of hosts": Case(entries_of_hosts, 20_000),
    "access lists": Case(access_lists, 10_000),
    "nested class-maps": Case(nested_class_maps, 20_000),
    "nested policies": Case(nested_policies, 11_000),
    "ports": Case(ports, 7_500),
    "ports of one policy": Case(ports_of_one_policy, 20_000),
    "early drop": Case(early_drop, 4_600),
    "undefined names": Case(undefined_names, 13_000),
    "undefined policies": Case(undefined_policies, 9_500),
    "repeated class-maps": Case(repeated_class_maps, 26_000),
    "repeated policies": Case(repeated_policies, 21_000),
    "repeated ports": Case(repeated_ports, 22_000),
    "marks before classes": Case(marks_before_classes, 10_500),
    "statements of a class": Case(statements_of_a_class, 70_000),
    "lines of a class-map": Case(lines_of_a_class_map, 38_000),
    "values of a line": Case(values_of_a_line, 330_000),
    "rate-limits": Case(rate_limits, 10_500),
    "marks that go on": Case(marks_that_go_on, 9_500),
    "terms that go on": Case(terms_that_go_on, 9_500),
    "lines not understood": Case(lines_not_understood, 40_000),
    "suppressions": Case(suppressions, 13_500),
    "a long name": Case(long_name, 300_000),
    "open braces": Case(junos.open_braces, 300_000),
    "filters in filters": Case(junos.open_braces_of_a_filter, 85_000),
    "braces": Case(junos.braces, 480_000),
    "groups": Case(junos.groups, 15_000),
    "one group, many ports": Case(junos.one_group_many_ports, 21_000),
    "groups in groups": Case(junos.groups_in_groups, 15_000),
    "a group at each port": Case(junos.groups_at_each_port, 22_000),
    "units": Case(junos.units, 20_000),
    "units of class of service": Case(junos.units_of_cos, 30_000),
    "terms": Case(junos.terms, 14_000),
    "terms with ports": Case(junos.terms_with_ports, 7_500),
    "prefixes": Case(junos.prefixes, 55_000),
    "prefix-lists": Case(junos.prefix_lists, 10_000),
    "interface-ranges": Case(junos.interface_ranges, 13_500),
    "wide interface-ranges": Case(junos.wide_interface_ranges, 12_000),
    "set lines": Case(junos.set_lines, 16_000),
    "deleted lines": Case(junos.delete_lines, 10_000),
    "patterns of ports": Case(junos.patterns_of_ports, 13_000),
    "undefined objects": Case(junos.undefined_objects, 9_000),
    "classifier entries": Case(junos.classifier_entries, 13_500),
    "apply-paths": Case(junos.apply_paths, 4_500),
    "deep groups": Case(junos.deep_groups, 30_000),
    "patterns times ports": Case(junos.patterns_times_ports, 7_000),
    "class-maps of two others": Case(class_maps_of_two_others, 13_000),
    "marks that nothing matches": Case(marks_that_nothing_matches, 8_000),
    "undefined lists and shadowed classes": Case(undefined_lists_and_shadowed_classes, 7_300),
    "long names": Case(long_names, 100_000),
}
"""Each kind by its name."""
