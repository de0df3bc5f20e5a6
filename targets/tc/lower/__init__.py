"""From the model to the typed commands, one construct a file.

`port` begins: it lowers the input of a port at the ingress hook and its output at the egress hook.
`stages` goes through a pipeline, `rules` and `policy` through one stage of it, and `body` does what
is to be done to a packet once its rule or class is chosen, with `police` and `marks`. Which packets
they are is the folder `classify`, from predicates (`decision`) by conjunctions (`cells`) to filters
(`chains`). The tree of classes with its queues is the folder `queueing`, from `queues` down. `link`
stands below that tree; `own_packets` and `control_plane` are for packets to the machine itself.
Each of them enters what it lowers into the ledger, beside the command.
"""
