"""Findings about the levels of scheduling of JunOS: ports, units and what is on both."""

from __future__ import annotations

from tests.rules.linting import lint
