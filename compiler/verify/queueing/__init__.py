"""The queues and the scheduler of a port, by the model, and whether the script sets them up."""
