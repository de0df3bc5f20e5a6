"""The modular QoS command line: class-maps, policy-maps, and the actions of classes."""
