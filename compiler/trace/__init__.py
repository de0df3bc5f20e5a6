"""What happens to a packet between two ports, step by step: `qosc trace`.

`notation.asked` reads what a user writes for a packet. `route.trace` follows it from the port that
it comes in by to the one that it leaves by. What is not said of the packet is anything, so that it
may go several ways: each `Way` holds its packets, the steps that they pass, each with its place in
the config, and the queue that they end in. `counted.count` puts each packet of a capture on its
way.
"""
