"""What the program refuses to do for a config, told as faults of the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from qosc.api import NoSuchPortError
from qosc.cli.files import RefusedError
from qosc.ir.leaves import ModelTooLargeError
from qosc.packets.budget import UndecidedError
from qosc.targets.base import OptionError, TooLargeError, UnknownNameError

__all__ = ["told"]


@contextmanager
def told(traffic: str = "") -> Iterator[None]:
    """UsageError for an option that cannot be met, RefusedError for a config that cannot, and for
    a name in the file of `traffic` that none of the scenarios made has.
    """
    try:
        yield
    except UnknownNameError as error:
        raise _unknown_name(error, traffic) from None
    except OptionError as error:
        raise click.UsageError(str(error)) from None
    except (NoSuchPortError, ModelTooLargeError, TooLargeError) as error:
        raise RefusedError(str(error)) from None
    except UndecidedError as error:
        raise RefusedError(f"not decided: {error}") from None


def _unknown_name(error: UnknownNameError, traffic: str) -> RefusedError:
    from qosc.cli.files import read
    from qosc.cli.scenarios import FaultsError
    from qosc.scenario.loading import reference

    if not traffic or traffic == "-":
        return RefusedError(f"{'.'.join(map(str, error.place))}: {error}")
    source = read(traffic)
    return FaultsError((reference(source.text, traffic, error.place, str(error)),), source)
