"""The Linux engine: a real kernel, run as an ordinary program (user-mode-linux)."""
