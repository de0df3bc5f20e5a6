"""What `check` and `baseline` share: the walk over configs, what was accepted, how it is told."""
