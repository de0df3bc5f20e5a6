"""Objects that go in pairs, of which one is not like the other."""
