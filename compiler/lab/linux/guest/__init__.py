"""What runs inside the guest: standard library only, started with a job, ends with a result."""
