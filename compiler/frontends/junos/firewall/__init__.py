"""The stanza `firewall`: filters as lists of rules, and policers."""
