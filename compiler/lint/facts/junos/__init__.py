"""What a JunOS text says beside the model, statement by statement."""
