"""What is known of interfaces before class of service: units and bundles."""
