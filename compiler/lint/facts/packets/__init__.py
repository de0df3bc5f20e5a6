"""Which packets a class, a list or a rule takes."""
