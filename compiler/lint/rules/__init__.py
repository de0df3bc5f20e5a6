"""The rules, one file each, by group. `qosc.lint.engine.registry` lists them."""
