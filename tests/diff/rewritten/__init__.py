"""Texts written in another way that means the same, by plain means: no code of the front ends.

Each rewriting is a function of a text and dice, in `laws.LAWS`. What it cannot rewrite safely it
refuses with `RefusedError`; a test counts these.
"""
