"""SARIF as others read it: the classes that the package pydantic-sarif (MIT) has made of the OASIS
schema of 2.1.0. The schema itself is under the terms of OASIS, and is not copied here.
"""

from __future__ import annotations

from typing import Any

import pytest

__all__ = ["read_by_others"]


def read_by_others(log: dict[str, Any]) -> dict[str, Any]:
    """The report after these classes have taken it in and written it out; pydantic's
    ValidationError for what the schema does not allow.
    """
    made = pytest.importorskip("pydantic_sarif.model")
    report = made.StaticAnalysisResultsFormatSarifVersion210JsonSchema.model_validate(log)
    found: dict[str, Any] = report.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return found
