"""What depends on what: who writes the values that queues go by."""
