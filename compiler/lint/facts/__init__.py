"""What several rules ask of a device. A fact is worked out once for a check (`Context.once`).

- Where things are: `places` of policies, `rule_lists` in force, `objects` with their users, `names`
  and `suggest` for what a misspelt name was meant to be.
- What the text lacks: `excerpts` (it may be a part of a config), `refused` (lines that the system
  refuses), `asa` (another system).
- Rates and queues: `shares` of the classes of a policy, `queued` lines, `meters`.
- Marks: `marks` says who writes one and who looks at it, `mark_cases` each way that one takes,
  `output_queues` the queue that it leads to; `code_points`, `asked_points` and `drop_precedence`
  what lines say of DSCPs by themselves.
- Packets: `packets` for what needs header space, `walk` for the tests that a match is made of.
- Protocols of the router itself: `routing`, `junos_protocols`.
- `titles` is what a class is called in a message.
"""
