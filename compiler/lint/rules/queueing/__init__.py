"""QOS4xx: queues, their droppers, and the scheduler."""
