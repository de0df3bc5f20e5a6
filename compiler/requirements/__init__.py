"""What a site asks of its ports (`[[require]]` of its settings), as rules of its own.

`rules` makes the rules for a config and keeps in mind which of them had a port to look at, and
`demands` answers each kind of demand.
"""
