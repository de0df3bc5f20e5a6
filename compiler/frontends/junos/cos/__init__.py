"""The stanza `class-of-service`: forwarding classes, classifiers, schedulers and their bindings."""
