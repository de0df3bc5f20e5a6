"""What the kernel holds after a script, read back and compared with the script's own commands.

Nothing here imports the program: commands are read by tc(8) and the manual pages of its parts, the
kernel's answer by its own headers (`linux/pkt_cls.h`, `linux/pkt_sched.h`). So an argument that
tc reads in another base or unit than the emitter believes is seen here, whatever both the emitter
and `verify` take it for.
"""
