"""What `import qosc` offers."""

from __future__ import annotations

__all__: list[str] = []
