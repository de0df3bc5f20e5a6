"""Statement grammars (lark), one per dialect feature."""
