"""What a device writes into packets and looks at: marks, and the DSCPs they are made of.

- `marks` says who writes one and who looks at it, `mark_cases` each way that one takes.
- `code_points`, `asked_points` and `drop_precedence`: what lines say of DSCPs by themselves.
"""
