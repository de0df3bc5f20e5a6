"""What runs the rules: the registry, traits, suppression, and the pages of the rules."""
