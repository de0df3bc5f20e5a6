"""Rules on early drop and drop precedence."""
