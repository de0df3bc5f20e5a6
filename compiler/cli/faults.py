"""What the program refuses to do for a config, told as faults of the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from qosc.api import NoSuchPortError
from qosc.cli.files import RefusedError
from qosc.ir.leaves import ModelTooLargeError
from qosc.targets.base import UnknownKernelError

__all__ = ["told"]


@contextmanager
def told() -> Iterator[None]:
    """UsageError for an option that cannot be met, RefusedError for a config that cannot."""
    try:
        yield
    except UnknownKernelError as error:
        raise click.UsageError(str(error)) from None
    except (NoSuchPortError, ModelTooLargeError) as error:
        raise RefusedError(str(error)) from None
    except MemoryError:
        raise RefusedError("too many kinds of packets to tell them all apart") from None
