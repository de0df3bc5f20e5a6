"""Platform defaults as data: one module per platform, each row with its source.

To add a platform:

1. Add a row to `qosc.platforms.ROWS`. `--platform` and its help are made of it, and
   docs/platforms/ is.
2. Write `qosc/profiles/<name>.py` (`_` for `-`) with one constant, `PROFILE`. Start from the
   profile of the nearest relative and give only what differs:
   `PROFILE = ios_xe.PROFILE._replace(excess=Fact(Excess.EQUAL, "document, what it says"))`.
   Name and title come from the row.
3. A value that no source settles is `Fact(None, "why")` where the row of `Profile` allows None: it
   is not filled in, and what depends on it is entered as unknown by the targets.
4. Run scripts/gen_docs.py, which writes docs/platforms/.
"""

from __future__ import annotations

from importlib import import_module

from qosc.platforms import DEFAULT, NAMES, ROWS
from qosc.profiles.model import Excess, Profile

__all__ = ["DEFAULT", "NAMES", "Excess", "Profile", "profile"]


def profile(name: str) -> Profile:
    """The profile of a platform; KeyError for an unknown name."""
    titles = {row.name: row.title for row in ROWS}
    if name not in titles:
        from qosc.profiles.guest import guest_profile

        return guest_profile(name)
    title = titles[name]
    module = import_module(f"qosc.profiles.platforms.{name.replace('-', '_')}")
    row_set: Profile = module.PROFILE
    return row_set._replace(name=name, title=title)
