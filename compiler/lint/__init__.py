"""The linter: rules that look at a device and say what its traffic will not like.

`check` runs the rules of `registry` over a device whose defaults are filled in; `all_rules`,
`find_rule` and `page` are their documentation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from qosc.lint.engine.run import check, none_left, unknown_selectors

if TYPE_CHECKING:
    from qosc.lint.engine.pages import all_rules, find_rule, page

__all__ = ["all_rules", "check", "find_rule", "none_left", "page", "unknown_selectors"]


def __getattr__(name: str) -> Any:
    # A check has no use for the pages.
    if name in ("all_rules", "find_rule", "page"):
        from qosc.lint.engine import pages

        return getattr(pages, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
