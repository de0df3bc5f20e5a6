"""Settings: what a repository says of its configs, in `qosc.toml` or `[tool.qosc]`.

`reading` takes a file apart, `form` says what may stand in it, `plans` finds the file that speaks
for a config and works out what is to be done with that config.
"""
