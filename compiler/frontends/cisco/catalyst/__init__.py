"""QoS of Catalyst switches: trust, maps, and the queues of their ports."""
