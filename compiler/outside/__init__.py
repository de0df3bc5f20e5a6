"""What lines outside the model say, as rules and comparisons read them: the rows of the maps of a
switch, and where named objects begin.
"""
