"""The linter: rules that look at a device and say what its traffic will not like.

`check` runs the rules of `registry` over a device whose defaults are filled in.
"""

from __future__ import annotations

from qosc.lint.engine import check, unknown_selectors
from qosc.lint.pages import all_rules, find_rule, page

__all__ = ["all_rules", "check", "find_rule", "page", "unknown_selectors"]
