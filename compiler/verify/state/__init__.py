"""What stands on a machine, compared with the config: `qosc verify --state` and `--live`.

`collect.sh` writes what `tc` and `ip` show into one text. `dump` takes that text apart, `lines`,
`filters` and `actions` turn what tc shows into the commands that would set it up, which the reader
of scripts (`qosc.verify.tc`) reads, and `live` compares the outcome with the config, as `verify`
does with a script.
"""
