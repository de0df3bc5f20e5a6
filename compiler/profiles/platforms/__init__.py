"""One module a platform: what it does where a config is silent, with sources."""
