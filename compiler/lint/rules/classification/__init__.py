"""QOS1xx: which packets a class takes."""
