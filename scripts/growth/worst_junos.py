"""Configs of JunOS that are made to be hard, of any size, by a count of their parts."""

from __future__ import annotations

__all__ = [
    "address",
    "apply_paths",
    "braces",
    "classifier_entries",
    "deep_groups",
    "delete_lines",
    "groups",
    "groups_at_each_port",
    "groups_in_groups",
    "interface_ranges",
    "one_group_many_ports",
    "open_braces",
    "open_braces_of_a_filter",
    "patterns_of_ports",
    "patterns_times_ports",
    "prefix_lists",
    "prefixes",
    "set_lines",
    "terms",
    "terms_with_ports",
    "undefined_objects",
    "units",
    "units_of_cos",
    "wide_interface_ranges",
]

SCHEDULER = """\
class-of-service {
    schedulers {
        s { transmit-rate percent 5; }
    }
}
"""


def address(number: int) -> str:
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


def open_braces(count: int) -> str:
    return SCHEDULER + "a {" * count + "\n"


def open_braces_of_a_filter(count: int) -> str:
    return "firewall { " + "filter f {" * count + "}" * count + "}\n" + SCHEDULER


def braces(count: int) -> str:
    return SCHEDULER + "class-of-service " + "{" * count + "}" * count + "\n"


def groups(count: int) -> str:
    made = "".join(
        f"    g{n} {{ interfaces {{ <*-{n}> {{ mtu {1500 + n % 999}; }} }} }}\n"
        for n in range(count)
    )
    names = " ".join(f"g{n}" for n in range(count))
    return f"{SCHEDULER}groups {{\n{made}}}\napply-groups [ {names} ];\n{_ports(100)}"


def _ports(count: int) -> str:
    units = "".join(f"    ge-0/0/{n} {{ unit 0 {{ family inet; }} }}\n" for n in range(count))
    return f"interfaces {{\n{units}}}\n"


def one_group_many_ports(count: int) -> str:
    body = "groups { g { interfaces { <*> { unit <*> { family inet { mtu 1500; } } } } } }\n"
    return f"{SCHEDULER}{body}apply-groups g;\n{_ports(count)}"


def groups_in_groups(count: int) -> str:
    made = "".join(
        f"    g{n} {{ apply-groups g{n + 1}; interfaces {{ x{n} {{ mtu 1500; }} }} }}\n"
        for n in range(count)
    )
    return f"{SCHEDULER}groups {{\n{made}}}\napply-groups g0;\n"


def groups_at_each_port(count: int) -> str:
    made = "groups { g { <*> { family inet { mtu 1500; } } } }\n"
    units = "".join(f"    ge-0/0/{n} {{ apply-groups g; unit 0; }}\n" for n in range(count))
    return f"{SCHEDULER}{made}interfaces {{\n{units}}}\n"


def units(count: int) -> str:
    made = "".join(f"unit {n} {{ family inet {{ filter input f; }} }}\n" for n in range(count))
    rule = "firewall { family inet { filter f { term t { then accept; } } } }\n"
    return f"{SCHEDULER}interfaces {{ ge-0/0/0 {{\n{made}}} }}\n{rule}"


def units_of_cos(count: int) -> str:
    made = "".join(f"unit {n} {{ scheduler-map m; }}\n" for n in range(count))
    maps = "scheduler-maps { m { forwarding-class best-effort scheduler s; } }\n"
    ends = f"interfaces {{ ge-0/0/0 {{ {made} }} }}"
    return (
        f"class-of-service {{ {maps} schedulers {{ s {{ transmit-rate percent 5; }} }} {ends} }}\n"
    )


def terms(count: int) -> str:
    made = "".join(
        f"term t{n} {{ from {{ source-address {address(n)}/32; }} then accept; }}\n"
        for n in range(count)
    )
    used = "interfaces { ge-0/0/0 { unit 0 { family inet { filter { input f; } } } } }\n"
    return f"firewall {{ family inet {{ filter f {{\n{made}}} }} }}\n{used}"


def terms_with_ports(count: int) -> str:
    """The ledger excuses each: ports behind headers that a kernel does not read."""
    body = (
        "term t{0} {{ from {{ source-address {{ 10.{1}.{2}.{3}/26; }} protocol {4};"
        " destination-port {5}; }} then {{ forwarding-class {6}; accept; }} }}\n"
    )
    terms = (
        body.format(
            n,
            n >> 10 & 255,
            n >> 2 & 255,
            n % 4 * 64,
            ("tcp", "udp")[n % 2],
            n % 65000 + 1,
            "ab"[n % 2],
        )
        for n in range(count)
    )
    return (
        "class-of-service { forwarding-classes { queue 1 a; queue 2 b; } }\n"
        f"firewall {{ family inet {{ filter f {{\n{''.join(terms)}}} }} }}\n"
        "interfaces { ge-0/0/0 { unit 0 { family inet { filter { input f; } } } } }\n"
    )


def prefixes(count: int) -> str:
    made = "".join(f"{address(n)}/32;\n" for n in range(count))
    rule = "term t { from { prefix-list l; } then discard; } term u { then accept; }"
    used = "interfaces { ge-0/0/0 { unit 0 { family inet { filter { input f; } } } } }\n"
    return (
        f"policy-options {{ prefix-list l {{\n{made}}} }}\n"
        f"firewall {{ family inet {{ filter f {{ {rule} }} }} }}\n{used}"
    )


def prefix_lists(count: int) -> str:
    made = "".join(f"prefix-list l{n} {{ {address(n)}/32; }}\n" for n in range(count))
    rules = "".join(
        f"term t{n} {{ from {{ prefix-list l{n}; }} then discard; }}\n" for n in range(count)
    )
    used = "interfaces { ge-0/0/0 { unit 0 { family inet { filter { input f; } } } } }\n"
    rule = f"firewall {{ family inet {{ filter f {{ {rules} }} }} }}\n"
    return f"policy-options {{\n{made}}}\n{rule}{used}"


def interface_ranges(count: int) -> str:
    made = "".join(
        f"interface-range r{n} {{ member-range ge-0/0/{n} to ge-0/0/{n + 9}; mtu 1500; }}\n"
        for n in range(count)
    )
    return f"{SCHEDULER}interfaces {{\n{made}}}\n"


def wide_interface_ranges(count: int) -> str:
    made = "".join(
        f"interface-range r{n} {{ member-range ge-0/0/0 to ge-9/9/9999; mtu 1500; }}\n"
        for n in range(count)
    )
    return f"{SCHEDULER}interfaces {{\n{made}}}\n"


def set_lines(count: int) -> str:
    return "".join(
        f"set class-of-service schedulers s{n} transmit-rate percent 5\n" for n in range(count)
    )


def delete_lines(count: int) -> str:
    return set_lines(count) + "".join(
        f"delete class-of-service schedulers s{n}\n" for n in range(count)
    )


def patterns_of_ports(count: int) -> str:
    made = "".join(f"ge-{n}/* {{ scheduler-map m; }}\n" for n in range(count))
    maps = "scheduler-maps { m { forwarding-class best-effort scheduler s; } }\n"
    cos = f"{maps} schedulers {{ s {{ transmit-rate percent 5; }} }} interfaces {{ {made} }}"
    return f"class-of-service {{ {cos} }}\n{_ports(100)}"


def undefined_objects(count: int) -> str:
    made = "".join(f"customer-voice-{n} {{ transmit-rate percent 5; }}\n" for n in range(count))
    used = "".join(f"forwarding-class fc{n} scheduler customer-vioce-{n};\n" for n in range(count))
    return f"class-of-service {{ schedulers {{ {made} }} scheduler-maps {{ m {{ {used} }} }} }}\n"


def classifier_entries(count: int) -> str:
    made = "".join(
        f"forwarding-class fc{n} {{ loss-priority low code-points {n % 64:06b}; }}\n"
        for n in range(count)
    )
    used = "interfaces { ge-0/0/0 { unit 0 { classifiers { dscp c; } } } }"
    return f"class-of-service {{ classifiers {{ dscp c {{ {made} }} }} {used} }}\n{_ports(1)}"


def apply_paths(count: int) -> str:
    """Lists that take their prefixes from every address of every unit, and a filter of them."""
    lists = "".join(
        f'prefix-list l{n} {{ apply-path "interfaces <*> unit <*> family inet address <*>"; }}\n'
        for n in range(count)
    )
    rules = "".join(
        f"term t{n} {{ from {{ prefix-list l{n}; }} then accept; }}\n" for n in range(count)
    )
    unit = "ge-0/0/{} {{ unit 0 {{ family inet {{ filter input f; address {}/24; }} }} }}\n"
    units = "".join(unit.format(n, address(n)) for n in range(count))
    firewall = f"firewall {{ family inet {{ filter f {{\n{rules}}} }} }}\n"
    return f"policy-options {{\n{lists}}}\n{firewall}interfaces {{\n{units}}}\n"


def deep_groups(count: int) -> str:
    """One group with wildcards within wildcards, and a port as deep, applied at each level."""
    made = "<*> { " * count + "mtu 1500;" + " }" * count
    port = "a { apply-groups g; " * count + "}" * count
    return f"{SCHEDULER}groups {{ g {{ interfaces {{ {made} }} }} }}\ninterfaces {{ {port} }}\n"


def patterns_times_ports(count: int) -> str:
    """As many groups of hard patterns as ports, all of which are tried at each."""
    made = "".join(
        f"    g{n} {{ interfaces {{ <*a*b*{n}*c> {{ mtu 1500; }} }} }}\n" for n in range(count)
    )
    names = " ".join(f"g{n}" for n in range(count))
    ports = "".join(f"    ge-{'ab' * 20}/0/{n} {{ unit 0; }}\n" for n in range(count))
    return f"{SCHEDULER}groups {{\n{made}}}\napply-groups [ {names} ];\ninterfaces {{\n{ports}}}\n"
