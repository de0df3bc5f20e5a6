"""What a port trusts, and statements that are on by half."""
