"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from qosc.cli.files import MAX_SIZE
from qosc.diagnostics import LEVELS
from qosc.platforms import all_names

__all__ = [
    "colour_option",
    "fix_options",
    "format_option",
    "host_option",
    "interface_option",
    "kernel_option",
    "min_severity_option",
    "missing_list_option",
    "platform_option",
    "require_qos_option",
    "rule_words",
    "rules_options",
    "size_option",
    "skip_others_option",
    "stdin_option",
]

F = TypeVar("F", bound=Callable[..., Any])
_LARGEST = 10**6
"""MB that a config may be allowed to have: what nobody can mean is a slip of the hand."""


def platform_option(function: F) -> F:
    """--platform: whose defaults apply."""
    return click.option(
        "--platform",
        type=click.Choice(all_names(), case_sensitive=False),
        help="The router's system, for its defaults; else taken from the config.",
    )(function)


def host_option(function: F) -> F:
    """--host: one device of a text that holds several."""
    return click.option(
        "--host", metavar="NAME", help="The router of that name, of several in one text."
    )(function)


def interface_option(function: F) -> F:
    """--interface: one port of the router."""
    return click.option(
        "--interface",
        metavar="NAME",
        shell_complete=_port_words,
        help="Only this interface (or circuit) of the router, and what hangs on it; "
        "NAME:only leaves that out.",
    )(function)


def kernel_option(function: F) -> F:
    """--kernel: which one the engine `linux` is, for as long as the command runs."""
    return click.option(
        "--kernel",
        type=click.Choice(("guest", "own")),
        default="guest",
        show_default=True,
        expose_value=False,
        callback=_use_kernel,
        help="For the engine linux: user-mode-linux, or network namespaces of this machine's own "
        "kernel, where it has what scripts use.",
    )(function)


def _use_kernel(context: click.Context, _option: click.Parameter, value: str) -> None:
    if value != "guest":
        from qosc.lab.linux.kernels import using

        context.with_resource(using(value))


def missing_list_option(function: F) -> F:
    """--undefined-access-list: what a reference that leads nowhere means."""
    return click.option(
        "--undefined-access-list",
        type=click.Choice(["none", "all"]),
        default="none",
        show_default=True,
        help="What a missing access-list is taken to match.",
    )(function)


def rule_words(context: click.Context, option: click.Parameter, begun: str) -> list[str]:
    """For the shell: codes and names of rules that begin so, behind the commas that stand there."""
    del context, option
    from qosc.lint.engine.registry import all_rows

    before, comma, word = begun.rpartition(",")
    words = [name for row in all_rows() for name in (row.code, row.name)]
    near = [name for name in words if name.lower().startswith(word.lower())]
    return [f"{before}{comma}{name}" for name in near]


def _port_words(context: click.Context, option: click.Parameter, begun: str) -> list[str]:
    """For the shell: the ports of the config that stands on the line; none where it is not read."""
    del option
    from qosc.api import devices
    from qosc.cli.files import RefusedError, read

    # An option that lacks its value yet keeps click from filling in the arguments.
    given = context.params.get("file") or context.params.get("files") or context.args
    paths = [given] if isinstance(given, str) else list(given)
    if not paths or paths[0].startswith("-"):
        return []
    try:
        ports = [name for each in devices(read(paths[0])) for name in each.device.ports]
    except (RefusedError, ValueError):
        return []
    return [name for name in dict.fromkeys(ports) if name.lower().startswith(begun.lower())]


def rules_options(function: F) -> F:
    """--select, --extend-select and --ignore: which rules are run."""
    function = click.option(
        "--ignore",
        multiple=True,
        metavar="CODE",
        shell_complete=rule_words,
        help="Not these rules.",
    )(function)
    function = click.option(
        "--extend-select",
        multiple=True,
        metavar="CODE",
        shell_complete=rule_words,
        help="These rules as well, also where 'ignore' of the settings has them.",
    )(function)
    return click.option(
        "--select",
        multiple=True,
        metavar="CODE",
        shell_complete=rule_words,
        help="Only these rules (codes, prefixes, names; commas between).",
    )(function)


def min_severity_option(help_: str) -> Callable[[F], F]:
    """--min-severity: `help_` says what becomes of findings that are less severe."""
    return click.option(
        "--min-severity",
        type=click.Choice(list(LEVELS)),
        default="info",
        show_default=True,
        help=help_,
    )


def require_qos_option(function: F) -> F:
    """--require-qos: whether a config without QoS is a finding."""
    return click.option(
        "--require-qos",
        is_flag=True,
        help="A config that has no QoS at all is an error (QOS009).",
    )(function)


def skip_others_option(function: F) -> F:
    """--skip-others: files that are named and are no configs."""
    return click.option(
        "--skip-others",
        is_flag=True,
        help="Pass over files among PATHS that are no router configs (for git hooks).",
    )(function)


def stdin_option(function: F) -> F:
    """--stdin-filename: the name of what is read from standard input."""
    return click.option("--stdin-filename", default="<stdin>", help="What to call standard input.")(
        function
    )


def size_option(function: F) -> F:
    """--max-size: how large a config may be."""
    return click.option(
        "--max-size",
        type=click.IntRange(1, _LARGEST),
        default=MAX_SIZE,
        show_default=True,
        metavar="MB",
        help="Refuse a larger config.",
    )(function)


def format_option(*forms: str) -> Callable[[F], F]:
    """--format: how the result is printed; the first form unless told."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(forms),
        default=forms[0],
        show_default=True,
        help="How to print the result; json is for programs.",
    )


def colour_option(function: F) -> F:
    """--color: when to colour."""
    return click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        show_default=True,
        help="NO_COLOR and FORCE_COLOR are honoured in auto.",
    )(function)


def fix_options(function: F) -> F:
    """--fix, --diff and --unsafe-fixes: change the files, or show how they would be changed."""
    function = click.option(
        "--unsafe-fixes",
        is_flag=True,
        help="With --fix or --diff: also fixes that change what the router does.",
    )(function)
    function = click.option(
        "--diff", is_flag=True, help="Print what --fix would change, and change nothing."
    )(function)
    return click.option(
        "--fix", is_flag=True, help="Put fixes into the files, then check what is left."
    )(function)
