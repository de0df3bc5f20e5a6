"""What a queue holds and drops, in figures: depths, fair queues, flow queues, drop curves."""
