"""How the model of a device looks: what `qosc show` prints."""
