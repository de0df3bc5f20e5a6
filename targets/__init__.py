"""Back ends: each lowers a device to a typed model of its artefact and renders that."""
