"""Reading configs: one in a file or in memory, and each of several in one text."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qosc.diagnostics import first_names
from qosc.ir import Device
from qosc.platforms import all_names
from qosc.source import SUFFIXES, SourceText

if TYPE_CHECKING:
    from qosc.profiles import Profile
    from qosc.readings import Reading

__all__ = [
    "NAMED",
    "Config",
    "NoSuchHostError",
    "SeveralDevicesError",
    "TooManyDevicesError",
    "WrongPlatformError",
    "as_config",
    "devices",
    "listed",
    "load",
    "loads",
]

NAMED = 20
"""At most so many names are listed where a name is not found."""


class SeveralDevicesError(ValueError):
    """The text holds the configs of several devices, called `names`, and none was chosen."""

    def __init__(self, path: str, names: tuple[str, ...]) -> None:
        self.path, self.names = path, names
        super().__init__(f"{path} holds the configs of {len(names)} devices: {listed(names)}")


class TooManyDevicesError(ValueError):
    """The text holds the configs of more devices than are told apart."""


class NoSuchHostError(ValueError):
    """The text holds no config of a device of that name."""


class WrongPlatformError(ValueError):
    """The platform that was asked for is one vendor's, and the config is written as another's."""


@dataclass(frozen=True)
class Config:
    """A config that has been read.

    `device` holds what the config says, `complete_device` has the platform's defaults filled in.
    `host` names the device where the text holds several; `source` is its part of the text then.
    `read` is there where another text was read than that of the file: of XML or JSON the same with
    braces.
    """

    source: SourceText
    device: Device
    host: str = ""
    read: Reading | None = None

    @property
    def files(self) -> tuple[SourceText, ...]:
        """The texts that places are in."""
        return (self.source,) if self.read is None else self.read.files

    @property
    def text(self) -> SourceText:
        """The text whose lines are those of IOS or JunOS; its places are its own."""
        return self.source if self.read is None else self.read.source

    @property
    def name(self) -> str:
        """What the device is called: in the text of several, or by itself; empty where nothing says
        it.
        """
        return self.host or self.device.hostname

    @cached_property
    def profile(self) -> Profile:
        """The platform whose defaults apply."""
        from qosc.profiles import DEFAULT, profile

        return profile(self.device.platform or DEFAULT)

    @cached_property
    def complete_device(self) -> Device:
        """The device with the defaults of its platform."""
        from qosc.datapath import with_defaults

        return with_defaults(self.device, self.profile)

    @cached_property
    def joined_device(self) -> Device:
        """The same with units in the ports that they are all of: what back ends read, and `show`.

        Rules read `complete_device`, since what they say is of the config's own words.
        """
        from qosc.datapath import with_defaults
        from qosc.datapath.units import joined

        device = joined(self.device)
        if device is self.device:
            return self.complete_device
        return with_defaults(device, self.profile)


def as_config(given: object, function: str) -> Config:
    """What a function of the Python API was given for a config. TypeError, with what to do, for
    anything else: a path or a text, most often.
    """
    if isinstance(given, Config):
        return given
    message = f"qosc.{function} takes a Config, not {type(given).__name__}"
    if isinstance(given, (str, bytes, os.PathLike)):
        message += ": read a file with qosc.load(path), a text with qosc.loads(text)"
    raise TypeError(message)


def load(
    path: str | os.PathLike[str], *, platform: str | None = None, host: str | None = None
) -> Config:
    """Read the config in a file.

    Args:
        path: where it is; diagnostics call it by this name.
        platform: the profile whose defaults apply (`qosc.platforms.NAMES`, in any case); None takes
            it from the config.
        host: the device of that name, of a file with several; see `devices`.

    A bad config never raises: what was not understood is in `Config.device.residue`. OSError is
    raised for a file that cannot be read, ValueError for a text in place of a path, an empty path
    and an unknown platform, WrongPlatformError for one of another vendor, SeveralDevicesError where
    `host` does not choose one of several devices, NoSuchHostError where there is none of that name,
    TooManyDevicesError for more than 1000, TypeError for what is no path.
    """
    if isinstance(path, str) and ("\n" in path or "\r" in path):
        raise ValueError("qosc.load takes a path, and this is a text: use qosc.loads")
    if isinstance(path, str) and not path.strip():
        raise ValueError("qosc.load takes a path, and this one is empty")
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"qosc.load takes a path, not {type(path).__name__}; see qosc.loads")
    name = os.fspath(path)
    return loads(SourceText.of(name, Path(name).read_bytes()), platform=platform, host=host)


def loads(
    config: str | bytes | SourceText | Any,
    *,
    name: str = "<config>",
    platform: str | None = None,
    host: str | None = None,
) -> Config:
    """Read a config that is in memory.

    Args:
        config: the text (str, bytes, or a `SourceText` with a name of its own), or a
            `CiscoConfParse` object of either generation.
        name: what diagnostics call it.
        platform: as for `load`.
        host: as for `load`.

    Raises ValueError for the name of a file in place of a text and for an unknown platform,
    WrongPlatformError for one of another vendor than the config's, SeveralDevicesError,
    NoSuchHostError and TooManyDevicesError as `load`, TypeError for an object that is none of the
    above.
    """
    platform = _known(platform)
    if isinstance(config, os.PathLike) or (isinstance(config, str) and _names_a_file(config)):
        raise ValueError(f"qosc.loads takes a text, and {str(config)!r} is a path: use qosc.load")
    if isinstance(config, (bytes, str)):
        config = SourceText.of(name, config)
    if isinstance(config, SourceText):
        return _read(*_chosen(config, host), platform)
    return _load_parsed(config, name, platform)


def devices(source: str | bytes | SourceText, *, platform: str | None = None) -> Iterator[Config]:
    """The config of each device in a text, one after the other as they are asked for. A
    `SourceText` has a name of its own; others are called `<config>`.

    A session on two routers, an archive or files put together are told apart by prompts, the
    statements that name a device and the headers of RANCID; the findings about each are those about
    its lines alone. Raises TypeError for what is no text and ValueError for the name of a file in
    place of one; and, as the first is asked for, ValueError for an unknown platform,
    WrongPlatformError as `load`, and TooManyDevicesError for more than 1000.
    """
    if isinstance(source, os.PathLike) or (isinstance(source, str) and _names_a_file(source)):
        raise ValueError(
            f"qosc.devices takes a text, and {str(source)!r} is a path: "
            "give it the text, pathlib.Path(...).read_bytes()"
        )
    if isinstance(source, (bytes, str)):
        source = SourceText.of("<config>", source)
    if not isinstance(source, SourceText):
        raise TypeError(f"qosc.devices takes a text, not {type(source).__name__}")
    return _each(source, platform)


def _each(source: SourceText, platform: str | None) -> Iterator[Config]:
    platform = _known(platform)
    for host, part in _parts(source):
        yield _read(host, part, platform)


def _parts(source: SourceText) -> tuple[tuple[str, SourceText], ...]:
    from qosc.frontends import may_be_wrapped, may_hold_several

    if source.doubt is None and may_be_wrapped(source.text):
        from dataclasses import replace

        from qosc.frontends.wrapped import wrapping

        doubt = wrapping(source.lines, source.text)
        if doubt is not None:
            return (("", replace(source, doubt=doubt)),)
    if not may_hold_several(source.text):
        return (("", source),)
    from qosc.frontends.devices import MOST, split

    parts = split(source)
    if not parts:
        raise TooManyDevicesError(
            f"{source.path} holds the configs of more than {MOST} devices: cut it into files"
        )
    return parts


def _chosen(source: SourceText, host: str | None) -> tuple[str, SourceText]:
    """The part of a text that is about one device."""
    parts = _parts(source)
    if host is None:
        if len(parts) > 1:
            raise SeveralDevicesError(source.path, tuple(name for name, _ in parts))
        return parts[0]
    for wanted, spelling in ((host, str), (host.lower(), str.lower)):
        for name, part in parts:
            if spelling(name) == wanted and name:
                return name, part
    if len(parts) == 1:
        from qosc import frontends

        name = frontends.load(source).hostname
        if name.lower() == host.lower():
            return parts[0]
        known = f"it is the config of {name}" if name else "it does not say its name"
    else:
        known = f"there is {listed(tuple(name for name, _ in parts))}"
    raise NoSuchHostError(f"{source.path} holds no device {host!r}: {known}")


def listed(names: tuple[str, ...]) -> str:
    """The first names, and how many more there are."""
    return first_names(names, NAMED)


def _read(host: str, source: SourceText, platform: str | None) -> Config:
    from dataclasses import replace

    from qosc import frontends

    if source.doubt is None and frontends.may_be_data(source.text):
        from qosc.frontends.junos.display.reading import with_braces

        written = with_braces(source)
        if written is not None and written.doubt is None:
            from qosc.readings import of_data

            read = of_data(source, written, lambda text: _loaded(text, platform))
            return Config(source, read.moved(read.device), host, read)
        if written is not None:
            source = replace(source, doubt=written.doubt)
    if source.doubt is not None:
        from qosc.ir import Coverage

        # Of bytes that are no text there are no lines; those of a wrapped config are not read.
        unread = Coverage(irrelevant=len(source.lines))
        device = frontends.load(SourceText(source.path, ""), platform)
        return Config(source, replace(device, coverage=unread), host)
    if source.numbers is None:
        return Config(source, _loaded(source, platform), host)
    from qosc.frontends.placed import placed

    device = _loaded(replace(source, numbers=None), platform)
    return Config(source, placed(device, source.numbers), host)


def _loaded(source: SourceText, platform: str | None) -> Device:
    """The device of a text; WrongPlatformError where the platform is another vendor's."""
    from qosc import frontends

    wrong = frontends.mismatch(source, platform) if platform is not None else ""
    if wrong:
        raise WrongPlatformError(wrong)
    return frontends.load(source, platform)


def _known(platform: str | None) -> str | None:
    if platform is None:
        return None
    known = all_names()
    if platform.lower() not in known:
        raise ValueError(f"unknown platform {platform!r}; known are {', '.join(known)}")
    return platform.lower()


def _names_a_file(text: str) -> bool:
    """Whether a text is one word that ends as names of configs do: no config is written so."""
    return text.rstrip().lower().endswith(SUFFIXES) and len(text.split()) == 1


def _load_parsed(parse: object, name: str, platform: str | None) -> Config:
    from dataclasses import replace

    from qosc import frontends
    from qosc.frontends.cisco.from_ciscoconfparse import is_parsed, source_of, tree_notes
    from qosc.ir import Residue, SupportState

    if not is_parsed(parse):
        raise TypeError(f"cannot read a config from {type(parse).__name__} ({name})")
    source = source_of(parse, name)
    source = SourceText.of(source.path, source.text)
    device = frontends.load(source, platform)
    differences = tuple(
        Residue(
            SupportState.RECOGNISED,
            "the ciscoconfparse tree",
            source.line(number),
            message,
            origin=source.span(number, 0, len(source.line(number))),
        )
        for number, message in tree_notes(parse, source)
    )
    return Config(source, replace(device, residue=(*device.residue, *differences)))
