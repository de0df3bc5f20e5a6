"""The rules, one file each, by group. `qosc.lint.registry` lists them."""
