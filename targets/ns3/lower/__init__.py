"""From a scenario to the tables of a program."""
