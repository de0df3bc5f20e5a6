"""How diagnostics, ledgers and models look: one file per format."""
