"""What one statement says and another one has to agree with."""
