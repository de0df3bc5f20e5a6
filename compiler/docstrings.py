"""Texts that users are shown and that are docstrings: kept under `python -OO`.

The page of a rule is the docstring of its module, the help of a command that of its function, and
a schema describes a type by that of its class. `python -OO` takes docstrings out as it compiles.
So under it the modules of this package are compiled with them, from their sources. Imported there
alone, before any other module of the package.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

__all__ = ["keep"]

_WITHOUT_ASSERTIONS = 1
"""What `-O` compiles with: all that `-OO` does, but for the docstrings."""


def keep() -> None:
    """Compile the modules of this package that are imported from now on with their docstrings."""
    sys.meta_path.insert(0, _Finder())


class _Loader(SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType:
        # Not from the cache: what lies there for this level has no docstrings.
        path = self.get_filename(fullname)
        source = self.get_data(path)
        return compile(source, path, "exec", dont_inherit=True, optimize=_WITHOUT_ASSERTIONS)


class _Finder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith("qosc."):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = _Loader(spec.loader.name, spec.loader.path)
        return spec
