"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from qosc.platforms import NAMES

__all__ = ["colour_option", "format_option", "interface_option", "platform_option"]

F = TypeVar("F", bound=Callable[..., Any])


def platform_option(function: F) -> F:
    """--platform: whose defaults apply."""
    return click.option(
        "--platform",
        type=click.Choice(NAMES),
        help="The router's system, for its defaults; else taken from the config.",
    )(function)


def interface_option(function: F) -> F:
    """--interface: one port of the router."""
    return click.option(
        "--interface", metavar="NAME", help="Only this interface (or circuit) of the router."
    )(function)


def format_option(*forms: str) -> Callable[[F], F]:
    """--format: how the result is printed; the first form unless told."""
    return click.option(
        "--format", "form", type=click.Choice(forms), default=forms[0], show_default=True,
        help="How to print the result; json is for programs.",
    )  # fmt: skip


def colour_option(function: F) -> F:
    """--color: when to colour."""
    return click.option(
        "--color", type=click.Choice(["auto", "always", "never"]), default="auto",
        show_default=True, help="NO_COLOR and FORCE_COLOR are honoured in auto.",
    )(function)  # fmt: skip
