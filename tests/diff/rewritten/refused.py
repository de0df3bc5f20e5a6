"""Why a text is left as it is."""

from __future__ import annotations

__all__ = ["RefusedError"]


class RefusedError(Exception):
    """The text cannot be rewritten safely; the argument says why."""
