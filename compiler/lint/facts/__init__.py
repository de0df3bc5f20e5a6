"""What several rules ask of a device. A fact is worked out once for a check (`Context.once`).

- Where things are: `places` of policies, `rule_lists` in force, `objects` with their users, `names`
  and `suggest` for what a misspelt name was meant to be.
- What the text lacks: `excerpts` (it may be a part of a config), `refused` (lines that the system
  refuses), `asa` and `systems` (another system).
- What the text says and the model leaves out: `lines` of Cisco by their blocks, `switches`, `junos`
  by its statements, `port_networks`; `words` are those of names and descriptions.
- One against others: `majority` is what most of a group have; `effect`, who writes the values that
  queues go by.
- Rates and queues: `shares` of the classes of a policy, `queued` lines, `meters`.
- Marks: `marking` has a page of its own; `output_queues` is the queue that a mark leads to.
- Packets: `packets` for what needs header space, `walk` for the tests that a match is made of.
- Protocols of the router itself: `routing`, and `protocols` of JunOS; `guards` are the policies
  that stand before it.
- `titles` is what a class is called in a message.
"""
